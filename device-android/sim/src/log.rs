//! What reached the phone: every device command, from when, and how it ended.

use std::time::Duration;

/// One device command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// When it started, counted from the start of the phone.
    pub at: Duration,
    /// The adb service that it came through, without the command: `exec`, `shell`, `shell,v2,raw`, `sync`; `key`
    /// for a touch that the on-screen keyboard swallowed.
    pub service: String,
    /// The command line as sent; of `sync` the request and the path, of `key` the point.
    pub command: String,
    /// How it ended.
    pub end: CommandEnd,
}

/// How a device command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandEnd {
    /// Not yet.
    Running,
    /// It came to its end with this exit code.
    Done(u8),
    /// The client closed its connection, or the device went away.
    Cancelled,
}
