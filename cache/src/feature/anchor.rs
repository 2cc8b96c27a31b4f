//! A text beside an element, and how the two hang together in the tree.

use serde::{Deserialize, Serialize};

use crate::screen::{Node, NodeId, UiTree};

/// A text in the part of the screen that an element stands in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// What it says, in normal form.
    pub words: String,
    /// How many levels above it the part begins. A text further down or up would speak for another part.
    pub up: usize,
}

impl Anchor {
    /// The anchor of a node with lasting words of its own.
    pub(super) fn of(node: Node<'_>, part: Node<'_>) -> Option<Anchor> {
        let index = node.tree().index();
        Some(Anchor {
            words: index.words(node.tree(), index.own_text(node)?).to_owned(),
            up: node.depth() - part.depth(),
        })
    }

    /// The same of any words of its own, be it a clock or an order's number.
    pub(super) fn of_any(node: Node<'_>, part: Node<'_>) -> Option<Anchor> {
        let index = node.tree().index();
        Some(Anchor {
            words: index.words(node.tree(), index.own_words(node)?).to_owned(),
            up: node.depth() - part.depth(),
        })
    }

    /// The only node that says it now, and the part that begins so far above it.
    pub(super) fn find<'t>(&self, tree: &'t UiTree) -> Option<(Node<'t>, Node<'t>)> {
        let node = only_own(tree, &self.words)?;
        Some((node, node.ancestors().nth(self.up.checked_sub(1)?)?))
    }

    /// True if something so far down in the part says it, `besides` one node and what that holds.
    pub(super) fn holds(&self, part: Node<'_>, besides: Node<'_>) -> bool {
        let (tree, index) = (part.tree(), part.tree().index());
        let Some(no) = index.text_no(tree, &self.words) else {
            return false;
        };
        let all = index.with_text(no);
        let start = all.partition_point(|at| *at < part.id().position() as u32);
        all.iter()
            .skip(start)
            .take_while(|at| **at < part.end())
            .filter_map(|at| tree.get(NodeId::at(*at)))
            .any(|n| {
                n.depth().checked_sub(part.depth()) == Some(self.up)
                    && index.own_words(n) == Some(no)
                    && n != besides
                    && !besides.holds(n)
            })
    }

    /// The parts that could be meant: so far above whatever says it now, itself if that is nothing.
    pub(super) fn parts<'t>(&self, tree: &'t UiTree) -> impl Iterator<Item = Node<'t>> {
        let index = tree.index();
        let no = index.text_no(tree, &self.words);
        let all = no.map_or(&[][..], |no| index.with_text(no));
        let up = self.up;
        all.iter()
            .filter_map(|at| tree.get(NodeId::at(*at)))
            .filter(move |n| index.own_words(*n) == no)
            .filter_map(move |n| std::iter::once(n).chain(n.ancestors()).nth(up))
    }

    /// How many nodes say it now.
    pub(super) fn count(&self, tree: &UiTree) -> usize {
        let index = tree.index();
        index
            .text_no(tree, &self.words)
            .map_or(0, |no| index.with_text(no).len())
    }
}

/// True if the part begins so many levels above the node, or one more for a wrapper around the node alone.
pub(super) fn part_at(node: Node<'_>, up: usize, part: Node<'_>) -> bool {
    let wrapped = || node.parent().is_some_and(|p| p.children().nth(1).is_none());
    match node.depth().checked_sub(part.depth()) {
        Some(levels) => levels == up || (levels.checked_sub(1) == Some(up) && wrapped()),
        None => false,
    }
}

/// The only node that says this in words of its own.
pub(super) fn only_own<'t>(tree: &'t UiTree, words: &str) -> Option<Node<'t>> {
    let index = tree.index();
    let no = index.text_no(tree, words)?;
    let mut own = index
        .with_text(no)
        .iter()
        .filter_map(|at| tree.get(NodeId::at(*at)))
        .filter(|n| index.own_text(*n) == Some(no));
    let one = own.next()?;
    own.next().is_none().then_some(one)
}
