//! The phone as its services share it: one lock, one clock, the log, and the switches of the test bench.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::fault::{self, DumpFault, FaultKind};
use crate::log::{CommandEnd, LogEntry};
use crate::phone::Phone;
use crate::spec::Spec;

/// A phone that commands can reach.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) spec: Arc<Spec>,
    started: Instant,
    phone: Mutex<Phone>,
    /// Counts the changes of the phone.
    changes: watch::Sender<u64>,
    fault: Mutex<Option<DumpFault>>,
    log: Mutex<Vec<LogEntry>>,
    running: watch::Sender<usize>,
    plug: watch::Sender<Plug>,
}

/// Whether the device hangs on its cable, and how often it was pulled off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plug {
    pub(crate) present: bool,
    pub(crate) pulls: u64,
}

impl Device {
    pub(crate) fn new(spec: Arc<Spec>) -> Arc<Self> {
        Arc::new(Self {
            started: Instant::now(),
            phone: Mutex::new(Phone::new(Arc::clone(&spec))),
            changes: watch::Sender::new(0),
            fault: Mutex::new(spec.fault.clone()),
            log: Mutex::default(),
            running: watch::Sender::new(0),
            plug: watch::Sender::new(Plug {
                present: spec.plugged,
                pulls: 0,
            }),
            spec,
        })
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

    /// What goes wrong with the dump that starts now.
    pub(crate) fn next_fault(&self, compressed: bool) -> Option<FaultKind> {
        fault::next(&mut lock(&self.fault), compressed)
    }

    pub(crate) fn set_fault(&self, fault: Option<DumpFault>) {
        *lock(&self.fault) = fault;
    }

    pub(crate) fn plug(&self) -> Plug {
        *self.plug.borrow()
    }

    pub(crate) fn set_present(&self, present: bool) {
        self.plug.send_if_modified(|p| {
            let changed = p.present != present;
            p.pulls += u64::from(changed && !present);
            p.present = present;
            changed
        });
    }

    /// Resolves once the device has been pulled off since `seen`.
    pub(crate) async fn pulled(&self, seen: Plug) {
        let mut plug = self.plug.subscribe();
        // The sender lives as long as `self`, so this can't fail.
        let _ = plug.wait_for(|p| p.pulls != seen.pulls).await;
    }

    pub(crate) fn log(&self) -> Vec<LogEntry> {
        lock(&self.log).clone()
    }

    pub(crate) fn running(&self) -> usize {
        *self.running.borrow()
    }

    /// Resolves once no command is running.
    pub(crate) async fn idle(&self) {
        let mut running = self.running.subscribe();
        let _ = running.wait_for(|n| *n == 0).await;
    }

    /// Notes that a command begins.
    pub(crate) fn begin(self: &Arc<Self>, service: String, command: String) -> Command {
        let entry = LogEntry {
            at: self.started.elapsed(),
            service,
            command,
            end: CommandEnd::Running,
        };
        let mut log = lock(&self.log);
        let number = log.len();
        log.push(entry);
        self.running.send_modify(|n| *n += 1);
        Command {
            device: Arc::clone(self),
            number,
            over: false,
        }
    }
}

/// A command in progress. Dropped before its end, it counts as cancelled.
#[derive(Debug)]
pub(crate) struct Command {
    device: Arc<Device>,
    number: usize,
    over: bool,
}

impl Command {
    /// Notes that it came to its end.
    pub(crate) fn done(&mut self, code: u8) {
        self.end(CommandEnd::Done(code));
    }

    fn end(&mut self, end: CommandEnd) {
        if std::mem::replace(&mut self.over, true) {
            return;
        }
        if let Some(entry) = lock(&self.device.log).get_mut(self.number) {
            entry.end = end;
        }
        self.device.running.send_modify(|n| *n = n.saturating_sub(1));
    }
}

impl Drop for Command {
    fn drop(&mut self) {
        self.end(CommandEnd::Cancelled);
    }
}

/// A panic elsewhere leaves nothing half-done that a later reader could trip over.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
