//! One variant of an entry: what was learned on one screen, and how to tell that screen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plan::{Evidence, Plan, Target};
use crate::screen::{Landmark, SizeClass};

/// What was learned once, where it holds, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What tells the screen on which it begins.
    pub landmarks: Vec<Landmark>,
    /// The device's locale; empty if it was unknown.
    pub locale: String,
    /// The display's coarse size.
    pub size: SizeClass,
    /// Digests of the parameter values that it is bound to, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bound: BTreeMap<String, String>,
    /// The only test that it serves, where the landmarks can't tell the screen from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The only test that it serves until a check proves that the step does what the check wants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak: Option<String>,
    /// What was learned.
    pub content: Content,
    /// What the step changed.
    #[serde(default, skip_serializing_if = "no_evidence")]
    pub evidence: Evidence,
    /// Why it is not replayed any more: its landmarks held and then it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invalid: Option<Invalid>,
    /// Where it comes from. Notes never decide.
    pub notes: Notes,
}

/// What was learned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::large_enum_variant,
    reason = "a handful are held at a time, and a box would be in every pattern"
)]
pub enum Content {
    /// The actions of a step.
    Plan(Plan),
    /// One element.
    Locate(Target),
}

/// A tombstone: proof that the variant failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invalid {
    /// The reason's stable name.
    pub reason: String,
    /// In words.
    pub detail: String,
    /// How often it failed.
    pub times: u32,
}

/// Where a variant comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// When it was recorded, RFC 3339.
    pub recorded: String,
    /// By which test.
    pub test: String,
    /// Version of retap.
    pub retap: String,
    /// Version of the app, if known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub app_version: String,
    /// Platform and its version (`android 14`).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// The model that was asked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// What it cost to learn.
    pub cost: Cost,
}

/// What a step cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Model calls.
    pub calls: u32,
    /// Input tokens.
    pub input: u64,
    /// Output tokens.
    pub output: u64,
    /// True if the tokens are an estimate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Wall time in milliseconds.
    pub ms: u64,
}

impl Variant {
    /// 8 hex digits over landmarks, locale and size class, and over the values that it is bound to: two values
    /// on one screen are two variants, else each run would overwrite the other's.
    pub fn name(&self) -> String {
        let mut h = blake3::Hasher::new_derive_key("retap 2026 variant name 1");
        let mut part = |s: &str| {
            h.update(&(s.len() as u64).to_le_bytes());
            h.update(s.as_bytes());
        };
        for l in &self.landmarks {
            part(&format!("{:?}", l.kind));
            part(&l.text);
        }
        part(&self.locale);
        part(&format!("{:?}", self.size));
        for (name, digest) in &self.bound {
            part(name);
            part(digest);
        }
        h.finalize().to_hex()[..8].to_owned()
    }

    /// The same alive: without its tombstone.
    pub fn living(&self) -> Variant {
        Variant {
            invalid: None,
            ..self.clone()
        }
    }

    /// The same without tombstone and weakness: what was learned, and where.
    pub fn unmarked(&self) -> Variant {
        Variant {
            weak: None,
            ..self.living()
        }
    }

    /// True if both say the same and hold in the same place; notes aside.
    pub fn same_but_notes(&self, other: &Variant) -> bool {
        let strip = |v: &Variant| Variant {
            notes: Notes::default(),
            ..v.clone()
        };
        strip(self) == strip(other)
    }
}

fn no_evidence(e: &Evidence) -> bool {
    e.is_empty() && e.activity.is_none()
}
