//! Where else a prompt is recorded: what a miss has to say of keys that nearly fit.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::load;
use super::{Key, Store, names};
use crate::text::nearest;

/// How many folders are looked into: a miss must not become slow in a large store.
const MOST_FOLDERS: usize = 5_000;
/// How many other keys are told.
const TOLD: usize = 3;

impl Store {
    /// What differs in the keys under which the same prompt is recorded, each in words: `place com.example/.Cart, and here
    /// it is com.example/.Main`. Without any, the nearest other prompt of the same app and place.
    ///
    /// Reads one file an entry; what can't be read is passed over, for it is looked for, not looked up.
    pub fn elsewhere(&self, key: &Key) -> Vec<String> {
        if !self.mode().reads() {
            return Vec::new();
        }
        let slug = format!("{}-", names::slug(&key.prompt));
        let entries = folders(self.root()).into_iter().flat_map(|app| folders(&app));
        let mut told: Vec<String> = entries
            .take(MOST_FOLDERS)
            .filter(|f| name(f).starts_with(&slug))
            .filter_map(|f| key_in(&f))
            .filter(|other| other.prompt == key.prompt && other != key)
            .map(|other| difference(&other, key))
            .collect();
        told.sort();
        told.dedup();
        told.truncate(TOLD);
        if !told.is_empty() {
            return told;
        }
        let own = folders(&self.root().join(names::part(&key.app)));
        let here = |k: &Key| {
            k.kind == key.kind && k.app == key.app && k.place == key.place && k.prompt != key.prompt
        };
        let prompts: Vec<String> = own
            .iter()
            .take(MOST_FOLDERS)
            .filter_map(|f| key_in(f))
            .filter(here)
            .map(|k| k.prompt)
            .collect();
        let near = nearest(&key.prompt, prompts.iter().map(String::as_str));
        near.map(|p| format!("prompt {p:?}, and here it is another one"))
            .into_iter()
            .collect()
    }
}

/// The folders in a folder, by name.
fn folders(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|n| n.to_str()).unwrap_or_default()
}

fn key_in(folder: &Path) -> Option<Key> {
    let files = fs::read_dir(folder).ok()?.flatten();
    let mut paths: Vec<_> = files
        .map(|f| f.path())
        .filter(|p| names::is_variant_file(name(p)))
        .collect();
    paths.sort();
    paths.iter().find_map(|p| load(p).ok()).map(|(key, _)| key)
}

/// The parts in which a key is another than the one that was looked up.
fn difference(other: &Key, key: &Key) -> String {
    let option = |o: &Option<String>| o.clone().unwrap_or_else(|| "none".to_owned());
    let parts = |k: &Key| {
        [
            ("kind", k.kind.word().to_owned()),
            ("app", k.app.clone()),
            ("place", k.place.clone()),
            ("parameters", k.params.join(", ")),
            ("images", k.images.join(", ")),
            ("context", option(&k.context)),
            ("role", option(&k.role)),
            ("test", option(&k.test)),
        ]
    };
    let both = parts(other).into_iter().zip(parts(key));
    let differing = both.filter(|(a, b)| a != b).map(|((part, was), (_, is))| {
        let words = |text: String| if text.is_empty() { "none".to_owned() } else { text };
        format!("{part} {}, and here it is {}", words(was), words(is))
    });
    differing.collect::<Vec<_>>().join("; ")
}
