//! One question to the model: whether it may be asked at all, and what it cost.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;

use super::Trouble;
use super::session::Session;
use crate::model::{Ask, Purpose};

/// What a run may ask a model for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asking {
    /// Everything that memory can't serve.
    #[default]
    Everything,
    /// Judgments only: whatever is touched comes from memory or from the script (`--strict-cache`).
    Judgments,
    /// Nothing (`--no-model`).
    Nothing,
}

impl Session<'_> {
    /// True if a model can be asked to find an element or to plan.
    pub(super) fn may_ask(&self) -> bool {
        self.model.is_some() && self.asking == Asking::Everything
    }

    pub(super) async fn ask(
        &mut self,
        purpose: Purpose,
        system: &str,
        user: &str,
        budget: Duration,
    ) -> Result<serde_json::Value, Trouble> {
        if let Some(refused) = self.refused(purpose) {
            return Err(refused);
        }
        let Some(model) = self.model else {
            let message = format!("this step needs a model, and {}", self.no_model);
            return Err(Trouble::usage("no-model", message).hint(
                "set RETAP_MODEL_BASE_URL and RETAP_MODEL_NAME (and RETAP_MODEL_API_KEY), or give the script a `model:`",
            ));
        };
        let began = Instant::now();
        let asked = model
            .ask(
                Ask {
                    purpose,
                    system,
                    user,
                },
                Deadline::after(budget),
            )
            .await;
        match asked {
            Ok(reply) => {
                self.meter.asked(reply.calls, &reply.usage, began);
                Ok(reply.json)
            }
            Err(e) => {
                self.meter.asked(e.calls, &e.usage, began);
                Err(Trouble::from(&e))
            }
        }
    }

    /// Why nobody may be asked, with what memory has said in this step.
    fn refused(&self, purpose: Purpose) -> Option<Trouble> {
        let option = match (self.asking, purpose) {
            (Asking::Everything, _) | (Asking::Judgments, Purpose::Confirm) => return None,
            (Asking::Nothing, Purpose::Confirm) => {
                let message = "memory is confirmed by a model here (`guard: true` or `verify: model`), and --no-model asks none";
                return Some(
                    Trouble::usage("no-model", message).hint("take --strict-cache, which lets models judge"),
                );
            }
            (Asking::Judgments, _) => "--strict-cache",
            (Asking::Nothing, _) => "--no-model",
        };
        let said = self.meter.cache.iter().rfind(|n| n.reason.is_some());
        let (why, advice) = match said {
            Some(n) => {
                let reason = n.reason.unwrap_or_default();
                (format!("its {} entry: {reason}, {}", n.entry, n.detail), n.advice)
            }
            None if !self.cacheable => ("it is not cacheable".to_owned(), ""),
            None if !self.store.mode().reads() => (format!("the cache is {}", self.store.mode().word()), ""),
            None => ("nothing is recorded for it".to_owned(), ""),
        };
        let hint = if advice.is_empty() {
            String::new()
        } else {
            format!("{advice}; ")
        };
        Some(
            Trouble::stale(format!(
                "memory can't serve this step ({why}), and {option} asks no model"
            ))
            .hint(format!(
                "{hint}run it once without {option} and with `--cache read-write`, and commit what it records"
            )),
        )
    }
}
