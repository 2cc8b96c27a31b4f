//! Policies of a script: recordings of another day, another version of the app, another model.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::script::read;
use support::shop::{GOALS, SHOP, script};
use support::{Flow, Project, Ran};

const STEPS: &str = "- aiAct: go to the payment page\n- expect: { visible: Pay by card }";

fn under(policy: &str) -> String {
    format!("agent: {{ cache: {{ {policy} }} }}\n{}", script(STEPS))
}

/// The same flow once something has changed.
type Later = for<'a> fn(Flow<'a>) -> Flow<'a>;

fn updated(mut flow: Flow<'_>) -> Flow<'_> {
    flow.app_version = "1.1";
    flow
}

fn with_another_model(mut flow: Flow<'_>) -> Flow<'_> {
    flow.model = Some("another");
    flow
}

fn a_month_later(mut flow: Flow<'_>) -> Flow<'_> {
    flow.now = "2026-02-02T03:04:05Z";
    flow
}

const CHANGES: [(&str, Later); 2] = [
    ("on-app-update", updated),
    ("on-model-change", with_another_model),
];

async fn learned() -> Project {
    let p = Project::new();
    let s = script(STEPS);
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    p
}

fn outdated(r: &Ran) -> usize {
    r.cache().iter().filter(|c| *c == "missed outdated").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn by_default_notes_never_decide() {
    for policy in ["", "on-app-update: keep, on-model-change: keep"] {
        let p = learned().await;
        let before = p.files();
        let s = under(policy);
        let flow = updated(with_another_model(a_month_later(p.flow(SHOP, GOALS, &s))));
        let r = p.run(flow).await;
        assert!(r.passed() && r.asked == 0, "{}", r.tell());
        assert_eq!(p.files(), before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rerecord_asks_anew_once() {
    for (key, later) in CHANGES {
        let p = learned().await;
        let s = under(&format!("{key}: rerecord"));
        let r = p.run(p.flow(SHOP, GOALS, &s)).await;
        assert!(r.passed() && r.asked == 0, "nothing has changed: {}", r.tell());
        let r = p.run(later(p.flow(SHOP, GOALS, &s))).await;
        assert!(r.passed() && r.asked > 0, "{key}: {}", r.tell());
        assert_eq!(outdated(&r), 1, "{:?}", r.cache());
        let r = p.run(later(p.flow(SHOP, GOALS, &s))).await;
        assert!(r.passed() && r.asked == 0, "{key}: {}", r.tell());
        assert_eq!(p.files().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_serves_its_own_test_only_until_a_check_proves_it_again() {
    for (key, later) in CHANGES {
        let p = learned().await;
        let s = under(&format!("{key}: verify"));
        let mut other = later(p.flow(SHOP, GOALS, &s));
        other.test = "other.yaml";
        other.mode = retap_cache::store::Mode::ReadOnly;
        let r = p.run(other).await;
        assert!(r.passed() && r.asked > 0, "{key}: {}", r.tell());
        assert!(
            r.cache().contains(&"missed other-test".to_owned()),
            "{:?}",
            r.cache()
        );

        let r = p.run(later(p.flow(SHOP, GOALS, &s))).await;
        assert!(r.passed() && r.asked == 0, "{key}: {}", r.tell());
        let mut other = later(p.flow(SHOP, GOALS, &s));
        other.test = "other.yaml";
        let r = p.run(other).await;
        assert!(r.passed() && r.asked == 0, "proved again: {key}: {}", r.tell());
        assert_eq!(p.files().len(), 1);
    }
}

/// A change that broke the step is found by its gates, and what was trusted less is no more than that.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_proved_again_stays_weak() {
    let p = learned().await;
    let s = format!(
        "agent: {{ cache: {{ on-app-update: verify }} }}\n{}",
        script("- aiAct: go to the payment page\n- expect: { visible: Something else }")
    );
    let before = p.files();
    let r = p.run(updated(p.flow(SHOP, GOALS, &s))).await;
    assert!(!r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(p.files(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_old_is_recorded_anew() {
    let p = learned().await;
    for (age, asks) in [("32d", false), ("30d", true), ("30d", false)] {
        let s = under(&format!("max-age: {age}"));
        let r = p.run(a_month_later(p.flow(SHOP, GOALS, &s))).await;
        assert!(r.passed(), "{}", r.tell());
        assert_eq!(r.asked > 0, asks, "{age}: {}", r.tell());
        assert_eq!(outdated(&r), usize::from(asks));
    }
    assert_eq!(p.files().len(), 1);
}

#[test]
fn policies_are_checked_like_everything_else() {
    let told = |policy: &str| {
        let e = read(std::path::Path::new("t.yaml"), &under(policy), &[]).unwrap_err();
        format!("{e} {}", e.hint)
    };
    assert!(told("max-age: soon").contains("30d"), "{}", told("max-age: soon"));
    assert!(told("max-age: 0d").contains("days or hours"));
    assert!(
        told("on-app-update: maybe").contains("verify"),
        "{}",
        told("on-app-update: maybe")
    );
    assert!(told("on-app-updates: keep").contains("on-app-update"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passed_test_confirms_only_where_the_script_says_so_and_proves_nothing() {
    let steps = |confirm: &str| {
        format!(
            "agent: {{ cache: {{ confirm: {confirm} }} }}\n{}",
            script("- aiAct: go to the payment page")
        )
    };
    let p = Project::new();
    let r = p.run(p.flow(SHOP, GOALS, &steps("check"))).await;
    assert!(r.passed() && p.files().is_empty(), "{}", r.tell());
    let r = p.run(p.flow(SHOP, GOALS, &steps("run"))).await;
    assert!(
        r.passed() && p.files()[0].1.contains("weak: t.yaml"),
        "{}",
        r.tell()
    );
    let r = p.run(p.flow(SHOP, GOALS, &steps("run"))).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    let s = steps("run");
    let mut other = p.flow(SHOP, GOALS, &s);
    other.test = "other.yaml";
    assert!(p.run(other).await.asked > 0, "it serves its own test only");

    let p = Project::new();
    let failing = format!(
        "agent: {{ cache: {{ confirm: run }} }}\n{}",
        script("- aiAct: go to the payment page\n- expect: { visible: Something else }")
    );
    let r = p.run(p.flow(SHOP, GOALS, &failing)).await;
    assert!(!r.passed() && p.files().is_empty(), "{}", r.tell());
}

/// What a policy has weakened for this run is condemned on disk all the same.
#[tokio::test(flavor = "multi_thread")]
async fn what_fails_under_a_policy_has_its_tombstone() {
    let p = learned().await;
    let s = under("on-app-update: verify");
    let dead = SHOP.replacen(
        "tap: Continue, goto: payment",
        "tap: Continue, set: { skip: no }",
        1,
    );
    let r = p.run(updated(p.flow(&dead, "goals: []", &s))).await;
    assert!(!r.passed(), "{}", r.tell());
    let file = &p.files()[0].1;
    assert!(
        file.contains("reason: effect-missing") && !file.contains("weak:"),
        "{file}"
    );
}

/// A check that proves nothing does not take from others what is proved.
#[tokio::test(flavor = "multi_thread")]
async fn a_proved_recording_is_not_replaced_by_a_weak_one() {
    let p = learned().await;
    let before = p.files();
    let s = format!(
        "agent: {{ cache: {{ on-app-update: rerecord, confirm: run }} }}\n{}",
        script("- aiAct: go to the payment page")
    );
    let r = p.run(updated(p.flow(SHOP, GOALS, &s))).await;
    assert!(r.passed() && r.asked > 0, "{}", r.tell());
    assert_eq!(p.files(), before, "{:?}", r.cache());
}
