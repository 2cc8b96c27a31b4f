//! What was learned once replays without a model, and is noticed the moment it no longer holds.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use retap::run::{CacheEvent, How};
use retap_cache::store::Mode;
use support::Project;
use support::shop::{GOALS, SHOP, script, state};

const TO_PAYMENT: &str = "- aiAct: go to the payment page\n- expect: { visible: Pay by card }";

#[tokio::test(flavor = "multi_thread")]
async fn the_second_run_asks_no_model_and_does_the_same() {
    let p = Project::new();
    let s = script(TO_PAYMENT);
    let first = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(first.passed(), "{}", first.tell());
    assert_eq!(
        (first.asked, first.summary.committed.recorded),
        (3, 1),
        "{}",
        first.tell()
    );
    let files = p.files();

    let second = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(second.passed(), "{}", second.tell());
    assert_eq!(
        (second.asked, second.summary.calls, second.summary.tokens.total()),
        (0, 0, 0)
    );
    assert_eq!(second.inputs, first.inputs);
    assert_eq!(second.summary.saved.calls, first.summary.calls);
    assert!(
        second.summary.steps[0]
            .located
            .iter()
            .all(|l| l.how == How::Plan && l.rung.is_some() && l.by.is_some())
    );
    assert_eq!(p.files(), files, "a replay writes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_without_a_check_that_passes_after_it() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page");
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && p.files().is_empty(), "{}", r.tell());
    assert_eq!(r.summary.committed.unconfirmed, 1);

    let s = script("- aiAct: go to the payment page\n- expect: { visible: Nothing like it }");
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(!r.passed() && p.files().is_empty(), "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_test_keeps_what_was_confirmed_before_the_failure() {
    let p = Project::new();
    let s = script(&format!(
        "{TO_PAYMENT}\n- aiTap: the Continue button\n- expect: {{ visible: Never }}"
    ));
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert_eq!(r.trouble(), "expect", "{}", r.tell());
    assert_eq!(
        (r.summary.committed.recorded, r.summary.committed.unconfirmed),
        (1, 1)
    );
    assert_eq!(p.files().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_button_on_another_screen_of_the_activity_is_never_taken_for_it() {
    let p = Project::new();
    // Learn "the Continue button" on the delivery page.
    let s = script("- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }");
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 1 && p.files().len() == 1, "{}", r.tell());

    // Now the same words come up on the payment page: memory abstains, the model is asked.
    let s = script("- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Order placed }");
    let r = p.run(state(p.flow(SHOP, GOALS, &s), &[("skip", "yes")])).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert!(
        r.cache().contains(&"missed wrong-screen".to_owned()),
        "{}",
        r.tell()
    );
    assert_eq!(p.files().len(), 2, "each screen has its own variant");

    // And then both replay, each on its own page.
    let s = script(
        "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }\n\
         - aiTap: the Continue button\n- expect: { visible: Order placed }",
    );
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::Hit), 2);
}

const PLANS: &str = r##"
apps: { com.example.plans: { activity: .Main, start: plans } }
state: { chosen: "" }
screens:
  plans:
    tree: |
      FrameLayout
        TextView "Plans" #title
        Button "Basic" #basic
        Button "Premium" #premium
    on:
      - { tap: Basic, set: { chosen: Basic }, goto: done }
      - { tap: Premium, set: { chosen: Premium }, goto: done }
  done:
    tree: |
      FrameLayout
        TextView "Done" #title
        TextView "Thanks" #thanks
        TextView "You have {chosen}" #which
"##;

const PLAN_GOALS: &str = r##"
goals:
  - prompt: choose the Basic plan
    done: Thanks
    steps: [ { tap: { role: button, label: Basic } } ]
  - prompt: choose the Premium plan
    done: Thanks
    steps: [ { tap: { role: button, label: Premium } } ]
"##;

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_recorded_for_one_value_never_acts_for_another() {
    let p = Project::new();
    let s = "android: { launch: com.example.plans }\nvars: { plan: Basic }\ntasks:\n  - name: t\n    flow:\n      \
             - aiAct: choose the {{plan}} plan\n      - expect: { visible: Thanks }\n      \
             - expect: { visible: \"You have {{plan}}\" }\n";
    let r = p.run(p.flow(PLANS, PLAN_GOALS, s)).await;
    assert!(r.passed() && r.asked == 2, "{}", r.tell());

    let premium = || vec![("plan".to_owned(), "Premium".to_owned())];
    let mut flow = p.flow(PLANS, PLAN_GOALS, s);
    flow.vars = premium();
    let r = p.run(flow).await;
    assert!(r.passed() && r.asked == 2, "{}", r.tell());
    assert!(
        r.cache().contains(&"missed other-value".to_owned()),
        "{}",
        r.tell()
    );

    // Both are known now and neither stands in for the other.
    for vars in [premium(), Vec::new()] {
        let mut flow = p.flow(PLANS, PLAN_GOALS, s);
        flow.vars = vars;
        let r = p.run(flow).await;
        assert!(r.passed() && r.asked == 0, "{}", r.tell());
    }
    let all: String = p.files().into_iter().map(|(_, text)| text).collect();
    assert!(all.contains("prompt: choose the {{plan}} plan"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_whose_button_does_nothing_is_no_pass() {
    let p = Project::new();
    let s = script(TO_PAYMENT);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    // The delivery page's button is dead now.
    let dead = SHOP.replace(
        "on: [ { tap: Continue, goto: payment } ]",
        "on: [ { tap: Continue, set: { paid: \"\" } } ]",
    );
    let r = p.run(p.flow(&dead, GOALS, &s)).await;
    assert!(!r.passed(), "{}", r.tell());
    assert!(
        r.cache().contains(&"invalidated effect-missing".to_owned()),
        "{}",
        r.tell()
    );
    assert!(
        p.files()[0].1.contains("reason: effect-missing"),
        "the tombstone is on disk"
    );
    // And it is not tried again.
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 3, "{}", r.tell());
    assert!(r.cache().contains(&"missed invalid".to_owned()), "{}", r.tell());
    // Its heal has replaced it.
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 0 && p.files().len() == 1, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_reads_differently_now_is_not_tapped_from_memory() {
    let p = Project::new();
    let s = script("- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }");
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    // Same id, same place, other words; the button that is meant is elsewhere.
    let changed = SHOP.replacen(
        "        Button \"Continue\" #btn_primary",
        "        Button \"Delete account\" #btn_primary\n        Button \"Continue\" #btn_next",
        1,
    );
    let r = p.run(p.flow(&changed, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 1, "{}", r.tell());
    assert!(
        r.cache().contains(&"missed contradiction".to_owned()),
        "{}",
        r.tell()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_effect_that_was_there_before_is_not_proof() {
    let p = Project::new();
    const DOUBLE: &str = r##"
apps: { a.b: { activity: .M, start: one } }
state: { saved: "" }
screens:
  one:
    tree: |
      FrameLayout
        TextView "Notes" #title
        Button "Save" #save
        TextView "Saved" #ok ?saved=yes
    on: [ { tap: Save, set: { saved: "yes" } } ]
"##;
    let goals = "goals: [ { prompt: save it, steps: [ { tap: { role: button, label: Save } } ] } ]";
    let s = "android: { launch: a.b }\ntasks: [ { name: t, flow: [ { aiAct: save it }, { expect: { visible: Saved } } ] } ]";
    let r = p.run(p.flow(DOUBLE, goals, s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    // Now "Saved" is on the screen before anything is done, and nothing changes.
    let r = p.run(state(p.flow(DOUBLE, goals, s), &[("saved", "yes")])).await;
    assert_eq!(r.trouble(), "no-effect", "{}", r.tell());
    assert!(
        r.cache().contains(&"handed off effect-before".to_owned()),
        "{}",
        r.tell()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toggle_in_the_wanted_state_is_not_flipped_back() {
    let p = Project::new();
    let goals = "goals: [ { prompt: switch sync on, steps: [ { tap: { role: toggle, label: Sync }, unless: { visible: never } } ] } ]";
    let s = script("- aiAct: switch sync on\n- expect: { visible: Sync }");
    let r = p.run(p.flow(SHOP, goals, &s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    let mut flow = state(p.flow(SHOP, goals, &s), &[("sync", "true")]);
    flow.mode = Mode::ReadOnly;
    let r = p.run(flow).await;
    assert!(
        r.cache().contains(&"missed other-state".to_owned()),
        "{}",
        r.tell()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn modes_keep_their_word() {
    let p = Project::new();
    let s = script(TO_PAYMENT);
    for mode in [Mode::ReadOnly, Mode::Off] {
        let mut flow = p.flow(SHOP, GOALS, &s);
        flow.mode = mode;
        let r = p.run(flow).await;
        assert!(
            r.passed() && r.asked == 3 && p.files().is_empty(),
            "{mode:?}: {}",
            r.tell()
        );
    }
    let write_only = || {
        let mut flow = p.flow(SHOP, GOALS, &s);
        flow.mode = Mode::WriteOnly;
        flow
    };
    assert!(p.run(write_only()).await.passed());
    let files = p.files();
    // A second recording that is equal changes no byte.
    let r = p.run(write_only()).await;
    assert!(r.passed() && r.asked == 3, "{}", r.tell());
    assert_eq!((r.summary.committed.unchanged, p.files()), (1, files));
    let mut flow = p.flow(SHOP, GOALS, &s);
    flow.mode = Mode::ReadOnly;
    assert_eq!(p.run(flow).await.asked, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_read_only_a_failed_recording_is_left_as_it_is() {
    let p = Project::new();
    let s = script("- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }");
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let files = p.files();
    let changed = SHOP.replacen(
        "\"Continue\" #btn_primary",
        "\"Continue\" #other disabled\n        Button \"Back\" #btn_primary",
        1,
    );
    let mut flow = p.flow(&changed, GOALS, &s);
    flow.mode = Mode::ReadOnly;
    let r = p.run(flow).await;
    assert!(
        r.cache().contains(&"invalidated contradiction".to_owned()),
        "{}",
        r.tell()
    );
    assert_eq!(p.files(), files);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_entry_is_a_miss_and_is_replaced() {
    let p = Project::new();
    let s = script(TO_PAYMENT);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let (path, text) = p.files().remove(0);
    std::fs::write(&path, &text[..text.len() / 3]).unwrap();
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 3, "{}", r.tell());
    assert!(
        r.cache().contains(&"problem unreadable".to_owned()),
        "{}",
        r.tell()
    );
    let without_notes = |t: &str| t.split("\n  notes:").next().unwrap().to_owned();
    let healed = std::fs::read_to_string(&path).unwrap();
    assert_eq!(without_notes(&healed), without_notes(&text), "recorded anew");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_that_comes_late_is_waited_for_and_tapped_once() {
    let p = Project::new();
    let s = script(TO_PAYMENT);
    let first = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(first.passed());
    // The delivery page shows its button 200 ms late.
    let late = SHOP
        .replacen(
            "Button \"Continue\" #btn_primary",
            "Button \"Continue\" #btn_primary ?street=there",
            1,
        )
        .replacen(
            "on: [ { tap: Continue, goto: payment } ]",
            "on: [ { tap: Continue, goto: payment }, { every: 200ms, set: { street: there } } ]",
            1,
        )
        .replacen("EditText bind=street #street", "EditText #street", 1);
    let r = p.run(p.flow(&late, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.inputs.len(), first.inputs.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_goes_away_is_an_environment_error_and_loses_nothing() {
    let p = Project::new();
    let s = script(&format!(
        "{TO_PAYMENT}\n- aiTap: the Continue button\n- expect: {{ visible: Order placed }}"
    ));
    let mut flow = p.flow(SHOP, GOALS, &s);
    flow.on_event = Some(Box::new(|event, phone| {
        if matches!(event, retap::run::Event::Step(3, _)) {
            phone.unplug();
        }
    }));
    let r = p.run(flow).await;
    let trouble = r.summary.trouble.as_ref().unwrap();
    assert_eq!(
        (trouble.class, trouble.kind.as_str()),
        (retap::run::Class::Environment, "device-not-found"),
        "{}",
        r.tell()
    );
    assert_eq!(
        (r.summary.committed.recorded, p.files().len()),
        (1, 1),
        "the confirmed plan is stored"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_control_that_does_nothing_is_tapped_once_by_a_tap_and_ends_a_goal() {
    let p = Project::new();
    let dead = SHOP.replace(
        "      - { tap: Check out, goto: delivery }\n",
        "      - { tap: Check out, set: { paid: \"\" } }\n",
    );
    let s = script("- tap: Check out\n- expect: { visible: Where to? }");
    let r = p.run(p.flow(&dead, GOALS, &s)).await;
    assert_eq!((r.trouble(), r.inputs.len()), ("expect", 1), "{}", r.tell());
    // A model that asks for the same futile tap again and again.
    let goals = "goals: [ { prompt: start, done: never, steps: [ { tap: { role: button, label: Check out } }, \
                 { tap: { role: button, label: Check out } }, { tap: { role: button, label: Check out } }, \
                 { tap: { role: button, label: Check out } }, { tap: { role: button, label: Check out } } ] } ]";
    let s = script("- aiAct: start\n- expect: { visible: Shop }");
    let r = p.run(p.flow(&dead, goals, &s)).await;
    assert_eq!((r.trouble(), r.inputs.len()), ("no-effect", 4), "{}", r.tell());
    assert!(p.files().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_goal_that_changes_nothing_is_not_reached() {
    let p = Project::new();
    let goals = "goals: [ { prompt: do something, done: Shop, steps: [ { press: back } ] } ]";
    let s = script("- aiAct: do something\n- expect: { visible: Shop }");
    let r = p.run(p.flow(SHOP, goals, &s)).await;
    assert_eq!(r.trouble(), "no-effect", "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quoted_label_needs_no_model_and_a_selector_neither() {
    let p = Project::new();
    let s = script(
        "- aiTap: the \"Check out\" button\n- type: 1 Main Street\n  into: { id: street }\n\
         - expect: { text: 1 Main Street, of: { id: street } }\n- tap: { id: btn_primary }\n\
         - expect: { gone: { id: street } }",
    );
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    assert_eq!(r.summary.steps[0].located[0].how, How::Label);
    assert_eq!(r.summary.steps[1].located[0].how, How::Selector);
}
