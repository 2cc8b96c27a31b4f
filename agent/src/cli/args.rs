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
    /// Shows the screen of a device as retap sees it, and what the read is worth.
    Screen(ScreenArgs),
    /// Lists the devices, and why one can't be used.
    Devices,
    /// Runs a simulated phone that the real adb can connect to.
    Sim(SimArgs),
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

#[derive(Debug, clap::Args)]
pub(super) struct ScreenArgs {
    /// Device to look at: an adb serial, or sim:FILE for a simulated phone. The only usable one if not given.
    #[arg(long, value_name = "SERIAL|sim:FILE")]
    pub(super) device: Option<String>,
    /// A saved dump to look at instead of a device.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["device", "watch"])]
    pub(super) dump: Option<PathBuf>,
    /// Only the outline, as a model sees it.
    #[arg(long)]
    pub(super) outline: bool,
    /// Everything as JSON.
    #[arg(long, conflicts_with = "outline")]
    pub(super) json: bool,
    /// Goes on reading and shows each change, until Ctrl-C.
    #[arg(long)]
    pub(super) watch: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct SimArgs {
    /// The phone's file.
    #[arg(value_name = "PHONE.yaml")]
    pub(super) phone: PathBuf,
    /// TCP port to listen on, on this machine only; 0 lets the system choose.
    #[arg(long, default_value_t = 0)]
    pub(super) port: u16,
}
