//! One UiAutomation user at a time: a device has a single such connection, and a second dump dies of it.
//!
//! Within this process the device's memory is the lock; between processes of one user it is a locked file,
//! which the system gives back whatever becomes of its holder. Not here: readers of other tools, which know of
//! no lock; a read names them when it meets them.

mod file;
mod folder;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use retap_cache::device::Deadline;
use tokio::time::{sleep, timeout_at};

use crate::Error;
use crate::adb::{Adb, Server};
pub(crate) use file::Held;
use file::Tried;

/// Between two tries for a lock that somebody has.
const POLL: Duration = Duration::from_millis(25);

/// A process that holds a device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holder {
    /// Its process id, or 0 if it has not said yet.
    pub pid: u32,
    /// Its program, with the subcommand.
    pub command: String,
}

impl Holder {
    /// This process. Of its arguments only the subcommand: any other may hold a secret.
    fn this() -> Self {
        let mut args = std::env::args_os().map(|a| a.to_string_lossy().into_owned());
        let program = args.next().map(PathBuf::from);
        let name = program.and_then(|p| p.file_name().map(|n| n.to_string_lossy().into_owned()));
        let word = |a: &String| !a.is_empty() && a.chars().all(|c| c.is_ascii_lowercase());
        let command = name
            .into_iter()
            .chain(args.next().filter(word))
            .collect::<Vec<_>>()
            .join(" ");
        Self {
            pid: std::process::id(),
            command,
        }
    }

    fn text(&self) -> String {
        format!("{}\n{}\n", self.pid, self.command)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let pid = lines.next()?.trim().parse().ok()?;
        // Shown to people: nothing that a terminal would act on.
        let command = lines
            .next()?
            .chars()
            .filter(|c| !c.is_control())
            .take(100)
            .collect();
        Some(Self { pid, command })
    }
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.pid, self.command.as_str()) {
            (0, _) => f.write_str("another process"),
            (pid, "") => write!(f, "process {pid}"),
            (pid, command) => write!(f, "process {pid} ({command})"),
        }
    }
}

/// Waits for the lock of a device. `None` where no lock can be had (no folder of one's own to keep it in).
pub(crate) async fn acquire(adb: &Adb, deadline: Deadline) -> Result<Option<Held>, Error> {
    let began = Instant::now();
    // Whoever was seen to hold it; somebody who has not said who he is yet is nobody in particular.
    let mut holder: Option<Holder> = None;
    loop {
        let (server, serial) = (*adb.server(), adb.serial().to_owned());
        // Off the async threads: a folder may lie on a network.
        let try_once = tokio::task::spawn_blocking(move || match path(&server, &serial) {
            Some(path) => file::take(&path),
            None => Tried::Unusable,
        });
        match timeout_at(deadline.instant().into(), try_once).await {
            Ok(Ok(Tried::Got(held))) => return Ok(Some(held)),
            Ok(Ok(Tried::Unusable) | Err(_)) => return Ok(None),
            Ok(Ok(Tried::Taken(who))) => holder = Some(who.or(holder).unwrap_or_default()),
            Err(_) => {}
        }
        if deadline.left() <= POLL {
            let (serial, spent) = (adb.serial().to_owned(), began.elapsed());
            return Err(match holder {
                Some(_) => Error::Held {
                    serial,
                    holder,
                    spent,
                },
                None => Error::OutOfTime {
                    what: format!("reading {serial}"),
                    spent,
                },
            });
        }
        sleep(POLL).await;
    }
}

/// The process of this user's that reads a device now, if one does.
pub fn holder(server: &Server, serial: &str) -> Option<Holder> {
    file::look(&path(server, serial)?)
}

/// The lock file of a device. Its name is a digest: a serial may hold anything.
#[doc(hidden)]
pub fn path(server: &Server, serial: &str) -> Option<PathBuf> {
    let mut digest = blake3::Hasher::new_derive_key("retap device lock v1");
    digest.update(format!("{}\0{serial}", server.addr).as_bytes());
    let name = digest.finalize().to_hex();
    Some(folder::folder()?.join(format!("device-{}.lock", name.get(..16)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_written_and_read() {
        let this = Holder::this();
        assert_eq!(Holder::parse(&this.text()), Some(this.clone()));
        assert_eq!(this.pid, std::process::id());
        let said = |text: &str| Holder::parse(text).map(|h| h.to_string());
        assert_eq!(said("12\nretap run\n").as_deref(), Some("process 12 (retap run)"));
        assert_eq!(said("12\n\n").as_deref(), Some("process 12"));
        assert_eq!(said("12\na\x1b[2Jb\n").as_deref(), Some("process 12 (a[2Jb)"));
        for odd in ["", "x\ny\n", "12"] {
            assert_eq!(said(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_name_is_a_digest_of_server_and_serial() {
        let name = |port: u16, serial: &str| {
            let server = Server::new(([127, 0, 0, 1], port).into());
            path(&server, serial)
                .unwrap()
                .file_name()
                .unwrap()
                .to_string_lossy()
                .into_owned()
        };
        assert_eq!(name(5037, "emulator-5554"), "device-b3bb42ddd200e24a.lock");
        assert_ne!(name(5037, "A"), name(5038, "A"));
        assert_ne!(name(5037, "A"), name(5037, "B"));
        assert_eq!(name(5037, "../../x").len(), name(5037, "A").len());
    }
}
