//! The accessibility tree of one read: a compact arena in document order.
//!
//! All strings of a tree share one buffer; a node is a fixed-size record that points into it. A parser hands
//! nodes over with [`TreeBuilder::open`] and [`TreeBuilder::close`]; afterwards the tree never changes.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::index::Index;
use super::{Family, Node, Rect};

/// The yes/no attributes of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u16);

impl Flags {
    /// None set.
    pub const NONE: Flags = Flags(0);
    /// Can hold a check mark.
    pub const CHECKABLE: Flags = Flags(1);
    /// Holds one now.
    pub const CHECKED: Flags = Flags(1 << 1);
    /// Takes taps.
    pub const CLICKABLE: Flags = Flags(1 << 2);
    /// Reacts to input.
    pub const ENABLED: Flags = Flags(1 << 3);
    /// Can take the input focus.
    pub const FOCUSABLE: Flags = Flags(1 << 4);
    /// Has it now.
    pub const FOCUSED: Flags = Flags(1 << 5);
    /// Scrolls its content.
    pub const SCROLLABLE: Flags = Flags(1 << 6);
    /// Takes long presses.
    pub const LONG_CLICKABLE: Flags = Flags(1 << 7);
    /// A password field.
    pub const PASSWORD: Flags = Flags(1 << 8);
    /// Selected (a tab, a chip).
    pub const SELECTED: Flags = Flags(1 << 9);
    /// The device says that the user can't see it (`visible-to-user="false"`).
    pub const INVISIBLE: Flags = Flags(1 << 10);

    /// This set and that one.
    #[must_use]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// This set with `other` set or cleared.
    #[must_use]
    pub const fn set(self, other: Flags, on: bool) -> Flags {
        if on {
            Flags(self.0 | other.0)
        } else {
            Flags(self.0 & !other.0)
        }
    }

    /// True if all of `other` are set.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A node as a parser hands it over; strings with entities resolved, empty where the dump has none.
#[derive(Debug, Clone, Copy, Default)]
pub struct NodeAttrs<'a> {
    /// `class`, as `android.widget.Button`.
    pub class: &'a str,
    /// `resource-id`: `package:id/name`, or a bare test tag.
    pub id: &'a str,
    /// `package`.
    pub package: &'a str,
    /// `text`.
    pub text: &'a str,
    /// `content-desc`.
    pub desc: &'a str,
    /// `hint` (some dialects only).
    pub hint: &'a str,
    /// `index`: position in the original child list; has gaps, is not an ordinal.
    pub index: u32,
    /// `bounds`, in device pixels.
    pub bounds: Rect,
    /// The yes/no attributes.
    pub flags: Flags,
}

/// Names a node inside one tree; meaningless in any other tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) const fn at(position: u32) -> NodeId {
        NodeId(position)
    }

    /// Position in document order, from 0.
    pub const fn position(self) -> usize {
        self.0 as usize
    }
}

pub(crate) const NO_PARENT: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    /// Where `text` will stand once it is put behind `buffer`.
    pub(crate) fn after(buffer: &str, text: &str) -> Span {
        Span {
            start: buffer.len() as u32,
            len: text.len() as u32,
        }
    }

    pub(crate) fn of(self, buffer: &str) -> &str {
        let start = self.start as usize;
        buffer.get(start..start + self.len as usize).unwrap_or("")
    }
}

/// Names a class, id or package inside one tree: equal names have equal numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameNo(pub(crate) u32);

impl NameNo {
    pub(crate) const fn position(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) class: NameNo,
    pub(crate) id: NameNo,
    pub(crate) package: NameNo,
    pub(crate) text: Span,
    pub(crate) desc: Span,
    pub(crate) hint: Span,
    pub(crate) bounds: Rect,
    pub(crate) parent: u32,
    /// One past the last descendant.
    pub(crate) end: u32,
    pub(crate) index: u32,
    pub(crate) depth: u16,
    pub(crate) family: Family,
    pub(crate) flags: Flags,
}

/// The nodes of one read, in document order.
#[derive(Debug, Clone, Default)]
pub struct UiTree {
    pub(crate) nodes: Vec<Record>,
    /// The distinct classes, ids and packages.
    names: Vec<Span>,
    strings: String,
    rotation: u8,
    index: OnceLock<Index>,
}

impl PartialEq for UiTree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.names == other.names
            && self.strings == other.strings
            && self.rotation == other.rotation
    }
}

impl Eq for UiTree {}

impl UiTree {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if the read held no node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// `rotation` of the dump: 0 to 3 quarter turns.
    pub fn rotation(&self) -> u8 {
        self.rotation
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        (0..self.nodes.len()).map(|i| Node::new(self, NodeId(i as u32)))
    }

    /// The top-level nodes: one for each window that was read.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes().filter(|n| n.parent().is_none())
    }

    /// The node of that name. `None` if it is of another, larger tree.
    pub fn get(&self, id: NodeId) -> Option<Node<'_>> {
        (id.position() < self.nodes.len()).then(|| Node::new(self, id))
    }

    /// The same tree without a node and everything below it.
    pub(crate) fn without(&self, node: Node<'_>) -> UiTree {
        let (from, to) = (node.id().0, node.end());
        let shift = |at: u32| if at >= to { at - (to - from) } else { at };
        let rest = self.nodes.iter().enumerate();
        let nodes = rest
            .filter(|(i, _)| !(from..to).contains(&(*i as u32)))
            .map(|(_, r)| Record {
                parent: if r.parent == NO_PARENT {
                    NO_PARENT
                } else {
                    shift(r.parent)
                },
                end: if r.end > from { shift(r.end) } else { r.end },
                ..r.clone()
            })
            .collect();
        UiTree {
            nodes,
            names: self.names.clone(),
            strings: self.strings.clone(),
            rotation: self.rotation,
            index: OnceLock::new(),
        }
    }

    /// What look-ups go by; worked out once, at the first one.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self))
    }

    /// Works out now what look-ups in this tree will go by. They do it themselves if nobody did.
    pub fn prepare(&self) {
        self.index();
    }

    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|s| self.str(*s))
    }

    pub(crate) fn name(&self, no: NameNo) -> &str {
        self.names.get(no.position()).map_or("", |s| self.str(*s))
    }

    pub(crate) fn str(&self, span: Span) -> &str {
        span.of(&self.strings)
    }
}

/// Builds a [`UiTree`] from nodes in document order.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    tree: UiTree,
    open: Vec<u32>,
    /// Classes, ids and packages repeat all over a dump: kept once.
    known: HashMap<String, NameNo>,
    /// The family of each name that is a class.
    families: Vec<Option<Family>>,
}

impl TreeBuilder {
    /// An empty tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the rotation that the dump's root element names.
    pub fn rotation(&mut self, quarter_turns: u8) {
        self.tree.rotation = quarter_turns;
    }

    /// How many nodes are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// How many nodes there are so far.
    pub fn len(&self) -> usize {
        self.tree.nodes.len()
    }

    /// True before the first node.
    pub fn is_empty(&self) -> bool {
        self.tree.nodes.is_empty()
    }

    /// Opens a node inside the last one still open.
    pub fn open(&mut self, a: &NodeAttrs<'_>) {
        let here = self.tree.nodes.len() as u32;
        let class = self.intern(a.class);
        let record = Record {
            class,
            family: self.family(class, a.class),
            id: self.intern(a.id),
            package: self.intern(a.package),
            text: self.push(a.text),
            desc: self.push(a.desc),
            hint: self.push(a.hint),
            bounds: a.bounds,
            parent: self.open.last().copied().unwrap_or(NO_PARENT),
            end: here + 1,
            index: a.index,
            depth: self.open.len().min(u16::MAX as usize) as u16,
            flags: a.flags,
        };
        self.tree.nodes.push(record);
        self.open.push(here);
    }

    /// Closes the last open node. Does nothing if none is open.
    pub fn close(&mut self) {
        if let Some(i) = self.open.pop() {
            let end = self.tree.nodes.len() as u32;
            if let Some(n) = self.tree.nodes.get_mut(i as usize) {
                n.end = end;
            }
        }
    }

    /// The finished tree; nodes still open are closed.
    pub fn finish(mut self) -> UiTree {
        while !self.open.is_empty() {
            self.close();
        }
        self.tree
    }

    fn family(&mut self, no: NameNo, class: &str) -> Family {
        if self.families.len() <= no.position() {
            self.families.resize(no.position() + 1, None);
        }
        match self.families.get_mut(no.position()) {
            Some(known) => *known.get_or_insert_with(|| Family::of(class)),
            None => Family::of(class),
        }
    }

    fn push(&mut self, s: &str) -> Span {
        let span = Span::after(&self.tree.strings, s);
        self.tree.strings.push_str(s);
        span
    }

    fn intern(&mut self, s: &str) -> NameNo {
        if let Some(no) = self.known.get(s) {
            return *no;
        }
        let span = self.push(s);
        let no = NameNo(self.tree.names.len() as u32);
        self.tree.names.push(span);
        self.known.insert(s.to_owned(), no);
        no
    }
}
