//! What two reads have not in common, as facts that can be looked up again on a later screen.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{Family, Flags, Node, UiTree, label};

/// Something that can be seen on a screen and looked up on another one. Never volatile, never a typed value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What kind of widget shows it.
    pub family: Family,
    /// Its resource-id, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it says, in normal form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether its mark is set, for a toggle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

impl Fact {
    /// The fact that a node shows. `None` if it says nothing lasting: no id and no label, or volatile text.
    pub fn of(node: Node<'_>) -> Option<Fact> {
        if node.bounds().is_empty() || node.is(Flags::INVISIBLE) {
            return None;
        }
        let id = Some(node.resource_id())
            .filter(|s| !s.is_empty())
            .map(str::to_owned);
        let label = label(node).map(|l| (l.is_volatile(), l.text));
        if label.as_ref().is_some_and(|(volatile, _)| *volatile) {
            return None;
        }
        let label = label.map(|(_, text)| text);
        let checked = (node.family() == Family::Toggle).then(|| node.is(Flags::CHECKED));
        (id.is_some() || label.is_some()).then(|| Fact {
            family: node.family(),
            id,
            label,
            checked,
        })
    }

    /// What it says, or its id.
    pub fn name(&self) -> &str {
        self.label.as_deref().or(self.id.as_deref()).unwrap_or("")
    }

    /// True if a node of the tree shows it. A fact without a label asks for its id, whatever that reads.
    pub fn holds(&self, tree: &UiTree) -> bool {
        tree.nodes().any(|n| match (&self.label, Fact::of(n)) {
            (_, None) => false,
            (Some(_), Some(f)) => f == *self,
            (None, Some(f)) => f.id == self.id && f.family == self.family && f.checked == self.checked,
        })
    }
}

/// What appeared and what went between two reads, each in document order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScreenDiff {
    /// Shown by the second read only.
    pub appeared: Vec<Fact>,
    /// Shown by the first read only.
    pub gone: Vec<Fact>,
}

impl ScreenDiff {
    /// Compares two reads.
    pub fn between(before: &UiTree, after: &UiTree) -> ScreenDiff {
        let (old, new) = (facts(before), facts(after));
        let only = |a: &[Fact], b: &[Fact]| {
            let known: HashSet<&Fact> = b.iter().collect();
            a.iter().filter(|f| !known.contains(f)).cloned().collect()
        };
        ScreenDiff {
            appeared: only(&new, &old),
            gone: only(&old, &new),
        }
    }

    /// True if no lasting fact changed.
    pub fn is_empty(&self) -> bool {
        self.appeared.is_empty() && self.gone.is_empty()
    }
}

fn facts(tree: &UiTree) -> Vec<Fact> {
    let mut seen = HashSet::new();
    tree.nodes()
        .filter_map(Fact::of)
        .filter(|f| seen.insert(f.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{NodeAttrs, Rect, TreeBuilder};

    fn screen(texts: &[&str]) -> UiTree {
        let mut b = TreeBuilder::new();
        for text in texts {
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                bounds: Rect::new(0, 0, 9, 9),
                ..Default::default()
            });
            b.close();
        }
        b.finish()
    }

    #[test]
    fn a_clock_is_no_change() {
        let d = ScreenDiff::between(&screen(&["Cart", "12:30"]), &screen(&["Cart", "12:31"]));
        assert!(d.is_empty(), "{d:?}");
    }

    #[test]
    fn appeared_and_gone_are_told_apart() {
        let (a, b) = (screen(&["Cart", "Pay"]), screen(&["Cart", "Order placed"]));
        let d = ScreenDiff::between(&a, &b);
        assert_eq!(d.appeared.len(), 1);
        assert!(d.appeared[0].holds(&b) && !d.appeared[0].holds(&a));
        assert!(d.gone[0].holds(&a) && !d.gone[0].holds(&b));
    }
}
