//! One dump over one socket, with its budgets.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;

use super::budget::Pace;
use super::error::ReadFault;
use super::focus::{self, Focus};
use crate::Error;
use crate::adb::{Adb, ExecStream};
use crate::dump::{Dump, DumpParser, Limits, Status};

/// A whole dump with the focus that goes with it.
pub(crate) struct Good {
    pub(crate) dump: Dump,
    pub(crate) focus: Focus,
    /// Bytes up to the end of the tree.
    pub(crate) bytes: usize,
    /// Time up to the end of the tree.
    pub(crate) took: Duration,
}

/// A dump that failed.
pub(crate) enum Bad {
    /// It came to this.
    Fault {
        fault: ReadFault,
        budget: Duration,
        focus: Focus,
    },
    /// The connection or the server failed.
    Broken(Error),
}

/// Dumps once. Every way out drops the socket, which ends the command on the device.
pub(crate) async fn attempt(adb: &Adb, limits: Limits, pace: Pace, deadline: Deadline) -> Result<Good, Bad> {
    let began = Instant::now();
    // The focus is asked for after the dump: one from before it may belong to the screen that a transition
    // leaves, as the dump itself waits for a second of quiet.
    let command = format!("uiautomator dump /dev/tty; {}", focus::COMMAND);
    let total = deadline.within(pace.total);
    let first_byte = total.within(pace.first_byte);
    let mut stream = adb.exec(&command, first_byte).await.map_err(Bad::Broken)?;
    let mut parser = DumpParser::new(limits);
    match tree(&mut stream, &mut parser, pace.stall, first_byte, total).await {
        Ok(()) => {}
        Err(End::Broken(e)) => return Err(Bad::Broken(e)),
        Err(End::Fault(fault)) => {
            drop(stream);
            let given = match fault {
                ReadFault::FirstByteTimeout => first_byte,
                _ => total,
            };
            let budget = given.instant().saturating_duration_since(began);
            return Err(Bad::Fault {
                fault,
                budget,
                focus: Focus::parse(&parser.leading()),
            });
        }
    }
    let took = began.elapsed();
    let focus = trailing_focus(&mut stream, &mut parser, deadline.within(pace.stall)).await;
    drop(stream);
    let bytes = parser.received();
    let fault = match parser.finish() {
        Ok(dump) if dump.tree.is_empty() => ReadFault::EmptyTree,
        Ok(dump) => {
            return Ok(Good {
                dump,
                focus,
                bytes,
                took,
            });
        }
        Err(e) => ReadFault::Dump(e),
    };
    Err(Bad::Fault {
        fault,
        budget: total.instant().saturating_duration_since(began),
        focus,
    })
}

enum End {
    Fault(ReadFault),
    Broken(Error),
}

/// Feeds the parser until the tree is whole.
async fn tree(
    stream: &mut ExecStream,
    parser: &mut DumpParser,
    stall: Duration,
    first_byte: Deadline,
    total: Deadline,
) -> Result<(), End> {
    // Noise before the tree is no sign of it, so the first-byte budget holds until the tree begins.
    let mut limit = first_byte;
    let mut told = None;
    loop {
        let bytes = match stream.next(limit).await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                return Err(End::Fault(
                    parser.missing().map_or(ReadFault::EmptyTree, ReadFault::Dump),
                ));
            }
            Err(Error::CommandTimeout { .. }) => &[],
            Err(e) => return Err(End::Broken(e)),
        };
        // Bytes that trickle in are always in time for the next one; the whole has its own limit.
        let whole = if parser.has_begun() { total } else { first_byte };
        if bytes.is_empty() || whole.passed() {
            return Err(End::Fault(match told {
                Some(error) => ReadFault::Dump(error),
                None if !parser.has_begun() => ReadFault::FirstByteTimeout,
                None if total.passed() => ReadFault::TotalTimeout {
                    bytes: parser.received(),
                },
                None => ReadFault::Stalled {
                    bytes: parser.received(),
                },
            }));
        }
        match parser.feed(bytes) {
            Ok(Status::Complete) => return Ok(()),
            Ok(Status::More) if parser.has_begun() => limit = total.within(stall),
            // The device has said that no tree will come; only the focus is still awaited, and not for long.
            Ok(Status::More) if told.is_none() => {
                told = parser.told();
                if told.is_some() {
                    limit = first_byte.within(stall);
                }
            }
            Ok(Status::More) => {}
            Err(e) => return Err(End::Fault(ReadFault::Dump(e))),
        }
    }
}

/// The focus lines behind the tree; unknown if they don't come in time. The tree is good without them.
async fn trailing_focus(stream: &mut ExecStream, parser: &mut DumpParser, limit: Deadline) -> Focus {
    loop {
        let focus = Focus::parse(&parser.trailing());
        if focus.is_whole() || limit.passed() {
            return focus;
        }
        match stream.next(limit).await {
            Ok(Some(bytes)) if parser.feed(bytes).is_ok() => {}
            _ => return Focus::parse(&parser.trailing()),
        }
    }
}
