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

/// Decides for each parameter whether it is a slot or binds the recording, and opens the slots: in the typed texts of
/// `plan`, and in the words of its targets, which are then found by the new value. `prompt` is the prompt's template,
/// with `{{name}}` where the parameters stand.
pub fn bind(plan: &mut Plan, evidence: &Evidence, prompt: &str, params: &Params) -> Classified {
    let literal = without_slots(prompt);
    let slot = |name: &str, value: &str| {
        // Part of another value: the two can't be told apart in a text.
        let entangled = params
            .iter()
            .any(|(n, v)| n != name && (has_words(v, value) || has_words(value, v) || v.is_empty()));
        let typed = opens(plan.actions.iter().filter_map(|a| a.text()), name, value);
        let words: Vec<Template> = own_words(plan).map(|w| Template::stored(w)).collect();
        let named = opens(words.iter(), name, &normal(value));
        !normal(value).is_empty()
            && !entangled
            && (typed == Opens::Whole || named == Opens::Whole)
            && typed != Opens::InPart
            && named != Opens::InPart
            // A text that holds `{{` can't be told from one with a slot.
            && !(named == Opens::Whole && words.iter().any(|w| w.as_str().contains("{{")))
            // In the prompt's own words it may stand for something else.
            && !has_words(&literal, value)
            && !shows(plan, evidence, value)
    };
    let (slots, bound): (Vec<_>, Vec<_>) = params.iter().partition(|(name, value)| slot(name, value));
    for text in plan.actions.iter_mut().filter_map(|a| a.text_mut()) {
        *text = text.open(&slots);
    }
    let plain: Vec<(&str, String)> = slots.iter().map(|(n, v)| (*n, normal(v))).collect();
    let plain: Vec<(&str, &str)> = plain.iter().map(|(n, v)| (*n, v.as_str())).collect();
    for target in plan.actions.iter_mut().filter_map(|a| a.target_mut()) {
        let mut by_value = false;
        for text in target.feature.own_words_mut() {
            let opened = Template::stored(text).open(&plain);
            by_value |= opened.as_str() != text;
            opened.as_str().clone_into(text);
        }
        target.feature.by_value = by_value;
        if target.feature.by_value {
            target.words = Template::stored(&target.words).open(&slots).as_str().to_owned();
        }
    }
    let bound = bound
        .into_iter()
        .filter_map(|(name, _)| Some((name.to_owned(), params.digest(name)?)))
        .collect();
    Classified { bound }
}

/// How a value stands in texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opens {
    /// In none of them.
    Nowhere,
    /// As whole words in the very spelling, wherever it stands.
    Whole,
    /// Somewhere in another spelling: that place would keep the old value.
    InPart,
}

fn opens<'a>(texts: impl Iterator<Item = &'a Template>, name: &str, value: &str) -> Opens {
    let mut found = Opens::Nowhere;
    for text in texts {
        let opened = text.open(&[(name, value)]);
        if has_words(&without_slots(opened.as_str()), value) {
            return Opens::InPart;
        }
        if opened != *text {
            found = Opens::Whole;
        }
    }
    found
}

/// The words of the targets and of what they stand in.
fn own_words(plan: &Plan) -> impl Iterator<Item = &String> {
    let targets = plan.actions.iter().filter_map(|a| a.target());
    targets.flat_map(|t| t.feature.own_words())
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

/// True if the value shows where it can't be a slot: in an id or a text beside a target, in the change that was made,
/// or in the words for a target that does not itself bear it.
fn shows(plan: &Plan, evidence: &Evidence, value: &str) -> bool {
    let targets = plan.actions.iter().filter_map(|a| a.target()).flat_map(|t| {
        let named = t.feature.own_words().any(|w| has_words(w, value));
        let words = Some(&t.words).filter(|_| !named);
        let own_id = t.feature.id.iter().map(|i| &i.name).filter(move |_| !named);
        t.feature.other_words().chain(words).chain(own_id)
    });
    let facts = evidence
        .appeared
        .iter()
        .chain(&evidence.gone)
        .flat_map(|f| f.label.iter().chain(&f.id));
    targets.chain(facts).any(|text| has_words(text, value))
}
