//! `retap locate --dump` as a whole process, beside `/bin/true`: medians of 50 runs of each, taken in turn.
//!
//! `cargo build --release -p retap && cargo run --release -p retap-benches --bin process`; other files may be named.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use retap_benches::mixed_dump;

const RUNS: usize = 50;

fn took(command: &mut Command) -> std::io::Result<Duration> {
    let began = Instant::now();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    Ok(began.elapsed())
}

fn median(mut all: Vec<Duration>) -> f64 {
    all.sort_unstable();
    all.get(all.len() / 2).map_or(0.0, |d| d.as_secs_f64() * 1e3)
}

fn measure(retap: &Path, dump: &Path) -> std::io::Result<(f64, f64)> {
    let (mut ours, mut base) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        base.push(took(&mut Command::new("/bin/true"))?);
        ours.push(took(
            Command::new(retap).args(["locate", "Depots", "--dump"]).arg(dump),
        )?);
    }
    Ok((median(ours), median(base)))
}

fn main() -> std::io::Result<()> {
    let retap = std::env::current_exe()?.with_file_name("retap");
    let mut dumps: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let made = std::env::temp_dir().join(format!("retap-process-{}.xml", std::process::id()));
    if dumps.is_empty() {
        dumps.push(made.clone());
        std::fs::write(&made, mixed_dump(1_000))?;
    }
    let mut out = std::io::stdout();
    for dump in &dumps {
        let (ours, base) = measure(&retap, dump)?;
        let size = std::fs::metadata(dump)?.len() / 1024;
        writeln!(
            out,
            "{}, {size} KiB: {ours:.2} ms, /bin/true {base:.2} ms, above it {:.2} ms",
            dump.display(),
            ours - base
        )?;
    }
    // One that can't be removed is one of a few KiB in a temporary folder.
    let _ = std::fs::remove_file(made);
    Ok(())
}
