//! Another account, another role.

use crate::case::{Case, Round, want};
use crate::phone::{goals, phone, script, swap};

/// The start page of an account.
fn account(user: &str, orders: &[&str]) -> String {
    let rows: String = orders
        .iter()
        .map(|o| format!("          Button \"{o}\" #order\n"))
        .collect();
    let rules: String = orders
        .iter()
        .map(|o| format!("      - {o} -> order: opened={o}\n"))
        .collect();
    phone(
        "opened: \"\", out: \"\"",
        &format!(
            "  home:\n    tree: |\n      FrameLayout\n        TextView \"My account\" #title\n        \
             TextView \"Hello {user}\" #greeting\n        RecyclerView #orders\n{rows}        \
             Button \"Sign out\" #sign_out\n    on:\n{rules}      - Sign out -> bye: out=yes\n  order:\n    tree: |\n      \
             FrameLayout\n        TextView \"One order\" #title\n        TextView \"On its way\" #status\n  bye:\n    tree: |\n      \
             FrameLayout\n        TextView \"Goodbye\" #title\n        TextView \"Come back soon\" #message\n"
        ),
    )
}

/// The page of a document; what its big button does depends on who is signed in.
fn document(primary: &str, effect: &str) -> String {
    phone(
        "reported: \"\", deleted: \"\"",
        &format!(
            r##"  document:
    tree: |
      FrameLayout
        TextView "Document" #title
        TextView "Minutes of May" #name
        Button "{primary}" #primary
    on:
      - {primary} -> done: {effect}=yes
  done:
    tree: |
      FrameLayout
        TextView "Done" #title
        TextView "That was it" #message
"##
        ),
    )
}

pub fn cases() -> Vec<Case> {
    let orders = ["Blue shoes", "Red hat"];
    let model = goals(
        &[
            ("sign out", "Goodbye", &["Sign out"]),
            ("open the red hat", "One order", &["Red hat"]),
        ],
        &[("the red hat", "item Red hat"), ("the red hat again", "Red hat")],
    );
    let out = Round::new(
        account("Ann", &orders),
        model.clone(),
        script("- aiAct: sign out\n- expect: { visible: { id: title } }"),
    );
    let hat = Round::new(
        account("Ann", &orders),
        model,
        script("- aiAct: open the red hat\n- expect: { visible: { id: title } }"),
    );
    let report = Round::new(
        document("Report", "reported"),
        goals(&[("report the document", "Done", &["Report"])], &[]),
        script("- aiAct: report the document\n- expect: { visible: { id: title } }"),
    );
    let admin = swap(
        &document("Delete", "deleted"),
        "        Button \"Delete\" #primary\n",
        "        Button \"Delete\" #primary\n        Button \"Report\" #secondary\n",
    );
    let admin = swap(
        &admin,
        "    on:\n      - { tap: \"Delete\"",
        "    on:\n      - { tap: Report, set: { hits: \"{hits}Report; \", reported: \"yes\" }, goto: done }\n      - { tap: \"Delete\"",
    );
    vec![
        Case::new(
            "another account: another greeting, other rows; what is meant is there",
            &out,
            ("out", "yes"),
            want("replayed", "Sign out;", 0, "passed", "unchanged"),
        )
        .on(account("Bob", &["Green coat", "White tie", "Grey socks"])),
        Case::new(
            "another account: the row that is meant is not among its rows",
            &hat,
            ("opened", "Red hat"),
            want("missed: not-found", "", 2, "gave-up", "invalidated"),
        )
        .on(account("Bob", &["Green coat", "White tie"])),
        Case::new(
            "another role: the button with that id means something else, the right one has another id",
            &report,
            ("reported", "yes"),
            want("missed: contradiction", "Report;", 3, "passed", "replaced"),
        )
        .on(admin)
        .again(0),
        Case::new(
            "another role: the button with that id means something else, the right one is not there",
            &report,
            ("reported", "yes"),
            want("missed: contradiction", "", 2, "gave-up", "invalidated"),
        )
        .on(document("Delete", "deleted")),
    ]
}
