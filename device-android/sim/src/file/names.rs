//! The names that a phone file defines, and the errors for names that it doesn't.

use retap_cache::text::nearest;
use retap_cache::yaml::{Key, Problem, Yaml};

use super::LAUNCHER;
use crate::screen::is_name;
use crate::spec::{AppId, ScreenId, Vars};

/// The name of the home screen that a phone has if its file describes none.
const LAUNCHER_SCREEN: &str = "launcher";

/// Every name of the file, known before its screens are read.
pub(crate) struct Names<'y> {
    screens: Vec<&'y str>,
    apps: Vec<&'y str>,
    vars: &'y Vars,
    written_screens: usize,
    written_apps: usize,
}

impl<'y> Names<'y> {
    pub(crate) fn new(apps: &'y Yaml, screens: &'y [(Key, Yaml)], vars: &'y Vars) -> Result<Self, Problem> {
        let entries = apps.entries("apps")?;
        for (key, _) in entries {
            if !is_package(&key.text) {
                let message = format!("`{}` is not a package name", key.text);
                return Err(at_key(apps, key, message).hint("write it as Android does: com.example.shop"));
            }
        }
        for (key, screen) in screens {
            check_name(screen, key, "a screen")?;
        }
        let mut names = Names {
            screens: screens.iter().map(|(k, _)| k.text.as_str()).collect(),
            apps: entries.iter().map(|(k, _)| k.text.as_str()).collect(),
            vars,
            written_screens: screens.len(),
            written_apps: entries.len(),
        };
        if !names.screens.contains(&LAUNCHER_SCREEN) {
            names.screens.push(LAUNCHER_SCREEN);
        }
        if !names.apps.contains(&LAUNCHER) {
            names.apps.push(LAUNCHER);
        }
        Ok(names)
    }

    /// The screen that a value names.
    pub(crate) fn screen(&self, of: &Yaml) -> Result<ScreenId, Problem> {
        let name = of.text("the name of a screen")?;
        match self.screens.iter().position(|s| *s == name) {
            Some(i) => Ok(ScreenId(i)),
            None => Err(of
                .problem(format!("there is no screen `{name}`"))
                .hint(advice(name, &self.screens))),
        }
    }

    /// The app that a value names.
    pub(crate) fn app(&self, of: &Yaml) -> Result<AppId, Problem> {
        let name = of.text("the package of an app")?;
        match self.apps.iter().position(|a| *a == name) {
            Some(i) => Ok(AppId(i)),
            None => Err(of
                .problem(format!("there is no app `{name}`"))
                .hint(advice(name, &self.apps))),
        }
    }

    /// The app, if the file describes exactly one.
    pub(crate) fn only_app(&self) -> Option<AppId> {
        (self.written_apps == 1).then_some(AppId(0))
    }

    /// What is wrong with a variable of that name, and the advice. `None` if it exists.
    pub(crate) fn unknown_var(&self, name: &str) -> Option<(String, String)> {
        if self.vars.contains_key(name) {
            return None;
        }
        let known: Vec<&str> = self.vars.keys().map(String::as_str).collect();
        let hint = match nearest(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("give it a first value under `state:`, such as `state: {{ {name}: \"\" }}`"),
        };
        Some((format!("there is no variable `{name}`"), hint))
    }

    /// Checks the variable that a key names.
    pub(crate) fn var(&self, of: &Yaml, key: &Key) -> Result<(), Problem> {
        match self.unknown_var(&key.text) {
            Some((message, hint)) => Err(at_key(of, key, message).hint(hint)),
            None => Ok(()),
        }
    }

    /// The first value of a variable.
    pub(crate) fn first_value(&self, name: &str) -> &str {
        self.vars.get(name).map_or("", String::as_str)
    }

    pub(crate) fn launcher(&self) -> ScreenId {
        ScreenId(
            self.screens
                .iter()
                .position(|s| *s == LAUNCHER_SCREEN)
                .unwrap_or(0),
        )
    }

    pub(crate) fn launcher_app(&self) -> AppId {
        AppId(self.apps.iter().position(|a| *a == LAUNCHER).unwrap_or(0))
    }

    pub(crate) fn has_built_in_launcher(&self) -> bool {
        self.screens.len() > self.written_screens
    }

    pub(crate) fn has_built_in_launcher_app(&self) -> bool {
        self.apps.len() > self.written_apps
    }
}

/// The nearest right name, or all of them.
pub(crate) fn advice(written: &str, known: &[&str]) -> String {
    match nearest(written, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", known.join(", ")),
    }
}

/// A problem at a key.
pub(crate) fn at_key(of: &Yaml, key: &Key, message: impl Into<String>) -> Problem {
    Problem {
        at: key.at,
        ..of.problem(message)
    }
}

/// Names of variables and screens are plain words, so that they can stand in texts and messages.
pub(crate) fn check_name(of: &Yaml, key: &Key, what: &str) -> Result<(), Problem> {
    if is_name(&key.text) {
        return Ok(());
    }
    Err(
        at_key(of, key, format!("`{}` can't be the name of {what}", key.text))
            .hint("use letters, digits, `_` and `-`"),
    )
}

fn is_package(text: &str) -> bool {
    text.contains('.')
        && text.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
}
