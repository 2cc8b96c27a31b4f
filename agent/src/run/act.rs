//! `aiAct`: replays what is remembered, else lets the model plan move by move, and learns.

use std::sync::Arc;
use std::time::Instant;

use retap_cache::device::{Action, Key as DeviceKey};
use retap_cache::plan::{Evidence, MAX_ACTIONS, MAX_TYPED, Plan, Recorded, Target, Template};
use retap_cache::screen::{Node, Screen};
use retap_cache::store::{Content, Kind};
use retap_cache::text::has_words;

use super::error::Trouble;
use super::event::{How, Located};
use super::eyes::{differs, place};
use super::hands::{Deed, Fell, Sight, Touched, editable};
use super::locate::invalid;
use super::replay::Replayed;
use super::session::Session;
use super::staged::{Lesson, Where};
use crate::ground::Outline;
use crate::model::Purpose;
use crate::plan::{Done, Move, Outcome, read, request};
use crate::script::Vars;

/// How many rounds a plan may take.
const MAX_ROUNDS: usize = 40;
/// How often the same move may change nothing.
const MAX_FUTILE: usize = 4;
/// How often a move may turn out to be impossible.
const MAX_REFUSED: usize = 5;
/// How often the planner may ask to wait.
const MAX_WAITS: usize = 10;

/// What a model did for a goal.
#[derive(Default)]
struct Live {
    actions: Vec<Recorded>,
    /// The screen of each action.
    screens: Vec<Where>,
    /// The screen before the first move, and the element of that move.
    first: Option<(Arc<Screen>, Option<Sight>)>,
    /// Why it can't be replayed later.
    unrepeatable: Option<String>,
    done: Vec<Done>,
    note: Option<String>,
    changed: bool,
    /// The last move that changed nothing, and how often it was made.
    futile: Option<(String, usize)>,
    wrong: usize,
    waits: usize,
    /// How often a move could not be made.
    refused: usize,
}

impl Session<'_> {
    pub(super) async fn ai_act(&mut self, prompt: &str) -> Result<(), Trouble> {
        let began = Instant::now();
        let goal = self.script.vars.fill(prompt);
        let params = self.params(prompt);
        let key = self.key(Kind::Plan, &Vars::template(prompt), &params).await?;
        let mut live = Live::default();
        let mut from_top = true;
        if let Some(key) = &key {
            match self.replay(key, &params, &goal).await? {
                Replayed::Whole => return Ok(()),
                Replayed::Nothing => {}
                Replayed::Part { done, note, changed } => {
                    from_top = false;
                    live = Live {
                        done,
                        note: Some(note),
                        changed,
                        ..Live::default()
                    };
                }
            }
        }
        self.pursue(&goal, &mut live).await?;
        if !live.changed {
            return Err(Trouble::test(
                "no-effect",
                "the model says that the goal is reached, but nothing on the screen changed",
            )
            .hint("a step must have an effect; check a state with `expect` instead"));
        }
        let Some(key) = key.filter(|_| from_top) else {
            return Ok(());
        };
        self.learn_plan(&key, &params, live, began).await
    }

    async fn learn_plan(
        &mut self,
        key: &retap_cache::store::Key,
        params: &retap_cache::plan::Params,
        live: Live,
        began: Instant,
    ) -> Result<(), Trouble> {
        if let Some(why) = live.unrepeatable {
            self.not_kept(Kind::Plan, why);
            return Ok(());
        }
        let Some((start, first)) = &live.first else {
            return Ok(());
        };
        let after = self.screen().await?;
        if !self.in_app(&after) {
            self.not_kept(
                Kind::Plan,
                format!("it ended outside the app, on {}", place(&after)),
            );
            return Ok(());
        }
        let evidence = Evidence::between(start, &after);
        if evidence.is_empty() {
            self.not_kept(
                Kind::Plan,
                "no-evidence: the step made no lasting change that could prove a replay",
            );
            return Ok(());
        }
        if live.actions.len() > MAX_ACTIONS {
            self.not_kept(
                Kind::Plan,
                format!("it took more than {MAX_ACTIONS} actions; split the step"),
            );
            return Ok(());
        }
        self.stage(Lesson {
            key,
            params,
            start,
            first: first.as_ref(),
            content: Content::Plan(Plan {
                actions: live.actions,
            }),
            evidence,
            screens: live.screens,
            began,
        });
        Ok(())
    }

    /// Lets the model make moves until it says that the goal is reached.
    async fn pursue(&mut self, goal: &str, live: &mut Live) -> Result<(), Trouble> {
        for _ in 0..MAX_ROUNDS {
            let screen = self.screen().await?;
            let outline = Outline::of(&screen);
            let note = live.note.take();
            let (system, user) = request(goal, &live.done, note.as_deref(), &place(&screen), outline.text());
            let reply = self.ask(Purpose::Plan, system, &user, self.timing.step).await?;
            let next = read(&reply);
            let node = match &next {
                Ok(Move::Tap { id, .. } | Move::Type { id, .. }) => outline
                    .node(*id, &screen.tree)
                    .map(Some)
                    .ok_or_else(|| format!("id {id} is not in the outline")),
                _ => Ok(None),
            };
            let (next, node) = match (next, node) {
                (Ok(next), Ok(node)) => (next, node),
                (Err(problem), _) | (_, Err(problem)) => {
                    live.wrong += 1;
                    if live.wrong > 1 {
                        return Err(invalid(&problem));
                    }
                    live.note = Some(format!("your last answer could not be used: {problem}"));
                    continue;
                }
            };
            live.wrong = 0;
            match (next, node) {
                (Move::Done, _) => return Ok(()),
                (Move::Fail(reason), _) => {
                    return Err(Trouble::test(
                        "gave-up",
                        format!("the model can't reach the goal: {reason}"),
                    ));
                }
                (Move::Wait, _) => {
                    live.waits += 1;
                    if live.waits > MAX_WAITS {
                        return Err(Trouble::test(
                            "gave-up",
                            format!("the model asked to wait {MAX_WAITS} times"),
                        ));
                    }
                    self.pause().await;
                    self.look().await?;
                }
                (Move::Press(key), _) => self.press(key, &screen, live).await?,
                (Move::Tap { target, .. }, Some(node)) => {
                    self.touch_live(node, &screen, target, Deed::Tap, goal, live)
                        .await?;
                }
                (
                    Move::Type {
                        target, text, mode, ..
                    },
                    Some(node),
                ) => {
                    self.touch_live(node, &screen, target, Deed::Type { text, mode }, goal, live)
                        .await?;
                }
                // `node` is there for both, or `next` was refused above.
                (Move::Tap { .. } | Move::Type { .. }, None) => return Err(invalid("it named no element")),
            }
        }
        Err(Trouble::test(
            "gave-up",
            format!("the goal was not reached in {MAX_ROUNDS} rounds"),
        ))
    }

    async fn press(&mut self, key: DeviceKey, seen: &Arc<Screen>, live: &mut Live) -> Result<(), Trouble> {
        let screen = self.screen().await?;
        if differs(seen, &screen) {
            live.note = Some("the screen changed before the key was pressed; nothing was done".to_owned());
            return Ok(());
        }
        if !self.in_app(&screen) {
            live.popup(&screen);
        }
        self.send(&Action::Press { key }, self.timing.act).await?;
        let changed = self.settle(&screen, self.timing.change).await?;
        live.first.get_or_insert_with(|| (screen.clone(), None));
        live.actions.push(Recorded {
            action: Action::Press { key },
            quiet: !changed,
            dialog: screen.is_dialog(),
            landmarks: Vec::new(),
        });
        live.screens.push(Where::new(&screen, None));
        let words = format!("press {}", key.word());
        live.moved(&words, Done::plain(words.clone(), outcome(changed)), changed)
    }

    async fn touch_live(
        &mut self,
        node: Node<'_>,
        screen: &Arc<Screen>,
        words: String,
        deed: Deed,
        goal: &str,
        live: &mut Live,
    ) -> Result<(), Trouble> {
        let mut sight = Sight::new(screen, node);
        if let Deed::Type { text, .. } = &deed {
            sight = editable(sight, &words)?;
            if let Some(why) = unrepeatable(text, goal, screen) {
                live.unrepeatable.get_or_insert(why);
            }
        }
        if !self.in_app(screen) {
            live.popup(screen);
        }
        let words = if words.is_empty() { sight.words() } else { words };
        let located = Located {
            verb: deed.verb().to_owned(),
            words: words.clone(),
            node: sight.words(),
            how: How::Model,
            rung: None,
            by: None,
            relocated: false,
        };
        let which = format!("{deed:?} {}", sight.words());
        let Touched {
            feature,
            before,
            sight,
            done,
            changed,
        } = match self.touch(sight, &deed, located, false).await {
            Ok(touched) => touched,
            Err(Fell::Trouble(t)) => return Err(t),
            Err(fell @ Fell::NotSent { .. }) if live.refused >= MAX_REFUSED => return Err(fell.last()),
            Err(Fell::NotSent { why, .. }) => {
                live.refused += 1;
                live.note = Some(format!("nothing was done: {why}"));
                return Ok(());
            }
        };
        match feature {
            Ok(feature) => {
                let target = Target {
                    words: words.clone(),
                    feature,
                };
                let at = Where::new(&before, Some(&sight));
                live.record(&deed, target, !changed, before.is_dialog(), at);
            }
            Err(e) => {
                live.unrepeatable
                    .get_or_insert(format!("{words:?}: {}", e.reason));
            }
        }
        if live.first.is_none() {
            live.first = Some((before.clone(), Some(sight)));
        }
        live.moved(&which, done, changed)
    }
}

impl Live {
    /// Another window was acted on.
    fn popup(&mut self, screen: &Screen) {
        let why = format!(
            "{} was in the way, and pop-ups are never part of a plan",
            place(screen)
        );
        self.unrepeatable.get_or_insert(why);
    }

    fn record(&mut self, deed: &Deed, target: Target, quiet: bool, dialog: bool, at: Where) {
        let action = match deed {
            Deed::Tap => Action::Tap { target },
            Deed::Type { text, mode } => match Template::literal(text) {
                Some(text) => Action::Type {
                    target: Some(target),
                    text,
                    mode: *mode,
                },
                None => return,
            },
        };
        self.actions.push(Recorded {
            action,
            quiet,
            dialog,
            landmarks: Vec::new(),
        });
        self.screens.push(at);
    }

    /// Notes a move; one that keeps changing nothing ends the step.
    fn moved(&mut self, which: &str, done: Done, changed: bool) -> Result<(), Trouble> {
        self.done.push(done);
        self.changed |= changed;
        if changed {
            self.futile = None;
            return Ok(());
        }
        let times = match self.futile.take() {
            Some((last, times)) if last == which => times + 1,
            _ => 1,
        };
        if times >= MAX_FUTILE {
            let message = format!("the same move changed nothing {times} times in a row");
            return Err(Trouble::test("no-effect", message)
                .hint("the control does nothing, or its effect can't be seen"));
        }
        if times > 1 {
            self.note = Some(format!(
                "that move had no effect {times} times; do something else"
            ));
        }
        self.futile = Some((which.to_owned(), times));
        Ok(())
    }
}

fn outcome(changed: bool) -> Outcome {
    if changed {
        Outcome::Changed
    } else {
        Outcome::NoChange
    }
}

/// Why a typed text would be wrong in another run: it was read off the screen, or can't be stored.
fn unrepeatable(text: &str, goal: &str, screen: &Screen) -> Option<String> {
    if text.chars().count() > MAX_TYPED {
        return Some(format!("it types more than {MAX_TYPED} characters"));
    }
    if Template::literal(text).is_none() {
        return Some("it types a text with {{".to_owned());
    }
    if text.trim().is_empty() || has_words(goal, text) {
        return None;
    }
    let shown = screen
        .tree
        .nodes()
        .flat_map(|n| [n.text(), n.desc()])
        .any(|t| has_words(t, text));
    shown.then(|| {
        "it types what it read off the screen; put the value into the prompt or a parameter".to_owned()
    })
}
