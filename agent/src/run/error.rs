//! Why a step ended without passing.

use retap_cache::device::{DeviceError, Fault};

use crate::model::{AskError, ModelError};

/// Whose matter a failure is; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The app did not do what the test says.
    Test,
    /// The script or the configuration can't be used.
    Usage,
    /// Device, app or files are not there or don't answer.
    Environment,
    /// The model can't be reached, refuses, or answers garbage.
    Model,
    /// Memory can't serve a step, and nobody else may.
    Stale,
    /// The user stopped it.
    Interrupted,
}

/// Why a step ended without passing, in words for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Trouble {
    /// Whose matter it is.
    pub class: Class,
    /// A short stable name.
    pub kind: String,
    /// What was tried, on what, for how long.
    pub message: String,
    /// What to do next, or empty.
    pub hint: String,
}

impl Trouble {
    /// The test failed: the app is not as the script says.
    pub fn test(kind: &str, message: impl Into<String>) -> Trouble {
        Trouble {
            class: Class::Test,
            kind: kind.to_owned(),
            message: message.into(),
            hint: String::new(),
        }
    }

    /// The environment is broken.
    pub fn environment(kind: &str, message: impl Into<String>) -> Trouble {
        Trouble {
            class: Class::Environment,
            ..Trouble::test(kind, message)
        }
    }

    /// The model can't be used.
    pub fn model(kind: &str, message: impl Into<String>) -> Trouble {
        Trouble {
            class: Class::Model,
            ..Trouble::test(kind, message)
        }
    }

    /// Something is missing that the user must provide.
    pub fn usage(kind: &str, message: impl Into<String>) -> Trouble {
        Trouble {
            class: Class::Usage,
            ..Trouble::test(kind, message)
        }
    }

    /// Memory can't serve a step, and nobody else may.
    pub fn stale(message: impl Into<String>) -> Trouble {
        Trouble {
            class: Class::Stale,
            ..Trouble::test("cache-stale", message)
        }
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Trouble {
        self.hint = hint.into();
        self
    }
}

/// An error in words, with what is behind it.
pub(crate) fn with_cause(e: &dyn std::error::Error) -> String {
    match e.source() {
        Some(cause) => format!("{e}: {cause}"),
        None => e.to_string(),
    }
}

impl From<DeviceError> for Trouble {
    fn from(e: DeviceError) -> Trouble {
        // What can't be sent as it stands is a matter of the script, not of the phone.
        const SCRIPT: [&str; 4] = [
            "unsendable-text",
            "replace-without-field",
            "bad-name",
            "command-too-long",
        ];
        let class = if SCRIPT.contains(&e.kind) {
            Class::Usage
        } else {
            Class::Environment
        };
        let message = match e.fault {
            Fault::Uncertain => format!(
                "{}; it may have reached the device, so it is not sent again",
                e.message
            ),
            _ => e.message,
        };
        Trouble {
            class,
            kind: e.kind.to_owned(),
            message,
            hint: e.hint,
        }
    }
}

impl From<&AskError> for Trouble {
    fn from(e: &AskError) -> Trouble {
        let class = if matches!(e.error, ModelError::Config { .. }) {
            Class::Usage
        } else {
            Class::Model
        };
        Trouble {
            class,
            kind: e.error.kind().to_owned(),
            message: e.error.to_string(),
            hint: e.error.hint().to_string(),
        }
    }
}
