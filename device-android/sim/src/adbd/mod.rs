//! adbd over TCP: the transport protocol that the adb server speaks to a device, for `adb connect`.
//!
//! Frames with a header of 24 bytes; several streams over one connection, each with one piece of data in flight
//! each way (AOSP `protocol.txt`). No keys are asked for and no TLS is offered.

mod frame;
mod link;
mod stream;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinSet};

use crate::device::{Device, Reach};
use crate::server::RETRY;

/// A phone's adbd, listening. It stops when dropped, and its connections with it.
#[derive(Debug)]
pub struct Adbd {
    addr: SocketAddr,
    task: AbortHandle,
}

impl Adbd {
    /// Listens on that address.
    pub(crate) async fn start(addr: SocketAddr, device: &Arc<Device>) -> io::Result<Adbd> {
        let listener = TcpListener::bind(addr).await?;
        let addr = listener.local_addr()?;
        let task = tokio::spawn(serve(listener, Arc::clone(device))).abort_handle();
        Ok(Adbd { addr, task })
    }

    /// Where it listens: what to tell `adb connect`.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }
}

impl Drop for Adbd {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, device: Arc<Device>) {
    let mut hosts = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                // A device that isn't there has nobody who would answer.
                Ok((socket, _)) if device.cable.plug().reach() == Reach::Device => {
                    let device = Arc::clone(&device);
                    hosts.spawn(async move {
                        let plug = device.cable.plug();
                        tokio::select! {
                            // A broken connection concerns nobody but its host.
                            _ = link::talk(socket, &device) => {}
                            () = device.cable.pulled(plug) => {}
                        }
                    });
                }
                Ok(_) => {}
                Err(_) => tokio::time::sleep(RETRY).await,
            },
            Some(_) = hosts.join_next() => {}
        }
    }
}
