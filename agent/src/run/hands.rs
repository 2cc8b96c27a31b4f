//! Acting on one node of the last read.

use std::sync::Arc;
use std::time::Duration;

use retap_cache::device::{Action, Deadline, Spot, TypeMode};
use retap_cache::feature::{Feature, NotKept, find, take, tap_point};
use retap_cache::screen::{Family, Flags, Node, NodeId, Screen, value};

use super::Trouble;
use super::event::{How, Located};
use super::eyes::place;
use super::session::Session;
use crate::plan::{Done, Outcome};
use crate::script::{NotOne, Selector, resolve};

/// A node of one read, with the read that it belongs to.
#[derive(Debug, Clone)]
pub(super) struct Sight {
    pub(super) screen: Arc<Screen>,
    pub(super) id: NodeId,
}

impl Sight {
    pub(super) fn new(screen: &Arc<Screen>, node: Node<'_>) -> Sight {
        Sight {
            screen: screen.clone(),
            id: node.id(),
        }
    }

    /// `None` only if the name is of another tree, which `new` rules out.
    pub(super) fn node(&self) -> Option<Node<'_>> {
        self.screen.tree.get(self.id)
    }
}

/// What is done to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Deed {
    Tap,
    Type { text: String, mode: TypeMode },
}

/// What acting on a node gave.
pub(super) struct Touched {
    /// How the element is found again.
    pub(super) feature: Result<Feature, NotKept>,
    /// The screen just before.
    pub(super) before: Arc<Screen>,
    /// The node that was acted on, in that screen.
    pub(super) sight: Sight,
    /// What happened, for the planner.
    pub(super) done: Done,
    /// True if the screen left its state.
    pub(super) changed: bool,
}

impl Session<'_> {
    /// Acts on a node. A read that has grown old is made anew and the node looked up in it: coordinates always
    /// come from a fresh read.
    pub(super) async fn touch(
        &mut self,
        at: Sight,
        deed: &Deed,
        located: Located,
        quiet: bool,
    ) -> Result<Touched, Trouble> {
        let sight = if self.is_fresh(&at.screen) {
            at
        } else {
            self.again(at).await?
        };
        let gone = || {
            Trouble::test(
                "not-found",
                format!("{} is not on the screen any more", located.words),
            )
        };
        let before = sight.screen.clone();
        let node = sight.node().ok_or_else(gone)?;
        let feature = take(node);
        let point = tap_point(node, &before.geometry, &before.covers).map_err(|e| {
            Trouble::test(
                "not-tappable",
                format!("{} ({node:?}) can't be touched: {e}", located.words),
            )
            .hint("scroll to it or close what covers it first")
        })?;
        let held = if node.family() == Family::Field {
            value(node).unwrap_or_default().chars().count()
        } else {
            0
        };
        let spot = Spot { at: point.at, held };
        let action = match deed {
            Deed::Tap => Action::Tap { target: spot },
            Deed::Type { text, mode } => Action::Type {
                target: Some(spot),
                text: text.clone(),
                mode: *mode,
            },
        };
        self.note_app(&before);
        self.located(located);
        self.send(&action, self.timing.act).await?;
        let budget = if quiet {
            self.timing.quiet
        } else {
            self.timing.change
        };
        let changed = self.settle(&before, budget).await?;
        let outcome = if changed {
            Outcome::Changed
        } else {
            Outcome::NoChange
        };
        let verb = if *deed == Deed::Tap { "tap" } else { "type into" };
        let done = Done::on(verb, node, outcome);
        if let Deed::Type { text, mode } = deed {
            self.read_back(node, text, *mode).await?;
        }
        Ok(Touched {
            feature,
            before: before.clone(),
            sight: sight.clone(),
            done,
            changed,
        })
    }

    /// The same element in a new read: the same place if the screen is the same, else found and verified.
    async fn again(&mut self, old: Sight) -> Result<Sight, Trouble> {
        let now = self.look().await?;
        if now.tree == old.screen.tree {
            return Ok(Sight {
                screen: now,
                id: old.id,
            });
        }
        let moved = |why: String| {
            Trouble::test(
                "screen-moved",
                format!("the screen changed while the model was asked, and {why}"),
            )
            .hint("wait for the screen to come to rest before this step")
        };
        let node = old
            .node()
            .ok_or_else(|| moved("the element can't be named".into()))?;
        let feature = take(node).map_err(|e| moved(format!("the element can't be found again: {e}")))?;
        let found = find(&feature, &now.tree, true).map_err(|m| moved(m.to_string()))?;
        Ok(Sight::new(&now, found.node))
    }

    /// Checks that a field holds what was typed. Never types again.
    async fn read_back(&mut self, field: Node<'_>, text: &str, mode: TypeMode) -> Result<(), Trouble> {
        let old = value(field).unwrap_or_default();
        let mut wanted = vec![match mode {
            TypeMode::Replace => text.to_owned(),
            TypeMode::Append => format!("{old}{text}"),
        }];
        // A stock dump gives the hint of an empty field as its text: what stood there may have been no content.
        if mode == TypeMode::Append && field.hint().is_empty() {
            wanted.push(text.to_owned());
        }
        let normal = retap_cache::text::normal;
        let until = Deadline::after(self.timing.change);
        loop {
            let now = self.screen().await?;
            // Typing leaves the focus where it was typed; a field that lost it can't be read back.
            let Some(held) = now
                .tree
                .nodes()
                .find(|n| n.is(Flags::FOCUSED) && n.family() == Family::Field)
            else {
                return Ok(());
            };
            let held_text = value(held).unwrap_or_default();
            let secret = held.is(Flags::PASSWORD);
            let fits = |want: &String| match secret {
                true => held_text.chars().count() == want.chars().count(),
                false => normal(&held_text) == normal(want),
            };
            if wanted.iter().any(fits) {
                return Ok(());
            }
            if until.passed() {
                let message = if secret {
                    "the password field does not hold as many characters as were typed".to_owned()
                } else {
                    format!("the field holds {held_text:?}, not {:?}", wanted[0])
                };
                return Err(Trouble::test("typed-differs", message)
                    .hint("the keyboard or the app changed the text; it is not typed again"));
            }
            self.pause().await;
            self.look().await?;
        }
    }

    /// The one element that a script's selector names, waited for.
    async fn selected(&mut self, selector: &Selector, timeout: Option<Duration>) -> Result<Sight, Trouble> {
        let budget = timeout.unwrap_or(self.timing.target);
        let until = Deadline::after(budget);
        loop {
            let screen = self.screen().await?;
            match resolve(selector, &screen.tree, &screen.geometry) {
                Ok(node) => return Ok(Sight::new(&screen, node)),
                // More of the same won't make it less ambiguous.
                Err(e @ NotOne::Several { .. }) => {
                    return Err(Trouble::test("ambiguous", e.to_string())
                        .hint("name it by id, or by more than one of id, text and desc"));
                }
                Err(e) if until.passed() => {
                    let message = format!("{e}; waited {budget:?} on {}", place(&screen));
                    return Err(Trouble::test("not-found", message));
                }
                Err(_) => {
                    self.pause().await;
                    self.look().await?;
                }
            }
        }
    }

    pub(super) async fn tap_selected(
        &mut self,
        s: &Selector,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let s = self.filled(s);
        let sight = self.selected(&s, timeout).await?;
        let located = by_selector("tap", &s, &sight);
        self.touch(sight, &Deed::Tap, located, false).await.map(drop)
    }

    pub(super) async fn type_selected(
        &mut self,
        target: Option<&Selector>,
        text: &str,
        mode: TypeMode,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let Some(s) = target else {
            let before = self.screen().await?;
            let text = text.to_owned();
            self.send(
                &Action::Type {
                    target: None,
                    text,
                    mode: TypeMode::Append,
                },
                self.timing.act,
            )
            .await?;
            return self.settle(&before, self.timing.change).await.map(drop);
        };
        let s = self.filled(s);
        let sight = self.selected(&s, timeout).await?;
        let sight = editable(sight, &s.to_string())?;
        let located = by_selector("type into", &s, &sight);
        self.touch(
            sight,
            &Deed::Type {
                text: text.to_owned(),
                mode,
            },
            located,
            false,
        )
        .await
        .map(drop)
    }

    /// A selector with the values of its parameters.
    pub(super) fn filled(&self, s: &Selector) -> Selector {
        let fill = |t: &Option<String>| t.as_deref().map(|t| self.script.vars.fill(t));
        Selector {
            id: fill(&s.id),
            text: fill(&s.text),
            desc: fill(&s.desc),
            label: fill(&s.label),
        }
    }
}

fn by_selector(verb: &str, s: &Selector, sight: &Sight) -> Located {
    let node = sight.node().map(|n| format!("{n:?}")).unwrap_or_default();
    Located {
        verb: verb.into(),
        words: s.to_string(),
        node,
        how: How::Selector,
        rung: None,
        by: None,
    }
}

/// The field that a sight stands for: itself, or the only field in it.
pub(super) fn editable(sight: Sight, words: &str) -> Result<Sight, Trouble> {
    let field = |n: &Node<'_>| n.family() == Family::Field;
    let id = sight.node().and_then(|n| {
        let mut inside = std::iter::once(n).chain(n.descendants()).filter(field);
        match (inside.next(), inside.next()) {
            (Some(one), None) => Some(one.id()),
            _ => None,
        }
    });
    match id {
        Some(id) => Ok(Sight { id, ..sight }),
        None => Err(Trouble::test(
            "not-editable",
            format!("{words} is not a field that takes text"),
        )),
    }
}
