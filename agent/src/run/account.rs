//! What memory did in a run, reckoned from the records of its steps.

use serde::Serialize;

use super::event::{CacheEvent, How, StepRecord};

/// What memory did in a run, and what it saved against what the same steps cost when they were learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Memory {
    /// Recordings that did the work of their step.
    pub replayed: u32,
    /// Elements that lesser evidence found.
    pub relocated: u32,
    /// Elements that a replay had to ask the model for.
    pub healed: u32,
    /// Replays given up half-way.
    pub handed_off: u32,
    /// Looks into memory that came to nothing.
    pub missed: u32,
    /// Tokens of the replayed steps when they were learned, without those that they cost now.
    pub saved_tokens: u64,
    /// The same in milliseconds.
    pub saved_ms: u64,
    /// True if the tokens are an estimate.
    pub estimated: bool,
    /// Steps that are recorded and could not be replayed as they were.
    pub drifted: u32,
    /// Model calls in them: what the drift costs.
    pub drift_calls: u32,
    /// Tokens of these.
    pub drift_tokens: u64,
}

impl Memory {
    /// What the steps of a run say.
    pub fn of(steps: &[StepRecord]) -> Memory {
        let mut m = Memory::default();
        steps.iter().for_each(|s| m.add(s));
        m
    }

    fn add(&mut self, s: &StepRecord) {
        let noted = |event| s.cache.iter().filter(|n| n.event == event).count() as u32;
        let hits = noted(CacheEvent::Hit);
        let by_model = s.located.iter().filter(|l| l.how == How::Model).count() as u32;
        let healed = if hits > 0 { by_model } else { 0 };
        self.replayed += hits;
        self.handed_off += noted(CacheEvent::HandedOff);
        self.missed += noted(CacheEvent::Missed);
        self.relocated += s.located.iter().filter(|l| l.relocated).count() as u32;
        if hits > 0 {
            self.healed += healed;
            self.saved_tokens += s.saved.tokens.saturating_sub(s.tokens.total());
            self.saved_ms += s.saved.ms.saturating_sub(s.ms);
            self.estimated |= s.saved.estimated;
        }
        // What the quoted name or the script has served needed no model.
        let asked = s.calls > 0 && s.cache.iter().any(|n| n.drift);
        if healed > 0 || asked {
            self.drifted += 1;
            self.drift_calls += s.calls;
            self.drift_tokens += s.tokens.total();
        }
    }
}
