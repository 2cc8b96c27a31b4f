//! The adb *server* protocol over TCP: one client path for everything that has a deadline.
//!
//! Every call takes a [`Deadline`](retap_cache::device::Deadline). One socket carries one command, and dropping
//! the socket is how a command is cancelled. Source of the protocol: adb's own SERVICES.TXT and OVERVIEW.TXT.
//! Not here: what the commands mean. No server is ever started and no adb program is run.

mod device;
mod fail;
mod listing;
mod packets;
mod quote;
mod server;
mod stream;
mod wire;

pub use device::Adb;
pub(crate) use fail::error as fail_error;
pub use listing::Listed;
pub(crate) use listing::{in_words, parse as parse_listing};
pub(crate) use packets::Packets;
pub use packets::ShellOutput;
pub use quote::quote;
pub use server::{Patience, Server};
pub use stream::ExecStream;
pub(crate) use stream::ShellStream;
