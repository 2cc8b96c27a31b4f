//! `uiautomator dump`: the screen as XML, and the ways in which it fails.

use super::run::Call;
use crate::fault::FaultKind;
use crate::screen;

/// Where the dump goes if no file is named.
const DEFAULT_FILE: &str = "/sdcard/window_dump.xml";

/// `uiautomator dump [--compressed] [FILE]`; unknown options are ignored, as older Androids do.
pub(crate) async fn run(call: &Call<'_>) -> u8 {
    if call.args.first() != Some(&"dump") {
        call.io.out.line("Usage: uiautomator <subcommand> [options]");
        return 1;
    }
    let compressed = call.args.contains(&"--compressed");
    let file = call.args[1..]
        .iter()
        .find(|a| !a.starts_with("--"))
        .unwrap_or(&DEFAULT_FILE);
    match call.device.next_fault(compressed) {
        None => {}
        Some(FaultKind::NeverIdle { wait }) => {
            tokio::time::sleep(wait).await;
            // The exit code is 0 all the same.
            call.io.err.line("ERROR: could not get idle state.");
            return 0;
        }
        Some(FaultKind::Hang) => std::future::pending().await,
    }
    wait(call.device.spec.timing.dump).await;
    // The tree is read at the end of the wait, as on a device.
    let xml = call.device.look(|p| screen::dump(&p.view(), compressed));
    // A file that can't be written leaves only an entry in the log, and the success line comes anyway.
    if *file == "/dev/tty"
        && let Some(tty) = &call.io.tty
    {
        tty.write(&xml);
    }
    // The typo is upstream's.
    call.io.out.line(&format!("UI hierchary dumped to: {file}"));
    0
}

/// How long a command takes.
pub(crate) async fn wait(time: std::time::Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}
