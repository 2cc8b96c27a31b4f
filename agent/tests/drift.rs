//! Runs that may not write: what they would have stored is kept for review, and drift is told or fails the test.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{CacheEvent, Class, How};
use retap::script::Heal;
use retap_cache::store::{Applied, Mode, Store, changes};
use support::shop::{GOALS, ONE, SHOP, renamed, renamed_and_dead, script};
use support::{Flow, Project};

const STEPS: &str = "- aiAct: go to the payment page\n- expect: { visible: Pay by card }";
fn in_ci(mut flow: Flow<'_>) -> Flow<'_> {
    (flow.mode, flow.aside) = (Mode::ReadOnly, true);
    flow
}

fn take_in(p: &Project) -> Vec<Applied> {
    let store = Store::new(p.cache(), Mode::ReadWrite);
    let all = changes(&p.aside()).unwrap();
    all.iter().map(|c| store.apply(c).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heal_of_a_run_that_only_reads_is_taken_in_after_review() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let before = p.files();
    let phone = renamed();
    let r = p.run(in_ci(p.flow(&phone, ONE, &s))).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::Aside), 1, "{}", r.tell());
    assert_eq!(p.files(), before, "the cache itself is left alone");

    assert_eq!(take_in(&p), [Applied::Recorded]);
    assert_ne!(p.files(), before);
    let r = p.run(p.flow(&phone, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(take_in(&p), [Applied::Unchanged]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_for_review_where_nothing_was_learned() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let r = p.run(in_ci(p.flow(SHOP, GOALS, &s))).await;
    assert!(r.passed() && !p.aside().exists(), "{}", r.tell());
}

/// The plan fails and what the model then does is no plan: its tombstone is all that there is to take in.
#[tokio::test(flavor = "multi_thread")]
async fn a_tombstone_is_kept_for_review_too() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let phone = renamed_and_dead();
    let r = p.run(in_ci(p.flow(&phone, ONE, &s))).await;
    assert!(!r.passed(), "{}", r.tell());
    assert!(!p.files()[0].1.contains("invalid:"));
    assert_eq!(take_in(&p), [Applied::Invalidated]);
    assert!(p.files()[0].1.contains("reason: effect-missing"));
}

/// What others have recorded since the run weighs more than its tombstones and removals.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_stored_meanwhile_is_lost() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let phone = renamed();
    let failing = renamed_and_dead();
    p.run(in_ci(p.flow(&failing, ONE, &s))).await;
    assert!(p.run(p.flow(&phone, ONE, &s)).await.passed());
    let healed = p.files();
    assert_eq!(take_in(&p), [Applied::Overtaken]);
    assert_eq!(p.files(), healed);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_that_was_learned_anew_leaves_no_tombstone_behind() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    // The start screen has one more landmark, so that the heal has another name; its button is another, too.
    let phone = SHOP
        .replacen(
            "TextView \"Shop\" #title",
            "TextView \"Shop\" #title\n        TextView \"Spring sale\" #sale",
            1,
        )
        .replacen("\"Check out\" #start", "\"Buy\" #buy", 1)
        .replace("tap: Check out", "tap: Buy");
    let goals = GOALS.replace("label: Check out", "label: Buy");
    let r = p.run(in_ci(p.flow(&phone, &goals, &s))).await;
    assert!(r.passed(), "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::Invalidated), 1, "{}", r.tell());
    let mut applied = take_in(&p);
    applied.sort_by_key(|a| format!("{a:?}"));
    assert_eq!(applied, [Applied::Recorded, Applied::Removed]);
    assert_eq!(p.files().len(), 1);
    let r = p.run(p.flow(&phone, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn drift_fails_a_passed_test_only_where_that_was_asked_for() {
    let phone = renamed();
    let s = script(STEPS);
    for heal in [Heal::Allow, Heal::Warn, Heal::Fail] {
        let p = Project::new();
        let mut fresh = p.flow(SHOP, GOALS, &s);
        fresh.heal = heal;
        assert!(p.run(fresh).await.passed(), "what was never recorded is no drift");
        let mut flow = in_ci(p.flow(&phone, ONE, &s));
        flow.heal = heal;
        let r = p.run(flow).await;
        assert_eq!(r.summary.memory.drifted, 1, "{}", r.tell());
        let class = r.summary.trouble.as_ref().map(|t| t.class);
        assert_eq!(
            class,
            (heal == Heal::Fail).then_some(Class::Stale),
            "{}",
            r.tell()
        );
        assert_eq!(r.noted(CacheEvent::Aside), 1, "kept for review all the same");
    }
}

/// What lesser evidence finds without a model is told, and fails nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_relocated_is_no_drift() {
    let p = Project::new();
    let s = script(STEPS);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let phone = SHOP.replace("#start", "#buy");
    let mut flow = in_ci(p.flow(&phone, "goals: []", &s));
    flow.heal = Heal::Fail;
    let r = p.run(flow).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.summary.memory.relocated, 1);
    assert!(r.summary.steps[0].located.iter().all(|l| l.how == How::Plan));
    assert_eq!(take_in(&p), [Applied::Recorded]);
}

#[test]
fn a_folder_with_a_bad_file_is_not_taken_in() {
    let dir = tempfile::tempdir().unwrap();
    assert!(changes(&dir.path().join("nowhere")).is_err());
    assert!(changes(dir.path()).unwrap().is_empty());
    std::fs::write(dir.path().join("README.md"), "notes").unwrap();
    assert!(changes(dir.path()).unwrap().is_empty());
    std::fs::write(dir.path().join("0123abcd.yaml"), "format: 3\nkey: nonsense").unwrap();
    let e = changes(dir.path()).unwrap_err().to_string();
    assert!(e.contains("0123abcd.yaml"), "{e}");
}
