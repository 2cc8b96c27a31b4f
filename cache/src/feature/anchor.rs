//! A text beside an element, and how the two hang together in the tree.

use serde::{Deserialize, Serialize};

use crate::screen::{Node, NodeId, UiTree};

fn ahead_of(node: Node<'_>, places: &[u32]) -> usize {
    places
        .iter()
        .filter(|at| **at < node.id().position() as u32)
        .count()
}

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

    /// Where something so far down in the part says it, `besides` one node and what that holds: the first such position
    /// from one on.
    fn place(&self, part: Node<'_>, besides: Node<'_>, from: u32) -> Option<u32> {
        let (tree, index) = (part.tree(), part.tree().index());
        let no = index.text_no(tree, &self.words)?;
        let all = index.with_text(no);
        let start = all.partition_point(|at| *at < from);
        all.iter()
            .skip(start)
            .copied()
            .take_while(|at| *at < part.end())
            .find(|at| {
                tree.get(NodeId::at(*at)).is_some_and(|n| {
                    n.depth().checked_sub(part.depth()) == Some(self.up)
                        && index.own_words(n) == Some(no)
                        && n != besides
                        && !besides.holds(n)
                })
            })
    }

    /// How many of the texts of a part come before a node without a name: what stands on their other side is another.
    pub(super) fn before(anchors: &[Anchor], part: Node<'_>, node: Node<'_>) -> Option<usize> {
        let named = node.tree().index().lasting_label(node).is_some();
        (!named)
            .then(|| Self::places(anchors, part, node))
            .flatten()
            .map(|all| ahead_of(node, &all))
    }

    /// True if the part says all of these, and so many of them before the node, where that is known.
    pub(super) fn all_around(
        anchors: &[Anchor],
        part: Node<'_>,
        node: Node<'_>,
        before: Option<usize>,
    ) -> bool {
        Self::places(anchors, part, node).is_some_and(|all| before.is_none_or(|n| n == ahead_of(node, &all)))
    }

    /// True if the part says all of these.
    pub(super) fn all_hold(anchors: &[Anchor], part: Node<'_>, besides: Node<'_>) -> bool {
        Self::places(anchors, part, besides).is_some()
    }

    /// Where the part says each of these, one after the other: a row of the same words in another order is another.
    /// The names of other controls may come in any order.
    fn places(anchors: &[Anchor], part: Node<'_>, besides: Node<'_>) -> Option<Vec<u32>> {
        let start = part.id().position() as u32;
        let is_control = |at: u32| {
            let node = part.tree().get(NodeId::at(at));
            node.is_some_and(|n| n.is_actionable())
        };
        let mut from = start;
        let mut place = |a: &Anchor| {
            let first = a.place(part, besides, start)?;
            if is_control(first) {
                return Some(first);
            }
            let at = a.place(part, besides, from)?;
            from = at + 1;
            Some(at)
        };
        anchors.iter().map(&mut place).collect()
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
