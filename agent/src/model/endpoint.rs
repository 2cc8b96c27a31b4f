//! Where a model is and how it is addressed.

use std::time::Duration;

use reqwest::Url;
use secrecy::SecretString;

use super::ModelError;

/// Variable with the name of the model.
const NAME: &str = "RETAP_MODEL_NAME";
/// Variable with the address that `/chat/completions` is appended to.
const BASE_URL: &str = "RETAP_MODEL_BASE_URL";
/// Variable with the key.
const API_KEY: &str = "RETAP_MODEL_API_KEY";
/// Variable with the limit of one request in milliseconds.
const TIMEOUT: &str = "RETAP_MODEL_TIMEOUT";

/// A model behind an address that speaks chat completions.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The address without `/chat/completions`; for most servers it ends in `/v1`.
    pub base_url: String,
    /// The name of the model as the server knows it.
    pub name: String,
    /// The key, sent as a bearer token. `None` for servers that want none.
    pub api_key: Option<SecretString>,
    /// The limit of one request, body included.
    pub timeout: Duration,
    /// True for the scripted model: its answers come from a file, its tokens are estimates.
    pub scripted: bool,
}

impl Endpoint {
    /// The limit of one request if nobody sets one: 180 s, as in other tools of this kind.
    pub const TIMEOUT: Duration = Duration::from_millis(180_000);

    /// The endpoint that the environment names: `RETAP_MODEL_NAME`, `RETAP_MODEL_BASE_URL`,
    /// `RETAP_MODEL_API_KEY` and `RETAP_MODEL_TIMEOUT` (ms). `lookup` gives a variable's value; an empty one
    /// counts as not set.
    ///
    /// `None` if neither name nor address is set. [`ModelError::Config`] if only one of them is, or if a value
    /// can't be used.
    pub fn from_env(lookup: impl Fn(&str) -> Option<String>) -> Result<Option<Endpoint>, ModelError> {
        let set = |name: &str| {
            lookup(name)
                .map(|v| v.trim().to_owned())
                .filter(|v| !v.is_empty())
        };
        let (name, base_url) = match (set(NAME), set(BASE_URL)) {
            (None, None) => return Ok(None),
            (Some(name), Some(base_url)) => (name, base_url),
            (Some(_), None) => {
                return Err(config(
                    format!("{NAME} is set, but {BASE_URL} is not"),
                    "set both, for example RETAP_MODEL_BASE_URL=https://api.openai.com/v1",
                ));
            }
            // The value isn't quoted: a key that went into the wrong variable would be printed.
            (None, Some(_)) => {
                let hint = "set both; the name is what the server calls the model";
                return Err(config(format!("{BASE_URL} is set, but {NAME} is not"), hint));
            }
        };
        let timeout = match set(TIMEOUT) {
            None => Self::TIMEOUT,
            Some(text) => match text.parse() {
                Ok(ms) if ms > 0 => Duration::from_millis(ms),
                _ => {
                    return Err(config(
                        format!("{TIMEOUT} must be a whole number of milliseconds above 0, not `{text}`"),
                        "leave it out for the default of 180000",
                    ));
                }
            },
        };
        let api_key = set(API_KEY).map(SecretString::from);
        let endpoint = Endpoint {
            base_url,
            name,
            api_key,
            timeout,
            scripted: false,
        };
        endpoint.url()?;
        Ok(Some(endpoint))
    }

    /// The address that requests go to. [`ModelError::Config`] if `base_url` can't be used.
    pub(super) fn url(&self) -> Result<Url, ModelError> {
        let example = "it looks like https://api.openai.com/v1 or http://127.0.0.1:8000/v1";
        let base = self.base_url.trim().trim_end_matches('/');
        // Addresses are often copied whole from a curl example.
        let base = base.strip_suffix("/chat/completions").unwrap_or(base);
        // No message below quotes the address: it may be a key, or hold one.
        let url = Url::parse(&format!("{base}/chat/completions"))
            .map_err(|e| config(format!("the model's base URL is not a URL: {e}"), example))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(config(
                "the model's base URL must begin with http:// or https://",
                example,
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            let hint = "put the key into RETAP_MODEL_API_KEY and leave it out of the URL";
            return Err(config("the model's base URL holds a user name or password", hint));
        }
        if url.query().is_some() || url.fragment().is_some() {
            let hint = "end it before the `?` or `#`; a key belongs into RETAP_MODEL_API_KEY";
            return Err(config("the model's base URL holds a query or a fragment", hint));
        }
        Ok(url)
    }
}

fn config(message: impl Into<String>, hint: &str) -> ModelError {
    ModelError::Config {
        message: message.into(),
        hint: hint.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(vars: &[(&str, &str)]) -> Result<Option<Endpoint>, ModelError> {
        Endpoint::from_env(|name| {
            vars.iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| (*v).to_owned())
        })
    }

    #[test]
    fn nothing_set_is_no_endpoint() {
        assert!(read(&[]).unwrap().is_none());
        assert!(
            read(&[(API_KEY, "k"), (TIMEOUT, "5"), (NAME, " "), (BASE_URL, "")])
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn all_set_is_an_endpoint() {
        let e = read(&[
            (NAME, "m"),
            (BASE_URL, "http://host/v1/"),
            (API_KEY, "sk-1234"),
            (TIMEOUT, "1500"),
        ]);
        let e = e.unwrap().unwrap();
        assert_eq!(e.name, "m");
        assert_eq!(e.timeout, Duration::from_millis(1500));
        assert_eq!(e.url().unwrap().as_str(), "http://host/v1/chat/completions");
        assert!(!e.scripted);
        assert!(!format!("{e:?}").contains("sk-1234"));
        let e = read(&[(NAME, "m"), (BASE_URL, "http://host/v1/chat/completions")])
            .unwrap()
            .unwrap();
        assert_eq!((e.timeout, e.api_key.is_none()), (Endpoint::TIMEOUT, true));
        assert_eq!(e.url().unwrap().as_str(), "http://host/v1/chat/completions");
    }

    #[test]
    fn mistakes_are_named_and_nothing_secret_is_quoted() {
        for (vars, message) in [
            (
                vec![(NAME, "m")],
                "RETAP_MODEL_NAME is set, but RETAP_MODEL_BASE_URL is not",
            ),
            (
                vec![(BASE_URL, "sk-1234")],
                "RETAP_MODEL_BASE_URL is set, but RETAP_MODEL_NAME is not",
            ),
            (
                vec![(NAME, "m"), (BASE_URL, "sk-1234")],
                "the model's base URL is not a URL",
            ),
            (
                vec![(NAME, "m"), (BASE_URL, "ftp://host/sk-1234")],
                "must begin with http:// or https://",
            ),
            (
                vec![(NAME, "m"), (BASE_URL, "http://me:sk-1234@host/v1")],
                "holds a user name or password",
            ),
            (
                vec![(NAME, "m"), (BASE_URL, "http://host/v1?key=sk-1234")],
                "holds a query or a fragment",
            ),
            (
                vec![(NAME, "m"), (BASE_URL, "http://host/v1"), (TIMEOUT, "3s")],
                "milliseconds above 0, not `3s`",
            ),
            (
                vec![(NAME, "m"), (BASE_URL, "http://host/v1"), (TIMEOUT, "0")],
                "milliseconds above 0, not `0`",
            ),
        ] {
            let e = read(&vars).unwrap_err();
            assert!(e.to_string().contains(message), "{e}");
            assert!(!format!("{e} {e:?}").contains("sk-1234"), "{e}");
            assert_eq!(e.kind(), "config");
            assert!(!e.hint().is_empty());
        }
    }
}
