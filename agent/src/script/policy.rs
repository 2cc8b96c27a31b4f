//! What a script says about recordings of another time, another version of the app, or another model.

use std::time::Duration;

use retap_cache::yaml::{Problem, Yaml};

/// What becomes of a recording once something has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnChange {
    /// It serves as before.
    #[default]
    Keep,
    /// It is weak until a check proves it again: it serves its own test only.
    Verify,
    /// It does not serve; the step is recorded anew.
    Rerecord,
}

impl OnChange {
    /// Every choice with its word in scripts.
    pub const ALL: [(&'static str, OnChange); 3] = [
        ("keep", OnChange::Keep),
        ("verify", OnChange::Verify),
        ("rerecord", OnChange::Rerecord),
    ];
}

/// How long and for what recordings serve. By default for ever and for everything: the gates judge, not the notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policies {
    /// Older ones do not serve.
    pub max_age: Option<Duration>,
    /// Those of another version of the app.
    pub on_app_update: OnChange,
    /// Those of another model.
    pub on_model_change: OnChange,
}

/// `30d` or `12h`.
pub(super) fn age(yaml: &Yaml) -> Result<Duration, Problem> {
    let text = yaml.text("`max-age`")?.trim();
    let hours = match (text.strip_suffix('d'), text.strip_suffix('h')) {
        (Some(days), _) => days.parse::<u32>().ok().map(|n| u64::from(n) * 24),
        (_, Some(hours)) => hours.parse::<u32>().ok().map(u64::from),
        (None, None) => None,
    };
    hours
        .filter(|h| *h > 0)
        .map(|h| Duration::from_secs(h * 3_600))
        .ok_or_else(|| {
            yaml.problem(format!("`max-age` must be days or hours, not `{text}`"))
                .hint("for example 30d or 12h")
        })
}
