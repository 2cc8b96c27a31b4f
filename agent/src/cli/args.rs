//! What can be typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Plain-language UI tests for Android that ask a model once and replay from memory.
#[derive(Debug, Parser)]
#[command(name = "retap", version, about)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Runs a script.
    Run(RunArgs),
}

#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    /// The script.
    pub(super) script: PathBuf,
    /// Device to run on, instead of the script's: an adb serial, or sim:FILE for a simulated phone.
    #[arg(long, value_name = "SERIAL|sim:FILE")]
    pub(super) device: Option<String>,
    /// Model to ask, instead of the script's: a name for RETAP_MODEL_BASE_URL, or scripted:FILE.
    #[arg(long, value_name = "NAME|scripted:FILE")]
    pub(super) model: Option<String>,
    /// What may be done with the cache: read-write, read-only, write-only, off.
    #[arg(long, value_name = "MODE")]
    pub(super) cache: Option<String>,
    /// Value of a parameter that the script declares under `vars:`.
    #[arg(long = "var", value_name = "NAME=VALUE")]
    pub(super) vars: Vec<String>,
    /// Says the reason of every decision of the cache.
    #[arg(short, long)]
    pub(super) verbose: bool,
}
