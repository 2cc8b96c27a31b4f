//! Positions: "the first result", "the last row". There the place in what repeats identifies, and the words don't.

use serde::{Deserialize, Serialize};

use super::NotKept;
use super::path::ordinal;
use crate::screen::{Family, Flags, Node, UiTree, same_id};

/// The place of an element in something that repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The class of what repeats.
    pub list: String,
    /// Its resource-id, which no other node has.
    pub id: String,
    /// Which item, from 0, of those that can be seen.
    pub ordinal: usize,
    /// Which one of those items that are built like it, counted the same way. Where the two counts lead to different
    /// items, something of another kind has come or gone.
    pub among_alike: usize,
    /// The class of the item and the families of its children.
    pub built: Vec<String>,
    /// True if it is counted from the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_end: bool,
    /// The way from the item down to the element; empty for the item itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub down: Vec<Step>,
}

/// One step down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The class of the child.
    pub class: String,
    /// Its place among the siblings of its class, from 0.
    pub ordinal: usize,
    /// Its resource-id, which every row may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Place {
    /// The place of a node: of the innermost item that it is or stands in.
    pub(super) fn of(node: Node<'_>, from_end: bool) -> Result<Place, NotKept> {
        let none = |reason: &str| NotKept {
            reason: reason.to_owned(),
        };
        let up = || std::iter::once(node).chain(node.ancestors());
        let item = up()
            .find(|n| n.is_item())
            .ok_or_else(|| none("it stands in nothing that repeats, so that it has no place"))?;
        let list = item
            .parent()
            .ok_or_else(|| none("it stands in nothing that repeats, so that it has no place"))?;
        let index = node.tree().index();
        if !index.is_unique_id(list) {
            return Err(none("what repeats has no id, and could be another list next"));
        }
        let shown = items(list);
        let at = shown
            .iter()
            .position(|n| *n == item)
            .ok_or_else(|| none("its row can't be seen"))?;
        let built = build_of(item);
        let alike: Vec<Node<'_>> = shown.iter().copied().filter(|n| build_of(*n) == built).collect();
        let among = alike.iter().position(|n| *n == item).unwrap_or(0);
        let from = |at: usize, of: usize| if from_end { of - 1 - at } else { at };
        let mut down: Vec<Step> = up()
            .take_while(|n| *n != item)
            .map(|n| Step {
                class: n.class().to_owned(),
                ordinal: ordinal(n),
                id: (!n.resource_id().is_empty()).then(|| n.resource_id().to_owned()),
            })
            .collect();
        down.reverse();
        Ok(Place {
            list: list.class().to_owned(),
            id: list.resource_id().to_owned(),
            ordinal: from(at, shown.len()),
            among_alike: from(among, alike.len()),
            built,
            from_end,
            down,
        })
    }

    /// The node at that place now. `None` if the list, the row or the way down in it is another.
    pub(super) fn find<'t>(&self, tree: &'t UiTree) -> Option<Node<'t>> {
        let list = tree.index().only_with_id(tree, &self.id)?;
        if Family::of(list.class()) != Family::of(&self.list) {
            return None;
        }
        let shown = items(list);
        let at = |ordinal: usize, all: &[Node<'t>]| {
            let at = if self.from_end {
                all.len().checked_sub(ordinal.checked_add(1)?)?
            } else {
                ordinal
            };
            all.get(at).copied()
        };
        let alike: Vec<Node<'t>> = shown
            .iter()
            .copied()
            .filter(|n| build_of(*n) == self.built)
            .collect();
        let mut node = at(self.ordinal, &shown)?;
        if at(self.among_alike, &alike) != Some(node) {
            return None;
        }
        for step in &self.down {
            let mut fits = node
                .children()
                .filter(|n| n.class() == step.class && ordinal(*n) == step.ordinal)
                .filter(|n| step.id.as_deref().is_none_or(|id| same_id(n.resource_id(), id)));
            node = fits.next()?;
        }
        Some(node)
    }

    /// "the 2nd from the end", for messages.
    pub(super) fn words(&self) -> String {
        let end = if self.from_end { " from the end" } else { "" };
        format!("item {}{end}", self.ordinal.saturating_add(1))
    }
}

/// How an item is built.
fn build_of(item: Node<'_>) -> Vec<String> {
    let children = item.children().map(|c| c.family().word().to_owned());
    std::iter::once(item.class().to_owned()).chain(children).collect()
}

/// The items of a list that can be seen, in order.
fn items<'t>(list: Node<'t>) -> Vec<Node<'t>> {
    list.children()
        .filter(|n| n.is_item() && !n.bounds().is_empty() && !n.is(Flags::INVISIBLE))
        .collect()
}
