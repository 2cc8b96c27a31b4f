//! One node of a tree, seen with its neighbours.

use super::index::acts;
use super::tree::{Flags, NO_PARENT, NodeId, Record, UiTree};
use super::{Family, Rect};

/// A node of a [`UiTree`]; cheap to copy.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t UiTree,
    id: NodeId,
}

impl<'t> Node<'t> {
    pub(crate) fn new(tree: &'t UiTree, id: NodeId) -> Self {
        Self { tree, id }
    }

    pub(crate) fn record(&self) -> &'t Record {
        // A `Node` is only made for a position inside its tree.
        &self.tree.nodes[self.id.position()]
    }

    /// The tree that it belongs to.
    pub fn tree(&self) -> &'t UiTree {
        self.tree
    }

    /// Its name inside its tree.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// The class as reported, such as `android.widget.Button`.
    pub fn class(&self) -> &'t str {
        self.tree.name(self.record().class)
    }

    /// The class family, stable across widget libraries.
    pub fn family(&self) -> Family {
        self.record().family
    }

    /// The resource-id as reported, or empty.
    pub fn resource_id(&self) -> &'t str {
        self.tree.name(self.record().id)
    }

    /// The package as reported, or empty.
    pub fn package(&self) -> &'t str {
        self.tree.name(self.record().package)
    }

    /// The text as reported; of an editable that is its value or its hint.
    pub fn text(&self) -> &'t str {
        self.tree.str(self.record().text)
    }

    /// The content description, or empty.
    pub fn desc(&self) -> &'t str {
        self.tree.str(self.record().desc)
    }

    /// The hint where the dialect reports it, or empty.
    pub fn hint(&self) -> &'t str {
        self.tree.str(self.record().hint)
    }

    /// `index` as reported: has gaps, is not an ordinal.
    pub fn index(&self) -> u32 {
        self.record().index
    }

    /// Bounds as reported, possibly empty or inverted.
    pub fn bounds(&self) -> Rect {
        self.record().bounds
    }

    /// The yes/no attributes.
    pub fn flags(&self) -> Flags {
        self.record().flags
    }

    /// True if all of `flags` are set.
    pub fn is(&self, flags: Flags) -> bool {
        self.record().flags.has(flags)
    }

    /// Levels below the window's root.
    pub fn depth(&self) -> usize {
        self.record().depth as usize
    }

    /// The parent, or `None` for a window's root.
    pub fn parent(&self) -> Option<Node<'t>> {
        match self.record().parent {
            NO_PARENT => None,
            p => Some(Node::new(self.tree, NodeId(p))),
        }
    }

    /// Parent, grandparent and so on.
    pub fn ancestors(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        std::iter::successors(self.parent(), Node::parent)
    }

    /// The children in document order.
    pub fn children(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let (tree, end) = (self.tree, self.record().end);
        let mut next = self.id.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = Node::new(tree, NodeId(next));
                next = child.record().end;
                child
            })
        })
    }

    /// Everything below it in document order, without itself.
    pub fn descendants(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let tree = self.tree;
        (self.id.0 + 1..self.record().end).map(move |i| Node::new(tree, NodeId(i)))
    }

    /// The position of the first node below it, if there is one.
    pub(crate) fn first(&self) -> u32 {
        self.id.0 + 1
    }

    /// One past the position of the last node below it.
    pub(crate) fn end(&self) -> u32 {
        self.record().end
    }

    /// True if `other` is below it.
    pub fn holds(&self, other: Node<'_>) -> bool {
        std::ptr::eq(self.tree, other.tree) && other.id > self.id && other.id.0 < self.record().end
    }

    /// True if it takes input of its own: taps, long presses, text or a check mark.
    pub fn is_actionable(&self) -> bool {
        acts(self.flags(), self.family())
    }

    /// True if it is an item: a child of a list, or one of three or more siblings built alike.
    pub fn is_item(&self) -> bool {
        self.tree.index().is_item(*self)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} #{} {:?} {:?} {}",
            self.class(),
            self.resource_id(),
            self.text(),
            self.desc(),
            self.bounds()
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::screen::{NodeAttrs, TreeBuilder};

    #[test]
    fn neighbours_follow_document_order() {
        let mut b = TreeBuilder::new();
        for (class, closes) in [("a", 0), ("b", 0), ("c", 2), ("d", 2)] {
            b.open(&NodeAttrs {
                class,
                ..NodeAttrs::default()
            });
            for _ in 0..closes {
                b.close();
            }
        }
        let t = b.finish();
        let names = |it: &mut dyn Iterator<Item = super::Node<'_>>| {
            it.map(|n| n.class().to_owned()).collect::<Vec<_>>().join("")
        };
        let root = t.roots().next().unwrap();
        assert_eq!(names(&mut root.children()), "bd");
        assert_eq!(names(&mut root.descendants()), "bcd");
        let c = t.nodes().nth(2).unwrap();
        assert_eq!(names(&mut c.ancestors()), "ba");
        assert!(root.holds(c) && !c.holds(root) && !c.holds(c));
        assert_eq!((c.depth(), t.roots().count()), (2, 1));
    }
}
