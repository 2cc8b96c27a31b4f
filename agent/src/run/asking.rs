//! One question to the model, counted.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;

use super::Trouble;
use super::session::Session;
use crate::model::{Ask, Purpose};

impl Session<'_> {
    pub(super) async fn ask(
        &mut self,
        purpose: Purpose,
        system: &str,
        user: &str,
        budget: Duration,
    ) -> Result<serde_json::Value, Trouble> {
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
}
