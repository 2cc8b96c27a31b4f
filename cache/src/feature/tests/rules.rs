//! Positions, values of parameters, rows and their numbers, words that change hands, relocated elements.

use super::*;

/// Rows with these names, each with the same button.
fn rows(names: &[&str]) -> UiTree {
    let rows: String = names
        .iter()
        .map(|n| format!("    Layout *\n      TextView \"{n}\"\n      Button \"Buy\" *\n"))
        .collect();
    tree(&format!(
        "Frame\n  TextView \"Shop\"\n  RecyclerView #list\n{rows}"
    ))
}

fn buy(t: &UiTree, row: usize) -> Node<'_> {
    t.nodes().filter(|n| n.text() == "Buy").nth(row).unwrap()
}

#[test]
fn a_row_is_known_by_its_name_and_not_by_a_number() {
    let t = rows(&["Milk", "Galaxy S23", "Row 1", "Row 2", "$ 4.00", "3 items"]);
    for (row, kept) in [
        (0, true),
        (1, true),
        (2, false),
        (3, false),
        (4, false),
        (5, false),
    ] {
        assert_eq!(take(buy(&t, row)).is_ok(), kept, "row {row}");
    }
}

#[test]
fn the_words_of_a_row_count_wherever_in_it_they_stand() {
    // The row itself is called by its description; what it shows is the same in each.
    let row = |desc: &str| format!("    Layout *\n      View \"{desc}\"\n        Button *\n");
    let of = |names: &[&str]| {
        let all: String = names.iter().map(|n| row(n)).collect();
        tree(&format!("Frame\n  RecyclerView\n{all}"))
    };
    let was = of(&["lib", "src", "web"]);
    let button = was.nodes().filter(|n| n.class() == "Button").nth(1).unwrap();
    let feature = take(button).unwrap();
    let now = of(&["lib", "docs", "src", "web"]);
    let found = find(&feature, &now, true).unwrap();
    assert_eq!(found.node.parent().unwrap().text(), "src");
    assert!(find(&feature, &of(&["lib", "web"]), true).is_err());
}

#[test]
fn what_stood_among_twins_is_not_the_one_that_is_left() {
    // Both stand in the one container; only its id tells the first.
    let was = tree(
        "Frame\n  Button \"Top\" *\n  Layout #box\n    Button \"Milk\" #a *\n    Layout\n      Button \"Milk\" #b *\n",
    );
    let feature = take(by_id(&was, "a")).unwrap();
    assert_eq!(feature.container.as_ref().unwrap().twins, 1);
    let left = tree("Frame\n  Button \"Top\" *\n  Layout #box\n    Layout\n      Button \"Milk\" #b *\n");
    assert!(find(&feature, &left, true).is_err());
}

#[test]
fn words_that_a_node_bore_are_not_those_that_another_holds() {
    let was = tree("Frame\n  Layout\n    View \"Send\" *\n  TextView \"Mail\"\n");
    let feature = take(at(&was, "Send")).unwrap();
    // The control has gone; what was around it takes taps now and holds its words.
    let now = tree("Frame\n  View *\n    TextView \"Send\"\n  TextView \"Mail\"\n");
    assert_eq!(find(&feature, &now, true).unwrap_err().kind, MissKind::NotFound);
    // A control and the words that it borrows are no twins.
    assert!(take(now.nodes().nth(1).unwrap()).is_ok());
}

#[test]
fn what_fills_a_control_stands_for_it() {
    let filled = |inner: &str| {
        let mut b = TreeBuilder::new();
        let whole = Rect::new(0, 0, 100, 100);
        let open = |b: &mut TreeBuilder, class, text, bounds, flags| {
            b.open(&NodeAttrs {
                class,
                text,
                bounds,
                flags,
                ..Default::default()
            })
        };
        open(&mut b, "Frame", "", whole, Flags::NONE);
        open(&mut b, "View", "", Rect::new(0, 0, 100, 50), Flags::CLICKABLE);
        open(&mut b, "TextView", "Save", Rect::new(10, 10, 40, 40), Flags::NONE);
        b.close();
        let half = if inner == "half" { 25 } else { 50 };
        open(&mut b, "Button", "", Rect::new(0, 0, 100, half), Flags::NONE);
        b.close();
        b.close();
        open(&mut b, "View", "", Rect::new(0, 50, 100, 100), Flags::CLICKABLE);
        open(&mut b, "TextView", "Drop", Rect::new(10, 60, 40, 90), Flags::NONE);
        b.finish()
    };
    let t = filled("whole");
    let (node, feature) = take_here(t.nodes().nth(3).unwrap()).unwrap();
    assert_eq!(
        (node.id().position(), feature.label.unwrap().text.as_str()),
        (1, "Save")
    );
    let t = filled("half");
    assert!(
        take_here(t.nodes().nth(3).unwrap()).is_err(),
        "a touch may mean a part of it only"
    );
}

#[test]
fn a_place_finds_whatever_stands_there() {
    let was = rows(&["Milk", "Bread", "Salt"]);
    let first = take_place(buy(&was, 0), false).unwrap();
    let last = take_place(buy(&was, 2), true).unwrap();
    let now = rows(&["Tea", "Milk", "Bread", "Rice"]);
    for (feature, row) in [(&first, "Tea"), (&last, "Rice")] {
        for same_locale in [true, false] {
            let f = find(feature, &now, same_locale).unwrap();
            assert_eq!((f.rung, f.relocated), (Rung::Place, false));
            assert!(
                f.node.parent().unwrap().children().any(|n| n.text() == row),
                "{row}"
            );
        }
    }
    assert!(find(&last, &rows(&[]), true).is_err(), "no row");
    // Another kind of row at that place.
    let header = tree(
        "Frame\n  TextView \"Shop\"\n  RecyclerView #list\n    TextView \"New\" *\n    Layout *\n      TextView \"Milk\"\n      Button \"Buy\" *\n",
    );
    assert!(find(&first, &header, true).is_err());
    assert!(
        take_place(at(&was, "Shop"), false).is_err(),
        "nothing repeats there"
    );
}

#[test]
fn by_value_neither_the_id_of_the_old_value_nor_its_way_finds() {
    let was =
        tree("Frame\n  TextView \"Plans\"\n  Button \"Basic\" #basic *\n  Button \"Premium\" #premium *\n");
    let mut feature = take(at(&was, "Basic")).unwrap();
    feature.by_value = true;
    feature.label.as_mut().unwrap().text = "Premium".into();
    let f = find(&feature, &was, true).unwrap();
    assert_eq!(
        (f.node.text(), f.rung, f.relocated),
        ("Premium", Rung::Label, false)
    );
    feature.label.as_mut().unwrap().text = "Gold".into();
    assert!(find(&feature, &was, true).is_err());
    assert!(
        find(&feature, &was, false).is_err(),
        "the id is not asked in any language"
    );
}

#[test]
fn who_is_found_by_lesser_evidence_is_marked_and_a_miss_has_its_nearest() {
    let was = tree(FORM);
    let feature = take(at(&was, "Next")).unwrap();
    assert!(!find(&feature, &was, true).unwrap().relocated);
    let renamed = tree(&FORM.replace("#action", "#proceed"));
    let f = find(&feature, &renamed, true).unwrap();
    assert_eq!((f.rung, f.relocated), (Rung::Label, true));
    let changed = tree(&FORM.replace("\"Next\" #action", "\"Nexxt\""));
    assert!(find(&feature, &changed, true).is_err());
    assert_eq!(nearest_candidate(&feature, &changed).unwrap().text(), "Nexxt");
    let other = tree(&FORM.replace("\"Next\"", "\"Pay now\""));
    assert_eq!(
        nearest_candidate(&feature, &other).unwrap().text(),
        "Pay now",
        "by its id"
    );
}
