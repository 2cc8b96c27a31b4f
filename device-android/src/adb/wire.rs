//! One connection to the adb server: requests of four hexadecimal digits and a text, answered by OKAY or FAIL.

use std::io;
use std::time::Instant;

use retap_cache::device::Deadline;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout_at;

use super::server::Server;
use crate::Error;

/// The longest request that four digits can announce.
const LONGEST: usize = 0xFFFF;

/// How a request was answered.
pub(crate) enum Answer {
    Okay,
    Fail(String),
}

/// What went wrong on the wire; whoever asked knows what it means.
pub(crate) enum Trouble {
    Late,
    Closed(Option<io::Error>),
    /// Neither OKAY nor FAIL, or a length that is no number.
    Nonsense(Vec<u8>),
}

pub(crate) struct Conn {
    stream: TcpStream,
}

impl Conn {
    /// Connects within the deadline and the server's patience. `what` says what for.
    pub(crate) async fn open(server: &Server, what: &str, deadline: Deadline) -> Result<Conn, Error> {
        let began = Instant::now();
        in_time(what, began, deadline)?;
        let limit = deadline.within(server.patience.connect);
        let unreachable = |source| Error::ServerUnreachable {
            addr: server.addr,
            spent: began.elapsed(),
            source,
        };
        let stream = match timeout_at(limit.instant().into(), TcpStream::connect(server.addr)).await {
            Ok(connected) => connected.map_err(unreachable)?,
            Err(_) => {
                in_time(what, began, deadline)?;
                return Err(unreachable(io::ErrorKind::TimedOut.into()));
            }
        };
        stream.set_nodelay(true).map_err(unreachable)?;
        Ok(Conn { stream })
    }

    /// Sends a request and reads how it is answered.
    pub(crate) async fn request(&mut self, text: &str, deadline: Deadline) -> Result<Answer, Trouble> {
        // One write for length and text: two would wait for an acknowledgement in between (Nagle).
        let framed = format!("{:04x}{text}", text.len());
        within(deadline, self.stream.write_all(framed.as_bytes())).await?;
        let mut status = [0; 4];
        self.exact(&mut status, deadline).await?;
        match &status {
            b"OKAY" => Ok(Answer::Okay),
            b"FAIL" => Ok(Answer::Fail(self.counted(deadline).await?)),
            other => Err(Trouble::Nonsense(other.to_vec())),
        }
    }

    /// Reads a text behind four hexadecimal digits of its length.
    pub(crate) async fn counted(&mut self, deadline: Deadline) -> Result<String, Trouble> {
        let mut digits = [0; 4];
        self.exact(&mut digits, deadline).await?;
        let length = std::str::from_utf8(&digits)
            .ok()
            .and_then(|d| usize::from_str_radix(d, 16).ok());
        let Some(length) = length else {
            return Err(Trouble::Nonsense(digits.to_vec()));
        };
        let mut text = vec![0; length];
        self.exact(&mut text, deadline).await?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Reads what has come; 0 bytes at the end.
    pub(crate) async fn some(&mut self, into: &mut [u8], deadline: Deadline) -> Result<usize, Trouble> {
        within(deadline, self.stream.read(into)).await
    }

    async fn exact(&mut self, into: &mut [u8], deadline: Deadline) -> Result<(), Trouble> {
        within(deadline, self.stream.read_exact(into)).await.map(|_| ())
    }
}

/// Refuses to go on once the deadline has passed: a time-out alone lets through what is ready at once.
pub(crate) fn in_time(what: &str, began: Instant, deadline: Deadline) -> Result<(), Error> {
    if deadline.passed() {
        return Err(Error::OutOfTime {
            what: what.to_owned(),
            spent: began.elapsed(),
        });
    }
    Ok(())
}

/// Refuses a request that can't be framed, before anything is sent.
pub(crate) fn check_length(request: &str) -> Result<(), Error> {
    if request.len() > LONGEST {
        Err(Error::CommandTooLong { bytes: request.len() })
    } else {
        Ok(())
    }
}

async fn within<T>(deadline: Deadline, io: impl Future<Output = io::Result<T>>) -> Result<T, Trouble> {
    match timeout_at(deadline.instant().into(), io).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(e)) if e.kind() == io::ErrorKind::UnexpectedEof => Err(Trouble::Closed(None)),
        Ok(Err(e)) => Err(Trouble::Closed(Some(e))),
        Err(_) => Err(Trouble::Late),
    }
}

impl Trouble {
    /// The error of a request to the server itself, made at `began`.
    pub(crate) fn of_server(
        self,
        server: &Server,
        request: &str,
        began: Instant,
        deadline: Deadline,
    ) -> Error {
        let (peer, what) = (format!("the adb server at {}", server.addr), request.to_owned());
        match self {
            Trouble::Late if deadline.passed() => Error::OutOfTime {
                what,
                spent: began.elapsed(),
            },
            Trouble::Late => Error::ServerTimeout {
                addr: server.addr,
                request: what,
                spent: began.elapsed(),
            },
            Trouble::Closed(source) => Error::Closed {
                peer,
                what,
                sent: false,
                source,
            },
            Trouble::Nonsense(got) => Error::Protocol {
                peer,
                what,
                got: String::from_utf8_lossy(&got).into_owned(),
                sent: false,
            },
        }
    }
}
