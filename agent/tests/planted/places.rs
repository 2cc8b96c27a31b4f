//! The same words, the same button, another page of one activity; half of a plan.

use crate::case::{Case, Round, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{NOTHING, goals, phone, script, swap};

/// Pages of one activity that differ by a number only.
fn wizard(start: &str) -> String {
    let page = |n: usize, to: &str| {
        format!(
            "  step{n}:\n    tree: |\n      FrameLayout\n        TextView \"Sign up\" #title\n        \
             TextView \"Step {n} of 3\" #step\n        TextView \"Please read\" #hint\n        Button \"Next\" #next\n    \
             on:\n      - Next -> {to}: at={n}\n"
        )
    };
    let pages = [page(1, "step2"), page(2, "step3"), page(3, "end")].concat();
    let end = "  end:\n    tree: |\n      FrameLayout\n        TextView \"Welcome\" #title\n        TextView \"That was all\" #end\n";
    swap(
        &phone("at: \"\"", &format!("{pages}{end}")),
        "start: step1",
        &format!("start: {start}"),
    )
}

/// The last page before money goes; who gets it stands in the title.
fn transfer(to: &str) -> String {
    phone(
        "sent: \"\"",
        &format!(
            r##"  start:
    tree: |
      FrameLayout
        TextView "Contacts" #title
        TextView "Whom to?" #hint
        Button "Choose" #choose
    on:
      - Choose -> transfer
  transfer:
    tree: |
      FrameLayout
        TextView "Transfer to {to}" #title
        TextView "Twenty euros" #amount
        TextView "At once" #speed
        Button "Send" #send
    on:
      - Send -> sent: sent={to}
  sent:
    tree: |
      FrameLayout
        TextView "Sent" #title
        TextView "{to} will be glad" #message
"##
        ),
    )
}

/// The shop knows the address already: the page for it is skipped.
fn skipping() -> String {
    swap(
        &shop(),
        "set: { hits: \"{hits}Check out; \" }, goto: delivery",
        "set: { hits: \"{hits}Check out; \", page: payment }, goto: payment",
    )
}

/// A page is skipped in the middle of a plan.
pub fn skipped() -> Vec<Case> {
    vec![
        Case::new(
            "a page in the middle of a plan is skipped; the next one has the same button",
            &to_payment(),
            ("page", "payment"),
            want(
                "handed off: wrong-screen",
                "Check out;",
                1,
                "passed",
                "invalidated",
            ),
        )
        .on(skipping()),
    ]
}

/// Wanted, and not so yet: pages that differ by their titles alone.
pub fn titles() -> Vec<Case> {
    let tap = Round::new(
        transfer("Ann"),
        goals(&[], &[("the button that sends Ann the money", "Send")]),
        script(
            "- tap: Choose\n- aiTap: the button that sends Ann the money\n- expect: { visible: { id: title } }",
        ),
    );
    let pay = Round::new(
        transfer("Ann"),
        goals(
            &[("send Ann the money", "Sent", &["Send when Transfer to Ann"])],
            &[],
        ),
        script("- tap: Choose\n- aiAct: send Ann the money\n- expect: { visible: { id: title } }"),
    );
    vec![
        Case::new(
            "a page that is the same but for its title",
            &pay,
            ("sent", "Ann"),
            want("missed: wrong-screen", "Choose;", 1, "gave-up", "unchanged"),
        )
        .on(transfer("Bob"))
        .knowing(NOTHING),
        Case::new(
            "a page for an `aiTap` that is the same but for its title",
            &tap,
            ("sent", "Ann"),
            want("missed: wrong-screen", "Choose;", 1, "not-found", "unchanged"),
        )
        .on(transfer("Bob"))
        .knowing(NOTHING),
    ]
}

pub fn cases() -> Vec<Case> {
    let steps = "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: { id: title } }";
    let tap = Round::new(shop(), shop_goals(), script(steps));
    let half = swap(
        &swap(
            &shop(),
            "\"Where to?\" #question\n        Button \"Continue\" #btn_primary",
            "\"Where to?\" #question\n        Button \"Abort\" #abort",
        ),
        "- { tap: \"Continue\", set: { hits: \"{hits}Continue; \", page: \"payment\" }, goto: payment }",
        "- { tap: Abort, set: { hits: \"{hits}Abort; \" }, goto: home }",
    );
    let second = Round::new(
        wizard("step1"),
        goals(
            &[("go to the second step", "Step 2 of 3", &["Next when Step 1 of 3"])],
            &[],
        ),
        script("- aiAct: go to the second step\n- expect: { visible: { id: title } }"),
    );
    vec![
        Case::new(
            "a wizard whose pages differ by a number only stands at its second page",
            &second,
            ("at", "1"),
            want("missed: wrong-screen", "", 1, "no-effect", "unchanged"),
        )
        .on(wizard("step2")),
        Case::new(
            "the same button on another page of the same activity",
            &tap,
            ("paid", "yes"),
            want(
                "missed: wrong-screen",
                "Check out; Continue;",
                1,
                "passed",
                "another beside it",
            ),
        )
        .on(skipping())
        .recorded_by(("page", "payment"))
        .again(0),
        Case::new(
            "the second target of a plan is gone",
            &to_payment(),
            ("page", "payment"),
            want("handed off: not-found", "Check out;", 2, "gave-up", "invalidated"),
        )
        .on(half)
        .knowing(NOTHING),
        Case::new(
            "the plan begins on another page: a deep link, or what a failed test has left",
            &to_payment(),
            ("page", "payment"),
            want(
                "missed: wrong-screen",
                "Continue;",
                2,
                "passed",
                "another beside it",
            ),
        )
        .on(swap(&shop(), "start: home", "start: delivery"))
        .knowing(goals(
            &[(
                "go to the payment page",
                "Pay by card",
                &["Continue when Delivery"],
            )],
            &[],
        ))
        .again(0),
    ]
}
