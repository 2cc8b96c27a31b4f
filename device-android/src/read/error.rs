//! Why a screen could not be read.

use std::time::Duration;

use crate::dump::DumpError;
use crate::error::secs;

/// What ended a read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// No byte of a tree came.
    #[error("no dump came: the screen is not idle, or the app in front hangs")]
    FirstByteTimeout,
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
    /// Something else than a dump came.
    #[error(transparent)]
    Dump(#[from] DumpError),
}

impl ReadFault {
    /// A short stable name.
    pub const fn kind(&self) -> &'static str {
        match self {
            ReadFault::FirstByteTimeout => "first-byte-timeout",
            ReadFault::Stalled { .. } => "stalled",
            ReadFault::TotalTimeout { .. } => "total-timeout",
            ReadFault::EmptyTree => "empty-tree",
            ReadFault::Dump(e) => e.kind(),
        }
    }

    /// True if a lost device would look the same.
    pub(crate) const fn may_be_loss(&self) -> bool {
        matches!(
            self,
            ReadFault::FirstByteTimeout
                | ReadFault::Stalled { .. }
                | ReadFault::Dump(DumpError::Truncated { .. } | DumpError::Silent)
        )
    }

    /// True if the window had no tree yet: worth asking again soon.
    pub(crate) const fn is_not_yet(&self) -> bool {
        matches!(self, ReadFault::EmptyTree | ReadFault::Dump(DumpError::NullRoot))
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
    /// How long the last dump might have taken up to the point where it failed.
    pub budget: Duration,
    /// How many dumps were asked for.
    pub attempts: u32,
    /// The window in front, if known.
    pub window: Option<String>,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (spent, budget) = (secs(self.spent), secs(self.budget));
        write!(
            f,
            "can't read the screen of {}: {} (after {spent}, budget {budget}",
            self.serial, self.fault
        )?;
        if self.attempts > 1 {
            write!(f, ", {} attempts", self.attempts)?;
        }
        write!(f, ", top window {})", self.window.as_deref().unwrap_or("unknown"))
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
            ReadFault::FirstByteTimeout | ReadFault::Dump(DumpError::NotIdle) => {
                "a spinner, ticker or video keeps a screen from being idle; give the read more time or wait for it to end"
            }
            ReadFault::EmptyTree | ReadFault::Dump(DumpError::NullRoot) => {
                "the window has no content yet; this is normal for some seconds after the start of the device"
            }
            ReadFault::Dump(DumpError::AlreadyRegistered) => {
                "end the other screen reader: another test tool's server, or a uiautomator left running"
            }
            ReadFault::Dump(DumpError::Killed | DumpError::JavaException { .. } | DumpError::Silent) => {
                "see `adb logcat -s AndroidRuntime` for what ended it"
            }
            _ => "",
        }
    }
}
