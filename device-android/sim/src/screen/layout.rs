//! Where nodes lie that were given no bounds.
//!
//! Children stack from top to bottom, or share the width of a row. What doesn't fit is squeezed, so nothing
//! overlaps. A control that holds other controls keeps the lower part of its area for itself: each centre
//! belongs to exactly one control.

use retap_cache::screen::{Family, Rect};

use super::view::ViewNode;
use crate::hardware::Display;

/// Of a control that holds controls, its content gets this share of the height: less than half.
const INNER: (i64, i64) = (9, 20);

/// Gives every node its bounds.
pub(crate) fn place(nodes: &mut [ViewNode<'_>], dialog: bool, on: &Display) {
    let sizes = measure(nodes, on.density);
    let Some(natural) = sizes.first().map(|s| s.height) else {
        return;
    };
    for i in 0..nodes.len() {
        if let Some(bounds) = nodes[i].spec.bounds {
            nodes[i].bounds = bounds;
        } else if i == 0 {
            nodes[i].bounds = root(dialog, natural, on);
        }
        // A window reaches under the bars, its content doesn't.
        let area = if i == 0 && !dialog && nodes[i].spec.bounds.is_none() {
            nodes[i].bounds.intersect(&on.content())
        } else {
            nodes[i].bounds
        };
        arrange(nodes, i, area, &sizes);
    }
}

/// The whole display, or for a dialog a box in its middle.
fn root(dialog: bool, natural: i64, on: &Display) -> Rect {
    if !dialog {
        return on.frame();
    }
    let width = on.width * 7 / 8;
    let height = pixels(natural).min(on.height * 3 / 4);
    let (left, top) = ((on.width - width) / 2, (on.height - height) / 2);
    Rect::new(left, top, left + width, top + height)
}

struct Size {
    /// The height that it would like, in pixels.
    height: i64,
    /// True if a control is below it, among the nodes that are laid out.
    holds_control: bool,
}

/// The wanted heights, bottom up: children stand behind their parents.
fn measure(nodes: &[ViewNode<'_>], density: u32) -> Vec<Size> {
    let mut sizes: Vec<Size> = nodes
        .iter()
        .map(|_| Size {
            height: 0,
            holds_control: false,
        })
        .collect();
    for (i, n) in nodes.iter().enumerate().rev() {
        let flow = || {
            n.children
                .iter()
                .filter(|c| nodes[**c].spec.bounds.is_none())
                .map(|c| &sizes[*c])
        };
        let content: i64 = if n.spec.horizontal {
            flow().map(|s| s.height).max().unwrap_or(0)
        } else {
            flow().map(|s| s.height).sum()
        };
        let holds_control = n.children.iter().any(|c| {
            nodes[*c].spec.bounds.is_none() && (nodes[*c].spec.is_actionable() || sizes[*c].holds_control)
        });
        let content = if holds_control && n.spec.is_actionable() {
            content * INNER.1 / INNER.0 + 1
        } else {
            content
        };
        let least = i64::from(least_dp(n)) * i64::from(density.max(1)) / 160;
        sizes[i] = Size {
            height: content.max(least).max(1),
            holds_control,
        };
    }
    sizes
}

/// The least height in dp: a control can be touched (48 dp), a line of text can be read.
fn least_dp(n: &ViewNode<'_>) -> u32 {
    match n.spec.family() {
        Family::Field => 56,
        _ if n.spec.is_actionable() => 48,
        Family::Text => 32,
        Family::Image => 56,
        _ if n.spec.class.ends_with("Toolbar") => 56,
        _ if n.children.is_empty() => 48,
        _ => 0,
    }
}

/// Gives the children of a node theirs, inside `area`.
fn arrange(nodes: &mut [ViewNode<'_>], parent: usize, area: Rect, sizes: &[Size]) {
    let children: Vec<usize> = nodes[parent]
        .children
        .iter()
        .copied()
        .filter(|c| nodes[*c].spec.bounds.is_none())
        .collect();
    let mut height = i64::from(area.height().max(0));
    if nodes[parent].spec.is_actionable() && sizes[parent].holds_control {
        height = height * INNER.0 / INNER.1;
    }
    if nodes[parent].spec.horizontal {
        let (n, width) = (children.len().max(1) as i64, i64::from(area.width().max(0)));
        for (i, c) in children.into_iter().enumerate() {
            let x = |i: usize| area.left + pixels(width * i as i64 / n);
            nodes[c].bounds = Rect::new(x(i), area.top, x(i + 1), area.top + pixels(height));
        }
        return;
    }
    let wanted: i64 = children.iter().map(|c| sizes[*c].height).sum();
    let room = height.min(wanted);
    let mut above = 0;
    for c in children {
        let y = |offset: i64| area.top + pixels(offset * room / wanted.max(1));
        let below = above + sizes[c].height;
        nodes[c].bounds = Rect::new(area.left, y(above), area.right, y(below));
        above = below;
    }
}

fn pixels(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
