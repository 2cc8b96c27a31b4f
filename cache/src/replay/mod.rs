//! When a recording may be used, and whether it did what it did when it was recorded.
//!
//! Three gates: *start* (is this the screen?), *target* (is this the element?), *result* (did the effect
//! happen, and by this replay?). What passes none is a [`Reason`], never a guess.

mod reason;
mod result;
mod start;

pub use reason::{Reason, Refusal};
pub use result::{Unproved, proves};
pub use start::{Choice, Situation, applying, locate, plan};

#[cfg(test)]
mod tests;
