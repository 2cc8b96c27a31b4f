//! One device behind a server: commands with a deadline each.

use std::sync::Arc;
use std::time::Instant;

use retap_cache::device::Deadline;

use super::fail;
use super::packets::ShellOutput;
use super::server::Server;
use super::stream::{ExecStream, ShellStream, running};
use super::wire::{Answer, Conn, Trouble, check_length, in_time};
use crate::Error;

/// How many bytes a shell command may print. `dumpsys package` of a large app prints some hundred KB.
const SHELL_LIMIT: usize = 8 << 20;

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
        let (began, what) = (Instant::now(), program(command));
        let conn = self.open(&format!("exec:{command}"), what, deadline).await?;
        Ok(ExecStream::new(conn, Arc::clone(&self.serial), what, began))
    }

    /// Starts a command without a terminal (`shell,v2,raw:`) that may print `limit` bytes. `what` names it in
    /// errors.
    pub(crate) async fn stream(
        &self,
        command: &str,
        what: &str,
        limit: usize,
        deadline: Deadline,
    ) -> Result<ShellStream, Error> {
        let began = Instant::now();
        let service = format!("shell,v2,raw:{command}");
        let conn = self.open(&service, what, deadline).await?;
        let serial = Arc::clone(&self.serial);
        Ok(ShellStream::new(conn, serial, what, began, limit))
    }

    /// Runs a command without a terminal (`shell,v2,raw:`) to its end.
    pub async fn shell(&self, command: &str, deadline: Deadline) -> Result<ShellOutput, Error> {
        let mut stream = self
            .stream(command, program(command), SHELL_LIMIT, deadline)
            .await?;
        while !stream.advance(deadline).await? {}
        Ok(stream.finish())
    }

    /// [`Self::shell`], where a command that never told its exit code is an error.
    pub(crate) async fn run(&self, command: &str, deadline: Deadline) -> Result<ShellOutput, Error> {
        let output = self.shell(command, deadline).await?;
        if output.exit.is_none() {
            let what = program(command).to_owned();
            return Err(Error::Closed {
                peer: format!("device {}", self.serial),
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
            Err(trouble) => Err(running(trouble, &self.serial, what, began)),
        }
    }
}

/// The program that a command line begins with.
fn program(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or("shell")
}
