//! What a run has learned and no check has proved yet: staged, confirmed, stored.
//!
//! A check that passes later in the same test confirms. It proves something only if it did not hold before the step as
//! well; what no check proves is *weak* and serves its own test.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use retap_cache::feature::{Feature, apart};
use retap_cache::plan::{Evidence, Params, Plan, Recorded, Target, bind};
use retap_cache::screen::{NodeId, Screen, SizeClass, Survey, recognise};
use retap_cache::store::{Content, Cost, Key, Notes, Stored, Variant, Written};

use super::error::with_cause;
use super::event::{CacheEvent, CacheNote, Committed, Event};
use super::eyes::survey;
use super::hands::Sight;
use super::memory::note;
use super::session::{Session, millis};
use crate::script::Check;

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
    /// The screen of each action of a plan.
    screens: Vec<Where>,
    cost: Cost,
    /// A recording that did its work again; it keeps all but what is said here.
    renewed: Option<Variant>,
    /// The screen before the step.
    before: Arc<Screen>,
    /// True if a check passed after it.
    confirmed: bool,
    /// True if such a check did not hold before it.
    proved: bool,
}

/// The screen of one action of a plan.
#[derive(Debug)]
pub(super) struct Where {
    survey: Survey,
    /// Nodes of it that can't be landmarks.
    without: Vec<NodeId>,
}

impl Where {
    pub(super) fn new(screen: &Screen, target: Option<&Sight>) -> Where {
        Where {
            survey: survey(screen),
            without: target.and_then(Sight::node).map_or(Vec::new(), apart),
        }
    }
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
    /// The screen of each action of a plan.
    pub(super) screens: Vec<Where>,
    pub(super) began: Instant,
}

impl Session<'_> {
    /// Stages what was learned.
    pub(super) fn stage(&mut self, lesson: Lesson<'_>) {
        let Lesson {
            key,
            params,
            start,
            first,
            content,
            evidence,
            screens,
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
            screens,
            cost,
            renewed: None,
            before: start.clone(),
            confirmed: false,
            proved: false,
        });
        self.cache_note(note(CacheEvent::Staged, key.kind, None, detail));
    }

    /// Stages a recording that did its work: with those of its elements taken anew that lesser evidence had to find,
    /// and, if it was weak, to be proved at last.
    pub(super) fn renew(
        &mut self,
        key: &Key,
        stored: &Stored,
        start: &Arc<Screen>,
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
        if !any && variant.weak.is_none() {
            return;
        }
        variant.notes.recorded = (self.now)();
        if !self.app_version.is_empty() {
            variant.notes.app_version = self.app_version.to_owned();
        }
        if let Some(model) = self.model {
            variant.notes.model = model.name().to_owned();
        }
        let taken = if any { " taken anew" } else { "" };
        let detail = format!(
            "{}{taken}; kept once a later check passes",
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
            screens: Vec::new(),
            cost: variant.notes.cost,
            renewed: Some(variant),
            before: start.clone(),
            confirmed: false,
            proved: false,
        });
        self.cache_note(note(CacheEvent::Staged, key.kind, None, detail));
    }

    /// A check passed on the app under test: what was learned before it is confirmed, and proved if the check did not
    /// hold then already.
    pub(super) fn confirm(&mut self, check: &Check) {
        let mut staged = std::mem::take(&mut self.staged);
        for s in &mut staged {
            s.confirmed = true;
            s.proved |= self.failed_on(check, &s.before);
        }
        self.staged = staged;
    }

    /// Stores what was confirmed. Runs at the end of every attempt, passed or not.
    pub(super) fn commit(&mut self, passed: bool) -> (Committed, Vec<CacheNote>) {
        let by_run = passed && self.script.cache.confirm_by_run;
        self.eyes.remember();
        let mut done = Committed::default();
        let mut notes = Vec::new();
        for s in std::mem::take(&mut self.staged) {
            // What failed after it did its work has its tombstone already.
            let name = s.renewed.as_ref().map(Variant::name);
            if name.as_ref().is_some_and(|n| self.is_condemned(&s.key, n)) {
                continue;
            }
            let made = if s.confirmed || by_run {
                self.keep(&s, &mut done)
            } else {
                done.unconfirmed += 1;
                let why = "no check passed after it; add an `expect`, or set `cache: { confirm: run }`";
                note(
                    CacheEvent::Unconfirmed,
                    s.key.kind,
                    None,
                    format!("{}: {why}", about(&s)),
                )
            };
            self.sink.take(&Event::Cache(&made));
            notes.push(made);
        }
        (done, notes)
    }

    /// Stores what was confirmed, unless something better is there.
    fn keep(&self, s: &Staged, done: &mut Committed) -> CacheNote {
        let mut variant = s.renewed.clone().unwrap_or_else(|| self.variant(s));
        // Once proved it stays so; a check that proves nothing does not undo that.
        let was_weak = s.renewed.as_ref().is_none_or(|v| v.weak.is_some());
        variant.weak = (was_weak && !s.proved).then(|| self.test.to_owned());
        let made = |event, more: &str| note(event, s.key.kind, None, format!("{}{more}", about(s)));
        if self.is_stronger_stored(&s.key, &variant) {
            return made(
                CacheEvent::NotKept,
                ": what is stored has been proved, and this has not",
            );
        }
        let written = if self.refresh.contains(&s.key.digest()) {
            self.store.refresh(&s.key, &variant)
        } else {
            self.store.write(&s.key, &variant)
        };
        if written.is_ok() {
            self.bury(s, &variant);
        }
        match written {
            Ok(Written::New | Written::Replaced) => {
                done.recorded += 1;
                let own = match (&variant.only, &variant.weak) {
                    (Some(_), _) => ", for this test only: nothing tells its screen from others",
                    (None, Some(_)) => {
                        ", weak, for this test only: no check after it failed before it; expect what it brings about"
                    }
                    (None, None) => "",
                };
                made(CacheEvent::Recorded, own)
            }
            Ok(Written::Same) => {
                done.unchanged += 1;
                made(CacheEvent::Unchanged, "")
            }
            Ok(Written::Aside) => {
                done.aside += 1;
                made(CacheEvent::Aside, "")
            }
            Ok(Written::NotWriting) => {
                let mode = self.store.mode().word();
                made(CacheEvent::NotKept, &format!(": the cache is {mode}"))
            }
            Err(e) => made(CacheEvent::Problem, &format!(": {}", with_cause(&e))),
        }
    }

    /// True if the same variant is stored, alive and proved, and this one is not.
    fn is_stronger_stored(&self, key: &Key, variant: &Variant) -> bool {
        let strong = |s: &Stored| {
            let v = &s.variant;
            s.name == variant.name() && v.weak.is_none() && v.invalid.is_none()
        };
        variant.weak.is_some()
            && !self.is_condemned(key, &variant.name())
            && self.store.read(key).variants.iter().any(strong)
    }

    /// Removes tombstones of the screen that was learned anew, which would hide what replaces them, and what a policy
    /// does not let serve any more.
    fn bury(&self, s: &Staged, healed: &Variant) {
        for old in self.store.read(&s.key).variants {
            let v = &old.variant;
            let same = v.locale == healed.locale && v.bound == healed.bound && old.name != healed.name();
            let as_good =
                v.only == healed.only && v.size == healed.size && (healed.weak.is_none() || v.weak.is_some());
            let failed = v.invalid.is_some()
                || self.is_condemned(&s.key, &old.name)
                || (as_good && self.is_outdated(&v.notes));
            if same && failed && recognise(&v.landmarks, &s.start, true).is_some() {
                // One that can't be removed costs a miss later, no more.
                let _ = self.store.remove(&s.key, &old);
            }
        }
    }

    /// The content, with what tells the screen of each later action. A plan that has come to another screen than it
    /// was recorded on must touch nothing there, however familiar its buttons look.
    fn on_their_screens(&self, s: &Staged) -> Content {
        let mut content = s.content.clone();
        if let Content::Plan(plan) = &mut content {
            for (action, at) in plan.actions.iter_mut().zip(&s.screens).skip(1) {
                if at.survey.same_screen(&s.start) {
                    continue;
                }
                let landmarks = self.eyes.screens.landmarks(&at.survey, &at.without, &s.values);
                if landmarks.iter().any(|l| l.distinguishing) {
                    action.landmarks = landmarks;
                }
            }
        }
        content
    }

    fn variant(&self, s: &Staged) -> Variant {
        let landmarks = self.eyes.screens.landmarks(&s.start, &s.without, &s.values);
        let tells = landmarks.len() >= 2 && landmarks.iter().any(|l| l.distinguishing);
        let device = self.device.capabilities();
        Variant {
            only: (!tells).then(|| self.test.to_owned()),
            weak: None,
            landmarks,
            locale: device.locale.clone(),
            size: s.size,
            bound: s.bound.clone(),
            content: self.on_their_screens(s),
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

/// What was learned, and for what words.
fn about(s: &Staged) -> String {
    format!("{} for {:?}", what(&s.content), s.key.prompt)
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
            landmarks: Vec::new(),
        }],
    }
}
