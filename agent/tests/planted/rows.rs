//! Rows of lists: deleted, inserted, shuffled, all with one id, without words of their own.

use std::time::Duration;

use crate::case::{Case, Round, want};
use crate::phone::{NOTHING, goals, phone, script, swap};

/// A list of people, a `Delete` each, all with one id.
fn people(names: &[&str]) -> String {
    let (mut rows, mut rules) = (String::new(), String::new());
    for (number, name) in names.iter().enumerate() {
        let (top, end) = (300 + 160 * number, 460 + 160 * number);
        rows.push_str(&format!(
            "          Row [0,{top}][1080,{end}] ?{name}=here\n            TextView \"{name}\" #name [0,{top}][700,{end}]\n            \
             Button \"Delete\" @\"Delete {name}\" #delete [700,{top}][1080,{end}]\n"
        ));
        rules.push_str(&format!("      - Delete {name} -> : {name}=gone\n"));
    }
    let state: Vec<String> = names.iter().map(|n| format!("{n}: here")).collect();
    phone(
        &state.join(", "),
        &format!(
            "  people:\n    tree: |\n      FrameLayout\n        TextView \"People\" #title [0,100][1080,200]\n        \
             TextView \"Who may come in\" #hint [0,200][1080,300]\n        RecyclerView #list [0,300][1080,2300]\n{rows}    on:\n{rules}"
        ),
    )
}

/// A list of things; a tap on a row opens it.
fn things(names: &[&str], row_id: &str) -> String {
    let (mut rows, mut rules) = (String::new(), String::new());
    for (number, name) in names.iter().enumerate() {
        let (top, end) = (300 + 160 * number, 460 + 160 * number);
        rows.push_str(&format!(
            "          LinearLayout {row_id} clickable [0,{top}][1080,{end}]\n            TextView \"{name}\" #name [0,{top}][700,{end}]\n"
        ));
        rules.push_str(&format!("      - {name} -> item: opened={name}\n"));
    }
    phone(
        "opened: \"\"",
        &format!(
            "  stock:\n    tree: |\n      FrameLayout\n        TextView \"Stock\" #title [0,100][1080,200]\n        \
             TextView \"Tap a row\" #hint [0,200][1080,300]\n        RecyclerView #list [0,300][1080,2300]\n{rows}    on:\n{rules}\
             \x20 item:\n    tree: |\n      FrameLayout\n        TextView \"One item\" #title\n        TextView \"Opened\" #ok\n        \
             TextView \"It is {{opened}}\" #which\n"
        ),
    )
}

const ELEVEN: [&str; 11] = [
    "Ale", "Beans", "Cider", "Dates", "Eggs", "Figs", "Grapes", "Honey", "Ice", "Jam", "Kale",
];

/// Settings: rows without a label of their own, with a switch at the end or without one.
fn settings(names: &[&str], switches: bool) -> String {
    let (mut rows, mut rules) = (String::new(), String::new());
    for (number, name) in names.iter().enumerate() {
        let (top, end) = (300 + 160 * number, 460 + 160 * number);
        let switch = if switches {
            format!("            Switch bind={name} #switch [800,{top}][1080,{end}]\n")
        } else {
            String::new()
        };
        rows.push_str(&format!(
            "          Row clickable #row [0,{top}][1080,{end}]\n            TextView \"{name}\" #name [0,{top}][700,{end}]\n{switch}"
        ));
        rules.push_str(&format!("      - {name} -> : {name}=true\n"));
    }
    let state: Vec<String> = names.iter().map(|n| format!("{n}: \"false\"")).collect();
    let lines: String = names
        .iter()
        .map(|n| format!("        TextView \"{n} is on\" #state_{n} ?{n}=true\n"))
        .collect();
    phone(
        &state.join(", "),
        &format!(
            "  settings:\n    tree: |\n      FrameLayout\n        TextView \"Settings\" #title [0,100][1080,200]\n        \
             TextView \"Radio\" #hint [0,200][1080,300]\n        RecyclerView #list [0,300][1080,1500]\n{rows}{lines}    on:\n{rules}"
        ),
    )
}

fn open(name: &'static str, names: &[&str], row_id: &str, check: &str) -> Round {
    let find = goals(&[], &[(&format!("the {name} row"), &format!("item {name}"))]);
    let steps = format!("- aiTap: the {name} row\n- expect: {{ visible: {check} }}");
    Round::new(things(names, row_id), find, script(&steps))
}

/// The rows change places before each read.
fn shifting(flow: &mut crate::support::Flow<'_>) {
    flow.timing.fresh = Duration::ZERO;
    flow.on_read = Some(Box::new(|number, phone| {
        let (upper, lower) = if number % 2 == 0 {
            ("Milk", "Bread")
        } else {
            ("Bread", "Milk")
        };
        phone.set_state("upper", upper);
        phone.set_state("lower", lower);
    }));
}

pub fn cases() -> Vec<Case> {
    let delete = {
        let g = goals(&[], &[("the Delete button of Bob", "Delete Bob")]);
        let steps = "- aiTap: the Delete button of Bob\n- expect: { gone: Bob }";
        Round::new(people(&["Ann", "Bob", "Cid"]), g, script(steps))
    };
    let remove = {
        let g = goals(&[("remove Bob", "", &["Delete Bob"])], &[]);
        let steps = "- aiAct: remove Bob\n- expect: { visible: { id: title } }";
        Round::new(people(&["Ann", "Bob", "Cid"]), g, script(steps))
    };
    let broken = format!(
        "{}  broken:\n    tree: |\n      FrameLayout\n        TextView \"Oh dear\" #title\n        \
         TextView \"The server can't be reached\" #message\n        Button \"Try again\" #again\n    on:\n      \
         - {{ tap: Try again, set: {{ hits: \"{{hits}}Try again; \" }}, back: true }}\n",
        people(&["Ann", "Bob", "Cid"])
    );
    let broken = swap(
        &broken,
        "set: { hits: \"{hits}Delete Bob; \", Bob: \"gone\" }",
        "set: { hits: \"{hits}Delete Bob; \" }, goto: broken",
    );
    let eggs = open("Eggs", &ELEVEN, "#row", "Opened");
    let switch = |names: &[&str], switches| {
        let g = goals(&[("turn wifi on", "wifi is on", &["item wifi"])], &[]);
        let steps = "- aiAct: turn wifi on\n- expect: { visible: Settings }";
        Round::new(settings(names, switches), g, script(steps))
    };
    let two = phone(
        "upper: Milk, lower: Bread, opened: \"\"",
        r##"  list:
    tree: |
      FrameLayout
        TextView "Stock" #title [0,100][1080,200]
        TextView "Tap a row" #hint [0,200][1080,300]
        LinearLayout #rows [0,300][1080,700]
          Button "{upper}" [0,300][1080,500]
          Button "{lower}" [0,500][1080,700]
    on:
      - { tap: "{upper}", set: { hits: "{hits}{upper}; ", opened: "{upper}" }, goto: item }
      - { tap: "{lower}", set: { hits: "{hits}{lower}; ", opened: "{lower}" }, goto: item }
  item:
    tree: |
      FrameLayout
        TextView "One item" #title
        TextView "Opened" #ok
"##,
    );
    let milk = Round::new(
        two,
        goals(&[("open Milk", "Opened", &["Milk"])], &[]),
        script("- aiAct: open Milk\n- expect: { visible: Opened }"),
    );
    // The check was too weak, and the model was wrong.
    let poisoned = {
        let g = goals(&[], &[("the Beans row", "item Ale")]);
        let steps = "- aiTap: the Beans row\n- expect: { visible: Opened }";
        Round::new(things(&["Ale", "Beans"], "#row"), g, script(steps))
    };
    let poisoned_plan = {
        let g = goals(&[("open the beans", "Opened", &["item Ale"])], &[]);
        let steps = "- aiAct: open the beans\n- expect: { visible: Opened }";
        Round::new(things(&["Ale", "Beans"], "#row"), g, script(steps))
    };
    vec![
        Case::new(
            "the row was deleted; others with the same button are left",
            &delete,
            ("Bob", "gone"),
            want("missed: not-found", "", 1, "not-found", "invalidated"),
        )
        .on(people(&["Ann", "Cid"]).replace("state: { ", "state: { Bob: \"\", ")),
        Case::new(
            "the row was deleted, and the one below took its place",
            &delete,
            ("Bob", "gone"),
            want("missed: not-found", "", 1, "not-found", "invalidated"),
        )
        .state(&[("Bob", "deleted")]),
        Case::new(
            "the row shall go by a plan, and goes",
            &remove,
            ("Bob", "gone"),
            want("replayed", "Delete Bob;", 0, "passed", "unchanged"),
        )
        .on(people(&["Abe", "Ann", "Bob", "Cid"])),
        Case::new(
            "the row shall go by a plan, but an error page comes instead: there is no row on it either",
            &remove,
            ("Bob", "gone"),
            want(
                "handed off: cannot-tell",
                "Delete Bob;",
                1,
                "gave-up",
                "unchanged",
            ),
        )
        .on(broken)
        .knowing(NOTHING),
        Case::new(
            "a row was inserted above",
            &delete,
            ("Bob", "gone"),
            want("replayed", "Delete Bob;", 0, "passed", "unchanged"),
        )
        .on(people(&["Abe", "Ann", "Bob", "Cid"])),
        Case::new(
            "the rows stand in another order",
            &delete,
            ("Bob", "gone"),
            want("replayed", "Delete Bob;", 0, "passed", "unchanged"),
        )
        .on(people(&["Cid", "Ann", "Bob"])),
        Case::new(
            "11 rows share one id; one was inserted above",
            &eggs,
            ("opened", "Eggs"),
            want("replayed", "Eggs;", 0, "passed", "unchanged"),
        )
        .on(things(
            &[
                "Ale", "Apples", "Beans", "Cider", "Dates", "Eggs", "Figs", "Grapes", "Honey", "Ice", "Jam",
            ],
            "#row",
        )),
        Case::new(
            "11 rows share one id; the row is gone",
            &eggs,
            ("opened", "Eggs"),
            want("missed: not-found", "", 1, "not-found", "invalidated"),
        )
        .on(things(
            &[
                "Ale", "Beans", "Cider", "Dates", "Figs", "Grapes", "Honey", "Ice", "Jam", "Kale", "Lamb",
            ],
            "#row",
        )),
        Case::new(
            "rows without label, with a switch at the end; one was inserted above",
            &switch(&["wifi", "phone"], true),
            ("wifi", "true"),
            want("replayed", "wifi;", 0, "passed", "unchanged"),
        )
        .on(settings(&["plane", "wifi", "phone"], true)),
        Case::new(
            "rows without label and without switch; one was inserted above",
            &switch(&["wifi", "phone"], false),
            ("wifi", "true"),
            want("replayed", "wifi;", 0, "passed", "unchanged"),
        )
        .on(settings(&["plane", "wifi", "phone"], false)),
        Case::new(
            "two rows change places before every read",
            &milk,
            ("opened", "Milk"),
            want("replayed", "Milk;", 0, "passed", "unchanged"),
        )
        .knowing(NOTHING)
        .tweak(shifting),
        Case::new(
            "the wrong neighbour was recorded under a weak check; a strong check comes later (`aiTap`)",
            &poisoned,
            ("opened", "Ale"),
            want("replayed", "Ale;", 0, "expect", "unchanged"),
        )
        .running(script(
            "- aiTap: the Beans row\n- expect: { visible: It is Beans }",
        )),
        Case::new(
            "the wrong neighbour was recorded under a weak check; a strong check comes later (`aiAct`)",
            &poisoned_plan,
            ("opened", "Ale"),
            want("replayed", "Ale;", 0, "expect", "unchanged"),
        )
        .running(script(
            "- aiAct: open the beans\n- expect: { visible: It is Beans }",
        )),
    ]
}
