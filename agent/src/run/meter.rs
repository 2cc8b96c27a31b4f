//! What one step has used so far.

use std::time::{Duration, Instant};

use super::event::{CacheNote, Located, Saved, Tokens};
use crate::model::Usage;

/// Counts of a running step.
#[derive(Debug, Default)]
pub(super) struct Meter {
    pub(super) located: Vec<Located>,
    pub(super) cache: Vec<CacheNote>,
    pub(super) actions: u32,
    pub(super) calls: u32,
    pub(super) tokens: Tokens,
    pub(super) saved: Saved,
    pub(super) device: Duration,
    pub(super) model: Duration,
}

impl Meter {
    /// Counts calls to a model, failed ones too.
    pub(super) fn asked(&mut self, calls: u32, usage: &Usage, began: Instant) {
        self.calls += calls;
        self.model += began.elapsed();
        self.tokens.add(&Tokens {
            input: usage.input.unwrap_or(0),
            output: usage.output.unwrap_or(0),
            cached: usage.cached,
            reasoning: usage.reasoning,
            estimated: usage.estimated,
            unknown: u32::from(usage.input.is_none() || usage.output.is_none()),
        });
    }
}
