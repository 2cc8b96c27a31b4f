//! Sections of a part that is flat: captions and controls side by side, and nothing around those that belong together.

use serde::{Deserialize, Serialize};

use super::anchor::Anchor;
use super::branch::forks;
use super::near::{MAX_UP, is_anchor};
use crate::screen::{Node, NodeId};

/// How many nodes further a caption may be: beyond them it names something else.
const MAX_WAY: usize = 200;

/// The captions that an element stands between, where all are children of one part and no row names it. Where they stay
/// in their order and it is no longer between them, it is the same words in another section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The caption that it stands under. If its id is all that it goes by, further up in the tree, too.
    pub under: Anchor,
    /// The one after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Anchor>,
    /// The one before that it stands under, if it is in the last section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Anchor>,
}

impl Section {
    /// The section of a node. `None` if no caption says so.
    pub(super) fn of(node: Node<'_>, by_id_alone: bool) -> Option<Section> {
        if by_id_alone {
            return caption_of(node).map(|under| Section {
                under,
                next: None,
                above: None,
            });
        }
        let part = node.parent()?;
        let beside = |n: &Node<'_>| n.parent() == Some(part);
        let anchor = |n| Anchor::of(n, part);
        let before = (part.first()..node.id().position() as u32).rev();
        let mut before = captions(before, node).filter(beside);
        let under = anchor(before.next()?)?;
        let next = captions(node.end()..part.end(), node)
            .find(beside)
            .and_then(anchor);
        let above = if next.is_none() {
            before.next().and_then(anchor)
        } else {
            None
        };
        (next.is_some() || above.is_some()).then_some(Section { under, next, above })
    }

    /// True if the node stands in another one now.
    pub(super) fn is_left(&self, node: Node<'_>) -> bool {
        let at = |a: &Anchor| a.find(node.tree()).map(|(n, _)| n.id());
        let Some(under) = at(&self.under) else {
            return false;
        };
        let here = node.id();
        match (&self.next, &self.above) {
            (None, None) => caption_of(node).is_some_and(|now| now.words != self.under.words),
            (Some(next), _) => at(next).is_some_and(|next| under < next && !(under < here && here < next)),
            (None, Some(above)) => at(above).is_some_and(|above| above < under && here < under),
        }
    }

    /// All its words.
    pub(super) fn words(&self) -> impl Iterator<Item = &Anchor> {
        std::iter::once(&self.under).chain(&self.next).chain(&self.above)
    }
}

/// The caption that a node stands under: the nearest one before it. `None` if there is none near.
fn caption_of(node: Node<'_>) -> Option<Anchor> {
    let here = node.id().position() as u32;
    forks(node)
        .take(MAX_UP)
        .find_map(|part| Anchor::of(captions((part.first()..here).rev(), node).next()?, part))
}

/// The captions on a way, as far as they can be anyone's beside the node.
fn captions<'t>(way: impl Iterator<Item = u32>, node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let tree = node.tree();
    way.take(MAX_WAY)
        .filter_map(move |at| tree.get(NodeId::at(at)))
        .filter(move |n| !n.holds(node) && is_anchor(*n, node))
}
