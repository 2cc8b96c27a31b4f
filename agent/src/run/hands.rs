//! Acting on one node of the last read.

use std::sync::Arc;

use retap_cache::device::{Action, Deadline, Key, Spot, TypeMode};
use retap_cache::feature::{Feature, NoTap, NotKept, tap_point};
use retap_cache::screen::{Family, Node, NodeId, Point, Screen};

use super::Trouble;
use super::event::{How, Located};
use super::eyes::{same_scene, survey};
use super::picture::Look;
use super::reach::{END, Reached, Reaching, SCROLLED, scrolled};
use super::session::Session;
use crate::plan::{Done, Outcome};

/// What devices call the keyboard among the windows that cover a screen.
const KEYBOARD: &str = "keyboard";

/// A node of one read, with the read that it belongs to.
#[derive(Debug, Clone)]
pub(super) struct Sight {
    pub(super) screen: Arc<Screen>,
    pub(super) id: NodeId,
    /// What it was found by, if that is a place: on another read it is whatever stands there.
    pub(super) place: Option<Feature>,
    /// What a picture of it is wanted for.
    pub(super) look: Look,
}

impl Sight {
    pub(super) fn new(screen: &Arc<Screen>, node: Node<'_>) -> Sight {
        Sight {
            screen: screen.clone(),
            id: node.id(),
            place: None,
            look: Look::Plain,
        }
    }

    /// `None` only if the name is of another tree, which `new` rules out.
    pub(super) fn node(&self) -> Option<Node<'_>> {
        self.screen.tree.get(self.id)
    }

    /// The node in words, for reports.
    pub(super) fn words(&self) -> String {
        self.node().map(|n| format!("{n:?}")).unwrap_or_default()
    }
}

/// What is done to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Deed {
    Tap,
    Type { text: String, mode: TypeMode },
}

impl Deed {
    pub(super) fn verb(&self) -> &'static str {
        match self {
            Deed::Tap => "tap",
            Deed::Type { .. } => "type into",
        }
    }
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

/// Why acting on a node came to nothing.
pub(super) enum Fell {
    /// Nothing was sent; it may be tried again, or otherwise.
    NotSent {
        /// Stable name.
        kind: &'static str,
        /// In words.
        why: String,
    },
    /// It ends the step.
    Trouble(Trouble),
}

impl From<Trouble> for Fell {
    fn from(t: Trouble) -> Fell {
        Fell::Trouble(t)
    }
}

impl Fell {
    /// True if something was scrolled and the element must be looked up again. The last read is as good as new.
    pub(super) fn scrolled(&self) -> bool {
        matches!(self, Fell::NotSent { kind, .. } if *kind == SCROLLED)
    }

    /// True if trying again is worth it: what is covered, disabled or on its way may still come.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Fell::NotSent { kind, .. } if *kind != END)
    }

    /// The end of a step for which trying again or otherwise is no use any more.
    pub(super) fn last(self) -> Trouble {
        match self {
            Fell::Trouble(t) => t,
            Fell::NotSent { kind, why } => {
                Trouble::test(kind, why).hint("nothing was sent; bring it into view first")
            }
        }
    }
}

impl Session<'_> {
    /// Acts on a node. Coordinates always come from a fresh read: one that has grown old is made anew, and the
    /// element looked up in it if it shows the same scene; else nothing is sent.
    pub(super) async fn touch(
        &mut self,
        at: Sight,
        deed: &Deed,
        located: Located,
        quiet: bool,
    ) -> Result<Touched, Fell> {
        let at = self.learning(at, located.how, deed);
        let sight = if self.is_fresh(&at.screen) && self.has_picture_for(&at) {
            at
        } else {
            self.again(at).await?
        };
        let mut sight = self.at_rest(sight).await?;
        while self.reach(&sight, &located.words).await? == Reached::Scrolled {
            // Whoever can look it up from scratch does so; the answer of a model stands for its element.
            if located.how != How::Model {
                return Err(scrolled(&located.words));
            }
            sight = self.again(sight).await?;
            sight = self.at_rest(sight).await?;
        }
        let (sight, at, taker) = self.aim(sight, &located.words).await?;
        let before = sight.screen.clone();
        let gone = || Fell::NotSent {
            kind: "screen-moved",
            why: format!("{} is gone", located.words),
        };
        let node = sight.node().ok_or_else(gone)?;
        let pixels = self.pixels_for(&sight).await;
        if !self.still_told(&sight, pixels.as_deref()) {
            return Err(Fell::NotSent {
                kind: "screen-moved",
                why: format!("{} looks otherwise now", located.words),
            });
        }
        let feature = self.taken(node, pixels.as_deref());
        // Counted as the device counts: white space included.
        let held = if node.family() == Family::Field {
            node.text().chars().count()
        } else {
            0
        };
        let spot = Spot { at, held };
        let action = match deed {
            Deed::Tap => Action::Tap { target: spot },
            Deed::Type { text, mode } => {
                self.typed.push(text.clone());
                Action::Type {
                    target: Some(spot),
                    text: text.clone(),
                    mode: *mode,
                }
            }
        };
        self.note_app(&before);
        // What takes the touch may be the thing around the words that were looked for.
        let touched = match deed {
            Deed::Tap => taker,
            Deed::Type { .. } => sight.words(),
        };
        self.located(Located {
            node: touched,
            ..located
        });
        self.reaching = Reaching::default();
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
        let done = Done::on(deed.verb(), node, outcome);
        if let Deed::Type { text, mode } = deed {
            self.read_back(node, feature.as_ref().ok(), text, *mode).await?;
        }
        Ok(Touched {
            feature,
            before: before.clone(),
            sight: sight.clone(),
            done,
            changed,
        })
    }

    /// Where to touch the element, and what takes the touch. A keyboard that lies over it is hidden first, and the
    /// element looked up anew.
    async fn aim(&mut self, mut sight: Sight, words: &str) -> Result<(Sight, Point, String), Fell> {
        let mut hidden = false;
        loop {
            let moved = || Fell::NotSent {
                kind: "screen-moved",
                why: format!("{words} is gone"),
            };
            let node = sight.node().ok_or_else(moved)?;
            let e = match tap_point(node, &sight.screen.geometry, &sight.screen.covers) {
                Ok(point) => {
                    let (at, taker) = (point.at, format!("{:?}", point.taker));
                    return Ok((sight, at, taker));
                }
                Err(e) => e,
            };
            if hidden || !matches!(&e, NoTap::Behind { what } if what == KEYBOARD) {
                let why = format!("{words} ({node:?}) can't be touched: {e}");
                return Err(Fell::NotSent {
                    kind: "not-tappable",
                    why,
                });
            }
            hidden = true;
            self.hide_keyboard(&sight.screen.clone()).await?;
            let again = self.again(sight).await?;
            sight = self.at_rest(again).await?;
        }
    }

    /// The element where it has come to rest. A stock dump has waited for a second of quiet; any other read is
    /// believed once a second one has the element in the same place.
    async fn at_rest(&mut self, mut sight: Sight) -> Result<Sight, Fell> {
        const LOOKS: usize = 5;
        for _ in 0..LOOKS {
            if sight.screen.source.settled {
                return Ok(sight);
            }
            let bounds = sight.node().map(|n| n.bounds());
            let next = self.again(sight).await?;
            if next.node().map(|n| n.bounds()) == bounds {
                return Ok(next);
            }
            sight = next;
        }
        Err(Fell::NotSent {
            kind: "screen-moved",
            why: "the element does not come to rest".to_owned(),
        })
    }

    /// Hides the keyboard that lies over an element: Escape first, and Back only while it is still shown. Whoever
    /// called looks again.
    async fn hide_keyboard(&mut self, screen: &Arc<Screen>) -> Result<(), Trouble> {
        let shown = |s: &Screen| s.covers.iter().any(|c| c.what == KEYBOARD);
        let mut now = screen.clone();
        for key in [Key::Escape, Key::Back] {
            // Back on any other screen would leave it.
            if !shown(&now) || !same_scene(screen, &now) {
                break;
            }
            self.send(&Action::Press { key }, self.timing.act).await?;
            let until = Deadline::after(self.timing.change);
            now = self.look().await?;
            while shown(&now) && !until.passed() {
                self.pause().await;
                now = self.look().await?;
            }
        }
        Ok(())
    }

    /// The same element in a new read: the same place if nothing moved, else found and verified, but only in the
    /// same scene. On any other screen the answer that named it is void.
    async fn again(&mut self, old: Sight) -> Result<Sight, Fell> {
        let now = self.look_as(&old.look).await?;
        if now.tree == old.screen.tree && same_scene(&old.screen, &now) {
            return Ok(Sight { screen: now, ..old });
        }
        let moved = |why: &str| Fell::NotSent {
            kind: "screen-moved",
            why: format!("the screen changed before anything was done, and {why}"),
        };
        if !same_scene(&old.screen, &now) || !survey(&old.screen).same_screen(&survey(&now)) {
            return Err(moved("it is another one now"));
        }
        let id = self.found_again(&old, &now).await.map_err(moved)?;
        Ok(Sight {
            screen: now,
            id,
            ..old
        })
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
