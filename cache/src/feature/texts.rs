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

/// True for words that end in a number of their own: "Order 17", "Room #4", and not "3 items", "$ 4", "Rank 4: Auto".
pub(super) fn is_numbered_name(text: &str) -> bool {
    let Some((name, number)) = text.rsplit_once(' ') else {
        return false;
    };
    let number = number.strip_prefix('#').unwrap_or(number);
    number.bytes().all(|b| b.is_ascii_digit())
        && !number.is_empty()
        && !has_digit(name)
        && name.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::is_numbered_name;

    #[test]
    fn a_number_behind_a_name_belongs_to_it() {
        for t in ["Order 17", "Room #4", "Platz Nr. 3"] {
            assert!(is_numbered_name(t), "{t:?}");
        }
        for t in [
            "3 items",
            "$ 4",
            "Rank 4: Auto",
            "17",
            "Order",
            "Step 2 of 3",
            "4 von 5",
        ] {
            assert!(!is_numbered_name(t), "{t:?}");
        }
    }
}
