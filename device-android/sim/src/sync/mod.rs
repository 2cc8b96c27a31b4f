//! The `sync:` service: files are asked for, listed, fetched and sent.
//!
//! A request is four letters, a length and a path; the answers are in AOSP `file_sync_protocol.h`. Version 2
//! requests bring a second header. A session ends by `QUIT` or when its client closes.

mod receive;
mod reply;

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::device::Device;

/// Paths are no longer than this (AOSP `file_sync_service.cpp`).
const LONGEST_PATH: u32 = 1024;

/// One session.
struct Session<'s, R, W> {
    reader: R,
    writer: W,
    device: &'s Arc<Device>,
}

/// Serves one session to its end.
pub(crate) async fn serve(
    reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin,
    device: &Arc<Device>,
) -> io::Result<()> {
    let mut session = Session {
        reader,
        writer,
        device,
    };
    loop {
        match session.request().await {
            Ok(true) => {}
            Ok(false) => return session.writer.shutdown().await,
            // The client has closed, in the middle of a request or between two.
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(e) => return Err(e),
        }
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Session<'_, R, W> {
    /// One request. False at the end of the session.
    async fn request(&mut self) -> io::Result<bool> {
        let (id, length) = self.header().await?;
        if &id == b"QUIT" {
            return Ok(false);
        }
        if length > LONGEST_PATH {
            self.send(reply::fail("path too long")).await?;
            return Ok(false);
        }
        let mut path = vec![0; length as usize];
        self.reader.read_exact(&mut path).await?;
        let path = String::from_utf8_lossy(&path).into_owned();
        let name = String::from_utf8_lossy(&id).into_owned();
        let mut command = self.device.journal.begin("sync", &format!("{name} {path}"));
        let files = &self.device.files;
        let answer = match &id {
            b"STAT" => reply::stat(files, &path),
            b"STA2" | b"LST2" => reply::stat_2(id, files, &path),
            b"LIST" => reply::list(files, &path),
            b"LIS2" => reply::list_2(files, &path),
            b"RECV" => reply::file(files, &path),
            b"RCV2" => {
                // The second header: flags, of which none is supported because none is advertised.
                self.header().await?;
                reply::file(files, &path)
            }
            b"SEND" => {
                let (path, mode) = path.rsplit_once(',').unwrap_or((&path, ""));
                let mode = mode.parse().unwrap_or(0o644);
                self.receive(path, mode).await?
            }
            b"SND2" => {
                let (_, mode) = self.header().await?;
                self.reader.read_u32_le().await?;
                self.receive(&path, mode).await?
            }
            _ => {
                self.send(reply::fail(&format!("unknown command {name}"))).await?;
                command.done(1);
                return Ok(false);
            }
        };
        let code = u8::from(answer.is_err());
        self.send(answer.unwrap_or_else(|refusal| refusal)).await?;
        command.done(code);
        Ok(true)
    }

    /// Four letters and a number.
    async fn header(&mut self) -> io::Result<([u8; 4], u32)> {
        let mut id = [0; 4];
        self.reader.read_exact(&mut id).await?;
        Ok((id, self.reader.read_u32_le().await?))
    }

    async fn send(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.writer.write_all(&bytes).await?;
        self.writer.flush().await
    }
}
