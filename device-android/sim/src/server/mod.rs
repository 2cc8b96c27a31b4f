//! The adb *server* protocol, for clients that would talk to port 5037.
//!
//! A request is four hex digits of length and a text; the answer is `OKAY` or `FAIL` with a text. One host
//! service per connection; after `host:transport…` one device service (AOSP `SERVICES.TXT`, `OVERVIEW.TXT`).

mod command;
mod host;
mod service;
mod wire;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::device::Device;
use host::Answer;
use service::Service;

/// How long to wait when no connection can be accepted.
const RETRY: Duration = Duration::from_millis(20);

/// Serves clients until the task is aborted; their connections end with it.
pub(crate) async fn serve(listener: TcpListener, device: Arc<Device>) {
    let mut clients = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((socket, _)) => {
                    let device = Arc::clone(&device);
                    // A broken connection concerns nobody but its client.
                    clients.spawn(async move { drop(connection(socket, &device).await) });
                }
                // Out of descriptors, most likely: they come back when clients leave.
                Err(_) => tokio::time::sleep(RETRY).await,
            },
            Some(_) = clients.join_next() => {}
        }
    }
}

async fn connection(mut socket: TcpStream, device: &Arc<Device>) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let plug = device.plug();
    let Some(request) = wire::request(&mut socket).await? else {
        return Ok(());
    };
    match host::answer(&request, device) {
        Answer::Text(text) => wire::okay_with(&mut socket, &text).await,
        Answer::Fail(text) => wire::fail(&mut socket, &text).await,
        Answer::Transport(id) => {
            wire::okay(&mut socket, id).await?;
            device_service(socket, device, plug).await
        }
    }
}

/// One service of the device itself.
async fn device_service(
    mut socket: TcpStream,
    device: &Arc<Device>,
    plug: crate::device::Plug,
) -> io::Result<()> {
    let request = tokio::select! {
        request = wire::request(&mut socket) => request?,
        () = device.pulled(plug) => return Ok(()),
    };
    let Some(request) = request else { return Ok(()) };
    if device.plug() != plug {
        return wire::fail(&mut socket, "device offline (no transport)").await;
    }
    let Some(service) = Service::parse(&request) else {
        return wire::fail(&mut socket, "closed").await;
    };
    command::run(socket, device, plug, service).await
}
