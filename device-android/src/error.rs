//! Everything that can go wrong between retap and an Android device.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use crate::lock::Holder;
use crate::read::ReadError;
use crate::screenshot::BadPicture;

/// An error of this crate. What it says is for people; [`Error::kind`] is for programs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The environment names a server address that is none.
    #[error("`{text}` in {variable} is no adb server address")]
    BadServerAddress {
        /// The environment variable.
        variable: &'static str,
        /// What it holds.
        text: String,
    },
    /// Nobody answers at the server's address.
    #[error("can't reach the adb server at {addr} (tried for {})", secs(*spent))]
    ServerUnreachable {
        /// The address.
        addr: SocketAddr,
        /// How long was tried.
        spent: Duration,
        /// What the system said.
        source: io::Error,
    },
    /// The server took a request and didn't answer.
    #[error("the adb server at {addr} did not answer `{request}` within {}", secs(*spent))]
    ServerTimeout {
        /// The address.
        addr: SocketAddr,
        /// The request.
        request: String,
        /// How long was waited.
        spent: Duration,
    },
    /// The server refused a request in words that are not known.
    #[error("the adb server refused {what}: {said}")]
    ServerFailed {
        /// What was asked for.
        what: String,
        /// Its words.
        said: String,
    },
    /// No device is attached.
    #[error("the adb server lists no device")]
    NoDevices,
    /// The device is not attached.
    #[error("there is no device {serial}{}", attached(listed))]
    DeviceNotFound {
        /// Its serial.
        serial: String,
        /// The devices there are, with their states, or empty if not asked for.
        listed: String,
    },
    /// Several devices are attached and none was chosen.
    #[error("more than one device is attached: {listed}")]
    MoreThanOneDevice {
        /// The devices with their states.
        listed: String,
    },
    /// The device is attached and doesn't answer.
    #[error("device {serial} is not ready: {state}")]
    Offline {
        /// Its serial.
        serial: String,
        /// What the server says about it.
        state: String,
    },
    /// The device hasn't allowed this computer yet.
    #[error("device {serial} has not authorized this computer")]
    Unauthorized {
        /// Its serial.
        serial: String,
    },
    /// The device refused to open a service.
    #[error("device {serial} refused to run `{what}`")]
    ServiceRefused {
        /// Its serial.
        serial: String,
        /// The program that was to run.
        what: String,
    },
    /// The device never said whether it opens the service. It may have run it all the same.
    #[error("device {serial} did not accept `{what}` within {}", secs(*spent))]
    ServiceTimeout {
        /// Its serial.
        serial: String,
        /// The program that was to run.
        what: String,
        /// How long was waited.
        spent: Duration,
    },
    /// The caller's time was up before the device could be told anything.
    #[error("no time was left for `{what}`: the deadline passed after {}", secs(*spent))]
    OutOfTime {
        /// What was to be asked.
        what: String,
        /// How long was tried.
        spent: Duration,
    },
    /// A command ran and didn't end in time.
    #[error("`{what}` on device {serial} did not end within {}", secs(*spent))]
    CommandTimeout {
        /// Its serial.
        serial: String,
        /// The program.
        what: String,
        /// How long was waited.
        spent: Duration,
    },
    /// The connection ended in the middle.
    #[error("the connection to {peer} closed during `{what}`")]
    Closed {
        /// The device or the server.
        peer: String,
        /// What was going on.
        what: String,
        /// True if the device had been told to do it.
        sent: bool,
        /// What the system said, if it said something.
        source: Option<io::Error>,
    },
    /// The peer doesn't speak the protocol.
    #[error("unexpected answer to `{what}` from {peer}: {got:?}")]
    Protocol {
        /// The device or the server.
        peer: String,
        /// What was going on.
        what: String,
        /// What came, lossily decoded.
        got: String,
        /// True if the device had been told to do it.
        sent: bool,
    },
    /// A command said more than allowed.
    #[error("`{what}` on device {serial} printed more than {limit} bytes")]
    OutputTooLarge {
        /// Its serial.
        serial: String,
        /// The program.
        what: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// The protocol has four hexadecimal digits for the length of a request.
    #[error("a command of {bytes} bytes is too long for adb (65,535 at most)")]
    CommandTooLong {
        /// Its length.
        bytes: usize,
    },
    /// The text has characters that the device can't be made to type.
    #[error(
        "can't type {characters}: `input text` of device {serial} takes printable ASCII only; nothing was typed"
    )]
    Unsendable {
        /// The serial of the device.
        serial: String,
        /// Each of them once.
        characters: String,
    },
    /// Old content can only go if it is known how much there is.
    #[error("can't replace what has the focus: how much it holds is only known of a field that was read")]
    ReplaceWithoutField,
    /// Not the name of a package or activity.
    #[error("`{name}` is no package or activity name")]
    BadName {
        /// What was given.
        name: String,
    },
    /// A command failed in its own words.
    #[error("`{what}` failed on device {serial} ({}): {}", exit_word(*exit), or_none(said))]
    Complaint {
        /// Its serial.
        serial: String,
        /// The program.
        what: String,
        /// Its exit code, if it came.
        exit: Option<u8>,
        /// The line that says it, at most 200 bytes.
        said: String,
    },
    /// The app was not started.
    #[error("device {serial} did not start {package}: {said}")]
    NotLaunched {
        /// Its serial.
        serial: String,
        /// The app.
        package: String,
        /// The device's words, or ours if it has none.
        said: String,
    },
    /// The app was started and isn't in front.
    #[error("{package} is not in front of device {serial} {} after its start (top window: {})", secs(*spent), or_unknown(window))]
    LaunchTimeout {
        /// Its serial.
        serial: String,
        /// The app.
        package: String,
        /// How long was waited.
        spent: Duration,
        /// The window in front, or empty.
        window: String,
    },
    /// The device is too old: no raw terminal for commands before API level 24.
    #[error("device {serial} runs Android API level {sdk}; retap needs 24 (Android 7)")]
    OldAndroid {
        /// Its serial.
        serial: String,
        /// Its API level.
        sdk: u32,
    },
    /// A command answered something that isn't understood.
    #[error("can't make sense of what `{what}` says on device {serial}: {got:?}")]
    Unreadable {
        /// Its serial.
        serial: String,
        /// The command.
        what: String,
        /// Its answer, at most 200 bytes.
        got: String,
    },
    /// The device is there and did not finish starting in time.
    #[error("device {serial} is still starting after {}: {stage}", secs(*spent))]
    NotBooted {
        /// Its serial.
        serial: String,
        /// How far it has come.
        stage: String,
        /// How long was waited.
        spent: Duration,
    },
    /// Somebody else reads the device; there can be one reader at a time.
    #[error("device {serial} is being read by {} (waited {})", reader(holder), secs(*spent))]
    Held {
        /// Its serial.
        serial: String,
        /// The other process; `None` if it is this one.
        holder: Option<Holder>,
        /// How long was waited.
        spent: Duration,
    },
    /// No picture could be had.
    #[error("no picture of the screen of {serial}: {why}")]
    Picture {
        /// The serial of the device.
        serial: String,
        /// What is wrong with what came.
        why: BadPicture,
    },
    /// The screen could not be read.
    #[error(transparent)]
    Read(Box<ReadError>),
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Error::Read(Box::new(error))
    }
}

/// A duration as people read it.
pub(crate) fn secs(d: Duration) -> String {
    format!("{:.2} s", d.as_secs_f64())
}

fn attached(listed: &str) -> String {
    if listed.is_empty() {
        String::new()
    } else {
        format!(" (attached: {listed})")
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

fn or_unknown(text: &str) -> &str {
    if text.is_empty() { "unknown" } else { text }
}

fn reader(holder: &Option<Holder>) -> String {
    holder
        .as_ref()
        .map_or_else(|| "another part of this program".to_owned(), Holder::to_string)
}

fn exit_word(exit: Option<u8>) -> String {
    exit.map_or_else(|| "no exit code".to_owned(), |code| format!("exit code {code}"))
}
