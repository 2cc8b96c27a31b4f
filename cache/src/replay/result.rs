//! The result gate: the effect is there, and this replay made it.

use std::collections::HashSet;

use super::{Reason, Refusal};
use crate::plan::Evidence;
use crate::screen::{Fact, Repeats, Screen, UiTree};

/// Why a replay isn't proved, and whether another look may still prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unproved {
    /// The reason.
    pub refusal: Refusal,
    /// True if the screen may still be on its way.
    pub may_come: bool,
}

/// Holds the recorded evidence against the screens before and after a replay, both of the app under test.
///
/// In another language (`same_locale` false) only facts that an id tells count.
pub fn proves(
    evidence: &Evidence,
    before: &Screen,
    after: &Screen,
    same_locale: bool,
) -> Result<(), Unproved> {
    let not = |reason: Reason, detail: String, may_come| {
        Err(Unproved {
            refusal: reason.because(detail),
            may_come,
        })
    };
    let only_removes = evidence.appeared.is_empty();
    let evidence = evidence.in_locale(same_locale);
    if after.is_dialog() && !evidence.dialog {
        // Whatever it says: it is an alert that nobody has recorded.
        return not(
            Reason::CannotTell,
            format!(
                "{} is in front, a dialog that was not recorded",
                after.window.package
            ),
            true,
        );
    }
    if let Some(missing) = evidence.appeared.iter().find(|f| !f.holds(&after.tree)) {
        // Behind another window, under the keyboard, or left out of the dump it may have appeared all the same.
        let whole = after.quality.permits_gone();
        let reason = if whole {
            Reason::EffectMissing
        } else {
            Reason::CannotTell
        };
        return not(reason, format!("{:?} did not appear", missing.name()), true);
    }
    if !evidence.gone.is_empty() && !after.quality.permits_gone() {
        return not(
            Reason::CannotTell,
            "the read does not show all of the app".into(),
            true,
        );
    }
    if let Some(left) = evidence.gone.iter().find(|f| f.holds(&after.tree)) {
        return not(
            Reason::EffectMissing,
            format!("{:?} is still there", left.name()),
            true,
        );
    }
    if only_removes && let Some(why) = strange(&evidence, before, after) {
        return not(Reason::CannotTell, why, true);
    }
    if let Some(want) = &evidence.activity
        && after.app.activity.as_ref() != Some(want)
    {
        let now = after.app.activity.as_deref().unwrap_or("unknown");
        return not(
            Reason::EffectMissing,
            format!("it ended in {now}, not in {want}"),
            true,
        );
    }
    // What a read did not show may have been there before.
    let whole = before.quality.permits_gone();
    let new = whole && evidence.appeared.iter().any(|f| !f.holds(&before.tree));
    let left = evidence.gone.iter().any(|f| f.holds(&before.tree));
    if !new && !left && !whole {
        return not(
            Reason::CannotTell,
            "the read before it did not show all of the app".into(),
            false,
        );
    }
    if !new && !left {
        return not(
            Reason::EffectBefore,
            "the effect was on the screen before anything was done".into(),
            false,
        );
    }
    Ok(())
}

/// Why a screen is not the one on which something has merely gone. A step that made nothing appear ended where it
/// began; an error page shows none of what was to go either.
fn strange(evidence: &Evidence, before: &Screen, after: &Screen) -> Option<String> {
    if !before.quality.permits_gone() || !after.quality.permits_gone() {
        return None;
    }
    let fixed = |tree: &UiTree| -> HashSet<Fact> {
        let repeats = Repeats::of(tree);
        let outside = tree.nodes().filter(|n| !repeats.inside(*n));
        outside.filter_map(Fact::of).collect()
    };
    let (old, new) = (fixed(&before.tree), fixed(&after.tree));
    if let Some(f) = new.difference(&old).min() {
        return Some(format!("{:?} appeared, which was not recorded", f.name()));
    }
    let staying: Vec<&Fact> = old.iter().filter(|f| !evidence.gone.contains(f)).collect();
    let left = staying.iter().filter(|f| new.contains(f)).count();
    (left * 2 < staying.len()).then(|| "most of the screen has gone, and not only what was to go".to_owned())
}
