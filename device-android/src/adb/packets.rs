//! Shell protocol v2: what a command prints and how it ends, in packets of one id byte, a length of four
//! bytes (little-endian) and so many bytes. Source: adb's shell_protocol.h.

const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EXIT: u8 = 3;
const HEADER: usize = 5;

/// What a command said and how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShellOutput {
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// Its exit code; `None` if the connection closed before it came.
    pub exit: Option<u8>,
}

impl ShellOutput {
    /// Standard output, lossily decoded.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Both streams, lossily decoded: Android's tools complain on either.
    pub fn both(&self) -> String {
        format!("{}\n{}", self.text(), String::from_utf8_lossy(&self.stderr))
    }
}

/// What is wrong with a stream of packets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BadPacket {
    Id(u8),
    TooLarge,
}

/// Puts packets together from whatever pieces they come in.
#[derive(Debug)]
pub(crate) struct Packets {
    /// How much output may still come.
    left: usize,
    header: Vec<u8>,
    /// Bytes of the packet under way that have not come yet.
    missing: usize,
    output: ShellOutput,
}

impl Packets {
    /// `limit`: bytes of output in all.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            left: limit,
            header: Vec::with_capacity(HEADER),
            missing: 0,
            output: ShellOutput::default(),
        }
    }

    /// Takes the next bytes. True once the exit code came.
    pub(crate) fn feed(&mut self, mut bytes: &[u8]) -> Result<bool, BadPacket> {
        while !bytes.is_empty() && self.output.exit.is_none() {
            if self.header.len() < HEADER {
                let (head, rest) = bytes.split_at(bytes.len().min(HEADER - self.header.len()));
                self.header.extend_from_slice(head);
                bytes = rest;
                let [id, a, b, c, d] = self.header[..] else { break };
                if !matches!(id, STDOUT | STDERR | EXIT) {
                    return Err(BadPacket::Id(id));
                }
                self.missing = u32::from_le_bytes([a, b, c, d]) as usize;
            } else {
                let (body, rest) = bytes.split_at(bytes.len().min(self.missing));
                bytes = rest;
                self.missing -= body.len();
                self.take(body)?;
            }
            if self.header.len() == HEADER && self.missing == 0 {
                self.header.clear();
            }
        }
        Ok(self.output.exit.is_some())
    }

    /// What came on standard output since the last call.
    pub(crate) fn take_stdout(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output.stdout)
    }

    /// What came so far and was not taken.
    pub(crate) fn output(&self) -> &ShellOutput {
        &self.output
    }

    pub(crate) fn finish(self) -> ShellOutput {
        self.output
    }

    fn take(&mut self, body: &[u8]) -> Result<(), BadPacket> {
        let out = &mut self.output;
        let into = match self.header.first() {
            Some(&EXIT) => {
                out.exit = body.first().copied();
                return Ok(());
            }
            Some(&STDERR) => &mut out.stderr,
            _ => &mut out.stdout,
        };
        self.left = self.left.checked_sub(body.len()).ok_or(BadPacket::TooLarge)?;
        into.extend_from_slice(body);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(id: u8, body: &[u8]) -> Vec<u8> {
        let mut p = vec![id];
        p.extend_from_slice(&(body.len() as u32).to_le_bytes());
        p.extend_from_slice(body);
        p
    }

    #[test]
    fn packets_come_in_any_pieces() {
        let all = [
            packet(1, b"out"),
            packet(2, b"err"),
            packet(1, b""),
            packet(1, b"put"),
            packet(3, &[7]),
        ]
        .concat();
        for size in 1..=all.len() {
            let mut p = Packets::new(100);
            let done = all.chunks(size).map(|c| p.feed(c).unwrap()).last();
            let want = ShellOutput {
                stdout: b"output".into(),
                stderr: b"err".into(),
                exit: Some(7),
            };
            assert_eq!((done, p.finish()), (Some(true), want), "chunks of {size}");
        }
    }

    #[test]
    fn broken_packets_are_named() {
        assert_eq!(Packets::new(9).feed(&packet(9, b"x")), Err(BadPacket::Id(9)));
        assert_eq!(Packets::new(2).feed(&packet(1, b"abc")), Err(BadPacket::TooLarge));
        let mut p = Packets::new(9);
        assert_eq!(p.feed(&[1, 255, 255, 255, 255, 65]), Ok(false));
        assert_eq!(p.finish().exit, None);
    }
}
