//! Values of parameters: which are slots of a recording, and which tie it to the value it was made with.
//!
//! A value that was only typed is a slot. One that shows anywhere else, or nowhere at all, binds the recording:
//! "choose the {{plan}} plan" recorded with one plan must never tap it for another.

use std::collections::BTreeMap;

use super::{Evidence, Plan};
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
/// texts of `plan`.
pub fn bind(plan: &mut Plan, evidence: &Evidence, params: &Params) -> Classified {
    let mut bound = BTreeMap::new();
    for (name, value) in params.iter() {
        let twin = params
            .iter()
            .any(|(n, v)| n != name && normal(v) == normal(value));
        let typed = plan
            .actions
            .iter()
            .any(|a| a.text().is_some_and(|t| t.open(name, value).is_some()));
        let slot = typed && !twin && !normal(value).is_empty() && !shows(plan, evidence, value);
        if slot {
            for text in plan.actions.iter_mut().filter_map(|a| a.text_mut()) {
                if let Some(open) = text.open(name, value) {
                    *text = open;
                }
            }
        } else if let Some(digest) = params.digest(name) {
            bound.insert(name.to_owned(), digest);
        }
    }
    Classified { bound }
}

/// True if the value shows in a target, in what a target stands in, or in the change that was made.
fn shows(plan: &Plan, evidence: &Evidence, value: &str) -> bool {
    let in_target = plan.actions.iter().filter_map(|a| a.target()).any(|t| {
        let f = &t.feature;
        let label = f.label.as_ref().map(|l| l.text.as_str());
        let ids = f.id.iter().map(|i| i.name.as_str());
        let around = f
            .container
            .iter()
            .flat_map(|c| c.texts.iter().map(String::as_str).chain(c.id.as_deref()));
        label
            .into_iter()
            .chain(ids)
            .chain(around)
            .chain([t.words.as_str()])
            .any(|text| has_words(text, value))
    });
    let facts = evidence.appeared.iter().chain(&evidence.gone);
    in_target
        || facts
            .filter_map(|f| f.label.as_deref())
            .any(|text| has_words(text, value))
}
