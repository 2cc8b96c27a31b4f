//! Ways in which a screen read goes wrong.

use std::time::Duration;

/// How long Android waits for a second of quiet before it gives up (`uiautomator` source: 10,000 ms).
pub(crate) const IDLE_LIMIT: Duration = Duration::from_secs(10);

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

/// What a spoiled dump does.
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

/// Takes the fault of the next dump out of the slot, counting it down.
pub(crate) fn next(slot: &mut Option<DumpFault>, compressed: bool) -> Option<FaultKind> {
    let fault = slot.as_mut()?;
    if compressed && fault.plain_only {
        return None;
    }
    match &mut fault.times {
        None => Some(fault.kind.clone()),
        Some(0) => None,
        Some(left) => {
            *left -= 1;
            Some(fault.kind.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_counts_the_dumps_that_it_spoils() {
        let mut slot = Some(DumpFault::hang().times(2).plain_only());
        let got: Vec<bool> = [false, true, false, false]
            .map(|compressed| next(&mut slot, compressed).is_some())
            .into();
        assert_eq!(got, [true, false, true, false]);
        assert_eq!(next(&mut None, false), None);
        let mut always = Some(DumpFault::never_idle());
        assert!((0..100).all(|_| next(&mut always, true).is_some()));
    }
}
