//! The closed list of reasons why memory was not used.

use crate::feature::{Feature, Miss, MissKind};
use crate::screen::UiTree;

/// Why memory could not serve. Each has a stable name and an advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Nothing is recorded under this key.
    NoEntry,
    /// A file of the entry can't be read.
    Unreadable,
    /// The place is unknown: the system names no activity.
    NoPlace,
    /// What is recorded begins on another screen.
    WrongScreen,
    /// What is recorded serves another test only.
    OtherTest,
    /// What is recorded is bound to another value of a parameter.
    OtherValue,
    /// What is recorded failed before.
    Invalid,
    /// The element is not on the screen.
    NotFound,
    /// Several elements fit, or variants disagree.
    Ambiguous,
    /// The element reads or is something else now.
    Contradiction,
    /// The toggle is not in the state in which it was tapped.
    OtherState,
    /// The element can't be touched.
    NotTappable,
    /// What the step made appear did not appear, or what it removed is still there.
    EffectMissing,
    /// The effect was there before anything was done.
    EffectBefore,
    /// The screen can't be judged: another window is in front, or the read was incomplete.
    CannotTell,
    /// A value for the recorded text is missing.
    NoValue,
    /// A policy of the script wants it recorded anew.
    Outdated,
    /// A model was asked to confirm it, since the step is guarded, and did not.
    NotConfirmed,
    /// A model was asked after the replay, and does not see the goal reached.
    GoalNotReached,
}

/// A reason with what happened in this case.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {detail}", reason.name())]
pub struct Refusal {
    /// Which.
    pub reason: Reason,
    /// In words.
    pub detail: String,
}

impl Reason {
    /// Every reason, in the order of the documents.
    pub const ALL: [Reason; 19] = [
        Reason::NoEntry,
        Reason::Unreadable,
        Reason::NoPlace,
        Reason::WrongScreen,
        Reason::OtherTest,
        Reason::OtherValue,
        Reason::Invalid,
        Reason::NotFound,
        Reason::Ambiguous,
        Reason::Contradiction,
        Reason::OtherState,
        Reason::NotTappable,
        Reason::EffectMissing,
        Reason::EffectBefore,
        Reason::CannotTell,
        Reason::NoValue,
        Reason::Outdated,
        Reason::NotConfirmed,
        Reason::GoalNotReached,
    ];

    /// Its stable name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::NoEntry => "no-entry",
            Reason::Unreadable => "unreadable",
            Reason::NoPlace => "no-place",
            Reason::WrongScreen => "wrong-screen",
            Reason::OtherTest => "other-test",
            Reason::OtherValue => "other-value",
            Reason::Invalid => "invalid",
            Reason::NotFound => "not-found",
            Reason::Ambiguous => "ambiguous",
            Reason::Contradiction => "contradiction",
            Reason::OtherState => "other-state",
            Reason::NotTappable => "not-tappable",
            Reason::EffectMissing => "effect-missing",
            Reason::EffectBefore => "effect-before",
            Reason::CannotTell => "cannot-tell",
            Reason::NoValue => "no-value",
            Reason::Outdated => "outdated",
            Reason::NotConfirmed => "not-confirmed",
            Reason::GoalNotReached => "goal-not-reached",
        }
    }

    /// What the author of the test can do about it.
    pub const fn advice(self) -> &'static str {
        match self {
            Reason::NoEntry => "the next run with a passing check records it",
            Reason::Unreadable => {
                "the file was damaged or is of a newer retap; the next recording replaces it"
            }
            Reason::NoPlace => "the screen was changing; a step that waits for it first makes this sure",
            Reason::WrongScreen => {
                "open the screen on which the step was recorded, or let this run record it here too"
            }
            Reason::OtherTest => {
                "give the screen a title or unique ids, and expect something that only the step brings about"
            }
            Reason::OtherValue => "each value of this parameter is recorded by itself",
            Reason::Invalid => "it failed in an earlier run; the next recording on this screen replaces it",
            Reason::NotFound => "the screen changed; the next recording heals it",
            Reason::Ambiguous => "give the elements distinct ids or labels",
            Reason::Contradiction => {
                "the element changed its meaning or its words; the next recording heals it"
            }
            Reason::OtherState => "bring the toggle into its usual state before this step",
            Reason::NotTappable => "scroll to it or close what covers it before this step",
            Reason::EffectMissing => "look at the app: the step did not do what it did before",
            Reason::EffectBefore => "start from a state in which the step still has something to do",
            Reason::CannotTell => "close the window in front before this step",
            Reason::NoValue => "declare the parameter in `vars:`",
            Reason::GoalNotReached => {
                "the recorded effect is there and the goal is not: expect what the goal brings about"
            }
            Reason::NotConfirmed => {
                "look at the screen and at what the model says: one of them is not what the step means"
            }
            Reason::Outdated => {
                "the next recording replaces it; that is what the cache's policies in the script want"
            }
        }
    }

    /// True if the recording itself failed where it should have held: it gets a tombstone.
    pub const fn condemns(self) -> bool {
        matches!(
            self,
            Reason::NotFound
                | Reason::Ambiguous
                | Reason::Contradiction
                | Reason::EffectMissing
                | Reason::GoalNotReached
        )
    }

    /// The reason with its detail.
    pub fn because(self, detail: impl Into<String>) -> Refusal {
        Refusal {
            reason: self,
            detail: detail.into(),
        }
    }
}

impl Refusal {
    /// Why an element was not found, with what comes nearest to it on the screen.
    pub fn missed(miss: Miss, feature: &Feature, tree: &UiTree) -> Refusal {
        Refusal::from(miss.with_nearest(feature, tree))
    }
}

impl From<Miss> for Refusal {
    fn from(miss: Miss) -> Refusal {
        let reason = match miss.kind {
            MissKind::Ambiguous => Reason::Ambiguous,
            MissKind::Contradiction | MissKind::Unverified => Reason::Contradiction,
            MissKind::NotFound | MissKind::NothingIdentifies => Reason::NotFound,
        };
        reason.because(miss.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new reason does not compile here until it is named, and then must be in the list.
    #[test]
    fn the_list_of_reasons_is_whole() {
        let place = |r: Reason| match r {
            Reason::NoEntry => 0,
            Reason::Unreadable => 1,
            Reason::NoPlace => 2,
            Reason::WrongScreen => 3,
            Reason::OtherTest => 4,
            Reason::OtherValue => 5,
            Reason::Invalid => 6,
            Reason::NotFound => 7,
            Reason::Ambiguous => 8,
            Reason::Contradiction => 9,
            Reason::OtherState => 10,
            Reason::NotTappable => 11,
            Reason::EffectMissing => 12,
            Reason::EffectBefore => 13,
            Reason::CannotTell => 14,
            Reason::NoValue => 15,
            Reason::Outdated => 16,
            Reason::NotConfirmed => 17,
            Reason::GoalNotReached => 18,
        };
        let places: Vec<usize> = Reason::ALL.into_iter().map(place).collect();
        assert_eq!(places, (0..19).collect::<Vec<usize>>());
    }
}
