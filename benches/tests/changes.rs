//! What the changes say to be right must be so, whatever the screen: else the proof proves nothing.

use retap_benches::proof::{Asked, Change, Truth, corpus, made};
use retap_cache::screen::{Node, UiTree};

/// What makes a node itself, as far as a change leaves it.
fn same_thing(change: Change, was: Node<'_>, is: Node<'_>) -> bool {
    let words = |n: Node<'_>| (n.text().to_owned(), n.desc().to_owned(), n.hint().to_owned());
    let numbers = |t: &str| t.bytes().any(|b| b.is_ascii_digit());
    let ids = matches!(change, Change::IdsStripped | Change::IdsRenamed);
    let (before, after) = (words(was), words(is));
    let free = match change {
        Change::Translated => true,
        Change::Refreshed => [&before.0, &before.1].iter().any(|t| numbers(t)),
        _ => false,
    };
    was.class() == is.class()
        && was.flags() == is.flags()
        && (ids || was.resource_id() == is.resource_id())
        && (free || before == after)
        && was.children().count() == is.children().count()
}

fn hold(name: &str, tree: &UiTree, asked: Asked) -> usize {
    let mut cases = 0;
    for node in asked.of(tree) {
        for change in Change::ALL {
            let Some(case) = change.apply(tree, node.id()) else {
                continue;
            };
            cases += 1;
            let what = || format!("{name}, {}: {node:?}", change.word());
            match case.truth {
                Truth::At(id) => {
                    let now = case.tree.get(id);
                    // What turns a parent's children may turn those of the target itself: their number stays.
                    assert!(
                        now.is_some_and(|n| same_thing(change, node, n)),
                        "{} is {now:?}",
                        what()
                    );
                }
                Truth::Nothing => {
                    let (was, is) = (tree.len(), case.tree.len());
                    let below = 1 + node.descendants().count();
                    let right = match change {
                        Change::MeaningChanged => is == was,
                        Change::TwinInserted => is == was + below,
                        Change::LookAlikeLeft => is == was - below + 1,
                        Change::Removed => is == was - below,
                        Change::RowRemoved => is < was - below,
                        Change::OtherRow | Change::OtherSection => is == was,
                        _ => false,
                    };
                    assert!(right, "{}: {was} nodes, then {is}", what());
                }
            }
        }
    }
    cases
}

#[test]
fn what_is_said_to_be_right_is_so() {
    let mut cases = 0;
    for (name, tree) in made().iter().chain(&corpus()) {
        cases += hold(name, tree, Asked::Controls) + hold(name, tree, Asked::Captions);
    }
    assert!(cases > 300, "{cases} cases only");
}
