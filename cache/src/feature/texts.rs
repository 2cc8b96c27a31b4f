//! The lasting words in a part of the screen.

use crate::screen::{Node, NodeId};

/// Lasting texts in `part` that belong neither to `without` nor to what is above or below it; sorted.
pub(super) fn texts_of(part: Node<'_>, without: Node<'_>) -> Vec<String> {
    let (tree, index) = (part.tree(), part.tree().index());
    let mut texts: Vec<String> = std::iter::once(part)
        .chain(part.descendants())
        .filter(|n| *n != without && !without.holds(*n) && !n.holds(without))
        .filter_map(|n| index.own_text(n))
        .map(|no| index.words(tree, no).to_owned())
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

/// True if the part itself or something in it says this in words of its own.
pub(super) fn holds_text(part: Node<'_>, text: &str) -> bool {
    let (tree, index) = (part.tree(), part.tree().index());
    let Some(no) = index.text_no(tree, text) else {
        return false;
    };
    let all = index.with_text(no);
    let (from, to) = (part.id(), part.end());
    let start = all.partition_point(|at| *at < from.position() as u32);
    all[start..]
        .iter()
        .take_while(|at| **at < to)
        .filter_map(|at| tree.get(NodeId::at(*at)))
        .any(|n| index.own_text(n) == Some(no))
}

/// True if there is a number in it: a price, a count, a step.
pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}
