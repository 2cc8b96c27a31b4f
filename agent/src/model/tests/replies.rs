//! Case D29: getting the answer out of the model's text, with as few calls as possible.

use serde_json::{Value, json};

use super::standin::{StandIn, ok, status};
use super::{ask, endpoint, far, model, text};
use crate::model::ModelError;

#[tokio::test]
async fn a_to_d_readable_replies_take_one_call() {
    let tap = "{\"action\":\"tap\",\"id\":3}";
    for content in [
        format!("```json\n{tap}\n```"),
        format!("I tap it.\n```json\n{tap}\n```\nThat should open it."),
        format!("<think>plan… {{\"id\":9}}</think>{tap}"),
        "{\"action\":\"tap\",\"id\":3,}".to_owned(),
    ] {
        let server = StandIn::start([ok(&text(&content))]).await;
        let reply = ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap();
        assert_eq!(reply.json, json!({"action": "tap", "id": 3}));
        assert_eq!((reply.calls, server.seen().len()), (1, 1), "{content}");
        assert_eq!(reply.model, "m-1-dated");
    }
}

#[tokio::test]
async fn e_a_broken_reply_is_shown_to_the_model_once() {
    let broken = "[ \"a\": 1 }";
    let server = StandIn::start([ok(&text(broken)), ok(&text(broken))]).await;
    let e = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap_err();
    assert!(
        matches!(&e.error, ModelError::InvalidReply { quote, .. } if quote == broken),
        "{e}"
    );
    assert!(e.to_string().contains(broken), "{e}");
    assert_eq!((e.calls, e.error.kind()), (2, "invalid-reply"));

    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    let messages = seen[1].body["messages"].as_array().unwrap();
    assert_eq!(messages[..2], seen[0].body["messages"].as_array().unwrap()[..]);
    assert_eq!(messages[2], json!({"role": "assistant", "content": broken}));
    let repair = messages[3]["content"].as_str().unwrap();
    assert!(repair.contains("expected `,` or `]`"), "{repair}");
}

#[tokio::test]
async fn e_a_repaired_reply_is_good() {
    let server = StandIn::start([ok(&text("I can't see it.")), ok(&text("{\"id\":null}"))]).await;
    let reply = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap();
    assert_eq!((reply.json, reply.calls), (json!({"id": null}), 2));
}

#[tokio::test]
async fn e_the_quote_is_short() {
    let server = StandIn::start([ok(&text("x")), ok(&text(&"long ".repeat(5_000)))]).await;
    let e = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap_err();
    let ModelError::InvalidReply { quote, .. } = e.error else {
        panic!("{e}")
    };
    assert_eq!(quote.chars().count(), 200);
}

#[tokio::test]
async fn f_an_empty_reply_is_asked_for_once_more() {
    let server = StandIn::start([ok(&text("")), ok(&text(" \n"))]).await;
    let e = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap_err();
    assert!(e.to_string().contains("the reply is empty"), "{e}");
    let seen = server.seen();
    assert_eq!((e.calls, seen.len()), (2, 2));
    assert_eq!(seen[0].body, seen[1].body);

    let server = StandIn::start([ok(&text("")), ok(&text("{}"))]).await;
    let reply = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap();
    assert_eq!((reply.json, reply.calls), (json!({}), 2));
}

#[tokio::test]
async fn g_h_the_right_mode_is_found_with_one_call_and_remembered() {
    let refusal = r#"{"error":{"message":"'response_format.type' must be 'json_schema'","type":"invalid_request_error"}}"#;
    let good = ok(&text("{\"id\":1}"));
    let server = StandIn::start([status(400, refusal), good.clone(), good.clone()]).await;
    let model = model(endpoint(server.base_url.clone()));
    assert_eq!(ask(&model, far()).await.unwrap().calls, 2);
    assert_eq!(ask(&model, far()).await.unwrap().calls, 1);
    let modes: Vec<Value> = server
        .seen()
        .iter()
        .map(|s| s.body["response_format"].clone())
        .collect();
    assert_eq!(modes, [json!({"type": "json_object"}), Value::Null, Value::Null]);
}

#[tokio::test]
async fn every_field_is_left_out_at_most_once() {
    let format = status(400, "response_format is not supported");
    let temperature = status(
        400,
        r#"{"error":{"message":"Unsupported value","param":"temperature"}}"#,
    );
    let server = StandIn::start([format.clone(), temperature.clone(), ok(&text("{}"))]).await;
    let first = model(endpoint(server.base_url.clone()));
    assert_eq!(ask(&first, far()).await.unwrap().calls, 3);
    let last = server.seen()[2].body.clone();
    assert!(last.get("temperature").is_none() && last.get("response_format").is_none());

    let server = StandIn::start([format.clone(), format]).await;
    let e = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap_err();
    assert!(matches!(e.error, ModelError::Refused { status: 400, .. }), "{e}");
    assert_eq!(e.calls, 2);
}

#[tokio::test]
async fn i_the_prompt_asks_for_json() {
    let server = StandIn::start([ok(&text("{}"))]).await;
    ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap();
    let seen = &server.seen()[0];
    let system = seen.body["messages"][0]["content"].as_str().unwrap();
    assert!(
        system.starts_with("You test apps.") && system.contains("JSON"),
        "{system}"
    );
    assert_eq!(
        (&seen.body["temperature"], &seen.body["model"]),
        (&json!(0), &json!("m-1"))
    );
    assert_eq!(seen.authorization, "Bearer sk-secret-4711");
}

#[tokio::test]
async fn a_reply_that_was_cut_off_is_never_completed() {
    let mut cut = text("{\"action\":\"done\"}");
    cut["choices"][0]["finish_reason"] = json!("length");
    let server = StandIn::start([ok(&cut), ok(&cut)]).await;
    let e = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap_err();
    assert!(e.to_string().contains("cut off at the length limit"), "{e}");
    assert_eq!(e.calls, 2);
}

#[tokio::test]
async fn parts_and_reasoning_are_read() {
    let mut parts = text("");
    parts["choices"][0]["message"]["content"] = json!([{"type": "text", "text": "{\"id\":"}, {"text": "2}"}]);
    let mut reasoning = text("");
    reasoning["choices"][0]["message"]["reasoning_content"] = json!(" {\"id\":2} ");
    for body in [parts, reasoning] {
        let server = StandIn::start([ok(&body)]).await;
        let reply = ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap();
        assert_eq!((reply.json, reply.calls), (json!({"id": 2}), 1));
    }
}

#[tokio::test]
async fn drafts_are_not_answers() {
    let mut thoughts = text("");
    thoughts["choices"][0]["message"]["reasoning_content"] = json!("maybe {\"id\":9}, but that deletes it");
    let two = text("```json\n{\"id\":3}\n```\nor\n```json\n{\"id\":4}\n```");
    for draft in [thoughts, two] {
        let server = StandIn::start([ok(&draft), ok(&text("{\"id\":2}"))]).await;
        let reply = ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap();
        assert_eq!((reply.json, reply.calls), (json!({"id": 2}), 2));
    }
}

#[tokio::test]
async fn what_is_no_completion_fails_at_once() {
    for body in ["<html>welcome</html>", "{\"status\":\"up\"}", "{\"choices\":[]}"] {
        let server = StandIn::start([status(200, body)]).await;
        let e = ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap_err();
        assert!(
            e.to_string().contains("it is no chat completion") && e.to_string().contains(body),
            "{e}"
        );
        assert_eq!(e.calls, 1);
    }
}
