//! Replaying a recorded plan: each target is found and confirmed before it is touched, and the effect must show.

use std::sync::Arc;

use retap_cache::device::{Action, Deadline};
use retap_cache::feature::{Feature, picture_decides};
use retap_cache::plan::{Params, Plan, Recorded, Target};
use retap_cache::replay::{self, Reason, Refusal, proves, seek};
use retap_cache::screen::{Flags, Screen, recognise};
use retap_cache::store::{Content, Key, Kind, Stored};

use super::Trouble;
use super::event::{CacheEvent, How, Located};
use super::eyes::{front, place, survey};
use super::found::{Doubt, Find};
use super::hands::{Deed, Fell, Sight, Touched, editable};
use super::memory::note;
use super::picture::{Look, tried};
use super::reach::END;
use super::session::Session;
use crate::ground::{Answer, Outline, answer, question};
use crate::model::Purpose;
use crate::plan::{Done, Outcome};

/// What a replay came to.
pub(super) enum Replayed {
    /// Nothing was done; the model begins at the top.
    Nothing,
    /// The whole plan ran and its effect is proved.
    Whole,
    /// Some of it ran; the model goes on from here.
    Part {
        /// What was done.
        done: Vec<Done>,
        /// What the model must know.
        note: String,
        /// True if the screen changed on the way.
        changed: bool,
    },
}

/// A plan in the middle of its replay.
struct Progress {
    done: Vec<Done>,
    changed: bool,
    /// The screen before the first action.
    before: Option<Arc<Screen>>,
    /// Elements that lesser evidence or the model found, by action, as they are now.
    anew: Vec<(usize, Feature)>,
    /// How often a picture should have been compared and none could be had.
    unseen: usize,
    /// Words of elements that the model was asked for.
    asked: Vec<String>,
    /// Why the first element was not found at the start gate, which has waited for it.
    first_missed: Option<Refusal>,
    /// True if the last action changed the screen.
    last_changed: bool,
    /// True if the last action did to the screen what it did when it was recorded.
    as_recorded: bool,
}

/// True if the plan finds something by the value of a parameter: with another value it may well fail.
fn by_value(plan: &Plan) -> bool {
    let mut targets = plan.actions.iter().filter_map(Recorded::target);
    targets.any(|t| t.feature.by_value)
}

/// True if the element may still be there for someone who understands its words.
fn heals(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::NotFound | Reason::Ambiguous | Reason::Contradiction
    )
}

impl Session<'_> {
    pub(super) async fn replay(
        &mut self,
        key: &Key,
        params: &Params,
        goal: &str,
    ) -> Result<Replayed, Trouble> {
        if !self.store.mode().reads() {
            return Ok(Replayed::Nothing);
        }
        let variants = self.recall(key);
        let gate = self
            .gate(&variants, params, |_, now| {
                let choice = replay::plan(&variants, now).map_err(|(r, s)| (r, s.cloned().map(Box::new)))?;
                Ok((choice.stored.clone(), choice.content.clone(), choice.same_locale))
            })
            .await?;
        let mut progress = Progress {
            done: Vec::new(),
            changed: false,
            before: None,
            anew: Vec::new(),
            unseen: 0,
            asked: Vec::new(),
            first_missed: None,
            last_changed: false,
            as_recorded: true,
        };
        let (stored, plan, same_locale) = match gate {
            Ok(chosen) => chosen,
            // Its screen is there and its first element isn't: that one can be asked for.
            Err((refusal, Some(stored))) if heals(refusal.reason) && self.may_ask() => {
                let Content::Plan(plan) = stored.variant.content.clone() else {
                    self.give_up(key, (refusal, None));
                    return Ok(Replayed::Nothing);
                };
                progress.first_missed = Some(refusal);
                (*stored, plan, true)
            }
            Err(missed) => {
                self.give_up(key, missed);
                return Ok(Replayed::Nothing);
            }
        };
        let refusal = match self.run_plan(&plan, params, same_locale, &mut progress).await? {
            Ok(()) => match self.proved(&stored, &progress, same_locale, goal).await? {
                Ok(()) => {
                    let actions = plan.actions.len();
                    let asked = match progress.asked.as_slice() {
                        [] => String::new(),
                        words => format!(", {} located anew by the model", words.join(", ")),
                    };
                    let unseen = match progress.unseen {
                        0 => String::new(),
                        n => format!("; {n} pictures were not compared, for none could be had"),
                    };
                    let detail = format!("{actions} actions replayed{asked}, the effect is there{unseen}");
                    self.hit(Kind::Plan, &stored, detail);
                    if let (true, Some(start)) = (same_locale, &progress.before) {
                        self.renew(key, &stored, start, std::mem::take(&mut progress.anew));
                    }
                    return Ok(Replayed::Whole);
                }
                Err(refusal) => refusal,
            },
            Err(refusal) => refusal,
        };
        if progress.done.is_empty() {
            let blamed = Some(Box::new(stored)).filter(|_| same_locale && !by_value(&plan));
            self.give_up(key, (refusal, blamed));
            return Ok(Replayed::Nothing);
        }
        // What can't be finished on its own screen would be begun for ever.
        if same_locale
            && !by_value(&plan)
            && (refusal.reason.condemns()
                || matches!(refusal.reason, Reason::NotTappable | Reason::WrongScreen))
        {
            self.condemn(key, &stored, &refusal);
        }
        let (ran, of) = (progress.done.len(), plan.actions.len());
        let detail = format!("after {ran} of {of} actions: {}", refusal.detail);
        self.cache_note(note(
            CacheEvent::HandedOff,
            Kind::Plan,
            Some(refusal.reason),
            detail,
        ));
        let note = format!(
            "{ran} of {of} remembered moves were made, then: {}. Go on from the screen as it is; repeat nothing.",
            refusal.detail
        );
        Ok(Replayed::Part {
            done: progress.done,
            note,
            changed: progress.changed,
        })
    }

    async fn run_plan(
        &mut self,
        plan: &Plan,
        params: &Params,
        same_locale: bool,
        progress: &mut Progress,
    ) -> Result<Result<(), Refusal>, Trouble> {
        for (number, recorded) in plan.actions.iter().enumerate() {
            let known = progress.anew.len();
            if let Err(refusal) = self.run_action(recorded, params, same_locale, progress).await? {
                return Ok(Err(refusal));
            }
            progress.anew.iter_mut().skip(known).for_each(|a| a.0 = number);
            // Whoever is not where the recording was by now has no business with its next element.
            progress.as_recorded = progress.last_changed || recorded.quiet;
        }
        Ok(Ok(()))
    }

    async fn run_action(
        &mut self,
        recorded: &Recorded,
        params: &Params,
        same_locale: bool,
        progress: &mut Progress,
    ) -> Result<Result<(), Refusal>, Trouble> {
        let plain = |words: String, action: Action| (words, action);
        let (words, action) = match &recorded.action {
            Action::Tap { target } => {
                return self
                    .run_touch((target, params), &Deed::Tap, same_locale, recorded, progress)
                    .await;
            }
            Action::Type { target, text, mode } => {
                let Some(text) = text.fill(params) else {
                    return Ok(Err(
                        Reason::NoValue.because("a value for the recorded text is missing")
                    ));
                };
                match target {
                    Some(target) => {
                        let deed = Deed::Type { text, mode: *mode };
                        return self
                            .run_touch((target, params), &deed, same_locale, recorded, progress)
                            .await;
                    }
                    None => plain(
                        "type".into(),
                        Action::Type {
                            target: None,
                            text,
                            mode: *mode,
                        },
                    ),
                }
            }
            Action::Press { key } => plain(format!("press {}", key.word()), Action::Press { key: *key }),
            Action::Launch { package, activity } => {
                let action = Action::Launch {
                    package: package.clone(),
                    activity: activity.clone(),
                };
                plain(format!("launch {package}"), action)
            }
            Action::Stop { package } => plain(
                format!("stop {package}"),
                Action::Stop {
                    package: package.clone(),
                },
            ),
            // Never recorded: nothing that could be read back holds one.
            Action::Swipe { .. } => return Ok(Err(Reason::NoValue.because("a swipe can't be replayed"))),
        };
        if self.guard.is_some() {
            let detail = format!("{words} has no element that a model could confirm for a guarded step");
            return Ok(Err(Reason::NotConfirmed.because(detail)));
        }
        let before = match self.own_screen(recorded, same_locale).await? {
            Ok(screen) => screen,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.send(&action, self.timing.act).await?;
        let budget = if recorded.quiet {
            self.timing.quiet
        } else {
            self.timing.change
        };
        let changed = self.settle(&before, budget).await?;
        progress.before.get_or_insert(before);
        progress.changed |= changed;
        progress.last_changed = changed;
        let outcome = if changed {
            Outcome::Changed
        } else {
            Outcome::NoChange
        };
        progress.done.push(Done::plain(words, outcome));
        Ok(Ok(()))
    }

    async fn run_touch(
        &mut self,
        (target, params): (&Target, &Params),
        deed: &Deed,
        same_locale: bool,
        recorded: &Recorded,
        progress: &mut Progress,
    ) -> Result<Result<(), Refusal>, Trouble> {
        let until = Deadline::after(self.timing.target);
        let no_value = || Reason::NoValue.because("a value for the words of the element is missing");
        let Some(feature) = target.feature_for(params) else {
            return Ok(Err(no_value()));
        };
        let Some(words) = target.words_for(params) else {
            return Ok(Err(no_value()));
        };
        let mut doubt = Doubt::default();
        let mut confirmed = false;
        let touched = loop {
            let known = match progress.first_missed.take() {
                Some(refusal) => Err(refusal),
                None => self.target(&feature, recorded, same_locale, until).await?,
            };
            let (sight, find) = match known {
                Ok(found) => found,
                Err(refusal) => {
                    let usable = heals(refusal.reason) && progress.as_recorded && same_locale;
                    let touched = if usable {
                        self.ask_anew(&words, deed, recorded).await?
                    } else {
                        None
                    };
                    let Some(touched) = touched else {
                        return Ok(Err(refusal));
                    };
                    progress.asked.push(words);
                    let now = touched.feature.as_ref().ok();
                    progress.anew.extend(now.map(|f| (0, f.clone())));
                    break touched;
                }
            };
            if doubt.remains(&find, sight.screen.source.settled) {
                if until.passed() {
                    let detail = format!("{words} is {} but does not come to rest", find.words());
                    return Ok(Err(Reason::CannotTell.because(detail)));
                }
                self.pause().await;
                self.look().await?;
                continue;
            }
            if !confirmed && let Err(refusal) = self.guarded(&words, &sight).await? {
                return Ok(Err(refusal));
            }
            confirmed = true;
            let located = find.mark(Located {
                verb: deed.verb().to_owned(),
                words: words.clone(),
                node: sight.words(),
                how: How::Plan,
                rung: None,
                by: None,
                relocated: false,
            });
            match self.touch(sight, deed, located, recorded.quiet).await {
                Ok(touched) => {
                    progress.unseen += usize::from(find.unseen);
                    let now = touched.feature.as_ref().ok().filter(|_| find.relocated);
                    progress.anew.extend(now.map(|f| (0, f.clone())));
                    break touched;
                }
                Err(Fell::Trouble(t)) => return Err(t),
                Err(fell) if fell.scrolled() && !until.passed() => {}
                Err(Fell::NotSent { why, kind }) if until.passed() || kind == END => {
                    return Ok(Err(Reason::NotTappable.because(why)));
                }
                // Covered, disabled or moved: it may still come.
                Err(Fell::NotSent { .. }) => {
                    self.pause().await;
                    self.look().await?;
                }
            }
        };
        progress.before.get_or_insert(touched.before);
        progress.changed |= touched.changed;
        progress.last_changed = touched.changed;
        progress.done.push(touched.done);
        Ok(Ok(()))
    }

    /// Heals small before big: one cheap question for this one element in the planner's own words, and the rest
    /// replays. `None` if there is no model, or it can't name it either; then nothing was sent.
    async fn ask_anew(
        &mut self,
        words: &str,
        deed: &Deed,
        recorded: &Recorded,
    ) -> Result<Option<Touched>, Trouble> {
        if !self.may_ask() {
            return Ok(None);
        }
        let screen = match self.own_screen(recorded, true).await? {
            Ok(screen) => screen,
            Err(_) => return Ok(None),
        };
        let outline = Outline::of(&screen);
        let (system, user) = question(words, &place(&screen), outline.text());
        let reply = self.ask(Purpose::Locate, system, &user, self.timing.step).await?;
        let Ok(Answer::Node { id, .. }) = answer(&reply) else {
            return Ok(None);
        };
        let Some(node) = outline.node(id, &screen.tree) else {
            return Ok(None);
        };
        let sight = Sight::new(&screen, node);
        let sight = match deed {
            Deed::Tap => sight,
            Deed::Type { .. } => match editable(sight, words) {
                Ok(sight) => sight,
                Err(_) => return Ok(None),
            },
        };
        let located = Located {
            verb: deed.verb().to_owned(),
            words: words.to_owned(),
            node: sight.words(),
            how: How::Model,
            rung: None,
            by: None,
            relocated: false,
        };
        match self.touch(sight, deed, located, recorded.quiet).await {
            Ok(touched) => Ok(Some(touched)),
            Err(Fell::Trouble(t)) => Err(t),
            Err(Fell::NotSent { .. }) => Ok(None),
        }
    }

    /// The target gate: waits for the element, then holds its state against the recording.
    async fn target(
        &mut self,
        feature: &Feature,
        recorded: &Recorded,
        same_locale: bool,
        until: Deadline,
    ) -> Result<Result<(Sight, Find), Refusal>, Trouble> {
        loop {
            let screen = match self.own_screen(recorded, same_locale).await? {
                Ok(screen) => screen,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let decides = self.picture && picture_decides(feature, &screen.tree, same_locale);
            let screen = if decides && !tried(&screen) {
                let seen = self.look_with_picture().await?;
                if !self.in_app(&seen) || seen.is_dialog() != recorded.dialog {
                    continue;
                }
                seen
            } else {
                screen
            };
            let pixels = if decides { self.pixels(&screen).await } else { None };
            let pixels = pixels.as_deref();
            let refusal = match seek(feature, &screen.tree, same_locale, pixels) {
                Ok(found) => {
                    let checked = found.node.is(Flags::CHECKED);
                    if feature.checked.is_some_and(|was| was != checked) {
                        let state = if checked { "on" } else { "off" };
                        let detail = format!("{} is {state} already", feature.describe());
                        return Ok(Err(Reason::OtherState.because(detail)));
                    }
                    let look = Look::told(feature, same_locale, pixels, &screen);
                    let sight = Sight::new(&screen, found.node).looking(look);
                    let unseen = decides && pixels.is_none();
                    return Ok(Ok((sight, Find::new(&found).unseen(unseen))));
                }
                Err(refusal) => refusal,
            };
            if until.passed() {
                return Ok(Err(refusal));
            }
            self.pause().await;
            self.look().await?;
        }
    }

    /// The screen of the app on which an action was recorded, in the kind of window that it was, waited for: a replay
    /// acts on nothing else, not even with a key.
    async fn own_screen(
        &mut self,
        recorded: &Recorded,
        same_locale: bool,
    ) -> Result<Result<Arc<Screen>, Refusal>, Trouble> {
        let (until, start) = (
            Deadline::after(self.timing.target),
            Deadline::after(self.timing.start),
        );
        loop {
            let screen = self.screen().await?;
            let own = self.in_app(&screen) && screen.is_dialog() == recorded.dialog;
            let marks = &recorded.landmarks;
            let known = marks.is_empty() || recognise(marks, &survey(&screen), same_locale).is_some();
            if own && known {
                return Ok(Ok(screen));
            }
            if own && start.passed() {
                let detail = format!("{} is not the screen on which this was recorded", place(&screen));
                return Ok(Err(Reason::WrongScreen.because(detail)));
            }
            if until.passed() {
                let detail = match (self.in_app(&screen), recorded.dialog) {
                    (false, _) => format!("{} is in front", front(&screen)),
                    (true, false) => {
                        format!("{} is in front, a dialog that was not recorded", front(&screen))
                    }
                    (true, true) => "the dialog in which this was recorded is not there".to_owned(),
                };
                return Ok(Err(Reason::CannotTell.because(detail)));
            }
            self.pause().await;
            self.look().await?;
        }
    }

    /// The result gate, and the model's word where the script wants it.
    async fn proved(
        &mut self,
        stored: &Stored,
        progress: &Progress,
        same_locale: bool,
        goal: &str,
    ) -> Result<Result<(), Refusal>, Trouble> {
        match self.result(stored, progress, same_locale).await? {
            Ok(()) => self.goal_reached(goal, &progress.done).await,
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// The result gate.
    async fn result(
        &mut self,
        stored: &Stored,
        progress: &Progress,
        same_locale: bool,
    ) -> Result<Result<(), Refusal>, Trouble> {
        let until = Deadline::after(self.timing.result);
        let Some(before) = &progress.before else {
            return Ok(Err(Reason::EffectMissing.because("the plan does nothing")));
        };
        loop {
            let now = self.screen().await?;
            let refusal = if self.in_app(&now) {
                match proves(&stored.variant.evidence, before, &now, same_locale) {
                    Ok(()) => return Ok(Ok(())),
                    Err(unproved) if !unproved.may_come => return Ok(Err(unproved.refusal)),
                    Err(unproved) => unproved.refusal,
                }
            } else {
                Reason::CannotTell.because(format!("{} is in front", front(&now)))
            };
            if until.passed() {
                return Ok(Err(refusal));
            }
            self.pause().await;
            self.look().await?;
        }
    }
}
