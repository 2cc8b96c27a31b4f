//! The phone from outside: started, watched and disturbed by a test or a program.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use crate::device::Device;
use crate::error::NoSuchScreen;
use crate::fault::DumpFault;
use crate::file::PhoneFile;
use crate::log::LogEntry;
use crate::server;
use crate::spec::ScreenId;

/// A running phone behind an adb server of its own. It stops when dropped.
#[derive(Debug)]
pub struct SimPhone {
    device: Arc<Device>,
    server: SocketAddr,
    task: AbortHandle,
}

impl SimPhone {
    /// Starts a phone on the tokio runtime of the caller. It serves at once, on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If no port can be opened.
    pub async fn start(file: PhoneFile) -> io::Result<SimPhone> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let server = listener.local_addr()?;
        let device = Device::new(file.spec);
        let task = tokio::spawn(server::serve(listener, Arc::clone(&device))).abort_handle();
        Ok(SimPhone { device, server, task })
    }

    /// Where its adb server listens.
    pub fn server(&self) -> SocketAddr {
        self.server
    }

    /// The serial under which the adb server knows it.
    pub fn serial(&self) -> &str {
        &self.device.spec.hardware.serial
    }

    /// Every device command so far, in the order of their starts.
    pub fn log(&self) -> Vec<LogEntry> {
        self.device.log()
    }

    /// Device commands in progress.
    pub fn running(&self) -> usize {
        self.device.running()
    }

    /// Resolves once no device command is running.
    pub async fn idle(&self) {
        self.device.idle().await;
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

    /// Breaks the dumps from now on, or mends them.
    pub fn set_fault(&self, fault: Option<DumpFault>) {
        self.device.set_fault(fault);
    }

    /// Takes the device away from the adb server: running commands end, and it is not found any more.
    pub fn unplug(&self) {
        self.device.set_present(false);
    }

    /// Brings the device back; the phone is as it was.
    pub fn plug(&self) {
        self.device.set_present(true);
    }

    fn find(&self, screen: &str) -> Result<ScreenId, NoSuchScreen> {
        let spec = &self.device.spec;
        spec.find_screen(screen).ok_or_else(|| NoSuchScreen {
            name: screen.to_owned(),
            known: spec.screens.iter().map(|s| s.name.clone()).collect(),
        })
    }
}

impl Drop for SimPhone {
    fn drop(&mut self) {
        self.task.abort();
    }
}
