//! What has no name, by the words beside it: the only one of its kind between two texts.

use serde::{Deserialize, Serialize};

use super::anchor::{Anchor, only_own, part_at};
use super::branch::forks;
use crate::screen::{Family, Node, NodeId, UiTree};

/// How far up the words may be, in parts of the screen that hold more than one thing.
pub(super) const MAX_UP: usize = 3;
/// Longer texts are content.
const MAX_WORDS: usize = 80;
/// How many nested ones are looked at beside one text.
const MAX_NESTED: usize = 12;

/// The texts around an element without a name: it is the only nameless one of its family between them, in the part of
/// the screen that holds them both. Where one text is missing, that part ends.
///
/// Nothing nameless may have come or gone beside it; what has a name of its own may.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// How many levels above it the part begins.
    pub up: usize,
    /// The text that comes before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Anchor>,
    /// The text that comes after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Anchor>,
}

impl Near {
    /// The texts around a nameless node. `None` if it has a name, another nameless one stands between, or no text
    /// of the parts around it names anything.
    pub(super) fn of(node: Node<'_>) -> Option<Near> {
        let index = node.tree().index();
        if !index.is_nameless(node) {
            return None;
        }
        for part in forks(node).take(MAX_UP) {
            let anchor = |way| {
                let found: Result<Option<Node<'_>>, Blocked> = first_anchor(node, way);
                found.map(|a| a.and_then(|a| Anchor::of(a, part)))
            };
            let after = anchor(Way::Back(part.first()..node.id().position() as u32)).ok()?;
            let before = anchor(Way::On(node.end()..part.end())).ok()?;
            if after.is_some() || before.is_some() {
                return Some(Near {
                    up: node.depth() - part.depth(),
                    after,
                    before,
                });
            }
        }
        None
    }

    /// The only node of the family that stands so. `None` also if several do.
    pub(super) fn find<'t>(&self, tree: &'t UiTree, family: Family) -> Option<Node<'t>> {
        let anchor = |a: &Option<Anchor>| match a {
            None => Some(None),
            Some(a) => a.find(tree).map(Some),
        };
        let (after, before) = (anchor(&self.after)?, anchor(&self.before)?);
        let part = match (after, before) {
            (Some((_, a)), Some((_, b))) if a != b => return None,
            (Some((_, part)), _) | (None, Some((_, part))) => part,
            (None, None) => return None,
        };
        let from = after.map_or(part.first(), |(a, _)| a.end());
        let to = before.map_or(part.end(), |(b, _)| b.id().position() as u32);
        let nameless = tree.index().nameless_of(family);
        let between: Vec<Node<'t>> = nameless
            .within(from, to)
            .take(MAX_NESTED)
            .filter_map(|at| tree.get(NodeId::at(at)))
            .collect();
        let stands = |n: &&Node<'t>| {
            // What is around it is not beside it.
            n.end() <= to && between.iter().all(|o| o == *n || o.holds(**n)) && part_at(**n, self.up, part)
        };
        let mut found = between.iter().filter(stands);
        let one = *found.next()?;
        if found.next().is_some() {
            return None;
        }
        // Another caption in between would be what names it now. The words of another control name that one.
        let caption = |at: u32| {
            let between = tree.get(NodeId::at(at));
            between.is_some_and(|n| !n.holds(one) && is_anchor(n, one))
        };
        let before = from..one.id().position() as u32;
        let after = one.end()..to;
        // Captions come first; what comes behind a control names it where everything stands side by side.
        let behind = self.before.as_ref().is_some_and(|b| b.up == 1);
        let mut ways = up_to(after, behind).chain(up_to(before, self.after.is_some()));
        (!ways.any(caption)).then_some(one)
    }
}

/// True if the words are those of another control: they name that one, and nothing beside it.
fn is_of_control(words: Node<'_>, target: Node<'_>) -> bool {
    std::iter::once(words)
        .chain(words.ancestors())
        .take_while(|a| !a.holds(target))
        .any(|a| a.is_actionable())
}

/// The positions between an element and its text; none if there is no text on that side.
fn up_to(way: std::ops::Range<u32>, is_there: bool) -> std::ops::Range<u32> {
    if is_there { way } else { 0..0 }
}

/// Something nameless stands before the first text.
struct Blocked;

enum Way {
    Back(std::ops::Range<u32>),
    On(std::ops::Range<u32>),
}

impl Iterator for Way {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Way::Back(r) => r.next_back(),
            Way::On(r) => r.next(),
        }
    }
}

/// The nearest text on a way that can be spoken of later.
fn first_anchor<'t>(node: Node<'t>, way: Way) -> Result<Option<Node<'t>>, Blocked> {
    let (tree, index) = (node.tree(), node.tree().index());
    for n in way.filter_map(|at| tree.get(NodeId::at(at))) {
        if n.holds(node) {
            continue;
        }
        if index.is_nameless(n) && index.family(n) == index.family(node) {
            return Err(Blocked);
        }
        if is_anchor(n, node) {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

/// True if a node's own words can be spoken of later: the only such ones, short, no number and no data.
pub(super) fn is_anchor(node: Node<'_>, target: Node<'_>) -> bool {
    let (tree, index) = (node.tree(), node.tree().index());
    let Some(no) = index.own_text(node) else {
        return false;
    };
    let words = index.words(tree, no);
    let row = if index.is_item(node) {
        Some(node)
    } else {
        index.holder(node)
    };
    let data = row.is_some_and(|r| index.is_item(r) && !r.holds(target));
    !data
        && !is_of_control(node, target)
        && !index.has_digit(no)
        && words.len() <= MAX_WORDS
        && only_own(tree, words).is_some_and(|one| one == node)
}
