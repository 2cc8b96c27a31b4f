//! A plan that diverges heals small before big: the one element that is another now is asked for, the rest replays.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{CacheEvent, How};
use retap_cache::store::Mode;
use support::shop::{GOALS, ONE, SHOP, renamed, renamed_and_dead, script};
use support::{Flow, Project, Ran};

async fn recorded(p: &Project, s: &str) {
    let r = p.run(p.flow(SHOP, GOALS, s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
}

/// The flow with its questions kept.
fn listened(mut flow: Flow<'_>) -> Flow<'_> {
    flow.on_question = Some(Box::new(|_, _| {}));
    flow
}

fn asked(r: &Ran) -> Vec<How> {
    r.summary.steps[0].located.iter().map(|l| l.how).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_element_is_asked_for_and_the_plan_is_whole_again() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    recorded(&p, &s).await;
    let before = p.files();
    let phone = renamed();
    let r = p.run(listened(p.flow(&phone, ONE, &s))).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert!(
        r.questions[0].contains("FIND: "),
        "the cheap question: {}",
        r.questions[0]
    );
    assert_eq!(asked(&r), [How::Plan, How::Model]);
    assert_eq!(
        (r.noted(CacheEvent::Hit), r.noted(CacheEvent::Recorded)),
        (1, 1),
        "{}",
        r.tell()
    );
    let healed = p.files();
    assert_eq!((healed.len(), &healed[0].0), (1, &before[0].0), "in place");
    assert!(healed[0].1.contains("text: Next"), "{}", healed[0].1);
    // And from now on nobody is asked.
    let r = p.run(p.flow(&phone, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(p.files(), healed);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_element_heals_as_well() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    recorded(&p, &s).await;
    let phone = SHOP
        .replacen("\"Check out\" #start", "\"Buy\" #start", 1)
        .replace("tap: Check out", "tap: Buy");
    let goals = "goals: [ { prompt: 'the \"Check out\" button', find: { role: button, label: Buy } } ]";
    let r = p.run(p.flow(&phone, goals, &s)).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert_eq!(asked(&r), [How::Model, How::Plan]);
    let r = p.run(p.flow(&phone, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heal_is_not_kept_without_a_check_that_passes_after_it() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    recorded(&p, &s).await;
    let before = p.files();
    let phone = renamed();
    let failing = script("- aiAct: go to the payment page\n- expect: { visible: Something else }");
    let r = p.run(p.flow(&phone, ONE, &failing)).await;
    assert!(
        !r.passed() && r.noted(CacheEvent::Unconfirmed) == 1,
        "{}",
        r.tell()
    );
    assert_eq!(p.files(), before);
    let mut flow: Flow<'_> = p.flow(&phone, ONE, &s);
    flow.mode = Mode::ReadOnly;
    let r = p.run(flow).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert_eq!(p.files(), before, "healed for this run only");
}

/// The model names an element, but the plan's effect does not come of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_heal_without_the_effect_is_no_pass_and_invalidates() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    recorded(&p, &s).await;
    let phone = renamed_and_dead();
    let r = p.run(p.flow(&phone, ONE, &s)).await;
    assert!(!r.passed(), "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::Invalidated), 1, "{}", r.tell());
    assert!(p.files()[0].1.contains("reason: effect-missing"));
}

/// The action before the missing element did not do what it did when it was recorded: this is another place, and its
/// elements are none of the plan's.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_asked_for_where_the_plan_has_gone_astray() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    recorded(&p, &s).await;
    let phone = SHOP
        .replace("      - { tap: Check out, goto: delivery }\n", "")
        .replacen(
            "CheckBox \"Sync\"",
            "Button \"Next\" #other\n        CheckBox \"Sync\"",
            1,
        );
    let r = p.run(listened(p.flow(&phone, ONE, &s))).await;
    assert!(!r.passed(), "{}", r.tell());
    assert!(
        !r.questions.is_empty() && r.questions.iter().all(|q| !q.contains("FIND: ")),
        "{:?}",
        r.questions
    );
    assert_eq!(r.inputs.len(), 1, "{:?}", r.inputs);
}
