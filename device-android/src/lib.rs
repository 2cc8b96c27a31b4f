//! An Android device over adb.
//!
//! Here: the protocol of the adb server with a deadline on every command ([`adb`]), screen dumps into trees
//! ([`dump`]), the bounded read ([`read`]), input, apps, and [`AndroidDevice`], which puts them behind
//! [`retap_cache::device::Device`].
//!
//! Not here, and not to be known here: scripts, models, what was learned, where it is stored, and which app is
//! under test. No retry decides anything but how to get one read; no action is ever sent twice.

mod action;
pub mod adb;
mod app;
mod device;
pub mod dump;
mod error;
pub mod geometry;
mod input;
mod meaning;
mod pick;
mod props;
pub mod read;

pub use device::AndroidDevice;
pub use error::Error;
pub use pick::pick;
