//! The phone as its services share it: one lock, one clock, the log, the files, and the switches of the bench.

mod bench;
mod journal;
mod presence;
mod slot;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::files::Files;
use crate::phone::Phone;
use crate::spec::Spec;

pub(crate) use bench::Bench;
pub(crate) use journal::{Command, Journal};
pub(crate) use presence::{Cable, Plug, Reach};
pub(crate) use slot::Slot;

/// The second at which every phone starts, so that equal runs leave equal files.
const EPOCH: u32 = 1_700_000_000;

/// A phone that commands can reach.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) spec: Arc<Spec>,
    started: Instant,
    phone: Mutex<Phone>,
    /// Counts the changes of the phone.
    changes: watch::Sender<u64>,
    /// When the boot is complete.
    booted: Mutex<Instant>,
    pub(crate) bench: Bench,
    pub(crate) cable: Cable,
    pub(crate) files: Files,
    pub(crate) journal: Arc<Journal>,
    pub(crate) slot: Arc<Slot>,
}

impl Device {
    pub(crate) fn new(spec: Arc<Spec>) -> Arc<Self> {
        let started = Instant::now();
        Arc::new(Self {
            started,
            phone: Mutex::new(Phone::new(Arc::clone(&spec))),
            changes: watch::Sender::new(0),
            booted: Mutex::new(started + spec.hardware.boot),
            bench: Bench::new(&spec.faults),
            cable: Cable::new(spec.faults.missing),
            files: Files::new(EPOCH),
            journal: Arc::new(Journal::new(started)),
            slot: Slot::new(spec.hardware.holder.as_deref()),
            spec,
        })
    }

    /// The device's own time, in seconds since 1970.
    pub(crate) fn seconds(&self) -> u32 {
        EPOCH + u32::try_from(self.started.elapsed().as_secs()).unwrap_or(0)
    }

    /// Looks at the phone as it is now.
    pub(crate) fn look<T>(&self, f: impl FnOnce(&Phone) -> T) -> T {
        f(&self.now())
    }

    /// Changes the phone as it is now.
    pub(crate) fn change<T>(&self, f: impl FnOnce(&mut Phone) -> T) -> T {
        let result = f(&mut self.now());
        self.changes.send_modify(|n| *n += 1);
        result
    }

    fn now(&self) -> MutexGuard<'_, Phone> {
        let mut phone = lock(&self.phone);
        phone.advance(self.started.elapsed());
        phone
    }

    /// Resolves once `f` is true of the phone, looking again whenever something changes.
    pub(crate) async fn until(&self, f: impl Fn(&Phone) -> bool) {
        let mut changes = self.changes.subscribe();
        loop {
            changes.mark_unchanged();
            let Err(due) = self.step_until(&f) else { return };
            let by_itself = async {
                match due {
                    Some(due) => tokio::time::sleep_until(self.started + due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                // The sender lives as long as `self`.
                _ = changes.changed() => {}
                () = by_itself => {}
            }
        }
    }

    /// Looks after each thing that has happened by itself, so that a waiter who comes late misses none of them.
    /// The error is when the next one happens.
    fn step_until(&self, f: impl Fn(&Phone) -> bool) -> Result<(), Option<Duration>> {
        let mut phone = lock(&self.phone);
        let now = self.started.elapsed();
        loop {
            let due = phone.next_due();
            match due.filter(|due| *due <= now) {
                _ if f(&phone) => return Ok(()),
                Some(due) => phone.advance(due),
                None => return Err(due),
            }
        }
    }

    /// True once the boot is complete.
    pub(crate) fn is_booted(&self) -> bool {
        *lock(&self.booted) <= Instant::now()
    }

    /// The device restarts: out of reach for `away`, then it boots. What apps stored and the files stay.
    pub(crate) fn restart(&self, away: Duration) {
        *lock(&self.booted) = Instant::now() + away + self.spec.hardware.boot;
        self.slot.set_holder(None);
        self.cable.restart(away);
        self.change(Phone::reboot);
    }
}

/// A panic elsewhere leaves nothing half-done that a later reader could trip over.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::PhoneFile;

    #[tokio::test(start_paused = true)]
    async fn a_boot_takes_its_time_at_the_start_and_after_a_restart() {
        let text = "phone: { boot: 2s }\napps: { a.b: { start: s } }\nscreens: { s: { tree: View } }";
        let device = Device::new(PhoneFile::parse("p.yaml", text).unwrap().spec);
        let after = async |millis| {
            tokio::time::advance(Duration::from_millis(millis)).await;
            (device.is_booted(), device.cable.plug().reach())
        };
        assert_eq!(after(1_999).await, (false, Reach::Device));
        assert_eq!(after(1).await, (true, Reach::Device));
        device.restart(Duration::from_secs(1));
        assert_eq!(after(999).await, (false, Reach::Offline));
        assert_eq!(after(1).await, (false, Reach::Device));
        assert_eq!(after(2_000).await, (true, Reach::Device));
        assert_eq!(device.seconds(), EPOCH + 5);
    }
}
