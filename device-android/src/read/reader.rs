//! The reader of one device: what it begins with, what it makes of what came, and what it remembers of it.

use std::time::{Duration, Instant};

use retap_cache::device::{Deadline, Want};
use retap_cache::screen::{Attempt, Picture, Rung, Screen};
use tokio::time::timeout_at;

use super::aside;
use super::budget::Budgets;
use super::error::{ReadError, ReadFault};
use super::facts::Facts;
use super::ladder::{Failure, Ladder, Tree};
use super::memory::{Memory, Shared, shared};
use super::screen::{from_picture, from_tree};
use crate::Error;
use crate::adb::Adb;
use crate::geometry::Display;
use crate::lock;
use crate::screenshot::capture;

/// Kept for a picture, if one is wanted and none was taken yet, when the dumps run out of time.
const PICTURE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Reader {
    budgets: Budgets,
    shared: Shared,
}

/// What one read was asked for and has come to so far.
struct Job<'r> {
    adb: &'r Adb,
    display: &'r mut Display,
    want: Want,
    began: Instant,
    deadline: Deadline,
}

impl Reader {
    pub(crate) fn new(adb: &Adb, budgets: Budgets) -> Self {
        Self {
            budgets,
            shared: shared(adb.server().addr, adb.serial()),
        }
    }

    /// Reads the screen once. `display` is what is known of it, and is brought up to date.
    pub(crate) async fn read(
        &self,
        adb: &Adb,
        display: &mut Display,
        want: Want,
        deadline: Deadline,
    ) -> Result<Screen, Error> {
        let began = Instant::now();
        let entered = timeout_at(deadline.instant().into(), self.shared.lock()).await;
        let mut memory = entered.map_err(|_| Error::Held {
            serial: adb.serial().to_owned(),
            holder: None,
            spent: began.elapsed(),
        })?;
        let _lock = lock::acquire(adb, deadline).await?;
        let job = Job {
            adb,
            display,
            want,
            began,
            deadline,
        };
        job.run(&mut memory, self.budgets).await
    }
}

impl Job<'_> {
    async fn run(mut self, memory: &mut Memory, budgets: Budgets) -> Result<Screen, Error> {
        let busy = self.busy(memory).await;
        let mut attempts = Vec::new();
        if busy == Some(Rung::Picture)
            && self.want.takes_picture()
            && let Some(screen) = self.picture_only(memory, budgets, &mut attempts, true).await
        {
            return Ok(screen);
        }
        let trees = self.trees(memory, budgets);
        let budget = trees.left();
        let mut ladder = Ladder {
            adb: self.adb,
            budgets,
            memory,
            deadline: self.deadline,
            trees,
            rung: busy.map_or(Rung::Plain, |_| Rung::Compressed),
            restless: busy.is_some(),
            attempts,
        };
        let result = ladder.climb().await;
        let (restless, mut attempts) = (ladder.restless, ladder.attempts);
        match result {
            Ok(tree) => Ok(self.with_tree(memory, budgets, tree, restless, attempts).await),
            Err(Failure::Broken(error)) => Err(error),
            Err(Failure::Fault(fault, facts)) => {
                if self.want.takes_picture()
                    && fault.permits_picture()
                    && let Some(screen) = self.picture_only(memory, budgets, &mut attempts, restless).await
                {
                    return Ok(screen);
                }
                Err(self.error(memory, fault, facts, budget, restless, attempts).await)
            }
        }
    }

    /// The rung that the window in front is known to need.
    async fn busy(&self, memory: &mut Memory) -> Option<Rung> {
        if !memory.knows_busy(Instant::now()) {
            return None;
        }
        let window = aside::top_window(self.adb, self.deadline).await;
        memory.busy(window.as_deref(), Instant::now())
    }

    /// When the dumps must be over.
    fn trees(&self, memory: &Memory, budgets: Budgets) -> Deadline {
        let total = self
            .deadline
            .within(budgets.pace(memory.usual(Rung::Plain), memory.patience()).total);
        if !self.want.takes_picture() {
            return total;
        }
        let left = self.deadline.left();
        let usual = memory.usual(Rung::Picture).time().unwrap_or(PICTURE);
        total.within(left - usual.min(left / 4))
    }

    async fn with_tree(
        &mut self,
        memory: &mut Memory,
        budgets: Budgets,
        tree: Tree,
        restless: bool,
        mut attempts: Vec<Attempt>,
    ) -> Screen {
        let Tree { mut good, quality } = tree;
        let rung = attempts.last().map_or(Rung::Plain, |a| a.rung);
        if restless {
            memory.note_busy(good.facts.focus.window.clone(), rung, Instant::now());
        }
        let keyboard = &mut good.facts.keyboard;
        if keyboard.shown && keyboard.frame.is_none() {
            keyboard.frame = aside::keyboard_frame(self.adb, self.deadline).await;
        }
        *self.display = good.facts.display.unwrap_or(*self.display);
        let picture = if self.want == Want::Both {
            self.picture(memory, budgets, &mut attempts).await
        } else {
            None
        };
        let mut screen = from_tree(good, quality, *self.display);
        screen.picture = picture;
        screen.source.rung = rung;
        screen.source.settled = rung == Rung::Plain;
        screen.source.changing = restless;
        screen.source.attempts = attempts;
        screen.source.took = self.began.elapsed();
        screen
    }

    /// A picture in place of a tree.
    async fn picture_only(
        &mut self,
        memory: &mut Memory,
        budgets: Budgets,
        attempts: &mut Vec<Attempt>,
        restless: bool,
    ) -> Option<Screen> {
        let picture = self.picture(memory, budgets, attempts).await?;
        let (facts, turns) = aside::facts(self.adb, self.deadline).await;
        if restless {
            memory.note_busy(facts.focus.window.clone(), Rung::Picture, Instant::now());
        }
        *self.display = facts.display.unwrap_or(*self.display);
        let mut screen = from_picture(picture, &facts, turns, *self.display);
        screen.source.changing = restless;
        screen.source.attempts = std::mem::take(attempts);
        screen.source.took = self.began.elapsed();
        Some(screen)
    }

    /// A picture, or `None` with the reason among the attempts.
    async fn picture(
        &self,
        memory: &mut Memory,
        budgets: Budgets,
        attempts: &mut Vec<Attempt>,
    ) -> Option<Picture> {
        if self.deadline.passed() {
            return None;
        }
        let began = Instant::now();
        let budget = budgets.of_picture(memory.usual(Rung::Picture));
        let limit = self.deadline.within(budget);
        let result = capture(self.adb, &mut memory.link, limit).await;
        let took = began.elapsed();
        attempts.push(Attempt {
            rung: Rung::Picture,
            error: result.as_ref().err().map(Error::kind),
            took,
        });
        let picture = result.ok()?;
        memory.took(Rung::Picture, took);
        Some(picture)
    }

    async fn error(
        &self,
        memory: &mut Memory,
        fault: ReadFault,
        facts: Facts,
        budget: Duration,
        restless: bool,
        attempts: Vec<Attempt>,
    ) -> Error {
        let window = match facts.focus.window {
            Some(window) => Some(window),
            None => aside::top_window(self.adb, self.deadline).await,
        };
        if restless {
            // Even if the next rung has not been tried for want of time, it is the one to begin with.
            memory.note_busy(window.clone(), Rung::Compressed, Instant::now());
        }
        ReadError {
            fault,
            serial: self.adb.serial().to_owned(),
            spent: self.began.elapsed(),
            budget,
            attempts,
            restless,
            window,
        }
        .into()
    }
}
