//! A server that gives canned answers in order and keeps every request.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Instant;

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// What the server does with one request.
#[derive(Debug, Clone)]
pub(super) enum Canned {
    /// Status, headers, body.
    Answer(u16, Vec<(&'static str, String)>, String),
    /// Nothing, for ever.
    Silence,
    /// The headers and half a body, then nothing for ever.
    HalfABody,
    /// The connection closes.
    HangUp,
}

/// A good answer.
pub(super) fn ok(body: &Value) -> Canned {
    Canned::Answer(200, Vec::new(), body.to_string())
}

/// An answer with a bad status.
pub(super) fn status(status: u16, body: &str) -> Canned {
    Canned::Answer(status, Vec::new(), body.to_owned())
}

/// One with `Retry-After`.
pub(super) fn busy(status: u16, retry_after: &str) -> Canned {
    Canned::Answer(
        status,
        vec![("retry-after", retry_after.to_owned())],
        "{}".to_owned(),
    )
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) at: Instant,
    pub(super) authorization: String,
    pub(super) body: Value,
}

#[derive(Debug, Default)]
struct State {
    answers: VecDeque<Canned>,
    seen: Vec<Seen>,
}

/// The server; it stops when dropped.
pub(super) struct StandIn {
    pub(super) base_url: String,
    state: Arc<Mutex<State>>,
    task: AbortHandle,
}

impl StandIn {
    pub(super) async fn start(answers: impl IntoIterator<Item = Canned>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            answers: answers.into_iter().collect(),
            seen: Vec::new(),
        }));
        let for_all = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = for_all.clone();
                let service = service_fn(move |request| respond(state.clone(), request));
                tokio::spawn(async move {
                    let server = hyper::server::conn::http1::Builder::new();
                    let _ = server.serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Self {
            base_url,
            state,
            task: task.abort_handle(),
        }
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.state.lock().unwrap().seen.clone()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn respond(state: Arc<Mutex<State>>, request: Request<Incoming>) -> io::Result<Response<Part>> {
    let at = Instant::now();
    assert_eq!(
        (request.method().as_str(), request.uri().path()),
        ("POST", "/v1/chat/completions")
    );
    let authorization = request
        .headers()
        .get("authorization")
        .map(|v| v.to_str().unwrap().to_owned());
    let body = request
        .into_body()
        .collect()
        .await
        .map_err(io::Error::other)?
        .to_bytes();
    let body = serde_json::from_slice(&body).map_err(io::Error::other)?;
    let answer = {
        let mut state = state.lock().unwrap();
        state.seen.push(Seen {
            at,
            authorization: authorization.unwrap_or_default(),
            body,
        });
        state
            .answers
            .pop_front()
            .unwrap_or_else(|| status(418, "no canned answer is left"))
    };
    match answer {
        Canned::Answer(status, headers, body) => {
            let mut response = Response::builder().status(status);
            for (name, value) in headers {
                response = response.header(name, value);
            }
            Ok(response
                .body(Part {
                    data: Some(body.into()),
                    stuck: false,
                })
                .unwrap())
        }
        Canned::Silence => std::future::pending().await,
        Canned::HalfABody => Ok(Response::new(Part {
            data: Some("{\"choices\":".into()),
            stuck: true,
        })),
        Canned::HangUp => Err(io::Error::other("hung up")),
    }
}

/// A body that ends after its data, or never.
struct Part {
    data: Option<Bytes>,
    stuck: bool,
}

impl Body for Part {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        match (self.data.take(), self.stuck) {
            (Some(data), _) => Poll::Ready(Some(Ok(Frame::data(data)))),
            (None, true) => Poll::Pending,
            (None, false) => Poll::Ready(None),
        }
    }
}
