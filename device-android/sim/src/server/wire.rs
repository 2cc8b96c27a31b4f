//! Frames of the adb server protocol.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Reads a request. `None` if the client closes before it is complete.
///
/// # Errors
/// If the length isn't four hex digits, or the text isn't UTF-8.
pub(crate) async fn request(socket: &mut TcpStream) -> io::Result<Option<String>> {
    let mut length = [0; 4];
    if ends(socket.read_exact(&mut length).await)? {
        return Ok(None);
    }
    let length = std::str::from_utf8(&length)
        .ok()
        .and_then(|l| usize::from_str_radix(l, 16).ok());
    let Some(length) = length else {
        fail(socket, "protocol fault: no length").await?;
        return Ok(None);
    };
    let mut text = vec![0; length];
    if ends(socket.read_exact(&mut text).await)? {
        return Ok(None);
    }
    String::from_utf8(text).map(Some).map_err(io::Error::other)
}

fn ends(read: io::Result<usize>) -> io::Result<bool> {
    match read {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => Ok(true),
        other => other.map(|_| false),
    }
}

/// `OKAY`, with the transport id for those that ask for one (u64, little-endian).
pub(crate) async fn okay(socket: &mut TcpStream, id: Option<u64>) -> io::Result<()> {
    let mut bytes = b"OKAY".to_vec();
    bytes.extend(id.map(u64::to_le_bytes).iter().flatten());
    socket.write_all(&bytes).await
}

/// `OKAY` and a text.
pub(crate) async fn okay_with(socket: &mut TcpStream, text: &str) -> io::Result<()> {
    socket
        .write_all(format!("OKAY{:04x}{text}", text.len()).as_bytes())
        .await?;
    socket.shutdown().await
}

/// `FAIL` and why.
pub(crate) async fn fail(socket: &mut TcpStream, text: &str) -> io::Result<()> {
    socket
        .write_all(format!("FAIL{:04x}{text}", text.len()).as_bytes())
        .await?;
    socket.shutdown().await
}
