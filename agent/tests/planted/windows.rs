//! Another window comes to the front.

use crate::case::{Case, Round, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{APP, NOTHING, goals, phone, script, swap};

/// The shop with dialogs that nobody has recorded.
fn with_dialogs() -> String {
    let dialogs = format!(
        r##"  permission:
    app: {APP}
    package: com.android.permissioncontroller
    dialog: true
    tree: |
      FrameLayout [100,800][980,1400]
        TextView "Allow notifications?" #message [120,820][960,1000]
        Button "Continue" #btn_primary [120,1200][960,1380]
    on:
      - {{ tap: Continue, set: {{ hits: "{{hits}}permission; " }}, back: true }}
  rate:
    app: {APP}
    dialog: true
    tree: |
      FrameLayout [100,800][980,1400]
        TextView "Do you like us?" #message [120,820][960,1000]
        Button "Continue" #btn_primary [120,1200][960,1380]
    on:
      - {{ tap: Continue, set: {{ hits: "{{hits}}rate; " }}, back: true }}
  hint:
    app: {APP}
    dialog: true
    tree: |
      FrameLayout [100,800][980,1400]
        TextView "One moment" #message [120,820][960,1000]
    on:
      - {{ every: 60ms, back: true }}
"##
    );
    format!("{}{dialogs}", shop())
}

/// Shows a dialog after the first move.
fn after_first(flow: &mut crate::support::Flow<'_>, dialog: &'static str) {
    let mut moves = 0;
    flow.on_read = Some(Box::new(move |_, phone| {
        let hit = phone.state("hits").unwrap_or_default();
        if moves == 0 && !hit.is_empty() {
            moves += 1;
            phone.show(dialog).unwrap();
        }
    }));
}

/// Shows a dialog, or another app, before the step with that number.
fn before_step(flow: &mut crate::support::Flow<'_>, step: usize, screen: &'static str) {
    flow.timing.fresh = std::time::Duration::ZERO;
    flow.on_event = Some(Box::new(move |event, phone| {
        if matches!(event, retap::run::Event::Step(n, _) if *n == step) {
            phone.show(screen).unwrap();
        }
    }));
}

/// A page that says what was saved, and an alert that says the same words and more.
fn saving() -> Round {
    let page = phone(
        "saved: \"\"",
        r##"  page:
    tree: |
      FrameLayout
        TextView "Notes" #title
        TextView "One line" #line
        Button "Save" #save
        TextView "Saved" ?saved=yes
    on:
      - Save -> : saved=yes
  alert:
    dialog: true
    tree: |
      FrameLayout [100,800][980,1400]
        TextView "Saved" [120,820][960,900]
        TextView "… on this phone only: the server can't be reached" [120,900][960,1100]
        Button "OK" #ok [120,1200][960,1380]
    on:
      - { tap: OK, set: { hits: "{hits}OK; " }, back: true }
"##,
    );
    let goals = goals(&[("save it", "Saved", &["Save"])], &[]);
    let steps = "- aiAct: save it\n- expect: { visible: Saved }";
    Round::new(page, goals, script(steps))
}

pub fn cases() -> Vec<Case> {
    let there = ("page", "payment");
    let plan = Round {
        phone: with_dialogs(),
        ..to_payment()
    };
    let tap = {
        let steps = "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }";
        Round::new(with_dialogs(), shop_goals(), script(steps))
    };
    vec![
        Case::new(
            "a dialog of the system stands in front of a plan",
            &plan,
            there,
            want("missed: cannot-tell", "", 1, "gave-up", "unchanged"),
        )
        .knowing(NOTHING)
        .tweak(|f| before_step(f, 1, "permission"))
        .first_again(0),
        Case::new(
            "a permission dialog with a button of that very name and id stands in front of an `aiTap`",
            &tap,
            there,
            want("missed: cannot-tell", "Check out;", 1, "not-found", "unchanged"),
        )
        .knowing(NOTHING)
        .tweak(|f| before_step(f, 2, "permission"))
        .first_again(0),
        Case::new(
            "a dialog of the system comes up in the middle of a plan",
            &plan,
            there,
            want("handed off: cannot-tell", "Check out;", 1, "gave-up", "unchanged"),
        )
        .knowing(NOTHING)
        .tweak(|f| after_first(f, "permission")),
        Case::new(
            "a dialog of the app, not recorded, with the very button of the plan, comes up in the middle",
            &plan,
            there,
            want("handed off: cannot-tell", "Check out;", 1, "gave-up", "unchanged"),
        )
        .knowing(NOTHING)
        .tweak(|f| after_first(f, "rate")),
        Case::new(
            "the same, and the model closes it and goes on",
            &plan,
            there,
            want(
                "handed off: cannot-tell",
                "Check out; rate; Continue;",
                3,
                "passed",
                "unchanged",
            ),
        )
        .knowing(goals(
            &[(
                "go to the payment page",
                "Pay by card",
                &[
                    "Check out",
                    "Continue when Do you like us?",
                    "Continue when Delivery",
                ],
            )],
            &[],
        ))
        .tweak(|f| after_first(f, "rate"))
        .first_again(0),
        Case::new(
            "a hint pops up in between and goes by itself",
            &plan,
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .tweak(|f| after_first(f, "hint")),
        Case::new(
            "an alert of the app says the recorded words, and more",
            &saving(),
            ("saved", "yes"),
            want("handed off: cannot-tell", "Save;", 1, "gave-up", "unchanged"),
        )
        .on(swap(&saving().phone, ", saved: \"yes\" }", " }, goto: alert"))
        .knowing(NOTHING)
        .first_again(0),
        Case::new(
            "the launcher is in front",
            &plan,
            there,
            want("missed: no-place", "", 1, "gave-up", "unchanged"),
        )
        .knowing(NOTHING)
        .tweak(|f| before_step(f, 1, "launcher"))
        .first_again(0),
        Case::new(
            "the app dies at the first move",
            &plan,
            there,
            want("handed off: cannot-tell", "Check out;", 1, "gave-up", "unchanged"),
        )
        .on(swap(&with_dialogs(), ", goto: delivery", ", stop: true"))
        .knowing(NOTHING)
        .first_again(0),
    ]
}
