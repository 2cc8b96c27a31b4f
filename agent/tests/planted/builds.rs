//! A new build of the app.

use crate::case::{Case, Round, want};
use crate::effects::{shop, shop_goals, to_payment};
use crate::phone::{NOTHING, goals, phone, script, swap};

/// A list of drafts with a button that empties it.
fn drafts() -> Round {
    let page = phone(
        "count: some",
        r##"  drafts:
    tree: |
      FrameLayout
        TextView "Drafts" #title
        TextView "They are kept for a month" #hint
        TextView "Three drafts" #some ?count=some
        Button "Remove all" #remove
    on:
      - Remove all -> : count=none
  ask:
    dialog: true
    tree: |
      FrameLayout [100,800][980,1400]
        TextView "Remove all drafts?" #message [120,820][960,1000]
        Button "Remove all" #remove [120,1000][960,1180]
        Button "Keep them" #keep [120,1200][960,1380]
    on:
      - { tap: Remove all, set: { hits: "{hits}yes; ", count: none }, back: true }
      - { tap: Keep them, set: { hits: "{hits}no; " }, back: true }
"##,
    );
    let g = goals(&[("remove all drafts", "", &["Remove all"])], &[]);
    let steps = "- aiAct: remove all drafts\n- expect: { visible: Drafts }";
    Round::new(page, g, script(steps))
}

/// A question with two answers.
fn choice() -> Round {
    let page = phone(
        "kept: \"\"",
        r##"  ask:
    tree: |
      FrameLayout
        TextView "Your draft" #title
        TextView "What shall become of it?" #hint
        Button "Keep it" #button1
        Button "Delete it" #button2
    on:
      - Keep it -> done: kept=yes
      - Delete it -> done: kept=no
  done:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "So be it" #message
"##,
    );
    let g = goals(&[("keep the draft", "So be it", &["Keep it"])], &[]);
    let steps = "- aiAct: keep the draft\n- expect: { visible: { id: title } }";
    Round::new(page, g, script(steps))
}

pub fn cases() -> Vec<Case> {
    let there = ("page", "payment");
    let renamed = swap(
        &swap(&shop(), "#start", "#checkout_button"),
        "#btn_primary",
        "#cta",
    );
    let label = |from: &str, to: &str| {
        swap(
            &swap(
                &shop(),
                &format!("Button \"{from}\" #start"),
                &format!("Button \"{to}\" #start"),
            ),
            &format!("tap: \"{from}\", set: {{ hits: \"{{hits}}{from}; "),
            &format!("tap: \"{to}\", set: {{ hits: \"{{hits}}{to}; "),
        )
    };
    let basket = swap(&shop_goals(), "label: \"Check out\"", "label: \"To the basket\"");
    let asks = swap(
        &drafts().phone,
        "Remove all; \", count: \"none\" }",
        "Remove all; \" }, goto: ask",
    );
    let confirming = goals(
        &[(
            "remove all drafts",
            "",
            &["Remove all", "Remove all when Remove all drafts?"],
        )],
        &[],
    );
    let removed = swap(
        &swap(&shop(), "        Button \"Check out\" #start\n", ""),
        "      - { tap: \"Check out\", set: { hits: \"{hits}Check out; \" }, goto: delivery }\n",
        "      - { every: 10m, set: { busy: \"\" } }\n",
    );
    vec![
        Case::new(
            "update: all ids were renamed",
            &to_payment(),
            there,
            want(
                "handed off: effect-missing",
                "Check out; Continue;",
                1,
                "passed",
                "invalidated",
            ),
        )
        .on(renamed)
        .again(3)
        .again(0),
        Case::new(
            "update: the id of the first button was renamed",
            &to_payment(),
            there,
            want("relocated", "Check out; Continue;", 0, "passed", "replaced"),
        )
        .on(swap(&shop(), "#start", "#checkout_button"))
        .knowing(NOTHING)
        .again(0),
        Case::new(
            "update: the label was changed, the id was kept",
            &to_payment(),
            there,
            want(
                "missed: contradiction",
                "To the basket; Continue;",
                4,
                "passed",
                "replaced",
            ),
        )
        .on(label("Check out", "To the basket"))
        .knowing(basket)
        .again(0),
        Case::new(
            "update: a new dialog asks whether that was meant; the model says yes",
            &drafts(),
            ("count", "none"),
            want(
                "handed off: cannot-tell",
                "Remove all; yes;",
                2,
                "passed",
                "unchanged",
            ),
        )
        .on(asks.clone())
        .knowing(confirming),
        Case::new(
            "update: a new dialog asks whether that was meant; the model does not know",
            &drafts(),
            ("count", "none"),
            want(
                "handed off: cannot-tell",
                "Remove all;",
                1,
                "gave-up",
                "unchanged",
            ),
        )
        .on(asks)
        .knowing(NOTHING),
        Case::new(
            "update: two buttons have changed their ids",
            &choice(),
            ("kept", "yes"),
            want("missed: contradiction", "Keep it;", 3, "passed", "replaced"),
        )
        .on(swap(
            &swap(&swap(&choice().phone, "#button1", "#x"), "#button2", "#button1"),
            "#x",
            "#button2",
        ))
        .again(0),
        Case::new(
            "update: there are two buttons of that name now, one of them with the id",
            &to_payment(),
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .on(swap(
            &shop(),
            "        Button \"Check out\" #start\n",
            "        Button \"Check out\" #start\n        Button \"Check out\" #top\n",
        )
        .replace("tap: \"Check out\"", "tap: \"#start\""))
        .knowing(NOTHING),
        Case::new(
            "update: there are two buttons of that name now, both with other ids",
            &to_payment(),
            there,
            want("missed: ambiguous", "", 2, "gave-up", "invalidated"),
        )
        .on(swap(
            &shop(),
            "        Button \"Check out\" #start\n",
            "        Button \"Check out\" #one\n        Button \"Check out\" #two\n",
        )
        .replace("tap: \"Check out\"", "tap: \"#one\""))
        .knowing(NOTHING),
        Case::new(
            "update: the button is disabled",
            &to_payment(),
            there,
            want("missed: not-tappable", "", 1, "gave-up", "unchanged"),
        )
        .on(swap(
            &shop(),
            "Button \"Check out\" #start",
            "Button \"Check out\" #start disabled",
        ))
        .knowing(NOTHING)
        .first_again(0),
        Case::new(
            "update: the control was removed",
            &to_payment(),
            there,
            want("missed: not-found", "", 2, "gave-up", "invalidated"),
        )
        .on(removed),
    ]
}
