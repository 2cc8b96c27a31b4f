//! Runs that may ask no model, steps that leave memory alone, and the account at the end.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{Asking, CacheEvent, Class, Memory};
use retap_cache::store::Mode;
use support::shop::{GOALS, ONE, SHOP, renamed, script};
use support::{Flow, Project};

const STEPS: &str = "- aiAct: go to the payment page\n- expect: { visible: Pay by card }";
const NOBODY: [Asking; 2] = [Asking::Judgments, Asking::Nothing];

fn strictly(mut flow: Flow<'_>, asking: Asking) -> Flow<'_> {
    flow.asking = asking;
    flow
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_recorded_replays_and_nobody_is_asked() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    for asking in NOBODY {
        let r = p.run(strictly(p.flow(SHOP, GOALS, &s), asking)).await;
        assert!(r.passed() && r.asked == 0, "{asking:?}: {}", r.tell());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stale_or_was_never_recorded_fails_and_says_why() {
    let phone = SHOP
        .replacen("\"Check out\" #start", "\"Buy\" #start", 1)
        .replace("tap: Check out", "tap: Buy");
    for asking in NOBODY {
        let p = Project::new();
        let s = script(STEPS);
        let r = p.run(strictly(p.flow(SHOP, GOALS, &s), asking)).await;
        let t = r.summary.trouble.as_ref().unwrap();
        assert_eq!((t.class, t.kind.as_str()), (Class::Stale, "cache-stale"));
        assert!(t.message.contains("no-entry"), "{}", t.message);
        assert!(r.asked == 0 && r.inputs.is_empty(), "{}", r.tell());

        assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
        let before = p.files();
        let mut flow = strictly(p.flow(&phone, GOALS, &s), asking);
        flow.mode = Mode::ReadOnly;
        let r = p.run(flow).await;
        let t = r.summary.trouble.as_ref().unwrap();
        assert_eq!(t.class, Class::Stale);
        assert!(t.message.contains("contradiction"), "{}", t.message);
        assert!(t.hint.contains("--cache read-write"), "{}", t.hint);
        assert!(r.asked == 0 && r.inputs.is_empty(), "{}", r.tell());
        assert_eq!(p.files(), before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_goes_stale_half_way_stops_there() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let phone = renamed();
    let r = p
        .run(strictly(p.flow(&phone, GOALS, &s), Asking::Judgments))
        .await;
    let t = r.summary.trouble.as_ref().unwrap();
    assert_eq!(t.class, Class::Stale, "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::HandedOff), 1);
    assert!(r.asked == 0 && r.inputs.len() == 1, "{}", r.tell());
    assert_eq!(r.screen, "delivery");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quoted_name_needs_neither_memory_nor_model() {
    let p = Project::new();
    let s = script("- aiTap: the \"Check out\" button\n- expect: { visible: Where to? }");
    let r = p.run(strictly(p.flow(SHOP, GOALS, &s), Asking::Nothing)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_not_cacheable_leaves_memory_alone() {
    let p = Project::new();
    let own = script(
        "- aiAct: go to the payment page\n  cacheable: false\n- aiTap: the Continue button\n  cacheable: false\n- \
         expect: { visible: Order placed }",
    );
    for _ in 0..2 {
        let r = p.run(p.flow(SHOP, GOALS, &own)).await;
        assert!(r.passed() && r.asked > 0, "{}", r.tell());
        assert_eq!(r.cache(), Vec::<String>::new());
        assert!(p.files().is_empty());
    }
    // What others have recorded serves it neither, and stays.
    assert!(p.run(p.flow(SHOP, GOALS, &script(STEPS))).await.passed());
    let before = p.files();
    assert_eq!(before.len(), 1);
    let r = p.run(p.flow(SHOP, GOALS, &own)).await;
    assert!(r.passed() && r.asked > 0, "{}", r.tell());
    assert_eq!(p.files(), before);
    let r = p
        .run(strictly(p.flow(SHOP, GOALS, &own), Asking::Judgments))
        .await;
    let t = r.summary.trouble.as_ref().unwrap();
    assert!(
        t.class == Class::Stale && t.message.contains("not cacheable"),
        "{}",
        t.message
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_tells_what_was_saved_and_what_drift_costs() {
    let p = Project::new();
    let s = script(STEPS);
    let learned = p.run(p.flow(SHOP, GOALS, &s)).await;
    let was = learned.summary.memory;
    assert_eq!(
        was,
        Memory {
            missed: 1,
            ..Memory::default()
        },
        "{}",
        learned.tell()
    );
    let m = p.run(p.flow(SHOP, GOALS, &s)).await.summary.memory;
    assert_eq!((m.replayed, m.missed, m.drift_calls), (1, 0, 0));
    assert_eq!(m.saved_tokens, learned.summary.tokens.total());

    let phone = renamed();
    let r = p.run(p.flow(&phone, ONE, &s)).await;
    let m = r.summary.memory;
    assert_eq!((m.replayed, m.healed, m.drift_calls), (1, 1, 1), "{}", r.tell());
    let now = r.summary.tokens.total();
    assert_eq!(m.drift_tokens, now);
    assert_eq!(m.saved_tokens, learned.summary.tokens.total() - now);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_miss_names_the_part_of_the_key_that_differs() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let details = |r: &support::Ran| {
        let notes = r.summary.steps.iter().flat_map(|s| &s.cache);
        notes.map(|n| n.detail.clone()).collect::<Vec<_>>().join("\n")
    };
    let moved = SHOP.replace("activity: .Main", "activity: .Start");
    let r = p
        .run(strictly(p.flow(&moved, GOALS, &s), Asking::Judgments))
        .await;
    let t = r.summary.trouble.as_ref().unwrap();
    assert!(
        t.message.contains("recorded for place") && t.message.contains(".Main, and here it is"),
        "{}",
        t.message
    );
    let other = script(&STEPS.replace("payment page", "payments page"));
    let r = p
        .run(strictly(p.flow(SHOP, GOALS, &other), Asking::Judgments))
        .await;
    assert!(
        details(&r).contains("recorded for prompt \"go to the payment page\""),
        "{}",
        details(&r)
    );
}
