//! `uiautomator dump`: the screen as XML, and the ways in which it fails.

use std::time::Duration;

use super::io::Sink;
use super::run::{Call, Ended};
use crate::fault::{Attempt, FaultKind};
use crate::screen::{self, Style};

/// Where the dump goes if no file is named.
const DEFAULT_FILE: &str = "/sdcard/window_dump.xml";
const TTY: &str = "/dev/tty";
/// Permissions of a dump in a file.
const PERMISSIONS: u32 = 0o660;
/// The code of a process that was ended by signal 9, and what the outer shell says to that.
const KILLED: u8 = 137;
/// Noise that some devices print before and behind a dump.
const TRACE: &str = "java.io.FileNotFoundException: /sys/board_info: open failed: EACCES (Permission denied)\n\
    \tat libcore.io.IoBridge.open(IoBridge.java:574)\n\
    \tat java.io.FileInputStream.<init>(FileInputStream.java:160)\n\
    \tat com.android.commands.uiautomator.Launcher.main(Launcher.java:83)\n\
    Caused by: android.system.ErrnoException: open failed: EACCES (Permission denied)\n\
    \t... 9 more\n";
const TOOL_LINE: &str = "[INFO ] UiAutomator: starting dump of <active window>\n";
const JUNK: &str = "WARNING: linker: libvendor.so has text relocations.\n\0\0<eof>\n";
/// What a second UiAutomation client dies of; there is no blank before `already` on a device either.
const REGISTERED: &str = "java.lang.IllegalStateException: UiAutomationService \
    android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!\n\
    \tat android.os.Parcel.createExceptionOrNull(Parcel.java:3011)\n\
    \tat android.app.UiAutomation.connectWithTimeout(UiAutomation.java:277)\n\
    \tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:76)\n";

/// A dump under way.
struct Dump<'c> {
    call: &'c Call<'c>,
    compressed: bool,
    /// As named.
    file: &'c str,
    to: Target,
}

enum Target {
    Tty(Sink),
    File,
    /// It can't be written: only the log would tell.
    Nowhere,
}

/// `uiautomator dump [--compressed] [FILE]`; unknown options are ignored, as older Androids do.
pub(crate) async fn run(call: &Call<'_>) -> Ended {
    if call.args.first() != Some(&"dump") {
        call.io.out.line("Usage: uiautomator <subcommand> [options]");
        return Ended::Code(1);
    }
    let file = call.args[1..]
        .iter()
        .find(|a| !a.starts_with("--"))
        .unwrap_or(&DEFAULT_FILE);
    let mut dump = Dump {
        call,
        compressed: call.args.contains(&"--compressed"),
        file,
        to: Target::Nowhere,
    };
    dump.run().await
}

impl Dump<'_> {
    async fn run(&mut self) -> Ended {
        let device = self.call.device;
        let attempt = Attempt {
            compressed: self.compressed,
            to_tty: self.file == TTY,
        };
        let command = self.call.args.join(" ");
        let args = format!("app_process /system/bin com.android.commands.uiautomator.Launcher {command}");
        let held = device.slot.take(&args).await;
        if held.is_none() && device.bench.dump(attempt) != Some(FaultKind::AlreadyRegistered) {
            return self.killed();
        }
        let fault = device.bench.next_dump(attempt);
        match fault {
            Some(FaultKind::NeverIdle { wait }) => {
                tokio::time::sleep(wait).await;
                // The exit code is 0 all the same.
                return self.error("could not get idle state.");
            }
            Some(FaultKind::Hang) => std::future::pending().await,
            _ => wait(device.spec.timing.dump).await,
        }
        match fault {
            Some(FaultKind::Killed) => self.killed(),
            Some(FaultKind::Silent) => Ended::Code(0),
            Some(FaultKind::AlreadyRegistered) => {
                self.call.io.err.write(REGISTERED);
                self.killed()
            }
            Some(FaultKind::NullRoot) => self.no_root(),
            _ if !device.is_booted() => self.no_root(),
            fault => self.write(fault).await,
        }
    }

    /// The part that has a tree. It is read at the end of the wait, as on a device.
    async fn write(&mut self, fault: Option<FaultKind>) -> Ended {
        self.open(fault == Some(FaultKind::NoTty));
        let xml = self.tree(fault.as_ref());
        let half = xml.len() / 2;
        match fault {
            Some(FaultKind::Half) => {
                self.send(xml.as_bytes()[..half].to_vec());
                std::future::pending().await
            }
            Some(FaultKind::Cut) => {
                self.send(xml.as_bytes()[..half].to_vec());
                // A terminal goes with the dump, a file stays.
                return match self.to {
                    Target::Tty(_) => Ended::Exit(KILLED),
                    _ => Ended::Code(KILLED),
                };
            }
            Some(FaultKind::Trickle { pause }) => {
                for byte in xml.bytes() {
                    wait(pause).await;
                    self.send(vec![byte]);
                }
            }
            Some(FaultKind::Noise) => {
                self.call.io.err.write(TRACE);
                self.call.io.out.write(TOOL_LINE);
                self.send(xml.into_bytes());
            }
            _ => self.send(xml.into_bytes()),
        }
        // The typo is upstream's.
        self.call
            .io
            .out
            .line(&format!("UI hierchary dumped to: {}", self.file));
        if fault == Some(FaultKind::Noise) {
            self.call.io.out.write(JUNK);
        }
        Ended::Code(0)
    }

    fn tree(&self, fault: Option<&FaultKind>) -> String {
        let style = Style {
            compressed: self.compressed,
            at_least: match fault {
                Some(FaultKind::Big { megabytes }) => *megabytes as usize * 1_000_000,
                _ => 0,
            },
        };
        self.call.device.look(|p| match fault {
            Some(FaultKind::WrongWindow) => screen::dump(&p.home_view(), style),
            _ => screen::dump(&p.view(), style),
        })
    }

    /// A file that can't be written leaves only an entry in the log, and the success line comes anyway.
    fn open(&mut self, no_tty: bool) {
        let device = self.call.device;
        self.to = if self.file == TTY {
            let tty = self.call.io.tty.clone().filter(|_| !no_tty);
            tty.map_or(Target::Nowhere, Target::Tty)
        } else {
            match device
                .files
                .write(self.file, Vec::new(), PERMISSIONS, device.seconds())
            {
                Ok(()) => Target::File,
                Err(_) => Target::Nowhere,
            }
        };
    }

    fn send(&self, bytes: Vec<u8>) {
        match &self.to {
            Target::Tty(tty) => tty.bytes(bytes),
            Target::File => {
                let device = self.call.device;
                // The file may have been removed meanwhile.
                let _ = device.files.append(self.file, &bytes, device.seconds());
            }
            Target::Nowhere => {}
        }
    }

    /// An uncaught exception: its trace is in the log only, the outer shell tells of the death.
    fn killed(&self) -> Ended {
        self.call.io.out.write("Killed \n");
        Ended::Code(KILLED)
    }

    fn no_root(&self) -> Ended {
        self.error("null root node returned by UiTestAutomationBridge.")
    }

    fn error(&self, text: &str) -> Ended {
        self.call.io.err.line(&format!("ERROR: {text}"));
        Ended::Code(0)
    }
}

/// How long a command takes.
pub(crate) async fn wait(time: Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}
