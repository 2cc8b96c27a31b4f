//! Entries on disk.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::file::{FileError, MAX_BYTES, decode, encode};
use super::{Invalid, Key, Mode, Variant, names};

/// The store of one project.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
    mode: Mode,
    /// Where that is kept which the mode keeps from being stored.
    pub(super) aside: Option<PathBuf>,
}

/// A variant with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// 8 hex digits: the file's name.
    pub name: String,
    /// What the file holds.
    pub variant: Variant,
}

/// What an entry gave.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Read {
    /// The readable variants, by name; invalid ones among them.
    pub variants: Vec<Stored>,
    /// What was wrong with the others, in words. Each is a miss.
    pub problems: Vec<String>,
}

/// What a write did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Written {
    /// A new file.
    New,
    /// A file was replaced.
    Replaced,
    /// The file already said the same and was left alone.
    Same,
    /// The mode doesn't write, and it was kept for review.
    Aside,
    /// The mode doesn't write.
    NotWriting,
}

/// Why an entry could not be stored. The test's result doesn't depend on it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file system refused.
    #[error("can't write {path}")]
    Io {
        /// What was to be written.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The entry can't be put into words.
    #[error("can't write {path}: {source}")]
    Encode {
        /// What was to be written.
        path: PathBuf,
        /// Why not.
        source: FileError,
    },
}

impl Store {
    /// The store in a folder, which need not exist yet.
    pub fn new(root: impl Into<PathBuf>, mode: Mode) -> Store {
        Store {
            root: root.into(),
            mode,
            aside: None,
        }
    }

    /// What it may do.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of an entry.
    pub fn folder(&self, key: &Key) -> PathBuf {
        let mut path = self.root.join(names::part(&key.app));
        if let Some(test) = &key.test {
            path.push("tests");
            path.extend(names::test_parts(test));
        }
        path.join(format!("{}-{}", names::slug(&key.prompt), key.digest()))
    }

    /// Reads an entry. A missing one is empty; an unreadable file is a problem, and set aside if the mode writes.
    pub fn read(&self, key: &Key) -> Read {
        let mut read = Read::default();
        if !self.mode.reads() {
            return read;
        }
        let folder = self.folder(key);
        let mut names: Vec<String> = match fs::read_dir(&folder) {
            Ok(list) => list
                .flatten()
                .filter_map(|f| f.file_name().into_string().ok())
                .collect(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return read,
            Err(e) => {
                read.problems
                    .push(format!("can't list {}: {e}", folder.display()));
                return read;
            }
        };
        names.retain(|n| names::is_variant_file(n));
        names.sort();
        for file in names {
            let path = folder.join(&file);
            match load(&path) {
                Ok((stored, variant)) if stored == *key => {
                    let name = file.trim_end_matches(".yaml").to_owned();
                    if variant.name() == name {
                        read.variants.push(Stored { name, variant });
                    } else {
                        // Edited by hand: a tombstone would go to another file and this one replay again.
                        read.problems
                            .push(format!("{}: its name does not fit its landmarks", path.display()));
                    }
                }
                Ok(_) => read
                    .problems
                    .push(format!("{} belongs to another key", path.display())),
                Err(e) => {
                    let aside = if self.mode.writes() && set_aside(&path) {
                        "; set aside"
                    } else {
                        ""
                    };
                    read.problems.push(format!("{}: {e}{aside}", path.display()));
                }
            }
        }
        read
    }

    /// Stores a variant, whole or not at all. One that says the same is left alone, notes included.
    pub fn write(&self, key: &Key, variant: &Variant) -> Result<Written, StoreError> {
        self.put(key, variant, Variant::same_but_notes)
    }

    /// The same, but notes that differ are stored, too.
    pub fn refresh(&self, key: &Key, variant: &Variant) -> Result<Written, StoreError> {
        self.put(key, variant, Variant::eq)
    }

    pub(super) fn put(
        &self,
        key: &Key,
        variant: &Variant,
        same: fn(&Variant, &Variant) -> bool,
    ) -> Result<Written, StoreError> {
        if !self.mode.writes() {
            return match &self.aside {
                Some(folder) => self.write_aside(folder, key, variant, same),
                None => Ok(Written::NotWriting),
            };
        }
        let folder = self.folder(key);
        let path = folder.join(format!("{}.yaml", variant.name()));
        let old = match load(&path) {
            Ok(old) => Some(old),
            Err(_) => {
                // Nothing that can't be read is overwritten: it may be of a newer retap.
                if path.exists() {
                    set_aside(&path);
                }
                None
            }
        };
        if old.as_ref().is_some_and(|(k, v)| k == key && same(v, variant)) {
            return Ok(Written::Same);
        }
        let text = encode(key, variant).map_err(|source| StoreError::Encode {
            path: path.clone(),
            source,
        })?;
        write_whole(&path, &text)?;
        Ok(if old.is_some() {
            Written::Replaced
        } else {
            Written::New
        })
    }

    /// Puts a tombstone on a variant that failed although its landmarks held.
    pub fn invalidate(
        &self,
        key: &Key,
        stored: &Stored,
        reason: &str,
        detail: &str,
    ) -> Result<Written, StoreError> {
        // A run may have put a mark of its own on what it has read; that is not on disk.
        let same = |now: &Variant| now.unmarked() == stored.variant.unmarked();
        let path = self.folder(key).join(format!("{}.yaml", stored.name));
        let mut dead = match load(&path) {
            Ok((_, now)) if same(&now) => now,
            // Whoever healed it meanwhile knows better.
            Ok(_) if self.mode.writes() => return Ok(Written::Same),
            _ => stored.variant.clone(),
        };
        dead.invalid = Some(Invalid {
            reason: reason.to_owned(),
            detail: detail.to_owned(),
            times: dead.invalid.as_ref().map_or(0, |i| i.times) + 1,
        });
        self.write(key, &dead)
    }

    /// Removes a variant, such as the tombstone of a screen that has been learned anew.
    pub fn remove(&self, key: &Key, stored: &Stored) -> Result<(), StoreError> {
        if !self.mode.writes() {
            return match &self.aside {
                Some(folder) => self.remove_aside(folder, key, stored),
                None => Ok(()),
            };
        }
        let path = self.folder(key).join(format!("{}.yaml", stored.name));
        fs::remove_file(&path).map_err(unwritten(&path))
    }
}

pub(super) fn unwritten(path: &Path) -> impl Fn(io::Error) -> StoreError + '_ {
    |source| StoreError::Io {
        path: path.to_owned(),
        source,
    }
}

/// Writes a file whole or not at all, and the folders above it.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), StoreError> {
    let io = unwritten(path);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(&io)?;
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(&io)?;
    temporary.write_all(text.as_bytes()).map_err(&io)?;
    temporary.as_file().sync_data().map_err(&io)?;
    temporary.persist(path).map_err(|e| io(e.error))?;
    Ok(())
}

pub(super) fn load(path: &Path) -> Result<(Key, Variant), FileError> {
    let damaged = |e: io::Error| FileError::Damaged(e.to_string());
    let size = fs::metadata(path).map_err(damaged)?.len();
    if size > MAX_BYTES {
        return Err(FileError::TooLarge(size));
    }
    decode(&fs::read_to_string(path).map_err(damaged)?)
}

/// Moves a file out of the way without losing it. A file of a newer format would be ours to lose: it moves too,
/// and keeps its bytes.
fn set_aside(path: &Path) -> bool {
    fs::rename(path, path.with_extension("yaml.bad")).is_ok()
}
