//! Words that change, ids that wander, controls of another class.

use crate::case::{Case, Round, want};
use crate::phone::{NOTHING, goals, phone, script, swap};

/// A page with one control, and a page after it.
fn page(control: &str, rule: &str, more: &str, after: &str) -> String {
    phone(
        "done: \"\", time: \"10:15\", ready: \"yes\", tick: \"0\", likes: \"12\", ago: \"2\"",
        &format!(
            r##"  page:
    tree: |
      FrameLayout
        TextView "Profile" #title
        TextView "Ann Example" #name
        {control}
    on:
      - {rule} -> after: done=yes
{more}  after:
    tree: |
      FrameLayout
        TextView "Well done" #title
        TextView "All is set" #message
{after}"##
        ),
    )
}

fn plan(phone: String, words: &str) -> Round {
    let g = goals(&[("get it done", "All is set", &[words])], &[]);
    Round::new(
        phone,
        g,
        script("- aiAct: get it done\n- expect: { visible: { id: title } }"),
    )
}

/// Two fields with ids that a machine made.
fn form(first: &str, second: &str) -> String {
    phone(
        "town: \"\", street: \"\", kept: \"\"",
        &format!(
            r##"  form:
    tree: |
      FrameLayout
        TextView "Address" #title
        TextView "Where do you live?" #hint
        EditText @"Town" bind=town #{first}
        EditText @"Street" bind=street #{second}
        Button "Keep" #keep
    on:
      - Town ->
      - Street ->
      - {{ tap: Keep, set: {{ hits: "{{hits}}Keep; ", kept: "{{street}}" }}, goto: thanks }}
  thanks:
    tree: |
      FrameLayout
        TextView "Thanks" #title
        TextView "That will do" #message
"##
        ),
    )
}

pub fn cases() -> Vec<Case> {
    let done = ("done", "yes");
    let link = page("TextView \"Edit\" clickable #edit", "Edit", "", "");
    let likes = |n: &str| page(&format!("Button \"{n} likes\""), &format!("{n} likes"), "", "");
    let ago = |n: &str| {
        page(
            &format!("Button \"posted {n}m ago\""),
            &format!("posted {n}m ago"),
            "",
            "",
        )
    };
    let clock = |time: &str| {
        page(
            "Button \"Edit\" #edit",
            "Edit",
            "",
            &format!("        TextView \"{time}\" #clock\n        TextView \"Saved at {time}\" #saved\n"),
        )
    };
    let late = page(
        "Button \"Edit\" #edit ?ready=yes",
        "Edit",
        "      - { every: 120ms, set: { ready: \"yes\" } }\n",
        "",
    );
    let ticking = page(
        "RecyclerView #list\n          TextView \"00:0{tick}\" #time\n        Button \"Edit\" #edit",
        "Edit",
        "      - { every: 20ms, set: { tick: \"1\" } }\n      - { every: 30ms, set: { tick: \"2\" } }\n",
        "",
    );
    let street = {
        let g = goals(
            &[("fill in the street", "That will do", &["Street <- Elm", "Keep"])],
            &[],
        );
        let steps = "- aiAct: fill in the street\n- expect: { visible: { id: title } }";
        Round::new(form("f1", "f2"), g, script(steps))
    };
    let toggle = {
        let p = phone(
            "sync: \"false\"",
            r##"  settings:
    tree: |
      FrameLayout
        TextView "Settings" #title
        TextView "Your data" #hint
        CheckBox "Sync" bind=sync #sync
        TextView "Sync is on" #state ?sync=true
    on:
      - Sync ->
"##,
        );
        let g = goals(&[("switch sync on", "Sync is on", &["toggle Sync"])], &[]);
        Round::new(
            p,
            g,
            script("- aiAct: switch sync on\n- expect: { visible: Settings }"),
        )
    };
    vec![
        Case::new(
            "a link became a button",
            &plan(link.clone(), "Edit"),
            done,
            want("missed: contradiction", "Edit;", 3, "passed", "replaced"),
        )
        .on(swap(
            &link,
            "TextView \"Edit\" clickable #edit",
            "Button \"Edit\" #edit",
        )),
        Case::new(
            "a link without id became a button",
            &plan(swap(&link, " #edit", ""), "Edit"),
            done,
            want("missed: not-found", "Edit;", 3, "passed", "replaced"),
        )
        .on(swap(
            &link,
            "TextView \"Edit\" clickable #edit",
            "Button \"Edit\"",
        )),
        Case::new(
            "the label carries a count, and there is no id",
            &plan(likes("12"), "12 likes"),
            done,
            want("missed: not-found", "13 likes;", 3, "passed", "replaced"),
        )
        .on(likes("13"))
        .knowing(plan(String::new(), "13 likes").goals),
        Case::new(
            "the label says how long ago it was, and there is no id",
            &plan(ago("2"), "posted 2m ago"),
            done,
            want("replayed", "posted 5m ago;", 0, "passed", "unchanged"),
        )
        .on(ago("5"))
        .knowing(plan(String::new(), "posted 5m ago").goals),
        Case::new(
            "the same, and a newer one of its kind stands above",
            &plan(ago("2"), "posted 2m ago"),
            done,
            want("missed: not-found", "", 2, "gave-up", "invalidated"),
        )
        .on(swap(
            &swap(
                &ago("5"),
                "        Button",
                "        Button \"posted 1m ago\"\n        Button",
            ),
            "    on:\n",
            "    on:\n      - { tap: posted 1m ago, set: { hits: \"{hits}wrong; \", done: wrong } }\n",
        ))
        .knowing(NOTHING),
        Case::new(
            "the effect shows the time",
            &plan(clock("10:15"), "Edit"),
            done,
            want("replayed", "Edit;", 0, "passed", "unchanged"),
        )
        .on(clock("17:42"))
        .knowing(NOTHING),
        Case::new(
            "the control comes late",
            &plan(late.clone(), "Edit"),
            done,
            want("replayed", "Edit;", 0, "passed", "unchanged"),
        )
        .on(late)
        .state(&[("ready", "")]),
        Case::new(
            "a list ticks all the time",
            &plan(ticking.clone(), "Edit"),
            done,
            want("replayed", "Edit;", 0, "passed", "unchanged"),
        )
        .on(ticking)
        .knowing(NOTHING),
        Case::new(
            "a generated id has wandered to another field",
            &street,
            ("kept", "Elm"),
            want("missed: contradiction", "Street; Keep;", 4, "passed", "replaced"),
        )
        .on(form("f2", "f3"))
        .again(0),
        Case::new(
            "a toggle is in the wanted state already",
            &toggle,
            ("sync", "true"),
            want("missed: other-state", "", 1, "no-effect", "unchanged"),
        )
        .state(&[("sync", "true")])
        .first_again(0),
    ]
}
