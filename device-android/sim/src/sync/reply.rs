//! The answers of `sync:`, as bytes. A refusal is an error, and bytes too.

use crate::files::{FileError, Files, Stat, name};

/// A file goes in pieces of at most this size (`SYNC_DATA_MAX`).
pub(super) const PIECE: usize = 64 * 1024;
/// `ENOENT`, the only error that a stat has here.
const MISSING: u32 = 2;
/// The user and group of an adb shell.
const SHELL: u32 = 2000;

pub(super) type Answer = Result<Vec<u8>, Vec<u8>>;

/// `FAIL` and a text.
pub(super) fn fail(text: &str) -> Vec<u8> {
    let mut bytes = head(b"FAIL", text.len());
    bytes.extend(text.as_bytes());
    bytes
}

/// A refusal in the words of adbd.
pub(super) fn refuse(what: &str, why: FileError) -> Vec<u8> {
    fail(&format!("{what}: {}", why.text()))
}

fn head(id: &[u8; 4], n: usize) -> Vec<u8> {
    let mut bytes = id.to_vec();
    word(&mut bytes, n as u32);
    bytes
}

fn word(to: &mut Vec<u8>, n: u32) {
    to.extend(n.to_le_bytes());
}

fn long(to: &mut Vec<u8>, n: u64) {
    to.extend(n.to_le_bytes());
}

/// Mode, size, time; all zero for a missing file, which is no refusal.
fn short(to: &mut Vec<u8>, stat: Option<Stat>) {
    word(to, stat.map_or(0, |s| s.mode));
    word(to, stat.map_or(0, |s| s.size as u32));
    word(to, stat.map_or(0, |s| s.mtime));
}

pub(super) fn stat(files: &Files, path: &str) -> Answer {
    let mut bytes = b"STAT".to_vec();
    short(&mut bytes, files.stat(path).ok());
    Ok(bytes)
}

/// The fields of version 2, behind the id.
fn full(to: &mut Vec<u8>, stat: Option<Stat>) {
    word(to, if stat.is_some() { 0 } else { MISSING });
    // Device and inode: unknown, as on file systems that are made up.
    long(to, 0);
    long(to, 0);
    word(to, stat.map_or(0, |s| s.mode));
    for n in [1, SHELL, SHELL] {
        word(to, if stat.is_some() { n } else { 0 });
    }
    long(to, stat.map_or(0, |s| s.size as u64));
    for _ in ["accessed", "modified", "changed"] {
        long(to, stat.map_or(0, |s| u64::from(s.mtime)));
    }
}

pub(super) fn stat_2(id: [u8; 4], files: &Files, path: &str) -> Answer {
    let mut bytes = id.to_vec();
    full(&mut bytes, files.stat(path).ok());
    Ok(bytes)
}

/// What a folder holds, with its own two names as `readdir` gives them. Of anything else nothing.
fn entries(files: &Files, path: &str) -> Vec<(String, Stat)> {
    let Ok(list) = files.list(path) else {
        return Vec::new();
    };
    let above = format!("{path}/..");
    let own = [(".", path), ("..", above.as_str())];
    let own = own
        .into_iter()
        .filter_map(|(name, path)| Some((name.to_owned(), files.stat(path).ok()?)));
    own.chain(list).collect()
}

pub(super) fn list(files: &Files, path: &str) -> Answer {
    let mut bytes = Vec::new();
    for (name, stat) in entries(files, path) {
        bytes.extend(b"DENT");
        short(&mut bytes, Some(stat));
        word(&mut bytes, name.len() as u32);
        bytes.extend(name.as_bytes());
    }
    bytes.extend(b"DONE");
    bytes.extend([0; 16]);
    Ok(bytes)
}

pub(super) fn list_2(files: &Files, path: &str) -> Answer {
    let mut bytes = Vec::new();
    for (name, stat) in entries(files, path) {
        bytes.extend(b"DNT2");
        full(&mut bytes, Some(stat));
        word(&mut bytes, name.len() as u32);
        bytes.extend(name.as_bytes());
    }
    bytes.extend(b"DONE");
    bytes.extend([0; 72]);
    Ok(bytes)
}

/// The bytes of a file.
pub(super) fn file(files: &Files, path: &str) -> Answer {
    let content = files.read(path).map_err(|why| match why {
        FileError::IsFolder => refuse("read failed", why),
        why => refuse("open failed", why),
    })?;
    let mut bytes = Vec::with_capacity(content.len() + 64);
    for piece in content.chunks(PIECE) {
        bytes.extend(head(b"DATA", piece.len()));
        bytes.extend(piece);
    }
    bytes.extend(head(b"DONE", 0));
    Ok(bytes)
}

/// The answer to a file that arrived.
pub(super) fn okay() -> Vec<u8> {
    head(b"OKAY", 0)
}

/// What a refused file is called.
pub(super) fn not_created(path: &str) -> String {
    format!("couldn't create file {}", name(path))
}
