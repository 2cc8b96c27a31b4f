//! The scripted model's HTTP server on the loopback address.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::CONTENT_TYPE;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::task::{AbortHandle, JoinSet};

use super::request::text_of;
use super::{Goals, answer};
use crate::model::Endpoint;

/// Largest request that is read: far above any outline.
const MAX_BODY: usize = 8 << 20;
/// The only path there is.
const PATH: &str = "/v1/chat/completions";
/// The name that the model goes by.
const NAME: &str = "scripted";

/// A running scripted model. It stops, with all its connections, when dropped.
#[derive(Debug)]
pub struct ScriptedModel {
    address: SocketAddr,
    requests: Arc<AtomicUsize>,
    task: AbortHandle,
}

impl ScriptedModel {
    /// Starts it on a free port of 127.0.0.1. It needs a tokio runtime around it; without one, or without a
    /// port, that is the error.
    pub fn start(goals: Goals) -> io::Result<ScriptedModel> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = TcpListener::from_std(listener)?;
        let requests = Arc::new(AtomicUsize::new(0));
        let task = runtime
            .spawn(serve(listener, Arc::new(goals), requests.clone()))
            .abort_handle();
        Ok(Self {
            address,
            requests,
            task,
        })
    }

    /// How to reach it.
    pub fn endpoint(&self) -> Endpoint {
        Endpoint {
            base_url: format!("http://{}/v1", self.address),
            name: NAME.to_owned(),
            api_key: None,
            timeout: Duration::from_secs(30),
            scripted: true,
        }
    }

    /// How many requests it has seen, refused ones included.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, goals: Arc<Goals>, requests: Arc<AtomicUsize>) {
    // Held by this task, so that the connections end with it.
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // Out of sockets, or the connection was gone before it was taken: no reason to stop, nor to spin.
                let Ok((stream, _)) = accepted else {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                };
                let (goals, requests) = (goals.clone(), requests.clone());
                connections.spawn(async move {
                    let service = service_fn(move |request| {
                        requests.fetch_add(1, Ordering::Relaxed);
                        let goals = goals.clone();
                        async move { Ok::<_, Infallible>(respond(&goals, request).await) }
                    });
                    // It ends with an error when the client goes away in the middle, which is its right.
                    let _ = hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), service)
                        .await;
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn respond(goals: &Goals, request: Request<Incoming>) -> Response<Full<Bytes>> {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    if path != PATH {
        return refuse(
            StatusCode::NOT_FOUND,
            &format!("there is nothing at {path}; only {PATH}"),
        );
    }
    if method != Method::POST {
        return refuse(
            StatusCode::METHOD_NOT_ALLOWED,
            &format!("{PATH} takes POST, not {method}"),
        );
    }
    let body = match Limited::new(request.into_body(), MAX_BODY).collect().await {
        Ok(body) => body.to_bytes(),
        Err(e) => return refuse(StatusCode::BAD_REQUEST, &format!("the body can't be read: {e}")),
    };
    let body: Value = match serde_json::from_slice(&body) {
        Ok(body) => body,
        Err(e) => return refuse(StatusCode::BAD_REQUEST, &format!("the body is not JSON: {e}")),
    };
    if !body["messages"].is_array() {
        return refuse(StatusCode::BAD_REQUEST, "`messages` must be a list");
    }
    if body["stream"] == true {
        return refuse(StatusCode::BAD_REQUEST, "`stream` is not supported");
    }
    send(
        StatusCode::OK,
        &completion(&body, &answer(goals, &body).to_string()),
    )
}

/// A chat completion. Four characters count as a token: near enough, and said to be an estimate.
fn completion(request: &Value, content: &str) -> Value {
    let messages = request["messages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let input = messages
        .iter()
        .map(|m| text_of(&m["content"]).chars().count())
        .sum::<usize>()
        / 4;
    let output = content.chars().count() / 4;
    json!({
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": NAME,
        "choices": [{
            "index": 0,
            "message": {"role": "assistant", "content": content},
            "finish_reason": "stop",
        }],
        "usage": {
            "prompt_tokens": input,
            "completion_tokens": output,
            "total_tokens": input + output,
            "estimated": true,
        },
    })
}

fn refuse(status: StatusCode, message: &str) -> Response<Full<Bytes>> {
    let error = json!({"message": message, "type": "invalid_request_error", "param": null, "code": null});
    send(status, &json!({"error": error}))
}

fn send(status: StatusCode, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
    *response.status_mut() = status;
    response.headers_mut().insert(
        CONTENT_TYPE,
        hyper::header::HeaderValue::from_static("application/json"),
    );
    response
}
