//! The exit codes. They are part of the program's interface and documented in the README.

use crate::run::{Class, Outcome, Summary};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exit {
    /// Everything passed.
    Passed,
    /// A test failed; a look-up found nothing.
    Failed,
    /// Usage, script or configuration.
    Usage,
    /// Device, app, files.
    Environment,
    /// Model unreachable, refused or invalid.
    Model,
    /// Memory can't serve a step, and nobody else may.
    Stale,
    /// A bug of retap.
    Bug,
    /// Interrupted by the user.
    Interrupted,
}

impl Exit {
    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Passed => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Environment => 3,
            Exit::Model => 4,
            Exit::Stale => 6,
            Exit::Bug => 70,
            Exit::Interrupted => 130,
        }
    }

    /// The end of a run.
    pub fn of(summary: &Summary) -> Exit {
        match (&summary.trouble, summary.outcome) {
            (Some(t), _) => Exit::from(t.class),
            (None, Outcome::Passed) => Exit::Passed,
            (None, _) => Exit::Failed,
        }
    }
}

impl From<Class> for Exit {
    fn from(class: Class) -> Exit {
        match class {
            Class::Test => Exit::Failed,
            Class::Usage => Exit::Usage,
            Class::Environment => Exit::Environment,
            Class::Model => Exit::Model,
            Class::Stale => Exit::Stale,
            Class::Interrupted => Exit::Interrupted,
        }
    }
}
