//! One bounded read: a dump and the focus that belongs to it, in one command, inside one deadline.
//!
//! A healthy dump takes 1.5 to 3.5 s and sends nothing before it is whole, so the missing first byte is the
//! signal that the screen is never idle or that the app hangs. The read ends at `</hierarchy>`, not at the end
//! of the process. Whatever goes wrong is an error that says so; a failed read is never an empty screen.
//! Not here: what a screen means, and which app is under test.

mod attempt;
mod budget;
mod error;
mod focus;
mod quality;
mod reader;

pub use budget::{Budgets, Usual};
pub use error::{ReadError, ReadFault};
pub use focus::{Component, Focus};
pub use quality::quality;

pub(crate) use focus::focus;
pub(crate) use reader::Reader;
