//! Talking to a model, and a scripted stand-in for one.
//!
//! Here: where the model is ([`Endpoint`]), one question and its answer over the wire ([`Model::ask`]), how a
//! JSON object is got out of what a model wrote ([`reply`]), what it cost ([`Usage`]), what can go wrong
//! ([`ModelError`]), and a model without intelligence for examples and tests ([`scripted`]).
//!
//! Not here: what is asked and what an answer means. This module knows no screen, no device, no script and no
//! cache; it moves text there and a JSON object back, within a deadline, and counts.

mod client;
mod endpoint;
mod error;
mod http;
pub mod reply;
mod retry;
pub mod scripted;
mod talk;
mod usage;
mod wire;

#[cfg(test)]
mod tests;

pub use client::{Ask, AskError, Model, Purpose, Reply};
pub use endpoint::Endpoint;
pub use error::{Attempt, ModelError};
pub use usage::Usage;
