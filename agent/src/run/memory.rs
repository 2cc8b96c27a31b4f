//! What a run learns: staged while it runs, kept if a later check of the same test passes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use retap_cache::device::Deadline;
use retap_cache::feature::{Feature, apart};
use retap_cache::plan::{Evidence, Params, Plan, Recorded, Target, bind};
use retap_cache::replay::{Reason, Refusal, Situation, wants_picture};
use retap_cache::screen::{NodeId, Screen, SizeClass, Survey, recognise};
use retap_cache::store::{Content, Cost, Key, Kind, Notes, Stored, Variant, Written};

use super::Trouble;
use super::event::{CacheEvent, CacheNote, Committed, Event, Saved};
use super::eyes::{Stillness, front, survey};
use super::hands::Sight;
use super::picture::tried;
use super::session::{Session, is_system, millis};

/// Something learned that waits for a check.
#[derive(Debug)]
pub(super) struct Staged {
    key: Key,
    /// The screen on which it begins.
    start: Survey,
    size: SizeClass,
    /// Nodes of that screen that can't be landmarks.
    without: Vec<NodeId>,
    /// Texts that can't be landmarks.
    values: Vec<String>,
    bound: BTreeMap<String, String>,
    content: Content,
    evidence: Evidence,
    cost: Cost,
    /// A recording whose elements are taken anew; it keeps all else.
    renewed: Option<Variant>,
    confirmed: bool,
}

/// What was learned, before it is staged.
pub(super) struct Lesson<'a> {
    pub(super) key: &'a Key,
    pub(super) params: &'a Params,
    /// The screen just before the first action.
    pub(super) start: &'a Arc<Screen>,
    /// The first element that was acted on, if the first action had one.
    pub(super) first: Option<&'a Sight>,
    pub(super) content: Content,
    pub(super) evidence: Evidence,
    pub(super) began: Instant,
}

/// Why a look at memory came to nothing.
type Missed = (Refusal, Option<Box<Stored>>);

impl Session<'_> {
    /// The key of a step, once the place is known. `None` if the app or its activity can't be named.
    pub(super) async fn key(
        &mut self,
        kind: Kind,
        prompt: &str,
        params: &Params,
    ) -> Result<Option<Key>, Trouble> {
        const LOOKS: usize = 5;
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

    /// The variants of an entry, without those that failed in this run.
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
        let entry = key.digest();
        let mut variants = read.variants;
        variants.retain(|s| !self.condemned.iter().any(|(e, v)| *e == entry && *v == s.name));
        variants
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
                Reason::NoEntry | Reason::OtherTest | Reason::OtherValue | Reason::Invalid => true,
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
        let (refusal, stored) = missed;
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

    /// Stages what was learned.
    pub(super) fn stage(&mut self, lesson: Lesson<'_>) {
        let Lesson {
            key,
            params,
            start,
            first,
            content,
            evidence,
            began,
        } = lesson;
        let (content, bound) = match content {
            Content::Plan(mut plan) => {
                let bound = bind(&mut plan, &evidence, &key.prompt, params).bound;
                (Content::Plan(plan), bound)
            }
            Content::Locate(target) => {
                let mut plan = as_plan(&target);
                let bound = bind(&mut plan, &evidence, &key.prompt, params).bound;
                let opened = plan.actions.first().and_then(Recorded::target).cloned();
                (Content::Locate(opened.unwrap_or(target)), bound)
            }
        };
        let tokens = self.meter.tokens;
        let cost = Cost {
            calls: self.meter.calls,
            input: tokens.input,
            output: tokens.output,
            estimated: tokens.estimated,
            ms: millis(began.elapsed()),
        };
        let without = match first.and_then(Sight::node) {
            Some(node) => apart(node),
            None => Vec::new(),
        };
        let detail = format!("{}; kept once a later check passes", what(&content));
        self.staged.push(Staged {
            key: key.clone(),
            start: survey(start),
            size: start.geometry.size_class(),
            without,
            values: params
                .values()
                .into_iter()
                .chain(self.typed.iter().cloned())
                .collect(),
            bound,
            content,
            evidence,
            cost,
            renewed: None,
            confirmed: false,
        });
        self.cache_note(note(CacheEvent::Staged, key.kind, None, detail));
    }

    /// Stages a recording that did its work, with those of its elements taken anew that lesser evidence had to find.
    pub(super) fn renew(
        &mut self,
        key: &Key,
        stored: &Stored,
        start: &Screen,
        features: impl IntoIterator<Item = (usize, Feature)>,
    ) {
        let mut variant = stored.variant.clone();
        let mut any = false;
        for (action, feature) in features {
            let target = match &mut variant.content {
                Content::Locate(target) => Some(target),
                Content::Plan(plan) => plan.actions.get_mut(action).and_then(Recorded::target_mut),
            };
            // What goes by a value or a place is told by other rules than a thing.
            let thing = |t: &&mut Target| !t.feature.by_value && t.feature.place.is_none();
            if let Some(target) = target.filter(thing) {
                target.feature = feature;
                any = true;
            }
        }
        if !any {
            return;
        }
        variant.notes.recorded = (self.now)();
        variant.notes.app_version = self.app_version.to_owned();
        let detail = format!(
            "{} taken anew; kept once a later check passes",
            what(&variant.content)
        );
        self.staged.push(Staged {
            key: key.clone(),
            start: survey(start),
            size: variant.size,
            without: Vec::new(),
            values: Vec::new(),
            bound: variant.bound.clone(),
            content: variant.content.clone(),
            evidence: variant.evidence.clone(),
            cost: variant.notes.cost,
            renewed: Some(variant),
            confirmed: false,
        });
        self.cache_note(note(CacheEvent::Staged, key.kind, None, detail));
    }

    /// A check passed: what was learned before it has proved itself.
    pub(super) fn confirm(&mut self) {
        self.staged.iter_mut().for_each(|s| s.confirmed = true);
    }

    /// Stores what was confirmed. Runs at the end of every attempt, passed or not.
    pub(super) fn commit(&mut self) -> (Committed, Vec<CacheNote>) {
        self.eyes.remember();
        let mut done = Committed::default();
        let mut notes = Vec::new();
        for s in std::mem::take(&mut self.staged) {
            let kind = s.key.kind;
            let made = if s.confirmed {
                let variant = s.renewed.clone().unwrap_or_else(|| self.variant(&s));
                let about = format!("{} for {:?}", what(&s.content), s.key.prompt);
                let written = self.store.write(&s.key, &variant);
                if written.is_ok() {
                    self.bury(&s, &variant);
                }
                match written {
                    Ok(Written::New | Written::Replaced) => {
                        done.recorded += 1;
                        let own = if variant.only.is_some() {
                            ", for this test only: nothing tells its screen from others"
                        } else {
                            ""
                        };
                        note(CacheEvent::Recorded, kind, None, format!("{about}{own}"))
                    }
                    Ok(Written::Same) => {
                        done.unchanged += 1;
                        note(CacheEvent::Unchanged, kind, None, about)
                    }
                    Ok(Written::NotWriting) => note(
                        CacheEvent::NotKept,
                        kind,
                        None,
                        format!("{about}: the cache is {}", self.store.mode().word()),
                    ),
                    Err(e) => {
                        let cause = std::error::Error::source(&e).map_or(String::new(), |c| format!(": {c}"));
                        note(CacheEvent::Problem, kind, None, format!("{about}: {e}{cause}"))
                    }
                }
            } else {
                done.unconfirmed += 1;
                let detail = format!(
                    "{} for {:?}: no check passed after it; add an `expect`",
                    what(&s.content),
                    s.key.prompt
                );
                note(CacheEvent::Unconfirmed, kind, None, detail)
            };
            self.sink.take(&Event::Cache(&made));
            notes.push(made);
        }
        (done, notes)
    }

    /// Removes tombstones of the screen that was learned anew: they would hide what replaces them.
    fn bury(&self, s: &Staged, healed: &Variant) {
        for old in self.store.read(&s.key).variants {
            let v = &old.variant;
            let same = v.locale == healed.locale && v.bound == healed.bound && old.name != healed.name();
            if same && v.invalid.is_some() && recognise(&v.landmarks, &s.start, true).is_some() {
                // One that can't be removed costs a miss later, no more.
                let _ = self.store.remove(&s.key, &old);
            }
        }
    }

    fn variant(&self, s: &Staged) -> Variant {
        let landmarks = self.eyes.screens.landmarks(&s.start, &s.without, &s.values);
        let tells = landmarks.len() >= 2 && landmarks.iter().any(|l| l.distinguishing);
        let device = self.device.capabilities();
        Variant {
            only: (!tells).then(|| self.test.to_owned()),
            landmarks,
            locale: device.locale.clone(),
            size: s.size,
            bound: s.bound.clone(),
            content: s.content.clone(),
            evidence: s.evidence.clone(),
            invalid: None,
            notes: Notes {
                recorded: (self.now)(),
                test: self.test.to_owned(),
                retap: env!("CARGO_PKG_VERSION").to_owned(),
                app_version: self.app_version.to_owned(),
                system: format!("{} {}", device.platform, device.os).trim().to_owned(),
                model: self.model.map(|m| m.name().to_owned()).unwrap_or_default(),
                cost: s.cost,
            },
        }
    }
}

pub(super) fn note(event: CacheEvent, kind: Kind, reason: Option<Reason>, detail: String) -> CacheNote {
    CacheNote {
        event,
        entry: match kind {
            Kind::Plan => "plan",
            Kind::Locate => "locate",
        },
        reason: reason.map(Reason::name),
        detail,
        advice: reason.map_or("", Reason::advice),
    }
}

fn what(content: &Content) -> String {
    match content {
        Content::Plan(plan) if plan.actions.len() == 1 => "a plan of 1 action".to_owned(),
        Content::Plan(plan) => format!("a plan of {} actions", plan.actions.len()),
        Content::Locate(target) => target.feature.describe(),
    }
}

/// One element as the plan of a tap, so that its parameters are judged by the same rule.
fn as_plan(target: &Target) -> Plan {
    let action = retap_cache::device::Action::Tap {
        target: target.clone(),
    };
    Plan {
        actions: vec![Recorded {
            action,
            quiet: false,
            dialog: false,
        }],
    }
}
