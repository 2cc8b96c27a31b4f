//! Rectangles in device pixels, as the device reported them.

use serde::{Deserialize, Serialize};

/// A point in device pixels of the current rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

/// A rectangle in device pixels: left and top inside, right and bottom outside.
///
/// Devices report inverted, negative and empty rectangles (clipped children of scrollers); they are kept as
/// they came and [`Rect::is_empty`] says so. An empty rectangle is never tapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// Right edge.
    pub right: i32,
    /// Bottom edge.
    pub bottom: i32,
}

impl Rect {
    /// A rectangle from its four edges.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Reads `[l,t][r,b]`, the form of UIAutomator dumps. `None` if the text is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
        let (a, b) = inner.split_once("][")?;
        let (l, t) = a.split_once(',')?;
        let (r, b) = b.split_once(',')?;
        let n = |s: &str| s.trim().parse::<i32>().ok();
        Some(Self::new(n(l)?, n(t)?, n(r)?, n(b)?))
    }

    /// Width in pixels; negative if inverted.
    pub const fn width(&self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    /// Height in pixels; negative if inverted.
    pub const fn height(&self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    /// True if no pixel lies inside: zero-sized or inverted.
    pub const fn is_empty(&self) -> bool {
        self.width() <= 0 || self.height() <= 0
    }

    /// Area in square pixels; 0 if empty.
    pub const fn area(&self) -> i64 {
        if self.is_empty() {
            0
        } else {
            self.width() as i64 * self.height() as i64
        }
    }

    /// The middle. Meaningless for an empty rectangle.
    pub const fn center(&self) -> Point {
        Point {
            x: self.left + self.width() / 2,
            y: self.top + self.height() / 2,
        }
    }

    /// True if the point lies inside.
    pub const fn contains(&self, p: Point) -> bool {
        p.x >= self.left && p.x < self.right && p.y >= self.top && p.y < self.bottom
    }

    /// The common part; empty if there is none.
    pub fn intersect(&self, other: &Rect) -> Rect {
        Rect::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }
}

impl std::fmt::Display for Rect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{},{}][{},{}]", self.left, self.top, self.right, self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_reported() {
        assert_eq!(Rect::parse("[0,66][1080,210]"), Some(Rect::new(0, 66, 1080, 210)));
        assert_eq!(Rect::parse("[-20,-10][60,50]"), Some(Rect::new(-20, -10, 60, 50)));
        for odd in [
            "",
            "[0,0]",
            "0,0,1,1",
            "[a,0][1,1]",
            "[0,0][1,1",
            "[99999999999,0][1,1]",
        ] {
            assert_eq!(Rect::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn inverted_and_zero_rectangles_are_empty() {
        assert!(Rect::new(10, 10, 5, 20).is_empty());
        assert!(Rect::new(10, 10, 10, 10).is_empty());
        assert!(!Rect::new(0, 0, 1, 1).is_empty());
        assert_eq!(
            Rect::new(0, 0, 10, 10)
                .intersect(&Rect::new(20, 20, 30, 30))
                .area(),
            0
        );
        assert!(!Rect::new(i32::MIN, 0, i32::MAX, 1).is_empty());
    }
}
