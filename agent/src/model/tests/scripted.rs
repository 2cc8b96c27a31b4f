//! The client and the scripted model, from end to end.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::{ask, far, model};
use crate::model::scripted::{Goals, ScriptedModel};
use crate::model::{Ask, Model, ModelError, Purpose, Reply};

const EXAMPLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../examples/phones/checkout.goals.yaml"
);
const PROMPT: &str = "put the red running shoes in size 42 into the cart and go to checkout";

fn start() -> (ScriptedModel, Model) {
    let server = ScriptedModel::start(Goals::load(Path::new(EXAMPLE)).unwrap()).unwrap();
    let model = model(server.endpoint());
    (server, model)
}

async fn put(model: &Model, purpose: Purpose, user: &str) -> Reply {
    model
        .ask(
            Ask {
                purpose,
                system: "Choose.",
                user,
            },
            far(),
        )
        .await
        .unwrap()
}

#[tokio::test]
async fn the_example_is_played_to_its_end() {
    let (server, model) = start();
    assert!(model.is_scripted());
    let mut done = Vec::new();
    let mut taps = Vec::new();
    for (screen, line) in [
        (
            "[2] item \"Red running shoes $79\"\n[5] button \"View cart\"",
            "tap item \"Red running shoes $79\"",
        ),
        (
            "[2] button \"Size 42\"\n[3] button \"Add to cart\"",
            "tap button \"Size 42\"",
        ),
        (
            "[2] button \"Size 42\"\n[3] button \"Add to cart\"\n[4] text \"Chosen size: 42\"",
            "tap button \"Add to cart\"",
        ),
        (
            "[3] button \"Add to cart\"\n[5] button \"View cart\"",
            "tap button \"View cart\"",
        ),
        ("[7] button \"Go to checkout\"", "tap button \"Go to checkout\""),
    ] {
        let list = if done.is_empty() {
            "nothing yet".to_owned()
        } else {
            done.join("\n")
        };
        let user = format!("GOAL: {PROMPT}\nDONE:\n{list}\nSCREEN: com.example.shop/.Main\n{screen}");
        taps.push(
            put(&model, Purpose::Plan, &user).await.json["id"]
                .as_u64()
                .unwrap(),
        );
        done.push(format!("{}. {line} -> screen changed", done.len() + 1));
    }
    assert_eq!(taps, [2, 2, 3, 5, 7]);
    let user = format!(
        "GOAL: {PROMPT}\nDONE:\n{}\nSCREEN: s\n[1] text \"Order summary\"",
        done.join("\n")
    );
    let reply = put(&model, Purpose::Plan, &user).await;
    assert_eq!(reply.json, json!({"action": "done"}));
    assert_eq!(
        (reply.calls, reply.model.as_str(), server.requests()),
        (1, "scripted", 6)
    );
    assert!(reply.usage.estimated);
    assert!(reply.usage.input.unwrap() >= user.chars().count() as u64 / 4);
    assert_eq!(reply.usage.output, Some(4));
}

#[tokio::test]
async fn the_example_finds_its_elements() {
    let (_server, model) = start();
    for (prompt, id) in [("the promo code field", 7), ("the Pay button", 9)] {
        let user = format!("FIND: {prompt}\nSCREEN: s\n[7] field \"Promo code\"\n[9] button \"Pay\"");
        let reply = put(&model, Purpose::Locate, &user).await;
        assert_eq!(reply.json, json!({"id": id, "kind": "thing"}));
    }
    let reply = put(
        &model,
        Purpose::Locate,
        "FIND: the Pay button\nSCREEN: s\n[0] view",
    )
    .await;
    assert_eq!(
        reply.json,
        json!({"id": null, "reason": "not visible: button \"Pay\""})
    );
}

#[tokio::test]
async fn an_unknown_prompt_is_refused() {
    let (_server, model) = start();
    let reply = ask(&model, far()).await.unwrap();
    assert_eq!(reply.json["action"], "fail");
    let reason = reply.json["reason"].as_str().unwrap();
    assert!(
        reason.contains("\"pay\"") && reason.contains("checkout.goals.yaml"),
        "{reason}"
    );
}

#[tokio::test]
async fn what_is_no_request_gets_an_error_in_the_usual_form() {
    let (server, _model) = start();
    let mut elsewhere = server.endpoint();
    elsewhere.base_url.push_str("/nowhere");
    let e = ask(&model(elsewhere), far()).await.unwrap_err();
    assert!(matches!(e.error, ModelError::Refused { status: 404, .. }), "{e}");

    let client = reqwest::Client::builder()
        .no_proxy()
        .tls_certs_only([])
        .build()
        .unwrap();
    let url = format!("{}/chat/completions", server.endpoint().base_url);
    for (body, message) in [
        ("{", "the body is not JSON"),
        ("{}", "`messages` must be a list"),
        ("{\"messages\":[],\"stream\":true}", "`stream` is not supported"),
    ] {
        let response = client.post(&url).body(body).send().await.unwrap();
        assert_eq!(response.status(), 400);
        let error: Value = response.json().await.unwrap();
        assert_eq!(error["error"]["type"], "invalid_request_error");
        assert!(
            error["error"]["message"].as_str().unwrap().starts_with(message),
            "{error}"
        );
    }
    assert_eq!(client.get(&url).send().await.unwrap().status(), 405);
    assert_eq!(server.requests(), 5);
}

#[tokio::test]
async fn it_stops_when_dropped() {
    let (server, model) = start();
    ask(&model, far()).await.unwrap();
    let address = server
        .endpoint()
        .base_url
        .replace("http://", "")
        .replace("/v1", "");
    drop(server);
    // The port closes once the runtime has dropped the task.
    let closed = async { while tokio::net::TcpStream::connect(&address).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(30), closed)
        .await
        .unwrap();
    assert_eq!(ask(&model, far()).await.unwrap_err().error.kind(), "unreachable");
}

#[test]
fn it_needs_a_runtime() {
    let goals = Goals::parse("g.yaml", "goals: []").unwrap();
    assert!(ScriptedModel::start(goals).is_err());
}
