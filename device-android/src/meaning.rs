//! What an error means to whoever gets it: its name, what to do next, and whether the device may have acted.

use std::time::Duration;

use retap_cache::device::{DeviceError, Fault};

use crate::Error;

/// From here on a device that doesn't accept a command is wedged; healthy ones accept in milliseconds.
const WEDGED: Duration = Duration::from_secs(1);

impl Error {
    /// A short stable name.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::BadServerAddress { .. } => "bad-server-address",
            Error::ServerUnreachable { .. } => "server-unreachable",
            Error::ServerTimeout { .. } => "server-timeout",
            Error::ServerFailed { .. } => "server-failed",
            Error::NoDevices => "no-devices",
            Error::DeviceNotFound { .. } => "device-not-found",
            Error::MoreThanOneDevice { .. } => "more-than-one-device",
            Error::Offline { .. } => "offline",
            Error::Unauthorized { .. } => "unauthorized",
            Error::ServiceRefused { .. } => "service-refused",
            Error::ServiceTimeout { .. } => "service-timeout",
            Error::OutOfTime { .. } => "out-of-time",
            Error::CommandTimeout { .. } => "command-timeout",
            Error::Closed { .. } => "closed",
            Error::Protocol { .. } => "protocol",
            Error::OutputTooLarge { .. } => "output-too-large",
            Error::CommandTooLong { .. } => "command-too-long",
            Error::Unsendable { .. } => "unsendable-text",
            Error::ReplaceWithoutField => "replace-without-field",
            Error::BadName { .. } => "bad-name",
            Error::Complaint { .. } => "command-failed",
            Error::NotLaunched { .. } => "not-launched",
            Error::LaunchTimeout { .. } => "launch-timeout",
            Error::OldAndroid { .. } => "old-android",
            Error::Unreadable { .. } => "unreadable-answer",
            Error::NotBooted { .. } => "not-booted",
            Error::Held { .. } => "held",
            Error::Picture { why, .. } => why.kind(),
            Error::Read(e) => e.kind(),
        }
    }

    /// What to do next, or empty.
    pub fn hint(&self) -> String {
        match self {
            Error::BadServerAddress { .. } => {
                "write tcp:HOST:PORT with an IP address or localhost, or a port"
            }
            Error::ServerUnreachable { .. } => {
                "start it with `adb start-server`, or set ADB_SERVER_SOCKET if it listens elsewhere"
            }
            Error::ServerTimeout { .. } => "restart the server: `adb kill-server`, then `adb start-server`",
            Error::NoDevices => "attach a device or start an emulator; `adb devices -l` should list it",
            Error::DeviceNotFound { .. } => {
                "see `adb devices -l`; a network device needs `adb connect HOST:PORT`"
            }
            Error::MoreThanOneDevice { .. } => "name one of them",
            Error::Offline { .. } => "replug or restart it, or `adb reconnect offline`",
            Error::Unauthorized { .. } => "confirm the dialog on the device that asks for USB debugging",
            Error::ServiceTimeout { .. } => "its adbd hangs: replug it, or `adb reconnect`",
            Error::Unsendable { .. } => "other characters need an extra keyboard on the device",
            Error::ReplaceWithoutField => "name the field, or append instead of replacing",
            Error::Complaint { said, .. } if said.contains("INJECT_EVENTS") => {
                "turn on \"USB debugging (Security settings)\" in the developer options"
            }
            Error::NotLaunched { .. } => "check the package name: `adb shell pm list packages`",
            Error::NotBooted { .. } => "give it more time, or look at its screen",
            Error::Held { holder: Some(_), .. } => {
                "wait for it to end, end it, or use another device: Android allows one screen reader at a time"
            }
            Error::Read(e) => return e.hint().to_owned(),
            _ => "",
        }
        .to_owned()
    }

    /// True if the device may have done what it was asked to.
    pub fn may_have_run(&self) -> bool {
        match self {
            // The server also says so when the device is lost after it was asked.
            Error::ServiceRefused { .. }
            | Error::ServiceTimeout { .. }
            | Error::CommandTimeout { .. }
            | Error::OutputTooLarge { .. }
            | Error::Complaint { .. }
            | Error::LaunchTimeout { .. } => true,
            Error::Closed { sent, .. } | Error::Protocol { sent, .. } => *sent,
            _ => false,
        }
    }

    /// True if the device or its server is what is broken.
    fn is_environment(&self) -> bool {
        match self {
            Error::CommandTooLong { .. }
            | Error::Unsendable { .. }
            | Error::ReplaceWithoutField
            | Error::BadName { .. }
            | Error::NotLaunched { .. }
            | Error::OutOfTime { .. }
            | Error::Held { holder: None, .. }
            | Error::Picture { .. }
            | Error::Read(_) => false,
            // A device that had no time to answer isn't wedged.
            Error::ServiceTimeout { spent, .. } => *spent >= WEDGED,
            _ => true,
        }
    }

    /// The same for whoever knows devices in general; `fault` is what it is unless the environment is broken.
    pub(crate) fn into_device_error(self, fault: Fault) -> DeviceError {
        // Whether an action arrived matters more than why not.
        let fault = match fault {
            Fault::Uncertain => fault,
            _ if self.is_environment() => Fault::Environment,
            _ => fault,
        };
        let mut message = self.to_string();
        let mut cause = std::error::Error::source(&self);
        while let Some(c) = cause {
            let text = c.to_string();
            if !message.contains(&text) {
                message = format!("{message}: {text}");
            }
            cause = c.source();
        }
        DeviceError::new(fault, self.kind(), message).hint(self.hint())
    }
}

impl From<Error> for DeviceError {
    /// For whatever is neither a read nor an action: nothing was sent that must not be sent again.
    fn from(error: Error) -> Self {
        error.into_device_error(Fault::Refused)
    }
}
