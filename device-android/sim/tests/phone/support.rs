//! A client of the adb server protocol, as bare as it gets, and phones to talk to.

use std::io::{self, ErrorKind};

use retap_sim::{PhoneFile, SimPhone};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A started phone with that file.
pub(crate) async fn phone(text: &str) -> SimPhone {
    let file = PhoneFile::parse("demo.yaml", text).unwrap_or_else(|p| panic!("{p} {}", p.hint));
    SimPhone::start(file).await.unwrap()
}

/// A connection to the phone's adb server.
pub(crate) struct Client(TcpStream);

/// A result without errors.
pub(crate) fn ok(out: &str) -> Shell {
    Shell {
        out: out.to_owned(),
        err: String::new(),
        code: 0,
    }
}

/// What came of a `shell,v2` command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shell {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: u8,
}

impl Client {
    pub(crate) async fn connect(phone: &SimPhone) -> Client {
        Client(TcpStream::connect(phone.server()).await.unwrap())
    }

    /// Sends a request and reads `OKAY`, or the text of `FAIL` as an error.
    pub(crate) async fn ask(&mut self, request: &str) -> Result<(), String> {
        self.0
            .write_all(format!("{:04x}{request}", request.len()).as_bytes())
            .await
            .unwrap();
        let mut status = [0; 4];
        self.0.read_exact(&mut status).await.map_err(|e| e.to_string())?;
        match &status {
            b"OKAY" => Ok(()),
            b"FAIL" => Err(self.text().await),
            other => panic!("neither OKAY nor FAIL: {other:?}"),
        }
    }

    /// A text with its length before it.
    pub(crate) async fn text(&mut self) -> String {
        let mut length = [0; 4];
        self.0.read_exact(&mut length).await.unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&length).unwrap(), 16).unwrap();
        let mut text = vec![0; length];
        self.0.read_exact(&mut text).await.unwrap();
        String::from_utf8(text).unwrap()
    }

    pub(crate) async fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes).await.unwrap();
        bytes
    }

    pub(crate) async fn fill(&mut self, bytes: &mut [u8]) {
        self.0.read_exact(bytes).await.unwrap();
    }

    /// Everything up to the end of the connection, which may be a hard one.
    pub(crate) async fn rest(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self.0.read_to_end(&mut bytes).await {
            Ok(_) => {}
            Err(e) if e.kind() == ErrorKind::ConnectionReset => {}
            Err(e) => panic!("{e}"),
        }
        bytes
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).await
    }

    /// A connection on which the phone's service has been accepted.
    pub(crate) async fn service(phone: &SimPhone, service: &str) -> Client {
        let mut client = Client::connect(phone).await;
        client
            .ask(&format!("host:transport:{}", phone.serial()))
            .await
            .unwrap();
        client.ask(service).await.unwrap();
        client
    }
}

/// The answer of a host service.
pub(crate) async fn host(phone: &SimPhone, service: &str) -> Result<String, String> {
    let mut client = Client::connect(phone).await;
    client.ask(service).await?;
    Ok(client.text().await)
}

/// Everything that `exec:` gives.
pub(crate) async fn exec(phone: &SimPhone, command: &str) -> String {
    String::from_utf8(exec_bytes(phone, command).await).unwrap()
}

pub(crate) async fn exec_bytes(phone: &SimPhone, command: &str) -> Vec<u8> {
    let mut client = Client::service(phone, &format!("exec:{command}")).await;
    client.rest().await
}

/// A command by version 2 of the shell protocol, in packets.
pub(crate) async fn shell(phone: &SimPhone, command: &str) -> Shell {
    v2(phone, &format!("shell,v2,raw:{command}")).await
}

/// A service that answers in packets.
pub(crate) async fn v2(phone: &SimPhone, service: &str) -> Shell {
    let mut client = Client::service(phone, service).await;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    loop {
        let [id, length @ ..] = client.bytes::<5>().await;
        let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
        client.0.read_exact(&mut bytes).await.unwrap();
        match id {
            1 => out.extend(bytes),
            2 => err.extend(bytes),
            3 => {
                let text = |b| String::from_utf8(b).unwrap();
                assert_eq!(client.rest().await, [], "nothing follows the exit code");
                return Shell {
                    out: text(out),
                    err: text(err),
                    code: bytes[0],
                };
            }
            other => panic!("packet {other}"),
        }
    }
}

/// The tree as a dump gives it.
pub(crate) async fn dump(phone: &SimPhone) -> String {
    let text = exec(phone, "uiautomator dump /dev/tty").await;
    text.strip_suffix("UI hierchary dumped to: /dev/tty\n")
        .unwrap_or_else(|| panic!("{text}"))
        .to_owned()
}

/// Taps the middle of the only node with that text, description or id, or of the control around it.
pub(crate) async fn tap(phone: &SimPhone, label: &str) {
    let xml = dump(phone).await;
    let fits = |node: &&str| {
        ["text", "content-desc"]
            .iter()
            .any(|a| attribute(node, a) == label)
            || attribute(node, "resource-id").ends_with(&format!(":id/{label}"))
    };
    let found: Vec<&str> = xml.split("<node ").skip(1).filter(fits).collect();
    assert_eq!(found.len(), 1, "{label} in {xml}");
    let sides: Vec<i32> = attribute(found[0], "bounds")
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|n| n.parse().ok())
        .collect();
    let (x, y) = ((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2);
    let done = shell(phone, &format!("input tap {x} {y}")).await;
    assert_eq!(
        done,
        Shell {
            out: String::new(),
            err: String::new(),
            code: 0
        }
    );
}

pub(crate) fn attribute<'x>(node: &'x str, name: &str) -> &'x str {
    node.split_once(&format!("{name}=\""))
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("", |(v, _)| v)
}
