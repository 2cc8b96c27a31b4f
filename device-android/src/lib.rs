//! An Android device over adb.
//!
//! Here: the protocol of the adb server with a deadline on every command ([`adb`]), screen dumps into trees
//! ([`dump`]), the bounded read ([`read`]), pictures ([`screenshot`]), input, apps, and [`AndroidDevice`], which
//! puts them behind [`retap_cache::device::Device`].
//!
//! Not here, and not to be known here: scripts, models, what was learned, where it is stored, and which app is
//! under test. No retry decides anything but how to get one read; no action is ever sent twice.

mod action;
pub mod adb;
mod app;
mod boot;
mod device;
pub mod dump;
mod error;
pub mod geometry;
mod input;
mod lock;
mod meaning;
mod pick;
mod props;
#[doc(hidden)]
pub mod raw;
pub mod read;
pub mod screenshot;

pub use device::AndroidDevice;
pub use error::Error;
#[doc(hidden)]
pub use lock::path as lock_path;
pub use lock::{Holder, holder};
pub use pick::pick;
pub use read::foreign_holder;
