//! The lasting words in a part of the screen.

use super::anchor::Anchor;
use crate::screen::Node;

/// Lasting texts of `part` and in it, but those of `without` and of what it holds; in document order.
pub(super) fn texts_of(part: Node<'_>, without: Node<'_>) -> Vec<Anchor> {
    std::iter::once(part)
        .chain(part.descendants())
        .filter(|n| *n != without && !without.holds(*n))
        .filter_map(|n| Anchor::of(n, part))
        .collect()
}

/// True if there is a number in it, in whatever script: a price, a count, a step.
pub(super) fn has_digit(text: &str) -> bool {
    text.chars().any(char::is_numeric)
}

/// The text as it would be with other numbers.
pub(super) fn without_digits(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_numeric() { '0' } else { c };
        if c != '0' || !out.ends_with('0') {
            out.push(c);
        }
    }
    out
}

/// True for words that could be a name in spite of their number: "Galaxy S23", and not "3 items" or "$ 4".
pub(super) fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_alphabetic)
}
