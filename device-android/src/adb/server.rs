//! The adb server: where it is, how long to wait for it, which devices it has.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use retap_cache::device::Deadline;

use super::device::Adb;
use super::listing::{self, Listed};
use super::wire::{Answer, Conn, Trouble};
use crate::Error;

const SOCKET: &str = "ADB_SERVER_SOCKET";
const PORT: &str = "ANDROID_ADB_SERVER_PORT";
/// The port that adb servers use unless told otherwise.
const DEFAULT_PORT: u16 = 5037;

/// How long parts of a command may take, whatever its deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Until the server takes the connection, and until it answers a request of its own.
    pub connect: Duration,
    /// Until the device accepts a command. A wedged device never does.
    pub accept: Duration,
}

impl Default for Patience {
    /// 2 s and 5 s: the server is on this computer or near it, a device accepts in milliseconds.
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(2),
            accept: Duration::from_secs(5),
        }
    }
}

/// An adb server by its address. It is never started from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Server {
    /// Where it listens.
    pub addr: SocketAddr,
    /// How long to wait for it and for its devices.
    pub patience: Patience,
}

impl Server {
    /// The server at that address.
    pub fn new(addr: SocketAddr) -> Self {
        Self {
            addr,
            patience: Patience::default(),
        }
    }

    /// The server that the environment names as it does for adb itself (`ADB_SERVER_SOCKET` as
    /// `tcp:HOST:PORT` or `tcp:PORT`, else `ANDROID_ADB_SERVER_PORT`), by default 127.0.0.1:5037.
    ///
    /// A host must be an IP address or `localhost`: a look-up of names has no deadline.
    pub fn from_env() -> Result<Self, Error> {
        let var = |name| std::env::var(name).ok().filter(|v| !v.trim().is_empty());
        Self::from_vars(var(SOCKET).as_deref(), var(PORT).as_deref())
    }

    fn from_vars(socket: Option<&str>, port: Option<&str>) -> Result<Self, Error> {
        let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let (variable, text, addr) = match (socket, port) {
            (Some(text), _) => {
                let place = text
                    .trim()
                    .strip_prefix("tcp:")
                    .map(|p| p.replace("localhost", "127.0.0.1"));
                let addr = place.and_then(|p| p.parse().ok().or_else(|| p.parse().ok().map(local)));
                (SOCKET, text, addr)
            }
            (None, Some(text)) => (PORT, text, text.trim().parse().ok().map(local)),
            (None, None) => (PORT, "", Some(local(DEFAULT_PORT))),
        };
        addr.map(Self::new).ok_or_else(|| Error::BadServerAddress {
            variable,
            text: text.to_owned(),
        })
    }

    /// The devices that the server knows, usable or not.
    pub async fn devices(&self, deadline: Deadline) -> Result<Vec<Listed>, Error> {
        const REQUEST: &str = "host:devices-l";
        let began = Instant::now();
        let mut conn = Conn::open(self, REQUEST, deadline).await?;
        let limit = deadline.within(self.patience.connect);
        let trouble = |t: Trouble| t.of_server(self, REQUEST, began, deadline);
        match conn.request(REQUEST, limit).await.map_err(trouble)? {
            Answer::Okay => Ok(listing::parse(&conn.counted(limit).await.map_err(trouble)?)),
            Answer::Fail(said) => Err(Error::ServerFailed {
                what: REQUEST.to_owned(),
                said,
            }),
        }
    }

    /// A device of this server. Nothing is asked yet.
    pub fn device(&self, serial: &str) -> Adb {
        Adb::new(*self, serial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_names_the_server() {
        let table = [
            (None, None, Some("127.0.0.1:5037")),
            (None, Some("5137"), Some("127.0.0.1:5137")),
            (Some("tcp:5138"), Some("5137"), Some("127.0.0.1:5138")),
            (Some("tcp:localhost:5139"), None, Some("127.0.0.1:5139")),
            (Some("tcp:10.0.2.2:5037"), None, Some("10.0.2.2:5037")),
            (Some("tcp:[::1]:5037"), None, Some("[::1]:5037")),
            (Some("localfilesystem:/tmp/x"), None, None),
            (Some("tcp:build.example:5037"), None, None),
            (None, Some("many"), None),
        ];
        for (socket, port, want) in table {
            let got = Server::from_vars(socket, port).ok().map(|s| s.addr.to_string());
            assert_eq!(got.as_deref(), want, "{socket:?} {port:?}");
        }
    }
}
