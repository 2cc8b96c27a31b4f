//! What an action came to: done, not sent, or not known.

use retap_cache::device::{Deadline, DeviceError, Fault};

use crate::Error;
use crate::adb::Adb;

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
    // Before anything is cut short: half a secret is one too.
    let said = secret
        .lines()
        .filter(|l| !l.is_empty())
        .fold(output.both(), |said, l| said.replace(l, "…"));
    let complaint = complaint(&said);
    if complaint.is_none() && output.exit == Some(0) {
        return Ok(());
    }
    let said = complaint.or_else(|| first_line(&said)).unwrap_or_default();
    let what = line.split_whitespace().next().unwrap_or_default().to_owned();
    Err(Error::Complaint {
        serial: adb.serial().to_owned(),
        what,
        exit: output.exit,
        said,
    }
    .into())
}

/// The line in which a tool says that it failed, at most 200 bytes. A line with a Java class says more than
/// the one before it that only announces an exception.
pub(crate) fn complaint(said: &str) -> Option<String> {
    let line = |is: fn(&str) -> bool| said.lines().map(str::trim).find(|l| is(l)).map(clip);
    line(|l| l.contains("Exception:"))
        .or_else(|| line(|l| l.starts_with("Error:") || l.starts_with("error:")))
        .or_else(|| line(|l| l.contains("Exception") || l.starts_with("Error") || l == "Killed"))
        .or_else(|| line(|l| l.ends_with("monkey aborted.")))
}

/// The first line that holds anything, at most 200 bytes.
pub(crate) fn first_line(text: &str) -> Option<String> {
    text.lines().map(str::trim).find(|l| !l.is_empty()).map(clip)
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
        assert_eq!(
            complaint(npe).as_deref(),
            Some("java.lang.NullPointerException: null array")
        );
        let start = "Starting: Intent { … }\nError type 3\nError: Activity class {a/b} does not exist.\n";
        assert_eq!(
            complaint(start).as_deref(),
            Some("Error: Activity class {a/b} does not exist.")
        );
        assert_eq!(complaint("Killed \n").as_deref(), Some("Killed"));
        let fine = "Starting: Intent { … }\nStatus: ok\nComplete\nWarning: task brought to the front\n";
        assert_eq!(complaint(fine), None);
    }
}
