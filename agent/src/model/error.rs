//! What can go wrong between us and a model, in words for people.

use std::fmt;
use std::time::Duration;

use super::Purpose;

/// A call to a model failed. The key appears in none of the texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// No connection, or it broke, on every try.
    #[error("no answer from {at}: {cause}")]
    Unreachable {
        /// What was tried.
        at: Box<Attempt>,
        /// What the system or the library said.
        cause: String,
    },
    /// The server answered that it won't do it, or that it can't.
    #[error("{at} answered with status {status}: {message}")]
    Refused {
        /// What was tried.
        at: Box<Attempt>,
        /// The HTTP status.
        status: u16,
        /// What the server said, shortened.
        message: String,
    },
    /// The account has no credit left. Waiting doesn't help.
    #[error("the account has no credit left, says {at}: {message} (status {status})")]
    Quota {
        /// What was tried.
        at: Box<Attempt>,
        /// The HTTP status.
        status: u16,
        /// What the server said, shortened.
        message: String,
    },
    /// The server wants a pause that is longer than the time left, or wanted one too often.
    #[error("{at} is busy (status {status}){}", pause(*seconds, *left))]
    RateLimited {
        /// What was tried.
        at: Box<Attempt>,
        /// The HTTP status: 429, 503, 529.
        status: u16,
        /// How long it wants us to wait, in seconds. `None` if it didn't say.
        seconds: Option<u64>,
        /// The time that was left.
        left: Duration,
    },
    /// No complete answer in time.
    #[error("{at} gave no complete answer in time")]
    TimedOut {
        /// What was tried.
        at: Box<Attempt>,
    },
    /// It answered, but not with anything that can be used.
    #[error("{at} gave no usable reply: {problem}; the reply was: {quote}")]
    InvalidReply {
        /// What was tried.
        at: Box<Attempt>,
        /// What is wrong with it.
        problem: String,
        /// The reply, at most 200 characters of it.
        quote: String,
    },
    /// A setting or a file can't be used. Nothing was sent.
    #[error("{message}")]
    Config {
        /// What is wrong with it.
        message: String,
        /// What to do about it.
        hint: String,
    },
}

/// What was tried when a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The full address, without any key.
    pub url: String,
    /// The model that was asked for.
    pub model: String,
    /// What it was asked for.
    pub purpose: Purpose,
    /// Requests sent so far, this one included.
    pub calls: u32,
    /// How long all of it took.
    pub took: Duration,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = if self.calls == 1 { "call" } else { "calls" };
        write!(
            f,
            "model `{}` at {} (asked to {}, {} {calls} in {})",
            self.model,
            self.url,
            self.purpose,
            self.calls,
            span(self.took)
        )
    }
}

impl ModelError {
    /// A short stable name to branch on.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "unreachable",
            Self::Refused { .. } => "refused",
            Self::Quota { .. } => "quota",
            Self::RateLimited { .. } => "rate-limited",
            Self::TimedOut { .. } => "timed-out",
            Self::InvalidReply { .. } => "invalid-reply",
            Self::Config { .. } => "config",
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &str {
        match self {
            Self::Unreachable { .. } => {
                "see that the server runs and that RETAP_MODEL_BASE_URL is its address (most end in /v1)"
            }
            Self::Refused {
                status: 401 | 403, ..
            } => "see that RETAP_MODEL_API_KEY is set, valid, and allowed to use this model",
            Self::Refused { status: 404, .. } => {
                "see that RETAP_MODEL_NAME and RETAP_MODEL_BASE_URL fit together"
            }
            Self::Refused {
                status: 300..=399, ..
            } => "redirects are not followed; put the address itself into RETAP_MODEL_BASE_URL",
            Self::Refused { status: 500.., .. } => {
                "the server is in trouble; try again later or use another one"
            }
            Self::Refused { .. } => {
                "the server doesn't take requests of this form; use another model or server"
            }
            Self::Quota { .. } => "add credit to the account, or set another model and key",
            Self::RateLimited { .. } => "run again later, run fewer tests at once, or allow more time",
            Self::TimedOut { .. } => {
                "raise RETAP_MODEL_TIMEOUT (milliseconds) or the time allowed for the step, or use a faster model"
            }
            Self::InvalidReply { .. } => "use a model that follows instructions better, or run again",
            Self::Config { hint, .. } => hint,
        }
    }
}

fn pause(seconds: Option<u64>, left: Duration) -> String {
    match seconds {
        Some(s) => format!(" and asks for a pause of {s} s; {} are left", span(left)),
        None => String::new(),
    }
}

/// A length of time for people: `812 ms`, `6.0 s`.
fn span(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(calls: u32, ms: u64) -> Box<Attempt> {
        Box::new(Attempt {
            url: "http://host/v1/chat/completions".to_owned(),
            model: "m".to_owned(),
            purpose: Purpose::Plan,
            calls,
            took: Duration::from_millis(ms),
        })
    }

    #[test]
    fn messages_say_what_was_tried_where_and_how_long() {
        let e = ModelError::RateLimited {
            at: at(1, 12),
            status: 429,
            seconds: Some(900),
            left: Duration::from_secs(60),
        };
        assert_eq!(
            e.to_string(),
            "model `m` at http://host/v1/chat/completions (asked to plan, 1 call in 12 ms) is busy (status 429) \
             and asks for a pause of 900 s; 60.0 s are left"
        );
        let e = ModelError::Unreachable {
            at: at(3, 1250),
            cause: "connection refused".to_owned(),
        };
        assert_eq!(
            e.to_string(),
            "no answer from model `m` at http://host/v1/chat/completions (asked to plan, 3 calls in 1.2 s): \
             connection refused"
        );
        assert_eq!((e.kind(), e.hint().is_empty()), ("unreachable", false));
    }
}
