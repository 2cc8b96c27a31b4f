//! One dump over one connection, with its budgets.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;
use retap_cache::screen::Rung;

use super::budget::Pace;
use super::command;
use super::error::ReadFault;
use super::facts::Facts;
use super::memory::Memory;
use super::output::Output;
use crate::Error;
use crate::adb::Adb;
use crate::dump::{Dump, DumpParser, Limits, Status};

/// For everything that is asked behind a dump, in stall budgets.
const FACTS: u32 = 4;

/// A whole dump with what was asked behind it.
pub(crate) struct Good {
    pub(crate) dump: Dump,
    pub(crate) facts: Facts,
    /// Bytes up to the end of the tree.
    pub(crate) bytes: usize,
    /// Time up to the end of the tree.
    pub(crate) took: Duration,
}

/// A dump that failed.
pub(crate) enum Bad {
    /// It came to this.
    Fault { fault: ReadFault, facts: Facts },
    /// The connection or the server failed.
    Broken(Error),
}

/// Dumps once. Every way out drops the connection, which ends the command on the device.
pub(crate) async fn attempt(
    adb: &Adb,
    memory: &mut Memory,
    rung: Rung,
    limits: Limits,
    pace: Pace,
    trees: Deadline,
) -> Result<Good, Bad> {
    let began = Instant::now();
    // Until it is seen to end, even if this future is dropped.
    memory.unfinished = Some(began);
    // Two rungs of four seconds make eight but for a moment.
    let cut_short = trees.left() * 5 < pace.expected * 4;
    let first_byte = trees.within(pace.first_byte);
    let mut output = open(adb, memory, rung, limits, first_byte)
        .await
        .map_err(|error| {
            if !error.may_have_run() {
                memory.unfinished = None;
            }
            Bad::Broken(error)
        })?;
    let mut parser = DumpParser::new(limits);
    let fault = match tree(&mut output, &mut parser, pace.stall, first_byte, trees).await {
        Ok(()) => None,
        Err(End::Broken(e)) => return Err(Bad::Broken(e)),
        Err(End::Over(fault)) => {
            memory.unfinished = None;
            Some(fault)
        }
        Err(End::CutOff(ReadFault::FirstByteTimeout { .. })) => {
            Some(ReadFault::FirstByteTimeout { cut_short })
        }
        Err(End::CutOff(fault)) => Some(fault),
    };
    let took = began.elapsed();
    if fault.is_none() {
        // The tree is written when the dump has let go of the screen.
        memory.unfinished = None;
        trailing(&mut output, &mut parser, pace.stall, trees).await;
    }
    let facts = if fault.is_none() {
        Facts::parse(&parser.trailing())
    } else {
        Facts::parse(&parser.leading())
    };
    if output.is_over() {
        // It went on past the removal of the file.
        memory.leftover = None;
    }
    drop(output);
    let bytes = parser.received();
    let fault = match fault {
        Some(fault) => fault,
        None => match parser.finish() {
            Ok(dump) if dump.tree.is_empty() => ReadFault::EmptyTree,
            Ok(dump) => {
                return Ok(Good {
                    dump,
                    facts,
                    bytes,
                    took,
                });
            }
            Err(e) => ReadFault::Dump(e),
        },
    };
    Err(Bad::Fault { fault, facts })
}

async fn open(
    adb: &Adb,
    memory: &mut Memory,
    rung: Rung,
    limits: Limits,
    deadline: Deadline,
) -> Result<Output, Error> {
    let compressed = rung == Rung::Compressed;
    if !memory.by_file {
        return Ok(Output::terminal(
            adb.exec(&command::to_tty(compressed), deadline).await?,
        ));
    }
    let file = command::fresh_file();
    let line = command::to_file(compressed, &file, memory.leftover.as_deref());
    memory.leftover = Some(file);
    // The facts and the packets' headers come on top of the dump.
    let limit = limits.bytes.saturating_mul(2);
    Ok(Output::file(
        adb.stream(&line, "uiautomator", limit, deadline).await?,
    ))
}

enum End {
    /// The command ended by itself.
    Over(ReadFault),
    /// It goes on and is given up.
    CutOff(ReadFault),
    Broken(Error),
}

/// Feeds the parser until the tree is whole.
async fn tree(
    output: &mut Output,
    parser: &mut DumpParser,
    stall: Duration,
    first_byte: Deadline,
    trees: Deadline,
) -> Result<(), End> {
    // Noise before the tree is no sign of it, so the first-byte budget holds until the tree begins.
    let mut limit = first_byte;
    let mut told = None;
    loop {
        let bytes = match output.next(limit).await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Err(End::Over(output.without_tree(parser))),
            Err(Error::CommandTimeout { .. }) => &[],
            Err(e) => return Err(End::Broken(e)),
        };
        // Bytes that trickle in are always in time for the next one; the whole has its own limit.
        let whole = if parser.has_begun() { trees } else { first_byte };
        if bytes.is_empty() || whole.passed() {
            let bytes = parser.received();
            return Err(match told {
                Some(error) => End::Over(ReadFault::Dump(error)),
                None if !parser.has_begun() => End::CutOff(ReadFault::FirstByteTimeout { cut_short: false }),
                None if trees.passed() => End::CutOff(ReadFault::TotalTimeout { bytes }),
                None => End::CutOff(ReadFault::Stalled { bytes }),
            });
        }
        match parser.feed(bytes) {
            Ok(Status::Complete) => return Ok(()),
            Ok(Status::More) if parser.has_begun() => limit = trees.within(stall),
            // The device has said that no tree will come; only the answers behind it are still awaited.
            Ok(Status::More) if told.is_none() => {
                told = parser.told();
                if told.is_some() {
                    limit = first_byte.within(stall);
                }
            }
            Ok(Status::More) => {}
            Err(e) => return Err(End::CutOff(ReadFault::Dump(e))),
        }
    }
}

/// What follows the tree; unknown what doesn't come in time. The tree is good without it.
async fn trailing(output: &mut Output, parser: &mut DumpParser, stall: Duration, trees: Deadline) {
    let all = trees.within(FACTS * stall);
    while let Ok(Some(bytes)) = output.next(all.within(stall)).await {
        if parser.feed(bytes).is_err() || all.passed() {
            return;
        }
    }
}
