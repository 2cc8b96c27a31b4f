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
            let (id, texts) = (telling_id(up), row_texts(up, node));
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
    /// True if the node stands in this container now: it is inside the one with the id, and its own row holds all
    /// the recorded texts. Only the narrowest thing counts: the list around a row holds the texts of all rows.
    pub(super) fn is_around(&self, node: Node<'_>, same_locale: bool) -> bool {
        let by_id = self.id.as_deref().map(|id| {
            node.ancestors()
                .any(|up| same_id(up.resource_id(), id) && is_unique_id(up))
        });
        let by_texts = (same_locale && !self.texts.is_empty()).then(|| self.texts_hold(node));
        match (by_id, by_texts) {
            (Some(id), texts) => id && texts.unwrap_or(true),
            (None, texts) => texts.unwrap_or(false),
        }
    }

    /// True if the thing that the node stands in reads otherwise now.
    pub(super) fn contradicts(&self, node: Node<'_>) -> bool {
        !self.texts.is_empty() && !self.texts_hold(node)
    }

    fn texts_hold(&self, node: Node<'_>) -> bool {
        let Some((around, _)) = container_of(node) else {
            return false;
        };
        let now = all_texts(around);
        self.texts.iter().all(|t| now.contains(t))
    }
}

/// Lasting texts in `container` that belong neither to `without` nor to what is below it.
pub(super) fn texts_of(container: Node<'_>, without: Node<'_>) -> Vec<String> {
    let mut texts: Vec<String> = std::iter::once(container)
        .chain(container.descendants())
        .filter(|n| *n != without && !without.holds(*n) && !n.holds(without))
        .filter_map(own_text)
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

/// The texts that name a row. Prices and counts come and go while the row stays the row: they count only if no
/// other row is told from it without them.
fn row_texts(row: Node<'_>, without: Node<'_>) -> Vec<String> {
    let texts = texts_of(row, without);
    let named: Vec<String> = texts.iter().filter(|t| !has_digit(t)).cloned().collect();
    let others = || {
        row.parent()
            .into_iter()
            .flat_map(|p| p.children())
            .filter(|n| *n != row)
    };
    let tells = !named.is_empty()
        && !others().any(|o| {
            let theirs = all_texts(o);
            named.iter().all(|t| theirs.contains(t))
        });
    if tells { named } else { texts }
}

fn has_digit(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

pub(super) fn all_texts(container: Node<'_>) -> Vec<String> {
    std::iter::once(container)
        .chain(container.descendants())
        .filter_map(own_text)
        .collect()
}

/// A node's own lasting label: never borrowed, never volatile, never a value.
pub(super) fn own_text(node: Node<'_>) -> Option<String> {
    let l = label(node)?;
    (l.source != LabelSource::Borrowed && !l.is_volatile()).then_some(l.text)
}
