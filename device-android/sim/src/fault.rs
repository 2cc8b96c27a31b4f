//! Ways in which a read of the screen goes wrong.

use std::time::Duration;

/// How long Android waits for a second of quiet before it gives up (`uiautomator` source: 10,000 ms).
pub(crate) const IDLE_LIMIT: Duration = Duration::from_secs(10);
/// The pause of a dump that trickles, unless another is set.
pub(crate) const TRICKLE_PAUSE: Duration = Duration::from_millis(200);
/// The size of a big dump, unless another is set.
pub(crate) const BIG: u32 = 10;

/// A fault of `uiautomator dump`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DumpFault {
    /// What happens instead of a tree.
    pub kind: FaultKind,
    /// How many dumps it spoils; `None` for all.
    pub times: Option<u32>,
    /// True if `--compressed` dumps are spared: they ignore events of not-important views, so they can reach
    /// idle where a plain dump can't.
    pub plain_only: bool,
}

/// What a spoiled dump does. A dump to a file does the same, with what it would have sent in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The screen never goes quiet: the idle error after `wait`, no tree, exit 0.
    NeverIdle {
        /// How long the dump waits for quiet; 10 s on Android.
        wait: Duration,
    },
    /// Nothing is ever answered; only closing the connection ends it.
    Hang,
    /// The tree comes byte by byte.
    Trickle {
        /// How long before each byte.
        pause: Duration,
    },
    /// Half of the tree comes, then nothing; the connection stays open.
    Half,
    /// Half of the tree comes, then the connection ends.
    Cut,
    /// The error about a null root, exit 0.
    NullRoot,
    /// The dumper dies of an uncaught exception: `Killed `, exit 137.
    Killed,
    /// Not a word, exit 0.
    Silent,
    /// A good dump with the noise of some vendors before it and behind it.
    Noise,
    /// The exception of a second UiAutomation client with its text, as some builds print it, then `Killed `.
    /// Most devices print `Killed ` alone: that is what a dump does while another one or a holder is there.
    AlreadyRegistered,
    /// The tree of the home screen, whatever is in front.
    WrongWindow,
    /// A good dump with so many nodes that it is that large.
    Big {
        /// Size of the XML in millions of bytes, at least.
        megabytes: u32,
    },
    /// The terminal can't be written: the success line alone. A dump to a file is spared.
    NoTty,
}

impl DumpFault {
    /// Spoils every dump from now on.
    pub fn new(kind: FaultKind) -> Self {
        Self {
            kind,
            times: None,
            plain_only: false,
        }
    }

    /// A screen that never goes quiet, with Android's own patience of 10 s.
    pub fn never_idle() -> Self {
        Self::new(FaultKind::NeverIdle { wait: IDLE_LIMIT })
    }

    /// A dump that never answers.
    pub fn hang() -> Self {
        Self::new(FaultKind::Hang)
    }

    /// Only so many dumps.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Only plain dumps; `--compressed` ones work.
    #[must_use]
    pub fn plain_only(mut self) -> Self {
        self.plain_only = true;
        self
    }
}

/// A fault of `screencap`, whether it gives a PNG or raw pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureFault {
    /// Two lines of a warning on standard error, before the picture.
    Warning,
    /// A line on standard output before the picture, and one behind it.
    Noise,
    /// Each line feed has become a carriage return and a line feed.
    LineEnds,
    /// The second half is missing.
    Cut,
    /// `Capturing failed.` and no picture, exit 1.
    Refused,
    /// Nothing is ever answered.
    Hang,
}

/// A dump, as far as a fault needs to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub(crate) compressed: bool,
    /// True if it goes to the terminal.
    pub(crate) to_tty: bool,
}

impl DumpFault {
    pub(crate) fn spoils(&self, attempt: Attempt) -> bool {
        let spared = (attempt.compressed && self.plain_only)
            || (self.kind == FaultKind::NoTty && !attempt.to_tty)
            || self.times == Some(0);
        !spared
    }
}

/// Takes the fault of the next dump out of the slot, counting it down.
pub(crate) fn next(slot: &mut Option<DumpFault>, attempt: Attempt) -> Option<FaultKind> {
    let fault = slot.as_mut().filter(|f| f.spoils(attempt))?;
    if let Some(left) = &mut fault.times {
        *left = left.saturating_sub(1);
    }
    Some(fault.kind.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_counts_the_dumps_that_it_spoils() {
        let to_tty = |compressed| Attempt {
            compressed,
            to_tty: true,
        };
        let mut slot = Some(DumpFault::hang().times(2).plain_only());
        let got: Vec<bool> = [false, true, false, false]
            .map(|compressed| next(&mut slot, to_tty(compressed)).is_some())
            .into();
        assert_eq!(got, [true, false, true, false]);
        assert_eq!(next(&mut None, to_tty(false)), None);
        let mut always = Some(DumpFault::never_idle());
        assert!((0..100).all(|_| next(&mut always, to_tty(true)).is_some()));
    }

    #[test]
    fn a_dump_to_a_file_needs_no_terminal() {
        let attempt = |to_tty| Attempt {
            compressed: false,
            to_tty,
        };
        let mut slot = Some(DumpFault::new(FaultKind::NoTty).times(1));
        assert_eq!(next(&mut slot, attempt(false)), None);
        assert_eq!(next(&mut slot, attempt(true)), Some(FaultKind::NoTty));
    }
}
