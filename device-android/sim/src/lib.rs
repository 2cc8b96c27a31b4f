//! A simulated Android phone.
//!
//! Here: the phone file and its reader ([`PhoneFile`]), the phone that follows it (screens, back stack, focus,
//! variables, timers), its files and pictures, the shell commands that it answers as Android does, and the two
//! ways in which they are asked: the adb *server* protocol ([`SimPhone`]) and adbd over TCP ([`Adbd`]), for the
//! real `adb`.
//!
//! Not here: the agent, models, scripts, and the Android client crate. The phone knows nothing of who talks to
//! it; whatever reaches it comes over the socket, as it would on a real one.

mod adbd;
mod device;
mod error;
mod fault;
mod file;
mod files;
mod hardware;
mod log;
mod phone;
mod picture;
mod screen;
mod server;
mod service;
mod shell;
mod sim;
mod spec;
mod sync;

pub use adbd::Adbd;
pub use error::{LoadError, NoSuchScreen};
pub use fault::{DumpFault, FaultKind, PictureFault};
pub use file::PhoneFile;
pub use log::{CommandEnd, LogEntry};
pub use sim::SimPhone;
