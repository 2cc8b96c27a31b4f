//! The adb *server* protocol, for clients that would talk to port 5037.
//!
//! A request is four hex digits of length and a text; the answer is `OKAY` or `FAIL` with a text. One host
//! service per connection; after `host:transport…` one device service (AOSP `SERVICES.TXT`, `OVERVIEW.TXT`).

mod host;
mod wire;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::device::{Device, Plug};
use crate::service::{Job, Service};
use host::Answer;

/// How long to wait when no connection can be accepted.
pub(crate) const RETRY: Duration = Duration::from_millis(20);

/// Serves clients until it is told to stop, or dropped. When it has returned, its port and all connections are
/// closed.
pub(crate) async fn serve(listener: TcpListener, device: Arc<Device>, mut stop: oneshot::Receiver<()>) {
    let mut clients = JoinSet::new();
    loop {
        tokio::select! {
            // Also if the other end has gone.
            _ = &mut stop => break,
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
    drop(listener);
    clients.shutdown().await;
}

async fn connection(mut socket: TcpStream, device: &Arc<Device>) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let plug = device.cable.plug();
    let Some(request) = wire::request(&mut socket).await? else {
        return Ok(());
    };
    match host::answer(&request, device) {
        Answer::Text(text) => wire::okay_with(&mut socket, &text).await,
        Answer::Fail(text) => wire::fail(&mut socket, &text).await,
        Answer::Transport(id) => {
            wire::okay(&mut socket, id).await?;
            tokio::select! {
                biased;
                () = device.cable.pulled(plug) => Ok(()),
                result = device_service(&mut socket, device, plug) => result,
            }
        }
    }
}

/// One service of the device itself.
async fn device_service(socket: &mut TcpStream, device: &Arc<Device>, plug: Plug) -> io::Result<()> {
    let Some(request) = wire::request(socket).await? else {
        return Ok(());
    };
    if !device.cable.is_same(plug) {
        return wire::fail(socket, "device offline (no transport)").await;
    }
    if device.bench.is_unanswered(&request) {
        let mut scrap = [0; 1024];
        while socket.read(&mut scrap).await? > 0 {}
        return Ok(());
    }
    let Some(service) = Service::parse(&request) else {
        return wire::fail(socket, "closed").await;
    };
    let job = Job::begin(service, device);
    socket.write_all(b"OKAY").await?;
    let (reader, writer) = socket.split();
    job.run(reader, writer, device).await
}
