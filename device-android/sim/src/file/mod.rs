//! The phone file: what a person writes to describe a phone.

mod block;
mod class;
mod cursor;
mod faults;
mod hardware;
mod line;
mod names;
mod phone;
mod rule;
mod screen;
mod selector;
mod tree;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use retap_cache::yaml::{Problem, Yaml};

use crate::error::LoadError;
use crate::spec::{Spec, Vars};
use names::{Names, check_name};

/// Android's own launcher: the app behind the home screen unless the file says otherwise.
const LAUNCHER: &str = "com.android.launcher3";
const LAUNCHER_ACTIVITY: &str = "com.android.launcher3.uioverrides.QuickstepLauncher";

/// A phone file that has been read and checked: every screen, selector and variable that it names exists.
///
/// The file has `apps` and `screens`, and if need be `phone`, `timing`, `state` (the variables, all text),
/// `home` (a screen) and `faults`. A screen has a `tree`, one node a line, and rules under `on`; further `app`,
/// `activity`, `package`, `title`, `dialog: true` (a box above the screen before) and `secure: true` (pictures of
/// it are black).
///
/// A line of a tree is a class and then, in any order: `"text"`, `@"description"`, `#id` (`#=tag` stays bare),
/// `hint="…"`, `bind=var` (what a field shows or a toggle switches),
/// `icon=name` (what pictures show in place of its label: `heart`, `trash`, `plus`, `menu`, `play`, `search`), `?var=value` and `?var!=value` (the node
/// exists only then), `[left,top][right,bottom]`, and the flags `clickable long-clickable checkable checked
/// selected scrollable focusable focused password disabled invisible`. `{var}` in a text is its value. A `Row`
/// lays its children out side by side.
///
/// A rule has one of `tap` (`#id`, or a text), `swipe` (a `scrollable` node that the finger comes down in; `way: up`,
/// `down`, `left` or `right`, else up), `key` and `every`; if need be `when` (variables that must have
/// these values) and `after` (how long until the effect shows; it lapses if the screen is left before); and
/// `set`, `add`, `rotate` (to so many quarter turns), and one of `goto`, `back: true` and `stop: true`. The first
/// rule that applies wins; of `every` rules each does.
///
/// | under | keys |
/// |---|---|
/// | `phone` | `model`, `android`, `sdk`, `locale`, `serial`; `size: 1080x2400`, `density`, and what overrides them: `override_size`, `override_density`; `rotation: 0` to `3`; `bars: true` (status bar and navigation bar); `keyboard: true`, or its frame `"[0,1500][1080,2400]"` in quotes (left out: keys of metal); `boot: 2s` (nothing can be read before); `holder` (a foreign UiAutomation client, such as `com.wetest.uia2.Main`) |
/// | `timing` | `dump`, `input`, `launch`, `picture`: how long each takes |
/// | `faults` | `device: missing`; `open-unanswered: TEXT` (services that contain it); `picture: warning`, `noise`, `line-ends`, `cut`, `refused`, `hang`; `dump: { kind, times, only: plain }` |
///
/// The kinds of a dump fault are `never-idle` (with `for: 10s`), `hang`, `trickle` (with `every: 200ms`), `half`,
/// `cut`, `null-root`, `killed`, `silent`, `noise`, `already-registered`, `wrong-window`, `big` (with
/// `megabytes: 10`) and `no-tty`: see [`FaultKind`](crate::FaultKind).
///
/// ```
/// let file = retap_sim::PhoneFile::parse(
///     "counter.yaml",
///     r##"
/// apps:
///   com.example.counter: { start: main }
/// state: { taps: 0 }
/// screens:
///   main:
///     tree: |
///       FrameLayout
///         TextView "Taps: {taps}" #count
///         Button "More" #more
///     on:
///       - { tap: "#more", add: { taps: 1 } }
/// "##,
/// );
/// assert!(file.is_ok());
/// ```
#[derive(Debug, Clone)]
pub struct PhoneFile {
    pub(crate) spec: Arc<Spec>,
}

impl PhoneFile {
    /// Reads a phone file. The phone's serial will be `sim-<file stem>` unless the file sets one.
    pub fn load(path: &Path) -> Result<PhoneFile, LoadError> {
        let text = std::fs::read_to_string(path).map_err(|source| LoadError::Io {
            path: path.to_path_buf(),
            source,
        })?;
        Ok(Self::parse(&path.display().to_string(), &text)?)
    }

    /// Reads the text of a phone file; `name` is what problems call the file.
    ///
    /// # Errors
    /// The first mistake, with its place and advice.
    pub fn parse(name: &str, text: &str) -> Result<PhoneFile, Problem> {
        let file = Yaml::parse(name, text)?;
        let known = ["phone", "timing", "apps", "state", "home", "screens", "faults"];
        let fields = file.fields("a phone file", &known)?;
        let hardware = hardware::hardware(fields.get("phone"), name)?;
        let timing = phone::timing(fields.get("timing"))?;
        let mut state = state(fields.get("state"))?;
        let apps = fields.need("apps", "a phone file")?;
        let screens = fields.need("screens", "a phone file")?.entries("screens")?;
        let names = Names::new(apps, screens, &state)?;

        let mut apps = phone::apps(apps, &names)?;
        let source: Vec<&str> = text.lines().collect();
        let reader = screen::Reader {
            names: &names,
            apps: &apps,
            source: &source,
        };
        let mut read = Vec::with_capacity(screens.len() + 1);
        let mut hidden = Vars::new();
        for (key, screen) in screens {
            let (screen, vars) = reader.screen(key, screen)?;
            read.push(screen);
            hidden.extend(vars);
        }
        for display in screen::displays(&hardware, &read) {
            let crowded = read.iter().find_map(|s| screen::crowded(s, &display));
            if let Some((at, message)) = crowded {
                let problem = file.problem(message);
                return Err(Problem { at, ..problem }
                    .hint("give nodes bounds of their own, or put fewer on one screen"));
            }
        }
        let home = match fields.get("home") {
            Some(home) => names.screen(home)?,
            None => names.launcher(),
        };
        if names.has_built_in_launcher() {
            read.push(screen::empty_launcher(names.launcher_app()));
        }
        if names.has_built_in_launcher_app() {
            apps.push(phone::launcher(home));
        }
        state.extend(hidden);
        let faults = faults::faults(fields.get("faults"))?;
        let spec = Spec {
            hardware,
            timing,
            apps,
            state,
            home,
            screens: read,
            faults,
        };
        Ok(PhoneFile { spec: Arc::new(spec) })
    }
}

fn state(of: Option<&Yaml>) -> Result<Vars, Problem> {
    let mut vars = Vars::new();
    let Some(of) = of else { return Ok(vars) };
    for (key, value) in of.entries("state")? {
        check_name(of, key, "a variable")?;
        vars.insert(
            key.text.clone(),
            value.text("the value of a variable")?.to_owned(),
        );
    }
    Ok(vars)
}
