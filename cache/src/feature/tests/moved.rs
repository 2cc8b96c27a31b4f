//! The same words, or the same id, in another place: that is not the element.

use super::*;

fn missed(was: &UiTree, node: Node<'_>, now: &str, why: &str) {
    let feature = take(node).unwrap_or_else(|e| panic!("{why}: {e}"));
    let now = tree(now);
    let found = find(&feature, &now, true);
    assert!(found.is_err(), "{why}: {found:?} by {feature:?}");
    // In another language words can't tell; ids of what is around it still do.
    if feature.container.as_ref().is_some_and(|c| c.id.is_some()) {
        let found = find(&feature, &now, false);
        assert!(found.is_err(), "{why}: {found:?} by {feature:?}");
    }
    assert_eq!(find(&feature, was, true).unwrap().node, node);
}

fn nth<'t>(t: &'t UiTree, text: &str, n: usize) -> Node<'t> {
    t.nodes().filter(|x| x.text() == text).nth(n).unwrap()
}

#[test]
fn what_held_it_is_still_there_and_holds_it_no_more() {
    let page = |shipping: &str, billing: &str| {
        format!(
            "Frame\n  Button \"Top\" *\n  Layout #content\n    Layout #shipping\n      TextView \"Shipping\"\n{shipping}    \
             Layout #billing\n      TextView \"Billing\"\n{billing}"
        )
    };
    for button in [
        "Button \"Edit\" #edit *",
        "Button \"Edit\" *",
        "ImageView #edit *",
        "EditText #edit",
    ] {
        let line = format!("      {button}\n");
        let was = tree(&page(&line, ""));
        let node = was
            .nodes()
            .find(|n| n.text() == "Edit" || n.resource_id() == "edit")
            .unwrap();
        missed(&was, node, &page("", &line), button);
    }
}

#[test]
fn a_row_is_as_far_away_as_it_was_whatever_repeats_around_it() {
    let card = |rows: &[(&str, bool)]| {
        let rows: String = rows
            .iter()
            .map(|(name, add)| {
                let button = if *add { "        Button \"Add\" *\n" } else { "" };
                format!("      Layout\n        TextView \"{name}\"\n{button}")
            })
            .collect();
        format!("Frame\n  Button \"Top\" *\n  RecyclerView\n    Card\n      TextView \"Shirt\"\n{rows}")
    };
    let was = tree(&card(&[("Small", true), ("Medium", true), ("Large", true)]));
    let now = card(&[("Small", false), ("Medium", true), ("Large", false)]);
    missed(
        &was,
        nth(&was, "Add", 0),
        &now,
        "the card around the rows says it as well",
    );
    // A wrapper more above, and the rows repeat no more.
    let cards = |indent: &str, rows: &[(&str, bool)]| -> String {
        let line = |(name, buy): &(&str, bool)| {
            let button = if *buy {
                format!("{indent}  Button \"Buy\" *\n")
            } else {
                String::new()
            };
            format!("{indent}Layout\n{indent}  TextView \"{name}\"\n{button}")
        };
        rows.iter().map(line).collect()
    };
    let was = tree(&format!(
        "Frame\n{}",
        cards("  ", &[("Milk", true), ("Bread", true), ("Eggs", true)])
    ));
    let now = cards("    ", &[("Milk", false), ("Bread", true), ("Eggs", false)]);
    missed(
        &was,
        nth(&was, "Buy", 0),
        &format!("Frame\n  Layout\n{now}"),
        "the list is as deep as the row was",
    );
}

#[test]
fn a_row_without_a_name_must_be_as_it_was() {
    let rows = |cancel: usize, names: [&str; 2]| -> String {
        let line = |(i, name): (usize, &&str)| {
            let button = if i == cancel {
                "      Button \"Cancel\" #cancel *\n"
            } else {
                ""
            };
            format!("    Layout\n      TextView \"{name}\"\n      TextView \"Seat\"\n{button}")
        };
        let rows: String = names.iter().enumerate().map(line).collect();
        format!("Frame\n  Button \"Top\" *\n  RecyclerView\n{rows}")
    };
    for names in [
        ["Order 70011", "Order 70012"],
        ["Row 1", "Row 2"],
        ["$ 4", "$ 9"],
        ["صف ١", "صف ٢"],
    ] {
        let was = tree(&rows(0, names));
        missed(&was, nth(&was, "Cancel", 0), &rows(1, names), names[0]);
    }
}

#[test]
fn another_caption_names_it_now() {
    let settings = |rows: &[&str]| {
        let rows: String = rows.iter().map(|r| format!("    {r}\n")).collect();
        format!("Frame\n  Layout\n{rows}  Button \"Top\" *\n")
    };
    let (wifi, bluetooth, switch) = ("TextView \"Wi-Fi\"", "TextView \"Bluetooth\"", "Switch *");
    let was = tree(&settings(&[wifi, switch, bluetooth, switch]));
    let switches: Vec<Node<'_>> = was.nodes().filter(|n| n.class() == "Switch").collect();
    let now = settings(&[wifi, switch, bluetooth, "TextView \"NFC\"", switch]);
    missed(&was, switches[1], &now, "its own has gone, another row came");
    let now = settings(&[wifi, "TextView \"Hotspot\"", switch, bluetooth, switch]);
    missed(&was, switches[0], &now, "the same in the middle");
    // An id does not outweigh it.
    let (old, new, field) = (
        "TextView \"Old password\"",
        "TextView \"New password\"",
        "EditText #pw",
    );
    let was = tree(&settings(&[old, field, new]));
    missed(
        &was,
        by_id(&was, "pw"),
        &settings(&[old, new, field]),
        "the caption is there, and another one comes first",
    );
}

#[test]
fn words_of_a_switch_may_be_its_state_in_any_language() {
    let page = |wlan: &str, data: &str| {
        format!(
            "Frame\n  Button \"Top\" *\n  Layout\n    TextView \"WLAN\"\n    Switch \"{wlan}\" *\n  Layout\n    \
             TextView \"Daten\"\n    Switch \"{data}\" *\n"
        )
    };
    for (on, off) in [("AN", "AUS"), ("POÅ", "PŌIS")] {
        let was = tree(&page(off, on));
        let wlan = was.nodes().find(|n| n.class() == "Switch").unwrap();
        let Ok(feature) = take(wlan) else { continue };
        let now = tree(&page(on, off));
        let found = find(&feature, &now, true).map(|f| f.node.id());
        assert!(found.is_err() || found == Ok(wlan.id()), "{found:?}");
    }
}

#[test]
fn a_place_counts_only_what_is_built_alike() {
    let list = |rows: &[&str]| {
        let rows: String = rows
            .iter()
            .map(|r| match r.strip_prefix('!') {
                Some(banner) => format!("    Layout *\n      ImageView\n      TextView \"{banner}\"\n"),
                None => format!("    Layout *\n      TextView \"{r}\"\n"),
            })
            .collect();
        tree(&format!("Frame\n  RecyclerView #list\n{rows}"))
    };
    let was = list(&["!Sale", "Milk", "Bread"]);
    let first = take_place(nth(&was, "Milk", 0).parent().unwrap(), false).unwrap();
    let found = |now: &UiTree| {
        find(&first, now, true)
            .ok()
            .map(|f| f.node.children().next().unwrap().text().to_owned())
    };
    assert_eq!(found(&list(&["!Sale", "Tea", "Bread"])).as_deref(), Some("Tea"));
    assert_eq!(found(&list(&["Milk", "Bread"])), None, "the banner has gone");
    assert_eq!(
        found(&list(&["!Sale", "!Rate us", "Milk"])),
        None,
        "another banner came"
    );
}

#[test]
fn a_wrapper_of_its_size_stands_for_the_control_in_it() {
    let mut b = TreeBuilder::new();
    let (whole, part) = (Rect::new(0, 0, 500, 1000), Rect::new(0, 100, 500, 200));
    for (class, bounds, flags) in [
        ("Frame", whole, Flags::ENABLED),
        ("View", part, Flags::ENABLED),
        ("Button", part, Flags::ENABLED.with(Flags::CLICKABLE)),
    ] {
        b.open(&NodeAttrs {
            class,
            bounds,
            flags,
            ..Default::default()
        });
    }
    let t = b.finish();
    let display = Geometry {
        width: 500,
        height: 1000,
        ..Geometry::default()
    };
    let point = tap_point(t.nodes().nth(1).unwrap(), &display, &[]).unwrap();
    assert_eq!(
        (point.taker.class(), point.at),
        ("Button", Point { x: 250, y: 150 })
    );
}
