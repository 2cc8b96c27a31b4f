//! Whether the adb server finds the device, and when it lost it.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// How the device hangs on its cable, and how often it was pulled off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plug {
    state: State,
    pulls: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Present,
    Missing,
    /// Known, but out of reach until then: it restarts.
    Offline(Instant),
}

/// What the adb server makes of the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Device,
    Offline,
    Missing,
}

impl Plug {
    pub(crate) fn reach(&self) -> Reach {
        match self.state {
            State::Offline(until) if Instant::now() < until => Reach::Offline,
            State::Present | State::Offline(_) => Reach::Device,
            State::Missing => Reach::Missing,
        }
    }
}

/// The cable.
#[derive(Debug)]
pub(crate) struct Cable(watch::Sender<Plug>);

impl Cable {
    pub(crate) fn new(missing: bool) -> Self {
        let state = if missing { State::Missing } else { State::Present };
        Self(watch::Sender::new(Plug { state, pulls: 0 }))
    }

    pub(crate) fn plug(&self) -> Plug {
        *self.0.borrow()
    }

    /// Puts it in or pulls it off. What runs over it is lost only when it is pulled off.
    pub(crate) fn set_present(&self, present: bool) {
        self.0.send_if_modified(|plug| {
            let was_missing = plug.state == State::Missing;
            plug.pulls += u64::from(!present && !was_missing);
            plug.state = if present { State::Present } else { State::Missing };
            was_missing == present
        });
    }

    /// Everything over it is lost, and it is out of reach for a while. A missing device stays missing.
    pub(crate) fn restart(&self, away: Duration) {
        self.0.send_if_modified(|plug| {
            let there = plug.state != State::Missing;
            if there {
                plug.state = State::Offline(Instant::now() + away);
                plug.pulls += 1;
            }
            there
        });
    }

    /// True if what was begun under `seen` still holds.
    pub(crate) fn is_same(&self, seen: Plug) -> bool {
        self.0.borrow().pulls == seen.pulls
    }

    /// Resolves once the device was lost since `seen`.
    pub(crate) async fn pulled(&self, seen: Plug) {
        let mut plug = self.0.subscribe();
        // The sender lives as long as `self`, so this can't fail.
        let _ = plug.wait_for(|p| p.pulls != seen.pulls).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_restart_loses_what_runs_and_ends_by_itself() {
        let cable = Cable::new(false);
        let seen = cable.plug();
        assert!(cable.is_same(seen));
        cable.restart(Duration::from_secs(3));
        cable.pulled(seen).await;
        assert_eq!(cable.plug().reach(), Reach::Offline);
        assert!(!cable.is_same(seen));
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(cable.plug().reach(), Reach::Device);

        cable.set_present(false);
        cable.restart(Duration::ZERO);
        assert_eq!(cable.plug().reach(), Reach::Missing);
        cable.set_present(true);
        assert_eq!(cable.plug().reach(), Reach::Device);
    }
}
