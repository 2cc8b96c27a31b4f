//! The narrowest named thing that an element stands in: its row, its card, its section.
//!
//! A row is known by the set of its texts, not by its first one: something may be inserted before it.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::anchor::{Anchor, part_at};
use super::branch::MOST_PARTS;
use super::texts::{has_digit, is_name, texts_of, without_digits};
use crate::screen::index::Candidates;
use crate::screen::{Family, Node, NodeId, UiTree};

/// What names a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Container {
    /// Its resource-id, if that was unique on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The lasting texts that name a row, without those of the element itself; in document order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Anchor>,
    /// How many of the texts come before the element, if it has no name of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<usize>,
    /// How many levels above the element the row begins; 0 if no row is meant.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub up: usize,
    /// How many others like the element were in it: where there was one, being the only one left proves nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub twins: usize,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The narrowest ancestor that tells its content apart: an item of a repeating list with texts of its own, or
/// one with a unique id. `None` if there is none below the list or the screen's root.
pub(super) fn container_of<'t>(node: Node<'t>) -> Option<(Node<'t>, Container)> {
    let index = node.tree().index();
    let around = index.holder(node)?;
    let id = index
        .has_telling_id(around)
        .then(|| around.resource_id().to_owned());
    let texts = if !index.is_item(around) {
        Vec::new()
    } else if in_unnamed_row(node) {
        words_of(around, node)
    } else {
        row_texts(around, node)
    };
    let up = if texts.is_empty() {
        0
    } else {
        node.depth() - around.depth()
    };
    let container = Container {
        id,
        before: Anchor::before(&texts, around, node),
        texts,
        up,
        twins: 0,
    };
    container.tells().then_some((around, container))
}

/// True if it stands in a row among others and nothing in there tells the row from them by a name that lasts: whatever
/// is found later could be in another one, unless the row says just what it said.
pub(super) fn in_unnamed_row(node: Node<'_>) -> bool {
    let index = node.tree().index();
    let row = index.holder(node).filter(|n| index.is_item(*n));
    row.is_some_and(|row| {
        let others = row.parent().is_some_and(|p| p.children().nth(1).is_some());
        others
            && !index.has_telling_id(row)
            && !words_of(row, node).is_empty()
            && row_texts(row, node).is_empty()
    })
}

/// All that a row says besides the node, be it a clock or an order's number; in document order.
fn words_of(row: Node<'_>, node: Node<'_>) -> Vec<Anchor> {
    std::iter::once(row)
        .chain(row.descendants())
        .filter(|n| *n != node && !node.holds(*n))
        .filter_map(|n| Anchor::of_any(n, row))
        .collect()
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
    /// True if it names anything at all.
    pub(super) fn tells(&self) -> bool {
        self.id.is_some() || !self.texts.is_empty()
    }

    /// True if the node stands in this container now: it is inside the one with the id, and its own row holds all
    /// the recorded texts. Only the narrowest thing counts: the list around a row holds the texts of all rows.
    pub(super) fn is_around(&self, node: Node<'_>, same_locale: bool) -> bool {
        let by_id = self
            .id
            .as_deref()
            .map(|id| node.tree().index().steps_up_to(node, id).is_some());
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

    /// The row is as far above the node as it was, whether or not anything repeats now; never the list of the rows.
    fn texts_hold(&self, node: Node<'_>) -> bool {
        let Some(exact) = self.up.checked_sub(1) else {
            return false;
        };
        node.ancestors()
            .skip(exact)
            .take(2)
            .filter(|row| part_at(node, self.up, *row) && row.family() != Family::List)
            .any(|row| Anchor::all_around(&self.texts, row, node, self.before))
    }

    /// Those of the candidates that stand in it now.
    pub(super) fn inside<'t>(
        &self,
        candidates: &Candidates<'_>,
        tree: &'t UiTree,
        same_locale: bool,
    ) -> Vec<Node<'t>> {
        let index = tree.index();
        let node = |at: u32| tree.get(NodeId::at(at));
        let mut found: Vec<Node<'t>> = Vec::new();
        if let Some(id) = &self.id {
            let around = index.only_with_id(tree, id);
            let within = around
                .into_iter()
                .flat_map(|a| candidates.within(a.first(), a.end()));
            found.extend(within.filter_map(node));
        } else if same_locale {
            // From the words to their rows, not from each row to its words: rows may be many.
            let rarest = self.texts.iter().min_by_key(|t| t.count(tree));
            for row in rarest.into_iter().flat_map(|t| t.parts(tree)).take(MOST_PARTS) {
                let within = candidates.within(row.first(), row.end()).filter_map(node);
                found.extend(within.filter(|n| self.is_around(*n, same_locale)).take(2));
                if found.len() > 1 {
                    break;
                }
            }
            found.sort_unstable_by_key(|n| n.id());
            found.dedup();
        }
        found.retain(|n| self.is_around(*n, same_locale));
        found
    }
}

/// The texts that name a row: no other row has them all. Prices and counts come and go while the row stays the row, and
/// "Row 2" is a place: a text with a number names a row only where another row is there and says something else.
fn row_texts(row: Node<'_>, without: Node<'_>) -> Vec<Anchor> {
    let others: Vec<Node<'_>> = row
        .parent()
        .into_iter()
        .flat_map(|p| p.children())
        .filter(|n| *n != row)
        .collect();
    let tells = |texts: &[Anchor]| {
        let shared = |o: &Node<'_>| Anchor::all_hold(texts, *o, without);
        !texts.is_empty() && !others.iter().any(shared)
    };
    let all = texts_of(row, without);
    let named: Vec<Anchor> = all.iter().filter(|t| !has_digit(&t.words)).cloned().collect();
    if tells(&named) {
        return named;
    }
    let elsewhere: HashSet<String> = others
        .iter()
        .flat_map(|o| texts_of(*o, without))
        .map(|t| without_digits(&t.words))
        .collect();
    let names = |t: &Anchor| {
        !has_digit(&t.words)
            || (is_name(&t.words) && !others.is_empty() && !elsewhere.contains(&without_digits(&t.words)))
    };
    let texts: Vec<Anchor> = all.into_iter().filter(names).collect();
    if tells(&texts) { texts } else { Vec::new() }
}
