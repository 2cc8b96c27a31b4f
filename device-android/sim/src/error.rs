//! What can go wrong before a phone runs.

use std::io;
use std::path::PathBuf;

use retap_cache::yaml::Problem;

/// A phone file that can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file can't be read.
    #[error("can't read the phone file {}", path.display())]
    Io {
        /// The file as the caller named it.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Something in it is wrong; the problem names the place and what to do.
    #[error(transparent)]
    Problem(#[from] Problem),
}

/// A screen was asked for that the phone file doesn't have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the phone has no screen `{name}`; it has {}", known.join(", "))]
pub struct NoSuchScreen {
    /// The name that was asked for.
    pub name: String,
    /// The screens that there are.
    pub known: Vec<String>,
}
