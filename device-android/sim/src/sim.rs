//! The phone from outside: started, watched and disturbed by a test or a program.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::adbd::Adbd;
use crate::device::Device;
use crate::error::NoSuchScreen;
use crate::fault::{DumpFault, PictureFault};
use crate::file::PhoneFile;
use crate::log::LogEntry;
use crate::server;
use crate::spec::ScreenId;

/// A running phone behind an adb server of its own. The server stops when it is dropped.
#[derive(Debug)]
pub struct SimPhone {
    device: Arc<Device>,
    addr: SocketAddr,
    server: Mutex<Option<Server>>,
}

/// The server's task, and what tells it to stop: a word, or being dropped.
#[derive(Debug)]
struct Server {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl SimPhone {
    /// Starts a phone on the tokio runtime of the caller. It serves at once, on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If no port can be opened.
    pub async fn start(file: PhoneFile) -> io::Result<SimPhone> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let phone = SimPhone {
            device: Device::new(file.spec),
            addr: listener.local_addr()?,
            server: Mutex::default(),
        };
        phone.serve(listener);
        Ok(phone)
    }

    fn serve(&self, listener: TcpListener) {
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server::serve(listener, Arc::clone(&self.device), stopped));
        *self.slot() = Some(Server { stop, task });
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Server>> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where its adb server listens.
    pub fn server(&self) -> SocketAddr {
        self.addr
    }

    /// Ends the adb server: its port and all of its connections are closed. The phone itself goes on.
    pub async fn stop_server(&self) {
        let server = self.slot().take();
        if let Some(Server { stop, task }) = server {
            // Both only fail if it has ended by itself.
            let _ = stop.send(());
            let _ = task.await;
        }
    }

    /// Starts the adb server again, where it was. Nothing happens if it runs.
    ///
    /// # Errors
    /// If its port was taken meanwhile.
    pub async fn start_server(&self) -> io::Result<()> {
        if self.slot().is_none() {
            self.serve(TcpListener::bind(self.addr).await?);
        }
        Ok(())
    }

    /// Serves the phone as adbd over TCP, for `adb connect`, beside its own adb server.
    ///
    /// # Errors
    /// If that address can't be listened on.
    pub async fn serve_adbd(&self, addr: SocketAddr) -> io::Result<Adbd> {
        Adbd::start(addr, &self.device).await
    }

    /// The serial under which its own adb server knows it.
    pub fn serial(&self) -> &str {
        &self.device.spec.hardware.serial
    }

    /// Every device command so far, in the order of their starts; the last 1,000 of them.
    pub fn log(&self) -> Vec<LogEntry> {
        self.device.journal.entries()
    }

    /// Forgets the commands that are over, up to the first that isn't.
    pub fn clear_log(&self) {
        self.device.journal.clear();
    }

    /// Device commands in progress.
    pub fn running(&self) -> usize {
        self.device.journal.running()
    }

    /// Resolves once no device command is running.
    pub async fn idle(&self) {
        self.device.journal.until(|n| *n == 0).await;
    }

    /// Resolves once a device command is running.
    pub async fn busy(&self) {
        self.device.journal.until(|n| *n > 0).await;
    }

    /// The name of the screen in front.
    pub fn screen(&self) -> String {
        self.device.look(|p| p.screen().name.clone())
    }

    /// Resolves once the screen of that name is in front; for ever pending if it never comes.
    pub async fn shown(&self, screen: &str) {
        self.device.until(|p| p.screen().name == screen).await;
    }

    /// The value of a variable, `None` if there is none of that name.
    pub fn state(&self, name: &str) -> Option<String> {
        self.device.look(|p| p.vars().get(name).cloned())
    }

    /// Resolves once a variable has that value.
    pub async fn state_is(&self, name: &str, value: &str) {
        self.device
            .until(|p| p.vars().get(name).is_some_and(|v| v == value))
            .await;
    }

    /// Gives a variable a value, as the app would by itself.
    pub fn set_state(&self, name: &str, value: &str) {
        self.device.change(|p| p.set_var(name, value));
    }

    /// Puts a screen in front, as an app would by itself.
    ///
    /// # Errors
    /// If the phone file has no such screen.
    pub fn show(&self, screen: &str) -> Result<(), NoSuchScreen> {
        let id = self.find(screen)?;
        self.device.change(|p| p.goto(id));
        Ok(())
    }

    /// Turns the display: 0 to 3 quarter turns.
    pub fn rotate(&self, turns: u8) {
        self.device.change(|p| p.rotate(turns));
    }

    /// Breaks the dumps from now on, or mends them.
    pub fn set_fault(&self, fault: Option<DumpFault>) {
        self.device.bench.set_dump(fault);
    }

    /// Breaks the pictures from now on, or mends them.
    pub fn set_picture_fault(&self, fault: Option<PictureFault>) {
        self.device.bench.set_picture(fault);
    }

    /// From now on never answers requests for device services that contain the text; `None` ends it.
    pub fn leave_unanswered(&self, text: Option<&str>) {
        self.device.bench.set_unanswered(text.map(str::to_owned));
    }

    /// Puts a foreign program in the only place for a UiAutomation client, or takes it away. While it is there
    /// every dump is refused as Android does, and `ps` lists it.
    pub fn set_holder(&self, name: Option<&str>) {
        self.device.slot.set_holder(name);
    }

    /// Takes the device away from the adb server: running commands end, and it is not found any more.
    pub fn unplug(&self) {
        self.device.cable.set_present(false);
    }

    /// Brings the device back; the phone is as it was.
    pub fn plug(&self) {
        self.device.cable.set_present(true);
    }

    /// Restarts the device: running commands die, it is `offline` for `after`, then the home screen is in front.
    /// Variables and files stay. If the phone file has a `boot` time, that follows.
    pub fn restart(&self, after: Duration) {
        self.device.restart(after);
    }

    /// The content of a file on the device, `None` if there is none of that name.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        Some(self.device.files.read(path).ok()?.to_vec())
    }

    fn find(&self, screen: &str) -> Result<ScreenId, NoSuchScreen> {
        let spec = &self.device.spec;
        spec.find_screen(screen).ok_or_else(|| NoSuchScreen {
            name: screen.to_owned(),
            known: spec.screens.iter().map(|s| s.name.clone()).collect(),
        })
    }
}
