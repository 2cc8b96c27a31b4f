//! The order of words in a row, the side of a control, and the caption above it.

use super::*;

/// The control is found where it was, and not where it stands now.
fn gone(was: &str, now: &str, is_it: impl Fn(&Node<'_>) -> bool, why: &str) {
    let was = tree(was);
    let node = was.nodes().find(|n| is_it(n)).unwrap();
    let feature = take(node).unwrap_or_else(|e| panic!("{why}: {e}"));
    assert_eq!(find(&feature, &was, true).unwrap().node, node, "{why}");
    let now = tree(now);
    let found = find(&feature, &now, true);
    assert!(found.is_err(), "{why}: {found:?} by {feature:?}");
}

fn button(n: &Node<'_>) -> bool {
    n.class() == "Button" && n.text() != "Top"
}

#[test]
fn the_same_words_in_another_order_are_another_row() {
    for list in ["RecyclerView", "Column"] {
        let page = |a: &str, b: &str| {
            format!(
                "Frame\n  {list}\n    Row\n      TextView \"{a}\"\n      TextView \"{b}\"\n      Button \"Select\" *\n    \
                 Row\n      TextView \"Rome\"\n      TextView \"Oslo\"\n      Button \"Select\" *\n"
            )
        };
        gone(&page("Berlin", "Paris"), &page("Paris", "Berlin"), button, list);
    }
}

#[test]
fn names_of_other_controls_may_stand_in_any_order() {
    let page = |a: &str, b: &str| {
        format!(
            "Frame\n  Column\n    Layout\n      Button \"{a}\" *\n      Button \"{b}\" *\n      Switch *\n    Layout\n      \
             Button \"Bold\" *\n      Switch *\n"
        )
    };
    let was = tree(&page("Up", "Down"));
    let node = was.nodes().find(|n| n.class() == "Switch").unwrap();
    let feature = take(node).unwrap();
    let now = tree(&page("Down", "Up"));
    let found = find(&feature, &now, true).unwrap();
    assert_eq!(found.node.id(), node.id());
}

#[test]
fn a_nameless_control_stays_on_its_side_of_the_words() {
    let milk = ["TextView \"Milk\"", "ImageButton *"];
    let page = |first: &str, second: &str| {
        format!(
            "Frame\n  RecyclerView\n    Row\n      {first}\n      {second}\n    Row\n      TextView \"Bread\"\n      \
             ImageButton *\n"
        )
    };
    let is_it = |n: &Node<'_>| n.class() == "ImageButton";
    gone(&page(milk[0], milk[1]), &page(milk[1], milk[0]), is_it, "side");
}

#[test]
fn an_id_that_several_have_now_says_nothing_of_what_is_in_it() {
    for id in ["", "#cancel "] {
        let was = format!(
            "Frame\n  Button \"Top\" *\n  Column\n    Card #order\n      TextView \"Pizza\"\n      Button \"Cancel\" {id}*\n"
        );
        let now = format!(
            "Frame\n  Button \"Top\" *\n  Column\n    Card #order\n      TextView \"Pizza\"\n    Card #order\n      \
             TextView \"Sushi\"\n      Button \"Cancel\" {id}*\n"
        );
        gone(&was, &now, button, id);
    }
}

#[test]
fn under_another_caption_it_is_another_control() {
    for id in ["", "#edit "] {
        let edit = format!("    Button \"Edit\" {id}*\n");
        let page = |first: &str, second: &str| {
            format!(
                "Frame\n  Button \"Top\" *\n  Layout\n    TextView \"Shipping\"\n{first}    TextView \"Billing\"\n{second}"
            )
        };
        gone(&page(&edit, ""), &page("", &edit), button, "flat");
        gone(
            &page("", &edit),
            &page(&edit, ""),
            button,
            "flat, from the last section",
        );
        let card = |name: &str, inside: &str| format!("  Card\n    TextView \"{name}\"\n    {inside}\n");
        let edit = format!("Button \"Edit\" {id}*");
        let page = |first: &str, second: &str| {
            format!("Frame\n{}{}", card("Shipping", first), card("Billing", second))
        };
        gone(
            &page(&edit, "Switch *"),
            &page("Switch *", &edit),
            button,
            "cards",
        );
    }
}

#[test]
fn a_place_in_a_list_without_an_id_is_not_kept() {
    let page = |id: &str| {
        let row = "    Row\n      TextView \"A\"\n";
        format!("Frame\n  RecyclerView {id}\n{row}{row}{row}")
    };
    let taken = |id: &str| {
        let t = tree(&page(id));
        let row = t.nodes().filter(|n| n.class() == "Row").nth(1).unwrap();
        take_place(row, false).is_ok()
    };
    assert!(taken("#results"));
    assert!(!taken(""));
}

/// In another language the words of a row can't tell which of two of the same id is meant.
#[test]
fn an_id_that_several_have_now_proves_nothing_in_another_language() {
    let page = |rows: &str| format!("Frame\n  Button \"Top\" *\n  RecyclerView\n{rows}");
    let row = |name: &str, cancel: &str| format!("    Row #order\n      TextView \"{name}\"\n{cancel}");
    let cancel = "      Button \"Cancel\" #cancel *\n";
    let was = tree(&page(&row("Pizza", cancel)));
    let feature = take(by_id(&was, "cancel")).unwrap();
    let german = cancel.replace("Cancel", "Abbrechen");
    let now = tree(&page(&(row("Pizza", "") + &row("Sushi", &german))));
    let found = find(&feature, &now, false);
    assert!(found.is_err(), "{found:?} by {feature:?}");
}
