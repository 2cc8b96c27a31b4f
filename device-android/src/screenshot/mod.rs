//! Pictures of the display: taken, checked, and known to be whole before anybody sees them.
//!
//! What a device sends may have warnings before the picture and anything behind it, may break off, or may have
//! been through a terminal that translates line ends; each of these has its own name ([`Flaw`]). An all-black
//! picture is marked as blank: a protected window looks so. Not here: scaling, hashing, what a model sees.

mod capture;
mod decode;
mod error;
mod link;
mod png;
mod raw;

pub(crate) use capture::capture;
pub use decode::from_png;
pub use error::{BadPicture, Flaw};
pub(crate) use link::Link;
pub use png::cut;
pub use raw::from_raw;
