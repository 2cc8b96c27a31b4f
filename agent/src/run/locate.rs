//! From a description to a deed: memory, the quoted label, the model.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use retap_cache::device::{Deadline, TypeMode};
use retap_cache::feature::{Feature, picture_decides, take_place};
use retap_cache::plan::{Evidence, Params, Target};
use retap_cache::replay::{self, Reason};
use retap_cache::store::{Content, Key, Kind};

use super::Trouble;
use super::event::{How, Located};
use super::eyes::{differs, place};
use super::found::{Doubt, Find};
use super::hands::{Deed, Fell, Sight, Touched, editable};
use super::picture::Look;
use super::reach::END;
use super::session::Session;
use super::staged::Lesson;
use crate::ground::{Answer, Means, Outline, answer, question, quoted};
use crate::model::Purpose;
use crate::script::Vars;

/// How often one element is asked for at the most, however often the screen changes.
const MAX_QUESTIONS: usize = 5;

/// What a step is about.
struct Wish<'a> {
    /// The description, with the values of its parameters.
    words: String,
    params: Params,
    deed: &'a Deed,
    /// How long to wait for it.
    budget: Duration,
    until: Deadline,
    /// How long one answer of the model may take.
    answer: Duration,
}

impl Wish<'_> {
    fn located(&self, sight: &Sight, how: How) -> Located {
        Located {
            verb: self.deed.verb().to_owned(),
            words: self.words.clone(),
            node: sight.words(),
            how,
            rung: None,
            by: None,
            relocated: false,
        }
    }

    /// The node that the deed is done to.
    fn aim(&self, sight: Sight) -> Result<Sight, Trouble> {
        if *self.deed == Deed::Tap {
            Ok(sight)
        } else {
            editable(sight, &self.words)
        }
    }
}

impl Session<'_> {
    pub(super) async fn ai_tap(&mut self, prompt: &str, timeout: Option<Duration>) -> Result<(), Trouble> {
        self.described(prompt, &Deed::Tap, timeout).await
    }

    pub(super) async fn ai_input(
        &mut self,
        prompt: &str,
        value: &str,
        mode: TypeMode,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let deed = Deed::Type {
            text: self.script.vars.fill(value),
            mode,
        };
        self.described(prompt, &deed, timeout).await
    }

    async fn described(
        &mut self,
        prompt: &str,
        deed: &Deed,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let began = Instant::now();
        let budget = timeout.unwrap_or(self.timing.target);
        let wish = Wish {
            words: self.script.vars.fill(prompt),
            params: self.params(prompt),
            deed,
            budget,
            until: Deadline::after(budget),
            answer: timeout.unwrap_or(self.timing.step),
        };
        let key = self
            .key(Kind::Locate, &Vars::template(prompt), &wish.params)
            .await?;
        if let Some(key) = &key
            && self.by_memory(key, &wish).await?
        {
            return Ok(());
        }
        if self.by_label(&wish).await? {
            return Ok(());
        }
        let (touched, means) = self.by_model(&wish).await?;
        match key {
            Some(key) => {
                self.learn(&key, &wish, &touched, means, began);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The parameters that a text uses. All are declared: the script was checked.
    pub(super) fn params(&self, text: &str) -> Params {
        self.script.vars.used(text).unwrap_or_default()
    }

    fn learn(&mut self, key: &Key, wish: &Wish<'_>, touched: &Touched, means: Means, began: Instant) {
        let words = &wish.words;
        if !touched.changed {
            self.not_kept(
                Kind::Locate,
                format!("no-evidence: nothing changed, so nobody knows that {words:?} is right"),
            );
        } else {
            let place = |from_end| touched.sight.node().map(|n| take_place(n, from_end));
            let feature = match means {
                Means::Thing => Some(touched.feature.clone()),
                Means::Place { from_end } => place(from_end),
            };
            match feature {
                None => self.not_kept(Kind::Locate, format!("{words:?} can't be named any more")),
                Some(Err(e)) => self.not_kept(Kind::Locate, format!("{words:?}: {}", e.reason)),
                Some(Ok(feature)) => self.stage(Lesson {
                    key,
                    params: &wish.params,
                    start: &touched.before,
                    first: Some(&touched.sight),
                    content: Content::Locate(Target {
                        words: words.clone(),
                        feature,
                    }),
                    evidence: Evidence::default(),
                    screens: Vec::new(),
                    began,
                }),
            }
        }
    }

    /// Does the deed to the element of a locate entry. False if memory can't serve; then nothing was sent.
    async fn by_memory(&mut self, key: &Key, wish: &Wish<'_>) -> Result<bool, Trouble> {
        if !self.store.mode().reads() {
            return Ok(false);
        }
        let variants = self.recall(key);
        let mut doubt = Doubt::default();
        let mut confirmed = false;
        loop {
            let looking = self.picture;
            let gate = self
                .gate(&variants, &wish.params, |screen, now| {
                    let choice =
                        replay::locate(&variants, now).map_err(|(r, s)| (r, s.cloned().map(Box::new)))?;
                    let found = choice.content;
                    let (stored, same_locale) = (choice.stored.clone(), choice.same_locale);
                    let feature = match &stored.variant.content {
                        Content::Locate(target) => target.feature_for(now.params),
                        Content::Plan(_) => None,
                    };
                    let decides = |f: &Feature| picture_decides(f, now.tree, same_locale);
                    let unseen = looking && now.pixels.is_none() && feature.as_deref().is_some_and(decides);
                    let look = feature
                        .as_deref()
                        .map(|f| Look::told(f, same_locale, now.pixels, screen))
                        .unwrap_or_default();
                    let mut sight = Sight::new(screen, found.node).looking(look);
                    sight.place = feature.filter(|f| f.place.is_some()).map(Cow::into_owned);
                    Ok((sight, Find::new(&found).unseen(unseen), stored, same_locale))
                })
                .await?;
            let (sight, find, stored, same_locale) = match gate {
                Ok(found) => found,
                Err(missed) => {
                    self.give_up(key, missed);
                    return Ok(false);
                }
            };
            if doubt.remains(&find, sight.screen.source.settled) {
                if wish.until.passed() {
                    let detail = format!("{} is {} but does not come to rest", wish.words, find.words());
                    self.give_up(key, (Reason::CannotTell.because(detail), None));
                    return Ok(false);
                }
                self.pause().await;
                self.look().await?;
                continue;
            }
            let sight = match wish.aim(sight) {
                Ok(sight) => sight,
                Err(t) => {
                    self.give_up(
                        key,
                        (Reason::Contradiction.because(t.message), Some(Box::new(stored))),
                    );
                    return Ok(false);
                }
            };
            if !confirmed && let Err(refusal) = self.guarded(&wish.words, &sight).await? {
                self.give_up(key, (refusal, None));
                return Ok(false);
            }
            confirmed = true;
            let located = find.mark(wish.located(&sight, How::Entry));
            match self.touch(sight, wish.deed, located, false).await {
                Ok(touched) => {
                    self.hit(Kind::Locate, &stored, find.words());
                    // Whether a tap without any effect was aimed right nobody knows.
                    if same_locale && touched.changed {
                        let anew = touched.feature.ok().filter(|_| find.relocated);
                        self.renew(key, &stored, &touched.before, anew.map(|f| (0, f)));
                    }
                    return Ok(true);
                }
                Err(Fell::Trouble(t)) => return Err(t),
                Err(fell) if fell.scrolled() && !wish.until.passed() => {}
                Err(Fell::NotSent { why, kind }) if wish.until.passed() || kind == END => {
                    self.give_up(key, (Reason::NotTappable.because(why), None));
                    return Ok(false);
                }
                Err(Fell::NotSent { .. }) => {
                    self.pause().await;
                    self.look().await?;
                }
            }
        }
    }

    /// Does the deed to the one control that the prompt names in quotes. False if there is none such.
    async fn by_label(&mut self, wish: &Wish<'_>) -> Result<bool, Trouble> {
        loop {
            let screen = self.screen().await?;
            let node = quoted(&wish.words, &screen.tree, &screen.geometry).filter(|_| self.in_app(&screen));
            let Some(node) = node else { return Ok(false) };
            let sight = wish.aim(Sight::new(&screen, node))?;
            let located = wish.located(&sight, How::Label);
            match self.touch(sight, wish.deed, located, false).await {
                Ok(_) => return Ok(true),
                Err(fell) if fell.scrolled() && !wish.until.passed() => {}
                Err(Fell::NotSent { .. }) => return Ok(false),
                Err(Fell::Trouble(t)) => return Err(t),
            }
        }
    }

    /// Asks the model for the element and does the deed.
    async fn by_model(&mut self, wish: &Wish<'_>) -> Result<(Touched, Means), Trouble> {
        let mut wrong = 0;
        for question_number in 1.. {
            let last = question_number >= MAX_QUESTIONS;
            let screen = self.screen().await?;
            let outline = Outline::of(&screen);
            let (system, user) = question(&wish.words, &place(&screen), outline.text());
            let reply = self.ask(Purpose::Locate, system, &user, wish.answer).await?;
            let said = answer(&reply);
            let node = match &said {
                Ok(Answer::Node { id, .. }) => outline.node(*id, &screen.tree),
                _ => None,
            };
            match (said, node) {
                (Ok(Answer::Node { means, .. }), Some(node)) => {
                    let sight = wish.aim(Sight::new(&screen, node))?;
                    let located = wish.located(&sight, How::Model);
                    match self.touch(sight, wish.deed, located, false).await {
                        Ok(touched) => return Ok((touched, means)),
                        Err(Fell::NotSent { .. }) if !wish.until.passed() && !last => self.pause().await,
                        Err(fell) => return Err(fell.last()),
                    }
                }
                (Ok(Answer::Absent(reason)), _) => {
                    // Another answer is to be had only from another screen.
                    if last || !self.changes_before(wish.until, &screen).await? {
                        let message = format!(
                            "{:?} is not on the screen: {reason}; waited {:?} on {}",
                            wish.words,
                            wish.budget,
                            place(&screen)
                        );
                        return Err(Trouble::test("not-found", message));
                    }
                }
                (said, _) => {
                    let problem = match said {
                        Err(e) => e,
                        Ok(_) => "it named an element that is not on the screen".to_owned(),
                    };
                    wrong += 1;
                    if wrong > 1 {
                        return Err(invalid(&problem));
                    }
                }
            }
        }
        Err(invalid("it was asked too often"))
    }

    /// Waits for another screen. False if the time is up first.
    async fn changes_before(
        &mut self,
        until: Deadline,
        screen: &retap_cache::screen::Screen,
    ) -> Result<bool, Trouble> {
        while !until.passed() {
            self.pause().await;
            if differs(screen, &*self.look().await?) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The model answers, but nothing that can be used.
pub(super) fn invalid(problem: &str) -> Trouble {
    let message = format!("the model gave no usable answer twice in a row: {problem}; nothing was done");
    Trouble::model("invalid-reply", message).hint("try another model, or describe the element in other words")
}
