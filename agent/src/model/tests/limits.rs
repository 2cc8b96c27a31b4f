//! Case D30: rate limits, stalls and refusals, and how many calls each is worth.

use std::time::Duration;

use retap_cache::device::Deadline;
use serde_json::json;

use super::standin::{Canned, StandIn, busy, ok, status};
use super::{ask, endpoint, far, model, text};
use crate::model::{AskError, ModelError, Usage};

async fn fails(answers: impl IntoIterator<Item = Canned>, deadline: Deadline) -> AskError {
    let server = StandIn::start(answers).await;
    let e = ask(&model(endpoint(server.base_url.clone())), deadline)
        .await
        .unwrap_err();
    assert_eq!(e.calls as usize, server.seen().len());
    assert!(
        !format!("{e} {e:?} {}", e.error.hint()).contains("sk-secret-4711"),
        "{e:?}"
    );
    e
}

#[tokio::test]
async fn a_no_credit_is_one_call() {
    let body = r#"{"error":{"message":"You exceeded your current quota.","code":"insufficient_quota"}}"#;
    let e = fails([status(429, body)], far()).await;
    assert_eq!((e.error.kind(), e.calls, e.usage), ("quota", 1, Usage::default()));
    assert!(e.to_string().contains("You exceeded your current quota."), "{e}");
}

#[tokio::test]
async fn b_the_pause_that_the_server_asks_for_is_kept() {
    let server = StandIn::start([busy(429, "1"), ok(&text("{}"))]).await;
    let reply = ask(&model(endpoint(server.base_url.clone())), far())
        .await
        .unwrap();
    assert_eq!(reply.calls, 2);
    let seen = server.seen();
    assert!(seen[1].at - seen[0].at >= Duration::from_secs(1));
    assert!(reply.took >= Duration::from_secs(1));
}

#[tokio::test]
async fn c_a_pause_beyond_the_deadline_fails_at_once() {
    for code in [429, 503, 529] {
        let e = fails([busy(code, "900")], Deadline::after(Duration::from_secs(60))).await;
        assert!(
            matches!(
                e.error,
                ModelError::RateLimited {
                    seconds: Some(900),
                    ..
                }
            ),
            "{e}"
        );
        assert!(e.to_string().contains("a pause of 900 s"), "{e}");
        assert_eq!(e.calls, 1);
    }
}

#[tokio::test]
async fn d_what_may_pass_is_tried_three_times() {
    let down = status(503, "");
    let server = StandIn::start([down.clone(), down.clone(), ok(&text("{}"))]).await;
    assert_eq!(
        ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap()
            .calls,
        3
    );

    let e = fails([down.clone(), down.clone(), down], far()).await;
    assert!(matches!(e.error, ModelError::Refused { status: 503, .. }), "{e}");
    assert_eq!(e.calls, 3);

    let slow = status(429, r#"{"error":{"message":"slow down"}}"#);
    let e = fails([slow.clone(), slow.clone(), slow], far()).await;
    assert!(
        matches!(
            e.error,
            ModelError::RateLimited {
                status: 429,
                seconds: None,
                ..
            }
        ),
        "{e}"
    );
    assert_eq!(e.calls, 3);
}

#[tokio::test]
async fn d_a_broken_connection_may_pass_too() {
    let server = StandIn::start([Canned::HangUp, Canned::HangUp, ok(&text("{}"))]).await;
    assert_eq!(
        ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap()
            .calls,
        3
    );
    let e = fails([Canned::HangUp, Canned::HangUp, Canned::HangUp], far()).await;
    assert_eq!((e.error.kind(), e.calls), ("unreachable", 3));
}

#[tokio::test]
async fn d_no_server_is_named() {
    // A port that was just free: nobody listens there.
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let base_url = format!("http://{}/v1", free.local_addr().unwrap());
    drop(free);
    let e = ask(&model(endpoint(base_url.clone())), far()).await.unwrap_err();
    assert_eq!((e.error.kind(), e.calls), ("unreachable", 3));
    assert!(
        e.to_string().contains(&format!("{base_url}/chat/completions")),
        "{e}"
    );
}

#[tokio::test]
async fn e_a_stalled_request_is_sent_once_more() {
    for stall in [Canned::Silence, Canned::HalfABody] {
        let server = StandIn::start([stall.clone(), ok(&text("{}"))]).await;
        let mut short = endpoint(server.base_url.clone());
        short.timeout = Duration::from_millis(800);
        let reply = ask(&model(short), far()).await.unwrap();
        assert_eq!((reply.calls, server.seen().len()), (2, 2), "{stall:?}");
        assert_eq!(server.seen()[0].body, server.seen()[1].body);
    }
}

#[tokio::test]
async fn e_two_stalls_are_the_end() {
    let server = StandIn::start([Canned::Silence, Canned::HalfABody]).await;
    let mut short = endpoint(server.base_url.clone());
    short.timeout = Duration::from_millis(200);
    let e = ask(&model(short), far()).await.unwrap_err();
    assert_eq!((e.error.kind(), e.calls), ("timed-out", 2));
}

#[tokio::test]
async fn e_the_deadline_ends_a_stall_without_another_call() {
    let e = fails([Canned::Silence], Deadline::after(Duration::from_millis(300))).await;
    assert_eq!((e.error.kind(), e.calls), ("timed-out", 1));
    let e = fails([], Deadline::after(Duration::ZERO)).await;
    assert_eq!((e.error.kind(), e.calls), ("timed-out", 0));
}

#[tokio::test]
async fn f_a_refusal_is_one_call_and_keeps_the_key() {
    for code in [401, 403, 404] {
        let body = json!({"error": {"message": "Incorrect API key provided: sk-secret-4711.", "code": "x"}});
        let e = fails([status(code, &body.to_string())], far()).await;
        assert!(
            matches!(e.error, ModelError::Refused { status, .. } if status == code),
            "{e}"
        );
        assert!(e.to_string().contains("Incorrect API key provided: ***."), "{e}");
        assert_eq!(e.calls, 1);
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let moved = Canned::Answer(
        307,
        vec![("location", "http://127.0.0.1:1/v1".to_owned())],
        String::new(),
    );
    let e = fails([moved], far()).await;
    assert!(matches!(e.error, ModelError::Refused { status: 307, .. }), "{e}");
    assert!(e.error.hint().contains("redirects"));
}

#[tokio::test]
async fn an_error_behind_a_good_status_counts_as_one() {
    let hidden = ok(&json!({"error": {"code": 503, "message": "no provider is up"}}));
    let server = StandIn::start([hidden, ok(&text("{}"))]).await;
    assert_eq!(
        ask(&model(endpoint(server.base_url.clone())), far())
            .await
            .unwrap()
            .calls,
        2
    );
    let e = fails([ok(&json!({"error": "no such route"}))], far()).await;
    assert!(matches!(e.error, ModelError::Refused { status: 200, .. }), "{e}");
    assert!(e.to_string().contains("no such route"), "{e}");
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    let e = fails([status(200, &"x".repeat(5 << 20))], far()).await;
    assert!(e.to_string().contains("it is too long to be one"), "{e}");
    assert_eq!(e.calls, 1);
}

#[test]
fn the_key_is_nowhere_in_a_model() {
    let model = model(endpoint("http://127.0.0.1:1/v1".to_owned()));
    assert!(!format!("{model:?}").contains("4711"));
    let mut bad = endpoint("http://127.0.0.1:1/v1".to_owned());
    bad.api_key = Some("sk-secret-4711\n".into());
    let e = crate::model::Model::new(bad).unwrap_err();
    assert_eq!(e.kind(), "config");
    assert!(!format!("{e} {e:?}").contains("4711"));
}
