//! `expect`: looks at the screen as it is now, until it holds or the time is up.

use std::time::Duration;

use retap_cache::device::Deadline;
use retap_cache::screen::{Screen, value};
use retap_cache::text::normal;

use super::Trouble;
use super::eyes::{front, place};
use super::session::{Session, is_launcher, is_system};
use crate::script::{Check, Seen, Selector, absence, seen, visible};

/// What a look says about a check.
enum Says {
    Holds,
    Fails(String),
    /// The read doesn't permit to say.
    CannotTell(String),
}

impl Session<'_> {
    /// Waits until the check holds. Gives it with its values filled in if it held on the app under test.
    pub(super) async fn expect(
        &mut self,
        check: &Check,
        timeout: Option<Duration>,
    ) -> Result<Option<Check>, Trouble> {
        let budget = timeout.unwrap_or(self.timing.expect);
        let until = Deadline::after(budget);
        let check = self.filled_check(check);
        loop {
            let screen = self.screen().await?;
            let in_scope = self.in_scope(&screen);
            let says = judge(&check, &screen, in_scope);
            let failure = match says {
                Says::Holds => return Ok(self.in_app(&screen).then_some(check)),
                Says::Fails(why) => Trouble::test(
                    "expect",
                    format!("{why}; waited {budget:?} on {}", place(&screen)),
                ),
                Says::CannotTell(why) => Trouble::environment(
                    "cannot-tell",
                    format!("{why}; waited {budget:?} on {}", place(&screen)),
                )
                .hint("close the window in front, or expect what it shows"),
            };
            // A read that began in time is finished; no further one begins after it.
            if until.passed() {
                return Err(failure);
            }
            self.pause().await;
            self.look().await?;
        }
    }

    /// True if the check did surely not hold on an earlier screen of the app.
    pub(super) fn failed_on(&self, check: &Check, before: &Screen) -> bool {
        matches!(judge(check, before, self.in_scope(before)), Says::Fails(_))
    }

    fn filled_check(&self, check: &Check) -> Check {
        match check {
            Check::Visible(s) => Check::Visible(self.filled(s)),
            Check::Gone(s) => Check::Gone(self.filled(s)),
            Check::Text { of, is } => Check::Text {
                of: self.filled(of),
                is: self.script.vars.fill(is),
            },
        }
    }
}

/// What the screen says about a check. What lies behind another window can't be told; an icon of the launcher is
/// not the app.
fn judge(check: &Check, screen: &Screen, in_scope: bool) -> Says {
    let found = |s: &Selector| visible(s, &screen.tree, &screen.geometry);
    let not_visible =
        |s: &Selector| format!("{s} is not visible{}", absence(s, &screen.tree, &screen.geometry));
    let whole = in_scope && screen.quality.permits_gone();
    let front = front(screen);
    let counts = in_scope || (is_system(front) && !is_launcher(front));
    let elsewhere = |what: String| Says::CannotTell(format!("{what}, but {front} is in front"));
    let absent = |what: String| if whole { Says::Fails(what) } else { elsewhere(what) };
    match check {
        Check::Visible(s) => {
            let all: Vec<Seen> = found(s).iter().map(|n| seen(*n, &screen.geometry)).collect();
            match all.first() {
                None => absent(not_visible(s)),
                Some(_) if !counts => elsewhere(format!("{s} is visible")),
                _ if all.contains(&Seen::Well) => Says::Holds,
                Some(Seen::Sliver(why) | Seen::Not(why)) => Says::Fails(format!("{s} is not visible: {why}")),
                Some(Seen::Well) => Says::Holds,
            }
        }
        Check::Gone(s) => match found(s).first() {
            Some(node) => Says::Fails(format!("{s} is still visible: {node:?}")),
            None if whole => Says::Holds,
            None if in_scope => Says::CannotTell(format!(
                "{s} can't be seen, but the read does not show all of the app"
            )),
            None => elsewhere(format!("{s} can't be seen")),
        },
        Check::Text { of, is } => match found(of).as_slice() {
            [] => absent(not_visible(of)),
            [_] if !counts => elsewhere(format!("{of} is visible")),
            [node] => {
                let text = value(*node)
                    .filter(|v| !v.is_empty())
                    .unwrap_or_else(|| normal(node.text()));
                let text = if text.is_empty() {
                    normal(node.desc())
                } else {
                    text
                };
                if text == normal(is) {
                    Says::Holds
                } else {
                    Says::Fails(format!("{of} reads {text:?}, not {is:?}"))
                }
            }
            several => Says::Fails(format!("{of} is ambiguous: {} elements fit", several.len())),
        },
    }
}
