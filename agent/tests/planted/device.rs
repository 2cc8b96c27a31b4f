//! Another device, or the same one in another state: language, size, keyboard, reads that go wrong.

use std::time::Duration;

use crate::case::{Case, Round, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{NOTHING, goals, phone, script, swap};

fn german(phone: &str) -> String {
    let mut german = format!("phone: {{ locale: de-DE }}\n{phone}");
    for (en, de) in [
        ("Shop", "Laden"),
        ("Shoes and more", "Schuhe und mehr"),
        ("Check out", "Kasse"),
        ("Delivery", "Lieferung"),
        ("Where to?", "Wohin?"),
        ("Continue", "Weiter"),
        ("Payment", "Zahlung"),
        ("Pay by card", "Karte"),
        ("Thank you", "Danke"),
        ("Order placed", "Bestellt"),
    ] {
        german = german.replace(&format!("\"{en}\""), &format!("\"{de}\""));
    }
    german
}

/// A page of the web whose tree comes late.
fn web() -> String {
    phone(
        "loaded: \"yes\", done: \"\"",
        r##"  page:
    tree: |
      FrameLayout
        TextView "Browser" #title
        TextView "Secure connection" #lock
        WebView
          View "Terms of use" ?loaded=yes
          Button "I agree" ?loaded=yes
    on:
      - I agree -> after: done=yes
      - { every: 150ms, set: { loaded: "yes" } }
  after:
    tree: |
      FrameLayout
        TextView "Browser" #title
        TextView "Thank you" #thanks
"##,
    )
}

/// A form whose button will lie under the keyboard, in a dialog.
fn in_dialog() -> String {
    let text = phone(
        "note: \"\", sent: \"\"",
        r##"  home:
    tree: |
      FrameLayout
        TextView "Notes" #title
        TextView "All of them" #hint
        Button "New" #new
    on:
      - New -> ask
  ask:
    dialog: true
    tree: |
      FrameLayout [40,900][1040,2000]
        TextView "New note" #message [60,920][1020,1000]
        EditText @"Note" bind=note #note [60,1020][1020,1200]
        Button "Send" #send [60,1700][1020,1900]
    on:
      - Note ->
      - Send -> sent: sent=yes
  sent:
    tree: |
      FrameLayout
        TextView "Sent" #title
        TextView "It is on its way" #message
"##,
    );
    format!("phone: {{ keyboard: \"[0,1500][1080,2400]\" }}\n{text}")
}

pub fn cases() -> Vec<Case> {
    let there = ("page", "payment");
    let plan = to_payment();
    let tap = {
        let steps = "- tap: Check out\n- aiTap: the Continue button\n- expect: { visible: Pay by card }";
        Round::new(shop(), shop_goals(), script(steps))
    };
    let german_goals = german(&shop_goals()).replacen("phone: { locale: de-DE }\n", "", 1);
    let agree = Round::new(
        web(),
        goals(&[("agree to the terms", "Thank you", &["I agree"])], &[]),
        script("- aiAct: agree to the terms\n- expect: { visible: { id: title } }"),
    );
    let note = Round::new(
        in_dialog(),
        goals(
            &[(
                "send a note",
                "It is on its way",
                &["New", "Note <- hello", "Send"],
            )],
            &[],
        ),
        script("- aiAct: send a note\n- expect: { visible: { id: title } }"),
    );
    vec![
        Case::new(
            "another language; ids tell",
            &plan,
            there,
            want("replayed", "Kasse; Weiter;", 0, "passed", "unchanged"),
        )
        .on(german(&shop())
            .replace("{hits}Check out", "{hits}Kasse")
            .replace("{hits}Continue", "{hits}Weiter"))
        .knowing(NOTHING),
        Case::new(
            "another language; the button has no id",
            &plan,
            there,
            want(
                "missed: not-found",
                "Kasse; Weiter;",
                3,
                "passed",
                "another beside it",
            ),
        )
        .on(swap(&german(&shop()), " #start", "")
            .replace("{hits}Check out", "{hits}Kasse")
            .replace("{hits}Continue", "{hits}Weiter"))
        .knowing(german_goals)
        .again(0)
        .first_again(0),
        Case::new(
            "the display is turned",
            &plan,
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(format!("phone: {{ rotation: 1 }}\n{}", shop()))
        .knowing(NOTHING),
        Case::new(
            "another size (override of a tablet's size and density)",
            &plan,
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(format!(
            "phone: {{ override_size: 1600x2560, override_density: 320 }}\n{}",
            shop()
        ))
        .knowing(NOTHING),
        Case::new(
            "the tree of a web page comes late",
            &agree,
            ("done", "yes"),
            want("replayed", "I agree;", 0, "passed", "unchanged"),
        )
        .state(&[("loaded", "")])
        .knowing(NOTHING),
        Case::new(
            "a spinner that never rests: only compressed reads come",
            &plan,
            there,
            want(
                "handed off: cannot-tell",
                "Check out; Continue;",
                1,
                "gave-up",
                "unchanged",
            ),
        )
        .on(format!(
            "faults: {{ dump: {{ kind: never-idle, only: plain }} }}\n{}",
            shop()
        ))
        .tweak(|f| f.budgets.first_byte = Duration::from_millis(50))
        .knowing(NOTHING),
        Case::new(
            "the same spinner for an `aiTap`",
            &tap,
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(format!(
            "faults: {{ dump: {{ kind: never-idle, only: plain }} }}\n{}",
            shop()
        ))
        .tweak(|f| f.budgets.first_byte = Duration::from_millis(50))
        .knowing(NOTHING),
        Case::new(
            "two reads in a row give nothing",
            &plan,
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(format!(
            "faults: {{ dump: {{ kind: null-root, times: 2 }} }}\n{}",
            shop()
        ))
        .knowing(NOTHING),
        Case::new(
            "a dialog of the app, the app behind it, and the keyboard over the button",
            &note,
            ("sent", "yes"),
            want("replayed", "New; Note; Send;", 0, "passed", "unchanged"),
        )
        .knowing(NOTHING),
    ]
}
