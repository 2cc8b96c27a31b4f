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
        let gone = if after.quality.permits_gone() {
            diff.gone
        } else {
            Vec::new()
        };
        Evidence {
            appeared: pick(diff.appeared, &after.tree),
            gone: pick(gone, &before.tree),
            activity: after.app.activity.clone(),
        }
    }

    /// True if it shows no change: nothing could prove a replay.
    pub fn is_empty(&self) -> bool {
        self.appeared.is_empty() && self.gone.is_empty()
    }
}
