//! An adb server, a phone, and the wire between them.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use retap_sim::{Adbd, PhoneFile, SimPhone};
use tempfile::TempDir;

const FILE: &str = r##"
phone: { model: Pixel 7, size: 720x1280, density: 280, keyboard: true }
timing: { dump: 20ms }
apps: { com.ex: { start: home } }
state: { name: "", agree: "false" }
home: home
screens:
  home:
    tree: |
      FrameLayout
        TextView "Überschrift & more" #title
        EditText hint="Name" bind=name #name
        CheckBox "I agree" bind=agree #agree
        Button "Pay" #pay
"##;

/// Far more than any of this takes; a hanging adb must not hang the tests.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// A process that ends with the test, however the test ends.
pub(crate) struct Owned(Child);

impl Owned {
    pub(crate) fn start(command: &mut Command) -> Owned {
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Owned(quiet.expect("no `adb` on the PATH: run ./test, which installs it, or install it yourself"))
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An adb server.
pub(crate) struct Server {
    port: u16,
    home: TempDir,
    _process: Owned,
}

impl Server {
    pub(crate) fn start() -> Server {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let home = TempDir::new().unwrap();
        let mut process = Owned::start(&mut adb(port, &home, &["nodaemon", "server"]));
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            let ended = process.0.try_wait().unwrap();
            assert!(ended.is_none(), "the adb server doesn't start: {ended:?}");
            std::thread::yield_now();
        }
        Server {
            port,
            home,
            _process: process,
        }
    }

    pub(crate) fn adb(&self, args: &[&str]) -> Command {
        adb(self.port, &self.home, args)
    }
}

/// adb for the server on that port.
fn adb(port: u16, home: &TempDir, args: &[&str]) -> Command {
    let mut adb = Command::new("adb");
    adb.args(args)
        .env("ANDROID_ADB_SERVER_PORT", port.to_string())
        .env("HOME", home.path())
        .current_dir(home.path())
        .stdin(Stdio::null());
    for other in [
        "ADB_SERVER_SOCKET",
        "ANDROID_SERIAL",
        "ADB_VENDOR_KEYS",
        "ADB_TRACE",
    ] {
        adb.env_remove(other);
    }
    adb
}

/// A phone, its adbd, and an adb server that is connected to it.
pub(crate) struct Rig {
    pub(crate) phone: SimPhone,
    pub(crate) serial: String,
    pub(crate) server: Server,
    _adbd: Adbd,
}

impl Rig {
    pub(crate) async fn start() -> Rig {
        let file = PhoneFile::parse("demo.yaml", FILE).unwrap_or_else(|p| panic!("{p} {}", p.hint));
        let phone = SimPhone::start(file).await.unwrap();
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let adbd = phone.serve_adbd(any).await.unwrap();
        let rig = Rig {
            phone,
            serial: adbd.addr().to_string(),
            server: Server::start(),
            _adbd: adbd,
        };
        rig.connect().await;
        rig
    }

    pub(crate) async fn connect(&self) {
        let connected = self.host(&["connect", &self.serial]).await;
        assert_eq!(connected.0, format!("connected to {}\n", self.serial));
        // `connect` may return a moment before the device is ready.
        self.adb(&["wait-for-device"]).await;
    }

    /// adb with these words; output, errors, exit code.
    pub(crate) async fn host(&self, args: &[&str]) -> (String, String, i32) {
        let done = self.output(args).await;
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(done.stdout), text(done.stderr), done.status.code().unwrap())
    }

    pub(crate) async fn output(&self, args: &[&str]) -> Output {
        let mut command = self.server.adb(args);
        let running = tokio::task::spawn_blocking(move || command.output());
        let done = tokio::time::timeout(LIMIT, running).await;
        done.unwrap_or_else(|_| panic!("adb {args:?} hangs"))
            .unwrap()
            .unwrap()
    }

    pub(crate) fn for_phone<'a>(&'a self, args: &[&'a str]) -> Vec<&'a str> {
        [&["-s", &self.serial], args].concat()
    }

    pub(crate) async fn adb(&self, args: &[&str]) -> (String, String, i32) {
        self.host(&self.for_phone(args)).await
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.server.home.path().join(name).display().to_string()
    }
}

/// A result as [`Rig::host`] and [`Rig::adb`] give it.
pub(crate) fn result(out: &str, err: &str, code: i32) -> (String, String, i32) {
    (out.to_owned(), err.to_owned(), code)
}
