//! Services of the device itself, whichever way they are reached: over the adb server or as adbd.

mod command;
mod parse;

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::device::{Command, Device};
use crate::sync;

pub(crate) use parse::{Line, Service};

/// What the device can do, as both ways of reaching it tell. Nothing that isn't there (AOSP `transport.cpp`).
pub(crate) const FEATURES: &str = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,abb,abb_exec,sendrecv_v2";

/// A service that has been accepted and is about to run.
#[derive(Debug)]
pub(crate) enum Job {
    Line(Line, Command),
    Sync,
}

impl Job {
    /// Accepts a service. A command is in the log from here on, so before its client can know that it was taken.
    pub(crate) fn begin(service: Service, device: &Device) -> Job {
        match service {
            Service::Line(line) => {
                let command = device.journal.begin(&line.name, &line.command);
                Job::Line(line, command)
            }
            Service::Sync => Job::Sync,
        }
    }

    /// Runs it until it ends or its client closes.
    pub(crate) async fn run(
        self,
        reader: impl AsyncRead + Unpin,
        writer: impl AsyncWrite + Unpin,
        device: &Arc<Device>,
    ) -> io::Result<()> {
        match self {
            Job::Line(line, command) => command::run(reader, writer, device, &line, command).await,
            Job::Sync => sync::serve(reader, writer, device).await,
        }
    }
}
