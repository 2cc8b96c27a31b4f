//! From a description to one node: memory, the quoted label, the model.

use std::time::{Duration, Instant};

use retap_cache::device::{Deadline, TypeMode};
use retap_cache::feature::Found;
use retap_cache::plan::{Evidence, Params, Target};
use retap_cache::replay;
use retap_cache::screen::NodeId;
use retap_cache::store::{Content, Key, Kind, Stored};

use super::error::{Class, Trouble};
use super::event::{How, Located};
use super::eyes::place;
use super::hands::{Deed, Sight, Touched, editable};
use super::memory::Lesson;
use super::session::Session;
use crate::ground::{Answer, Outline, answer, question, quoted};
use crate::model::{Ask, Purpose};
use crate::script::Vars;

/// A described element that was found.
struct Described {
    sight: Sight,
    located: Located,
    /// Set if the model found it and it may be remembered.
    learn: Option<Key>,
    params: Params,
    began: Instant,
}

impl Session<'_> {
    pub(super) async fn ai_tap(&mut self, prompt: &str, timeout: Option<Duration>) -> Result<(), Trouble> {
        let found = self.described("tap", prompt, timeout).await?;
        let touched = self
            .touch(found.sight.clone(), &Deed::Tap, found.located.clone(), false)
            .await?;
        self.learn(found, &touched);
        Ok(())
    }

    pub(super) async fn ai_input(
        &mut self,
        prompt: &str,
        value: &str,
        mode: TypeMode,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let text = self.script.vars.fill(value);
        let mut found = self.described("type into", prompt, timeout).await?;
        found.sight = editable(found.sight, prompt)?;
        let deed = Deed::Type { text, mode };
        let touched = self
            .touch(found.sight.clone(), &deed, found.located.clone(), false)
            .await?;
        self.learn(found, &touched);
        Ok(())
    }

    fn learn(&mut self, found: Described, touched: &Touched) {
        let Some(key) = &found.learn else { return };
        match &touched.feature {
            Err(e) => self.not_kept(Kind::Locate, format!("{:?}: {}", found.located.words, e.reason)),
            Ok(feature) => {
                let target = Target {
                    words: found.located.words.clone(),
                    feature: feature.clone(),
                };
                self.stage(Lesson {
                    key,
                    params: &found.params,
                    start: &touched.before,
                    first: Some(&touched.sight),
                    content: Content::Locate(target),
                    evidence: Evidence::default(),
                    began: found.began,
                });
            }
        }
    }

    async fn described(
        &mut self,
        verb: &str,
        prompt: &str,
        timeout: Option<Duration>,
    ) -> Result<Described, Trouble> {
        let began = Instant::now();
        let words = self.script.vars.fill(prompt);
        let params = self.params(prompt);
        let key = self.key(Kind::Locate, &Vars::template(prompt), &params).await?;
        let located = |sight: &Sight, how, found: Option<&Found<'_>>| Located {
            verb: verb.to_owned(),
            words: words.clone(),
            node: sight.node().map(|n| format!("{n:?}")).unwrap_or_default(),
            how,
            rung: found.map(|f| f.rung.word()),
            by: found.map(|f| f.by.word()),
        };
        if let Some(key) = &key
            && let Some((sight, rung, by)) = self.remembered(key, &params).await?
        {
            let located = Located {
                rung: Some(rung),
                by: Some(by),
                ..located(&sight, How::Entry, None)
            };
            return Ok(Described {
                sight,
                located,
                learn: None,
                params,
                began,
            });
        }
        let screen = self.screen().await?;
        if let Some(node) = quoted(&words, &screen.tree).filter(|_| self.in_app(&screen)) {
            let sight = Sight::new(&screen, node);
            let located = located(&sight, How::Label, None);
            return Ok(Described {
                sight,
                located,
                learn: None,
                params,
                began,
            });
        }
        let (sight, is_place) = self.ask_for(&words, timeout).await?;
        let learn = if is_place {
            self.not_kept(
                Kind::Locate,
                format!("{words:?} names a position; only things are remembered"),
            );
            None
        } else {
            key
        };
        let located = located(&sight, How::Model, None);
        Ok(Described {
            sight,
            located,
            learn,
            params,
            began,
        })
    }

    /// The parameters that a text uses. All are declared: the script was checked.
    pub(super) fn params(&self, text: &str) -> Params {
        self.script.vars.used(text).unwrap_or_default()
    }

    /// The element of a locate entry, with the evidence that found and confirmed it.
    async fn remembered(
        &mut self,
        key: &Key,
        params: &Params,
    ) -> Result<Option<(Sight, &'static str, &'static str)>, Trouble> {
        if !self.store.mode().reads() {
            return Ok(None);
        }
        let variants = self.recall(key);
        let gate = self
            .gate(params, |screen, now| {
                let choice =
                    replay::locate(&variants, now).map_err(|(r, s)| (r, s.cloned().map(Box::new)))?;
                let found = choice.content;
                let id: NodeId = found.node.id();
                Ok::<_, (replay::Refusal, Option<Box<Stored>>)>((
                    screen.clone(),
                    id,
                    found.rung,
                    found.by,
                    choice.stored.clone(),
                ))
            })
            .await?;
        match gate {
            Ok((screen, id, rung, by, stored)) => {
                self.hit(
                    Kind::Locate,
                    &stored,
                    format!("found by {}, confirmed by {}", rung.word(), by.word()),
                );
                Ok(Some((Sight { screen, id }, rung.word(), by.word())))
            }
            Err(missed) => {
                self.give_up(key, missed);
                Ok(None)
            }
        }
    }

    /// Asks the model for one element; again if the screen has changed meanwhile. True if the words mean a place.
    async fn ask_for(&mut self, words: &str, timeout: Option<Duration>) -> Result<(Sight, bool), Trouble> {
        let budget = timeout.unwrap_or(self.timing.target);
        let until = Deadline::after(budget);
        let mut wrong = 0;
        loop {
            let screen = self.screen().await?;
            let outline = Outline::of(&screen);
            let (system, user) = question(words, &place(&screen), outline.text());
            let reply = self.ask(Purpose::Locate, system, &user).await?;
            let said = answer(&reply);
            let node = match &said {
                Ok(Answer::Node { id, .. }) => outline.node(*id, &screen.tree),
                _ => None,
            };
            match (said, node) {
                (Ok(Answer::Node { place, .. }), Some(node)) => {
                    return Ok((Sight::new(&screen, node), place));
                }
                (Ok(Answer::Absent(reason)), _) => {
                    // Another answer is to be had only from another screen.
                    if !self.changes_before(until, &screen).await? {
                        let message = format!(
                            "{words:?} is not on the screen: {reason}; looked on {}",
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
    }

    /// Waits for another screen. False if the time is up first.
    async fn changes_before(
        &mut self,
        until: Deadline,
        screen: &std::sync::Arc<retap_cache::screen::Screen>,
    ) -> Result<bool, Trouble> {
        while !until.passed() {
            self.pause().await;
            if super::eyes::differs(screen, &*self.look().await?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One question to the model, counted.
    pub(super) async fn ask(
        &mut self,
        purpose: Purpose,
        system: &str,
        user: &str,
    ) -> Result<serde_json::Value, Trouble> {
        let Some(model) = self.model else {
            return Err(Trouble::usage("no-model", format!("this step needs a model, and {}", self.no_model))
                .hint("set RETAP_MODEL_BASE_URL and RETAP_MODEL_NAME (and RETAP_MODEL_API_KEY), or give the script a `model:`"));
        };
        let began = Instant::now();
        let asked = model
            .ask(
                Ask {
                    purpose,
                    system,
                    user,
                },
                Deadline::after(self.timing.step),
            )
            .await;
        match asked {
            Ok(reply) => {
                self.meter.asked(reply.calls, &reply.usage, began);
                Ok(reply.json)
            }
            Err(e) => {
                self.meter.asked(e.calls, &e.usage, began);
                Err(Trouble::from(&e))
            }
        }
    }
}

/// The model answers, but nothing that can be used.
pub(super) fn invalid(problem: &str) -> Trouble {
    let message = format!("the model gave no usable answer twice in a row: {problem}; nothing was done");
    Trouble {
        class: Class::Model,
        ..Trouble::test("invalid-reply", message)
    }
    .hint("try another model, or describe the element in other words")
}
