//! Sinks of a run's events: the lines on the terminal, the JSON report.

mod json;
mod terminal;

pub use json::{FORMAT, write_json};
pub use terminal::Terminal;

use crate::run::{Event, Sink};

/// Several sinks as one.
pub struct All<'s>(pub Vec<&'s mut dyn Sink>);

impl Sink for All<'_> {
    fn take(&mut self, event: &Event<'_>) {
        self.0.iter_mut().for_each(|s| s.take(event));
    }
}

/// Takes down what a report needs at the end.
#[derive(Debug, Default)]
pub struct Keep {
    /// What the run works with.
    pub info: Option<crate::run::RunInfo>,
}

impl Sink for Keep {
    fn take(&mut self, event: &Event<'_>) {
        if let Event::Started(info) = event {
            self.info = Some((*info).clone());
        }
    }
}
