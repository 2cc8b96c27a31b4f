//! The narrowest named thing that an element stands in: its row, its card, its section.
//!
//! A row is known by the set of its texts, not by its first one: something may be inserted before it.

use serde::{Deserialize, Serialize};

use super::path::is_unique_id;
use super::same_id;
use crate::screen::{Family, LabelSource, Node, NodeId, is_item, label};

/// What names a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Container {
    /// Its resource-id, if that was unique on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The lasting texts in it, without those of the element itself; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// The narrowest ancestor that tells its content apart: an item of a repeating list with texts of its own, or
/// one with a unique id. `None` if there is none below the list or the screen's root.
pub(super) fn container_of<'t>(node: Node<'t>) -> Option<(Node<'t>, Container)> {
    for up in node.ancestors() {
        if is_item(up) {
            // Inside a repeating item nothing wider can tell it apart.
            let (id, texts) = (telling_id(up), texts_of(up, node));
            return (id.is_some() || !texts.is_empty()).then_some((up, Container { id, texts }));
        }
        if up.family() == Family::List {
            return None;
        }
        if let Some(id) = telling_id(up) {
            return Some((
                up,
                Container {
                    id: Some(id),
                    texts: Vec::new(),
                },
            ));
        }
    }
    None
}

/// The id of an ancestor, if it tells anything: unique, the app's own, and not around everything there is. The
/// frame of a screen (`android:id/content`) is around each of its nodes and confirms none.
pub(super) fn telling_id(node: Node<'_>) -> Option<String> {
    let id = node.resource_id();
    let framework = id.starts_with("android:id/");
    (!id.is_empty() && !framework && is_unique_id(node) && !is_scaffold(node)).then(|| id.to_owned())
}

/// True if every control of the screen is inside.
fn is_scaffold(node: Node<'_>) -> bool {
    node.tree().nodes().all(|n| !n.is_actionable() || node.holds(n))
}

/// The nodes that can't be landmarks of the screen on which `node` is the target: itself, what it holds, and
/// the thing that it stands in.
pub fn apart(node: Node<'_>) -> Vec<NodeId> {
    let mut ids: Vec<NodeId> = std::iter::once(node)
        .chain(node.descendants())
        .map(|n| n.id())
        .collect();
    ids.extend(container_of(node).map(|(around, _)| around.id()));
    ids
}

impl Container {
    /// The one node that is this container around any of the candidates. `None` if there is none, or several.
    pub fn find<'t>(&self, same_locale: bool, candidates: &[Node<'t>]) -> Option<Node<'t>> {
        let fits = |n: &Node<'t>| {
            let id = self.id.as_deref().is_none_or(|id| same_id(n.resource_id(), id));
            // Without an id a container is known by its texts alone, so they must count.
            let named = self.id.is_some() || (same_locale && !self.texts.is_empty());
            id && named && (self.texts.is_empty() || !same_locale || self.texts_hold(*n))
        };
        let mut all: Vec<Node<'t>> = Vec::new();
        for n in candidates.iter().flat_map(Node::ancestors) {
            if !all.contains(&n) && fits(&n) {
                all.push(n);
            }
        }
        // A container's wrappers hold the same texts: the narrowest counts, if all others are around it.
        let narrowest = *all.iter().max_by_key(|n| n.depth())?;
        all.iter()
            .all(|n| *n == narrowest || n.holds(narrowest))
            .then_some(narrowest)
    }

    fn texts_hold(&self, node: Node<'_>) -> bool {
        let now = all_texts(node);
        self.texts.iter().all(|t| now.contains(t))
    }

    /// True if the thing that the node stands in now reads otherwise: fewer than half of the recorded texts are
    /// in it. A row whose price was refreshed is still the row; one with another name is not.
    pub(super) fn contradicts(&self, node: Node<'_>) -> bool {
        if self.texts.is_empty() {
            return false;
        }
        let now = match container_of(node) {
            Some((around, _)) => all_texts(around),
            None => Vec::new(),
        };
        let held = self.texts.iter().filter(|t| now.contains(t)).count();
        held * 2 < self.texts.len() || held == 0
    }
}

/// Lasting texts in `container` that belong neither to `without` nor to what is below it.
fn texts_of(container: Node<'_>, without: Node<'_>) -> Vec<String> {
    let mut texts: Vec<String> = std::iter::once(container)
        .chain(container.descendants())
        .filter(|n| *n != without && !without.holds(*n) && !n.holds(without))
        .filter_map(own_text)
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

fn all_texts(container: Node<'_>) -> Vec<String> {
    std::iter::once(container)
        .chain(container.descendants())
        .filter_map(own_text)
        .collect()
}

/// A node's own lasting label: never borrowed, never volatile, never a value.
fn own_text(node: Node<'_>) -> Option<String> {
    let l = label(node)?;
    (l.source != LabelSource::Borrowed && !l.is_volatile()).then_some(l.text)
}
