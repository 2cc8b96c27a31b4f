//! Where the output of a command goes.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedSender;

use crate::files::Files;

/// Standard output or standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fd {
    Out,
    Err,
}

/// Bytes on their way to the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) fd: Fd,
    pub(crate) bytes: Vec<u8>,
}

/// One end that a command writes to.
#[derive(Debug, Clone)]
pub(crate) enum Sink {
    /// The client.
    Client(UnboundedSender<Chunk>, Fd),
    /// The next command of a pipeline.
    Pipe(Arc<Mutex<Vec<u8>>>),
    /// A file of the device, which is there already, and the time that it is written at.
    File(Files, String, u32),
    /// `/dev/null`.
    Null,
}

impl Sink {
    pub(crate) fn pipe() -> (Sink, Arc<Mutex<Vec<u8>>>) {
        let buffer = Arc::new(Mutex::new(Vec::new()));
        (Sink::Pipe(Arc::clone(&buffer)), buffer)
    }

    pub(crate) fn write(&self, text: &str) {
        self.bytes(text.as_bytes().to_vec());
    }

    pub(crate) fn bytes(&self, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            // A client that has gone is noticed by its closed socket.
            Sink::Client(to, fd) => drop(to.send(Chunk { fd: *fd, bytes })),
            Sink::Pipe(buffer) => {
                buffer
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .extend_from_slice(&bytes);
            }
            // A full device loses what it has no room for; the shell's own commands don't look either.
            Sink::File(files, path, now) => drop(files.append(path, &bytes, *now)),
            Sink::Null => {}
        }
    }

    /// The text and a line end.
    pub(crate) fn line(&self, text: &str) {
        self.write(&format!("{text}\n"));
    }
}

/// The ends of one command.
#[derive(Debug, Clone)]
pub(crate) struct Io {
    pub(crate) out: Sink,
    pub(crate) err: Sink,
    /// `/dev/tty`, where the service has a terminal.
    pub(crate) tty: Option<Sink>,
    /// What the command before in a pipeline has written, or what a file holds.
    pub(crate) input: Vec<u8>,
}

impl Io {
    /// The ends of a client's service.
    pub(crate) fn client(to: &UnboundedSender<Chunk>, has_tty: bool) -> Io {
        Io {
            out: Sink::Client(to.clone(), Fd::Out),
            err: Sink::Client(to.clone(), Fd::Err),
            tty: has_tty.then(|| Sink::Client(to.clone(), Fd::Out)),
            input: Vec::new(),
        }
    }
}
