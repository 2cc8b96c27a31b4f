//! What a script says about drift.

/// What becomes of a run in which recorded steps could not be replayed as recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heal {
    /// It is told.
    Allow,
    /// It is told as a warning.
    #[default]
    Warn,
    /// A test that passes fails as stale.
    Fail,
}

impl Heal {
    /// Every choice with its word in scripts and on the command line.
    pub const ALL: [(&'static str, Heal); 3] =
        [("allow", Heal::Allow), ("warn", Heal::Warn), ("fail", Heal::Fail)];
}
