//! The accessibility tree of one read: a compact arena in document order.
//!
//! All strings of a tree share one buffer; a node is a fixed-size record that points into it. A parser hands
//! nodes over with [`TreeBuilder::open`] and [`TreeBuilder::close`]; afterwards the tree never changes.

use std::collections::HashMap;

use super::{Node, Rect};

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) class: Span,
    pub(crate) id: Span,
    pub(crate) package: Span,
    pub(crate) text: Span,
    pub(crate) desc: Span,
    pub(crate) hint: Span,
    pub(crate) bounds: Rect,
    pub(crate) parent: u32,
    /// One past the last descendant.
    pub(crate) end: u32,
    pub(crate) index: u32,
    pub(crate) depth: u16,
    pub(crate) flags: Flags,
}

/// The nodes of one read, in document order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UiTree {
    pub(crate) nodes: Vec<Record>,
    strings: String,
    rotation: u8,
}

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

    pub(crate) fn str(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.strings.get(start..start + span.len as usize).unwrap_or("")
    }
}

/// Builds a [`UiTree`] from nodes in document order.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    tree: UiTree,
    open: Vec<u32>,
    /// Classes, ids and packages repeat all over a dump: kept once.
    known: HashMap<String, Span>,
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
        let record = Record {
            class: self.intern(a.class),
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

    fn push(&mut self, s: &str) -> Span {
        let start = self.tree.strings.len() as u32;
        self.tree.strings.push_str(s);
        Span {
            start,
            len: s.len() as u32,
        }
    }

    fn intern(&mut self, s: &str) -> Span {
        if let Some(span) = self.known.get(s) {
            return *span;
        }
        let span = self.push(s);
        self.known.insert(s.to_owned(), span);
        span
    }
}
