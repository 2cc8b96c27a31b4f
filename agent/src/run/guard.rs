//! Steps that must not go wrong (`guard: true`): what memory has found is touched only if a model that is not told of it
//! names the same element.

use retap_cache::replay::{Reason, Refusal};
use retap_cache::screen::Node;

use super::Trouble;
use super::eyes::place;
use super::hands::Sight;
use super::session::Session;
use crate::ground::{Answer, Outline, answer, confirmation};
use crate::model::Purpose;

impl Session<'_> {
    /// Asks whether what memory has found is what the words mean. Nothing is asked in a step without a guard.
    pub(super) async fn guarded(
        &mut self,
        words: &str,
        sight: &Sight,
    ) -> Result<Result<(), Refusal>, Trouble> {
        let Some(goal) = self.guard.clone() else {
            return Ok(Ok(()));
        };
        let outline = Outline::of(&sight.screen);
        let (system, user) = confirmation(words, &goal, &place(&sight.screen), outline.text());
        let reply = self
            .ask(Purpose::Confirm, system, &user, self.timing.step)
            .await?;
        let why = match answer(&reply) {
            Ok(Answer::Node { id, .. }) => {
                let named = outline.node(id, &sight.screen.tree);
                match (named, sight.node()) {
                    (Some(a), Some(b)) if is_same(a, b) => return Ok(Ok(())),
                    (Some(a), _) => format!("it means {a:?}, memory {}", sight.words()),
                    (None, _) => "it named an element that is not on the screen".to_owned(),
                }
            }
            Ok(Answer::Absent(reason)) => reason,
            Err(problem) => problem,
        };
        let detail = format!("the model does not confirm {words:?} for a guarded step: {why}");
        Ok(Err(Reason::NotConfirmed.because(detail)))
    }
}

/// True if both are one control: the same node, or a control and what it draws inside itself.
fn is_same(a: Node<'_>, b: Node<'_>) -> bool {
    let draws = |outer: Node<'_>, inner: Node<'_>| {
        let between = inner.ancestors().take_while(|n| *n != outer);
        outer.holds(inner)
            && outer.is_actionable()
            && !inner.is_actionable()
            && !{ between }.any(|n| n.is_actionable())
    };
    a == b || draws(a, b) || draws(b, a)
}
