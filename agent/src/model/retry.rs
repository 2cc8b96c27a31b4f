//! What to do about an answer that isn't good: a pure decision, so that the whole table can be tested.

use std::time::Duration;

use super::wire::Complaint;

/// How many failures of the passing kind a question survives: three tries in all.
pub(super) const MAX_TRIES: u32 = 3;

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Send it again without the field that the server doesn't take.
    Without(Field),
    /// Give up: no credit.
    Quota,
    /// Give up: it would be refused again.
    Refuse,
    /// It may pass: try again later.
    Later,
}

/// Optional fields of a request, which not every server takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// `response_format`.
    JsonMode,
    /// `temperature`; some reasoning models take none.
    Temperature,
}

impl Field {
    /// Each with the name that errors use for it.
    const ALL: [(Field, &'static str); 2] = [
        (Field::JsonMode, "response_format"),
        (Field::Temperature, "temperature"),
    ];
}

/// Decides on an answer with a bad status. `sent` says whether a field went along; `asked_to_wait` whether the
/// answer had a `Retry-After`.
pub(super) fn next(
    status: u16,
    complaint: &Complaint,
    asked_to_wait: bool,
    sent: impl Fn(Field) -> bool,
) -> Next {
    let code = complaint.code.to_lowercase();
    let message = complaint.message.to_lowercase();
    // Spent credit comes with the status of a rate limit, and waiting never helps. The words alone are weaker:
    // providers also mention billing in limits that do pass, and then say when.
    let spent =
        code.contains("insufficient_quota") || message.contains("insufficient_quota") || status == 402;
    let sounds_spent = status == 429 && ["credit", "billing"].iter().any(|w| message.contains(w));
    if spent || (sounds_spent && !asked_to_wait) {
        return Next::Quota;
    }
    match status {
        400 | 422 => Field::ALL
            .iter()
            .find(|(field, name)| sent(*field) && (message.contains(name) || code.contains(name)))
            .map_or(Next::Refuse, |(field, _)| Next::Without(*field)),
        408 | 429 | 500.. => Next::Later,
        _ => Next::Refuse,
    }
}

/// How long to wait after so many failures: `step`, twice that, four times that. Never shorter than the server
/// asks. Without jitter: one run has one connection, and runs must be repeatable.
pub(super) fn pause(failed: u32, step: Duration, retry_after: Option<u64>) -> Duration {
    let own = step.saturating_mul(1 << failed.saturating_sub(1).min(2));
    own.max(Duration::from_secs(retry_after.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_answer() {
        for (status, code, message, wait, expect) in [
            (401, "invalid_api_key", "Incorrect API key", false, Next::Refuse),
            (403, "", "not allowed", false, Next::Refuse),
            (404, "model_not_found", "no such model", false, Next::Refuse),
            (301, "", "", false, Next::Refuse),
            (400, "", "messages is missing", false, Next::Refuse),
            (
                400,
                "",
                "'response_format' must be json_schema",
                false,
                Next::Without(Field::JsonMode),
            ),
            (
                422,
                "",
                "extra field response_format",
                false,
                Next::Without(Field::JsonMode),
            ),
            (
                400,
                "",
                "Unsupported value: 'temperature'",
                false,
                Next::Without(Field::Temperature),
            ),
            (
                429,
                "insufficient_quota",
                "You exceeded your quota",
                false,
                Next::Quota,
            ),
            (
                429,
                "insufficient_quota",
                "You exceeded your quota",
                true,
                Next::Quota,
            ),
            (402, "", "Payment required", false, Next::Quota),
            (429, "", "Your credit balance is too low", false, Next::Quota),
            (
                429,
                "",
                "Limit reached, see your billing details",
                true,
                Next::Later,
            ),
            (429, "rate_limit_exceeded", "slow down", false, Next::Later),
            (500, "", "", false, Next::Later),
            (503, "", "", true, Next::Later),
            (529, "overloaded_error", "Overloaded", false, Next::Later),
        ] {
            let complaint = Complaint {
                message: message.to_owned(),
                code: code.to_owned(),
            };
            assert_eq!(
                next(status, &complaint, wait, |_| true),
                expect,
                "{status} {code} {message}"
            );
        }
    }

    #[test]
    fn a_field_that_was_not_sent_is_not_taken_out_again() {
        let complaint = Complaint {
            message: "response_format and temperature".to_owned(),
            code: String::new(),
        };
        assert_eq!(
            next(400, &complaint, false, |f| f != Field::JsonMode),
            Next::Without(Field::Temperature)
        );
        assert_eq!(next(400, &complaint, false, |_| false), Next::Refuse);
    }

    #[test]
    fn pauses_double_and_obey_the_server() {
        let step = Duration::from_millis(250);
        let ms = |failed, after| pause(failed, step, after).as_millis();
        assert_eq!(
            [ms(1, None), ms(2, None), ms(3, None), ms(9, None)],
            [250, 500, 1000, 1000]
        );
        assert_eq!((ms(1, Some(2)), ms(1, Some(0))), (2000, 250));
    }
}
