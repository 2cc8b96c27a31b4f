//! A simulated Android phone.
//!
//! Here: the phone file and its reader ([`PhoneFile`]), the phone that follows it (screens, back stack, focus,
//! variables, timers), the shell commands that it answers as Android does, and the adb *server* protocol that
//! they are asked through ([`SimPhone`]).
//!
//! Not here: the agent, models, scripts, and the Android client crate. The phone knows nothing of who talks to
//! it; whatever reaches it comes over the socket, as it would on a real one.

mod device;
mod error;
mod fault;
mod file;
mod log;
mod phone;
mod screen;
mod server;
mod shell;
mod sim;
mod spec;

pub use error::{LoadError, NoSuchScreen};
pub use fault::{DumpFault, FaultKind};
pub use file::PhoneFile;
pub use log::{CommandEnd, LogEntry};
pub use sim::SimPhone;
