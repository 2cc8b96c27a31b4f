//! How much of a node can be seen, why not more, and which way it may be scrolled into view.
//!
//! A row that a list cuts off shows a *sliver*: touching it is a gamble on its neighbour and on the edge gestures of
//! the system, and nobody would call it visible. So what is cut off at the edge of something that scrolls needs a
//! visible height of 12 dp, at least 24 px, or half of its own: below that no line of text can be read (a quarter
//! of Android's 48 dp for a touch target).

use retap_cache::screen::{Cover, Flags, Geometry, Node, Point, Rect};

/// The least visible height of what is cut off, in pixels and in dp.
const LEAST_PX: i32 = 24;
const LEAST_DP: i32 = 12;
/// A finger stays so far from the left and right edge of the display: there the system's own gestures begin.
const EDGE: i32 = 40;
/// What is lower than this can't be dragged in.
const LOWEST: i32 = 100;

/// How much of a node can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Enough.
    Well,
    /// A strip at the edge of what scrolls; in words.
    Sliver(String),
    /// Nothing; in words.
    Not(String),
}

/// A way to bring a node into view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scroll<'t> {
    /// The nearest thing around it that scrolls.
    pub scroller: Node<'t>,
    /// True if the content must go up, so that what is below comes into view.
    pub up: bool,
}

/// How much of a node can be seen.
pub fn seen(node: Node<'_>, display: &Geometry) -> Seen {
    let part = node.visible_part(display);
    if part.is_empty() {
        return Seen::Not(unseen(node, display));
    }
    match sliver(node, display) {
        Some(scroll) => Seen::Sliver(format!(
            "only a sliver of it is visible, {} px at the {} edge of {:?}",
            part.height(),
            if scroll.up { "lower" } else { "upper" },
            scroll.scroller
        )),
        None => Seen::Well,
    }
}

/// Where to scroll for a node of which nothing, or only a sliver, can be seen. `None` if scrolling is no use.
pub fn into_view<'t>(node: Node<'t>, display: &Geometry) -> Option<Scroll<'t>> {
    if !node.visible_part(display).is_empty() {
        return sliver(node, display);
    }
    let bounds = node.bounds();
    if bounds.is_empty() || node.is(Flags::INVISIBLE) {
        return None;
    }
    let scroller = scroller(node, display)?;
    let area = scroller.visible_part(display);
    let beside = bounds.right <= area.left || bounds.left >= area.right;
    match (bounds.top >= area.bottom, bounds.bottom <= area.top) {
        _ if beside => None,
        (true, _) => Some(Scroll { scroller, up: true }),
        (_, true) => Some(Scroll { scroller, up: false }),
        // Inside it, and hidden by something else: scrolling shows no more.
        _ => None,
    }
}

/// From where to where a finger drags for that, inside what can be seen of the scroller and under no other window.
pub fn drag(
    scroll: Scroll<'_>,
    node: Node<'_>,
    display: &Geometry,
    covers: &[Cover],
) -> Option<(Point, Point)> {
    let mut area = scroll.scroller.visible_part(display);
    for cover in covers.iter().map(|c| c.frame) {
        if cover.intersect(&area).is_empty() {
            continue;
        }
        if cover.top > area.top {
            area.bottom = cover.top;
        } else {
            area.top = cover.bottom;
        }
    }
    let middle = area.center();
    if area.is_empty() || area.height() < LOWEST || middle.x < EDGE || middle.x > display.width - EDGE {
        return None;
    }
    // What was read is taken to the middle. A list goes on a little when it is let go, hence the cap.
    let height = area.height();
    let far = (node.bounds().center().y - middle.y).abs();
    let far = far.clamp(height / 4, height * 6 / 10);
    let at = |y| Point { x: middle.x, y };
    let margin = height / 10;
    Some(if scroll.up {
        let from = area.bottom - margin;
        (at(from), at(from - far))
    } else {
        let from = area.top + margin;
        (at(from), at(from + far))
    })
}

/// The nearest thing around a node that scrolls up and down and can be seen.
fn scroller<'t>(node: Node<'t>, display: &Geometry) -> Option<Node<'t>> {
    let sideways = |n: &Node<'_>| n.class().contains("Horizontal") || n.class().contains("ViewPager");
    node.ancestors()
        .find(|n| n.is(Flags::SCROLLABLE) && !sideways(n) && !n.visible_part(display).is_empty())
}

fn sliver<'t>(node: Node<'t>, display: &Geometry) -> Option<Scroll<'t>> {
    let part = node.visible_part(display);
    let dp = |n: i32| n * i32::try_from(display.density).unwrap_or(0) / 160;
    let own = node.bounds().height();
    // Devices report what is left of a clipped node: then its own height is not known.
    let half = own > part.height() && part.height().saturating_mul(2) >= own;
    if half || part.height() >= LEAST_PX.max(dp(LEAST_DP)) {
        return None;
    }
    let scroller = scroller(node, display)?;
    let area = scroller.visible_part(display);
    // Something low in the middle is just low.
    match (part.top <= area.top, part.bottom >= area.bottom) {
        (false, true) => Some(Scroll { scroller, up: true }),
        (true, false) => Some(Scroll { scroller, up: false }),
        _ => None,
    }
}

/// Why nothing of a node can be seen.
fn unseen(node: Node<'_>, display: &Geometry) -> String {
    let bounds = node.bounds();
    if node.is(Flags::INVISIBLE) {
        return "it is marked invisible".to_owned();
    }
    if bounds.is_empty() {
        return format!("it has no size, its bounds are {bounds}");
    }
    let beyond = |area: Rect| {
        [
            (bounds.top >= area.bottom, "below"),
            (bounds.bottom <= area.top, "above"),
            (bounds.right <= area.left, "left of"),
            (bounds.left >= area.right, "right of"),
        ]
        .into_iter()
        .find(|(is, _)| *is)
        .map(|(_, where_)| where_)
    };
    if let Some(side) = beyond(display.area()) {
        return format!("it lies {side} the display, its bounds are {bounds}");
    }
    let clips = |a: &Node<'_>| !a.bounds().is_empty() && beyond(a.bounds()).is_some();
    match node.ancestors().find(clips) {
        Some(a) => format!(
            "it lies {} what {a:?} shows, its bounds are {bounds}",
            beyond(a.bounds()).unwrap_or("outside")
        ),
        None => format!("what it stands in shows no part of it, its bounds are {bounds}"),
    }
}

#[cfg(test)]
mod tests {
    use retap_cache::screen::{NodeAttrs, TreeBuilder, UiTree};

    use super::*;

    const DISPLAY: Geometry = Geometry {
        width: 1080,
        height: 2400,
        rotation: 0,
        density: 420,
    };
    const LIST: Rect = Rect::new(0, 606, 1080, 2337);

    fn in_list(bounds: Rect, class: &str, density: u32) -> (UiTree, Geometry) {
        let mut b = TreeBuilder::new();
        b.open(&NodeAttrs {
            class,
            flags: Flags::SCROLLABLE,
            bounds: LIST,
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "TextView",
            text: "C",
            bounds,
            ..Default::default()
        });
        let display = Geometry { density, ..DISPLAY };
        (b.finish(), display)
    }

    fn up(bounds: Rect, class: &str, density: u32) -> Option<bool> {
        let (t, display) = in_list(bounds, class, density);
        t.nodes()
            .nth(1)
            .and_then(|n| into_view(n, &display))
            .map(|s| s.up)
    }

    #[test]
    fn a_sliver_is_what_is_cut_off_and_too_low_to_read() {
        let row = |top, bottom| Rect::new(0, top, 1080, bottom);
        for (bounds, density, want) in [
            // Clipped as reported: 12 px at 420 dpi are 4 dp.
            (row(2325, 2337), 420, Some(true)),
            (row(606, 618), 420, Some(false)),
            // Its own height is known, and less than half of it shows.
            (row(2325, 2469), 420, Some(true)),
            (row(474, 618), 420, Some(false)),
            // Low, and half of it shows.
            (row(2317, 2350), 420, None),
            // As high as a line of text.
            (row(2300, 2337), 420, None),
            (row(2310, 2500), 160, None),
            (row(2314, 2500), 160, Some(true)),
            // Low, and in the middle; or all that the list is.
            (row(1000, 1012), 420, None),
        ] {
            assert_eq!(up(bounds, "RecyclerView", density), want, "{bounds} {density}");
        }
    }

    #[test]
    fn what_lies_beyond_a_list_is_scrolled_to_and_what_lies_beside_it_is_not() {
        let below = Rect::new(0, 2500, 1080, 2600);
        assert_eq!(up(below, "RecyclerView", 420), Some(true));
        assert_eq!(up(Rect::new(0, 100, 1080, 200), "ScrollView", 420), Some(false));
        assert_eq!(up(Rect::new(-1080, 2500, 0, 2600), "ScrollView", 420), None);
        assert_eq!(up(Rect::new(100, 200, 100, 200), "ScrollView", 420), None);
        assert_eq!(up(below, "ViewPager", 420), None);
        assert_eq!(up(below, "HorizontalScrollView", 420), None);
    }

    #[test]
    fn a_drag_stays_inside_what_shows_of_the_list() {
        let keyboard = Cover {
            what: "keyboard".into(),
            frame: Rect::new(0, 1500, 1080, 2400),
        };
        for covers in [vec![], vec![keyboard]] {
            for (bounds, up) in [
                (Rect::new(0, 2500, 1080, 2600), true),
                (Rect::new(0, 100, 1080, 200), false),
            ] {
                let (t, display) = in_list(bounds, "RecyclerView", 420);
                let n = t.nodes().nth(1).unwrap();
                let scroll = into_view(n, &display).unwrap();
                let (from, to) = drag(scroll, n, &display, &covers).unwrap();
                assert_eq!(from.y > to.y, up);
                for p in [from, to] {
                    assert!(LIST.contains(p) && p.x >= 40 && p.x <= 1040, "{p:?}");
                    assert!(covers.iter().all(|c| !c.frame.contains(p)), "{p:?}");
                }
            }
        }
        // Nothing is left of the list above the keyboard.
        let (t, display) = in_list(Rect::new(0, 2500, 1080, 2600), "RecyclerView", 420);
        let n = t.nodes().nth(1).unwrap();
        let all = Cover {
            what: "keyboard".into(),
            frame: Rect::new(0, 650, 1080, 2400),
        };
        assert_eq!(drag(into_view(n, &display).unwrap(), n, &display, &[all]), None);
    }

    #[test]
    fn what_is_not_seen_has_a_reason() {
        for (bounds, reason) in [
            (Rect::new(0, 2500, 1080, 2600), "it lies below the display"),
            (Rect::new(0, 2340, 1080, 2390), "it lies below what RecyclerView"),
            (Rect::new(100, 200, 100, 200), "it has no size"),
            (Rect::new(-1080, 700, 0, 900), "it lies left of the display"),
        ] {
            let (t, display) = in_list(bounds, "RecyclerView", 420);
            let n = t.nodes().nth(1).unwrap();
            let Seen::Not(why) = seen(n, &display) else {
                unreachable!("{bounds}")
            };
            assert!(why.starts_with(reason), "{why}");
        }
    }
}
