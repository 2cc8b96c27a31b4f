//! Values of parameters: which are slots of a recording, and which tie it to the value it was made with.
//!
//! A value that was only typed is a slot. One that shows anywhere else, or nowhere at all, binds the recording:
//! "choose the {{plan}} plan" recorded with one plan must never tap it for another.

use std::collections::BTreeMap;

use super::{Evidence, Plan, Template};
use crate::text::{has_words, normal};

/// Names and values of the parameters of a step, those of its prompt.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// No parameters.
    pub fn none() -> Params {
        Params::default()
    }

    /// Sets one.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// The value of one.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// The names, sorted.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// The values.
    pub fn values(&self) -> Vec<String> {
        self.0.values().cloned().collect()
    }

    /// The digest under which a variant is bound to a value. Names the value without showing it.
    pub fn digest(&self, name: &str) -> Option<String> {
        let value = self.get(name)?;
        let mut h = blake3::Hasher::new_derive_key("retap 2026 parameter value");
        for part in [name, &normal(value)] {
            h.update(&(part.len() as u64).to_le_bytes());
            h.update(part.as_bytes());
        }
        Some(h.finalize().to_hex()[..16].to_owned())
    }
}

/// What the parameters are to a recording.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Classified {
    /// Digests of the values that the recording is bound to, by name.
    pub bound: BTreeMap<String, String>,
}

/// Decides for each parameter whether it is a slot or binds the recording, and opens the slots in the typed
/// texts of `plan`. `prompt` is the prompt's template, with `{{name}}` where the parameters stand.
pub fn bind(plan: &mut Plan, evidence: &Evidence, prompt: &str, params: &Params) -> Classified {
    let literal = without_slots(prompt);
    let slot = |name: &str, value: &str| {
        let opened = |t: &Template| t.open(&[(name, value)]);
        let typed: Vec<&Template> = plan.actions.iter().filter_map(|a| a.text()).collect();
        // Part of another value: the two can't be told apart in a text.
        let entangled = params
            .iter()
            .any(|(n, v)| n != name && (has_words(v, value) || has_words(value, v) || v.is_empty()));
        // In the prompt's own words, or typed in another spelling: it may stand for something else there.
        let elsewhere = has_words(&literal, value)
            || typed
                .iter()
                .any(|t| has_words(&without_slots(opened(t).as_str()), value));
        typed.iter().any(|t| opened(t) != **t)
            && !normal(value).is_empty()
            && !entangled
            && !elsewhere
            && !shows(plan, evidence, value)
    };
    let (slots, bound): (Vec<_>, Vec<_>) = params.iter().partition(|(name, value)| slot(name, value));
    for text in plan.actions.iter_mut().filter_map(|a| a.text_mut()) {
        *text = text.open(&slots);
    }
    let bound = bound
        .into_iter()
        .filter_map(|(name, _)| Some((name.to_owned(), params.digest(name)?)))
        .collect();
    Classified { bound }
}

/// A template's own words.
fn without_slots(template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, slot)) = rest.split_once("{{") {
        out.push_str(before);
        out.push('\u{0}');
        rest = slot.split_once("}}").map_or("", |(_, after)| after);
    }
    out + rest
}

/// True if the value shows in a target, in what a target stands in, or in the change that was made.
fn shows(plan: &Plan, evidence: &Evidence, value: &str) -> bool {
    let targets = plan.actions.iter().filter_map(|a| a.target()).flat_map(|t| {
        let f = &t.feature;
        let container = f.container.iter().flat_map(|c| c.texts.iter().chain(&c.id));
        let own = f
            .label
            .iter()
            .map(|l| &l.text)
            .chain(f.id.iter().map(|i| &i.name));
        own.chain(container)
            .chain(f.path.iter().filter_map(|s| s.id.as_ref()))
            .chain([&t.words])
    });
    let facts = evidence
        .appeared
        .iter()
        .chain(&evidence.gone)
        .flat_map(|f| f.label.iter().chain(&f.id));
    targets.chain(facts).any(|text| has_words(text, value))
}
