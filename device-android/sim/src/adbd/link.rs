//! One connection to an adb server: the handshake, and the table of streams.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::frame::{CLSE, CNXN, Frame, OKAY, OPEN, WRTE};
use super::stream::{self, Outlet, Stream};
use crate::device::Device;
use crate::hardware::Hardware;
use crate::service::{FEATURES, Job, Service};

/// The newest version; from it on sums are not sent (`A_VERSION_SKIP_CHECKSUM`).
const VERSION: u32 = 0x0100_0001;
/// What may be sent before both sides have told their limits, and what never is exceeded.
const FIRST_LIMIT: usize = 4096;
const LIMIT: usize = 1 << 20;

/// Talks to a host until it closes or says something that makes no sense.
pub(super) async fn talk(socket: TcpStream, device: &Arc<Device>) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let (reader, mut writer) = socket.into_split();
    // Streams hand their frames over here, one piece of data each, so the queue stays short.
    let (out, mut frames) = mpsc::unbounded_channel::<Vec<u8>>();
    let write = async {
        while let Some(bytes) = frames.recv().await {
            writer.write_all(&bytes).await?;
        }
        Ok(())
    };
    let mut link = Link {
        device,
        outlet: Outlet::new(out),
        streams: HashMap::new(),
        tasks: JoinSet::new(),
        last_id: 0,
    };
    tokio::select! {
        result = link.listen(BufReader::new(reader)) => result,
        result = write => result,
    }
}

struct Link<'l> {
    device: &'l Arc<Device>,
    outlet: Outlet,
    /// By the device's own ids.
    streams: HashMap<u32, Stream>,
    /// All streams end with the connection.
    tasks: JoinSet<()>,
    last_id: u32,
}

impl Link<'_> {
    async fn listen(&mut self, mut from: impl AsyncRead + Unpin) -> io::Result<()> {
        let mut limit = FIRST_LIMIT;
        loop {
            let frame = Frame::read(&mut from, limit).await?;
            match frame.command {
                CNXN => {
                    self.connect(&frame);
                    limit = LIMIT;
                }
                // Nothing counts before the greeting.
                _ if limit == FIRST_LIMIT => {}
                OPEN => self.open(frame),
                WRTE => {
                    let stream = self.streams.get(&frame.arg1);
                    if stream.is_some_and(|s| !s.take(frame.data)) {
                        // A second piece before the first was acknowledged.
                        return Err(io::ErrorKind::InvalidData.into());
                    }
                }
                OKAY => {
                    if let Some(stream) = self.streams.get(&frame.arg1) {
                        stream.acknowledged();
                    }
                }
                CLSE => self.close(frame.arg1),
                // AUTH and STLS answer what was never asked.
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    }

    /// The host's greeting, also in mid-connection: then everything begins anew.
    fn connect(&mut self, hello: &Frame) {
        self.tasks.abort_all();
        self.streams.clear();
        let limit = (hello.arg1 as usize).clamp(1, LIMIT);
        self.outlet.agree(hello.arg0 < VERSION, limit);
        let banner = banner(&self.device.spec.hardware);
        let answer = Frame::new(CNXN, VERSION, LIMIT as u32).with(banner.into_bytes());
        // With its true sum, whatever the version: some hosts check this one before they know the device's.
        self.outlet.send_with_sum(&answer);
    }

    fn open(&mut self, frame: Frame) {
        self.streams.retain(|_, s| !s.is_over());
        while self.tasks.try_join_next().is_some() {}
        let host = frame.arg0;
        let text = String::from_utf8_lossy(&frame.data);
        let request = text.trim_end_matches('\0');
        if self.device.bench.is_unanswered(request) {
            return;
        }
        // A window belongs to delayed acknowledgements, which this device doesn't have.
        let service = Service::parse(request).filter(|_| frame.arg1 == 0);
        let Some(service) = service else {
            self.outlet.send(&Frame::new(CLSE, 0, host));
            return;
        };
        let job = Job::begin(service, self.device);
        self.last_id += 1;
        let id = self.last_id;
        self.outlet.send(&Frame::new(OKAY, id, host));
        let (stream, task) = stream::open(id, host, job, self.outlet.clone(), Arc::clone(self.device));
        let handle = self.tasks.spawn(task);
        self.streams.insert(id, stream.run_by(handle));
    }

    /// The host has no use for a stream any more: its command ends here.
    fn close(&mut self, id: u32) {
        if let Some(stream) = self.streams.remove(&id)
            && !stream.is_over()
        {
            stream.cancel();
            self.outlet.send(&Frame::new(CLSE, id, stream.host));
        }
    }
}

/// Who the device is: the three values of `adb devices -l`, and its features.
fn banner(it: &Hardware) -> String {
    // A `;` would end the value.
    let model = it.model.replace(';', " ");
    format!("device::ro.product.name=sim;ro.product.model={model};ro.product.device=sim;features={FEATURES}")
}
