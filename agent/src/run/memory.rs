//! What is remembered: asked before a step, counted when it serves, marked when it fails.

use std::sync::Arc;
use std::time::Instant;

use retap_cache::device::Deadline;
use retap_cache::plan::Params;
use retap_cache::replay::{Reason, Refusal, Situation, wants_picture};
use retap_cache::screen::Screen;
use retap_cache::store::{Key, Kind, Stored, Written};

use super::Trouble;
use super::event::{CacheEvent, CacheNote, Saved};
use super::eyes::{Stillness, front, survey};
use super::picture::tried;
use super::policy::refused;
use super::session::{Session, is_system};

/// Why a look at memory came to nothing.
type Missed = (Refusal, Option<Box<Stored>>);

impl Session<'_> {
    /// The key of a step, once the place is known. `None` if the app or its activity can't be named, and for steps that
    /// leave memory alone.
    pub(super) async fn key(
        &mut self,
        kind: Kind,
        prompt: &str,
        params: &Params,
    ) -> Result<Option<Key>, Trouble> {
        const LOOKS: usize = 5;
        if !self.cacheable {
            return Ok(None);
        }
        for _ in 0..LOOKS {
            let screen = self.screen().await?;
            let front = &screen.app.package;
            let app = match &self.app {
                Some(app) => app.clone(),
                None if is_system(front) => String::new(),
                None => front.clone(),
            };
            let place = screen.app.activity.as_deref().filter(|_| *front == app);
            if let Some(key) = Key::new(kind, &app, prompt, params.names(), place) {
                return Ok(Some(key));
            }
            self.pause().await;
            self.look().await?;
        }
        let detail = "the app in front has no known activity, or is not the app under test";
        self.missed(kind, Reason::NoPlace.because(detail));
        Ok(None)
    }

    /// The variants of an entry. Those that failed in this run, or that a policy does not trust, are marked and stay in the
    /// list.
    pub(super) fn recall(&mut self, key: &Key) -> Vec<Stored> {
        let read = self.store.read(key);
        for problem in read.problems {
            self.cache_note(note(
                CacheEvent::Problem,
                key.kind,
                Some(Reason::Unreadable),
                problem,
            ));
        }
        let mut variants = read.variants;
        for stored in &mut variants {
            if stored.variant.invalid.is_none() && self.is_condemned(key, &stored.name) {
                let why = Reason::Invalid.because("it failed in this run");
                stored.variant.invalid = Some(refused(why));
            }
        }
        self.trusted(key, variants)
    }

    /// True if the recording failed in this run.
    pub(super) fn is_condemned(&self, key: &Key, variant: &str) -> bool {
        let entry = key.digest();
        self.condemned.iter().any(|(e, v)| *e == entry && v == variant)
    }

    /// The start gate: looks until a recording fits. Another screen is given up once it holds still; on the right
    /// screen the element is waited for.
    pub(super) async fn gate<T>(
        &mut self,
        variants: &[Stored],
        params: &Params,
        mut fits: impl FnMut(&Arc<Screen>, &Situation<'_>) -> Result<T, Missed>,
    ) -> Result<Result<T, Missed>, Trouble> {
        let (start, target) = (
            Deadline::after(self.timing.start),
            Deadline::after(self.timing.target),
        );
        let mut still = Stillness::new(self.timing.still);
        loop {
            let mut screen = self.screen().await?;
            let locale = self.device.capabilities().locale.clone();
            if self.picture && self.in_app(&screen) && !tried(&screen) {
                let now = Situation {
                    tree: &screen.tree,
                    survey: &survey(&screen),
                    locale: &locale,
                    test: self.test,
                    params,
                    pixels: None,
                };
                if wants_picture(variants, &now) {
                    screen = self.look_with_picture().await?;
                }
            }
            let pixels = self.pixels(&screen).await;
            let missed = if self.in_app(&screen) {
                let survey = survey(&screen);
                let now = Situation {
                    tree: &screen.tree,
                    survey: &survey,
                    locale: &locale,
                    test: self.test,
                    params,
                    pixels: pixels.as_deref(),
                };
                match fits(&screen, &now) {
                    Ok(t) => return Ok(Ok(t)),
                    Err(missed) => missed,
                }
            } else {
                (
                    Reason::CannotTell.because(format!("{} is in front", front(&screen))),
                    None,
                )
            };
            let at_rest = still.look(&screen, Instant::now());
            let over = match missed.0.reason {
                // Only what the screen shows can change by waiting.
                Reason::NoEntry
                | Reason::Outdated
                | Reason::OtherTest
                | Reason::OtherValue
                | Reason::Invalid => true,
                Reason::NotFound => target.passed(),
                _ => at_rest || start.passed(),
            };
            if over {
                return Ok(Err(missed));
            }
            self.pause().await;
            self.look().await?;
        }
    }

    /// Notes a miss; a recording that failed where it should have held gets its tombstone at once.
    pub(super) fn give_up(&mut self, key: &Key, missed: Missed) {
        let (mut refusal, stored) = missed;
        if refusal.reason == Reason::NoEntry {
            for other in self.store.elsewhere(key) {
                refusal.detail.push_str(&format!("; it is recorded for {other}"));
            }
        }
        if let Some(stored) = stored.filter(|_| refusal.reason.condemns()) {
            self.condemn(key, &stored, &refusal);
        }
        self.missed(key.kind, refusal);
    }

    pub(super) fn missed(&mut self, kind: Kind, refusal: Refusal) {
        self.cache_note(note(
            CacheEvent::Missed,
            kind,
            Some(refusal.reason),
            refusal.detail,
        ));
    }

    /// The tombstone: on disk where the mode writes, for this run everywhere.
    pub(super) fn condemn(&mut self, key: &Key, stored: &Stored, refusal: &Refusal) {
        self.condemned.push((key.digest(), stored.name.clone()));
        let written = self
            .store
            .invalidate(key, stored, refusal.reason.name(), &refusal.detail);
        let detail = match written {
            Ok(Written::Aside) => format!("{} (for this run, and noted for review)", refusal.detail),
            Ok(Written::NotWriting) => format!("{} (for this run; the cache is not written)", refusal.detail),
            Ok(_) => refusal.detail.clone(),
            Err(e) => format!("{} (for this run: {e})", refusal.detail),
        };
        self.cache_note(note(
            CacheEvent::Invalidated,
            key.kind,
            Some(refusal.reason),
            detail,
        ));
    }

    /// Notes that a recording was used, and what that saved.
    pub(super) fn hit(&mut self, kind: Kind, stored: &Stored, detail: String) {
        let cost = &stored.variant.notes.cost;
        self.meter.saved.add(&Saved {
            hits: 1,
            calls: cost.calls,
            tokens: cost.input + cost.output,
            ms: cost.ms,
            estimated: cost.estimated,
        });
        self.cache_note(note(CacheEvent::Hit, kind, None, detail));
    }

    pub(super) fn not_kept(&mut self, kind: Kind, why: impl Into<String>) {
        self.cache_note(note(CacheEvent::NotKept, kind, None, why.into()));
    }
}

pub(super) fn note(event: CacheEvent, kind: Kind, reason: Option<Reason>, detail: String) -> CacheNote {
    CacheNote {
        event,
        entry: kind.word(),
        reason: reason.map(Reason::name),
        drift: matches!(event, CacheEvent::HandedOff | CacheEvent::Invalidated)
            || reason == Some(Reason::Invalid),
        detail,
        advice: reason.map_or("", Reason::advice),
    }
}
