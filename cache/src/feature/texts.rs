//! The lasting words in a part of the screen.

use crate::screen::{Node, NodeId};

/// Lasting texts of `part` and in it, but those of `without` and of what it holds; sorted.
pub(super) fn texts_of(part: Node<'_>, without: Node<'_>) -> Vec<String> {
    let (tree, index) = (part.tree(), part.tree().index());
    let mut texts: Vec<String> = std::iter::once(part)
        .chain(part.descendants())
        .filter(|n| *n != without && !without.holds(*n))
        .filter_map(|n| index.own_text(n))
        .map(|no| index.words(tree, no).to_owned())
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

/// True if the part itself or something in it says this in words of its own, `besides` one node in it.
pub(super) fn holds_text(part: Node<'_>, text: &str, besides: Node<'_>) -> bool {
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
        .any(|n| index.own_text(n) == Some(no) && n != besides && !besides.holds(n))
}

/// True if there is a number in it: a price, a count, a step.
pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

/// The text as it would be with other numbers of the same length.
pub(super) fn without_digits(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect()
}

/// True for words that could be a name in spite of their number: "Galaxy S23", and not "3 items" or "$ 4".
pub(super) fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_alphabetic)
}
