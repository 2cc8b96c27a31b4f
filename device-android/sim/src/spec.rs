//! A phone file after reading: every name resolved, every selector settled on its node.

use std::collections::BTreeMap;
use std::time::Duration;

use retap_cache::device::Key;
use retap_cache::screen::Point;

use crate::fault::{DumpFault, PictureFault};
use crate::hardware::Hardware;
use crate::screen::{Template, Tree};

/// The variables of a phone: all text.
pub(crate) type Vars = BTreeMap<String, String>;

/// Position of a screen in [`Spec::screens`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScreenId(pub(crate) usize);

/// Position of an app in [`Spec::apps`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AppId(pub(crate) usize);

/// A whole phone.
#[derive(Debug, Clone)]
pub(crate) struct Spec {
    pub(crate) hardware: Hardware,
    pub(crate) timing: Timing,
    pub(crate) apps: Vec<App>,
    pub(crate) state: Vars,
    pub(crate) home: ScreenId,
    pub(crate) screens: Vec<Screen>,
    pub(crate) faults: Faults,
}

/// What is broken from the start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    pub(crate) dump: Option<DumpFault>,
    pub(crate) picture: Option<PictureFault>,
    /// Device services that contain this text are never answered.
    pub(crate) unanswered: Option<String>,
    /// True if the device isn't there.
    pub(crate) missing: bool,
}

/// How long commands take.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Timing {
    pub(crate) dump: Duration,
    pub(crate) input: Duration,
    pub(crate) launch: Duration,
    pub(crate) picture: Duration,
}

/// An installed app.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) package: String,
    pub(crate) version: String,
    /// Class of its launchable activity, in full.
    pub(crate) activity: String,
    pub(crate) start: ScreenId,
}

/// A screen: one state of one window.
#[derive(Debug, Clone)]
pub(crate) struct Screen {
    pub(crate) name: String,
    pub(crate) app: AppId,
    /// Class of the activity in full.
    pub(crate) activity: String,
    /// The window manager's title of a window that isn't the activity's own.
    pub(crate) title: Option<String>,
    /// Package that its nodes carry.
    pub(crate) package: String,
    pub(crate) dialog: bool,
    /// True if pictures of it are black (`FLAG_SECURE`).
    pub(crate) secure: bool,
    pub(crate) tree: Tree,
    pub(crate) rules: Vec<Rule>,
}

/// One line under `on:`.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) trigger: Trigger,
    /// Variables that must have these values.
    pub(crate) when: Vec<(String, String)>,
    pub(crate) effect: Effect,
    pub(crate) after: Duration,
}

/// What a rule waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// A tap on the node at this position of the tree.
    Tap(usize),
    /// A finger that goes that way over the scrolling view at this position of the tree.
    Swipe(usize, Way),
    Key(Key),
    Every(Duration),
}

/// Which way a finger goes; what lies under it follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
    Left,
    Right,
}

impl Way {
    /// Every way with the word that phone files use for it.
    pub(crate) const ALL: [(&'static str, Way); 4] = [
        ("up", Way::Up),
        ("down", Way::Down),
        ("left", Way::Left),
        ("right", Way::Right),
    ];

    /// The way from one point to another: that of the longer side.
    pub(crate) fn between(from: Point, to: Point) -> Way {
        let (x, y) = (to.x - from.x, to.y - from.y);
        match (x.abs() > y.abs(), x > 0, y > 0) {
            (true, true, _) => Way::Right,
            (true, false, _) => Way::Left,
            (false, _, true) => Way::Down,
            (false, _, false) => Way::Up,
        }
    }
}

/// What a rule does.
#[derive(Debug, Clone, Default)]
pub(crate) struct Effect {
    pub(crate) set: Vec<(String, Template)>,
    pub(crate) add: Vec<(String, i64)>,
    /// The display turns to this many quarter turns.
    pub(crate) rotate: Option<u8>,
    pub(crate) then: Option<Move>,
}

/// Where a rule leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    Goto(ScreenId),
    Back,
    /// The app of the screen dies.
    Stop,
}

impl Spec {
    pub(crate) fn screen(&self, id: ScreenId) -> &Screen {
        &self.screens[id.0]
    }

    pub(crate) fn app(&self, id: AppId) -> &App {
        &self.apps[id.0]
    }

    pub(crate) fn find_screen(&self, name: &str) -> Option<ScreenId> {
        self.screens.iter().position(|s| s.name == name).map(ScreenId)
    }

    pub(crate) fn find_app(&self, package: &str) -> Option<AppId> {
        self.apps.iter().position(|a| a.package == package).map(AppId)
    }
}

/// `pkg/.Activity`, the short form in which Android prints a component of `package`.
pub(crate) fn short_component(package: &str, class: &str) -> String {
    match class.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => format!("{package}/{rest}"),
        _ => format!("{package}/{class}"),
    }
}

/// The full class name of an activity that may be written short (`.MainActivity`).
pub(crate) fn full_class(package: &str, class: &str) -> String {
    if class.starts_with('.') {
        format!("{package}{class}")
    } else {
        class.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_a_short_and_a_full_form() {
        assert_eq!(full_class("a.b", ".C"), "a.b.C");
        assert_eq!(full_class("a.b", "x.C"), "x.C");
        assert_eq!(short_component("a.b", "a.b.C"), "a.b/.C");
        assert_eq!(short_component("a.b", "a.bc.C"), "a.b/a.bc.C");
    }
}
