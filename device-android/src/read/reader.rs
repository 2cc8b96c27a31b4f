//! The reader of one device: it knows how long a dump usually takes here.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;
use retap_cache::screen::{App, Rung, Screen, Source, Window};
use tokio::time::sleep;

use super::attempt::{Bad, Good, attempt};
use super::budget::{Budgets, Usual};
use super::error::ReadError;
use super::focus::{Focus, focus};
use super::quality::quality;
use crate::Error;
use crate::adb::{Adb, in_words};
use crate::geometry::Display;

/// Pauses before a window without a tree is asked again.
const NOT_YET: [Duration; 3] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_millis(1000),
];
/// For a question that only makes an error clearer.
const ASIDE: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(crate) struct Reader {
    budgets: Budgets,
    usual: Usual,
}

impl Reader {
    pub(crate) fn new(budgets: Budgets) -> Self {
        Self {
            budgets,
            usual: Usual::default(),
        }
    }

    /// Reads the screen once. Only a window without a tree is asked again.
    pub(crate) async fn read(
        &mut self,
        adb: &Adb,
        display: Display,
        deadline: Deadline,
    ) -> Result<Screen, Error> {
        let began = Instant::now();
        let mut pauses = NOT_YET.iter();
        let mut attempts = 0;
        loop {
            attempts += 1;
            let pace = self.budgets.pace(self.usual);
            let (fault, budget, focus) = match attempt(adb, self.budgets.limits, pace, deadline).await {
                Ok(good) => {
                    self.usual = self.usual.with(good.took);
                    return Ok(screen(good, display, began));
                }
                Err(Bad::Broken(error)) => return Err(gone(adb, deadline).await.unwrap_or(error)),
                Err(Bad::Fault { fault, budget, focus }) => (fault, budget, focus),
            };
            // A device that dies looks like a dump that ends, or like one that never comes.
            if fault.may_be_loss()
                && let Some(error) = gone(adb, deadline).await
            {
                return Err(error);
            }
            if fault.is_not_yet()
                && let Some(pause) = pauses.next()
                // An attempt that can't end in time would only turn the reason into a time-out.
                && deadline.left() > *pause + self.usual.time().unwrap_or_default()
            {
                sleep(*pause).await;
                continue;
            }
            let window = top_window(adb, focus, deadline).await;
            let serial = adb.serial().to_owned();
            return Err(ReadError {
                fault,
                serial,
                spent: began.elapsed(),
                budget,
                attempts,
                window,
            }
            .into());
        }
    }
}

fn screen(good: Good, display: Display, began: Instant) -> Screen {
    let Good {
        dump, focus, bytes, ..
    } = good;
    let geometry = display.turned(dump.tree.rotation());
    let root = dump.tree.roots().next();
    let package = root.map(|r| r.package().to_owned()).unwrap_or_default();
    let bounds = root.map(|r| r.bounds()).unwrap_or_default();
    let quality = quality(&package, bounds, &geometry, &focus);
    let app = focus.app_in_front().map_or_else(App::default, |c| App {
        package: c.package,
        activity: Some(c.activity),
    });
    Screen {
        geometry,
        tree: dump.tree,
        app,
        window: Window {
            package,
            title: focus.window.unwrap_or_default(),
        },
        quality,
        // A stock dump waits for a second without an accessibility event.
        source: Source {
            rung: Rung::Plain,
            settled: true,
            took: began.elapsed(),
            bytes,
        },
    }
}

/// The window in front for an error message: as read, else asked for if there is time.
async fn top_window(adb: &Adb, known: Focus, deadline: Deadline) -> Option<String> {
    if known.window.is_some() || deadline.passed() {
        return known.window;
    }
    focus(adb, deadline.within(ASIDE))
        .await
        .ok()
        .and_then(|f| f.window)
}

/// Why the device can't be talked to, if the server says that it can't.
async fn gone(adb: &Adb, deadline: Deadline) -> Option<Error> {
    if deadline.passed() {
        return None;
    }
    let listed = match adb.server().devices(deadline.within(ASIDE)).await {
        Ok(listed) => listed,
        Err(error @ Error::ServerUnreachable { .. }) => return Some(error),
        Err(_) => return None,
    };
    let serial = adb.serial().to_owned();
    match listed.iter().find(|d| d.serial == serial) {
        None => Some(Error::DeviceNotFound {
            serial,
            listed: in_words(&listed),
        }),
        Some(d) if !d.usable() => Some(Error::Offline {
            serial,
            state: d.state.clone(),
        }),
        Some(_) => None,
    }
}
