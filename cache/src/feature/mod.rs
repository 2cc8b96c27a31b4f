//! What is kept of an element so that it is found again: a [`Feature`], and the look-up in two steps.
//!
//! *Find* by one kind of evidence, *verify* by another that the finding did not use, and by the absence of a
//! contradiction. A rung settles on exactly one node or gives way; what can't be proved is a [`Miss`].

mod anchor;
mod branch;
mod container;
mod find;
mod near;
mod nearest;
mod outcome;
mod path;
mod picture;
mod place;
mod section;
mod take;
mod tap;
mod texts;
mod verify;

pub use anchor::Anchor;
pub use branch::Branch;
pub use container::{Container, apart};
pub use find::find;
pub use near::Near;
pub use nearest::nearest_candidate;
pub use outcome::{Evidence, Found, Miss, MissKind, Rung};
pub use path::PathStep;
pub use picture::{Likeness, Patch, Pixels, find_in_picture, has_look, picture_decides, take_with_picture};
pub use place::{Place, Step};
pub use section::Section;
pub use take::{Feature, IdMark, LabelMark, NotKept, take, take_here, take_place};
pub use tap::{NoTap, TapPoint, tap_point};

use crate::screen::same_id;

#[cfg(test)]
mod tests;
