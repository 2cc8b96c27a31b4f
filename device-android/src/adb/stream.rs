//! A running command: what it prints, as it comes. Dropping it closes the connection, which ends the command.

use std::sync::Arc;
use std::time::Instant;

use retap_cache::device::Deadline;

use super::packets::{BadPacket, Packets, ShellOutput};
use super::wire::{Conn, Trouble};
use crate::Error;

const CHUNK: usize = 64 << 10;

/// A device's answer to a command, read piece by piece.
struct Running {
    conn: Conn,
    chunk: Vec<u8>,
    serial: Arc<str>,
    what: String,
    began: Instant,
}

impl Running {
    fn new(conn: Conn, serial: Arc<str>, what: &str, began: Instant) -> Self {
        Self {
            conn,
            chunk: vec![0; CHUNK],
            serial,
            what: what.to_owned(),
            began,
        }
    }

    /// The next bytes; none at the end.
    async fn some(&mut self, deadline: Deadline) -> Result<&[u8], Error> {
        let read = self.conn.some(&mut self.chunk, deadline).await;
        let read = read.map_err(|t| running(t, &self.serial, &self.what, self.began))?;
        Ok(self.chunk.get(..read).unwrap_or_default())
    }
}

/// What a command with a terminal prints, both streams in one.
pub struct ExecStream(Running);

impl ExecStream {
    pub(crate) fn new(conn: Conn, serial: Arc<str>, what: &str, began: Instant) -> Self {
        Self(Running::new(conn, serial, what, began))
    }

    /// The next bytes, or `None` at the end. [`Error::CommandTimeout`] if none came before the deadline; then
    /// it may be called again.
    pub async fn next(&mut self, deadline: Deadline) -> Result<Option<&[u8]>, Error> {
        let bytes = self.0.some(deadline).await?;
        Ok((!bytes.is_empty()).then_some(bytes))
    }
}

/// What a command without a terminal prints, its streams apart.
pub(crate) struct ShellStream {
    running: Running,
    packets: Packets,
    limit: usize,
    out: Vec<u8>,
    over: bool,
}

impl ShellStream {
    /// `limit`: how many bytes it may print in all.
    pub(crate) fn new(conn: Conn, serial: Arc<str>, what: &str, began: Instant, limit: usize) -> Self {
        Self {
            running: Running::new(conn, serial, what, began),
            packets: Packets::new(limit),
            limit,
            out: Vec::new(),
            over: false,
        }
    }

    /// Takes what comes next. True once the command has ended, or the connection.
    pub(crate) async fn advance(&mut self, deadline: Deadline) -> Result<bool, Error> {
        let bytes = self.running.some(deadline).await?;
        let closed = bytes.is_empty();
        match self.packets.feed(bytes) {
            Ok(exited) => {
                self.over = exited || closed;
                Ok(self.over)
            }
            Err(BadPacket::TooLarge) => Err(Error::OutputTooLarge {
                serial: self.running.serial.to_string(),
                what: self.running.what.clone(),
                limit: self.limit,
            }),
            Err(BadPacket::Id(id)) => Err(Error::Protocol {
                peer: format!("device {}", self.running.serial),
                what: self.running.what.clone(),
                got: format!("packet id {id}"),
                sent: true,
            }),
        }
    }

    /// The next bytes of standard output, or `None` at the end, as [`ExecStream::next`].
    pub(crate) async fn next(&mut self, deadline: Deadline) -> Result<Option<&[u8]>, Error> {
        self.out.clear();
        while self.out.is_empty() && !self.over {
            self.advance(deadline).await?;
            self.out = self.packets.take_stdout();
        }
        Ok((!self.out.is_empty()).then_some(&self.out))
    }

    /// Standard error so far.
    pub(crate) fn stderr(&self) -> &[u8] {
        &self.packets.output().stderr
    }

    /// True once it has told its exit code.
    pub(crate) fn has_exited(&self) -> bool {
        self.packets.output().exit.is_some()
    }

    /// Everything that was not taken.
    pub(crate) fn finish(self) -> ShellOutput {
        self.packets.finish()
    }
}

/// The error of a command that the device has been told to run.
pub(crate) fn running(trouble: Trouble, serial: &str, what: &str, began: Instant) -> Error {
    let (peer, what) = (format!("device {serial}"), what.to_owned());
    match trouble {
        Trouble::Late => Error::CommandTimeout {
            serial: serial.to_owned(),
            what,
            spent: began.elapsed(),
        },
        Trouble::Closed(source) => Error::Closed {
            peer,
            what,
            sent: true,
            source,
        },
        Trouble::Nonsense(got) => Error::Protocol {
            peer,
            what,
            got: String::from_utf8_lossy(&got).into_owned(),
            sent: true,
        },
    }
}
