//! What can be typed.

use std::path::PathBuf;

use clap::{ArgGroup, Parser, Subcommand};
use retap_cache::screen::{Point, Rect};

use super::locate::spot;

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
    /// Finds an element by words or as it was on another screen, without a model, and says why it is the one.
    Locate(LocateArgs),
    /// Looks after what is remembered.
    #[command(subcommand)]
    Cache(CacheCommand),
    /// Lists the devices, and why one can't be used.
    Devices,
    /// Runs a simulated phone that the real adb can connect to.
    Sim(SimArgs),
}

#[derive(Debug, Subcommand)]
pub(super) enum CacheCommand {
    /// Takes in what `retap run --heal-to DIR` has kept for review.
    Apply(ApplyArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 taken in; 2 the folder, or a file in it, can't be used (then nothing is taken in); \
    3 the cache can't be written"
)]
pub(super) struct ApplyArgs {
    /// The folder.
    pub(super) dir: PathBuf,
    /// Only says what would be done.
    #[arg(long)]
    pub(super) dry_run: bool,
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
    /// What becomes of a run in which recorded steps could not be replayed as recorded: allow, warn (told as a warning),
    /// fail (a test that passes ends with exit code 6).
    #[arg(long, value_name = "allow|warn|fail")]
    pub(super) heal: Option<String>,
    /// Folder for what a run with a read-only cache would have stored; taken in by `retap cache apply`.
    #[arg(long, value_name = "DIR")]
    pub(super) heal_to: Option<PathBuf>,
    /// Asks no model to act or to find anything: a step that memory can't serve ends the run with exit code 6.
    #[arg(long)]
    pub(super) strict_cache: bool,
    /// Asks no model for anything at all; as --strict-cache, and a check by a model is an error too.
    #[arg(long, conflicts_with = "model")]
    pub(super) no_model: bool,
    /// Whether pictures of controls are kept and compared, instead of what the script says; off by default.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    pub(super) cache_picture: Option<bool>,
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
#[command(
    after_help = "Exit codes: 0 found; 1 missed or not kept; 2 usage, a dump that can't be read, or a batch with a bad \
        line; 3 device trouble",
    group(ArgGroup::new("what").args(["words", "from", "batch"]).required(true)),
    group(ArgGroup::new("spot").args(["at", "bounds"]).requires("from")),
    override_usage = "retap locate <WORDS> [--device <SERIAL|sim:FILE> | --dump <FILE>] [--explain] [--json]\n       \
        retap locate --from <A.xml> (--at <X,Y> | --bounds <L,T,R,B>) --in <B.xml> [--locale-changed] \
        [--explain] [--json]\n       \
        retap locate --batch [FILE|-]"
)]
pub(super) struct LocateArgs {
    /// What is looked for: a name, bare or in quotes, with at most articles and a role word around it:
    /// 'the Login button', '"Sync" switch'.
    #[arg(value_name = "WORDS")]
    pub(super) words: Option<String>,
    /// Device to look at: an adb serial, or sim:FILE for a simulated phone. The only usable one if not given.
    #[arg(long, value_name = "SERIAL|sim:FILE", requires = "words", conflicts_with_all = ["from", "batch"])]
    pub(super) device: Option<String>,
    /// A saved dump to look at instead of a device.
    #[arg(long, value_name = "FILE", requires = "words", conflicts_with_all = ["device", "from", "batch"])]
    pub(super) dump: Option<PathBuf>,
    /// Takes the feature of an element of this saved dump, to look it up in the one of --in.
    #[arg(long, value_name = "A.xml", requires = "spot", requires = "into")]
    pub(super) from: Option<PathBuf>,
    /// The element of --from: the innermost one at this point that takes input.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = spot::point)]
    pub(super) at: Option<Point>,
    /// The element of --from: the innermost one with exactly these bounds, whether it takes input or not.
    #[arg(long, value_name = "L,T,R,B", allow_hyphen_values = true, value_parser = spot::bounds)]
    pub(super) bounds: Option<Rect>,
    /// The saved dump to look in.
    #[arg(id = "into", long = "in", value_name = "B.xml", requires = "from")]
    pub(super) into: Option<PathBuf>,
    /// Says that the dump of --in shows another language than that of --from.
    #[arg(long, requires = "from")]
    pub(super) locale_changed: bool,
    /// Many look-ups: jobs as JSON lines from a file or standard input, one JSON line of answer each.
    ///
    /// A job is {"from":"A.xml", "at":[x,y] or "bounds":[l,t,r,b], "in":"B.xml", "locale_changed":false}.
    #[arg(long, value_name = "FILE|-", num_args = 0..=1, default_missing_value = "-")]
    pub(super) batch: Option<PathBuf>,
    /// Says what is kept of the element, what each rung of the look-up finds, and where a tap goes.
    #[arg(long, conflicts_with = "batch")]
    pub(super) explain: bool,
    /// The answer as JSON; a batch always answers so.
    #[arg(long)]
    pub(super) json: bool,
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
