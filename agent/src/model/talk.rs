//! One question under way: sent, sent again, repaired, until there is an object or a reason why not.

use std::sync::atomic::Ordering;
use std::time::Instant;

use retap_cache::device::Deadline;
use serde_json::Value;

use super::error::Attempt;
use super::http::{Answered, Lost};
use super::reply::{self, NoObject};
use super::retry::{self, Field, Next};
use super::wire::{self, Answer, Role};
use super::{Ask, Model, ModelError, Purpose, Usage};

/// Goes behind every system text. Some servers take `response_format` only if the word JSON is there, and those
/// that ignore it need telling.
const ASK_FOR_JSON: &str = "Answer with one JSON object and nothing else.";
/// How much of an unusable reply the model is shown again, in characters.
const SHOWN_AGAIN: usize = 4_000;

/// One question under way.
pub(super) struct Talk<'m> {
    model: &'m Model,
    purpose: Purpose,
    deadline: Deadline,
    began: Instant,
    /// Requests sent, failed ones included.
    pub(super) calls: u32,
    /// Failures that may have passed by now.
    failed: u32,
    /// Whether a stalled request was sent again.
    resent: bool,
    /// The tokens of the answers that came.
    pub(super) usage: Usage,
}

impl<'m> Talk<'m> {
    /// Nothing is sent yet.
    pub(super) fn new(model: &'m Model, purpose: Purpose, deadline: Deadline) -> Self {
        let (began, usage) = (Instant::now(), Usage::default());
        Self {
            model,
            purpose,
            deadline,
            began,
            calls: 0,
            failed: 0,
            resent: false,
            usage,
        }
    }

    /// The object, and the model that the server says it came from.
    pub(super) async fn object(&mut self, ask: &Ask<'_>) -> Result<(Value, Option<String>), ModelError> {
        let system = format!("{}\n\n{ASK_FOR_JSON}", ask.system.trim_end());
        let question = [(Role::System, system.as_str()), (Role::User, ask.user)];
        let first = self.answer(&question).await?;
        let problem = match read(&first) {
            Ok(json) => return Ok((json, first.model)),
            Err(problem) => problem,
        };
        // There is nothing to show again of an empty one, and servers refuse empty messages.
        let second = if problem == NoObject::Empty || first.text.trim().is_empty() {
            self.answer(&question).await?
        } else {
            let shown: String = first.text.chars().take(SHOWN_AGAIN).collect();
            let repair = format!("That reply can't be used: {problem}. {ASK_FOR_JSON}");
            let [system, user] = question;
            self.answer(&[system, user, (Role::Model, &shown), (Role::User, &repair)])
                .await?
        };
        match read(&second) {
            Ok(json) => Ok((json, second.model)),
            Err(problem) => Err(self.unusable(problem.to_string(), &second.text)),
        }
    }

    /// Sends a conversation until a whole answer comes or there is no point in going on.
    async fn answer(&mut self, messages: &[(Role, &str)]) -> Result<Answer, ModelError> {
        loop {
            if self.deadline.passed() {
                return Err(ModelError::TimedOut { at: self.at() });
            }
            let sent = |field| !self.model.lacks(field).load(Ordering::Relaxed);
            let (json_mode, temperature) = (sent(Field::JsonMode), sent(Field::Temperature));
            let body = wire::request(self.model.name(), messages, json_mode, temperature);
            self.calls += 1;
            match self
                .model
                .http
                .post(&body, self.model.timeout.min(self.deadline.left()))
                .await
            {
                Ok(answered) => {
                    let was_sent = |field| match field {
                        Field::JsonMode => json_mode,
                        Field::Temperature => temperature,
                    };
                    if let Some(answer) = self.judge(answered, was_sent).await? {
                        return Ok(answer);
                    }
                }
                Err(Lost::Stalled) if !self.resent && !self.deadline.passed() => {
                    // A server that has taken the request may bill it.
                    self.usage += Usage::UNKNOWN;
                    self.resent = true;
                }
                Err(Lost::Stalled) => {
                    self.usage += Usage::UNKNOWN;
                    return Err(ModelError::TimedOut { at: self.at() });
                }
                Err(Lost::TooLong) => return Err(self.unusable("it is too long to be one".to_owned(), "")),
                Err(Lost::Broken(cause)) => {
                    let cause = self.shown(&cause);
                    let at = self.at();
                    self.pause(None, ModelError::Unreachable { at, cause }).await?;
                }
            }
        }
    }

    /// Reads an answer. `None` if it wasn't good and another try is due.
    async fn judge(
        &mut self,
        answered: Answered,
        was_sent: impl Fn(Field) -> bool,
    ) -> Result<Option<Answer>, ModelError> {
        let mut status = answered.status;
        if (200..300).contains(&status) {
            let parsed = serde_json::from_slice::<Value>(&answered.body).ok();
            match parsed
                .as_ref()
                .map(|body| (wire::hidden_error(body), wire::answer(body)))
            {
                Some((None, Some(answer))) => {
                    self.usage += answer.usage;
                    return Ok(Some(answer));
                }
                Some((Some(hidden), _)) => status = hidden,
                _ => {
                    let text = String::from_utf8_lossy(&answered.body).into_owned();
                    return Err(self.unusable("it is no chat completion".to_owned(), &text));
                }
            }
        }
        let complaint = wire::complaint(&answered.body);
        let (at, message) = (self.at(), self.shown(&complaint.message));
        match retry::next(status, &complaint, answered.retry_after.is_some(), was_sent) {
            Next::Without(field) => self.model.lacks(field).store(true, Ordering::Relaxed),
            Next::Quota => return Err(ModelError::Quota { at, status, message }),
            Next::Refuse => return Err(ModelError::Refused { at, status, message }),
            Next::Later => {
                let (seconds, left) = (answered.retry_after, self.deadline.left());
                let error = if status == 429 || seconds.is_some() {
                    ModelError::RateLimited {
                        at,
                        status,
                        seconds,
                        left,
                    }
                } else {
                    ModelError::Refused { at, status, message }
                };
                self.pause(seconds, error).await?;
            }
        }
        Ok(None)
    }

    /// Waits before the next try. The error comes back if there is none, or no time for it.
    async fn pause(&mut self, retry_after: Option<u64>, error: ModelError) -> Result<(), ModelError> {
        self.failed += 1;
        let pause = retry::pause(self.failed, self.model.step, retry_after);
        if self.failed >= retry::MAX_TRIES || pause >= self.deadline.left() {
            return Err(error);
        }
        tokio::time::sleep(pause).await;
        Ok(())
    }

    fn at(&self) -> Box<Attempt> {
        Box::new(Attempt {
            url: self.model.http.url().to_owned(),
            model: self.model.name().to_owned(),
            purpose: self.purpose,
            calls: self.calls,
            took: self.began.elapsed(),
        })
    }

    fn unusable(&self, problem: String, text: &str) -> ModelError {
        ModelError::InvalidReply {
            at: self.at(),
            problem: self.model.http.scrub(&problem),
            quote: self.shown(text),
        }
    }

    /// An outside text as errors may show it. The key goes before the text is cut, lest half of it stays.
    fn shown(&self, text: &str) -> String {
        let quote = wire::quote(&self.model.http.scrub(text));
        if quote.is_empty() {
            "(nothing)".to_owned()
        } else {
            quote
        }
    }
}

fn read(answer: &Answer) -> Result<Value, NoObject> {
    if answer.cut {
        return Err(NoObject::CutOff);
    }
    if answer.thoughts {
        reply::object_of_thoughts(&answer.text)
    } else {
        reply::object(&answer.text)
    }
}
