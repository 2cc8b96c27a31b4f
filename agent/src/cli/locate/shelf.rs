//! The last few dumps that were read, so that many jobs over the same files read each once.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use retap_cache::screen::UiTree;

use crate::cli::failure::Failure;
use crate::cli::saved;

/// Bounds of what is held at once.
const FILES: usize = 256;
const BYTES: usize = 64 << 20;
/// A file that was just written may be written again within one tick of the file system's clock.
const TICKS: Duration = Duration::from_secs(2);

/// Trees by file, the one used last at the end.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    held: Vec<Held>,
}

#[derive(Debug)]
struct Held {
    path: PathBuf,
    /// What the file was when it was read; `None` if that doesn't tell it from a later state.
    stamp: Option<Stamp>,
    tree: Rc<UiTree>,
    bytes: usize,
}

/// Tells one state of a file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    changed: SystemTime,
    len: u64,
    place: u64,
}

impl Shelf {
    /// The tree of a file as it is now.
    pub(super) fn tree(&mut self, path: &Path) -> Result<Rc<UiTree>, Failure> {
        // Taken before the file is read: what changes in between is noticed the next time.
        let now = std::fs::metadata(path)
            .ok()
            .filter(Metadata::is_file)
            .and_then(|m| Stamp::of(&m));
        if let Some(i) = self.held.iter().position(|h| h.path == path) {
            let held = self.held.remove(i);
            if now.is_some() && held.stamp == now {
                let tree = held.tree.clone();
                self.held.push(held);
                return Ok(tree);
            }
        }
        let (tree, bytes) = saved::read(path)?;
        let tree = Rc::new(tree);
        self.held.push(Held {
            path: path.to_owned(),
            stamp: now.filter(Stamp::is_settled),
            tree: tree.clone(),
            bytes,
        });
        self.tidy();
        Ok(tree)
    }

    fn tidy(&mut self) {
        let total = |held: &[Held]| held.iter().map(|h| h.bytes).sum::<usize>();
        while self.held.len() > FILES || (self.held.len() > 2 && total(&self.held) > BYTES) {
            self.held.remove(0);
        }
    }
}

impl Stamp {
    #[cfg(unix)]
    fn of(m: &Metadata) -> Option<Stamp> {
        use std::os::unix::fs::MetadataExt;
        // The time of the last change can't be set from outside, that of the last writing can.
        let seconds = Duration::from_secs(u64::try_from(m.ctime()).ok()?);
        let rest = Duration::from_nanos(u64::try_from(m.ctime_nsec()).ok()?);
        Some(Stamp {
            changed: SystemTime::UNIX_EPOCH + seconds + rest,
            len: m.len(),
            place: m.ino(),
        })
    }

    #[cfg(not(unix))]
    fn of(m: &Metadata) -> Option<Stamp> {
        Some(Stamp {
            changed: m.modified().ok()?,
            len: m.len(),
            place: 0,
        })
    }

    /// True if a later state will have another stamp.
    fn is_settled(&self) -> bool {
        self.changed.elapsed().is_ok_and(|age| age > TICKS)
    }
}
