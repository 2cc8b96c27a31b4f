//! The change that a step made: what appeared, what went, where it ended.

use serde::{Deserialize, Serialize};

use crate::screen::{Fact, Screen, ScreenDiff, in_repeat};

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
        let pick = |facts: Vec<Fact>, tree: &crate::screen::UiTree| {
            let (mut fixed, mut rows) = (Vec::new(), Vec::new());
            for fact in facts {
                let node = tree.nodes().find(|n| Fact::of(*n).as_ref() == Some(&fact));
                if node.is_some_and(in_repeat) {
                    rows.push(fact)
                } else {
                    fixed.push(fact)
                }
            }
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
