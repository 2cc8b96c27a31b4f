//! What a look-up ends with: a node and the evidence for it, or the reason why there is none.

use crate::screen::Node;

/// Which kind of evidence found a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rung {
    /// Its resource-id.
    Id,
    /// What it is called.
    Label,
    /// Label or id inside its named container.
    Container,
    /// The words beside it, for what has no name.
    Near,
    /// Its position in what repeats.
    Place,
    /// What it looks like, among those that are alike otherwise.
    Picture,
}

/// Which kind of evidence confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// What it is called.
    Label,
    /// Its resource-id.
    Id,
    /// The thing that it stands in.
    Container,
    /// The way up.
    Path,
}

/// An element found again and confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'t> {
    /// The node.
    pub node: Node<'t>,
    /// What found it.
    pub rung: Rung,
    /// What confirmed it.
    pub by: Evidence,
    /// True if what identified it best when it was taken did not find it: it should be taken anew.
    pub relocated: bool,
}

/// Why an element was not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Miss {
    /// For callers to branch on.
    pub kind: MissKind,
    /// In words.
    pub detail: String,
}

/// The ways in which a look-up ends without a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MissKind {
    /// Nothing on the screen fits.
    NotFound,
    /// Several nodes fit.
    Ambiguous,
    /// The node that fits reads or is something else now.
    Contradiction,
    /// It fits by one kind of evidence only.
    Unverified,
    /// The feature holds nothing that identifies.
    NothingIdentifies,
}

impl Rung {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Rung::Id => "id",
            Rung::Label => "label",
            Rung::Container => "container",
            Rung::Near => "near",
            Rung::Place => "place",
            Rung::Picture => "picture",
        }
    }
}

impl Evidence {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Evidence::Label => "label",
            Evidence::Id => "id",
            Evidence::Container => "container",
            Evidence::Path => "path",
        }
    }
}

pub(super) fn miss(kind: MissKind, detail: String) -> Miss {
    Miss { kind, detail }
}
