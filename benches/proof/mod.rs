//! The proof of the look-up: real and made screens, changed in ways whose truth is known.
//!
//! Here: a screen that can be changed ([`Draft`]), the kinds of change ([`Change`]), retap and its rivals as
//! [`Method`]s, and the counting; pairs of dumps of one screen ([`Pairs`]) with a truth read from raw attributes.
//! Not here: anything that the product itself uses.

mod change;
mod count;
mod draft;
mod hand;
mod made_pairs;
mod method;
mod oracle;
mod pairs;
mod raw;
mod screens;
mod twice;

pub use change::{Case, Change, Truth};
pub use count::{Part, Row, Tally, run};
pub use draft::Draft;
pub use hand::{HandTally, run_hand};
pub use made_pairs::made_pairs;
pub use method::{Answer, Method};
pub use pairs::{Pair, PairRow, PairTally, Pairs, corpus_pairs, run_pairs};
pub use screens::{Asked, actionable, captions, corpus, made};
pub use twice::{TwiceTally, run_twice};
