//! Many phones from one process: 32 simulated phones, each read ten times a second for a minute.
//!
//! A read is late if it isn't there before the next one is due. Memory is flat if the resident size after the
//! first sixth of the time and at its end differ by less than a tenth. Ends with 1 otherwise.
//!
//! `cargo run --release -p retap-benches --bin fleet [PHONES] [SECONDS]`

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use retap_android::AndroidDevice;
use retap_android::adb::Server;
use retap_android::read::Budgets;
use retap_cache::device::{Deadline, Device, Want};
use retap_sim::{PhoneFile, SimPhone};

const EVERY: Duration = Duration::from_millis(100);

/// What became of one phone's reads.
#[derive(Default)]
struct Reads {
    took: Vec<Duration>,
    late: usize,
    failed: Vec<String>,
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).filter_map(|a| a.parse::<u64>().ok());
    let phones = numbers.next().unwrap_or(32);
    let seconds = numbers.next().unwrap_or(60);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return say(&format!("can't start the runtime: {e}"), 3),
    };
    match runtime.block_on(fleet(phones, Duration::from_secs(seconds))) {
        Ok((report, good)) => say(&report, u8::from(!good)),
        Err(e) => say(&e, 3),
    }
}

fn say(text: &str, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stdout(), "{text}");
    ExitCode::from(code)
}

async fn fleet(phones: u64, time: Duration) -> Result<(String, bool), String> {
    let mut tasks = Vec::new();
    for n in 0..phones {
        let text = format!("phone: {{ serial: fleet-{n} }}\n{PHONE}");
        let file = PhoneFile::parse("fleet.yaml", &text).map_err(|e| e.to_string())?;
        let phone = SimPhone::start(file).await.map_err(|e| e.to_string())?;
        let until = Deadline::after(Duration::from_secs(10));
        let server = Server::new(phone.server());
        let device = AndroidDevice::connect(server, phone.serial(), Budgets::default(), until)
            .await
            .map_err(|e| e.to_string())?;
        phone.show("list").map_err(|e| e.to_string())?;
        tasks.push((phone, device));
    }
    let began = Instant::now();
    let running: Vec<_> = tasks
        .into_iter()
        .map(|(phone, device)| tokio::spawn(reads(phone, device, began, time)))
        .collect();
    tokio::time::sleep(time / 6).await;
    let early = resident_kib();
    let mut all = Reads::default();
    for task in running {
        let one = task.await.map_err(|e| e.to_string())?;
        all.took.extend(one.took);
        all.late += one.late;
        all.failed.extend(one.failed);
    }
    let end = resident_kib();
    all.took.sort();
    let at = |part: usize| {
        all.took
            .get((all.took.len() * part / 100).min(all.took.len().saturating_sub(1)))
    };
    let ms = |d: Option<&Duration>| d.map_or(0.0, |d| d.as_secs_f64() * 1_000.0);
    let growth = (end as f64 - early as f64) / early.max(1) as f64 * 100.0;
    let report = format!(
        "{phones} phones, {} s, {} reads: {} late, {} failed; median {:.1} ms, p99 {:.1} ms, worst {:.1} ms; \
         resident {early} KiB after a sixth, {end} KiB at the end ({growth:+.1} %){}",
        time.as_secs(),
        all.took.len(),
        all.late,
        all.failed.len(),
        ms(at(50)),
        ms(at(99)),
        ms(all.took.last()),
        all.failed
            .first()
            .map(|e| format!("\nfirst failure: {e}"))
            .unwrap_or_default(),
    );
    let good = all.late == 0 && all.failed.is_empty() && growth < 10.0;
    Ok((report, good))
}

async fn reads(phone: SimPhone, mut device: AndroidDevice, began: Instant, time: Duration) -> Reads {
    // Room for all figures at once: what grows must be what is measured, not the measuring.
    let mut out = Reads {
        took: Vec::with_capacity(1 + (time.as_millis() / EVERY.as_millis()) as usize),
        ..Reads::default()
    };
    let mut due = began;
    while due < began + time {
        tokio::time::sleep_until(due.into()).await;
        let start = Instant::now();
        match device
            .observe(Want::Tree, Deadline::after(Duration::from_secs(5)))
            .await
        {
            Ok(screen) if screen.tree.len() > 10 => out.took.push(start.elapsed()),
            Ok(screen) => out.failed.push(format!("{} nodes only", screen.tree.len())),
            Err(e) => out.failed.push(e.to_string()),
        }
        phone.clear_log();
        due += EVERY;
        if Instant::now() > due {
            out.late += 1;
        }
    }
    out
}

/// Resident memory of this process; 0 where the system doesn't tell it this way.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").trim().parse().ok())
        .unwrap_or(0)
}

const PHONE: &str = r##"
apps: { com.example.list: { activity: .Main, start: list } }
state: { seconds: 0 }
screens:
  list:
    tree: |
      FrameLayout
        Toolbar #toolbar
          TextView "Orders" #title
        TextView "{seconds}" #clock
        RecyclerView #list scrollable
          LinearLayout #row_1 clickable
            TextView "First order" #name
            TextView "In transit" #state
            Button "Track" #track
          LinearLayout #row_2 clickable
            TextView "Second order" #name
            TextView "Delivered" #state
            Button "Track again" #track
          LinearLayout #row_3 clickable
            TextView "Third order" #name
            TextView "In transit" #state
            Button "Track it" #track
    on: [ { every: 1s, add: { seconds: 1 } } ]
"##;
