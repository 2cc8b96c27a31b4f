//! Guarded steps: a model confirms what memory has found before it is touched.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{Asking, CacheEvent, Class, How};
use support::shop::{GOALS, SHOP, script};
use support::{Flow, Project, Ran};

/// What the model of the shop knows, and the elements by the words under which they are confirmed.
fn goals() -> String {
    format!(
        r##"{GOALS}
  - prompt: the start of the order
    find: {{ role: button, label: Check out }}
  - prompt: the "Check out" button
    find: {{ role: button, label: Check out }}
  - prompt: the "Continue" button
    find: {{ role: button, label: Continue }}
"##
    )
}

const PLAN: &str = "- aiAct: go to the payment page\n  guard: true\n- expect: { visible: Pay by card }";
const TAP: &str = "- aiTap: the start of the order\n  guard: true\n- expect: { visible: Where to? }";

/// A model that sees something else in the words.
fn doubting() -> String {
    goals().replace(
        "find: { role: button, label: Check out }",
        "find: { role: toggle, label: Sync }",
    )
}

fn listened(mut flow: Flow<'_>, asking: Asking) -> Flow<'_> {
    flow.asking = asking;
    flow.on_question = Some(Box::new(|_, _| {}));
    flow
}

fn not_confirmed(r: &Ran) -> bool {
    r.cache().iter().any(|c| c.ends_with("not-confirmed"))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_element_is_confirmed_and_then_touched_from_memory() {
    for (steps, elements) in [(TAP, 1), (PLAN, 2)] {
        let (p, known) = (Project::new(), goals());
        let s = script(steps);
        assert!(p.run(p.flow(SHOP, &known, &s)).await.passed());
        let before = p.files();
        for asking in [Asking::Everything, Asking::Judgments] {
            let r = p.run(listened(p.flow(SHOP, &known, &s), asking)).await;
            assert!(r.passed() && r.asked == elements, "{}", r.tell());
            assert!(
                r.questions.iter().all(|q| q.contains("NOTE: for the step: ai")),
                "{:?}",
                r.questions
            );
            let how: Vec<How> = r.summary.steps[0].located.iter().map(|l| l.how).collect();
            assert!(how.iter().all(|h| matches!(h, How::Plan | How::Entry)), "{how:?}");
            assert_eq!(
                (r.noted(CacheEvent::Hit), r.summary.memory.drifted),
                (1, 0),
                "{}",
                r.tell()
            );
            assert_eq!(p.files(), before);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_confirmed_is_not_touched_from_memory() {
    for steps in [TAP, PLAN] {
        let (p, known) = (Project::new(), goals());
        let s = script(steps);
        assert!(p.run(p.flow(SHOP, &known, &s)).await.passed());
        let before = p.files();
        let goals = doubting();
        let r = p.run(listened(p.flow(SHOP, &goals, &s), Asking::Judgments)).await;
        let t = r.summary.trouble.as_ref().unwrap();
        assert!(
            t.class == Class::Stale && t.message.contains("not-confirmed"),
            "{}",
            r.tell()
        );
        assert!(r.inputs.is_empty() && not_confirmed(&r), "{}", r.tell());
        assert_eq!(p.files(), before, "nobody knows which of the two is wrong");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_a_guarded_plan_is_left_to_the_model() {
    let goals = r##"
goals:
  - prompt: leave the delivery page
    done: Order placed
    steps:
      - tap: { role: button, label: Check out }
      - press: back
  - prompt: the "Check out" button
    find: { role: button, label: Check out }
"##;
    let phone = SHOP.replace(
        "    on: [ { tap: Continue, goto: payment } ]",
        "    on: [ { tap: Continue, goto: payment }, { key: back, goto: done } ]",
    );
    let p = Project::new();
    let s = script("- aiAct: leave the delivery page\n  guard: true\n- expect: { visible: Order placed }");
    let r = p.run(p.flow(&phone, goals, &s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    let r = p
        .run(listened(p.flow(&phone, goals, &s), Asking::Judgments))
        .await;
    assert!(not_confirmed(&r) && r.inputs.len() == 1, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_model_a_guarded_step_is_an_error() {
    let (p, known) = (Project::new(), goals());
    let s = script(TAP);
    assert!(p.run(p.flow(SHOP, &known, &s)).await.passed());
    let r = p.run(listened(p.flow(SHOP, &known, &s), Asking::Nothing)).await;
    let t = r.summary.trouble.as_ref().unwrap();
    assert_eq!((t.class, t.kind.as_str()), (Class::Usage, "no-model"));
    assert!(r.inputs.is_empty() && r.asked == 0);
}
