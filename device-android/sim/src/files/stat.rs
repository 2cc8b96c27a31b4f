//! What is told of a file, and why one can't be had.

/// Type bits of a mode (`stat.h`).
pub(super) const FOLDER: u32 = 0o040_000;
pub(super) const REGULAR: u32 = 0o100_000;

/// Why a file can't be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileError {
    Missing,
    IsFolder,
    NotAFolder,
    ReadOnly,
    Exists,
    Full,
}

impl FileError {
    /// As `strerror` says it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            FileError::Missing => "No such file or directory",
            FileError::IsFolder => "Is a directory",
            FileError::NotAFolder => "Not a directory",
            FileError::ReadOnly => "Read-only file system",
            FileError::Exists => "File exists",
            FileError::Full => "No space left on device",
        }
    }
}

/// What `stat` tells of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Type and permission bits.
    pub(crate) mode: u32,
    pub(crate) size: usize,
    /// Seconds since 1970.
    pub(crate) mtime: u32,
}

impl Stat {
    pub(crate) fn is_folder(&self) -> bool {
        self.mode & 0o170_000 == FOLDER
    }
}
