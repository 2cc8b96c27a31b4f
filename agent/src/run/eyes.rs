//! Looking at the screen: reads, how old they may be, whether the screen has left its old state.

use std::sync::Arc;
use std::time::{Duration, Instant};

use retap_cache::device::{Deadline, Want};
use retap_cache::feature::Pixels;
use retap_cache::screen::{Screen, Screens, Survey};

use super::Trouble;
use super::session::Session;

/// What has been seen.
#[derive(Debug, Default)]
pub(super) struct Eyes {
    /// The last read, good until something is done.
    last: Option<(Arc<Screen>, Instant)>,
    /// The screens of the run, for landmarks.
    pub(super) screens: Screens,
    /// The survey of the last read; reads between two actions are one screen.
    current: Option<Survey>,
    /// The picture of a read, made ready for look-ups.
    pub(super) pixels: Option<(Arc<Screen>, Option<Arc<Pixels>>)>,
}

impl Eyes {
    /// What was seen no longer counts: something was done. The screen is remembered.
    pub(super) fn turn(&mut self) {
        self.last = None;
        self.pixels = None;
        self.remember();
    }

    /// Remembers the screen of the last read.
    pub(super) fn remember(&mut self) {
        if let Some(survey) = self.current.take() {
            self.screens.add(survey);
        }
    }
}

impl Session<'_> {
    /// A new read.
    pub(super) async fn look(&mut self) -> Result<Arc<Screen>, Trouble> {
        self.look_for(Want::Tree).await
    }

    pub(super) async fn look_for(&mut self, want: Want) -> Result<Arc<Screen>, Trouble> {
        let began = Instant::now();
        let deadline = Deadline::after(self.timing.read);
        let read = self.device.observe(want, deadline).await;
        self.meter.device += began.elapsed();
        let screen = Arc::new(read?);
        self.eyes.current = Some(survey(&screen));
        self.eyes.last = Some((screen.clone(), Instant::now()));
        Ok(screen)
    }

    /// The last read if it is fresh enough to be acted on, else a new one.
    pub(super) async fn screen(&mut self) -> Result<Arc<Screen>, Trouble> {
        match &self.eyes.last {
            Some((screen, at)) if at.elapsed() <= self.timing.fresh => Ok(screen.clone()),
            _ => self.look().await,
        }
    }

    /// True if nothing newer than this read is needed before acting on it.
    pub(super) fn is_fresh(&self, screen: &Arc<Screen>) -> bool {
        self.eyes
            .last
            .as_ref()
            .is_some_and(|(s, at)| Arc::ptr_eq(s, screen) && at.elapsed() <= self.timing.fresh)
    }

    /// Reads until the screen has left the state of `before`, or the budget is spent. True if it has.
    pub(super) async fn settle(&mut self, before: &Screen, budget: Duration) -> Result<bool, Trouble> {
        let until = Deadline::after(budget);
        loop {
            let now = self.look().await?;
            if differs(before, &now) {
                return Ok(true);
            }
            if until.passed() {
                return Ok(false);
            }
            self.pause().await;
        }
    }

    /// A short pause between two looks.
    pub(super) async fn pause(&self) {
        tokio::time::sleep(self.timing.pause).await;
    }

    /// True if the tree is of the app under test: its activity or a dialog of its own. Memory acts on nothing
    /// else.
    pub(super) fn in_app(&self, screen: &Screen) -> bool {
        let front = front(screen);
        self.app
            .as_ref()
            .is_none_or(|app| front.is_empty() || app == front)
    }

    /// True if the tree is of the app under test, or of the app that the script has brought to the front last.
    pub(super) fn in_scope(&self, screen: &Screen) -> bool {
        self.in_app(screen) || self.launched.as_deref() == Some(front(screen))
    }
}

/// The package that the tree belongs to.
pub(super) fn front(screen: &Screen) -> &str {
    let root = &screen.window.package;
    if root.is_empty() {
        &screen.app.package
    } else {
        root
    }
}

/// True if the second read shows another state: something lasting changed, or another window is in front.
pub(super) fn differs(before: &Screen, after: &Screen) -> bool {
    before.tree.lasting_fingerprint() != after.tree.lasting_fingerprint() || !same_scene(before, after)
}

/// True if both reads are of the same window of the same activity. What one of them doesn't know is no difference:
/// in a transition the focus is nobody's.
pub(super) fn same_scene(a: &Screen, b: &Screen) -> bool {
    let same = |x: &str, y: &str| x.is_empty() || y.is_empty() || x == y;
    let activity = |s: &Screen| s.app.activity.clone().unwrap_or_default();
    same(&a.app.package, &b.app.package)
        && same(&activity(a), &activity(b))
        && same(&a.window.package, &b.window.package)
        && same(&a.window.title, &b.window.title)
}

/// Since when the screen has been the same.
pub(super) struct Stillness {
    needed: Duration,
    since: Option<(u64, Instant)>,
}

impl Stillness {
    pub(super) fn new(needed: Duration) -> Stillness {
        Stillness { needed, since: None }
    }

    /// Takes a look into account; true if it and earlier ones show the same for long enough.
    pub(super) fn look(&mut self, screen: &Screen, now: Instant) -> bool {
        let digest = screen.tree.lasting_fingerprint();
        match self.since {
            Some((last, at)) if last == digest => now.duration_since(at) >= self.needed,
            _ => {
                self.since = Some((digest, now));
                false
            }
        }
    }
}

/// What of a screen could serve as a landmark.
pub(super) fn survey(screen: &Screen) -> Survey {
    Survey::of(&screen.tree, screen.app.activity.as_deref().unwrap_or(""))
}

/// The words for a screen in prompts and messages.
pub(super) fn place(screen: &Screen) -> String {
    match &screen.app.activity {
        Some(activity) => format!("{}/{activity}", screen.app.package),
        None if screen.app.package.is_empty() => screen.window.package.clone(),
        None => screen.app.package.clone(),
    }
}
