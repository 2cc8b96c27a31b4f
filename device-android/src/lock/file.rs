//! One lock file: taken, held and given back.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::Holder;

/// A lock that is held until this is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct Held {
    file: File,
    path: PathBuf,
}

/// What one try came to.
pub(super) enum Tried {
    Got(Held),
    /// Somebody has it; `None` if it has not said who it is yet.
    Taken(Option<Holder>),
    /// No lock can be had here at all.
    Unusable,
}

/// Tries once.
pub(super) fn take(path: &Path) -> Tried {
    let opened = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path);
    let Ok(mut file) = opened else {
        return Tried::Unusable;
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Tried::Taken(holder_of(&mut file)),
        Err(TryLockError::Error(_)) => return Tried::Unusable,
    }
    // The one before removes its file: a lock on a file that nobody can find any more locks nothing.
    if !same(&file, path) {
        return Tried::Taken(None);
    }
    let _ = file.set_len(0);
    let _ = file.rewind();
    let _ = file.write_all(Holder::this().text().as_bytes());
    Tried::Got(Held {
        file,
        path: path.to_owned(),
    })
}

/// Who holds the lock, if anybody does.
pub(super) fn look(path: &Path) -> Option<Holder> {
    let mut file = File::open(path).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(holder_of(&mut file).unwrap_or_default()),
        _ => None,
    }
}

fn holder_of(file: &mut File) -> Option<Holder> {
    let mut text = String::new();
    // Bounded: it is ours to write, but anybody of this user may have.
    file.take(1000).read_to_string(&mut text).ok()?;
    Holder::parse(&text)
}

#[cfg(unix)]
fn same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn same(_file: &File, _path: &Path) -> bool {
    true
}

impl Drop for Held {
    fn drop(&mut self) {
        // Removed while it is still locked, so that whoever waits for it finds out. Elsewhere an open file
        // can't be removed; there it stays, empty.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        } else {
            let _ = self.file.set_len(0);
        }
    }
}
