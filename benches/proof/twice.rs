//! Two changes one after the other: what withstands each alone may still fall for both.

use std::collections::BTreeMap;

use retap_cache::feature::{find, take};
use retap_cache::screen::{Family, Node, UiTree};

use super::{Asked, Case, Change, Row, Truth};

/// Counts of all pairs of changes.
#[derive(Debug, Clone, Default)]
pub struct TwiceTally {
    /// Answers of retap by first and second change.
    pub rows: BTreeMap<(&'static str, &'static str), Row>,
    /// The wrong answers in words.
    pub wrong: Vec<String>,
}

/// The kinds that go together. Whether an element is in another place is said of the screen as it was.
fn kinds() -> impl Iterator<Item = Change> {
    let moves = |c: &Change| matches!(c, Change::OtherRow | Change::OtherSection);
    Change::ALL.into_iter().filter(move |c| !moves(c))
}

/// Asks retap about such nodes of each screen after each two changes.
pub fn run_twice(screens: &[(String, UiTree)], asked: Asked) -> TwiceTally {
    let mut tally = TwiceTally::default();
    for (name, tree) in screens {
        for node in asked.of(tree) {
            let Ok(feature) = take(node) else { continue };
            for first in kinds() {
                let Some(once) = first.apply(tree, node.id()) else {
                    continue;
                };
                for second in kinds() {
                    let Some(case) = then(&once, first, second, node) else {
                        continue;
                    };
                    let row = tally.rows.entry((first.word(), second.word())).or_default();
                    match (find(&feature, &case.tree, case.same_locale), case.truth) {
                        (Ok(f), Truth::At(id)) if f.node.id() == id => row.right += 1,
                        (Err(_), Truth::Nothing) => row.right += 1,
                        (Err(_), Truth::At(_)) => row.missed += 1,
                        (Ok(f), _) => {
                            row.wrong += 1;
                            let (one, two) = (first.word(), second.word());
                            let line = format!("{one}, then {two}: {name}: {node:?} gave {:?}", f.node);
                            tally.wrong.push(line);
                        }
                    }
                }
            }
        }
    }
    tally
}

/// The second change on top of the first; `None` where it doesn't apply, or where nobody can know the truth.
fn then(once: &Case, first: Change, second: Change, node: Node<'_>) -> Option<Case> {
    let Truth::At(id) = once.truth else { return None };
    // The fresh words on a field are its value: once the old field goes, the new one is that field, filled in.
    let fresh = matches!(first, Change::SiblingInserted | Change::SameIdInserted);
    let goes = matches!(second, Change::Removed | Change::LookAlikeLeft);
    if node.family() == Family::Field && fresh && goes {
        return None;
    }
    // In another language no words mean another thing.
    if !once.same_locale && second == Change::MeaningChanged {
        return None;
    }
    let case = second.apply(&once.tree, id)?;
    Some(Case {
        same_locale: case.same_locale && once.same_locale,
        ..case
    })
}

impl TwiceTally {
    /// All together.
    pub fn total(&self) -> Row {
        let mut t = Row::default();
        for r in self.rows.values() {
            t.right += r.right;
            t.missed += r.missed;
            t.wrong += r.wrong;
        }
        t
    }
}
