//! The way up from a node: classes, unique ids and places among siblings.
//!
//! A path alone never identifies: on a scrolled or translated screen the same path meets another item. It
//! *verifies* what another kind of evidence has found.

use serde::{Deserialize, Serialize};

use super::container::telling_id;
use super::same_id;
use crate::screen::Node;

/// How many ancestors a path holds at the most; the median depth of public dumps is 13.
const MAX_STEPS: usize = 8;

/// One ancestor on the way up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathStep {
    /// Its class as reported.
    pub class: String,
    /// Its resource-id, if that was unique on the screen and tells anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its place among the siblings of its class, from 0.
    pub ordinal: usize,
}

/// The way up from a node, leaf first, without the node itself.
pub(super) fn path_of(node: Node<'_>) -> Vec<PathStep> {
    node.ancestors()
        .take(MAX_STEPS)
        .map(|n| PathStep {
            class: n.class().to_owned(),
            id: telling_id(n),
            ordinal: ordinal(n),
        })
        .collect()
}

/// True if the way up from `node` still agrees with the path: one of its unique ids is still among the
/// ancestors, or all its classes are, in order, with at most one wrapper more or less.
pub(super) fn agrees(path: &[PathStep], node: Node<'_>) -> bool {
    if path.is_empty() {
        return false;
    }
    let up: Vec<Node<'_>> = node.ancestors().take(MAX_STEPS + 2).collect();
    let by_id = path.iter().filter_map(|s| s.id.as_deref()).any(|id| {
        up.iter()
            .any(|n| same_id(n.resource_id(), id) && is_unique_id(*n))
    });
    by_id || steps_agree(path, &up, |s, n| s.class == n.class())
}

fn steps_agree(path: &[PathStep], up: &[Node<'_>], alike: impl Fn(&PathStep, &Node<'_>) -> bool) -> bool {
    let same =
        |a: &[PathStep], b: &[Node<'_>]| a.len() <= b.len() && a.iter().zip(b).all(|(s, n)| alike(s, n));
    if same(path, up) {
        return true;
    }
    // One wrapper more: leave out one ancestor of today; one less: leave out one step of the path.
    let split = path.iter().zip(up).take_while(|(s, n)| alike(s, n)).count();
    let more = up.len() > split && same(&path[split..], &up[split + 1..]);
    let fewer = path.len() > split && same(&path[split + 1..], &up[split..]);
    more || fewer
}

/// Place among the siblings of the same class, from 0.
pub(super) fn ordinal(node: Node<'_>) -> usize {
    let before = |n: &Node<'_>| n.id() < node.id() && n.class() == node.class();
    match node.parent() {
        Some(p) => p.children().filter(before).count(),
        None => node.tree().roots().filter(before).count(),
    }
}

/// True if no other node of the tree has the node's resource-id.
pub(super) fn is_unique_id(node: Node<'_>) -> bool {
    node.tree()
        .nodes()
        .filter(|n| same_id(n.resource_id(), node.resource_id()))
        .take(2)
        .count()
        == 1
}
