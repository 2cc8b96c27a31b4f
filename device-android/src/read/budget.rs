//! How long the parts of a read may take.

use std::time::Duration;

use crate::dump::Limits;

/// Budgets of a read; all of them lie inside the caller's deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Until the first byte of the tree, at least; on a slow device 1.5 times its usual dump time.
    pub first_byte: Duration,
    /// Between two chunks of the tree, and for the focus behind it.
    pub stall: Duration,
    /// For all dumps of a read, at least; never less than twice the first-byte budget in force. A picture, if
    /// one is wanted and no tree came, lies outside of it.
    pub total: Duration,
    /// For a picture, at least; on a slow device 1.5 times what is usual.
    pub picture: Duration,
    /// How long a device or server that has gone away is waited for.
    pub connect: Duration,
    /// What the dump itself may cost.
    pub limits: Limits,
}

impl Default for Budgets {
    /// 4 s, 500 ms, 8 s; 4 s for a picture, which old devices take 2 s to encode; 4 s for a device to come back,
    /// which takes 3 s at most under a recent server.
    fn default() -> Self {
        Self {
            first_byte: Duration::from_secs(4),
            stall: Duration::from_millis(500),
            total: Duration::from_secs(8),
            picture: Duration::from_secs(4),
            connect: Duration::from_secs(4),
            limits: Limits::default(),
        }
    }
}

/// The budgets of one rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pace {
    pub(crate) first_byte: Duration,
    /// When a dump of a screen at rest would have begun.
    pub(crate) expected: Duration,
    pub(crate) stall: Duration,
    pub(crate) total: Duration,
}

impl Budgets {
    /// For one picture.
    pub(crate) fn of_picture(&self, usual: Usual) -> Duration {
        self.picture.max(usual.0.unwrap_or_default().mul_f64(1.5))
    }

    pub(crate) fn pace(&self, usual: Usual, patience: Duration) -> Pace {
        let expected = usual.0.map(|mean| mean.mul_f64(1.5));
        let first_byte = self.first_byte.max(expected.unwrap_or_default()).max(patience);
        Pace {
            first_byte,
            expected: expected.unwrap_or(first_byte),
            stall: self.stall,
            total: self.total.max(2 * first_byte),
        }
    }
}

/// What a good dump usually takes on this device: a running mean that forgets slowly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usual(Option<Duration>);

impl Usual {
    /// The time, or `None` before the first good read.
    pub fn time(self) -> Option<Duration> {
        self.0
    }

    /// This one, or that one if nothing is known yet.
    pub(crate) fn or(self, other: Usual) -> Usual {
        Self(self.0.or(other.0))
    }

    /// The same after one more good read.
    #[must_use]
    pub fn with(self, took: Duration) -> Self {
        Self(Some(
            self.0.map_or(took, |mean| mean.mul_f64(0.7) + took.mul_f64(0.3)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_device_gets_longer_budgets() {
        let (s, b) = (Duration::from_secs, Budgets::default());
        let pace = b.pace(Usual::default(), Duration::ZERO);
        assert_eq!((pace.first_byte, pace.total), (s(4), s(8)));
        assert_eq!(pace.expected, s(4));
        let pace = b.pace(Usual::default().with(s(2)), Duration::ZERO);
        assert_eq!((pace.first_byte, pace.expected), (s(4), s(3)));
        let pace = b.pace(Usual::default().with(s(6)), Duration::ZERO);
        assert_eq!(
            (pace.first_byte, pace.total, pace.stall),
            (s(9), s(18), Duration::from_millis(500))
        );
        assert_eq!(Usual::default().with(s(10)).with(s(20)).time(), Some(s(13)));
    }
}
