//! The planner conversation: what a model is asked, and the one move that it answers with.

mod prompt;
mod reply;

pub use prompt::{Done, Outcome, request};
pub use reply::{Move, read};
