//! A model that can be asked, what it is asked and what comes back.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use retap_cache::device::Deadline;
use serde_json::Value;

use super::http::Http;
use super::retry::Field;
use super::talk::Talk;
use super::{Endpoint, ModelError, Usage};

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// What to do next.
    Plan,
    /// Which node some words mean.
    Locate,
    /// Whether a node that is known already is the one that is meant: a judgment.
    Confirm,
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Purpose::Plan => "plan",
            Purpose::Locate => "locate",
            Purpose::Confirm => "confirm",
        })
    }
}

/// One question. The answer is one JSON object; a line asking for that is added to `system`.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// What it is for; named in errors.
    pub purpose: Purpose,
    /// What holds for all questions of this kind.
    pub system: &'a str,
    /// The question itself.
    pub user: &'a str,
}

/// What a model answered, and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The answer: always an object.
    pub json: Value,
    /// The tokens of all answers together.
    pub usage: Usage,
    /// Requests sent, failed ones included.
    pub calls: u32,
    /// From the first request to the last byte.
    pub took: Duration,
    /// The model that answered, in the server's words, else the one asked for.
    pub model: String,
}

/// A question that found no answer, and what it took nevertheless.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct AskError {
    /// What went wrong.
    pub error: ModelError,
    /// Requests sent, failed ones included.
    pub calls: u32,
    /// The tokens of the answers that came. A request without an answer adds nothing.
    pub usage: Usage,
}

/// A model that can be asked. Questions may run at the same time.
#[derive(Debug)]
pub struct Model {
    pub(super) http: Http,
    name: String,
    pub(super) timeout: Duration,
    scripted: bool,
    /// The first pause after a passing failure.
    pub(super) step: Duration,
    // What the server turned out not to take, for the rest of the run.
    no_json_mode: AtomicBool,
    no_temperature: AtomicBool,
}

impl Model {
    /// A model at an endpoint. Nothing is sent yet. [`ModelError::Config`] if address or key can't be used.
    pub fn new(endpoint: Endpoint) -> Result<Model, ModelError> {
        Ok(Model {
            http: Http::new(&endpoint)?,
            name: endpoint.name,
            timeout: endpoint.timeout,
            scripted: endpoint.scripted,
            step: Duration::from_millis(250),
            no_json_mode: AtomicBool::new(false),
            no_temperature: AtomicBool::new(false),
        })
    }

    /// The model's name as the server knows it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if answers come from a goals file.
    pub fn is_scripted(&self) -> bool {
        self.scripted
    }

    /// Asks, and gives back the object that the model answered.
    ///
    /// Ends at the deadline at the latest; one request takes no longer than the endpoint's timeout, and one that
    /// stalls is sent once more. Failures that may pass (429, 5xx, a broken connection) get three tries in all,
    /// with the pause that the server asks for or 250 ms, 500 ms. A field that the server refuses is left out
    /// from then on. An answer that can't be used is shown to the model once, with what is wrong with it; an
    /// empty one is asked for once more.
    pub async fn ask(&self, ask: Ask<'_>, deadline: Deadline) -> Result<Reply, AskError> {
        let began = Instant::now();
        let mut talk = Talk::new(self, ask.purpose, deadline);
        match talk.object(&ask).await {
            Ok((json, model)) => Ok(Reply {
                json,
                usage: talk.usage,
                calls: talk.calls,
                took: began.elapsed(),
                model: model.unwrap_or_else(|| self.name.clone()),
            }),
            Err(error) => Err(AskError {
                error,
                calls: talk.calls,
                usage: talk.usage,
            }),
        }
    }

    /// Whether a field was refused; it is left out from then on.
    pub(super) fn lacks(&self, field: Field) -> &AtomicBool {
        match field {
            Field::JsonMode => &self.no_json_mode,
            Field::Temperature => &self.no_temperature,
        }
    }
}
