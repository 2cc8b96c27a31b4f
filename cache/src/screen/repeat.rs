//! What repeats: items of lists, and siblings built alike. Their content is data, not the screen.

use super::{Family, Node};

/// True if the node is, or stands in, an item of a repeating list. Plain scroll views don't repeat.
pub fn in_repeat(node: Node<'_>) -> bool {
    is_item(node) || node.ancestors().any(is_item)
}

/// True if the node itself is an item: a child of a list, or one of three or more siblings built alike.
pub fn is_item(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    if parent.family() == Family::List {
        return true;
    }
    let shape = |n: Node<'_>| n.children().map(|c| c.family()).collect::<Vec<_>>();
    let mine = shape(node);
    let alike = |n: &Node<'_>| {
        n.class() == node.class()
            && if mine.is_empty() {
                // Leaves repeat only if they share an id; a row of buttons is not a list.
                !node.resource_id().is_empty() && n.resource_id() == node.resource_id()
            } else {
                shape(*n) == mine
            }
    };
    parent.children().filter(alike).count() >= 3
}
