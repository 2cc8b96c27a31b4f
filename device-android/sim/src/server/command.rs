//! One running command and its client. The end of either ends both.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;

use super::service::Service;
use super::wire;
use crate::device::{Command, Device, Plug};
use crate::shell::{self, Chunk, Fd, Io};

/// Ids of the packets of the shell protocol (AOSP `shell_protocol.h`).
const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EXIT: u8 = 3;

/// Runs a service until it ends, its client closes, or the device goes away.
pub(crate) async fn run(
    socket: TcpStream,
    device: &Arc<Device>,
    plug: Plug,
    service: Service,
) -> io::Result<()> {
    // The command is in the log before the client can know that it was taken.
    let mut command = device.begin(service.name.clone(), service.command.clone());
    let (mut reader, writer) = socket.into_split();
    tokio::select! {
        biased;
        result = work(writer, device, &service, &mut command) => result,
        () = closed(&mut reader) => Ok(()),
        () = device.pulled(plug) => Ok(()),
    }
}

/// Resolves once the client has closed. What it sends (keystrokes for the command) is of no use here.
async fn closed(reader: &mut OwnedReadHalf) {
    let mut scrap = [0; 1024];
    while matches!(reader.read(&mut scrap).await, Ok(1..)) {}
}

async fn work(
    mut writer: OwnedWriteHalf,
    device: &Arc<Device>,
    service: &Service,
    command: &mut Command,
) -> io::Result<()> {
    writer.write_all(b"OKAY").await?;
    let (to, mut chunks) = mpsc::unbounded_channel();
    let io = Io::client(&to, service.terminal);
    // The shell's ends must be the only ones, so that the channel closes with it.
    drop(to);
    let mut shell = std::pin::pin!(shell::run(Arc::clone(device), service.command.clone(), io));
    let mut code = None;
    loop {
        tokio::select! {
            biased;
            ended = &mut shell, if code.is_none() => {
                command.done(ended);
                code = Some(ended);
            }
            chunk = chunks.recv() => match chunk {
                Some(chunk) => send(&mut writer, service, &chunk).await?,
                None => break,
            }
        }
    }
    if service.packets {
        wire::packet(&mut writer, EXIT, &[code.unwrap_or(0)]).await?;
    }
    writer.shutdown().await
}

async fn send(writer: &mut OwnedWriteHalf, service: &Service, chunk: &Chunk) -> io::Result<()> {
    if !service.packets {
        return writer.write_all(&chunk.bytes).await;
    }
    let id = if chunk.fd == Fd::Err && !service.terminal {
        STDERR
    } else {
        STDOUT
    };
    wire::packet(writer, id, &chunk.bytes).await
}
