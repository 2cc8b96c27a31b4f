//! One device behind a server: commands with a deadline each.

use std::sync::Arc;
use std::time::Instant;

use retap_cache::device::Deadline;

use super::fail;
use super::packets::{BadPacket, Packets, ShellOutput};
use super::server::Server;
use super::wire::{Answer, Conn, Trouble, check_length, in_time};
use crate::Error;

/// How many bytes a shell command may print. `dumpsys package` of a large app prints some hundred KB.
const SHELL_LIMIT: usize = 8 << 20;
const CHUNK: usize = 64 << 10;

/// A device by its serial; cheap to clone, holds no connection.
#[derive(Debug, Clone)]
pub struct Adb {
    server: Server,
    serial: Arc<str>,
}

impl Adb {
    pub(crate) fn new(server: Server, serial: &str) -> Self {
        Self {
            server,
            serial: serial.into(),
        }
    }

    /// Its serial.
    pub fn serial(&self) -> &str {
        &self.serial
    }

    /// The server that it hangs on.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Starts a command with a terminal of its own (`exec:`), its output raw and both streams in one.
    ///
    /// The deadline holds until the device has accepted it. Nothing tells the end of such a command from the
    /// end of the connection, so what it prints must say itself when it is whole.
    pub async fn exec(&self, command: &str, deadline: Deadline) -> Result<ExecStream, Error> {
        let began = Instant::now();
        let conn = self
            .open(&format!("exec:{command}"), program(command), deadline)
            .await?;
        Ok(ExecStream {
            conn,
            chunk: vec![0; CHUNK],
            serial: Arc::clone(&self.serial),
            what: program(command).to_owned(),
            began,
        })
    }

    /// Runs a command without a terminal (`shell,v2,raw:`) to its end.
    pub async fn shell(&self, command: &str, deadline: Deadline) -> Result<ShellOutput, Error> {
        let began = Instant::now();
        let what = program(command);
        let mut conn = self
            .open(&format!("shell,v2,raw:{command}"), what, deadline)
            .await?;
        let mut packets = Packets::new(SHELL_LIMIT);
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = conn
                .some(&mut chunk, deadline)
                .await
                .map_err(|t| self.trouble(t, what, began))?;
            match packets.feed(chunk.get(..read).unwrap_or_default()) {
                Ok(exited) if exited || read == 0 => return Ok(packets.finish()),
                Ok(_) => {}
                Err(BadPacket::TooLarge) => {
                    let (serial, what) = (self.serial.to_string(), what.to_owned());
                    return Err(Error::OutputTooLarge {
                        serial,
                        what,
                        limit: SHELL_LIMIT,
                    });
                }
                Err(BadPacket::Id(id)) => {
                    let got = format!("packet id {id}");
                    return Err(Error::Protocol {
                        peer: self.peer(),
                        what: what.to_owned(),
                        got,
                        sent: true,
                    });
                }
            }
        }
    }

    /// [`Self::shell`], where a command that never told its exit code is an error.
    pub(crate) async fn run(&self, command: &str, deadline: Deadline) -> Result<ShellOutput, Error> {
        let output = self.shell(command, deadline).await?;
        if output.exit.is_none() {
            let what = program(command).to_owned();
            return Err(Error::Closed {
                peer: self.peer(),
                what,
                sent: true,
                source: None,
            });
        }
        Ok(output)
    }

    /// Opens a device service. `what` names it in errors: never the whole line, which may hold a secret.
    async fn open(&self, service: &str, what: &str, deadline: Deadline) -> Result<Conn, Error> {
        check_length(service)?;
        let began = Instant::now();
        let mut conn = Conn::open(&self.server, what, deadline).await?;
        let transport = format!("host:transport:{}", self.serial);
        let limit = deadline.within(self.server.patience.connect);
        let answer = conn.request(&transport, limit).await;
        match answer.map_err(|t| t.of_server(&self.server, &transport, began, deadline))? {
            Answer::Okay => {}
            Answer::Fail(said) => return Err(fail::error(&said, &self.serial, what)),
        }
        in_time(what, began, deadline)?;
        let asked = Instant::now();
        match conn
            .request(service, deadline.within(self.server.patience.accept))
            .await
        {
            Ok(Answer::Okay) => Ok(conn),
            Ok(Answer::Fail(said)) => Err(fail::error(&said, &self.serial, what)),
            Err(Trouble::Late) => Err(Error::ServiceTimeout {
                serial: self.serial.to_string(),
                what: what.to_owned(),
                spent: asked.elapsed(),
            }),
            Err(trouble) => Err(self.trouble(trouble, what, began)),
        }
    }

    fn peer(&self) -> String {
        format!("device {}", self.serial)
    }

    fn trouble(&self, trouble: Trouble, what: &str, began: Instant) -> Error {
        running(trouble, &self.serial, what, began)
    }
}

/// What a running command prints. Dropping it closes the connection, which ends the command on the device.
pub struct ExecStream {
    conn: Conn,
    chunk: Vec<u8>,
    serial: Arc<str>,
    what: String,
    began: Instant,
}

impl ExecStream {
    /// The next bytes, or `None` at the end. [`Error::CommandTimeout`] if none came before the deadline; then
    /// it may be called again.
    pub async fn next(&mut self, deadline: Deadline) -> Result<Option<&[u8]>, Error> {
        let read = self.conn.some(&mut self.chunk, deadline).await;
        let read = read.map_err(|t| running(t, &self.serial, &self.what, self.began))?;
        Ok(self.chunk.get(..read).filter(|bytes| !bytes.is_empty()))
    }
}

/// The error of a command that the device has been told to run.
fn running(trouble: Trouble, serial: &str, what: &str, began: Instant) -> Error {
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

/// The program that a command line begins with.
fn program(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or("shell")
}
