//! What any device can do, whatever it is: be looked at and be acted on, each within a deadline.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::screen::{Point, Screen};

/// A result that a device will give.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, DeviceError>> + Send + 'a>>;

/// A phone, an emulator or a browser page.
pub trait Device: Send {
    /// The name under which the user knows it (a serial, a page).
    fn id(&self) -> &str;

    /// What this device can do and what it is.
    fn capabilities(&self) -> &Capabilities;

    /// Reads the screen. Ends at the deadline at the latest, with an error that says what was waited for.
    fn observe(&mut self, want: Want, deadline: Deadline) -> Pending<'_, Screen>;

    /// Sends one action. An error of fault [`Fault::Uncertain`] means that it may have arrived: it must not be
    /// sent again.
    fn act<'a>(&'a mut self, action: &'a Action, deadline: Deadline) -> Pending<'a, ()>;
}

/// What a read should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Want {
    /// The accessibility tree; without one the read has failed.
    #[default]
    Tree,
    /// The tree, or a picture if no tree can be had.
    TreeOrPicture,
    /// The tree and a picture; the picture alone if no tree can be had.
    Both,
}

impl Want {
    /// True if a picture alone is better than nothing.
    pub const fn takes_picture(self) -> bool {
        !matches!(self, Want::Tree)
    }
}

/// What a device can do and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// `android` or `web`.
    pub platform: String,
    /// Model name for the notes of an entry.
    pub model: String,
    /// Version of the system for the notes of an entry (`14`).
    pub os: String,
    /// Locale as the device states it (`en-US`), or empty if unknown.
    pub locale: String,
    /// True if any Unicode text can be typed; else ASCII only.
    pub unicode_text: bool,
}

/// Where a device acts: a point of the last read, and what stood there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The point to touch.
    pub at: Point,
    /// How many characters the editable at that point held in that read; 0 for anything else.
    pub held: usize,
}

/// The closed list of what can be done to a device.
///
/// A device gets `Action<Spot, String>`. A recorded plan holds the same list with a feature for the place and
/// a template for the text, so nothing else can ever be recorded or replayed: no shell command, no code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action<P = Spot, T = String> {
    /// Touch once.
    Tap {
        /// Where.
        target: P,
    },
    /// Type into a field, or into what has the focus.
    Type {
        /// The field; it is touched first. `None` types into the focus.
        #[serde(default = "none", skip_serializing_if = "Option::is_none")]
        target: Option<P>,
        /// What to type.
        text: T,
        /// Whether the old content goes first.
        mode: TypeMode,
    },
    /// Press a key.
    Press {
        /// Which.
        key: Key,
    },
    /// Bring an app to the front.
    Launch {
        /// Its package.
        package: String,
        /// Its activity; looked up if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activity: Option<String>,
    },
    /// End an app.
    Stop {
        /// Its package.
        package: String,
    },
    /// Drag what lies under a finger from one point to another.
    ///
    /// Only ever sent, to bring a target into view, and never part of an entry: points are no evidence of
    /// anything, so no entry can be written or read with it.
    #[serde(skip)]
    Swipe {
        /// Where the finger comes down.
        from: Point,
        /// Where it is lifted.
        to: Point,
    },
}

// `#[serde(default)]` on a generic `Option<P>` would ask for `P: Default`.
fn none<P>() -> Option<P> {
    None
}

/// What happens to the old content of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TypeMode {
    /// It goes.
    Replace,
    /// It stays, the new text follows it.
    Append,
}

/// Keys that can be pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    /// Enter, or the field's editor action.
    Enter,
    /// Back.
    Back,
    /// Home.
    Home,
    /// Delete before the cursor.
    Backspace,
    /// Next focus.
    Tab,
    /// Escape; hides the keyboard.
    Escape,
}

impl Key {
    /// Every key with the word that scripts and models use for it.
    pub const ALL: [(Key, &'static str); 6] = [
        (Key::Enter, "enter"),
        (Key::Back, "back"),
        (Key::Home, "home"),
        (Key::Backspace, "backspace"),
        (Key::Tab, "tab"),
        (Key::Escape, "escape"),
    ];

    /// The key of that word, whatever its case. `None` if there is none.
    pub fn named(word: &str) -> Option<Key> {
        Self::ALL
            .iter()
            .find(|(_, w)| w.eq_ignore_ascii_case(word.trim()))
            .map(|(k, _)| *k)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(k, _)| *k == self)
            .map_or("key", |(_, w)| w)
    }
}

/// A point in time after which nobody waits any more, made once at the top and handed down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// So long from now.
    pub fn after(budget: Duration) -> Self {
        // `Instant` can't hold centuries; a day is as good as any such budget.
        let budget = budget.min(Duration::from_secs(86_400));
        Self(Instant::now() + budget)
    }

    /// The sooner of this one and so long from now.
    #[must_use]
    pub fn within(self, budget: Duration) -> Self {
        self.min(Self::after(budget))
    }

    /// What is left; zero once it has passed.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// True once it has passed.
    pub fn passed(self) -> bool {
        self.left().is_zero()
    }

    /// The point in time itself.
    pub fn instant(self) -> Instant {
        self.0
    }
}

/// What went wrong between retap and a device, by what the caller has to do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The device or its server is not there: the environment is broken, not the test.
    Environment,
    /// The screen couldn't be read. Never the same as "nothing is on it".
    Read,
    /// The action wasn't sent; sending it again is safe.
    Refused,
    /// The action may have reached the device; it must not be sent again.
    Uncertain,
}

/// An error of a device, in words for people.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct DeviceError {
    /// What the caller has to do about it.
    pub fault: Fault,
    /// A short stable name (`first-byte-timeout`, `device-not-found`).
    pub kind: &'static str,
    /// What was tried, on what, for how long.
    pub message: String,
    /// What to do next, or empty.
    pub hint: String,
}

impl DeviceError {
    /// An error without a hint.
    pub fn new(fault: Fault, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            fault,
            kind,
            message: message.into(),
            hint: String::new(),
        }
    }

    /// The same error with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swipe_is_never_part_of_an_entry() {
        let point = Point { x: 1, y: 2 };
        let swipe: Action<Point, String> = Action::Swipe {
            from: point,
            to: point,
        };
        assert!(serde_yaml::to_string(&swipe).is_err());
        let written = "do: swipe\nfrom: { x: 1, y: 2 }\nto: { x: 1, y: 2 }\n";
        assert!(serde_yaml::from_str::<Action<Point, String>>(written).is_err());
        let tap = "do: tap\ntarget: { x: 1, y: 2 }\n";
        assert!(serde_yaml::from_str::<Action<Point, String>>(tap).is_ok());
    }
}
