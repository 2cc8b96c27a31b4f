//! Rules and time: what a tap, a key or the clock sets off.

use std::sync::Arc;
use std::time::Duration;

use super::Phone;
use crate::spec::{Rule, Screen, Trigger};

/// An effect that isn't visible yet. It lapses when its screen is left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pending {
    due: Duration,
    rule: usize,
}

/// The next time at which an `every` rule of the screen in front is due.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tick {
    due: Duration,
    rule: usize,
    period: Duration,
}

impl Tick {
    /// The timers of a screen that comes to the front now.
    pub(crate) fn of(screen: &Screen, now: Duration) -> Vec<Tick> {
        let every = |(rule, r): (usize, &Rule)| match r.trigger {
            Trigger::Every(period) => Some(Tick {
                due: now + period,
                rule,
                period,
            }),
            _ => None,
        };
        screen.rules.iter().enumerate().filter_map(every).collect()
    }
}

impl Phone {
    /// Lets time pass: everything that is due by `now` happens, in order.
    pub(crate) fn advance(&mut self, now: Duration) {
        while let Some(due) = self.next_due().filter(|due| *due <= now) {
            self.now = due;
            if let Some(i) = self.pending.iter().position(|p| p.due == due) {
                let rule = self.pending.remove(i).rule;
                self.apply(rule);
            } else if let Some(tick) = self.ticks.iter_mut().find(|t| t.due == due) {
                tick.due += tick.period;
                let rule = tick.rule;
                if self.holds(rule) {
                    self.apply(rule);
                }
            }
        }
        self.now = self.now.max(now);
    }

    /// When something happens next by itself.
    pub(crate) fn next_due(&self) -> Option<Duration> {
        self.pending
            .iter()
            .map(|p| p.due)
            .chain(self.ticks.iter().map(|t| t.due))
            .min()
    }

    /// Sets off the first rule for this trigger that applies. False if there is none.
    pub(crate) fn trigger(&mut self, trigger: Trigger) -> bool {
        let rules = &self.screen().rules;
        let Some(rule) = (0..rules.len()).find(|i| rules[*i].trigger == trigger && self.holds(*i)) else {
            return false;
        };
        let after = rules[rule].after;
        if after.is_zero() {
            self.apply(rule);
        } else {
            self.pending.push(Pending {
                due: self.now + after,
                rule,
            });
        }
        true
    }

    fn holds(&self, rule: usize) -> bool {
        let value = |var: &String| self.vars.get(var).map_or("", String::as_str);
        self.screen().rules[rule]
            .when
            .iter()
            .all(|(var, wanted)| value(var) == wanted)
    }

    /// Does what a rule of the screen in front says.
    fn apply(&mut self, rule: usize) {
        let spec = Arc::clone(&self.spec);
        let effect = &spec.screen(self.front()).rules[rule].effect;
        // All values are taken before any is changed.
        let set: Vec<(&String, String)> = effect
            .set
            .iter()
            .map(|(v, t)| (v, t.render(&self.vars)))
            .collect();
        for (var, value) in set {
            self.vars.insert(var.clone(), value);
        }
        for (var, n) in &effect.add {
            let now = self
                .vars
                .get(var)
                .and_then(|v| v.parse::<i64>().ok())
                .unwrap_or(0);
            self.vars.insert(var.clone(), now.saturating_add(*n).to_string());
        }
        if let Some(turns) = effect.rotate {
            self.rotate(turns);
        }
        if let Some(to) = effect.then {
            self.follow(to);
        }
    }
}
