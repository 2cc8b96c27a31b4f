//! The device's files: a small tree in memory with the two folders that an adb user may write.

mod path;
mod stat;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use path::{absolute, is_writable, parent};

pub(crate) use path::name;
use stat::{FOLDER, REGULAR};
pub(crate) use stat::{FileError, Stat};

/// Folders that are there from the start.
const FOLDERS: [&str; 12] = [
    "/",
    "/data",
    "/data/local",
    "/data/local/tmp",
    "/mnt",
    "/sdcard",
    "/sdcard/DCIM",
    "/sdcard/Download",
    "/sdcard/Pictures",
    "/storage",
    "/storage/emulated",
    "/system",
];
/// What all files together may hold.
const ROOM: usize = 256 << 20;

#[derive(Debug)]
struct Entry {
    mode: u32,
    mtime: u32,
    /// `None` for a folder.
    bytes: Option<Arc<Vec<u8>>>,
}

/// A handle on the files of one device; copies share them.
#[derive(Debug, Clone)]
pub(crate) struct Files(Arc<Mutex<BTreeMap<String, Entry>>>);

impl Files {
    /// A fresh device; its folders were made at `now`.
    pub(crate) fn new(now: u32) -> Self {
        let folder = |path: &&str| ((*path).to_owned(), Entry::folder(now));
        Self(Arc::new(Mutex::new(FOLDERS.iter().map(folder).collect())))
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn stat(&self, path: &str) -> Result<Stat, FileError> {
        let entries = self.lock();
        entries
            .get(&absolute(path))
            .map(Entry::stat)
            .ok_or(FileError::Missing)
    }

    pub(crate) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, FileError> {
        let entries = self.lock();
        let entry = entries.get(&absolute(path)).ok_or(FileError::Missing)?;
        entry.bytes.clone().ok_or(FileError::IsFolder)
    }

    /// Writes a whole file; what it held before is gone.
    pub(crate) fn write(
        &self,
        path: &str,
        bytes: Vec<u8>,
        permissions: u32,
        now: u32,
    ) -> Result<(), FileError> {
        let path = absolute(path);
        let mut entries = self.lock();
        check_place(&entries, &path)?;
        let others: usize = entries
            .iter()
            .filter(|(p, _)| **p != path)
            .map(|(_, e)| e.size())
            .sum();
        if others + bytes.len() > ROOM {
            return Err(FileError::Full);
        }
        let entry = Entry {
            mode: REGULAR | (permissions & 0o7777),
            mtime: now,
            bytes: Some(Arc::new(bytes)),
        };
        entries.insert(path, entry);
        Ok(())
    }

    /// Adds to a file that is there.
    pub(crate) fn append(&self, path: &str, bytes: &[u8], now: u32) -> Result<(), FileError> {
        let mut entries = self.lock();
        let held: usize = entries.values().map(Entry::size).sum();
        let entry = entries.get_mut(&absolute(path)).ok_or(FileError::Missing)?;
        let file = entry.bytes.as_mut().ok_or(FileError::IsFolder)?;
        if held + bytes.len() > ROOM {
            return Err(FileError::Full);
        }
        Arc::make_mut(file).extend_from_slice(bytes);
        entry.mtime = now;
        Ok(())
    }

    /// What lies directly in a folder, by name.
    pub(crate) fn list(&self, path: &str) -> Result<Vec<(String, Stat)>, FileError> {
        let path = absolute(path);
        let entries = self.lock();
        if entries.get(&path).ok_or(FileError::Missing)?.bytes.is_some() {
            return Err(FileError::NotAFolder);
        }
        let inside = entries.iter().filter(|(p, _)| parent(p) == Some(&path));
        Ok(inside.map(|(p, e)| (name(p).to_owned(), e.stat())).collect())
    }

    /// Makes a folder; `parents` makes those above it too and doesn't mind one that is there.
    pub(crate) fn make_folder(&self, path: &str, parents: bool, now: u32) -> Result<(), FileError> {
        let path = absolute(path);
        let mut entries = self.lock();
        match entries.get(&path) {
            Some(entry) if parents && entry.bytes.is_none() => return Ok(()),
            Some(_) => return Err(FileError::Exists),
            None if !is_writable(&path) => return Err(FileError::ReadOnly),
            None => {}
        }
        let mut missing = vec![path.as_str()];
        while let Some(above) = missing.last().and_then(|p| parent(p)) {
            match entries.get(above) {
                Some(entry) if entry.bytes.is_some() => return Err(FileError::NotAFolder),
                Some(_) => break,
                None if !parents => return Err(FileError::Missing),
                None => missing.push(above),
            }
        }
        for folder in missing {
            entries.insert(folder.to_owned(), Entry::folder(now));
        }
        Ok(())
    }

    /// Makes the folders above a file that is about to be written.
    pub(crate) fn make_folders_above(&self, path: &str, now: u32) -> Result<(), FileError> {
        match parent(&absolute(path)) {
            Some(folder) => self.make_folder(folder, true, now),
            None => Ok(()),
        }
    }

    /// Removes a file, and if `folders` a folder with all that it holds.
    pub(crate) fn remove(&self, path: &str, folders: bool) -> Result<(), FileError> {
        let path = absolute(path);
        let mut entries = self.lock();
        let entry = entries.get(&path).ok_or(FileError::Missing)?;
        if entry.bytes.is_none() && !folders {
            return Err(FileError::IsFolder);
        }
        if !is_writable(&path) {
            return Err(FileError::ReadOnly);
        }
        let inside = format!("{path}/");
        entries.retain(|p, _| *p != path && !p.starts_with(&inside));
        Ok(())
    }
}

impl Entry {
    fn folder(now: u32) -> Entry {
        Entry {
            mode: FOLDER | 0o771,
            mtime: now,
            bytes: None,
        }
    }

    fn size(&self) -> usize {
        self.bytes.as_ref().map_or(0, |b| b.len())
    }

    fn stat(&self) -> Stat {
        Stat {
            mode: self.mode,
            size: if self.bytes.is_some() { self.size() } else { 4096 },
            mtime: self.mtime,
        }
    }
}

/// Whether a file can be written there.
fn check_place(entries: &BTreeMap<String, Entry>, path: &str) -> Result<(), FileError> {
    if entries.get(path).is_some_and(|e| e.bytes.is_none()) {
        return Err(FileError::IsFolder);
    }
    if !is_writable(path) {
        return Err(FileError::ReadOnly);
    }
    match parent(path).and_then(|folder| entries.get(folder)) {
        None => Err(FileError::Missing),
        Some(folder) if folder.bytes.is_some() => Err(FileError::NotAFolder),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_read_listed_and_removed() {
        let files = Files::new(5);
        files.write("/sdcard/a.txt", b"one".to_vec(), 0o644, 7).unwrap();
        files.append("/storage/emulated/0/a.txt", b" two", 8).unwrap();
        assert_eq!(*files.read("sdcard/./a.txt").unwrap(), b"one two");
        let stat = files.stat("/sdcard/a.txt").unwrap();
        assert_eq!((stat.mode, stat.size, stat.mtime), (0o100_644, 7, 8));
        files.make_folder("/sdcard/x/y/z", true, 9).unwrap();
        files.write("/sdcard/x/y/f", Vec::new(), 0o600, 9).unwrap();
        let names = |path| {
            let list = files.list(path).unwrap();
            list.into_iter().map(|(n, _)| n).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("/sdcard"), "DCIM Download Pictures a.txt x");
        assert_eq!(
            (names("/sdcard/x/y").as_str(), names("/data").as_str()),
            ("f z", "local")
        );
        assert!(files.stat("/data/local/tmp").unwrap().is_folder());
        files.remove("/sdcard/x", true).unwrap();
        files.remove("/sdcard/a.txt", false).unwrap();
        assert_eq!(names("/sdcard"), "DCIM Download Pictures");
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let files = Files::new(0);
        files.write("/sdcard/f", Vec::new(), 0o600, 0).unwrap();
        let write = |path| files.write(path, b"x".to_vec(), 0o600, 0);
        for (got, want) in [
            (write("/system/x"), FileError::ReadOnly),
            (write("/x/y"), FileError::ReadOnly),
            (write("/sdcard"), FileError::IsFolder),
            (write("/sdcard/no/f"), FileError::Missing),
            (write("/sdcard/f/g"), FileError::NotAFolder),
            (files.append("/sdcard/no", b"", 0), FileError::Missing),
            (files.make_folder("/sdcard/a/b", false, 0), FileError::Missing),
            (files.make_folder("/sdcard/f/b", true, 0), FileError::NotAFolder),
            (files.make_folder("/sdcard", false, 0), FileError::Exists),
            (files.make_folder("/x", true, 0), FileError::ReadOnly),
            (files.remove("/sdcard/DCIM", false), FileError::IsFolder),
            (files.remove("/data", true), FileError::ReadOnly),
            (files.remove("/nope", true), FileError::Missing),
            (files.list("/sdcard/f").map(drop), FileError::NotAFolder),
            (files.read("/sdcard").map(drop), FileError::IsFolder),
        ] {
            assert_eq!(got, Err(want));
        }
        let large = vec![0; ROOM + 1];
        assert_eq!(files.write("/sdcard/f", large, 0o600, 0), Err(FileError::Full));
        assert_eq!(files.make_folder("/data/local", true, 0), Ok(()));
    }
}
