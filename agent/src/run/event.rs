//! What a run says. Every report and the progress lines are sinks of these events.

use serde::Serialize;

use super::Trouble;
use super::account::Memory;
use crate::script::Heal;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event<'a> {
    /// The run begins.
    Started(&'a RunInfo),
    /// A task begins.
    Task(&'a str),
    /// A step begins: its number from 1, its title.
    Step(usize, &'a str),
    /// An element was located.
    Located(&'a Located),
    /// The cache decided something.
    Cache(&'a CacheNote),
    /// A step ended.
    StepEnded(&'a StepRecord),
    /// The run ended.
    Ended(&'a Summary),
}

/// Takes events. A sink never asks the run anything.
pub trait Sink {
    /// Takes one.
    fn take(&mut self, event: &Event<'_>);
}

/// What the run works with.
#[derive(Debug, Clone, Serialize)]
pub struct RunInfo {
    /// The script, as the user named it.
    pub script: String,
    /// The device's id.
    pub device: String,
    /// Its model and system.
    pub device_model: String,
    /// The model that is asked, if there is one.
    pub model: Option<String>,
    /// Mode of the cache.
    pub cache: String,
    /// Folder of the cache.
    pub cache_folder: String,
    /// When it began, RFC 3339.
    pub started: String,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It did what it says.
    Passed,
    /// The app is not as the step says.
    Failed,
    /// Our side, the device or the model broke.
    Broken,
    /// It was not run, since an earlier one did not pass.
    Skipped,
}

/// What located an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The script's own selector.
    Selector,
    /// The feature in a recorded plan.
    Plan,
    /// A locate entry.
    Entry,
    /// The quoted label.
    Label,
    /// The model.
    Model,
}

impl How {
    /// Its word in the table.
    pub const fn word(self) -> &'static str {
        match self {
            How::Selector => "selector",
            How::Plan => "plan",
            How::Entry => "entry",
            How::Label => "label",
            How::Model => "model",
        }
    }
}

/// An element that was located, and by what evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Located {
    /// What was done to it.
    pub verb: String,
    /// The words for it.
    pub words: String,
    /// What it is on the screen.
    pub node: String,
    /// What located it.
    pub how: How,
    /// The evidence that found it, from memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rung: Option<&'static str>,
    /// The other evidence that confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// True if what identified it best when it was learned did not find it any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub relocated: bool,
}

/// A decision of the cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CacheNote {
    /// What it decided.
    pub event: CacheEvent,
    /// Plan or locate.
    pub entry: &'static str,
    /// Stable name of the reason, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// In words.
    pub detail: String,
    /// What the author can do about it, or empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub advice: &'static str,
    /// True if what is recorded could not be replayed as it was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub drift: bool,
}

/// Kinds of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheEvent {
    /// A recording is used.
    Hit,
    /// None is used.
    Missed,
    /// A replay was given up half-way and the model went on.
    HandedOff,
    /// A recording failed and is not used again.
    Invalidated,
    /// Something was learned and waits for a check.
    Staged,
    /// Something that was learned can't be kept.
    NotKept,
    /// It was stored.
    Recorded,
    /// It may not be stored and was kept for review.
    Aside,
    /// It was already stored, word for word.
    Unchanged,
    /// It was not stored, since no later check passed.
    Unconfirmed,
    /// It could not be stored, or an entry could not be read.
    Problem,
}

impl CacheEvent {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            CacheEvent::Hit => "hit",
            CacheEvent::Missed => "missed",
            CacheEvent::HandedOff => "handed off",
            CacheEvent::Invalidated => "invalidated",
            CacheEvent::Staged => "staged",
            CacheEvent::NotKept => "not kept",
            CacheEvent::Recorded => "recorded",
            CacheEvent::Aside => "kept for review",
            CacheEvent::Unchanged => "unchanged",
            CacheEvent::Unconfirmed => "unconfirmed",
            CacheEvent::Problem => "problem",
        }
    }
}

/// Tokens of one or more calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tokens {
    /// Sent, cached ones included.
    pub input: u64,
    /// Received, reasoning included.
    pub output: u64,
    /// Part of `input`.
    pub cached: u64,
    /// Part of `output`.
    pub reasoning: u64,
    /// True if a figure is an estimate.
    pub estimated: bool,
    /// Calls for which the server stated no figures.
    pub unknown: u32,
}

impl Tokens {
    /// Sent and received.
    pub const fn total(&self) -> u64 {
        self.input + self.output
    }

    /// Adds others.
    pub fn add(&mut self, o: &Tokens) {
        self.input += o.input;
        self.output += o.output;
        self.cached += o.cached;
        self.reasoning += o.reasoning;
        self.estimated |= o.estimated;
        self.unknown += o.unknown;
    }
}

/// What memory saved: what the replayed parts cost when they were learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Saved {
    /// Recordings used.
    pub hits: u32,
    /// Model calls then.
    pub calls: u32,
    /// Tokens then.
    pub tokens: u64,
    /// Milliseconds then.
    pub ms: u64,
    /// True if the tokens are an estimate.
    pub estimated: bool,
}

impl Saved {
    /// Adds others.
    pub fn add(&mut self, o: &Saved) {
        self.hits += o.hits;
        self.calls += o.calls;
        self.tokens += o.tokens;
        self.ms += o.ms;
        self.estimated |= o.estimated;
    }
}

/// One step, ended.
#[derive(Debug, Clone, Serialize)]
pub struct StepRecord {
    /// From 1, over the whole script.
    pub number: usize,
    /// Its task.
    pub task: String,
    /// What it does.
    pub title: String,
    /// Its line in the script.
    pub line: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<TroubleRecord>,
    /// The elements that were acted on, in order.
    pub located: Vec<Located>,
    /// Actions sent to the device.
    pub actions: u32,
    /// Decisions of the cache.
    pub cache: Vec<CacheNote>,
    /// Calls to a model, failed ones included.
    pub calls: u32,
    /// What they cost.
    pub tokens: Tokens,
    /// What memory saved.
    pub saved: Saved,
    /// Wall time in milliseconds.
    pub ms: u64,
    /// Of it, waiting for the device.
    pub device_ms: u64,
    /// Of it, waiting for the model.
    pub model_ms: u64,
}

/// A [`Trouble`] in reports.
#[derive(Debug, Clone, Serialize)]
pub struct TroubleRecord {
    /// Whose matter it is.
    pub class: super::Class,
    /// A short stable name.
    pub kind: String,
    /// In words.
    pub message: String,
    /// What to do next.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
}

impl From<&Trouble> for TroubleRecord {
    fn from(t: &Trouble) -> Self {
        let (message, hint) = (t.message.clone(), t.hint.clone());
        TroubleRecord {
            class: t.class,
            kind: t.kind.clone(),
            message,
            hint,
        }
    }
}

/// What was stored at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Committed {
    /// New or replaced files.
    pub recorded: u32,
    /// Files that already said the same.
    pub unchanged: u32,
    /// Files kept for review, since the cache may not be written.
    pub aside: u32,
    /// Learned, but no later check passed.
    pub unconfirmed: u32,
}

/// The whole run.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// How the test ended.
    pub outcome: Outcome,
    /// The first thing that went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<TroubleRecord>,
    /// The steps, those that were not run included.
    pub steps: Vec<StepRecord>,
    /// Decisions of the cache at the end of the run.
    pub cache: Vec<CacheNote>,
    /// What was stored.
    pub committed: Committed,
    /// What memory did.
    pub memory: Memory,
    /// What was to be done about drift.
    pub heal: Heal,
    /// Calls to a model.
    pub calls: u32,
    /// What they cost.
    pub tokens: Tokens,
    /// What memory saved.
    pub saved: Saved,
    /// Wall time in milliseconds.
    pub ms: u64,
}
