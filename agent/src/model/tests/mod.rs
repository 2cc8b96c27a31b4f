//! The client against servers: one with canned answers, and the scripted model.

mod limits;
mod oracle;
mod replies;
mod scripted;
mod standin;
mod usage;

use std::time::Duration;

use retap_cache::device::Deadline;
use serde_json::{Value, json};

use super::{Ask, AskError, Endpoint, Model, Purpose, Reply};

/// A deadline that no test reaches.
fn far() -> Deadline {
    Deadline::after(Duration::from_secs(120))
}

fn endpoint(base_url: String) -> Endpoint {
    let timeout = Duration::from_secs(60);
    Endpoint {
        base_url,
        name: "m-1".to_owned(),
        api_key: Some("sk-secret-4711".into()),
        timeout,
        scripted: false,
    }
}

/// A model whose pauses are too short to notice.
fn model(endpoint: Endpoint) -> Model {
    let mut model = Model::new(endpoint).unwrap();
    model.step = Duration::from_millis(1);
    model
}

async fn ask(model: &Model, deadline: Deadline) -> Result<Reply, AskError> {
    let ask = Ask {
        purpose: Purpose::Plan,
        system: "You test apps.",
        user: "GOAL: pay",
    };
    model.ask(ask, deadline).await
}

/// The body of a chat completion with a text and without usage.
fn text(content: &str) -> Value {
    let message = json!({"role": "assistant", "content": content});
    json!({"model": "m-1-dated", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
}
