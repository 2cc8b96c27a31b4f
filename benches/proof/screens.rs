//! The screens of the proof: real ones where they are at hand, made ones always.

use std::path::Path;

use retap_android::dump::parse_file;
use retap_cache::screen::{Flags, Node, UiTree};

use crate::{list_dump, parse};

/// The nodes that can be acted on.
pub fn actionable(tree: &UiTree) -> impl Iterator<Item = Node<'_>> {
    tree.nodes()
        .filter(|n| n.is_actionable() && !n.is(Flags::INVISIBLE) && !n.bounds().is_empty())
}

/// The other nodes that a step may be about: what is called something by itself, and can't be acted on.
pub fn captions(tree: &UiTree) -> impl Iterator<Item = Node<'_>> {
    let shown = |n: &Node<'_>| !n.is(Flags::INVISIBLE) && !n.bounds().is_empty();
    tree.nodes()
        .filter(move |n| !n.is_actionable() && shown(n) && !(n.text().is_empty() && n.desc().is_empty()))
}

/// Which nodes are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Those that can be acted on.
    Controls,
    /// Texts and pictures that only say something.
    Captions,
}

impl Asked {
    /// These nodes of a tree.
    pub fn of(self, tree: &UiTree) -> Vec<Node<'_>> {
        match self {
            Asked::Controls => actionable(tree).collect(),
            Asked::Captions => captions(tree).collect(),
        }
    }
}

/// The valid dumps of the folder that `RETAP_CORPUS` names, with their names. Empty without it.
pub fn corpus() -> Vec<(String, UiTree)> {
    let Some(folder) = std::env::var_os("RETAP_CORPUS") else {
        return Vec::new();
    };
    let folder = Path::new(&folder);
    let Ok(manifest) = std::fs::read_to_string(folder.join("manifest.jsonl")) else {
        return Vec::new();
    };
    let entries = manifest
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let valid = entries.filter(|e| e["valid"] == true);
    valid
        .filter_map(|e| {
            let file = e["file"].as_str()?.to_owned();
            let bytes = std::fs::read(folder.join(&file)).ok()?;
            Some((file, parse_file(&bytes).ok()?.tree))
        })
        .collect()
}

/// Screens that are always there: lists of several lengths.
pub fn made() -> Vec<(String, UiTree)> {
    [1, 3, 10]
        .iter()
        .filter_map(|rows| Some((format!("list of {rows}"), parse(&list_dump(*rows)).ok()?.tree)))
        .collect()
}
