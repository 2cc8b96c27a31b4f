//! The proof of the look-up: real and made screens, changed in ways whose truth is known.
//!
//! Here: a screen that can be changed ([`Draft`]), the kinds of change ([`Change`]), retap and its rivals as
//! [`Method`]s, and the counting. Not here: anything that the product itself uses.

mod change;
mod count;
mod draft;
mod method;
mod screens;

pub use change::{Case, Change, Truth};
pub use count::{Row, Tally, run};
pub use draft::Draft;
pub use method::{Answer, Method};
pub use screens::{actionable, corpus, made};
