//! One message of the transport protocol.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// Commands: four letters, as a number (AOSP `adb.h`).
pub(super) const CNXN: u32 = 0x4e58_4e43;
pub(super) const OPEN: u32 = 0x4e45_504f;
pub(super) const OKAY: u32 = 0x5941_4b4f;
pub(super) const WRTE: u32 = 0x4554_5257;
pub(super) const CLSE: u32 = 0x4553_4c43;

/// A header: six numbers of four bytes.
const HEADER: usize = 24;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) command: u32,
    pub(super) arg0: u32,
    pub(super) arg1: u32,
    pub(super) data: Vec<u8>,
}

impl Frame {
    pub(super) fn new(command: u32, arg0: u32, arg1: u32) -> Self {
        Self {
            command,
            arg0,
            arg1,
            data: Vec::new(),
        }
    }

    pub(super) fn with(self, data: Vec<u8>) -> Self {
        Self { data, ..self }
    }

    /// Header and data, with the sum of the data where the peer checks it.
    pub(super) fn bytes(&self, sum: bool) -> Vec<u8> {
        let sum = if sum { checksum(&self.data) } else { 0 };
        let words = [
            self.command,
            self.arg0,
            self.arg1,
            self.data.len() as u32,
            sum,
            !self.command,
        ];
        let mut bytes = Vec::with_capacity(HEADER + self.data.len());
        words.iter().for_each(|w| bytes.extend(w.to_le_bytes()));
        bytes.extend(&self.data);
        bytes
    }

    /// Reads a message of at most `most` bytes of data. The sum is not looked at, as by no real device: a server
    /// that connects again sends a CNXN with none.
    ///
    /// # Errors
    /// If the header makes no sense, or the connection ends.
    pub(super) async fn read(from: &mut (impl AsyncRead + Unpin), most: usize) -> io::Result<Frame> {
        let mut words = [0; 6];
        for word in &mut words {
            *word = from.read_u32_le().await?;
        }
        let [command, arg0, arg1, length, _, magic] = words;
        if magic != !command || length as usize > most {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut data = vec![0; length as usize];
        from.read_exact(&mut data).await?;
        Ok(Frame {
            command,
            arg0,
            arg1,
            data,
        })
    }
}

/// The sum of all bytes.
fn checksum(data: &[u8]) -> u32 {
    data.iter().fold(0, |sum: u32, b| sum.wrapping_add(u32::from(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_frame_is_read_as_it_was_written() {
        let frame = Frame::new(WRTE, 1, 2).with(b"ab\xff".to_vec());
        let bytes = frame.bytes(true);
        assert_eq!(bytes[..4], *b"WRTE");
        assert_eq!(bytes[16..20], (97_u32 + 98 + 255).to_le_bytes());
        assert_eq!(Frame::read(&mut &bytes[..], 3).await.unwrap(), frame);
        assert_eq!(Frame::read(&mut &frame.bytes(false)[..], 3).await.unwrap(), frame);
        assert!(Frame::read(&mut &bytes[..], 2).await.is_err(), "too much data");
        let mut wrong = bytes.clone();
        wrong[20] ^= 1;
        assert!(Frame::read(&mut &wrong[..], 3).await.is_err(), "no such magic");
        assert!(Frame::read(&mut &bytes[..26], 3).await.is_err(), "cut");
    }
}
