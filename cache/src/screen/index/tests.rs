//! The index says what the plain definitions say.

use super::*;
use crate::screen::{NodeAttrs, TreeBuilder, same_id};

/// What a node is called as long as it lasts, by the plain definition: its own words if they do, else, for an actionable
/// node, what lasts of the words that it holds.
fn lasting(node: Node<'_>) -> Option<label::Label> {
    let label = label::label(node).filter(|l| !l.is_volatile());
    let own = label.filter(|l| l.source != label::LabelSource::Borrowed);
    own.or_else(|| node.is_actionable().then(|| held(node)).flatten())
}

/// What lasts of the words below a node, but those inside another control.
fn held(node: Node<'_>) -> Option<label::Label> {
    let mut parts: Vec<String> = Vec::new();
    for n in node.descendants() {
        let other = std::iter::once(n)
            .chain(n.ancestors())
            .take_while(|a| *a != node)
            .any(|a| a.is_actionable() && !a.is(Flags::CHECKABLE));
        let own = label::label(n).filter(|l| l.source != label::LabelSource::Borrowed && !l.is_volatile());
        if let Some(l) = own.filter(|l| !other && !parts.contains(&l.text)) {
            parts.push(l.text);
        }
    }
    (!parts.is_empty()).then(|| label::Label {
        text: parts.join(" "),
        source: label::LabelSource::Borrowed,
    })
}

/// Rows of texts and buttons, a shared id in both spellings, a switch, a field, nested controls.
fn tree() -> UiTree {
    let mut b = TreeBuilder::new();
    let open = |b: &mut TreeBuilder, class, id, text, desc, flags| {
        b.open(&NodeAttrs {
            class,
            id,
            text,
            desc,
            flags,
            ..Default::default()
        });
    };
    let click = Flags::CLICKABLE;
    open(&mut b, "FrameLayout", "app:id/root", "", "", Flags::NONE);
    open(&mut b, "RecyclerView", "app:id/list", "", "", Flags::NONE);
    for (name, when) in [("Milk", "5 min ago"), ("Log\u{a0}out", "9:05"), ("Milk", "")] {
        open(&mut b, "LinearLayout", "app:id/row", "", "", click);
        open(&mut b, "TextView", "name", name, "", Flags::NONE);
        b.close();
        open(&mut b, "TextView", "app:id/when", when, "", Flags::NONE);
        b.close();
        open(&mut b, "Switch", "app:id/on", "AN", "", Flags::CHECKABLE);
        b.close();
        open(&mut b, "ImageButton", "app:id/name", "", "More", click);
        b.close();
        b.close();
    }
    b.close();
    open(&mut b, "View", "", " \n", "", click);
    open(&mut b, "TextView", "", "Pay", "", Flags::NONE);
    b.close();
    open(&mut b, "TextView", "", " now ", "", Flags::NONE);
    b.close();
    open(&mut b, "View", "", "", "", click);
    open(&mut b, "TextView", "", "never borrowed further", "", Flags::NONE);
    b.close();
    b.close();
    b.close();
    open(&mut b, "View", "", "", "Today, Aug 11", click);
    open(&mut b, "TextView", "", "Today", "", Flags::NONE);
    b.close();
    open(&mut b, "TextView", "", "Aug 11", "", Flags::NONE);
    b.close();
    b.close();
    open(&mut b, "EditText", "app:id/field", "a value", "", Flags::NONE);
    b.finish()
}

#[test]
fn labels_are_those_of_the_definition() {
    let t = tree();
    let ix = t.index();
    for n in t.nodes() {
        let want = lasting(n);
        let got = ix.lasting_label(n).map(|no| ix.words(&t, no).to_owned());
        assert_eq!(got, want.as_ref().map(|l| l.text.clone()), "{n:?}");
        if let Some(l) = want {
            assert_eq!(
                ix.is_borrowed(n),
                l.source == label::LabelSource::Borrowed,
                "{n:?}"
            );
            let no = ix.text_no(&t, &l.text).unwrap();
            let borrowed = ix.is_borrowed(n);
            let called: Vec<u32> = ix.called(n.family(), no, borrowed).all().collect();
            let plain = t.nodes().filter(|o| {
                let same = |o: &label::Label| {
                    o.text == l.text && (o.source == label::LabelSource::Borrowed) == borrowed
                };
                o.family() == n.family() && lasting(*o).as_ref().is_some_and(same)
            });
            assert_eq!(called, plain.map(|o| o.id().0).collect::<Vec<_>>());
        }
    }
    assert!(ix.text_no(&t, "a value").is_none(), "what was typed is no label");
    assert!(ix.text_no(&t, "Pay now").is_some());
    let today = ix.text_no(&t, "Today").unwrap();
    assert_eq!(
        ix.with_text(today).len(),
        2,
        "the control borrows what lasts of its words"
    );
}

#[test]
fn ids_are_counted_in_both_spellings() {
    let t = tree();
    let ix = t.index();
    for n in t.nodes().filter(|n| !n.resource_id().is_empty()) {
        let mut plain: Vec<u32> = t
            .nodes()
            .filter(|o| same_id(o.resource_id(), n.resource_id()))
            .map(|o| o.id().0)
            .collect();
        let mut got: Vec<u32> = ix.with_id(&t, n.resource_id()).all().collect();
        got.sort_unstable();
        plain.sort_unstable();
        assert_eq!(got, plain, "{n:?}");
        assert_eq!(ix.is_unique_id(n), plain.len() == 1, "{n:?}");
    }
    assert_eq!(ix.with_id(&t, "").all().count(), 0);
    assert_eq!(ix.with_id(&t, "other:id/row").all().count(), 0);
    assert!(ix.only_with_id(&t, "list").is_some());
}

#[test]
fn rows_hold_their_nodes_and_the_frame_holds_none() {
    let t = tree();
    let ix = t.index();
    let more = t.nodes().find(|n| n.desc() == "More").unwrap();
    assert_eq!(ix.holder(more).unwrap().resource_id(), "app:id/row");
    let row = more.parent().unwrap();
    assert!(ix.is_item(row) && !ix.is_item(more));
    assert!(ix.holder(row).is_none(), "nothing wider tells a row apart");
    let pay = t.nodes().find(|n| n.text() == "Pay").unwrap();
    assert!(ix.holder(pay).is_none(), "the frame is around everything");
    let nameless = |family| ix.nameless_of(family).all().count();
    assert_eq!(
        (
            nameless(Family::Toggle),
            nameless(Family::Field),
            nameless(Family::View)
        ),
        (3, 1, 0)
    );
}
