//! One stream of a connection: a service at one end, frames at the other.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::frame::{CLSE, Frame, OKAY, WRTE};
use crate::device::Device;
use crate::service::Job;

/// What a service may have written before the host has taken it, and the other way round.
const BUFFER: usize = 256 * 1024;

/// Where frames go, in the form that both sides agreed on.
#[derive(Debug, Clone)]
pub(super) struct Outlet {
    out: mpsc::UnboundedSender<Vec<u8>>,
    sums: bool,
    limit: usize,
}

impl Outlet {
    pub(super) fn new(out: mpsc::UnboundedSender<Vec<u8>>) -> Self {
        Self {
            out,
            sums: true,
            limit: 1,
        }
    }

    /// Takes what the greetings settled.
    pub(super) fn agree(&mut self, sums: bool, limit: usize) {
        (self.sums, self.limit) = (sums, limit);
    }

    pub(super) fn send(&self, frame: &Frame) {
        // Without a connection there is nobody to tell.
        let _ = self.out.send(frame.bytes(self.sums));
    }

    pub(super) fn send_with_sum(&self, frame: &Frame) {
        let _ = self.out.send(frame.bytes(true));
    }
}

/// The connection's end of a stream.
#[derive(Debug)]
pub(super) struct Stream {
    /// Its id at the host.
    pub(super) host: u32,
    data: mpsc::Sender<Vec<u8>>,
    acks: mpsc::UnboundedSender<()>,
    task: Option<AbortHandle>,
}

impl Stream {
    pub(super) fn run_by(mut self, task: AbortHandle) -> Self {
        self.task = Some(task);
        self
    }

    /// Takes a piece of data from the host. False if it sent one too many.
    pub(super) fn take(&self, data: Vec<u8>) -> bool {
        !matches!(self.data.try_send(data), Err(mpsc::error::TrySendError::Full(_)))
    }

    /// The host has taken the last piece.
    pub(super) fn acknowledged(&self) {
        let _ = self.acks.send(());
    }

    pub(super) fn is_over(&self) -> bool {
        self.task.as_ref().is_some_and(AbortHandle::is_finished)
    }

    /// Ends it where it stands.
    pub(super) fn cancel(&self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// Both ends of a stream: the connection's, and what is to be run for it.
pub(super) fn open(
    id: u32,
    host: u32,
    job: Job,
    outlet: Outlet,
    device: Arc<Device>,
) -> (Stream, impl Future<Output = ()> + Send) {
    let (data, mut pieces) = mpsc::channel::<Vec<u8>>(1);
    let (acks, mut taken) = mpsc::unbounded_channel();
    let task = async move {
        let (own, theirs) = tokio::io::duplex(BUFFER);
        let (mut from, mut to) = tokio::io::split(own);
        let service = async {
            let (reader, writer) = tokio::io::split(theirs);
            // Its end shows as the end of its output.
            drop(job.run(reader, writer, &device).await);
        };
        let send = async {
            let mut piece = vec![0; outlet.limit];
            while let Ok(n @ 1..) = from.read(&mut piece).await {
                outlet.send(&Frame::new(WRTE, id, host).with(piece[..n].to_vec()));
                // One piece in flight: the next goes when this one was taken.
                if taken.recv().await.is_none() {
                    break;
                }
            }
        };
        let receive = async {
            while let Some(piece) = pieces.recv().await {
                // A service that has ended reads no more; the host learns of it by the end of the stream.
                let _ = to.write_all(&piece).await;
                outlet.send(&Frame::new(OKAY, id, host));
            }
        };
        tokio::select! {
            _ = async { tokio::join!(service, send) } => {}
            () = receive => {}
        }
        outlet.send(&Frame::new(CLSE, id, host));
    };
    let stream = Stream {
        host,
        data,
        acks,
        task: None,
    };
    (stream, task)
}
