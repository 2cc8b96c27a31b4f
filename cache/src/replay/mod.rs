//! When a recording may be used, and whether it did what it did when it was recorded.
//!
//! Three gates: *start* (is this the screen?), *target* (is this the element?), *result* (did the effect
//! happen, and by this replay?). What passes none is a [`Reason`], never a guess.

mod reason;
mod result;
mod seek;
mod start;

pub use reason::{Reason, Refusal};
pub use result::{Unproved, proves};
pub use seek::seek;
pub use start::{Choice, Situation, applying, locate, plan, wants_picture};

#[cfg(test)]
mod tests;
