//! One running command and its client. The end of either ends both.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use super::parse::Line;
use crate::device::{Command, Device};
use crate::shell::{self, Chunk, Fd, Io};

/// Ids of the packets of the shell protocol (AOSP `shell_protocol.h`).
const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EXIT: u8 = 3;
/// Output goes in packets of at most this size.
const LARGEST: usize = 32 * 1024;

/// Runs a command line until it ends or its client closes.
pub(crate) async fn run(
    mut reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin,
    device: &Arc<Device>,
    line: &Line,
    mut command: Command,
) -> io::Result<()> {
    tokio::select! {
        biased;
        result = work(writer, device, line, &mut command) => result,
        () = closed(&mut reader) => Ok(()),
    }
}

/// Resolves once the client has closed. What it sends (keystrokes for the command) is of no use here.
async fn closed(reader: &mut (impl AsyncRead + Unpin)) {
    let mut scrap = [0; 1024];
    while matches!(reader.read(&mut scrap).await, Ok(1..)) {}
}

async fn work(
    mut writer: impl AsyncWrite + Unpin,
    device: &Arc<Device>,
    line: &Line,
    command: &mut Command,
) -> io::Result<()> {
    let (to, mut chunks) = mpsc::unbounded_channel();
    let io = Io::client(&to, line.terminal);
    // The shell's ends must be the only ones, so that the channel closes with it.
    drop(to);
    let mut shell = std::pin::pin!(shell::run(Arc::clone(device), line.command.clone(), io));
    let mut code = None;
    loop {
        tokio::select! {
            biased;
            ended = &mut shell, if code.is_none() => {
                command.done(ended);
                code = Some(ended);
            }
            chunk = chunks.recv() => match chunk {
                Some(chunk) => send(&mut writer, line, &chunk).await?,
                None => break,
            }
        }
    }
    if line.packets {
        packet(&mut writer, EXIT, &[code.unwrap_or(0)]).await?;
    }
    writer.shutdown().await
}

async fn send(writer: &mut (impl AsyncWrite + Unpin), line: &Line, chunk: &Chunk) -> io::Result<()> {
    if !line.packets {
        return writer.write_all(&chunk.bytes).await;
    }
    let id = if chunk.fd == Fd::Err && !line.terminal {
        STDERR
    } else {
        STDOUT
    };
    for bytes in chunk.bytes.chunks(LARGEST) {
        packet(writer, id, bytes).await?;
    }
    Ok(())
}

/// A packet of the shell protocol, version 2: id, length (u32, little-endian), bytes.
async fn packet(to: &mut (impl AsyncWrite + Unpin), id: u8, bytes: &[u8]) -> io::Result<()> {
    let mut packet = Vec::with_capacity(bytes.len() + 5);
    packet.push(id);
    packet.extend((bytes.len() as u32).to_le_bytes());
    packet.extend(bytes);
    to.write_all(&packet).await
}
