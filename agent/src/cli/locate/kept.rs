//! What is kept of an element, in words: a line for each part of its feature.

use retap_cache::feature::{Anchor, Container, Feature, LabelMark, Near, PathStep};
use retap_cache::screen::{LabelSource, Node, label};
use serde_json::Value;

use super::show::{bare_id, quote};

/// The parts of a feature that have words below.
const WORDED: [&str; 8] = [
    "class",
    "id",
    "label",
    "checked",
    "container",
    "branch",
    "near",
    "path",
];

/// Each part by its name, in the order in which a reader asks for them.
pub(super) fn parts(feature: &Feature, node: Node<'_>) -> Vec<(String, String)> {
    let id = match &feature.id {
        Some(id) if id.unique => format!("{}; identifies: no other node has it", id.name),
        Some(id) => format!("{}; doesn't identify: other nodes have it too", id.name),
        None => "none".to_owned(),
    };
    let branch = feature.branch.as_ref().map_or("not needed".to_owned(), |b| {
        format!(
            "the part {} up, where none of its like stands: reads {}",
            levels(b.up),
            texts(b.texts.iter().map(|t| &t.words))
        )
    });
    let near = feature.near.as_ref().map_or("not needed".to_owned(), beside);
    let state = match feature.checked {
        Some(true) => "marked; doesn't identify",
        Some(false) => "not marked; doesn't identify",
        None => "none: it holds no mark",
    };
    let mut out = vec![
        ("class", format!("{}, {}", feature.class, feature.family().word())),
        ("id", id),
        ("label", called(feature.label.as_ref(), node)),
        ("container", container(feature.container.as_ref())),
        ("branch", branch),
        ("near", near),
        ("path", path(&feature.path)),
        ("state", state.to_owned()),
    ]
    .into_iter()
    .map(|(k, v)| (k.to_owned(), v))
    .collect::<Vec<_>>();
    // What has no words yet is shown as it is stored, so that nothing that is kept goes unsaid.
    if let Ok(Value::Object(all)) = serde_json::to_value(feature) {
        let rest = all.into_iter().filter(|(k, _)| !WORDED.contains(&k.as_str()));
        out.extend(rest.map(|(k, v)| (k, v.to_string())));
    }
    out
}

fn called(kept: Option<&LabelMark>, node: Node<'_>) -> String {
    let now = label(node);
    let Some(kept) = kept else {
        return match now {
            Some(l) => format!("none: {} says when or how many", quote(&l.text)),
            None => "none".to_owned(),
        };
    };
    let source = match now.map(|l| l.source) {
        Some(LabelSource::Desc) => "its description",
        Some(LabelSource::Text) => "its text",
        Some(LabelSource::Hint) => "its hint",
        Some(LabelSource::Borrowed) => "borrowed from what it holds",
        None => "kept",
    };
    let worth = if kept.unique {
        "identifies: no other of its family is called so"
    } else {
        "doesn't identify: others of its family are called so too"
    };
    format!("{}, {source}; {worth}", quote(&kept.text))
}

fn container(kept: Option<&Container>) -> String {
    let Some(c) = kept else {
        return "none that tells it apart".to_owned();
    };
    let id = c.id.as_ref().map(|id| format!("inside #{}", bare_id(id)));
    let reads = (!c.texts.is_empty()).then(|| format!("reads {}", texts(c.texts.iter().map(|t| &t.words))));
    let twins = (c.twins > 0).then(|| format!("doesn't identify: {} more like it in there", c.twins));
    let both: Vec<String> = id.into_iter().chain(reads).chain(twins).collect();
    both.join(", ")
}

/// Leaf first, each with its place among the siblings of its class.
fn path(steps: &[PathStep]) -> String {
    let step = |s: &PathStep| {
        let class = s.class.rsplit('.').next().unwrap_or(&s.class);
        let id =
            s.id.as_ref()
                .map_or(String::new(), |id| format!(" #{}", bare_id(id)));
        format!("{class}[{}]{id}", s.ordinal)
    };
    let all: Vec<String> = steps.iter().map(step).collect();
    if all.is_empty() {
        "none: it is the root".to_owned()
    } else {
        all.join(" < ")
    }
}

/// The words around what has no name.
fn beside(near: &Near) -> String {
    let words = |a: &Anchor| quote(&a.words);
    let place = match (&near.after, &near.before) {
        (Some(a), Some(b)) => format!("between {} and {}", words(a), words(b)),
        (Some(a), None) => format!("after {}", words(a)),
        (None, Some(b)) => format!("before {}", words(b)),
        (None, None) => "nothing".to_owned(),
    };
    format!(
        "the only nameless one of its kind {place}, {} up",
        levels(near.up)
    )
}

fn texts<'a>(all: impl IntoIterator<Item = &'a String>) -> String {
    let all: Vec<String> = all.into_iter().map(|t| quote(t)).collect();
    all.join(", ")
}

fn levels(n: usize) -> String {
    if n == 1 {
        "1 level".to_owned()
    } else {
        format!("{n} levels")
    }
}
