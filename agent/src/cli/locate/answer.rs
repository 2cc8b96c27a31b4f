//! The answer to a look-up from one dump in another, as it is printed.

use retap_cache::feature::{Found, Miss, NotKept};
use serde::Serialize;

use super::show::rect;

/// How a look-up ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// The element is there.
    Found,
    /// It isn't, or that can't be proved.
    Missed,
    /// Its feature would not find it on its own screen.
    NotKept,
    /// The job itself is wrong.
    Error,
}

/// One line of JSON; what doesn't apply is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    rung: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
}

impl Answer {
    fn no(verdict: Verdict, reason: String) -> Answer {
        Answer {
            verdict,
            rung: None,
            by: None,
            bounds: None,
            reason: Some(reason),
        }
    }

    pub(super) fn error(reason: String) -> Answer {
        Answer::no(Verdict::Error, reason)
    }
}

impl From<&Found<'_>> for Answer {
    fn from(found: &Found<'_>) -> Answer {
        Answer {
            verdict: Verdict::Found,
            rung: Some(found.rung.word()),
            by: Some(found.by.word()),
            bounds: Some(rect(found.node.bounds())),
            reason: None,
        }
    }
}

impl From<&Miss> for Answer {
    fn from(miss: &Miss) -> Answer {
        Answer::no(Verdict::Missed, miss.to_string())
    }
}

impl From<&NotKept> for Answer {
    fn from(not: &NotKept) -> Answer {
        Answer::no(Verdict::NotKept, not.reason.clone())
    }
}
