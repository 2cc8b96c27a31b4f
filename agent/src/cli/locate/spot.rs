//! Where an element stood on a saved screen: a point or exact bounds, and the node that is meant by it.

use retap_cache::screen::{Node, Point, Rect, UiTree};

use crate::cli::saved::extent;
use crate::ground::role;

/// How an element of a dump is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// The innermost node there that takes input.
    At(Point),
    /// The innermost node that has exactly these.
    Bounds(Rect),
}

/// Reads `X,Y`.
pub(in crate::cli) fn point(text: &str) -> Result<Point, String> {
    match numbers(text).as_deref() {
        Some([x, y]) => Ok(Point { x: *x, y: *y }),
        _ => Err("write two whole numbers, X,Y".to_owned()),
    }
}

/// Reads `L,T,R,B`, or bounds as they stand in dumps.
pub(in crate::cli) fn bounds(text: &str) -> Result<Rect, String> {
    match (Rect::parse(text), numbers(text).as_deref()) {
        (Some(r), _) => Ok(r),
        (None, Some([l, t, r, b])) => Ok(Rect::new(*l, *t, *r, *b)),
        _ => Err("write four whole numbers, L,T,R,B, or [L,T][R,B] as in dumps".to_owned()),
    }
}

fn numbers(text: &str) -> Option<Vec<i32>> {
    text.split(',').map(|n| n.trim().parse().ok()).collect()
}

impl Spot {
    /// The node that is meant, or why there is none.
    pub(super) fn node(self, tree: &UiTree) -> Result<Node<'_>, String> {
        match self {
            Spot::At(p) => at(tree, p),
            // Of equally deep ones the last lies on top.
            Spot::Bounds(r) => tree
                .nodes()
                .filter(|n| n.bounds() == r)
                .max_by_key(Node::depth)
                .ok_or_else(|| format!("no node has exactly the bounds {r}")),
        }
    }
}

/// What stands later in document order is inside or on top of what stands before.
fn at(tree: &UiTree, p: Point) -> Result<Node<'_>, String> {
    let display = extent(tree);
    let there = || {
        tree.nodes()
            .rev()
            .filter(|n| n.visible_part(&display).contains(p))
    };
    if let Some(node) = there().find(Node::is_actionable) {
        return Ok(node);
    }
    let (x, y) = (p.x, p.y);
    Err(match there().next() {
        Some(n) => format!(
            "nothing at {x},{y} takes input; innermost is a {} with the bounds {}",
            role(n),
            n.bounds()
        ),
        None => format!(
            "nothing is at {x},{y}: the screen is {}x{}",
            display.width, display.height
        ),
    })
}
