//! Each change does what it says, and its truth is true.

use retap_cache::screen::Node;

use super::*;
use crate::{list_dump, parse};

fn list() -> UiTree {
    parse(&list_dump(4)).unwrap().tree
}

/// The second "Track" button, or what was made of it.
fn target(t: &UiTree) -> Node<'_> {
    t.nodes().filter(|n| n.text() == "Track").nth(1).unwrap()
}

fn changed(change: Change) -> (UiTree, Case) {
    let t = list();
    let case = change.apply(&t, target(&t).id()).unwrap();
    (t, case)
}

fn at(case: &Case) -> Node<'_> {
    match case.truth {
        Truth::At(id) => case.tree.get(id).unwrap(),
        Truth::Nothing => panic!("nothing is right"),
    }
}

#[test]
fn a_draft_is_the_tree_again() {
    let (t, case) = changed(Change::Unchanged);
    assert_eq!(case.tree.len(), t.len());
    assert!(
        t.nodes()
            .zip(case.tree.nodes())
            .all(|(a, b)| format!("{a:?}") == format!("{b:?}") && a.depth() == b.depth())
    );
    assert_eq!(at(&case).id(), target(&t).id());
}

#[test]
fn what_is_added_looks_like_the_target_and_comes_before_it() {
    for (change, id) in [
        (Change::SiblingInserted, ""),
        (Change::SameIdInserted, "shop:id/track"),
    ] {
        let (t, case) = changed(change);
        assert_eq!(case.tree.len(), t.len() + 1);
        let node = at(&case);
        let new = node
            .parent()
            .unwrap()
            .children()
            .find(|n| n.text() == FRESH)
            .unwrap();
        assert!(new.id() < node.id());
        assert_eq!(
            (new.class(), new.bounds(), new.resource_id()),
            (node.class(), node.bounds(), id)
        );
    }
}

#[test]
fn what_is_reordered_changes_its_place_and_nothing_else() {
    let (t, case) = changed(Change::Reordered);
    let rows = |t: &UiTree| {
        let row = t.nodes().filter(|n| n.resource_id() == "shop:id/row");
        row.map(|n| n.children().next().unwrap().text().to_owned())
            .collect::<Vec<_>>()
    };
    let (before, after) = (rows(&t), rows(&case.tree));
    assert!(before.iter().zip(&after).all(|(a, b)| a != b), "{after:?}");
    let name = |n: Node<'_>| n.parent().unwrap().children().next().unwrap().text().to_owned();
    assert_eq!(name(at(&case)), name(target(&t)), "it is still the same row");
}

#[test]
fn wrappers_ids_and_languages_change_as_they_say() {
    let (t, case) = changed(Change::Wrapped);
    assert_eq!(at(&case).depth(), target(&t).depth() + 1);
    let (_, case) = changed(Change::IdsStripped);
    assert!(case.tree.nodes().all(|n| n.resource_id().is_empty()));
    let (t, case) = changed(Change::IdsRenamed);
    assert!(
        case.tree
            .nodes()
            .zip(t.nodes())
            .all(|(a, b)| a.resource_id() != b.resource_id() || a.resource_id().is_empty())
    );
    let (_, case) = changed(Change::Translated);
    assert!(!case.same_locale && at(&case).text() != "Track" && at(&case).text().chars().count() == 5);
    let (t, case) = changed(Change::Resized);
    assert_ne!(at(&case).bounds(), target(&t).bounds());
}

#[test]
fn where_nothing_is_right_something_tempts() {
    let (t, case) = changed(Change::MeaningChanged);
    assert_eq!((case.truth, case.tree.len()), (Truth::Nothing, t.len()));
    let (t, case) = changed(Change::LookAlikeLeft);
    assert_eq!((case.truth, case.tree.len()), (Truth::Nothing, t.len()));
    assert!(
        case.tree
            .nodes()
            .any(|n| n.text() == FRESH && n.bounds() == target(&t).bounds())
    );
    let (t, case) = changed(Change::TwinInserted);
    assert_eq!((case.truth, case.tree.len()), (Truth::Nothing, t.len() + 1));
}

#[test]
fn refreshed_data_leaves_the_targets_words_alone() {
    let (_, case) = changed(Change::Refreshed);
    assert_eq!(at(&case).text(), "Track");
    let own = at(&case)
        .parent()
        .unwrap()
        .children()
        .next()
        .unwrap()
        .text()
        .to_owned();
    assert_eq!(own, "Bread", "its own row keeps its words");
    assert!(
        case.tree.nodes().any(|n| n.text().starts_with(FRESH)),
        "the other rows show others"
    );
    let t = list();
    let row = t.nodes().find(|n| n.resource_id() == "shop:id/row").unwrap();
    assert!(
        Change::Refreshed.apply(&t, row.id()).is_none(),
        "what is data itself is left out"
    );
}

#[test]
fn what_goes_takes_what_it_holds_or_what_holds_it() {
    let t = list();
    let tracks = |t: &UiTree| t.nodes().filter(|n| n.text() == "Track").count();
    let rows = |t: &UiTree| t.nodes().filter(|n| n.resource_id() == "shop:id/row").count();
    let track = t.nodes().find(|n| n.text() == "Track").unwrap();
    let row = track.parent().unwrap();
    for (change, of, want) in [
        (Change::Removed, track, (1, 0)),
        (Change::Removed, row, (1, 1)),
        (Change::RowRemoved, track, (1, 1)),
        (Change::OtherRow, track, (0, 0)),
    ] {
        let case = change.apply(&t, of.id()).unwrap();
        let gone = (tracks(&t) - tracks(&case.tree), rows(&t) - rows(&case.tree));
        assert_eq!((case.truth, gone), (Truth::Nothing, want));
        if change == Change::OtherRow {
            let rows: Vec<Node<'_>> = case
                .tree
                .nodes()
                .filter(|n| n.resource_id() == "shop:id/row")
                .collect();
            let tracks = |n: &Node<'_>| n.children().filter(|c| c.text() == "Track").count();
            assert_eq!((tracks(&rows[0]), tracks(&rows[1])), (0, 2));
        }
    }
}

#[test]
fn a_copy_keeps_the_order_of_its_children() {
    let t = list();
    let row = t.nodes().find(|n| n.resource_id() == "shop:id/row").unwrap();
    let case = Change::TwinInserted.apply(&t, row.id()).unwrap();
    let texts = |n: Node<'_>| n.descendants().map(|d| d.text().to_owned()).collect::<Vec<_>>();
    let rows: Vec<Node<'_>> = case
        .tree
        .nodes()
        .filter(|n| n.resource_id() == "shop:id/row")
        .collect();
    assert_eq!(texts(rows[0]), texts(row));
    assert_eq!(texts(rows[1]), texts(row));
}
