//! One HTTP call, bounded in time and size. What its outcome means is for others to say.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::{Endpoint, ModelError};

/// Largest answer that is read: a hundred times the longest useful one.
const MAX_BODY: usize = 4 << 20;

/// A connection to one endpoint.
#[derive(Debug)]
pub(super) struct Http {
    client: Client,
    url: Url,
    key: Option<SecretString>,
}

/// A complete answer, good or bad.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) status: u16,
    /// `Retry-After` in seconds.
    pub(super) retry_after: Option<u64>,
    pub(super) body: Vec<u8>,
}

/// Why there was no complete answer.
#[derive(Debug)]
pub(super) enum Lost {
    /// The limit passed.
    Stalled,
    /// The answer grew beyond what is read.
    TooLong,
    /// No connection, or it broke; in the words of the deepest cause.
    Broken(String),
}

impl Http {
    /// [`ModelError::Config`] if the address or the key can't be used.
    pub(super) fn new(endpoint: &Endpoint) -> Result<Self, ModelError> {
        let url = endpoint.url()?;
        // Fails if one is installed already, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = &endpoint.api_key {
            let mut value =
                HeaderValue::from_str(&format!("Bearer {}", key.expose_secret())).map_err(|_| {
                    ModelError::Config {
                        message: "the model's API key holds characters that no HTTP header can carry"
                            .to_owned(),
                        hint: "see that it was copied whole, without line breaks".to_owned(),
                    }
                })?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let mut builder = Client::builder()
            .user_agent(concat!("retap/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            // Following one would turn the POST into a GET, or take the key elsewhere.
            .redirect(Policy::none())
            // We retry ourselves; both together would multiply.
            .retry(reqwest::retry::never());
        if url.scheme() == "http" {
            // Without TLS no root certificates are needed, and there are systems that have none.
            builder = builder.tls_certs_only([]);
        }
        if is_loopback(&url) {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|e| ModelError::Config {
            message: format!("no HTTP client can be made: {}", deepest(&e)),
            hint: "see that the system's root certificates are installed".to_owned(),
        })?;
        Ok(Self {
            client,
            url,
            key: endpoint.api_key.clone(),
        })
    }

    /// The address that calls go to. It holds no key.
    pub(super) fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Sends a body and reads the answer to its end; both together within `limit`.
    pub(super) async fn post(&self, body: &Value, limit: Duration) -> Result<Answered, Lost> {
        let call = async {
            let sent = self
                .client
                .post(self.url.clone())
                .body(body.to_string())
                .send()
                .await;
            let mut response = sent.map_err(|e| Lost::Broken(deepest(&e)))?;
            let (status, retry_after) = (response.status().as_u16(), retry_after(response.headers()));
            Ok(Answered {
                status,
                retry_after,
                body: read(&mut response).await?,
            })
        };
        tokio::time::timeout(limit, call)
            .await
            .unwrap_or(Err(Lost::Stalled))
    }

    /// The same text without the key: some servers repeat it in their errors.
    pub(super) fn scrub(&self, text: &str) -> String {
        match &self.key {
            // A key of a few letters (`none`, `x`) is no secret, and masking it would garble the words.
            Some(key) if key.expose_secret().len() > 5 => text.replace(key.expose_secret(), "***"),
            _ => text.to_owned(),
        }
    }
}

async fn read(response: &mut Response) -> Result<Vec<u8>, Lost> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|e| Lost::Broken(deepest(&e)))? {
        if body.len() + chunk.len() > MAX_BODY {
            return Err(Lost::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The deepest cause says what happened ("connection refused"); those above only say where it passed through.
fn deepest(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

fn is_loopback(url: &Url) -> bool {
    let host = url
        .host_str()
        .unwrap_or_default()
        .trim_start_matches('[')
        .trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// `Retry-After` in seconds: a number, or a date (RFC 9110, 10.2.3), which counts from the server's own clock if
/// it tells it.
fn retry_after(headers: &HeaderMap) -> Option<u64> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return (seconds >= 0.0).then_some(seconds.ceil() as u64);
    }
    let date = |text: &str| {
        jiff::fmt::rfc2822::DateTimeParser::new()
            .parse_timestamp(text)
            .ok()
    };
    let now = headers
        .get(DATE)
        .and_then(|d| d.to_str().ok())
        .and_then(date)
        .unwrap_or_else(jiff::Timestamp::now);
    Some(u64::try_from(date(text)?.as_second() - now.as_second()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_in_all_its_forms() {
        let read = |after: &str, date: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, after.parse().unwrap());
            if let Some(date) = date {
                headers.insert(DATE, date.parse().unwrap());
            }
            retry_after(&headers)
        };
        assert_eq!(read("2", None), Some(2));
        assert_eq!(read("0.3", None), Some(1));
        assert_eq!(read("soon", None), None);
        assert_eq!(read("-4", None), None);
        let (now, then) = ("Tue, 11 Aug 2026 10:00:00 GMT", "Tue, 11 Aug 2026 10:01:30 GMT");
        assert_eq!(read(then, Some(now)), Some(90));
        assert_eq!(read(now, Some(then)), Some(0));
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }

    #[test]
    fn loopback_is_known() {
        let is = |u: &str| is_loopback(&Url::parse(u).unwrap());
        assert!(is("http://127.0.0.1:8/v1") && is("http://localhost/v1") && is("http://[::1]:9/v1"));
        assert!(!is("http://127.example.com/v1") && !is("https://api.example.com/v1"));
    }
}
