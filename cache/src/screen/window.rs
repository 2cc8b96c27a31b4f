//! One read of the screen with everything that says what it is worth.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Rect, UiTree};

/// What one read gave.
#[derive(Debug, Clone)]
pub struct Screen {
    /// The nodes.
    pub tree: UiTree,
    /// The app in front.
    pub app: App,
    /// The window that has the focus.
    pub window: Window,
    /// Size, rotation and density at the time of the read.
    pub geometry: Geometry,
    /// What the read permits to conclude.
    pub quality: Quality,
    /// Windows in front of the tree that take touches: the keyboard, bars and overlays of the system.
    pub covers: Vec<Cover>,
    /// A picture, if one was asked for or was all that could be had.
    pub picture: Option<Picture>,
    /// Where it came from.
    pub source: Source,
}

/// A window that lies over what the tree shows and takes the touches there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// What it is, for messages: `keyboard`, `StatusBar`.
    pub what: String,
    /// Where it takes touches, in device pixels.
    pub frame: Rect,
}

/// A picture of the display, checked: a whole PNG.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The bytes of the PNG.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// True if it is all of one black: the window is protected, or the display is off. Never sent to a model.
    pub blank: bool,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let blank = if self.blank { ", blank" } else { "" };
        write!(
            f,
            "Picture({}x{}, {} bytes{blank})",
            self.width,
            self.height,
            self.png.len()
        )
    }
}

/// The app in front, as the window manager names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct App {
    /// Package, or empty if unknown.
    pub package: String,
    /// Activity class in full (`com.example.MainActivity`); `None` while a transition hides it.
    pub activity: Option<String>,
}

/// The window with the focus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Window {
    /// Package of the tree's first root, or empty.
    pub package: String,
    /// The window manager's title (`pkg/activity`, `NotificationShade`, …), or empty if unknown.
    pub title: String,
}

/// The display at the time of the read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Geometry {
    /// Width in pixels in the current rotation.
    pub width: i32,
    /// Height in pixels in the current rotation.
    pub height: i32,
    /// Quarter turns, 0 to 3.
    pub rotation: u8,
    /// Dots per inch; 0 if unknown.
    pub density: u32,
}

impl Geometry {
    /// The whole display as a rectangle.
    pub const fn area(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The coarse size: layouts differ between these and hardly within one.
    /// Android's own break points: smallest width 600 dp (tablet), 840 dp (large).
    pub fn size_class(&self) -> SizeClass {
        let density = if self.density == 0 { 160 } else { self.density };
        let dp = |px: i32| i64::from(px) * 160 / i64::from(density);
        let landscape = self.width > self.height;
        match (dp(self.width.min(self.height)), landscape) {
            (0..600, false) => SizeClass::Phone,
            (0..600, true) => SizeClass::PhoneLandscape,
            (600..840, _) => SizeClass::Tablet,
            _ => SizeClass::Large,
        }
    }
}

/// The coarse display size that layouts depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeClass {
    /// Smallest width below 600 dp, upright.
    Phone,
    /// Smallest width below 600 dp, on its side.
    PhoneLandscape,
    /// Smallest width from 600 to 840 dp.
    Tablet,
    /// Wider.
    Large,
}

/// What a read permits to conclude.
///
/// | quality | find, verify, "appeared" | "gone", counts |
/// |---|---|---|
/// | complete | yes | yes |
/// | compressed, keyboard | yes | no |
/// | other window | of the window in front only | no |
/// | picture | no | no |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quality {
    /// A whole tree of the app's window: everything.
    Complete,
    /// Not-important views are missing: find, verify, "appeared"; not "gone" and not counts.
    Compressed,
    /// The app's tree while the keyboard is shown, when nodes behind it may be left out: as compressed.
    Keyboard,
    /// The tree is of a window in front of the app's activity: a dialog of its own, of another app or of the
    /// system. Its nodes may be found; it says nothing about what lies behind.
    OtherWindow,
    /// No tree could be had, only a picture: nothing but a model can use it.
    Picture,
}

impl Quality {
    /// True if the absence of a node from the tree means that it is gone.
    pub const fn permits_gone(self) -> bool {
        matches!(self, Quality::Complete)
    }

    /// True if there is a tree to find nodes in.
    pub const fn permits_find(self) -> bool {
        !matches!(self, Quality::Picture)
    }

    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Quality::Complete => "complete",
            Quality::Compressed => "compressed",
            Quality::Keyboard => "keyboard",
            Quality::OtherWindow => "other-window",
            Quality::Picture => "picture",
        }
    }
}

impl Screen {
    /// True if a window in front of the app's screen is what can be seen of it.
    pub fn is_dialog(&self) -> bool {
        self.quality == Quality::OtherWindow
    }
}

/// How a read was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The rung of the ladder that answered.
    pub rung: Rung,
    /// True if the screen had been quiet before the read (a stock dump waits for a second of quiet).
    pub settled: bool,
    /// True if the screen never came to rest while it was read: it changes all the time.
    pub changing: bool,
    /// Every attempt of the read in order, the one that answered last.
    pub attempts: Vec<Attempt>,
    /// Wall time of the whole read.
    pub took: Duration,
    /// Bytes of the dump.
    pub bytes: usize,
}

/// One attempt inside a read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// How it was tried.
    pub rung: Rung,
    /// Kind of the error that ended it; `None` if it answered.
    pub error: Option<&'static str>,
    /// How long it took.
    pub took: Duration,
}

/// A way to read the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rung {
    /// `uiautomator dump`.
    Plain,
    /// `uiautomator dump --compressed`.
    Compressed,
    /// A picture only.
    Picture,
    /// A file.
    File,
}

impl Rung {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Rung::Plain => "plain",
            Rung::Compressed => "compressed",
            Rung::Picture => "picture",
            Rung::File => "file",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_follow_the_smallest_width() {
        let g = |width, height, density| {
            Geometry {
                width,
                height,
                rotation: 0,
                density,
            }
            .size_class()
        };
        assert_eq!(g(1080, 2400, 420), SizeClass::Phone);
        assert_eq!(g(2400, 1080, 420), SizeClass::PhoneLandscape);
        assert_eq!(g(1600, 2560, 320), SizeClass::Tablet);
        assert_eq!(g(2560, 1600, 160), SizeClass::Large);
        assert_eq!(g(480, 800, 0), SizeClass::Phone);
    }
}
