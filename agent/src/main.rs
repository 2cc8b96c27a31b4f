//! The `retap` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    retap::cli::main(std::env::args_os())
}
