//! The vocabulary of retap and its memory.
//!
//! Here: what a screen is ([`screen`]), what a device does ([`device`]), how an element is described and found
//! again ([`feature`]), what is recorded of a step ([`plan`]), when a recording still holds ([`replay`]), and
//! where it is kept ([`store`]).
//!
//! Not here: adb, browsers, models, terminals. This crate decides on what it is given and touches nothing but
//! the folder of its store.

pub mod device;
pub mod feature;
pub mod plan;
pub mod replay;
pub mod screen;
pub mod store;
pub mod text;
pub mod yaml;
