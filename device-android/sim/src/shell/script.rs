//! A command line after reading.

/// A command line: pipelines one after the other.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Script(pub(crate) Vec<(Join, Vec<Simple>)>);

/// When a pipeline runs, by how the one before ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    Always,
    And,
    Or,
}

/// One command with its redirections, in order.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Simple {
    pub(crate) words: Vec<Word>,
    pub(crate) redirects: Vec<Redirect>,
}

/// `2>&1`, `>/dev/null`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// 0, 1 or 2.
    pub(crate) fd: u8,
    pub(crate) to: Target,
    /// True for `>>`.
    pub(crate) append: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Where that descriptor goes now.
    Fd(u8),
    File(Word),
}

/// A word before `$?` is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Word(pub(crate) Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// `$?`
    Status,
}
