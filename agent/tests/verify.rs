//! `verify: model`: after a replay the planner is asked once whether the goal is reached.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{Asking, CacheEvent, Class};
use retap_cache::store::Mode;
use support::shop::{GOALS, SHOP, script};
use support::{Flow, Project};

fn asked_after(steps: &str) -> String {
    format!("agent: {{ cache: {{ verify: model }} }}\n{}", script(steps))
}

fn strictly(mut flow: Flow<'_>) -> Flow<'_> {
    flow.asking = Asking::Judgments;
    flow
}

const STEPS: &str = "- aiAct: go to the payment page\n- expect: { visible: Pay by card }";

#[tokio::test(flavor = "multi_thread")]
async fn one_question_after_the_replay_and_a_judgment_at_that() {
    let p = Project::new();
    let s = asked_after(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    for flow in [p.flow(SHOP, GOALS, &s), strictly(p.flow(SHOP, GOALS, &s))] {
        let r = p.run(flow).await;
        assert!(r.passed() && r.asked == 1, "{}", r.tell());
        assert_eq!((r.noted(CacheEvent::Hit), r.inputs.len()), (1, 2));
    }
    let plain = script(STEPS);
    assert_eq!(
        p.run(p.flow(SHOP, GOALS, &plain)).await.asked,
        0,
        "only where it is wanted"
    );
}

/// The recorded effect is there, and the model sees more than that in the goal.
#[tokio::test(flavor = "multi_thread")]
async fn a_goal_that_is_not_reached_invalidates_with_the_models_reason() {
    let p = Project::new();
    let s = asked_after(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let before = p.files();
    let more = GOALS.replace("done: Pay by card", "done: Order placed").replace(
        "        when: { visible: Delivery }",
        "        when: { visible: Delivery }\n      - tap: { role: button, label: Continue }\n        when: { visible: Payment }",
    );
    let mut flow = strictly(p.flow(SHOP, &more, &s));
    flow.mode = Mode::ReadOnly;
    let r = p.run(flow).await;
    let t = r.summary.trouble.as_ref().unwrap();
    assert!(
        t.class == Class::Stale && t.message.contains("goal-not-reached"),
        "{}",
        r.tell()
    );
    assert_eq!((r.noted(CacheEvent::Hit), p.files() == before), (0, true));

    let r = p.run(p.flow(SHOP, &more, &s)).await;
    assert!(r.noted(CacheEvent::Invalidated) == 1, "{}", r.tell());
    assert!(p.files()[0].1.contains("goal-not-reached") && p.files()[0].1.contains("it would tap"));
    assert_eq!(r.screen, "done", "the model went on from there");
    assert_eq!(r.inputs.len(), 3, "and repeated nothing");
}
