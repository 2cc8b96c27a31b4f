//! One bounded read: a dump and what belongs to it, inside one deadline.
//!
//! A healthy dump takes 1.5 to 3.5 s and sends nothing before it is whole, so the missing first byte is the
//! signal that the screen is never idle or that the app hangs. Then the compressed dump is tried, and if one is
//! wanted a picture. A dump ends at `</hierarchy>`, not at the end of the process. Whether anything is tried
//! again stands in one table (`retry.rs`). Whatever goes wrong is an error that says so; a failed read is never
//! an empty screen. Not here: what a screen means, and which app is under test.

mod aside;
mod attempt;
mod budget;
mod command;
mod error;
mod facts;
mod focus;
mod insets;
mod ladder;
mod memory;
mod output;
mod quality;
mod reader;
mod retry;
mod screen;

pub use aside::foreign_holder;
pub use budget::{Budgets, Usual};
pub use error::{ReadError, ReadFault};
pub use facts::{Facts, Keyboard};
pub use focus::{Component, Focus};

pub(crate) use focus::focus;
pub(crate) use reader::Reader;
