//! A screen at one moment: the nodes that exist, their texts, their places, and what a touch hits.

use retap_cache::screen::{Flags, Point, Rect};

use super::layout;
use super::tree::Node;
use crate::hardware::Display;
use crate::spec::{Screen, Vars};

/// The nodes that exist now, in document order.
#[derive(Debug)]
pub(crate) struct View<'s> {
    pub(crate) nodes: Vec<ViewNode<'s>>,
    /// Package of the window.
    pub(crate) package: &'s str,
    /// Quarter turns of the display.
    pub(crate) rotation: u8,
}

/// One node as a reader of the screen gets it.
#[derive(Debug)]
pub(crate) struct ViewNode<'s> {
    pub(crate) spec: &'s Node,
    /// Its position in the written tree.
    pub(crate) position: usize,
    /// Positions of the children in this view.
    pub(crate) children: Vec<usize>,
    /// Number among its siblings, invisible ones included.
    pub(crate) index: usize,
    pub(crate) text: String,
    pub(crate) desc: String,
    pub(crate) flags: Flags,
    pub(crate) bounds: Rect,
}

impl<'s> View<'s> {
    /// The screen with these values and the focus on the node at `focus` of its written tree.
    pub(crate) fn new(screen: &'s Screen, vars: &Vars, focus: Option<usize>, on: &Display) -> Self {
        let exists = |n: &Node| n.conditions.iter().all(|c| c.holds(vars));
        let mut view = Self::of(screen, on.rotation, &exists, |n, at| {
            let (text, desc) = (shown_text(n, vars), n.desc.render(vars));
            let checked = n.flags.has(Flags::CHECKABLE) && bound(n, vars) == "true";
            (
                text,
                desc,
                n.flags
                    .set(Flags::CHECKED, checked)
                    .set(Flags::FOCUSED, focus == Some(at)),
            )
        });
        layout::place(&mut view.nodes, screen.dialog, on);
        view
    }

    /// Every node of the screen at once, whatever its conditions: the tightest the layout can get.
    pub(crate) fn fullest(screen: &'s Screen, on: &Display) -> Self {
        let mut view = Self::of(screen, on.rotation, &|_| true, |n, _| {
            (String::new(), String::new(), n.flags)
        });
        layout::place(&mut view.nodes, screen.dialog, on);
        view
    }

    fn of(
        screen: &'s Screen,
        rotation: u8,
        exists: &dyn Fn(&Node) -> bool,
        face: impl Fn(&Node, usize) -> (String, String, Flags),
    ) -> Self {
        let mut nodes: Vec<ViewNode<'s>> = Vec::new();
        let mut place_of: Vec<Option<usize>> = Vec::with_capacity(screen.tree.nodes.len());
        for (position, spec) in screen.tree.nodes.iter().enumerate() {
            let parent = spec.parent.map(|p| place_of[p]);
            // A node goes with its parent.
            if !exists(spec) || parent == Some(None) {
                place_of.push(None);
                continue;
            }
            let (here, parent) = (nodes.len(), parent.flatten());
            let mut index = 0;
            if let Some(p) = parent {
                index = nodes[p].children.len();
                nodes[p].children.push(here);
            }
            let (text, desc, flags) = face(spec, position);
            let (children, bounds) = (Vec::new(), Rect::default());
            nodes.push(ViewNode {
                spec,
                position,
                children,
                index,
                text,
                desc,
                flags,
                bounds,
            });
            place_of.push(Some(here));
        }
        Self {
            nodes,
            package: &screen.package,
            rotation,
        }
    }

    /// The node that takes a touch at that point: as Android hands it out, the topmost first, and up to the
    /// nearest ancestor that takes touches.
    pub(crate) fn hit(&self, at: Point) -> Option<&ViewNode<'s>> {
        self.nodes.first().and_then(|_| self.hit_in(0, at))
    }

    fn hit_in(&self, node: usize, at: Point) -> Option<&ViewNode<'s>> {
        let n = &self.nodes[node];
        if n.flags.has(Flags::INVISIBLE) || !n.bounds.contains(at) {
            return None;
        }
        let below = n.children.iter().rev().find_map(|c| self.hit_in(*c, at));
        below.or_else(|| n.spec.is_actionable().then_some(n))
    }

    /// The node at `position` of the written tree, if it exists now.
    pub(crate) fn at(&self, position: usize) -> Option<&ViewNode<'s>> {
        self.nodes.iter().find(|n| n.position == position)
    }
}

fn bound<'v>(node: &Node, vars: &'v Vars) -> &'v str {
    node.bind
        .as_ref()
        .and_then(|b| vars.get(b))
        .map_or("", String::as_str)
}

/// What the node reports as its text: of a field the value, in bullets if it is a password, or else the hint,
/// as Android does it.
fn shown_text(node: &Node, vars: &Vars) -> String {
    if !node.is_field() {
        return node.text.render(vars);
    }
    let value = bound(node, vars);
    if value.is_empty() {
        node.hint.render(vars)
    } else if node.flags.has(Flags::PASSWORD) {
        "\u{2022}".repeat(value.chars().count())
    } else {
        value.to_owned()
    }
}
