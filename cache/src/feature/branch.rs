//! Telling look-alikes apart where there is no list to name their rows: by the part of the screen that holds the
//! element and none like it.

use serde::{Deserialize, Serialize};

use super::anchor::{Anchor, part_at};
use super::texts::{has_digit, texts_of};
use crate::screen::index::Candidates;
use crate::screen::{Node, NodeId, UiTree};

/// What holds more texts is a page, not a row: it names nothing in it.
const MAX_TEXTS: usize = 4;
/// How many parts with the same text are looked at: with more, the text tells nothing.
pub(super) const MOST_PARTS: usize = 64;

/// The narrowest part of the screen that holds the element, none like it, and texts that no other such part has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// How many levels above the element it begins.
    pub up: usize,
    /// The lasting texts in it, without those of the element itself; in document order.
    pub texts: Vec<Anchor>,
    /// How many of them come before the element, if it has no name of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<usize>,
}

impl Branch {
    /// The branch of a node among others like it. `None` if no part of the screen tells them apart.
    pub(super) fn of(node: Node<'_>, alike: &Candidates<'_>) -> Option<Branch> {
        let (tree, index) = (node.tree(), node.tree().index());
        // What has no name must be named by what stands right beside it; further off it could be another one.
        let reach = if index.lasting_label(node).is_none() {
            1
        } else {
            usize::MAX
        };
        let parts = forks(node)
            .take(reach)
            .take_while(|part| alone(node, *part, alike, None));
        for part in parts {
            let mut texts = texts_of(part, node);
            texts.retain(|t| t.up > 0);
            // Prices and counts come and go while the rest stays.
            texts.retain(|t| !has_digit(&t.words));
            let branch = Branch {
                up: node.depth() - part.depth(),
                before: Anchor::before(&texts, part, node),
                texts,
            };
            let others = alike.all().filter_map(|at| tree.get(NodeId::at(at)));
            let tells = (1..=MAX_TEXTS).contains(&branch.texts.len())
                && !others
                    .into_iter()
                    .any(|o| o != node && branch.holds(o, alike, Some(node)));
            if tells {
                return Some(branch);
            }
        }
        None
    }

    /// True if the node stands in such a part now: as high above it, with all the texts, and none like it in there.
    pub(super) fn is_around(&self, node: Node<'_>, alike: &Candidates<'_>) -> bool {
        self.holds(node, alike, None)
    }

    /// Those of the candidates that stand in such a part; two at the most.
    pub(super) fn inside<'t>(&self, candidates: &Candidates<'_>, tree: &'t UiTree) -> Vec<Node<'t>> {
        let rarest = self.texts.iter().min_by_key(|t| t.count(tree));
        let parts = rarest.into_iter().flat_map(|t| t.parts(tree)).take(MOST_PARTS);
        let mut found: Vec<Node<'t>> = Vec::new();
        for part in parts {
            let within = candidates.within(part.first(), part.end()).take(2);
            for n in within.filter_map(|at| tree.get(NodeId::at(at))) {
                if !found.contains(&n) && self.is_around(n, candidates) {
                    found.push(n);
                }
            }
            if found.len() > 1 {
                break;
            }
        }
        found
    }

    /// True if its texts stand together somewhere now, and the node is not there.
    pub(super) fn contradicts(&self, node: Node<'_>) -> bool {
        let tree = node.tree();
        let rarest = self.texts.iter().min_by_key(|t| t.count(tree));
        let mut parts = rarest.into_iter().flat_map(|t| t.parts(tree)).take(MOST_PARTS);
        !self.texts.is_empty()
            && parts.any(|part| !part.holds(node) && Anchor::all_hold(&self.texts, part, node))
    }

    /// The same as if one of those alike were not there.
    fn holds(&self, node: Node<'_>, alike: &Candidates<'_>, without: Option<Node<'_>>) -> bool {
        let Some(exact) = self.up.checked_sub(1) else {
            return false;
        };
        node.ancestors()
            .skip(exact)
            .take(2)
            .filter(|part| part_at(node, self.up, *part))
            .any(|part| {
                alone(node, part, alike, without) && Anchor::all_around(&self.texts, part, node, self.before)
            })
    }
}

fn alone(node: Node<'_>, part: Node<'_>, alike: &Candidates<'_>, without: Option<Node<'_>>) -> bool {
    let counts = |at: u32| Some(at) != without.map(|n| n.id().position() as u32);
    alike
        .within(part.first(), part.end())
        .all(|at| at == node.id().position() as u32 || !counts(at))
}

/// The ancestors that hold more than one thing: a wrapper more or less changes nothing.
pub(super) fn forks<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    node.ancestors().filter(|n| n.children().nth(1).is_some())
}
