//! What must never happen: a tap on the wrong thing, a pass without the effect.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::time::Duration;

use retap::run::{CacheEvent, Class};
use support::Project;
use support::shop::{GOALS, SHOP, renamed, script, state};

const CONTINUE: &str = "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }";

/// The shop with a permission dialog of the system.
fn with_dialog() -> String {
    format!(
        "{SHOP}  permission:\n    app: com.example.shop\n    package: com.android.permissioncontroller\n    dialog: true\n    \
         tree: |\n      FrameLayout\n        TextView \"Allow the shop to send notifications?\" #message\n        \
         Button \"Continue\" #btn_primary\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_for_one_screen_is_void_on_another() {
    let p = Project::new();
    let s = script("- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Order placed }");
    let mut flow = p.flow(SHOP, GOALS, &s);
    // While the model thinks about the delivery page, the app moves on to payment by itself.
    flow.timing.fresh = Duration::ZERO;
    flow.on_question = Some(Box::new(|number, phone| {
        if number == 1 {
            phone.show("payment").unwrap();
        }
    }));
    let r = p.run(flow).await;
    assert!(r.passed(), "{}", r.tell());
    assert_eq!(
        (r.asked, r.questions.len()),
        (2, 2),
        "asked again on the new screen"
    );
    assert!(r.questions[1].contains("Pay by card"));
    assert_eq!(r.inputs.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planned_move_for_one_screen_is_not_made_on_another() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    let mut flow = p.flow(SHOP, GOALS, &s);
    flow.timing.fresh = Duration::ZERO;
    flow.on_question = Some(Box::new(|number, phone| {
        if number == 1 {
            phone.show("delivery").unwrap();
        }
    }));
    let r = p.run(flow).await;
    // The first move ("Check out") was never made: the goal says so, and the next question knows.
    assert!(r.questions[1].contains("nothing was done"), "{}", r.tell());
    assert!(r.inputs.is_empty(), "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_does_not_act_on_a_dialog_of_the_system() {
    let p = Project::new();
    let phone = with_dialog();
    let s = script(CONTINUE);
    assert!(p.run(p.flow(&phone, GOALS, &s)).await.passed());
    let files = p.files();
    let mut flow = p.flow(&phone, "goals: []", &s);
    // The dialog comes after the last read: a read is made anew before anything is done.
    flow.timing.fresh = Duration::ZERO;
    flow.on_event = Some(Box::new(|event, phone| {
        if matches!(event, retap::run::Event::Step(2, _)) {
            phone.show("permission").unwrap();
        }
    }));
    let r = p.run(flow).await;
    assert_eq!((r.trouble(), r.inputs.len()), ("not-found", 1), "{}", r.tell());
    assert!(
        r.cache().contains(&"missed cannot-tell".to_owned()),
        "{}",
        r.tell()
    );
    assert_eq!(p.files(), files, "nobody is to blame");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_presses_no_key_into_a_dialog() {
    let p = Project::new();
    let phone = with_dialog().replace(
        "        TextView \"Payment\" #title",
        "        TextView \"Payment\" #title\n        TextView \"Really?\" #really",
    );
    let goals = "goals: [ { prompt: go there and back, steps: [ { tap: { role: button, label: Check out } }, { press: back }, \
                 { tap: { role: toggle, label: Sync } } ] } ]";
    let s = script("- aiAct: go there and back\n- expect: { visible: Shop }");
    let r = p.run(p.flow(&phone, goals, &s)).await;
    assert!(r.passed() && p.files().len() == 1, "{}", r.tell());
    let mut taps = 0;
    let mut flow = p.flow(&phone, "goals: []", &s);
    flow.on_event = Some(Box::new(move |event, phone| {
        if let retap::run::Event::Located(_) = event {
            taps += 1;
            if taps == 1 {
                // The dialog comes up right after the first tap.
                phone.show("permission").unwrap();
            }
        }
    }));
    let r = p.run(flow).await;
    assert!(!r.passed(), "{}", r.tell());
    assert!(!r.inputs.iter().any(|i| i.contains("keyevent")), "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_behind_a_dialog_or_a_crash_cannot_be_told() {
    let p = Project::new();
    let phone = with_dialog().replace(
        "on: [ { tap: Continue, goto: payment } ]",
        "on: [ { tap: Continue, stop: true } ]",
    );
    let s = script("- tap: Check out\n- expect: { gone: { id: street } }");
    let mut flow = p.flow(&phone, GOALS, &s);
    flow.on_event = Some(Box::new(|event, phone| {
        if matches!(event, retap::run::Event::Step(2, _)) {
            phone.show("permission").unwrap();
        }
    }));
    let r = p.run(flow).await;
    let t = r.summary.trouble.clone().unwrap();
    assert_eq!(
        (t.kind.as_str(), t.class),
        ("cannot-tell", Class::Environment),
        "{}",
        r.tell()
    );
    assert!(
        t.message.contains("com.android.permissioncontroller is in front"),
        "{}",
        t.message
    );

    // The app dies: the launcher shows none of its elements, and that proves nothing.
    let s = script("- tap: Check out\n- tap: Continue\n- expect: { gone: { id: street } }");
    let r = p.run(p.flow(&phone, GOALS, &s)).await;
    assert_eq!(r.trouble(), "cannot-tell", "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handed_off_plan_tells_the_model_what_was_done_and_is_not_stored_as_the_plan() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: Pay by card }");
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    // The second button of the plan reads differently now.
    let changed = renamed();
    let goals = GOALS.replacen("role: button, label: Continue", "role: button, label: Next", 1);
    let mut flow = p.flow(&changed, &goals, &s);
    flow.on_question = Some(Box::new(|_, _| {}));
    let r = p.run(flow).await;
    assert!(r.passed(), "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::HandedOff), 1);
    // The one element was asked for first, and the model does not know it.
    assert!(r.questions[0].contains("FIND: "), "{}", r.questions[0]);
    let goal = &r.questions[1];
    assert!(
        goal.contains(r#"1. tap button \"Check out\" -> screen changed"#),
        "{goal}"
    );
    assert!(goal.contains("1 of 2 remembered moves were made"), "{goal}");
    assert_eq!((r.summary.committed.recorded, p.files().len()), (0, 1));
    assert!(
        p.files()[0].1.contains("reason: contradiction"),
        "only the tombstone"
    );
    // And the next run learns the whole plan anew.
    let r = p.run(p.flow(&changed, &goals, &s)).await;
    assert!(r.passed() && r.asked == 3, "{}", r.tell());
    let r = p.run(p.flow(&changed, &goals, &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn in_another_language_a_plan_replays_by_ids_alone() {
    let p = Project::new();
    let s = script("- aiAct: go to the payment page\n- expect: { visible: { id: question } }");
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let files = p.files();
    let mut german = format!("phone: {{ locale: de-DE }}\n{SHOP}");
    for (en, de) in [
        ("Shop", "Laden"),
        ("Check out", "Kasse"),
        ("Sync", "Abgleich"),
        ("Delivery", "Lieferung"),
        ("Where to?", "Wohin?"),
        ("Continue", "Weiter"),
        ("Payment", "Zahlung"),
        ("Pay by card", "Karte"),
    ] {
        german = german
            .replace(&format!("\"{en}\""), &format!("\"{de}\""))
            .replace(&format!("tap: {en},"), &format!("tap: {de},"));
    }
    let r = p.run(p.flow(&german, "goals: []", &s)).await;
    assert!(r.passed() && r.asked == 0, "{}", r.tell());
    // Without ids of their own they are not found, the model is asked, and nobody is to blame.
    let bare = german.replace("#btn_primary", "#weiter");
    let r = p.run(p.flow(&bare, "goals: []", &s)).await;
    assert!(!r.passed(), "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::Invalidated), 0, "{}", r.tell());
    assert_eq!(p.files(), files);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_touched_is_waited_for_and_then_named() {
    let p = Project::new();
    let s = script(CONTINUE);
    assert!(p.run(p.flow(SHOP, GOALS, &s)).await.passed());
    let files = p.files();
    let disabled = SHOP.replacen(
        "Button \"Continue\" #btn_primary",
        "Button \"Continue\" #btn_primary disabled",
        1,
    );
    let r = p.run(p.flow(&disabled, GOALS, &s)).await;
    assert_eq!((r.trouble(), r.inputs.len()), ("not-tappable", 1), "{}", r.tell());
    assert!(
        r.cache().contains(&"missed not-tappable".to_owned()),
        "{}",
        r.tell()
    );
    assert_eq!(p.files(), files);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_typed_is_read_back_from_the_field_itself() {
    let p = Project::new();
    // The app changes the text before the next read is made.
    let forgetful = format!("timing: {{ dump: 100ms }}\n{SHOP}").replacen(
        "on: [ { tap: Continue, goto: payment } ]",
        "on: [ { tap: Continue, goto: payment }, { tap: \"#street\", set: { street: Noth Pir }, after: 20ms } ]",
        1,
    );
    let s = script(
        "- tap: Check out\n- type: North Pier\n  into: { id: street }\n- expect: { visible: Delivery }",
    );
    let r = p.run(p.flow(&forgetful, GOALS, &s)).await;
    let t = r.summary.trouble.clone().unwrap();
    assert_eq!(t.kind, "typed-differs", "{}", r.tell());
    assert!(
        t.message.contains("Noth Pir") && t.message.contains("North Pier"),
        "{}",
        t.message
    );
    assert_eq!(
        r.inputs.iter().filter(|i| i.contains("input text")).count(),
        1,
        "typed once"
    );

    // Clearing a field is fine although its hint shows afterwards.
    let hinted = SHOP.replace(
        "EditText bind=street #street",
        "EditText hint=\"Street\" bind=street #street",
    );
    let s = script("- tap: Check out\n- type: \"\"\n  into: { id: street }\n- expect: { visible: Delivery }");
    let r = p
        .run(state(p.flow(&hinted, GOALS, &s), &[("street", "Old Road")]))
        .await;
    assert!(r.passed(), "{}", r.tell());

    // Text for nobody is not typed at all.
    let s = script("- type: North Pier\n- expect: { visible: Shop }");
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert_eq!((r.trouble(), r.inputs.len()), ("not-editable", 0), "{}", r.tell());
    let s = script("- type: North Pier\n  into: Check out\n- expect: { visible: Shop }");
    let r = p.run(p.flow(SHOP, GOALS, &s)).await;
    assert_eq!((r.trouble(), r.inputs.len()), ("not-editable", 0), "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_names_a_position_or_was_read_off_the_screen_is_not_kept() {
    let p = Project::new();
    let goals =
        "goals: [ { prompt: the first button, find: { role: button, label: Check out }, place: true } ]";
    let s = script("- aiTap: the first button\n- expect: { visible: Delivery }");
    let r = p.run(p.flow(SHOP, goals, &s)).await;
    assert!(r.passed() && p.files().is_empty(), "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::NotKept), 1);

    let named = SHOP.replace(
        "EditText bind=street #street",
        "EditText @\"Street\" bind=street #street",
    );
    let goals = "goals: [ { prompt: fill in the form, steps: [ { tap: { role: button, label: Check out } }, \
                 { type: { role: field, label: Street, text: Delivery } } ] } ]";
    let s = script("- aiAct: fill in the form\n- expect: { visible: Where to? }");
    let r = p.run(p.flow(&named, goals, &s)).await;
    assert!(r.passed() && p.files().is_empty(), "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tap_that_changed_nothing_is_not_remembered() {
    let p = Project::new();
    let goals = "goals: [ { prompt: the title, find: { role: text, label: Shop } } ]";
    let s = script("- aiTap: the title\n- expect: { visible: Shop }");
    let r = p.run(p.flow(SHOP, goals, &s)).await;
    assert!(r.passed() && p.files().is_empty(), "{}", r.tell());
    assert_eq!(r.noted(CacheEvent::NotKept), 1, "{}", r.tell());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loose_match_gives_the_right_one_time_to_come() {
    let p = Project::new();
    // "Pay" is the whole word of "Pay by card" at first; the button comes 60 ms later.
    let late = SHOP
        .replace("state: {", "state: { ready: \"\",")
        .replacen(
            "TextView \"Delivery\" #title",
            "TextView \"Pay later\" #title\n        Button \"Pay\" #pay ?ready=yes",
            1,
        )
        .replacen(
            "on: [ { tap: Continue, goto: payment } ]",
            "on: [ { tap: Pay, goto: done }, { every: 60ms, set: { ready: \"yes\" } } ]",
            1,
        );
    let s = script("- tap: Check out\n- tap: Pay\n- expect: { visible: Order placed }");
    let r = p.run(p.flow(&late, GOALS, &s)).await;
    assert!(r.passed(), "{}", r.tell());
}
