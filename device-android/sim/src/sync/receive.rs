//! A file that the client sends.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};

use super::Session;
use super::reply::{self, Answer, PIECE};

/// The most that a file may hold. It is written only when it is whole.
const LARGEST: usize = 256 << 20;

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Session<'_, R, W> {
    /// Takes the pieces of a file and writes it. Missing folders are made (`fixed_push_mkdir`).
    ///
    /// A refusal comes only after the last piece, so that what the client still sends is not taken for requests.
    pub(super) async fn receive(&mut self, path: &str, mode: u32) -> io::Result<Answer> {
        let mut bytes = Vec::new();
        let mut too_large = false;
        let mtime = loop {
            let (id, n) = self.header().await?;
            match &id {
                b"DATA" if n as usize <= PIECE => {
                    let from = bytes.len();
                    bytes.resize(from + n as usize, 0);
                    self.reader.read_exact(&mut bytes[from..]).await?;
                    too_large |= bytes.len() > LARGEST;
                    if too_large {
                        bytes.clear();
                    }
                }
                b"DONE" => break n,
                _ => return Ok(Err(reply::fail("invalid data message"))),
            }
        };
        if too_large {
            return Ok(Err(reply::fail("write failed: No space left on device")));
        }
        let (files, now) = (&self.device.files, self.device.seconds());
        let written = match files.stat(path) {
            Ok(_) => Ok(()),
            Err(_) => files.make_folders_above(path, now),
        };
        let written = written.and_then(|()| files.write(path, bytes, mode, mtime));
        Ok(match written {
            Ok(()) => Ok(reply::okay()),
            Err(why) => Err(reply::refuse(&reply::not_created(path), why)),
        })
    }
}
