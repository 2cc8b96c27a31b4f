//! The way up from a node: classes, unique ids and places among siblings.
//!
//! A path alone never identifies: on a scrolled or translated screen the same path meets another item. It
//! *verifies* what another kind of evidence has found.

use serde::{Deserialize, Serialize};

use crate::screen::Node;

/// How many ancestors a path holds at the most; the median depth of public dumps is 13.
const MAX_STEPS: usize = 8;
/// How many ancestors are looked at: a wrapper or two may have come.
const MAX_UP: usize = MAX_STEPS + 2;

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
    let index = node.tree().index();
    node.ancestors()
        .take(MAX_STEPS)
        .map(|n| PathStep {
            class: n.class().to_owned(),
            id: index.has_telling_id(n).then(|| n.resource_id().to_owned()),
            ordinal: ordinal(n),
        })
        .collect()
}

/// True if the way up from `node` still agrees with the path: one of its unique ids is still among the
/// ancestors, or all its classes are.
pub(super) fn agrees(path: &[PathStep], node: Node<'_>) -> bool {
    let index = node.tree().index();
    let holds = |id: &str| index.steps_up_to(node, id).is_some_and(|up| up <= MAX_UP);
    path.iter().filter_map(|s| s.id.as_deref()).any(holds) || classes_agree(path, node)
}

/// True if all classes of the path are on the way up, in order, with at most one wrapper more or less.
pub(super) fn classes_agree(path: &[PathStep], node: Node<'_>) -> bool {
    let alike = |s: &PathStep, n: &Node<'_>| s.class == n.class();
    // `true` while the rest of the path runs up from there; ends early in nearly every case.
    let runs = |path: &[PathStep], mut up: Option<Node<'_>>| {
        for step in path {
            match up.filter(|n| alike(step, n)) {
                Some(n) => up = n.parent(),
                None => return false,
            }
        }
        true
    };
    let (mut split, mut up) = (0, node.parent());
    while let Some(n) = up.filter(|n| path.get(split).is_some_and(|s| alike(s, n))) {
        split += 1;
        up = n.parent();
    }
    if path.is_empty() || split == path.len() {
        return !path.is_empty();
    }
    // One wrapper more: leave out one ancestor of today; one less: leave out one step of the path.
    runs(&path[split..], up.and_then(|n| n.parent())) || runs(&path[split + 1..], up)
}

/// Place among the siblings of the same class, from 0.
pub(super) fn ordinal(node: Node<'_>) -> usize {
    let before = |n: &Node<'_>| n.id() < node.id() && n.class() == node.class();
    match node.parent() {
        Some(p) => p.children().filter(before).count(),
        None => node.tree().roots().filter(before).count(),
    }
}
