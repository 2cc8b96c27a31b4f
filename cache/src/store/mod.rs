//! Where memory is kept: keys, entries as folders of variants, a file each.
//!
//! ```text
//! <root>/<app>/<slug of the prompt>-<16 hex>/<variant 8 hex>.yaml
//! ```
//!
//! A file is written whole or not at all. An unreadable one is a miss and is set aside. A recording that equals
//! what is stored leaves the file untouched.

mod aside;
mod elsewhere;
mod file;
mod folder;
mod key;
mod names;
mod variant;

pub use aside::{Applied, Change, ChangesError, changes};
pub use file::{FORMAT, FileError};
pub use folder::{Read, Store, StoreError, Stored, Written};
pub use key::{Key, Kind};
pub use variant::{Content, Cost, Invalid, Notes, Variant};

/// What a run may do with the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Reads entries and writes new ones.
    ReadWrite,
    /// Reads, writes nothing at all.
    ReadOnly,
    /// Writes, reads nothing.
    WriteOnly,
    /// Neither.
    Off,
}

impl Mode {
    /// Every mode with its word in scripts and on the command line.
    pub const ALL: [(&'static str, Mode); 4] = [
        ("read-write", Mode::ReadWrite),
        ("read-only", Mode::ReadOnly),
        ("write-only", Mode::WriteOnly),
        ("off", Mode::Off),
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, m)| *m == self)
            .map_or("off", |(w, _)| w)
    }

    /// True if entries are read.
    pub const fn reads(self) -> bool {
        matches!(self, Mode::ReadWrite | Mode::ReadOnly)
    }

    /// True if entries are written.
    pub const fn writes(self) -> bool {
        matches!(self, Mode::ReadWrite | Mode::WriteOnly)
    }
}

#[cfg(test)]
mod tests;
