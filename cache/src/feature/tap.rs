//! Where to touch: the node that takes the tap, and a point of it that nothing else takes.

use crate::screen::{Cover, Flags, Geometry, Node, Point, Rect};

/// A point to touch and the node that takes the touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TapPoint<'t> {
    /// The node that reacts: the wanted one, or the clickable thing around it.
    pub taker: Node<'t>,
    /// A point that belongs to it.
    pub at: Point,
}

/// Why a node can't be touched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTap {
    /// No pixel of it is on the display.
    #[error("no part of it is visible: its bounds are {bounds}")]
    OffScreen {
        /// As reported.
        bounds: Rect,
    },
    /// Every point of it belongs to something else that takes taps.
    #[error("all of it is covered by {cover}")]
    Covered {
        /// What lies over it.
        cover: String,
    },
    /// Every visible point of it lies under another window.
    #[error("it lies under the {what}")]
    Behind {
        /// What lies over it.
        what: String,
    },
    /// It does not react to input now.
    #[error("it is disabled")]
    Disabled,
}

/// Finds where to touch a node: inside its visible part, outside any other control and any window over it.
pub fn tap_point<'t>(node: Node<'t>, geometry: &Geometry, covers: &[Cover]) -> Result<TapPoint<'t>, NoTap> {
    let takes = |n: &Node<'_>| n.is(Flags::CLICKABLE) || n.is(Flags::CHECKABLE);
    // A wrapper of just its size stands for the control in it; anything else for the control around it.
    let filling = || {
        let mut inside = node.descendants().filter(takes);
        let one = inside.next().filter(|n| n.bounds() == node.bounds())?;
        inside.next().is_none().then_some(one)
    };
    let taker = if takes(&node) {
        node
    } else {
        filling().or_else(|| node.ancestors().find(takes)).unwrap_or(node)
    };
    // A disabled control must not pass its touch on to the row around it. A dialect without the flag reads as
    // disabled throughout: there nothing is known.
    let disabled = !node.is(Flags::ENABLED) || !taker.is(Flags::ENABLED);
    if disabled && node.tree().nodes().any(|n| n.is(Flags::ENABLED)) {
        return Err(NoTap::Disabled);
    }
    // The wanted words themselves are touched if they are visible, else the thing around them.
    let area = [node, taker]
        .into_iter()
        .map(|n| n.visible_part(geometry))
        .find(|r| !r.is_empty());
    let Some(area) = area else {
        return Err(NoTap::OffScreen {
            bounds: node.bounds(),
        });
    };
    let others: Vec<Node<'t>> = node
        .tree()
        .nodes()
        .filter(|n| *n != taker && !n.holds(taker) && takes(n) && !n.is(Flags::INVISIBLE))
        .filter(|n| n.id() > taker.id())
        .collect();
    let free = |p: &Point| !others.iter().any(|n| n.bounds().contains(*p));
    let cover = |p: &Point| covers.iter().find(|c| c.frame.contains(*p));
    match points(&area).find(|p| free(p) && cover(p).is_none()) {
        Some(at) => Ok(TapPoint { taker, at }),
        None if let Some(c) = points(&area).filter(free).find_map(|p| cover(&p)) => {
            Err(NoTap::Behind { what: c.what.clone() })
        }
        None => {
            let at = area.center();
            let cover = others.iter().find(|n| n.bounds().contains(at));
            Err(NoTap::Covered {
                cover: cover.map_or("other controls".into(), |n| format!("{n:?}")),
            })
        }
    }
}

/// The middle first, then a grid of points.
fn points(area: &Rect) -> impl Iterator<Item = Point> + use<> {
    const PARTS: i32 = 8;
    let (area, middle) = (*area, area.center());
    let grid = (1..PARTS).flat_map(move |row| {
        (1..PARTS).map(move |col| Point {
            x: area.left + (i64::from(area.width()) * i64::from(col) / i64::from(PARTS)) as i32,
            y: area.top + (i64::from(area.height()) * i64::from(row) / i64::from(PARTS)) as i32,
        })
    });
    std::iter::once(middle).chain(grid)
}
