//! Why a screen could not be read.

use std::time::Duration;

use retap_cache::screen::Attempt;

use crate::dump::DumpError;
use crate::error::secs;

/// What ended a read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// No byte of a tree came.
    #[error("no dump came{}", why_none(*cut_short))]
    FirstByteTimeout {
        /// True if the caller's time was up before a dump could be expected: that says nothing about the screen.
        cut_short: bool,
    },
    /// Bytes came, then none.
    #[error("the dump stalled after {bytes} bytes")]
    Stalled {
        /// How many came.
        bytes: usize,
    },
    /// Bytes kept coming too slowly.
    #[error("the dump was too slow: {bytes} bytes")]
    TotalTimeout {
        /// How many came.
        bytes: usize,
    },
    /// A whole dump without a single node; some dumpers answer so when they mean "not yet".
    #[error("the dump holds no node")]
    EmptyTree,
    /// The tree is of another app than the one that has the focus.
    #[error("the device handed out the tree of {got} while {want} has the focus")]
    WrongWindow {
        /// The package that has the focus.
        want: String,
        /// The package of the tree.
        got: String,
    },
    /// Another program holds the only accessibility connection of the device, and it is known which.
    #[error("another screen reader holds the device: {holder}")]
    Taken {
        /// Its name and process id.
        holder: String,
    },
    /// Something else than a dump came.
    #[error(transparent)]
    Dump(#[from] DumpError),
}

fn why_none(cut_short: bool) -> &'static str {
    if cut_short {
        " in time: it takes longer than there was left, or the screen is not idle"
    } else {
        ": the screen never came to rest (it is not idle), or the app in front hangs"
    }
}

impl ReadFault {
    /// A short stable name.
    pub const fn kind(&self) -> &'static str {
        match self {
            ReadFault::FirstByteTimeout { .. } => "first-byte-timeout",
            ReadFault::Stalled { .. } => "stalled",
            ReadFault::TotalTimeout { .. } => "total-timeout",
            ReadFault::EmptyTree => "empty-tree",
            ReadFault::WrongWindow { .. } => "wrong-window",
            ReadFault::Taken { .. } => DumpError::AlreadyRegistered.kind(),
            ReadFault::Dump(e) => e.kind(),
        }
    }

    /// True if a lost device would look the same.
    pub(crate) const fn may_be_loss(&self) -> bool {
        matches!(
            self,
            ReadFault::FirstByteTimeout { .. }
                | ReadFault::Stalled { .. }
                | ReadFault::Dump(DumpError::Truncated { .. } | DumpError::Silent)
        )
    }

    /// True if the screen was not quiet for a second, said or inferred.
    /// True if the screen may be looked at all the same. What somebody else holds, another app's tree or a tree
    /// that is not there yet is an error to be told, not to be covered by a picture.
    pub(crate) const fn permits_picture(&self) -> bool {
        matches!(
            self,
            ReadFault::FirstByteTimeout { .. }
                | ReadFault::Stalled { .. }
                | ReadFault::TotalTimeout { .. }
                | ReadFault::Dump(
                    DumpError::NotIdle
                        | DumpError::Killed
                        | DumpError::JavaException { .. }
                        | DumpError::Silent
                        | DumpError::Malformed { .. }
                        | DumpError::Truncated { .. }
                )
        )
    }

    pub(crate) const fn is_restless(&self) -> bool {
        matches!(
            self,
            ReadFault::FirstByteTimeout { cut_short: false } | ReadFault::Dump(DumpError::NotIdle)
        )
    }
}

/// A read that failed, with what a person needs to know about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// What ended it.
    pub fault: ReadFault,
    /// The device.
    pub serial: String,
    /// How long the whole read took.
    pub spent: Duration,
    /// How long all its dumps together might have taken.
    pub budget: Duration,
    /// Everything that was tried, in order.
    pub attempts: Vec<Attempt>,
    /// True if the screen was known or found not to come to rest.
    pub restless: bool,
    /// The window in front, if known.
    pub window: Option<String>,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (spent, budget) = (secs(self.spent), secs(self.budget));
        write!(f, "can't read the screen of {}: {}", self.serial, self.fault)?;
        if self.restless && !self.fault.is_restless() {
            f.write_str("; before that the screen never came to rest")?;
        }
        write!(f, " (after {spent}, budget {budget}")?;
        for (i, attempt) in self.attempts.iter().enumerate() {
            let (lead, result) = (if i == 0 { ": " } else { ", " }, attempt.error.unwrap_or("read"));
            write!(f, "{lead}{} {result} {}", attempt.rung.word(), secs(attempt.took))?;
        }
        write!(f, "; top window {})", self.window.as_deref().unwrap_or("unknown"))
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

impl ReadError {
    /// A short stable name.
    pub fn kind(&self) -> &'static str {
        self.fault.kind()
    }

    /// What to do next, or empty.
    pub fn hint(&self) -> &'static str {
        match &self.fault {
            ReadFault::FirstByteTimeout { .. } | ReadFault::Dump(DumpError::NotIdle) => {
                "a spinner, ticker or video keeps a screen from being idle; give the read more time or wait for it to end"
            }
            ReadFault::EmptyTree | ReadFault::Dump(DumpError::NullRoot) => {
                "the window has no content yet; this is normal for some seconds after the start of the device"
            }
            ReadFault::Taken { .. } | ReadFault::Dump(DumpError::AlreadyRegistered) => {
                "end the other screen reader: another test tool's server, or a uiautomator left running"
            }
            ReadFault::Dump(DumpError::Killed | DumpError::JavaException { .. } | DumpError::Silent) => {
                "see `adb logcat -s AndroidRuntime` for what ended it"
            }
            ReadFault::WrongWindow { .. } => {
                "the app may be starting or closing; if it stays so, restart the device"
            }
            ReadFault::Dump(DumpError::NoTty) => "is /data/local/tmp of the device writable and not full?",
            _ => "",
        }
    }
}
