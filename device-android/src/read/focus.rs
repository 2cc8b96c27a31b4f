//! Which window has the focus, and which app.

use retap_cache::device::Deadline;

use crate::Error;
use crate::adb::Adb;

/// Prints the lines that [`Focus::parse`] reads. `dumpsys window windows` lost them in Android 10.
pub(crate) const COMMAND: &str = "dumpsys window displays | grep -E 'mCurrentFocus|mFocusedApp'";

/// A package and one of its activities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// The package.
    pub package: String,
    /// The activity's class in full.
    pub activity: String,
}

impl Component {
    /// Reads `pkg/activity`; an activity that begins with a dot stands in its package.
    pub fn parse(text: &str) -> Option<Self> {
        let (package, activity) = text.split_once('/')?;
        let name = |s: &str| {
            !s.is_empty()
                && s.chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'))
        };
        if !name(package) || !name(activity) {
            return None;
        }
        let activity = if activity.starts_with('.') {
            format!("{package}{activity}")
        } else {
            activity.to_owned()
        };
        Some(Self {
            package: package.to_owned(),
            activity,
        })
    }
}

/// What the window manager says about the focus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Focus {
    /// Title of the focused window (`pkg/activity`, `NotificationShade`, …); `None` in a transition.
    pub window: Option<String>,
    /// The focused app; `None` in a transition.
    pub app: Option<Component>,
}

impl Focus {
    /// Reads the lines of `dumpsys window`. The lines are repeated for each display and may say `null`; the
    /// first that says something counts, which is the default display's. A line that is not whole is ignored.
    pub fn parse(text: &str) -> Focus {
        let mut focus = Focus::default();
        // The last piece has no line end: it may be cut off.
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        for line in whole.lines().map(str::trim) {
            if let Some(value) = line.strip_prefix("mCurrentFocus=") {
                focus.window = focus.window.or_else(|| window_title(value));
            } else if let Some(value) = line.strip_prefix("mFocusedApp=") {
                focus.app = focus.app.or_else(|| value.split_whitespace().find_map(component));
            }
        }
        focus
    }

    /// True if nothing more is to be learned.
    pub fn is_whole(&self) -> bool {
        self.window.is_some() && self.app.is_some()
    }

    /// The window's own component, if its title names one.
    pub fn window_component(&self) -> Option<Component> {
        self.window.as_deref().and_then(Component::parse)
    }

    /// The app in front: the focused one, else the one whose window has the focus.
    pub fn app_in_front(&self) -> Option<Component> {
        self.app.clone().or_else(|| self.window_component())
    }
}

/// Asks for the focus alone.
pub(crate) async fn focus(adb: &Adb, deadline: Deadline) -> Result<Focus, Error> {
    let output = adb.run(COMMAND, deadline).await?;
    Ok(Focus::parse(&(output.text() + "\n")))
}

/// `Window{HEX uN TITLE}`; the title may hold blanks.
fn window_title(value: &str) -> Option<String> {
    let inner = value.strip_prefix("Window{")?;
    let inner = inner
        .rfind('}')
        .map_or(inner, |end| inner.get(..end).unwrap_or_default());
    let (_hex, rest) = inner.split_once(' ')?;
    let title = match rest.split_once(' ') {
        Some((user, title)) if is_user(user) => title,
        _ => rest,
    };
    (!title.is_empty()).then(|| title.to_owned())
}

/// `u0`, `u10`, …
fn is_user(word: &str) -> bool {
    word.strip_prefix('u')
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The `pkg/activity` among the words of `ActivityRecord{HEX uN pkg/activity tN}`; in some versions the brace
/// closes before the task.
fn component(word: &str) -> Option<Component> {
    Component::parse(word.trim_end_matches('}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> (String, String) {
        let f = Focus::parse(text);
        let app = f.app.map(|c| format!("{}|{}", c.package, c.activity));
        (f.window.unwrap_or_default(), app.unwrap_or_default())
    }

    #[test]
    fn focus_lines_of_several_versions() {
        let table = [
            (
                "  mCurrentFocus=Window{1a2 u0 com.a/com.a.Main}\n  mFocusedApp=ActivityRecord{3 u0 com.a/.Main t12}\n",
                ("com.a/com.a.Main", "com.a|com.a.Main"),
            ),
            (
                "mCurrentFocus=Window{1 u10 com.a/com.b.Main}\r\nmFocusedApp=ActivityRecord{3 u10 com.a/com.b.Main} t8}\r\n",
                ("com.a/com.b.Main", "com.a|com.b.Main"),
            ),
            (
                "mCurrentFocus=null\nmFocusedApp=null\nmCurrentFocus=Window{1 u0 Application Not Responding: com.a}\n",
                ("Application Not Responding: com.a", ""),
            ),
            (
                "mFocusedApp=AppWindowToken{a token=Token{b ActivityRecord{c u0 com.a/.M t1}}}\n",
                ("", "com.a|com.a.M"),
            ),
            (
                "mCurrentFocus=Window{5 u0 NotificationShade}\n",
                ("NotificationShade", ""),
            ),
            (
                "mCurrentFocus=Window{5 com.a/.M}\nmFocusedApp=Activ",
                ("com.a/.M", ""),
            ),
            ("mCurrentFocus=Window{5 u0 com.a/com.a.Mai", ("", "")),
            ("UI hierchary dumped to: /dev/tty\n", ("", "")),
            ("", ("", "")),
        ];
        for (text, (window, app)) in table {
            assert_eq!(parsed(text), (window.to_owned(), app.to_owned()), "{text}");
        }
    }
}
