//! The tree of a screen as its author wrote it.

use retap_cache::screen::{Family, Flags, Rect};
use retap_cache::yaml::Mark;

use super::Template;
use crate::picture::Icon;
use crate::spec::Vars;

/// Nodes in document order; the first is the root.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
}

/// One line of a tree.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// Position of its parent; `None` for the root.
    pub(crate) parent: Option<usize>,
    /// Class in full.
    pub(crate) class: String,
    /// `resource-id` in full, a bare tag, or empty.
    pub(crate) id: String,
    /// The id as written behind `#`, for selectors.
    pub(crate) short_id: String,
    pub(crate) text: Template,
    pub(crate) desc: Template,
    pub(crate) hint: Template,
    /// The variable that a field shows or a toggle switches. Every field and toggle has one.
    pub(crate) bind: Option<String>,
    /// All must hold, else the node and what it holds doesn't exist.
    pub(crate) conditions: Vec<Condition>,
    /// Bounds given by the author; else they are laid out.
    pub(crate) bounds: Option<Rect>,
    /// What pictures show in its middle, in place of its label.
    pub(crate) icon: Option<Icon>,
    /// What the author says, with what the class brings along.
    pub(crate) flags: Flags,
    /// True if its children stand side by side.
    pub(crate) horizontal: bool,
    /// Where the line stands.
    pub(crate) at: Mark,
}

/// `?name=value` or `?name!=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) var: String,
    pub(crate) value: String,
    /// True for `=`.
    pub(crate) equal: bool,
}

impl Condition {
    pub(crate) fn holds(&self, vars: &Vars) -> bool {
        (vars.get(&self.var).map_or("", String::as_str) == self.value) == self.equal
    }
}

impl Node {
    pub(crate) fn family(&self) -> Family {
        Family::of(&self.class)
    }

    pub(crate) fn is_field(&self) -> bool {
        self.family() == Family::Field
    }

    /// True if it takes input of its own.
    pub(crate) fn is_actionable(&self) -> bool {
        [Flags::CLICKABLE, Flags::LONG_CLICKABLE, Flags::CHECKABLE]
            .iter()
            .any(|f| self.flags.has(*f))
            || self.is_field()
    }
}

impl Tree {
    /// Parent, grandparent and so on.
    pub(crate) fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes.get(node).and_then(|n| n.parent), |p| {
            self.nodes[*p].parent
        })
    }
}
