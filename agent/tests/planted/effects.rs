//! The effect does not happen, or was there before.

use crate::case::{Case, Round, want};
use crate::phone::{NOTHING, goals, phone, script, swap};

/// Three pages of one activity; the second and the third share a button.
pub fn shop() -> String {
    phone(
        "paid: \"\", page: \"\", busy: \"\"",
        r##"  home:
    tree: |
      FrameLayout
        TextView "Shop" #title
        TextView "Shoes and more" #claim
        Button "Check out" #start
    on:
      - Check out -> delivery
  delivery:
    tree: |
      FrameLayout
        TextView "Delivery" #title
        TextView "Where to?" #question
        Button "Continue" #btn_primary
    on:
      - Continue -> payment: page=payment
  payment:
    tree: |
      FrameLayout
        TextView "Payment" #title
        TextView "Pay by card" #method
        Button "Continue" #btn_primary
    on:
      - Continue -> done: paid=yes
  done:
    tree: |
      FrameLayout
        TextView "Thank you" #title
        TextView "Order placed" #message
"##,
    )
}

/// What the model knows of it.
pub fn shop_goals() -> String {
    goals(
        &[(
            "go to the payment page",
            "Pay by card",
            &["Check out", "Continue when Delivery"],
        )],
        &[
            ("the Continue button", "Continue"),
            ("the way to check out", "Check out"),
        ],
    )
}

/// The plan, with a check that says little.
pub fn to_payment() -> Round {
    let steps = "- aiAct: go to the payment page\n- expect: { visible: { id: title } }";
    Round::new(shop(), shop_goals(), script(steps))
}

/// A page of notes that says whether they are saved.
fn notes() -> Round {
    let notes = phone(
        "saved: \"\"",
        r##"  notes:
    tree: |
      FrameLayout
        TextView "Notes" #title
        TextView "One line" #line
        Button "Save" #save
        TextView "Saved" #ok ?saved=yes
    on:
      - Save -> : saved=yes
"##,
    );
    let goals = goals(&[("save it", "Saved", &["Save"])], &[]);
    Round::new(
        notes,
        goals,
        script("- aiAct: save it\n- expect: { visible: Notes }"),
    )
}

fn counter() -> Round {
    let counter = phone(
        "taps: \"0\"",
        r##"  counter:
    tree: |
      FrameLayout
        TextView "Counter" #title
        TextView "Taps: {taps}" #count
        Button "More" #more
    on:
      - { tap: More, set: { hits: "{hits}More; " }, add: { taps: 1 } }
"##,
    );
    let goals = goals(&[("count one up", "", &["More"])], &[]);
    Round::new(
        counter,
        goals,
        script("- aiAct: count one up\n- expect: { visible: Counter }"),
    )
}

fn dead_continue() -> String {
    swap(&shop(), ", page: \"payment\" }, goto: payment", ", page: \"\" }")
}

pub fn cases() -> Vec<Case> {
    let paid = ("page", "payment");
    let tap = {
        let steps = "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }";
        Round::new(shop(), shop_goals(), script(steps))
    };
    vec![
        Case::new(
            "the last button of a plan does nothing",
            &to_payment(),
            paid,
            want(
                "handed off: effect-missing",
                "Check out; Continue;",
                1,
                "gave-up",
                "invalidated",
            ),
        )
        .on(dead_continue()),
        Case::new(
            "the first button of a plan does nothing",
            &to_payment(),
            paid,
            want("handed off: wrong-screen", "Check out;", 1, "gave-up", "invalidated"),
        )
        .on(swap(&shop(), ", goto: delivery", "")),
        Case::new(
            "the button of an `aiTap` does nothing; the check after it says so",
            &tap,
            paid,
            want("replayed", "Check out; Continue;", 0, "expect", "unchanged"),
        )
        .on(dead_continue()),
        Case::new(
            "the button of a counter does nothing",
            &counter(),
            ("taps", "1"),
            want(
                "handed off: effect-missing",
                "More;",
                1,
                "no-effect",
                "invalidated",
            ),
        )
        .on(swap(&counter().phone, ", add: { taps: 1 }", "")),
        Case::new(
            "the counter begins at another number",
            &counter(),
            ("taps", "6"),
            want("missed: wrong-screen", "More;", 2, "passed", "another beside it"),
        )
        .recorded_by(("taps", "1"))
        .state(&[("taps", "5")]),
        Case::new(
            "the result is on the screen before, and the button does nothing",
            &notes(),
            ("saved", "never"),
            want("handed off: effect-before", "Save;", 1, "no-effect", "unchanged"),
        )
        .recorded_by(("saved", "yes"))
        .state(&[("saved", "yes")]),
        Case::new(
            "nothing has changed",
            &to_payment(),
            paid,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        ),
        Case::new(
            "other things on the screen have changed: a clock, a badge, the order of two texts",
            &to_payment(),
            paid,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(swap(
            &shop(),
            "        TextView \"Shop\" #title\n        TextView \"Shoes and more\" #claim\n",
            "        TextView \"11:45\" #clock\n        TextView \"Shoes and more\" #claim\n        TextView \"Shop\" #title\n        \
             TextView \"7\" #badge\n",
        ))
        .knowing(NOTHING),
        Case::new(
            "the effect comes late; nothing is tapped twice meanwhile",
            &to_payment(),
            paid,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(swap(
            &shop(),
            ", goto: payment }",
            ", goto: payment, after: 250ms }",
        )),
    ]
}
