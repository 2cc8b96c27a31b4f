//! After a replay (`verify: model`): the planner is asked once whether the goal is reached, as if it had made the moves.

use retap_cache::replay::{Reason, Refusal};

use super::Trouble;
use super::eyes::place;
use super::session::Session;
use crate::ground::Outline;
use crate::model::Purpose;
use crate::plan::{Done, Move, read, request};

/// How often the model may ask to wait.
const MAX_WAITS: usize = 3;

impl Session<'_> {
    /// Ok if the model says that the goal is reached, or if nobody wants it asked.
    pub(super) async fn goal_reached(
        &mut self,
        goal: &str,
        done: &[Done],
    ) -> Result<Result<(), Refusal>, Trouble> {
        if !self.script.cache.verify_by_model {
            return Ok(Ok(()));
        }
        let mut waits = 0;
        loop {
            let screen = self.screen().await?;
            let outline = Outline::of(&screen);
            let note = "these moves were remembered; is the goal reached now?";
            let (system, user) = request(goal, done, Some(note), &place(&screen), outline.text());
            let reply = self
                .ask(Purpose::Confirm, system, &user, self.timing.step)
                .await?;
            let why = match read(&reply) {
                Ok(Move::Done) => return Ok(Ok(())),
                Ok(Move::Wait) if waits < MAX_WAITS => {
                    waits += 1;
                    self.pause().await;
                    self.look().await?;
                    continue;
                }
                Ok(Move::Wait) => "it goes on waiting".to_owned(),
                Ok(Move::Fail(reason)) => reason,
                Ok(Move::Tap { target, .. }) => format!("it would tap {target}"),
                Ok(Move::Type { target, .. }) => format!("it would type into {target}"),
                Ok(Move::Press(key)) => format!("it would press {}", key.word()),
                Err(problem) => problem,
            };
            let detail = format!("the model does not say that the goal is reached: {why}");
            return Ok(Err(Reason::GoalNotReached.because(detail)));
        }
    }
}
