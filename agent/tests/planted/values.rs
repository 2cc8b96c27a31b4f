//! Another value of a parameter.

use crate::case::{Case, Round, want};
use crate::phone::{NOTHING, goals, phone, script};

/// Plans to choose from; their ids and the page after it name the choice, or nothing does but the buttons' words.
fn plans(names: bool) -> String {
    let id = |id: &str| if names { format!(" #{id}") } else { String::new() };
    let (basic, premium) = (id("basic"), id("premium"));
    let which = if names {
        "        TextView \"You have {chosen}\" #which\n"
    } else {
        ""
    };
    phone(
        "chosen: \"\"",
        &format!(
            r##"  plans:
    tree: |
      FrameLayout
        TextView "Plans" #title
        TextView "Choose one" #hint
        Button "Basic"{basic}
        Button "Premium"{premium}
    on:
      - Basic -> done: chosen=Basic
      - Premium -> done: chosen=Premium
  done:
    tree: |
      FrameLayout
        TextView "Done" #title
        TextView "Thanks" #thanks
{which}"##
        ),
    )
}

fn note() -> String {
    phone(
        "note: \"\", sent: \"\"",
        r##"  note:
    tree: |
      FrameLayout
        TextView "A note" #title
        TextView "Write something" #hint
        EditText @"Note" bind=note #note
        Button "Send" #send
    on:
      - Note ->
      - { tap: Send, set: { hits: "{hits}Send; ", sent: "{note}" }, goto: sent }
  sent:
    tree: |
      FrameLayout
        TextView "Sent" #title
        TextView "It is on its way" #message
"##,
    )
}

pub fn cases() -> Vec<Case> {
    let choose = |names| {
        let g = goals(
            &[
                ("choose the Basic plan", "Thanks", &["Basic"]),
                ("choose the Premium plan", "Thanks", &["Premium"]),
            ],
            &[],
        );
        let steps = "- aiAct: choose the {{what}} plan\n- expect: { visible: Thanks }";
        Round::new(plans(names), g, script(steps))
    };
    let tap = {
        let g = goals(&[], &[("the Basic plan", "Basic")]);
        let steps = "- aiTap: the {{what}} plan\n- expect: { visible: Thanks }";
        Round::new(plans(false), g, script(steps))
    };
    let send = {
        let g = goals(
            &[
                (
                    "send the note Basic",
                    "It is on its way",
                    &["Note <- Basic", "Send"],
                ),
                (
                    "send the note Salt & more",
                    "It is on its way",
                    &["Note <- Salt & more", "Send"],
                ),
            ],
            &[],
        );
        let steps = "- aiAct: send the note {{what}}\n- expect: { visible: Sent }";
        Round::new(note(), g, script(steps))
    };
    vec![
        Case::new(
            "another value, which is only typed",
            &send,
            ("sent", "Salt & more"),
            want("replayed", "Note; Send;", 0, "passed", "unchanged"),
        )
        .given(&[("what", "Salt & more")])
        .recorded_by(("sent", "Basic")),
        Case::new(
            "another value, in the words of the target, which goes (`aiAct`)",
            &choose(false),
            ("chosen", "Premium"),
            want(
                "missed: other-value",
                "Premium;",
                2,
                "passed",
                "another beside it",
            ),
        )
        .given(&[("what", "Premium")])
        .recorded_by(("chosen", "Basic"))
        .again(0)
        .first_again(0),
        Case::new(
            "another value, in the words of the target (`aiTap`)",
            &tap,
            ("chosen", "Premium"),
            want("replayed", "Premium;", 0, "passed", "unchanged"),
        )
        .given(&[("what", "Premium")])
        .recorded_by(("chosen", "Basic"))
        .knowing(NOTHING),
        Case::new(
            "another value, which no element bears (`aiTap`)",
            &tap,
            ("chosen", "Gold"),
            want("missed: not-found", "", 1, "not-found", "unchanged"),
        )
        .given(&[("what", "Gold")])
        .recorded_by(("chosen", "Basic"))
        .knowing(NOTHING)
        .first_again(0),
        Case::new(
            "another value, which stands in the effect and in an id too",
            &choose(true),
            ("chosen", "Premium"),
            want(
                "missed: other-value",
                "Premium;",
                2,
                "passed",
                "another beside it",
            ),
        )
        .given(&[("what", "Premium")])
        .recorded_by(("chosen", "Basic"))
        .again(0),
    ]
}
