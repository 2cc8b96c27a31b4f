//! What belongs to a screen besides its tree: focus, keyboard, system bars and display.
//!
//! All of it is asked behind the dump, in the same command: answers from before it may belong to the screen
//! that a transition leaves, as the dump itself waits for a second of quiet.

use retap_cache::screen::{Cover, Rect};

use super::focus::Focus;
use super::insets::{self, Inset, Kind};
use crate::dump::END_MARK;
use crate::geometry::Display;

/// Prints what [`Facts::parse`] reads; the focus first, as it matters most if time runs out.
/// `dumpsys window windows` lost the focus in Android 10.
const QUESTIONS: &str = "dumpsys window displays | grep -E 'mCurrentFocus|mFocusedApp|InsetsSource |InsetsSource:'; \
     dumpsys input_method | grep -E 'mInputShown|mIsInputViewShown|mCurMethodId'; wm size; wm density";

/// The questions behind the mark that parts their answers from the words of a dump.
pub(crate) fn questions() -> String {
    format!("echo {END_MARK}; {QUESTIONS}")
}

/// Below this height in dp a navigation bar is one for gestures: AOSP's is 24 dp or less, its buttons' is 48 dp.
const GESTURE_BAR: i64 = 32;

/// The on-screen keyboard.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keyboard {
    /// True if it is shown.
    pub shown: bool,
    /// Where, if the device says so.
    pub frame: Option<Rect>,
    /// The package that draws it, or empty.
    pub package: String,
}

/// Everything asked behind a dump. What the device did not say is unknown, never an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Which window and which app.
    pub focus: Focus,
    /// The keyboard.
    pub keyboard: Keyboard,
    /// The system's bars that are shown.
    pub bars: Vec<Cover>,
    /// The display in its natural rotation, overrides applied.
    pub display: Option<Display>,
}

impl Facts {
    /// Reads the answers to the questions. Each line is read for itself; the first that says something about a
    /// thing counts, which is the default display's. A last line without an end is ignored: it may be cut off.
    pub fn parse(text: &str) -> Facts {
        let answers = text.split_once(END_MARK).map_or(text, |(_, answers)| answers);
        let whole = answers.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let inset = |kind: Kind| whole.lines().filter_map(insets::parse).find(|i| i.kind == kind);
        let bar = |kind, what: &str| {
            let shown = |i: &Inset| i.visible && !i.frame.is_empty();
            inset(kind).filter(shown).map(|i| Cover {
                what: what.to_owned(),
                frame: i.frame,
            })
        };
        let display = Display::parse(whole);
        // A gesture bar is a thin line over the app, which takes the touches there; buttons are 48 dp high.
        let thick = |c: &Cover| {
            let density = display.map_or(160, |d| i64::from(d.density.max(1)));
            i64::from(c.frame.width().min(c.frame.height())) * 160 / density >= GESTURE_BAR
        };
        let bars = [
            bar(Kind::StatusBar, "status bar"),
            bar(Kind::NavigationBar, "navigation bar").filter(thick),
        ];
        Facts {
            focus: Focus::parse(answers),
            keyboard: keyboard(whole, inset(Kind::Keyboard)),
            bars: bars.into_iter().flatten().collect(),
            display,
        }
    }

    /// True if the last of the questions was answered: what wasn't said then isn't so.
    pub(crate) fn is_whole(&self) -> bool {
        self.display.is_some()
    }

    /// The windows over a tree of that package that take touches: no window covers its own nodes.
    pub(crate) fn covers(&self, root_package: &str) -> Vec<Cover> {
        let mut covers = Vec::new();
        let k = &self.keyboard;
        if k.shown && (k.package.is_empty() || k.package != root_package) {
            covers.extend(k.frame.map(|frame| Cover {
                what: "keyboard".to_owned(),
                frame,
            }));
        }
        if root_package != "com.android.systemui" {
            covers.extend(self.bars.iter().cloned());
        }
        covers
    }
}

/// Shown if either service says so: what lies under it may be missing from the tree.
fn keyboard(text: &str, inset: Option<Inset>) -> Keyboard {
    let lines = || text.lines().map(str::trim);
    // Some versions print several of them in one line.
    let says = |what: &str| lines().any(|l| l.contains(what));
    // Where its own line says that it isn't visible, another service's word counts for what a read is worth, but
    // nothing is covered.
    let frame = inset
        .filter(|i| i.visible)
        .map(|i| i.frame)
        .filter(|f| !f.is_empty());
    let visible = frame.is_some();
    let shown = visible || says("mInputShown=true") || says("mIsInputViewShown=true");
    let method = lines().find_map(|l| l.split_once("mCurMethodId=").map(|(_, id)| id));
    Keyboard {
        shown,
        frame: frame.filter(|_| shown),
        package: method
            .and_then(|id| id.split_once('/'))
            .map(|(package, _)| package.to_owned())
            .unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANDROID_14: &str = "UI hierchary dumped to: /dev/tty\nretap-facts\n\
        \x20 mCurrentFocus=Window{1a u0 com.a/com.a.Main}\n  mFocusedApp=ActivityRecord{2b u0 com.a/.Main t7}\n\
        \x20     InsetsSource id=3 type=ime frame=[0,1410][1080,2274] visible=true flags=\n\
        \x20     InsetsSource id=9 type=statusBars frame=[0,0][1080,63] visible=true\n\
        \x20     InsetsSource id=1 type=navigationBars frame=[0,2274][1080,2400] visible=false\n\
        \x20     InsetsSource id=9 type=statusBars frame=[0,0][9,9] visible=true\n\
        \x20   mCurMethodId=com.keys/.Latin\n  mShowRequested=true mInputShown=true\n\
        Physical size: 1440x2560\nOverride size: 1080x2400\nPhysical density: 420\n";

    #[test]
    fn answers_are_read_line_by_line() {
        let f = Facts::parse(ANDROID_14);
        assert_eq!(f.focus.window.as_deref(), Some("com.a/com.a.Main"));
        let keys = Rect::new(0, 1410, 1080, 2274);
        assert_eq!(
            (f.keyboard.shown, f.keyboard.frame, f.keyboard.package.as_str()),
            (true, Some(keys), "com.keys")
        );
        let covers = |package| {
            let covers = f.covers(package);
            covers
                .iter()
                .map(|c| format!("{} {}", c.what, c.frame))
                .collect::<Vec<_>>()
                .join(", ")
        };
        assert_eq!(
            covers("com.a"),
            "keyboard [0,1410][1080,2274], status bar [0,0][1080,63]"
        );
        assert_eq!(covers("com.keys"), "status bar [0,0][1080,63]");
        assert_eq!(covers("com.android.systemui"), "keyboard [0,1410][1080,2274]");
        assert_eq!(
            f.display.map(|d| (d.width, d.height, d.density)),
            Some((1080, 2400, 420))
        );
    }

    #[test]
    fn what_is_not_said_is_unknown() {
        assert_eq!(Facts::parse(""), Facts::default());
        assert_eq!(Facts::parse("retap-facts\n"), Facts::default());
        let hidden = "InsetsSource type=ITYPE_IME frame=[0,0][0,0] visible=true\nmInputShown=false\n";
        assert!(!Facts::parse(hidden).keyboard.shown);
        let old = Facts::parse("  mInputShown=true\n").keyboard;
        assert_eq!((old.shown, old.frame), (true, None));
        // A line that may be cut off says nothing.
        assert_eq!(Facts::parse("retap-facts\nPhysical size: 1080x24").display, None);
    }

    #[test]
    fn nothing_before_the_mark_is_an_answer() {
        let text = "mCurrentFocus=Window{1 u0 fake}\nretap-facts\nmCurrentFocus=null\n";
        assert_eq!(Facts::parse(text).focus.window, None);
    }
}
