//! Case D31: tokens over several calls.

use serde_json::{Value, json};

use super::standin::{StandIn, ok, status};
use super::{ask, endpoint, far, model, text};
use crate::model::Usage;

fn costing(content: &str, usage: Value) -> super::standin::Canned {
    let mut body = text(content);
    body["usage"] = usage;
    ok(&body)
}

fn first(content: &str) -> super::standin::Canned {
    costing(
        content,
        json!({
            "prompt_tokens": 1000, "completion_tokens": 70, "total_tokens": 1070,
            "prompt_tokens_details": {"cached_tokens": 800},
            "completion_tokens_details": {"reasoning_tokens": 50},
        }),
    )
}

fn second(content: &str) -> super::standin::Canned {
    costing(
        content,
        json!({"prompt_tokens": 400, "completion_tokens": 30, "prompt_tokens_details": {"cached_tokens": 0}}),
    )
}

const BOTH: Usage = Usage {
    input: Some(1400),
    output: Some(100),
    cached: 800,
    reasoning: 50,
    estimated: false,
};

#[tokio::test]
async fn two_questions_add_up() {
    let server = StandIn::start([first("{}"), second("{}")]).await;
    let model = model(endpoint(server.base_url.clone()));
    let mut total = ask(&model, far()).await.unwrap().usage;
    total += ask(&model, far()).await.unwrap().usage;
    assert_eq!((total, total.total()), (BOTH, Some(1500)));
}

#[tokio::test]
async fn a_repair_and_failed_calls_belong_to_the_question() {
    let server = StandIn::start([status(503, ""), first("not JSON"), second("{}")]).await;
    let reply = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap();
    assert_eq!((reply.usage, reply.calls), (BOTH, 3));

    let server = StandIn::start([first("not JSON"), second("nor this")]).await;
    let e = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap_err();
    assert_eq!((e.usage, e.calls), (BOTH, 2));
}

#[tokio::test]
async fn a_server_that_says_nothing_makes_it_unknown() {
    let server = StandIn::start([first("not JSON"), ok(&text("{}"))]).await;
    let reply = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap();
    assert_eq!(
        (reply.usage.input, reply.usage.total(), reply.usage.cached),
        (None, None, 800)
    );
}
