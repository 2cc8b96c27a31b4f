//! What a run that may not write would have stored: kept in a folder of the same layout, and taken in after review.
//!
//! Besides variants that folder holds `<8 hex>.gone` files: a variant that was to be removed, as it was seen.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::encode;
use super::folder::{load, unwritten, write_whole};
use super::{Key, Mode, Store, StoreError, Stored, Variant, Written, names};

/// One thing to be taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file that says so.
    pub from: PathBuf,
    /// Of which entry.
    pub key: Key,
    /// What is to be stored; of a removal, what was there.
    pub variant: Variant,
    /// True if it is to be removed.
    pub is_removal: bool,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Applied {
    /// It is stored.
    Recorded,
    /// It is a tombstone now.
    Invalidated,
    /// It is removed.
    Removed,
    /// It was so already.
    Unchanged,
    /// Somebody has stored another recording meanwhile, which is left as it is.
    Overtaken,
}

impl Store {
    /// The same store, which keeps in a folder what its mode keeps it from storing.
    #[must_use]
    pub fn with_aside(mut self, folder: impl Into<PathBuf>) -> Store {
        self.aside = Some(folder.into());
        self
    }

    /// The folder for what can't be stored, if there is one.
    pub fn aside(&self) -> Option<&Path> {
        self.aside.as_deref()
    }

    pub(super) fn write_aside(
        &self,
        folder: &Path,
        key: &Key,
        variant: &Variant,
        same: fn(&Variant, &Variant) -> bool,
    ) -> Result<Written, StoreError> {
        let name = variant.name();
        let there = Store::new(folder, Mode::WriteOnly);
        let path = there.folder(key).join(format!("{name}.yaml"));
        let removal = path.with_extension("gone");
        let kept = load(&path).ok().map(|(_, v)| v);
        let is_heal = kept.as_ref().is_some_and(|v| v.invalid.is_none());
        // Another test of the same job has learned it anew: that outlives what failed before.
        if variant.invalid.is_some() && is_heal {
            return Ok(Written::Same);
        }
        let known = load(&self.folder(key).join(format!("{name}.yaml")));
        if known.is_ok_and(|(k, v)| k == *key && same(&v, variant)) {
            // What is stored has been proved good: no tombstone of this job may say otherwise.
            if kept.is_some() && !is_heal {
                remove(&path)?;
            }
            remove(&removal)?;
            return Ok(Written::Same);
        }
        there.put(key, variant, same)?;
        remove(&removal)?;
        Ok(Written::Aside)
    }

    pub(super) fn remove_aside(&self, folder: &Path, key: &Key, stored: &Stored) -> Result<(), StoreError> {
        let there = Store::new(folder, Mode::WriteOnly).folder(key);
        let tombstone = there.join(format!("{}.yaml", stored.name));
        match load(&tombstone) {
            Ok((_, v)) if v.invalid.is_none() => return Ok(()),
            _ => remove(&tombstone)?,
        }
        let path = tombstone.with_extension("gone");
        let text = encode(key, &stored.variant).map_err(|source| StoreError::Encode {
            path: path.clone(),
            source,
        })?;
        write_whole(&path, &text)
    }

    /// Takes one change in. Nothing that was stored since the change was made is lost by it.
    pub fn apply(&self, change: &Change) -> Result<Applied, StoreError> {
        let Change { key, variant, .. } = change;
        let name = variant.name();
        let now = load(&self.folder(key).join(format!("{name}.yaml"))).ok();
        let now = now.filter(|(k, _)| k == key).map(|(_, v)| v);
        if change.is_removal {
            return match now {
                None => Ok(Applied::Unchanged),
                Some(now) if now.living() == variant.living() => {
                    let variant = now;
                    self.remove(key, &Stored { name, variant })
                        .map(|()| Applied::Removed)
                }
                Some(_) => Ok(Applied::Overtaken),
            };
        }
        let condemns = variant.invalid.is_some();
        let overtaken = now.is_some_and(|now| {
            let same = now.living() == variant.living();
            let newer = now.notes.recorded > variant.notes.recorded;
            // A tombstone speaks of what it has seen; a recording that has failed since stays dead.
            if condemns {
                !same
            } else {
                newer || (same && now.invalid.is_some())
            }
        });
        if overtaken {
            return Ok(Applied::Overtaken);
        }
        // Equal but for the notes: a policy wanted newer ones.
        Ok(match self.refresh(key, variant)? {
            Written::Same | Written::NotWriting | Written::Aside => Applied::Unchanged,
            Written::New | Written::Replaced if condemns => Applied::Invalidated,
            Written::New | Written::Replaced => Applied::Recorded,
        })
    }
}

/// Removes a file that need not be there.
fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(unwritten(path)(e)),
        _ => Ok(()),
    }
}

/// Why a folder can't be taken in. Nothing of it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangesError {
    /// A folder or file can't be read.
    #[error("can't read {path}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file is no variant that this retap can use, or does not bear its name.
    #[error("can't use {path}: {why}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

/// All changes in a folder, in the order of their paths. Other files in it are left alone.
pub fn changes(folder: &Path) -> Result<Vec<Change>, ChangesError> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    files.sort();
    files.iter().map(|path| change(path)).collect()
}

fn list(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), ChangesError> {
    let io = |source| ChangesError::Io {
        path: folder.to_owned(),
        source,
    };
    for entry in fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let path = entry.path();
        // Links are not followed: what is taken in lies in this folder.
        let kind = entry.file_type().map_err(io)?;
        if kind.is_dir() {
            list(&path, into)?;
        } else if kind.is_file() && is_change(&path) {
            into.push(path);
        }
    }
    Ok(())
}

fn is_change(path: &Path) -> bool {
    let name = path.with_extension("yaml");
    let known = path.extension().is_some_and(|e| e == "yaml" || e == "gone");
    known
        && name
            .file_name()
            .and_then(|n| n.to_str())
            .is_some_and(names::is_variant_file)
}

fn change(path: &Path) -> Result<Change, ChangesError> {
    let unusable = |why: String| ChangesError::File {
        path: path.to_owned(),
        why,
    };
    let (key, variant) = load(path).map_err(|e| unusable(e.to_string()))?;
    if path.file_stem().and_then(|n| n.to_str()) != Some(variant.name().as_str()) {
        return Err(unusable("its name does not fit its landmarks".to_owned()));
    }
    Ok(Change {
        from: path.to_owned(),
        key,
        variant,
        is_removal: path.extension().is_some_and(|e| e == "gone"),
    })
}
