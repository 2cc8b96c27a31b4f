//! The bytes of a variant's file.

use serde::{Deserialize, Serialize};

use super::{Content, Key, Variant};
use crate::plan::MAX_ACTIONS;

/// Version of the file format. A file of a newer one is not guessed at.
pub const FORMAT: u32 = 3;

/// Format 1 knew neither how many alike stood beside an element nor how far off its words were, format 2 not the order of
/// the texts in a row: what they hold can't be held against a screen by today's rules.
const OLDEST: u32 = 3;

/// No file of ours is near this size; a larger one isn't read.
pub(super) const MAX_BYTES: u64 = 1024 * 1024;

/// Why a file can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It was written by a newer retap.
    #[error("it has format {found}; this retap reads up to format {FORMAT}")]
    Newer {
        /// The file's format.
        found: u32,
    },
    /// It was written by an older retap whose recordings can't be verified any more.
    #[error("it has format {found}; this retap reads from format {OLDEST} on, and records it anew")]
    Older {
        /// The file's format.
        found: u32,
    },
    /// It isn't one of ours, or is damaged.
    #[error("it can't be read: {0}")]
    Damaged(String),
    /// It is far too large.
    #[error("it holds {0} bytes; no entry is larger than {MAX_BYTES}")]
    TooLarge(u64),
}

#[derive(Deserialize)]
struct Head {
    format: u32,
}

#[derive(Serialize)]
struct Out<'a> {
    format: u32,
    key: &'a Key,
    variant: &'a Variant,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct In {
    #[serde(rename = "format")]
    _format: u32,
    key: Key,
    variant: Variant,
}

pub(super) fn encode(key: &Key, variant: &Variant) -> Result<String, FileError> {
    serde_yaml::to_string(&Out {
        format: FORMAT,
        key,
        variant,
    })
    .map_err(|e| FileError::Damaged(e.to_string()))
}

pub(super) fn decode(text: &str) -> Result<(Key, Variant), FileError> {
    let damaged = |e: serde_yaml::Error| FileError::Damaged(e.to_string());
    let head: Head = serde_yaml::from_str(text).map_err(damaged)?;
    if head.format > FORMAT {
        return Err(FileError::Newer { found: head.format });
    }
    if head.format < OLDEST {
        return Err(FileError::Older { found: head.format });
    }
    let file: In = serde_yaml::from_str(text).map_err(damaged)?;
    if let Content::Plan(plan) = &file.variant.content
        && !(1..=MAX_ACTIONS).contains(&plan.actions.len())
    {
        let n = plan.actions.len();
        return Err(FileError::Damaged(format!(
            "a plan of {n} actions; it has 1 to {MAX_ACTIONS}"
        )));
    }
    Ok((file.key, file.variant))
}
