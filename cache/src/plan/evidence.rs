//! The change that a step made: what appeared, what went, where it ended.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::screen::{Fact, Repeats, Screen, ScreenDiff, UiTree};

/// How many changes a side are kept.
const MAX_FACTS: usize = 8;

/// The lasting changes between the screen before a step and the screen after it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Shown afterwards only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<Fact>,
    /// Shown before only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<Fact>,
    /// The activity in front at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    /// True if it ended in a dialog of the app.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dialog: bool,
}

impl Evidence {
    /// Takes the evidence of a step. Rows of lists are data: they serve only if nothing else changed.
    pub fn between(before: &Screen, after: &Screen) -> Evidence {
        let diff = ScreenDiff::between(&before.tree, &after.tree);
        let pick = |facts: Vec<Fact>, tree: &UiTree| {
            let repeats = Repeats::of(tree);
            let outside: HashSet<Fact> = tree
                .nodes()
                .filter(|n| !repeats.inside(*n))
                .filter_map(Fact::of)
                .collect();
            let (fixed, rows): (Vec<Fact>, Vec<Fact>) = facts.into_iter().partition(|f| outside.contains(f));
            let mut kept = if fixed.is_empty() { rows } else { fixed };
            kept.truncate(MAX_FACTS);
            kept
        };
        // What a closing dialog unveils was there before: only a whole screen shows what is new.
        let appeared = if before.quality.permits_gone() {
            diff.appeared
        } else {
            Vec::new()
        };
        let gone = if after.quality.permits_gone() {
            diff.gone
        } else {
            Vec::new()
        };
        Evidence {
            appeared: pick(appeared, &after.tree),
            gone: pick(gone, &before.tree),
            activity: after.app.activity.clone(),
            dialog: after.is_dialog(),
        }
    }

    /// True if it shows no change: nothing could prove a replay.
    pub fn is_empty(&self) -> bool {
        self.appeared.is_empty() && self.gone.is_empty()
    }

    /// What of it counts: all in the language of the recording; in another one only facts that an id tells, by
    /// that id alone. An id on both sides says nothing without its words.
    pub fn in_locale(&self, same: bool) -> Evidence {
        if same {
            return self.clone();
        }
        let ids = |a: &[Fact], other: &[Fact]| {
            let told = a
                .iter()
                .filter(|f| f.id.is_some() && !other.iter().any(|o| o.id == f.id));
            told.map(|f| Fact {
                label: None,
                ..f.clone()
            })
            .collect()
        };
        Evidence {
            appeared: ids(&self.appeared, &self.gone),
            gone: ids(&self.gone, &self.appeared),
            activity: self.activity.clone(),
            dialog: self.dialog,
        }
    }

    /// True if something in it could prove a replay in that language. Where something appeared, no absence proves
    /// it: an error page shows nothing of the screen before it either.
    pub fn can_prove(&self, same_locale: bool) -> bool {
        let counts = self.in_locale(same_locale);
        !counts.is_empty() && counts.appeared.is_empty() == self.appeared.is_empty()
    }
}
