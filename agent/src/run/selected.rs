//! Deterministic steps: what the script itself names.

use std::time::{Duration, Instant};

use retap_cache::device::{Deadline, TypeMode};

use super::Trouble;
use super::event::{How, Located};
use super::eyes::{Stillness, place};
use super::hands::{Deed, Sight, editable};
use super::read_back::focused_field;
use super::session::Session;
use crate::script::{NotOne, Selector, resolve};

impl Session<'_> {
    pub(super) async fn tap_selected(
        &mut self,
        s: &Selector,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        self.do_selected(Some(s), Deed::Tap, timeout).await
    }

    /// Types into what the selector names, or into the field that has the focus.
    pub(super) async fn type_selected(
        &mut self,
        target: Option<&Selector>,
        text: &str,
        mode: TypeMode,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        self.do_selected(
            target,
            Deed::Type {
                text: text.to_owned(),
                mode,
            },
            timeout,
        )
        .await
    }

    async fn do_selected(
        &mut self,
        target: Option<&Selector>,
        deed: Deed,
        timeout: Option<Duration>,
    ) -> Result<(), Trouble> {
        let target = target.map(|s| self.filled(s));
        let budget = timeout.unwrap_or(self.timing.target);
        let until = Deadline::after(budget);
        loop {
            let (mut sight, words) = match &target {
                Some(s) => (self.selected(s, until, budget).await?, s.to_string()),
                None => (
                    self.focused(until, budget).await?,
                    "the field with the focus".to_owned(),
                ),
            };
            if deed != Deed::Tap {
                sight = editable(sight, &words)?;
            }
            let located = Located {
                verb: deed.verb().into(),
                words,
                node: sight.words(),
                how: How::Selector,
                rung: None,
                by: None,
                relocated: false,
            };
            match self.touch(sight, &deed, located, false).await {
                Ok(_) => return Ok(()),
                Err(fell) if fell.scrolled() && !until.passed() => {}
                // Covered, disabled or moved away: it may still come.
                Err(fell) if fell.may_pass() && !until.passed() => {
                    self.pause().await;
                    self.look().await?;
                }
                Err(fell) => return Err(fell.last()),
            }
        }
    }

    /// The one element that a selector names, waited for. A loose match counts once the screen is at rest: until
    /// then the right one may still come.
    async fn selected(&mut self, s: &Selector, until: Deadline, budget: Duration) -> Result<Sight, Trouble> {
        let mut still = Stillness::new(self.timing.still);
        loop {
            let screen = self.screen().await?;
            let at_rest = still.look(&screen, Instant::now()) || until.passed();
            match resolve(s, &screen.tree, &screen.geometry) {
                Ok(found) if found.exact || at_rest => return Ok(Sight::new(&screen, found.node)),
                Err(e @ NotOne::Several { .. }) if at_rest => {
                    return Err(Trouble::test("ambiguous", e.to_string())
                        .hint("name it by id, or by more than one of id, text and desc"));
                }
                Err(e) if until.passed() => {
                    let message = format!("{e}; waited {budget:?} on {}", place(&screen));
                    return Err(Trouble::test("not-found", message));
                }
                _ => {
                    self.pause().await;
                    self.look().await?;
                }
            }
        }
    }

    async fn focused(&mut self, until: Deadline, budget: Duration) -> Result<Sight, Trouble> {
        loop {
            let screen = self.screen().await?;
            if let Some(node) = focused_field(&screen.tree) {
                return Ok(Sight::new(&screen, node));
            }
            if until.passed() {
                let message = format!("no field has the focus; waited {budget:?} on {}", place(&screen));
                return Err(Trouble::test("not-editable", message).hint("say where with `into:`"));
            }
            self.pause().await;
            self.look().await?;
        }
    }

    /// A selector with the values of its parameters.
    pub(super) fn filled(&self, s: &Selector) -> Selector {
        let fill = |t: &Option<String>| t.as_deref().map(|t| self.script.vars.fill(t));
        Selector {
            id: fill(&s.id),
            text: fill(&s.text),
            desc: fill(&s.desc),
            label: fill(&s.label),
            pattern: s.pattern.clone(),
            within: s.within.as_deref().map(|w| Box::new(self.filled(w))),
            index: s.index,
        }
    }
}
