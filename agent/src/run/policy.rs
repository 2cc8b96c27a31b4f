//! Recordings that a policy of the script no longer trusts as they are.

use jiff::Timestamp;
use retap_cache::replay::{Reason, Refusal};
use retap_cache::store::{Invalid, Key, Notes, Stored};

use super::session::Session;
use crate::script::OnChange;

impl Session<'_> {
    /// Marks what must be recorded anew, and weakens what must be proved again. All stay in the list: what fits its screen
    /// best decides, whether it may serve or not.
    pub(super) fn trusted(&mut self, key: &Key, mut variants: Vec<Stored>) -> Vec<Stored> {
        for stored in &mut variants {
            let (change, why) = self.changed(&stored.variant.notes);
            // A tombstone says what it says, however old.
            if change == OnChange::Keep || stored.variant.invalid.is_some() {
                continue;
            }
            self.refresh.insert(key.digest());
            if change == OnChange::Verify {
                let test = stored.variant.notes.test.clone();
                stored.variant.weak.get_or_insert(test);
            } else {
                stored.variant.invalid = Some(refused(Reason::Outdated.because(why)));
            }
        }
        variants
    }

    /// True if a policy does not let it serve.
    pub(super) fn is_outdated(&self, notes: &Notes) -> bool {
        self.changed(notes).0 == OnChange::Rerecord
    }

    /// The strictest of what the policies want, and why. What is not known has not changed.
    fn changed(&self, notes: &Notes) -> (OnChange, String) {
        let policies = &self.script.cache.policies;
        let model = self.model.map_or("", |m| m.name());
        let other = |was: &str, now: &str| !was.is_empty() && !now.is_empty() && was != now;
        if let (Some(max), Some(age)) = (policies.max_age, self.age(notes))
            && age > max
        {
            let days = age.as_secs() / 86_400;
            return (
                OnChange::Rerecord,
                format!("it was recorded {days} days ago, and `max-age` is less"),
            );
        }
        let app = (
            policies.on_app_update,
            "app",
            notes.app_version.as_str(),
            self.app_version,
        );
        let model = (policies.on_model_change, "model", notes.model.as_str(), model);
        let mut all = [app, model];
        all.sort_by_key(|(change, ..)| *change != OnChange::Rerecord);
        for (change, what, was, now) in all {
            if change != OnChange::Keep && other(was, now) {
                return (
                    change,
                    format!("it was recorded with {what} {was}, and now it is {now}"),
                );
            }
        }
        (OnChange::Keep, String::new())
    }

    fn age(&self, notes: &Notes) -> Option<std::time::Duration> {
        let was: Timestamp = notes.recorded.parse().ok()?;
        let now: Timestamp = (self.now)().parse().ok()?;
        now.duration_since(was).try_into().ok()
    }
}

/// A mark for this run: the variant is known, and does not serve.
pub(super) fn refused(why: Refusal) -> Invalid {
    Invalid {
        reason: why.reason.name().to_owned(),
        detail: why.detail,
        times: 1,
    }
}
