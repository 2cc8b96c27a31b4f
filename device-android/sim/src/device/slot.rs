//! The one place for a UiAutomation client: a second one is refused (`UiAutomationManagerService`).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// A dump asks for the place only once its VM has started, and that takes longer than this. So a dump that was
/// just cancelled has left it by then.
const VM_START: Duration = Duration::from_millis(150);
/// Process ids of readers start here, far from those of apps.
const FIRST_PID: u32 = 9_001;

/// A process as `ps` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    /// Its whole command line.
    pub(crate) args: String,
}

#[derive(Debug, Default, Clone)]
struct Holders {
    /// A program that isn't ours and stays.
    foreign: Option<Process>,
    dump: Option<Process>,
    started: u32,
}

/// The place and who holds it.
#[derive(Debug)]
pub(crate) struct Slot(watch::Sender<Holders>);

/// The place taken by a dump, until dropped.
#[derive(Debug)]
pub(crate) struct Held(Arc<Slot>);

impl Slot {
    pub(crate) fn new(holder: Option<&str>) -> Arc<Self> {
        let slot = Arc::new(Self(watch::Sender::new(Holders::default())));
        slot.set_holder(holder);
        slot
    }

    /// Puts a foreign program in the place, or takes it away.
    pub(crate) fn set_holder(&self, name: Option<&str>) {
        self.0.send_modify(|h| {
            h.foreign = name.map(|name| Process {
                pid: h.next_pid(),
                args: args_of(name),
            });
        });
    }

    /// Who holds the place now.
    pub(crate) fn processes(&self) -> Vec<Process> {
        let holders = self.0.borrow();
        holders.foreign.iter().chain(&holders.dump).cloned().collect()
    }

    /// Takes the place for a dump. `None` if somebody else has it.
    pub(crate) async fn take(self: &Arc<Self>, args: &str) -> Option<Held> {
        let try_it = async {
            let mut changes = self.0.subscribe();
            while !self.try_take(args) {
                // The sender lives as long as `self`.
                let _ = changes.changed().await;
            }
        };
        let taken = tokio::time::timeout(VM_START, try_it).await.is_ok();
        taken.then(|| Held(Arc::clone(self)))
    }

    fn try_take(&self, args: &str) -> bool {
        self.0.send_if_modified(|h| {
            let free = h.foreign.is_none() && h.dump.is_none();
            if free {
                h.dump = Some(Process {
                    pid: h.next_pid(),
                    args: args.to_owned(),
                });
            }
            free
        })
    }
}

impl Holders {
    fn next_pid(&mut self) -> u32 {
        self.started += 1;
        FIRST_PID + 7 * self.started
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.send_modify(|h| h.dump = None);
    }
}

/// A class is run by `app_process`; a package is the name of its own process.
fn args_of(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    if last.starts_with(|c: char| c.is_ascii_uppercase()) {
        format!("app_process / {name}")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_holds_the_place_at_a_time() {
        let slot = Slot::new(None);
        let first = slot.take("first").await;
        assert!(first.is_some() && slot.take("second").await.is_none());
        assert_eq!(slot.processes()[0].args, "first");
        // Somebody who leaves while the other starts is no obstacle.
        let (second, ()) = tokio::join!(slot.take("second"), async { drop(first) });
        assert_eq!(slot.processes()[0].args, "second");
        drop(second);
        assert_eq!(slot.processes(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn a_foreign_holder_stays_until_it_is_taken_away() {
        let slot = Slot::new(Some("com.wetest.uia2.Main"));
        assert!(slot.take("dump").await.is_none());
        assert_eq!(slot.processes()[0].args, "app_process / com.wetest.uia2.Main");
        slot.set_holder(Some("io.appium.uiautomator2.server"));
        assert_eq!(slot.processes()[0].args, "io.appium.uiautomator2.server");
        slot.set_holder(None);
        assert!(slot.take("dump").await.is_some());
    }
}
