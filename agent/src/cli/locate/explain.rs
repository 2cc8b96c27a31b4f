//! Why: what is kept of an element, what each rung of the look-up finds, what confirms it, where a tap goes.

use retap_cache::feature::{Feature, Found, Miss, NoTap, NotKept, TapPoint, find};
use retap_cache::screen::{Flags, Node, UiTree, label, same_id};
use serde_json::{Map, Value};

use super::{kept, show};

/// Named lines in sections.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    sections: Vec<(&'static str, Vec<(String, String)>)>,
}

impl Explanation {
    /// Adds a section of a single line.
    pub(super) fn say(&mut self, section: &'static str, text: impl Into<String>) {
        self.sections.push((section, vec![(String::new(), text.into())]));
    }

    /// What is kept of the element, or why it isn't kept.
    pub(super) fn kept(&mut self, feature: Result<&Feature, &NotKept>, node: Node<'_>) {
        match feature {
            Ok(feature) => self.sections.push(("kept", kept::parts(feature, node))),
            Err(not) => self.say("not kept", &not.reason),
        }
    }

    /// What each rung finds in `tree`, and what the look-up as a whole does.
    pub(super) fn look_up(&mut self, feature: &Feature, own: Node<'_>, tree: &UiTree, same_locale: bool) {
        let result = |f: &Feature| found(find(f, tree, same_locale), own);
        let mut rungs = vec![("id".to_owned(), "not used: it doesn't identify".to_owned())];
        if let Some(id) = feature.id.as_ref().filter(|id| id.unique) {
            let n = tree
                .nodes()
                .filter(|n| same_id(n.resource_id(), &id.name))
                .count();
            let alone = only(feature, true, false);
            rungs[0].1 = count(n, "has it", || result(&alone));
        }
        let label_rung = match feature.label.as_ref().filter(|l| l.unique) {
            _ if !same_locale => "not used: the language changed".to_owned(),
            None => "not used: it doesn't identify".to_owned(),
            Some(l) => {
                let called = |n: &Node<'_>| {
                    n.family() == feature.family() && label(*n).is_some_and(|now| now.text == l.text)
                };
                let alone = only(feature, false, true);
                count(tree.nodes().filter(called).count(), "is called so", || {
                    result(&alone)
                })
            }
        };
        rungs.push(("label".to_owned(), label_rung));
        let around = if feature.container.is_none() && feature.branch.is_none() && feature.near.is_none() {
            "not used: none are kept".to_owned()
        } else {
            result(&only(feature, false, false))
        };
        rungs.push(("surroundings".to_owned(), around));
        self.sections.push(("each rung alone", rungs));
        self.say("look-up", result(feature));
    }

    /// Where a tap goes, or why there can't be one.
    pub(super) fn tap(&mut self, node: Node<'_>, tap: &Result<TapPoint<'_>, NoTap>) {
        let text = match tap {
            Ok(p) if p.taker == node && takes_none(node) => {
                format!("{},{}, but nothing there takes taps", p.at.x, p.at.y)
            }
            Ok(p) if p.taker == node => format!("{},{}, taken by itself", p.at.x, p.at.y),
            Ok(p) => format!("{},{}, taken by {}", p.at.x, p.at.y, show::node(p.taker)),
            Err(why) => format!("none: {why}"),
        };
        self.say("tap", text);
    }

    /// As lines for people.
    pub(super) fn text(&self) -> String {
        let mut lines = Vec::new();
        for (section, parts) in &self.sections {
            match parts.as_slice() {
                [(name, text)] if name.is_empty() => lines.push(format!("{section:<15}  {text}")),
                parts => {
                    lines.push((*section).to_owned());
                    lines.extend(parts.iter().map(|(name, text)| format!("  {name:<13}  {text}")));
                }
            }
        }
        lines.join("\n")
    }

    /// As an object: a text for each single line, an object for each section of several.
    pub(super) fn json(&self) -> Value {
        let mut all = Map::new();
        for (section, parts) in &self.sections {
            let value = match parts.as_slice() {
                [(name, text)] if name.is_empty() => Value::from(text.as_str()),
                parts => parts
                    .iter()
                    .map(|(k, v)| (k.clone(), Value::from(v.as_str())))
                    .collect(),
            };
            all.insert((*section).replace(' ', "_"), value);
        }
        Value::Object(all)
    }
}

/// The feature as it would be looked up if id or label, or both, told nothing.
fn only(feature: &Feature, by_id: bool, by_label: bool) -> Feature {
    let mut f = feature.clone();
    if let Some(id) = &mut f.id {
        id.unique &= by_id;
    }
    if let Some(label) = &mut f.label {
        label.unique &= by_label;
    }
    f
}

fn count(n: usize, what: &str, result: impl FnOnce() -> String) -> String {
    match n {
        0 => format!("no node {what}: it gives way to the next"),
        1 => format!("1 node {what}: {}", result()),
        n => format!("{n} nodes: {}", result()),
    }
}

fn found(result: Result<Found<'_>, Miss>, own: Node<'_>) -> String {
    match result {
        Ok(f) => {
            let what = if f.node == own {
                "this very node".to_owned()
            } else {
                show::node(f.node)
            };
            format!("{what}, found by {}, confirmed by {}", f.rung.word(), f.by.word())
        }
        Err(miss) => format!("none: {miss}"),
    }
}

fn takes_none(node: Node<'_>) -> bool {
    !node.is(Flags::CLICKABLE) && !node.is(Flags::CHECKABLE)
}
