//! The dumps of one read: rung after rung, as the table of retries says, inside one deadline.

use std::time::Instant;

use retap_cache::device::Deadline;
use retap_cache::screen::{Attempt, Quality, Rung};
use tokio::time::sleep;

use super::aside;
use super::attempt::{Bad, Good, attempt};
use super::budget::Budgets;
use super::error::ReadFault;
use super::facts::Facts;
use super::memory::Memory;
use super::quality::quality;
use super::retry::{Retries, Step};
use crate::Error;
use crate::adb::Adb;
use crate::dump::DumpError;

/// A tree with what it is worth.
pub(crate) struct Tree {
    pub(crate) good: Good,
    pub(crate) quality: Quality,
}

/// Why no tree came.
pub(crate) enum Failure {
    /// The screen couldn't be read.
    Fault(ReadFault, Facts),
    /// The device or the server can't be talked to.
    Broken(Error),
}

impl Failure {
    fn kind(&self) -> &'static str {
        match self {
            Failure::Fault(fault, _) => fault.kind(),
            Failure::Broken(error) => error.kind(),
        }
    }

    /// True if a lost device would look the same.
    fn may_be_loss(&self) -> bool {
        match self {
            Failure::Fault(fault, _) => fault.may_be_loss(),
            Failure::Broken(error) => matches!(error, Error::Closed { .. }),
        }
    }
}

/// One climb.
pub(crate) struct Ladder<'r> {
    pub(crate) adb: &'r Adb,
    pub(crate) budgets: Budgets,
    pub(crate) memory: &'r mut Memory,
    /// When the caller's time is up.
    pub(crate) deadline: Deadline,
    /// When the time for dumps is up.
    pub(crate) trees: Deadline,
    pub(crate) rung: Rung,
    /// True once the screen is known not to come to rest.
    pub(crate) restless: bool,
    pub(crate) attempts: Vec<Attempt>,
}

impl Ladder<'_> {
    /// Dumps until a tree comes or the table of retries has no more to offer.
    pub(crate) async fn climb(&mut self) -> Result<Tree, Failure> {
        let mut retries = Retries::default();
        loop {
            let ours = self.memory.cut_off_lately(Instant::now());
            let failure = match self.once().await {
                Ok(tree) => return Ok(tree),
                Err(failure) => failure,
            };
            if let Failure::Fault(fault, _) = &failure {
                self.restless |= fault.is_restless();
            }
            let fits = |step| match step {
                Step::AfterOurs(_) => ours,
                Step::Compressed => self.rung != Rung::Compressed,
                Step::ByFile => !self.memory.by_file,
                Step::Again(_) | Step::Back => true,
            };
            match retries.next(failure.kind(), fits) {
                Some(step) if self.take(step).await => {}
                _ => return Err(failure),
            }
        }
    }

    /// One dump.
    async fn once(&mut self) -> Result<Tree, Failure> {
        let (began, rung) = (Instant::now(), self.rung);
        let pace = self.budgets.pace(self.memory.usual(rung), self.memory.patience());
        let limits = self.budgets.limits;
        let result = match attempt(self.adb, self.memory, rung, limits, pace, self.trees).await {
            Ok(mut good) => {
                self.memory.took(rung, good.took);
                // What lies over the tree must be known before anything of it is touched.
                if !good.facts.is_whole() {
                    let (facts, _) = aside::facts(self.adb, self.deadline).await;
                    good.facts = if facts.is_whole() { facts } else { good.facts };
                }
                match quality(&good.dump.tree, &good.facts, rung) {
                    Ok(quality) => Ok(Tree { good, quality }),
                    Err(fault) => Err(Failure::Fault(fault, good.facts)),
                }
            }
            Err(Bad::Fault { fault, facts }) => {
                if let ReadFault::FirstByteTimeout { cut_short: false } = fault {
                    self.memory.waited(began.elapsed());
                }
                Err(Failure::Fault(fault, facts))
            }
            Err(Bad::Broken(error)) => Err(Failure::Broken(error)),
        };
        let took = began.elapsed();
        let result = match result {
            Ok(tree) => Ok(tree),
            Err(failure) => Err(self.explained(failure).await),
        };
        self.attempts.push(Attempt {
            rung,
            error: result.as_ref().err().map(Failure::kind),
            took,
        });
        result
    }

    /// What is really behind a failure, as far as the device or its server says so.
    async fn explained(&self, failure: Failure) -> Failure {
        match failure {
            // Most devices only say `Killed` if another program holds the accessibility connection.
            Failure::Fault(ReadFault::Dump(DumpError::AlreadyRegistered | DumpError::Killed), ref facts) => {
                match aside::foreign_holder(self.adb, self.deadline).await {
                    Some(holder) => Failure::Fault(ReadFault::Taken { holder }, facts.clone()),
                    None => failure,
                }
            }
            // A device that dies looks like a dump that ends, or like one that never comes.
            _ if failure.may_be_loss() => match aside::gone(self.adb, self.deadline).await {
                Some(error) => Failure::Broken(error),
                None => failure,
            },
            other => other,
        }
    }

    /// Does what comes before the next dump. False if there is no time for it: a dump that can't end in time
    /// would only turn the reason into a time-out.
    async fn take(&mut self, step: Step) -> bool {
        if let Step::Compressed = step {
            self.rung = Rung::Compressed;
        }
        let pause = match step {
            Step::Again(pause) | Step::AfterOurs(pause) => pause,
            Step::Compressed | Step::ByFile | Step::Back => Default::default(),
        };
        let usual = self.memory.usual(self.rung).time().unwrap_or_default();
        if self.trees.left() <= pause + usual {
            return false;
        }
        match step {
            Step::Again(_) | Step::AfterOurs(_) if !pause.is_zero() => sleep(pause).await,
            Step::ByFile => self.memory.by_file = true,
            Step::Back => return self.wait_for_device().await,
            Step::Again(_) | Step::AfterOurs(_) | Step::Compressed => {}
        }
        true
    }

    /// The time that the device was away is not the time of its dumps.
    async fn wait_for_device(&mut self) -> bool {
        let left = self.trees.left();
        let here = aside::back(self.adb, self.deadline.within(self.budgets.connect)).await;
        self.trees = self.deadline.within(left);
        here
    }
}
