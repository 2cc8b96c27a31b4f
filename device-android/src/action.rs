//! What an action came to: done, not sent, or not known.

use retap_cache::device::{Deadline, DeviceError, Fault};

use crate::Error;
use crate::adb::Adb;
use crate::input::pieces;

/// An error of an action, and whether the action may have reached the device.
#[derive(Debug)]
pub(crate) struct ActError {
    pub(crate) error: Error,
    pub(crate) sent: bool,
}

impl ActError {
    /// The device has not been told to act yet, whatever it was asked.
    pub(crate) fn before(error: Error) -> Self {
        Self { error, sent: false }
    }
}

impl From<Error> for ActError {
    fn from(error: Error) -> Self {
        Self {
            sent: error.may_have_run(),
            error,
        }
    }
}

impl From<ActError> for DeviceError {
    fn from(e: ActError) -> Self {
        e.error
            .into_device_error(if e.sent { Fault::Uncertain } else { Fault::Refused })
    }
}

/// Runs a command that acts. Android's tools complain on either stream and often exit with 0 all the same.
/// `secret` never appears in the error.
pub(crate) async fn send(adb: &Adb, line: &str, secret: &str, deadline: Deadline) -> Result<(), ActError> {
    let output = adb.run(line, deadline).await?;
    let said = output.both();
    // Looked for in what was really said: a typed text may be part of any word of it.
    let complaint = complaint(&said);
    if complaint.is_none() && output.exit == Some(0) {
        return Ok(());
    }
    let said = complaint.or_else(|| first_line(&said)).unwrap_or_default();
    let said = clip(&masked(said, secret));
    let what = line.split_whitespace().next().unwrap_or_default().to_owned();
    Err(Error::Complaint {
        serial: adb.serial().to_owned(),
        what,
        exit: output.exit,
        said,
    }
    .into())
}

/// The text without the secret, nor any piece of it that was sent by itself. Before anything is cut short: half a
/// secret is one too.
fn masked(said: &str, secret: &str) -> String {
    let lines = secret.lines().filter(|l| !l.is_empty());
    lines
        .clone()
        .chain(lines.flat_map(pieces))
        .fold(said.to_owned(), |said, part| said.replace(part, "…"))
}

/// The line in which a tool says that it failed. A line with a Java class says more than the one before it that
/// only announces an exception. What names the thing to be started says nothing: an activity may be called
/// `ExceptionList`.
pub(crate) fn complaint(said: &str) -> Option<&str> {
    const CHATTER: [&str; 4] = ["Starting:", "Activity:", "Warning:", "Status:"];
    let lines = said
        .lines()
        .map(str::trim)
        .filter(|l| !CHATTER.iter().any(|c| l.starts_with(c)));
    let line = |is: fn(&str) -> bool| lines.clone().find(|l| is(l));
    line(|l| l.contains("Exception:"))
        .or_else(|| line(|l| l.starts_with("Error:") || l.starts_with("error:")))
        .or_else(|| line(|l| l.contains("Exception") || l.starts_with("Error") || l == "Killed"))
        .or_else(|| line(|l| l.ends_with("monkey aborted.")))
}

/// The first line that holds anything.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|l| !l.is_empty())
}

/// At most 200 bytes.
pub(crate) fn clip(text: &str) -> String {
    let end = (0..=text.len().min(200))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_is_told_from_chatter() {
        let npe = "\nException occurred while executing 'text':\njava.lang.NullPointerException: null array\n\tat x\n";
        assert_eq!(complaint(npe), Some("java.lang.NullPointerException: null array"));
        let start = "Starting: Intent { … }\nError type 3\nError: Activity class {a/b} does not exist.\n";
        assert_eq!(
            complaint(start),
            Some("Error: Activity class {a/b} does not exist.")
        );
        assert_eq!(complaint("Killed \n"), Some("Killed"));
        let fine = "Starting: Intent { … }\nStatus: ok\nComplete\nWarning: task brought to the front\n";
        assert_eq!(complaint(fine), None);
    }

    #[test]
    fn an_activity_may_be_called_what_it_likes() {
        let fine = "Starting: Intent { cmp=a/.ExceptionListActivity }\nStatus: ok\nActivity: a/.ExceptionListActivity\n";
        assert_eq!(complaint(fine), None);
    }

    #[test]
    fn a_secret_is_masked_in_a_complaint_and_never_hides_one() {
        let said = "java.lang.SecurityException: Injecting `e` requires INJECT_EVENTS";
        assert!(complaint(said).is_some());
        assert_eq!(
            masked("can't type pass%sword or s", "pass%sword"),
            "can't type … or s"
        );
        assert_eq!(masked("typed: pass%", "pass%sword"), "typed: …");
    }
}
