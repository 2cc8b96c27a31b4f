//! What look-ups go by, worked out once a tree: who is called what, who has which id, what repeats, and which
//! named thing each node stands in.
//!
//! Building it walks the tree a few times; afterwards no question costs more on a large tree than on a small one.
//! Here: facts and groups. Not here: what a look-up makes of them.

mod groups;
mod ids;
mod texts;

pub(crate) use groups::Candidates;
pub(crate) use texts::TextNo;

use groups::Groups;
use ids::Ids;
use texts::Texts;

use super::tree::Record;
use super::{Family, Flags, Node, NodeId, UiTree, label};

/// Positions in document order stand for nodes; this one for none.
const NONE: u32 = u32::MAX;

/// How the ids begin that every app has.
const FRAMEWORK: &str = "android:id/";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Bits(u8);

impl Bits {
    const ACTIONABLE: Bits = Bits(1);
    const BORROWED: Bits = Bits(2);
    const ITEM: Bits = Bits(4);

    const fn has(self, other: Bits) -> bool {
        self.0 & other.0 != 0
    }

    const fn add(&mut self, other: Bits) {
        self.0 |= other.0;
    }
}

#[derive(Debug, Clone, Copy)]
struct Facts {
    /// What it is called, or `NONE`.
    label: u32,
    /// The item or the thing with a telling id around it, or `NONE`.
    holder: u32,
    family: Family,
    bits: Bits,
}

/// What is known of the nodes of one tree.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    facts: Vec<Facts>,
    ids: Ids,
    texts: Texts,
    by_label: Groups,
    by_id: Groups,
    /// Actionable nodes without lasting words, in order.
    nameless: Vec<u32>,
    /// The first and the last actionable node.
    actionable: Option<(u32, u32)>,
}

impl Index {
    pub(crate) fn of(tree: &UiTree) -> Index {
        let ids = Ids::of(tree);
        let mut texts = Texts::new();
        let mut facts = Vec::with_capacity(tree.len());
        let mut actionable: Option<(u32, u32)> = None;
        for (i, node) in tree.nodes().enumerate() {
            let family = node.family();
            let mut bits = Bits::default();
            if acts(node.flags(), family) {
                bits.add(Bits::ACTIONABLE);
                let here = i as u32;
                actionable = Some((actionable.map_or(here, |(first, _)| first), here));
            }
            facts.push(Facts {
                label: label::own_words(node, family).map_or(NONE, |(words, _)| texts.add(words, tree).0),
                holder: NONE,
                family,
                bits,
            });
        }
        borrow(tree, &mut facts, &mut texts);
        mark_items(tree, &mut facts);
        let nameless = |f: &Facts| f.bits.has(Bits::ACTIONABLE) && !texts.is_lasting(f.label);
        let nameless = facts
            .iter()
            .enumerate()
            .filter(|(_, f)| nameless(f))
            .map(|(i, _)| i as u32);
        let mut index = Index {
            nameless: nameless.collect(),
            by_label: Groups::of(facts.iter().map(|f| f.label), texts.len()),
            by_id: Groups::of(tree.nodes.iter().map(|r| r.id.0), tree.names().len()),
            facts,
            ids,
            texts,
            actionable,
        };
        index.set_holders(tree);
        index
    }

    fn facts(&self, node: Node<'_>) -> Facts {
        // A node's position lies inside its tree, and there is one record of facts a node.
        self.facts[node.id().position()]
    }

    pub(crate) fn family(&self, node: Node<'_>) -> Family {
        self.facts(node).family
    }

    pub(crate) fn is_actionable(&self, node: Node<'_>) -> bool {
        self.facts(node).bits.has(Bits::ACTIONABLE)
    }

    /// True if it is a child of a list, or one of three or more siblings built alike.
    pub(crate) fn is_item(&self, node: Node<'_>) -> bool {
        self.facts(node).bits.has(Bits::ITEM)
    }

    /// The number of a text in normal form. `None` if nothing on the screen is called so.
    pub(crate) fn text_no(&self, tree: &UiTree, text: &str) -> Option<TextNo> {
        self.texts.find(text, tree)
    }

    /// What it is called, its own words or borrowed ones, if that lasts.
    pub(crate) fn lasting_label(&self, node: Node<'_>) -> Option<TextNo> {
        let label = self.facts(node).label;
        self.texts.is_lasting(label).then_some(TextNo(label))
    }

    /// Its own words, if they last.
    pub(crate) fn own_text(&self, node: Node<'_>) -> Option<TextNo> {
        self.lasting_label(node).filter(|_| !self.is_borrowed(node))
    }

    /// Its own words, lasting or not.
    pub(crate) fn own_words(&self, node: Node<'_>) -> Option<TextNo> {
        let label = self.facts(node).label;
        (label != NONE && !self.is_borrowed(node)).then_some(TextNo(label))
    }

    pub(crate) fn is_borrowed(&self, node: Node<'_>) -> bool {
        self.facts(node).bits.has(Bits::BORROWED)
    }

    pub(crate) fn words<'a>(&'a self, tree: &'a UiTree, text: TextNo) -> &'a str {
        self.texts.words(text, tree)
    }

    /// True if there is a number in it: a price, a count, a step.
    pub(crate) fn has_digit(&self, text: TextNo) -> bool {
        self.texts.has_digit(text)
    }

    /// All nodes of a family that are called so: in words of their own, or in borrowed ones. A control and the
    /// words that it borrows are not two of a kind.
    pub(crate) fn called(&self, family: Family, text: TextNo, borrowed: bool) -> Candidates<'_> {
        Candidates::one(self.by_label.of_key(text.0), Some(family), &self.facts).that_borrow(borrowed)
    }

    /// All nodes that are called so, or borrow the words.
    pub(crate) fn with_text(&self, text: TextNo) -> &[u32] {
        self.by_label.of_key(text.0)
    }

    /// All nodes with a resource-id, in either spelling.
    pub(crate) fn with_id(&self, tree: &UiTree, id: &str) -> Candidates<'_> {
        let slices = self.ids.matching(tree, id).map(|no| self.by_id.of_key(no.0));
        Candidates::new(slices.collect(), None, &self.facts)
    }

    /// The only node with a resource-id.
    pub(crate) fn only_with_id<'t>(&self, tree: &'t UiTree, id: &str) -> Option<Node<'t>> {
        match self.with_id(tree, id).first_two() {
            (Some(one), None) => tree.get(NodeId(one)),
            _ => None,
        }
    }

    /// True if no other node has its resource-id, in either spelling.
    pub(crate) fn is_unique_id(&self, node: Node<'_>) -> bool {
        let id = node.record().id;
        !node.resource_id().is_empty()
            && self
                .ids
                .twins(node.tree(), id, |no| self.by_id.of_key(no.0).len())
                == 1
    }

    /// The actionable nodes of a family without lasting words, in order.
    pub(crate) fn nameless_of(&self, family: Family) -> Candidates<'_> {
        Candidates::one(&self.nameless, Some(family), &self.facts)
    }

    pub(crate) fn is_nameless(&self, node: Node<'_>) -> bool {
        self.is_actionable(node) && self.lasting_label(node).is_none()
    }

    /// The narrowest thing around it that could name it: an item of something that repeats, or one with a telling
    /// id. `None` if there is none below the list or the screen's root.
    pub(crate) fn holder<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        node.tree().get(NodeId(self.facts(node).holder))
    }

    /// True if its id tells anything: unique, the app's own, and not around everything there is. The frame of a
    /// screen (`android:id/content`) is around each of its nodes and confirms none.
    pub(crate) fn has_telling_id(&self, node: Node<'_>) -> bool {
        let id = node.resource_id();
        !id.is_empty() && !id.starts_with(FRAMEWORK) && !self.is_scaffold(node) && self.is_unique_id(node)
    }

    /// True if every control of the screen is inside.
    fn is_scaffold(&self, node: Node<'_>) -> bool {
        self.actionable
            .is_none_or(|(first, last)| first > node.id().0 && last < node.record().end)
    }

    fn set_holders(&mut self, tree: &UiTree) {
        // Parents come first: one pass is enough.
        let mut telling = vec![false; tree.len()];
        for node in tree.nodes() {
            let here = node.id().position();
            telling[here] = self.has_telling_id(node);
            let Some(parent) = node.parent() else { continue };
            let p = parent.id().position();
            let above = self.facts[p];
            self.facts[here].holder = if above.bits.has(Bits::ITEM) {
                p as u32
            } else if above.family == Family::List {
                NONE
            } else if telling[p] {
                p as u32
            } else {
                above.holder
            };
        }
    }
}

/// True if a node of that family takes input of its own.
pub(super) const fn acts(flags: Flags, family: Family) -> bool {
    flags.has(Flags::CLICKABLE)
        || flags.has(Flags::LONG_CLICKABLE)
        || flags.has(Flags::CHECKABLE)
        || matches!(family, Family::Field)
}

/// Gives each control without lasting words of its own those of what it holds; see `label::lasting`.
fn borrow(tree: &UiTree, facts: &mut [Facts], texts: &mut Texts) {
    let mut parts: Vec<u32> = Vec::new();
    for i in 0..tree.len() {
        if texts.is_lasting(facts[i].label) || !facts[i].bits.has(Bits::ACTIONABLE) {
            continue;
        }
        parts.clear();
        let end = tree.nodes[i].end as usize;
        let mut at = i + 1;
        while at < end {
            let (here, record) = (facts[at], &tree.nodes[at]);
            if here.bits.has(Bits::ACTIONABLE) && !record.flags.has(Flags::CHECKABLE) {
                at = record.end as usize;
                continue;
            }
            let own = !here.bits.has(Bits::BORROWED) && texts.is_lasting(here.label);
            if own && !parts.contains(&here.label) {
                parts.push(here.label);
            }
            at += 1;
        }
        if !parts.is_empty() {
            facts[i].label = texts.join(&parts, tree).0;
            facts[i].bits.add(Bits::BORROWED);
        }
    }
}

/// Marks what repeats: children of lists, and three or more siblings built alike. Leaves repeat only if they share
/// an id: a row of buttons is not a list.
fn mark_items(tree: &UiTree, facts: &mut [Facts]) {
    let mut shapes: Vec<(u64, u32)> = Vec::new();
    for parent in 0..tree.len() {
        let end = tree.nodes[parent].end;
        let mut child = parent as u32 + 1;
        if facts[parent].family == Family::List {
            while child < end {
                facts[child as usize].bits.add(Bits::ITEM);
                child = tree.nodes[child as usize].end;
            }
            continue;
        }
        shapes.clear();
        while child < end {
            shapes.push((NONE.into(), child));
            child = tree.nodes[child as usize].end;
        }
        if shapes.len() < 3 {
            continue;
        }
        for (shape, child) in &mut shapes {
            *shape = shape_of(tree, facts, *child);
        }
        shapes.sort_unstable();
        for run in shapes.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() >= 3) {
            for (_, child) in run {
                let r = &tree.nodes[*child as usize];
                if r.end > child + 1 || !tree.name(r.id).is_empty() {
                    facts[*child as usize].bits.add(Bits::ITEM);
                }
            }
        }
    }
}

/// What siblings have in common that are built alike: class and the families of their children, of leaves the id.
fn shape_of(tree: &UiTree, facts: &[Facts], at: u32) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let r: &Record = &tree.nodes[at as usize];
    let add = |h: u64, v: u64| (h.rotate_left(23) ^ v).wrapping_mul(MIX);
    let mut shape = add(1, u64::from(r.class.0));
    let mut child = at + 1;
    if child == r.end {
        return add(shape, u64::from(r.id.0) + 64);
    }
    while child < r.end {
        shape = add(shape, facts[child as usize].family as u64);
        child = tree.nodes[child as usize].end;
    }
    shape
}

impl Index {
    /// How many levels lie between a node and the thing around it that has this id and no twin. `None` if no such
    /// thing is around it.
    pub(crate) fn steps_up_to(&self, node: Node<'_>, id: &str) -> Option<usize> {
        let around = self.only_with_id(node.tree(), id)?;
        around.holds(node).then(|| node.depth() - around.depth())
    }
}

#[cfg(test)]
mod tests;
