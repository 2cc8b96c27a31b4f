//! The program: arguments, what they and the environment choose, exit codes, errors for people.

mod args;
mod cache;
mod connect;
mod devices;
mod exit;
mod failure;
mod interrupt;
mod locate;
mod place;
mod run;
mod saved;
mod screen;
mod sim;

pub use exit::Exit;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use failure::Failure;

/// Runs the program and gives its exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // A panic is a bug of ours and has an exit code of its own; the hook has said where it happened.
    let ended = std::panic::catch_unwind(|| begin(arguments));
    let exit = ended.unwrap_or_else(|_| {
        let _ = writeln!(
            anstream::stderr(),
            "retap stopped because of a bug in retap; please report the lines above"
        );
        Exit::Bug
    });
    ExitCode::from(exit.code())
}

fn begin(arguments: Vec<OsString>) -> Exit {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(e) => {
            let _ = e.print();
            return if e.use_stderr() { Exit::Usage } else { Exit::Passed };
        }
    };
    let ended = match args.command {
        Command::Run(args) => on_runtime(run::run(args)),
        Command::Screen(args) => on_runtime(screen::screen(args)),
        // Most look-ups need no device: they start no runtime.
        Command::Locate(args) => locate::locate(args),
        Command::Cache(command) => cache::cache(&command),
        Command::Devices => on_runtime(devices::devices()),
        Command::Sim(args) => on_runtime(sim::sim(args)),
    };
    ended.unwrap_or_else(|failure| {
        failure.print();
        failure.exit()
    })
}

/// Runs what talks to devices or models.
fn on_runtime<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| Failure::environment(format!("can't start the runtime: {e}")))?;
    let ended = runtime.block_on(work);
    // A look-up of a host name that hangs in the system must not hold the program.
    runtime.shutdown_background();
    ended
}
