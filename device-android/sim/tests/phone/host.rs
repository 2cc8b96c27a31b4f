//! A host of the transport protocol, as bare as it gets: what an adb server is to adbd.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Versions with and without sums.
pub(crate) const OLD: u32 = 0x0100_0000;
pub(crate) const NEW: u32 = 0x0100_0001;
pub(crate) const MEGABYTE: u32 = 1 << 20;

/// A message from the device.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) command: String,
    pub(crate) arg0: u32,
    pub(crate) arg1: u32,
    pub(crate) data: Vec<u8>,
}

pub(crate) struct Host {
    socket: TcpStream,
    version: u32,
    last_id: u32,
}

impl Host {
    /// Connects and greets; the second is the device's greeting.
    pub(crate) async fn greet(addr: SocketAddr, version: u32, limit: u32) -> (Host, Frame) {
        let mut host = Host::connect(addr, version).await;
        host.send("CNXN", version, limit, b"host::features=shell_v2,cmd")
            .await;
        let hello = host.next().await;
        (host, hello)
    }

    /// Only connects.
    pub(crate) async fn connect(addr: SocketAddr, version: u32) -> Host {
        let socket = TcpStream::connect(addr).await.unwrap();
        socket.set_nodelay(true).unwrap();
        Host {
            socket,
            version,
            last_id: 100,
        }
    }

    pub(crate) async fn new(addr: SocketAddr) -> Host {
        Host::greet(addr, NEW, MEGABYTE).await.0
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, command: &str, arg0: u32, arg1: u32, data: &[u8]) {
        let bytes = self.message(command, arg0, arg1, data);
        self.send_bytes(&bytes).await;
    }

    /// A message; the sum is never set, as by a server that connects again.
    pub(crate) fn message(&self, command: &str, arg0: u32, arg1: u32, data: &[u8]) -> Vec<u8> {
        let command = u32::from_le_bytes(command.as_bytes().try_into().unwrap());
        let words = [command, arg0, arg1, data.len() as u32, 0, !command];
        let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.extend(data);
        bytes
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.socket.write_all(bytes).await.unwrap();
    }

    /// The next message, with a right magic and, in the old version, a right sum.
    pub(crate) async fn next(&mut self) -> Frame {
        self.read().await.expect("a message, not the end")
    }

    /// True if the device has closed the connection.
    pub(crate) async fn is_closed(&mut self) -> bool {
        self.read().await.is_none()
    }

    async fn read(&mut self) -> Option<Frame> {
        let mut words = [0; 6];
        for word in &mut words {
            *word = self.socket.read_u32_le().await.ok()?;
        }
        let [command, arg0, arg1, length, sum, magic] = words;
        assert_eq!(magic, !command);
        let mut data = vec![0; length as usize];
        self.socket.read_exact(&mut data).await.ok()?;
        if self.version == OLD {
            assert_eq!(sum, data.iter().map(|b| u32::from(*b)).sum::<u32>());
        }
        Some(Frame {
            command: String::from_utf8(command.to_le_bytes().to_vec()).unwrap(),
            arg0,
            arg1,
            data,
        })
    }

    /// Opens a stream: its id here and at the device.
    pub(crate) async fn open(&mut self, service: &str) -> Option<(u32, u32)> {
        self.last_id += 1;
        let id = self.last_id;
        self.send("OPEN", id, 0, format!("{service}\0").as_bytes()).await;
        let answer = self.next().await;
        assert_eq!(answer.arg1, id);
        match answer.command.as_str() {
            "OKAY" => Some((id, answer.arg0)),
            "CLSE" if answer.arg0 == 0 => None,
            other => panic!("{other}"),
        }
    }

    /// Everything that a service says to its end, with the pieces in which it came.
    pub(crate) async fn run(&mut self, service: &str) -> Vec<Vec<u8>> {
        let stream = self.open(service).await.expect("the service is there");
        self.rest(stream).await
    }

    /// What still comes on a stream that nothing else goes on beside.
    pub(crate) async fn rest(&mut self, (id, device): (u32, u32)) -> Vec<Vec<u8>> {
        let mut pieces = Vec::new();
        loop {
            let frame = self.next().await;
            assert_eq!((frame.arg0, frame.arg1), (device, id), "{frame:?}");
            match frame.command.as_str() {
                "WRTE" => {
                    pieces.push(frame.data);
                    self.send("OKAY", id, device, b"").await;
                }
                "CLSE" => return pieces,
                other => panic!("{other}"),
            }
        }
    }
}
