//! What has no name, and look-alikes without a list around them: known by the words beside them.

use super::*;

/// A bar with icons that have neither id nor words; `bar` are its lines, the other screen stays.
fn bar(lines: &str) -> UiTree {
    let lines: String = lines.lines().map(|l| format!("    {l}\n")).collect();
    tree(&format!(
        "Frame\n  Layout\n{lines}  RecyclerView\n    TextView \"Some row\"\n"
    ))
}

/// The node that the feature of the first icon finds in another bar, by its place in document order.
fn found(was: &UiTree, now: &UiTree) -> Result<usize, MissKind> {
    let icon = was
        .nodes()
        .find(|n| n.class() == "ImageView" && n.text().is_empty())
        .unwrap();
    let feature = take(icon).unwrap();
    assert!(feature.near.is_some(), "{feature:?}");
    find(&feature, now, true)
        .map(|f| f.node.id().position())
        .map_err(|miss| miss.kind)
}

#[test]
fn an_icon_is_the_only_nameless_one_between_two_texts() {
    let was = bar("TextView \"Inbox\"\nImageView *\nTextView \"Edit\"");
    assert_eq!(found(&was, &was), Ok(3));
    // What has a name of its own may come between.
    let named = bar("TextView \"Inbox\"\nImageView \"Search\" *\nImageView *\nTextView \"Edit\"");
    assert_eq!(found(&was, &named), Ok(4));
    let wrapped = bar("TextView \"Inbox\"\nFrame\n  ImageView *\nTextView \"Edit\"");
    assert_eq!(found(&was, &wrapped), Ok(4));
    for (now, why) in [
        (
            "TextView \"Inbox\"\nImageView *\nImageView *\nTextView \"Edit\"",
            "another one came",
        ),
        ("TextView \"Inbox\"\nTextView \"Edit\"", "it went"),
        (
            "TextView \"Inbox\"\nTextView \"Edit\"\nImageView *",
            "it stands elsewhere",
        ),
        ("TextView \"Inbox\"\nImageView *", "a text went"),
        (
            "TextView \"Inbox\"\nImageView *\nTextView \"Edit\"\nTextView \"Edit\"",
            "a text is there twice",
        ),
        (
            "TextView \"Inbox\"\nButton *\nTextView \"Edit\"",
            "it is of another family",
        ),
        (
            "TextView \"Inbox\"\nFrame\n  Frame\n    ImageView *\nTextView \"Edit\"",
            "it stands deeper",
        ),
    ] {
        assert!(found(&was, &bar(now)).is_err(), "{why}");
    }
}

#[test]
fn where_one_text_is_missing_the_part_ends() {
    let was = bar("TextView \"Inbox\"\nImageView *");
    assert_eq!(found(&was, &was), Ok(3));
    // The icon has gone, and one that stood outside of its part is not taken for it.
    let outside = tree("Frame\n  Layout\n    TextView \"Inbox\"\n  Layout\n    ImageView *\n");
    assert!(found(&was, &outside).is_err());
}

#[test]
fn of_two_nameless_ones_beside_each_other_none_is_kept() {
    let t = bar("TextView \"Inbox\"\nImageView *\nImageView *");
    for icon in t.nodes().filter(|n| n.class() == "ImageView") {
        assert!(take(icon).is_err());
    }
}

#[test]
fn prices_clocks_and_rows_are_nothing_to_stand_beside() {
    for text in ["$ 4.00", "12:30", "3 items"] {
        let t = bar(&format!("TextView \"{text}\"\nImageView *"));
        let icon = t.nodes().find(|n| n.class() == "ImageView").unwrap();
        assert!(take(icon).is_err(), "{text}");
    }
}

#[test]
fn what_has_only_an_id_is_not_known_without_it() {
    let was = bar("TextView \"Inbox\"\nImageView #search *\nTextView \"Edit\"");
    let icon = by_id(&was, "search");
    let feature = take(icon).unwrap();
    let stripped = bar("TextView \"Inbox\"\nImageView *\nTextView \"Edit\"");
    assert!(find(&feature, &stripped, true).is_err(), "its look-alike");
    // The same id twice, one of them with a name: the words beside it settle it.
    let twice =
        bar("TextView \"Inbox\"\nImageView #search \"New\" *\nImageView #search *\nTextView \"Edit\"");
    let f = find(&feature, &twice, true).unwrap();
    assert_eq!((f.node.id().position(), f.rung), (4, Rung::Near));
}

#[test]
fn equal_buttons_of_two_parts_are_told_by_what_stands_in_each_and_not_by_being_the_last_one() {
    let card = |name: &str, button: bool| {
        let b = if button { "    Button \"Edit\" *\n" } else { "" };
        format!("  Layout\n    TextView \"{name}\"\n{b}")
    };
    let both = tree(&format!("Frame\n{}{}", card("Home", true), card("Work", true)));
    let feature = take(both.nodes().nth(3).unwrap()).unwrap();
    assert!(feature.branch.is_some(), "{feature:?}");
    assert_eq!(find(&feature, &both, true).unwrap().node.id().position(), 3);
    for (now, why) in [
        (
            format!("Frame\n{}{}", card("Home", false), card("Work", true)),
            "its own has gone",
        ),
        (format!("Frame\n{}", card("Work", true)), "its card has gone"),
        (
            format!("Frame\n  TextView \"Home\"\n{}", card("Work", true)),
            "a wider part holds the words",
        ),
    ] {
        assert!(find(&feature, &tree(&now), true).is_err(), "{why}");
    }
}
