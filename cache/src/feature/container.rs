//! The narrowest named thing that an element stands in: its row, its card, its section.
//!
//! A row is known by the set of its texts, not by its first one: something may be inserted before it.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::texts::{has_digit, holds_text, is_name, texts_of, without_digits};
use crate::screen::index::Candidates;
use crate::screen::{Node, NodeId, UiTree, same_id};

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
    /// How many others like the element were in it: where there was one, being the only one left proves nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub twins: usize,
    /// How far below the root a row is, to know it by when nothing repeats around it any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<usize>,
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
    let texts = if index.is_item(around) {
        row_texts(around, node)
    } else {
        Vec::new()
    };
    let depth = (!texts.is_empty()).then(|| around.depth());
    let container = Container {
        id,
        texts,
        twins: 0,
        depth,
    };
    container.tells().then_some((around, container))
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

    fn texts_hold(&self, node: Node<'_>) -> bool {
        self.row(node)
            .is_some_and(|row| self.texts.iter().all(|t| holds_text(row, t, node)))
    }

    /// The row that a node stands in. Rows that were three and are two don't repeat any more, and a sibling more may
    /// make a row unlike the others: then it is what is as far below the root.
    fn row<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let index = node.tree().index();
        let around = index.holder(node);
        let named = |n: &Node<'_>| self.id.as_deref().is_some_and(|id| same_id(n.resource_id(), id));
        around
            .filter(|n| index.is_item(*n) || named(n))
            .or_else(|| node.ancestors().find(|n| Some(n.depth()) == self.depth))
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
            let rarest = self
                .texts
                .iter()
                .map(|t| index.text_no(tree, t).map_or(&[][..], |no| index.with_text(no)))
                .min_by_key(|nodes| nodes.len());
            for text in rarest.unwrap_or_default().iter().filter_map(|at| node(*at)) {
                let up = std::iter::once(text).chain(text.ancestors());
                for row in up.filter(|n| index.is_item(*n) || Some(n.depth()) == self.depth) {
                    let within = candidates.within(row.first(), row.end()).filter_map(node);
                    found.extend(within.filter(|n| self.row(*n) == Some(row)));
                    // Words of an item are never spoken for outside of it.
                    if index.is_item(row) {
                        break;
                    }
                }
            }
            found.sort_unstable_by_key(|n| n.id());
            found.dedup();
        }
        found.retain(|n| self.is_around(*n, same_locale));
        found
    }
}

/// The texts that name a row. Prices and counts come and go while the row stays the row, and "Row 2" is a place: a text
/// with a number names a row only where no other row says the same but for the number.
fn row_texts(row: Node<'_>, without: Node<'_>) -> Vec<String> {
    let mut texts = texts_of(row, without);
    let others: Vec<Node<'_>> = row
        .parent()
        .into_iter()
        .flat_map(|p| p.children())
        .filter(|n| *n != row)
        .collect();
    let named: Vec<String> = texts.iter().filter(|t| !has_digit(t)).cloned().collect();
    let shared = |o: &&Node<'_>| named.iter().all(|t| holds_text(**o, t, without));
    if !named.is_empty() && !others.iter().any(|o| shared(&o)) {
        return named;
    }
    let elsewhere: HashSet<String> = others
        .iter()
        .flat_map(|o| texts_of(*o, without))
        .map(|t| without_digits(&t))
        .collect();
    texts.retain(|t| !has_digit(t) || (is_name(t) && !elsewhere.contains(&without_digits(t))));
    texts
}
