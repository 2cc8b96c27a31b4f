//! The step machine: takes a script's steps in order, acts, checks, learns, and says all of it as events.
//!
//! It knows devices, models and the store by their interfaces only, prints nothing and reads no environment.

mod account;
mod act;
mod asking;
mod check;
mod error;
mod event;
mod eyes;
mod found;
mod guard;
mod hands;
mod heal;
mod locate;
mod memory;
mod meter;
mod picture;
mod policy;
mod reach;
mod read_back;
mod replay;
mod selected;
mod session;
mod staged;
mod timing;
mod verify;

pub use account::Memory;
pub use asking::Asking;
pub(crate) use error::with_cause;
pub use error::{Class, Trouble};
pub use event::{
    CacheEvent, CacheNote, Committed, Event, How, Located, Outcome, RunInfo, Saved, Sink, StepRecord,
    Summary, Tokens, TroubleRecord,
};
pub use session::{Setup, run};
pub use timing::Timing;
