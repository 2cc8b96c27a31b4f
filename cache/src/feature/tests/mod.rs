//! The look-up against changes with a known truth.

use super::*;
mod beside;
mod moved;
mod rules;
mod sides;

use crate::screen::{Cover, Flags, Geometry, Node, NodeAttrs, Point, Rect, TreeBuilder, UiTree};

/// One line a node: indentation, class, then `"text"`, `#id`, `@desc`, `*` for clickable.
fn tree(lines: &str) -> UiTree {
    let mut b = TreeBuilder::new();
    let mut y = 0;
    for line in lines.lines().filter(|l| !l.trim().is_empty()) {
        let depth = line.chars().take_while(|c| *c == ' ').count() / 2;
        while b.depth() > depth {
            b.close();
        }
        let mut rest = line.trim();
        let mut text = "";
        if let Some(at) = rest.find('"') {
            let end = at + 1 + rest[at + 1..].find('"').unwrap();
            text = &rest[at + 1..end];
            rest = &rest[..at];
        }
        let words: Vec<&str> = rest
            .split_whitespace()
            .chain(line.rsplit('"').next().unwrap().split_whitespace())
            .collect();
        let id = words.iter().find_map(|w| w.strip_prefix('#')).unwrap_or("");
        let mut flags = Flags::ENABLED;
        if words.contains(&"*") {
            flags = flags.with(Flags::CLICKABLE);
        }
        if words.contains(&"checked") {
            flags = flags.with(Flags::CHECKED);
        }
        y += 10;
        let bounds = if depth == 0 {
            Rect::new(0, 0, 100, 10_000)
        } else {
            Rect::new(0, y, 100, y + 10)
        };
        b.open(&NodeAttrs {
            class: words[0],
            id,
            text,
            flags,
            bounds,
            ..Default::default()
        });
    }
    b.finish()
}

fn at<'t>(t: &'t UiTree, text: &str) -> Node<'t> {
    t.nodes().find(|n| n.text() == text).unwrap()
}

fn by_id<'t>(t: &'t UiTree, id: &str) -> Node<'t> {
    t.nodes().find(|n| n.resource_id() == id).unwrap()
}

const FORM: &str = r#"
Frame
  Toolbar #bar
    TextView "Delivery" #title
    ImageButton #menu *
  Layout #form
    EditText #street
    Button "Next" #action *
    Button "Cancel" #cancel *
"#;

#[test]
fn every_rung_is_confirmed_by_other_evidence() {
    let t = tree(FORM);
    let f = take(at(&t, "Next")).unwrap();
    let found = find(&f, &t, true).unwrap();
    assert_eq!((found.rung, found.by), (Rung::Id, Evidence::Label));

    // Ids gone: found by label, confirmed by the way up.
    let bare = tree(&FORM.replace("#action", "").replace("#form", ""));
    let found = find(&f, &bare, true).unwrap();
    assert_eq!(
        (found.node.text(), found.rung, found.by),
        ("Next", Rung::Label, Evidence::Path)
    );

    // No label: found by id, confirmed by container.
    let f = take(by_id(&t, "street")).unwrap();
    let found = find(&f, &t, true).unwrap();
    assert_eq!((found.rung, found.by), (Rung::Id, Evidence::Container));
}

#[test]
fn a_changed_label_is_a_contradiction_whatever_the_id_says() {
    let t = tree(FORM);
    let f = take(at(&t, "Next")).unwrap();
    let other = tree(&FORM.replace("\"Next\"", "\"Pay now\""));
    assert_eq!(find(&f, &other, true).unwrap_err().kind, MissKind::Contradiction);
    let silent = tree(&FORM.replace("\"Next\" ", ""));
    assert_eq!(find(&f, &silent, true).unwrap_err().kind, MissKind::Contradiction);
    // A label where there was none.
    let f = take(by_id(&t, "street")).unwrap();
    let mut b = TreeBuilder::new();
    b.open(&NodeAttrs {
        class: "Frame",
        ..Default::default()
    });
    b.open(&NodeAttrs {
        class: "Layout",
        id: "form",
        ..Default::default()
    });
    b.open(&NodeAttrs {
        class: "EditText",
        id: "street",
        hint: "Town",
        ..Default::default()
    });
    assert_eq!(
        find(&f, &b.finish(), true).unwrap_err().kind,
        MissKind::Contradiction
    );
}

#[test]
fn a_changed_family_is_a_contradiction() {
    let t = tree(FORM);
    let f = take(at(&t, "Next")).unwrap();
    let other = tree(&FORM.replace("Button \"Next\"", "EditText \"Next\""));
    assert_eq!(find(&f, &other, true).unwrap_err().kind, MissKind::Contradiction);
}

#[test]
fn another_language_needs_the_nodes_own_id() {
    let t = tree(FORM);
    let f = take(at(&t, "Next")).unwrap();
    let german = tree(
        &FORM
            .replace("\"Next\"", "\"Weiter\"")
            .replace("Delivery", "Lieferung"),
    );
    let found = find(&f, &german, false).unwrap();
    assert_eq!((found.node.text(), found.rung), ("Weiter", Rung::Id));
    let without = tree(&FORM.replace("\"Next\" #action", "\"Weiter\""));
    assert!(find(&f, &without, false).is_err());
}

#[test]
fn twins_that_appear_are_never_picked_from() {
    let t = tree(FORM);
    let f = take(at(&t, "Next")).unwrap();
    let twin = tree(&FORM.replace(
        "    Button \"Cancel\"",
        "    Button \"Next\" #action *\n    Button \"Cancel\"",
    ));
    assert_eq!(find(&f, &twin, true).unwrap_err().kind, MissKind::Ambiguous);
    // The same id on another control: the label, still unique, settles it.
    let shared = tree(&FORM.replace("#cancel", "#action"));
    let found = find(&f, &shared, true).unwrap();
    assert_eq!((found.node.text(), found.rung), ("Next", Rung::Label));
}

const ROWS: &str = r#"
Frame
  RecyclerView #list
    Row *
      TextView "Milk"
      Button "Delete" #del *
    Row *
      TextView "Bread"
      Button "Delete" #del *
    Row *
      TextView "Eggs"
      Button "Delete" #del *
"#;

#[test]
fn equal_buttons_of_rows_are_told_apart_by_their_rows() {
    let t = tree(ROWS);
    let bread = t.nodes().filter(|n| n.text() == "Delete").nth(1).unwrap();
    let f = take(bread).unwrap();
    let row_of = |n: Node<'_>| n.parent().unwrap().children().next().unwrap().text().to_owned();

    let found = find(&f, &t, true).unwrap();
    assert_eq!(
        (row_of(found.node).as_str(), found.rung),
        ("Bread", Rung::Container)
    );

    // Reordered, with a row inserted before and a text inserted into the row.
    let moved = tree(
        &ROWS
            .replace("\"Milk\"", "\"X\"")
            .replace("\"Bread\"", "\"Milk\"")
            .replace("\"X\"", "\"Bread\"")
            .replace(
                "    Row *\n      TextView \"Bread\"",
                "    Row *\n      TextView \"New\"\n      TextView \"Bread\"",
            ),
    );
    let found = find(&f, &moved, true).unwrap();
    assert!(
        found
            .node
            .parent()
            .unwrap()
            .children()
            .any(|n| n.text() == "Bread")
    );

    // The row is gone: nothing else is taken for it.
    let gone = tree(&ROWS.replace(
        "    Row *\n      TextView \"Bread\"\n      Button \"Delete\" #del *\n",
        "",
    ));
    assert!(find(&f, &gone, true).is_err());
    // One equal button is left, in another row.
    let one = tree(
        "Frame\n  RecyclerView #list\n    Row *\n      TextView \"Milk\"\n      Button \"Delete\" #del *\n",
    );
    assert!(find(&f, &one, true).is_err());
}

#[test]
fn what_nothing_identifies_is_not_kept() {
    let t = tree("Frame\n  Layout\n    Button #b *\n    Button #b *\n    Button #b *\n");
    assert!(
        take(t.nodes().nth(3).unwrap())
            .unwrap_err()
            .reason
            .contains("give it an id or a label")
    );
    let volatile = tree("Frame\n  Layout\n    TextView \"12:30\"\n");
    assert!(take(at(&volatile, "12:30")).is_err());
}

#[test]
fn a_missing_node_is_never_replaced_by_a_look_alike() {
    let t = tree(FORM);
    for n in t.nodes().filter(|n| n.is_actionable()) {
        let f = take(n).unwrap();
        let line = FORM
            .lines()
            .find(|l| l.contains(&format!("#{}", n.resource_id())))
            .unwrap();
        let without = tree(&FORM.replace(&format!("{line}\n"), ""));
        assert!(find(&f, &without, true).is_err(), "{n:?}");
    }
}

#[test]
fn a_wrapper_more_or_less_changes_nothing() {
    let t = tree(FORM);
    let f = take(at(&t, "Next")).unwrap();
    let wrapped = tree(&FORM.replace("#form", "").replace(
        "    EditText #street\n    Button \"Next\" #action *\n",
        "    EditText #street\n    Wrapper\n      Button \"Next\" *\n",
    ));
    let found = find(&f, &wrapped, true).unwrap();
    assert_eq!((found.node.text(), found.by), ("Next", Evidence::Path));
}

fn screen() -> Geometry {
    Geometry {
        width: 1080,
        height: 2400,
        ..Default::default()
    }
}

fn boxes(list: &[(&str, Rect, bool, usize)]) -> UiTree {
    let mut b = TreeBuilder::new();
    for (text, bounds, clickable, depth) in list {
        while b.depth() > *depth {
            b.close();
        }
        let flags = Flags::ENABLED.set(Flags::CLICKABLE, *clickable);
        b.open(&NodeAttrs {
            class: "View",
            text,
            bounds: *bounds,
            flags,
            ..Default::default()
        });
    }
    b.finish()
}

#[test]
fn a_label_is_tapped_through_its_row_and_beside_its_buttons() {
    let row = Rect::new(0, 1854, 1080, 2002);
    let t = boxes(&[
        ("", row, true, 0),
        ("Markup", Rect::new(200, 1854, 1080, 2002), false, 1),
        ("More", Rect::new(960, 1854, 1080, 2002), true, 1),
    ]);
    let p = tap_point(at(&t, "Markup"), &screen(), &[]).unwrap();
    assert_eq!(p.taker.bounds(), row);
    assert!(row.contains(p.at) && !Rect::new(960, 1854, 1080, 2002).contains(p.at));
    let p = tap_point(t.roots().next().unwrap(), &screen(), &[]).unwrap();
    assert!(!Rect::new(960, 1854, 1080, 2002).contains(p.at));
}

#[test]
fn what_is_covered_hidden_or_inverted_is_not_tapped() {
    let t = boxes(&[
        ("root", Rect::new(0, 0, 1080, 2400), false, 0),
        ("below", Rect::new(100, 100, 200, 200), true, 1),
        ("sheet", Rect::new(0, 0, 1080, 1000), true, 1),
        ("off", Rect::new(0, 2500, 1080, 2600), true, 1),
        ("inverted", Rect::new(100, 1500, 50, 1400), true, 1),
    ]);
    assert!(matches!(
        tap_point(at(&t, "below"), &screen(), &[]),
        Err(NoTap::Covered { .. })
    ));
    assert!(matches!(
        tap_point(at(&t, "off"), &screen(), &[]),
        Err(NoTap::OffScreen { .. })
    ));
    assert!(matches!(
        tap_point(at(&t, "inverted"), &screen(), &[]),
        Err(NoTap::OffScreen { .. })
    ));
    assert_eq!(
        tap_point(at(&t, "sheet"), &screen(), &[]).unwrap().at,
        Point { x: 540, y: 500 }
    );
}

#[test]
fn both_spellings_of_an_id_agree_and_two_packages_do_not() {
    assert!(same_id("submit", "com.example:id/submit"));
    assert!(same_id("com.example:id/submit", "submit"));
    assert!(!same_id("com.example:id/ok", "com.other:id/ok"));
    assert!(!same_id("ok", "com.example:id/not_ok"));
}

#[test]
fn what_lies_under_the_keyboard_is_not_tapped_and_the_free_part_is() {
    let keyboard = [Cover {
        what: "keyboard".into(),
        frame: Rect::new(0, 1500, 1080, 2400),
    }];
    let t = boxes(&[
        ("Register", Rect::new(40, 1800, 1040, 1920), true, 0),
        ("Note", Rect::new(40, 1300, 1040, 1620), true, 0),
    ]);
    let hidden = tap_point(at(&t, "Register"), &screen(), &keyboard).unwrap_err();
    assert_eq!(
        hidden,
        NoTap::Behind {
            what: "keyboard".into()
        }
    );
    assert!(tap_point(at(&t, "Note"), &screen(), &keyboard).unwrap().at.y < 1500);
}

#[test]
fn the_only_button_of_another_row_is_not_taken_for_it() {
    let cart = |name: &str, price: &str| {
        tree(&format!(
            "Frame\n  RecyclerView #list\n    Row *\n      TextView \"{name}\"\n      TextView \"{price}\"\n      \
             Button \"Delete\" #del *\n"
        ))
    };
    let milk = cart("Milk", "$2.00");
    let f = take(at(&milk, "Delete")).unwrap();
    assert_eq!(find(&f, &milk, true).unwrap().rung, Rung::Id);
    assert_eq!(
        find(&f, &cart("Bread", "$3.00"), true).unwrap_err().kind,
        MissKind::Contradiction
    );
    assert!(
        find(&f, &cart("Milk", "$2.50"), true).is_ok(),
        "a refreshed price is still the row"
    );
}

#[test]
fn the_frame_of_a_screen_confirms_nothing() {
    let t = tree("Frame #android:id/content\n  Layout #root\n    View #fab *\n    View #other *\n");
    let f = take(by_id(&t, "fab")).unwrap();
    assert!(
        f.container.is_none() && f.path.iter().all(|s| s.id.is_none()),
        "{f:?}"
    );
}

#[test]
fn a_disabled_control_does_not_pass_its_tap_to_the_row() {
    let mut b = TreeBuilder::new();
    let row = Rect::new(0, 0, 1080, 200);
    let flags = Flags::ENABLED.with(Flags::CLICKABLE);
    b.open(&NodeAttrs {
        class: "View",
        bounds: row,
        flags,
        ..Default::default()
    });
    b.open(&NodeAttrs {
        class: "View",
        text: "Delete",
        bounds: Rect::new(800, 0, 1080, 200),
        ..Default::default()
    });
    let t = b.finish();
    assert_eq!(
        tap_point(at(&t, "Delete"), &screen(), &[]).unwrap_err(),
        NoTap::Disabled
    );
}
