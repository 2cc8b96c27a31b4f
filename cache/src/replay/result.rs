//! The result gate: the effect is there, and this replay made it.

use super::{Reason, Refusal};
use crate::plan::Evidence;
use crate::screen::{Quality, Screen};

/// Why a replay isn't proved, and whether another look may still prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unproved {
    /// The reason.
    pub refusal: Refusal,
    /// True if the screen may still be on its way.
    pub may_come: bool,
}

/// Holds the recorded evidence against the screens before and after a replay.
pub fn proves(evidence: &Evidence, before: &Screen, after: &Screen) -> Result<(), Unproved> {
    let not = |reason: Reason, detail: String, may_come| {
        Err(Unproved {
            refusal: reason.because(detail),
            may_come,
        })
    };
    if after.quality == Quality::OtherWindow {
        return not(
            Reason::CannotTell,
            format!("{} is in front", after.window.package),
            true,
        );
    }
    let name = |f: &crate::screen::Fact| f.label.clone().or(f.id.clone()).unwrap_or_default();
    if let Some(missing) = evidence.appeared.iter().find(|f| !f.holds(&after.tree)) {
        return not(
            Reason::EffectMissing,
            format!("{:?} did not appear", name(missing)),
            true,
        );
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
            format!("{:?} is still there", name(left)),
            true,
        );
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
    let new = evidence.appeared.iter().any(|f| !f.holds(&before.tree));
    let left = evidence.gone.iter().any(|f| f.holds(&before.tree));
    if !new && !left {
        return not(
            Reason::EffectBefore,
            "the effect was on the screen before anything was done".into(),
            false,
        );
    }
    Ok(())
}
