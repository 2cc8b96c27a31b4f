//! How long the run waits for what. All of it can be set; nothing is for ever.

use std::time::Duration;

/// The budgets of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// One read of the screen.
    pub read: Duration,
    /// One action.
    pub act: Duration,
    /// Bringing an app to the front.
    pub launch: Duration,
    /// A whole step that a model plans.
    pub step: Duration,
    /// Until the screen has left its old state after an action. Peers wait 2 s after a tap.
    pub change: Duration,
    /// The same for an action that changed nothing when it was recorded.
    pub quiet: Duration,
    /// Until a recording's screen shows.
    pub start: Duration,
    /// How long the screen must stay the same before a recording that doesn't fit it is given up.
    pub still: Duration,
    /// Until an action's target shows.
    pub target: Duration,
    /// Until a recording's effect shows.
    pub result: Duration,
    /// Until an `expect` holds.
    pub expect: Duration,
    /// A read older than this is not acted on: the app may have moved on while a model was thinking.
    pub fresh: Duration,
    /// Pause between two looks. A stock dump itself waits a second for quiet.
    pub pause: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        let s = Duration::from_secs;
        let ms = Duration::from_millis;
        Timing {
            read: s(15),
            act: s(20),
            launch: s(30),
            step: s(180),
            change: s(2),
            quiet: ms(300),
            start: s(5),
            still: s(1),
            target: s(15),
            result: s(10),
            expect: s(10),
            fresh: ms(500),
            pause: ms(100),
        }
    }
}
