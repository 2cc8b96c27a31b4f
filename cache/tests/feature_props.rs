//! Laws of the look-up, over generated screens: what is found is the element, or another that looks the same and
//! stood there before; never what looks otherwise.

mod sketch;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use retap_cache::feature::{Feature, Found, Miss, find, take};
use retap_cache::screen::{Flags, Node, UiTree, label, same_id};

use sketch::{Sketch, screen};

/// What is told of a look-up: place of the node, rung, evidence; or the kind of miss.
fn answer(found: &Result<Found<'_>, Miss>) -> String {
    match found {
        Ok(f) => format!("{} {:?} {:?}", f.node.id().position(), f.rung, f.by),
        Err(m) => format!("{:?}", m.kind),
    }
}

/// What a node is called, unless that is data.
fn called(node: Node<'_>) -> Option<String> {
    label(node).filter(|l| !l.is_volatile()).map(|l| l.text)
}

/// The nodes whose features are taken: one in four of the controls and texts, from any of the first on. More cases
/// tell more than more nodes of one case.
fn kept(tree: &UiTree, first: usize) -> Vec<(Node<'_>, Feature)> {
    let nodes = tree.nodes().filter(|n| n.is_actionable() || !n.text().is_empty());
    let some = nodes.skip(first).step_by(4);
    some.filter_map(|n| Some((n, take(n).ok()?))).collect()
}

/// Same family, words and id: nobody tells them apart by themselves.
fn twins(a: Node<'_>, b: Node<'_>) -> bool {
    a.family() == b.family() && called(a) == called(b) && same_id(a.resource_id(), b.resource_id())
}

fn check(truth: bool, says: impl FnOnce() -> String) -> Result<(), TestCaseError> {
    if truth {
        Ok(())
    } else {
        Err(TestCaseError::fail(says()))
    }
}

/// The node of `tree` that the found one was before the node `without` went, with all below it.
fn before<'t>(tree: &'t UiTree, without: Node<'_>, found: Node<'_>) -> Option<Node<'t>> {
    let (at, gone) = (found.id().position(), 1 + without.descendants().count());
    let was = if at < without.id().position() {
        at
    } else {
        at + gone
    };
    tree.nodes().nth(was)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_kept_feature_finds_its_own_node(first in 0..4usize, sketch in screen()) {
        let tree = sketch.build();
        for (node, feature) in kept(&tree, first) {
            let found = find(&feature, &tree, true);
            check(found.as_ref().is_ok_and(|f| f.node == node), || format!("{node:?}: {found:?}"))?;
            // A language that is said to have changed takes evidence away, and never points elsewhere.
            if let Ok(f) = find(&feature, &tree, false) {
                check(f.node == node, || format!("{node:?}, other language: {:?}", f.node))?;
            }
        }
    }

    #[test]
    fn what_is_gone_is_not_found_in_another_that_reads_otherwise(first in 0..4usize, sketch in screen()) {
        let tree = sketch.build();
        for (node, feature) in kept(&tree, first) {
            let rest = sketch.without(node.id().position());
            let Ok(f) = find(&feature, &rest, true) else { continue };
            check(called(f.node) == called(node), || format!("{node:?} is gone: {:?} by {:?}", f.node, f.rung))?;
        }
    }

    #[test]
    fn what_is_gone_is_not_found_in_another_unless_that_was_its_twin(first in 0..4usize, sketch in screen()) {
        let tree = sketch.build();
        for (node, feature) in kept(&tree, first) {
            let rest = sketch.without(node.id().position());
            let Ok(f) = find(&feature, &rest, true) else { continue };
            let was = before(&tree, node, f.node);
            check(was.is_some_and(|w| twins(w, node)), || {
                format!("{node:?} is gone: {:?} by {:?}, and was no twin of it", f.node, f.rung)
            })?;
        }
    }

    #[test]
    fn what_is_gone_is_not_found_at_all(first in 0..4usize, sketch in screen()) {
        let tree = sketch.build();
        for (node, feature) in kept(&tree, first) {
            let rest = sketch.without(node.id().position());
            let found = find(&feature, &rest, true);
            check(found.is_err(), || format!("{node:?} is gone: {found:?}"))?;
        }
    }

    #[test]
    fn what_is_gone_is_not_found_in_another_language(first in 0..4usize, sketch in screen()) {
        let tree = sketch.build();
        for (node, feature) in kept(&tree, first) {
            let rest = sketch.without(node.id().position());
            let found = find(&feature, &rest, false);
            let unique = tree.nodes().filter(|n| same_id(n.resource_id(), node.resource_id())).count() == 1;
            check(found.is_err() || !unique, || format!("{node:?} is gone: {found:?}"))?;
        }
    }

    #[test]
    fn a_copy_of_the_screen_answers_alike(first in 0..4usize, sketch in screen(), other in screen()) {
        let (tree, to) = (sketch.build(), other.build());
        let (copy, to_copy) = (sketch.build(), other.build());
        for ((_, one), (_, two)) in kept(&tree, first).iter().zip(&kept(&copy, first)) {
            prop_assert_eq!(one, two);
            for same_locale in [true, false] {
                prop_assert_eq!(answer(&find(one, &tree, same_locale)), answer(&find(two, &copy, same_locale)));
                prop_assert_eq!(answer(&find(one, &to, same_locale)), answer(&find(two, &to_copy, same_locale)));
            }
        }
    }

    #[test]
    fn a_written_feature_is_the_same_feature(first in 0..4usize, sketch in screen(), other in screen()) {
        let (tree, to) = (sketch.build(), other.build());
        for (_, feature) in kept(&tree, first) {
            let text = serde_yaml::to_string(&feature).unwrap();
            let read: Feature = serde_yaml::from_str(&text).unwrap();
            prop_assert_eq!(&read, &feature, "{}", text);
            for (t, same_locale) in [(&tree, true), (&tree, false), (&to, true), (&to, false)] {
                prop_assert_eq!(answer(&find(&read, t, same_locale)), answer(&find(&feature, t, same_locale)));
            }
        }
    }

    #[test]
    fn on_a_strange_screen_only_the_same_words_are_found(first in 0..4usize, sketch in screen(), other in screen()) {
        let (tree, strange) = (sketch.build(), other.build());
        for (node, feature) in kept(&tree, first) {
            if let Ok(f) = find(&feature, &strange, true) {
                check(called(f.node) == called(node), || format!("{node:?}: {:?} by {:?}", f.node, f.rung))?;
                check(f.node.family() == node.family(), || format!("{node:?}: {:?}", f.node))?;
            }
            // In another language only the element's own id finds it.
            if let Ok(f) = find(&feature, &strange, false) {
                let own = !node.resource_id().is_empty() && same_id(f.node.resource_id(), node.resource_id());
                check(own, || format!("{node:?}, other language: {:?}", f.node))?;
            }
        }
    }

    #[test]
    fn other_words_on_the_same_place_are_not_it(first in 0..4usize, sketch in screen()) {
        let tree = sketch.build();
        for (node, feature) in kept(&tree, first) {
            if node.text().is_empty() || called(node).is_none() {
                continue;
            }
            let changed = sketch.reading(node.id().position(), "Something else");
            let Ok(f) = find(&feature, &changed, true) else { continue };
            check(called(f.node) == called(node), || format!("{node:?} reads otherwise: {:?}", f.node))?;
        }
    }
}

/// The generator is worth its laws only if its screens hold what look-ups fall for.
#[test]
fn generated_screens_are_like_real_ones() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut saw: BTreeSet<&str> = BTreeSet::new();
    let (mut nodes, mut features) = (0, 0);
    for _ in 0..64 {
        let sketch: Sketch = screen().new_tree(&mut runner).unwrap().current();
        let tree = sketch.build();
        let all = kept(&tree, 0);
        nodes += tree.len();
        features += all.len();
        for (a, f) in &all {
            let twin = tree.nodes().any(|b| b != *a && twins(*a, b));
            let found = find(f, &tree, true);
            saw.insert(found.map_or("", |f| f.rung.word()));
            saw.extend(twin.then_some("twin"));
            saw.extend(a.is(Flags::CHECKABLE).then_some("toggle"));
            saw.extend(a.ancestors().any(|up| up.is_actionable()).then_some("nested"));
            saw.extend((called(*a).is_none()).then_some("nameless"));
        }
    }
    assert!(
        nodes > 64 * 15 && features > 64 * 2,
        "{nodes} nodes, {features} features"
    );
    for want in ["id", "label", "container", "twin", "toggle", "nested", "nameless"] {
        assert!(saw.contains(want), "no {want} among {saw:?}");
    }
}
