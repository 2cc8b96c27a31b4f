//! What a replayed action costs of retap's own time: a plan of 30 taps and 30 single steps, on a simulated phone that
//! answers at once.
//!
//! The run has a thread of its own, the phone another. *Own* is the processor time of the run's thread: its wall time without
//! what it waits for sockets, reading, parsing and looking up included. *Outside* is the wall time outside of calls to
//! the device, pauses included. Ends with 1 if the median of own is above 2 ms an action, or if there is more than one
//! read or one input an action.
//!
//! `cargo run --release -p retap-benches --bin replay [ROUNDS]` (Linux)

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use retap::model::Model;
use retap::model::scripted::{Goals, ScriptedModel};
use retap::run::{Asking, Event, Setup, Sink, Timing, run};
use retap::script::{Heal, Script, read};
use retap_android::AndroidDevice;
use retap_android::adb::Server;
use retap_android::read::Budgets;
use retap_cache::device::{Action, Capabilities, Deadline, Device, Pending, Want};
use retap_cache::screen::Screen;
use retap_cache::store::{Mode, Store};
use retap_sim::{PhoneFile, SimPhone};

/// Taps in the plan, and single steps.
const TAPS: usize = 30;
/// Nodes of a screen besides what is tapped: a page of an ordinary app.
const NODES: usize = 120;
const LIMIT: Duration = Duration::from_millis(2);

fn main() -> ExitCode {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(15);
    let (report, good) = match measure(rounds) {
        Ok(done) => done,
        Err(e) => (e, false),
    };
    let _ = writeln!(std::io::stdout(), "{report}");
    ExitCode::from(u8::from(!good))
}

/// The phone has a runtime and a thread of its own, so that its work is not counted.
fn measure(rounds: usize) -> Result<(String, bool), String> {
    rustls::crypto::ring::default_provider()
        .install_default()
        .map_err(|_| "the TLS provider is installed already".to_owned())?;
    let theirs = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|e| e.to_string())?;
    let ours = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| e.to_string())?;
    let memory = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut report = String::new();
    let mut good = true;
    for (name, flow) in [("a plan", plan()), ("single steps", steps())] {
        let script = script(&flow)?;
        let goals = Goals::parse("goals.yaml", &goals()).map_err(|e| e.to_string())?;
        let scripted = {
            let _theirs = theirs.enter();
            ScriptedModel::start(goals)
        };
        let scripted = scripted.map_err(|e| e.to_string())?;
        let model = Model::new(scripted.endpoint()).map_err(|e| e.to_string())?;
        let mut costs = Vec::new();
        for round in 0..=rounds {
            let phone = theirs.block_on(phone())?;
            let mode = if round == 0 {
                Mode::ReadWrite
            } else {
                Mode::ReadOnly
            };
            let store = Store::new(memory.path(), mode);
            let cost = ours.block_on(once(&script, &phone, &model, &store))?;
            if round > 0 {
                if cost.calls > 0 {
                    return Err(format!(
                        "{name}: round {round} asked the model {} times",
                        cost.calls
                    ));
                }
                costs.push(cost);
            }
        }
        let (text, held) = tell(name, &costs);
        report.push_str(&text);
        good &= held;
    }
    Ok((report, good))
}

fn tell(name: &str, costs: &[Cost]) -> (String, bool) {
    let each = |of: &dyn Fn(&Cost) -> Duration| {
        let mut all: Vec<Duration> = costs.iter().map(|c| of(c) / TAPS as u32).collect();
        all.sort();
        all.get(all.len() / 2).copied().unwrap_or_default()
    };
    let (own, outside, wall) = (each(&|c| c.own), each(&|c| c.outside), each(&|c| c.wall));
    let most = |of: &dyn Fn(&Cost) -> usize| costs.iter().map(of).max().unwrap_or(0);
    let (reads, inputs) = (most(&|c| c.reads), most(&|c| c.inputs));
    // One read more: the screen after the last action.
    let good = !costs.is_empty() && own <= LIMIT && reads <= TAPS + 1 && inputs <= TAPS;
    let text = format!(
        "{name}: {TAPS} taps, {} rounds; median an action: own {own:?}, outside the device {outside:?}, wall {wall:?}; \
         {reads} reads and {inputs} inputs at the most{}\n",
        costs.len(),
        if good { "" } else { ": TOO MUCH" }
    );
    (text, good)
}

/// What a run took, from its first step to its last.
#[derive(Default)]
struct Cost {
    own: Duration,
    outside: Duration,
    wall: Duration,
    reads: usize,
    inputs: usize,
    calls: u32,
}

async fn once(script: &Script, phone: &SimPhone, model: &Model, store: &Store) -> Result<Cost, String> {
    let until = Deadline::after(Duration::from_secs(10));
    let device = AndroidDevice::connect(
        Server::new(phone.server()),
        phone.serial(),
        Budgets::default(),
        until,
    )
    .await
    .map_err(|e| e.to_string())?;
    let mut timed = Timed {
        device,
        waited: Duration::ZERO,
        reads: 0,
        inputs: 0,
    };
    // The first read is no action's: it finds the screen that the app began with.
    timed
        .observe(Want::default(), until)
        .await
        .map_err(|e| e.to_string())?;
    let (reads, waited) = (timed.reads, timed.waited);
    let (_keep, interrupted) = tokio::sync::watch::channel(false);
    let (wall, own) = (Instant::now(), processor()?);
    let setup = Setup {
        script,
        test: "bench.yaml",
        device: &mut timed,
        model: Some(model),
        no_model: "",
        asking: Asking::Everything,
        heal: Heal::Allow,
        store,
        now: &|| "2026-01-02T03:04:05Z".to_owned(),
        app_version: "1",
        timing: Timing::default(),
        picture: false,
        interrupted,
    };
    let summary = run(setup, &mut Nobody).await;
    let (wall, own) = (wall.elapsed(), processor()?.saturating_sub(own));
    if let Some(t) = &summary.trouble {
        return Err(format!("{}: {}", t.kind, t.message));
    }
    if phone.screen() != format!("page{TAPS}") {
        return Err(format!("it ended on {}", phone.screen()));
    }
    Ok(Cost {
        own,
        outside: wall.saturating_sub(timed.waited - waited),
        wall,
        reads: timed.reads - reads,
        inputs: timed.inputs,
        calls: summary.calls,
    })
}

/// Processor time of this thread.
fn processor() -> Result<Duration, String> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").map_err(|e| e.to_string())?;
    let first = text.split_whitespace().next().and_then(|n| n.parse().ok());
    first
        .map(Duration::from_nanos)
        .ok_or_else(|| format!("schedstat says {text}"))
}

struct Nobody;

impl Sink for Nobody {
    fn take(&mut self, _: &Event<'_>) {}
}

/// A device that notes how long its calls take.
struct Timed {
    device: AndroidDevice,
    waited: Duration,
    reads: usize,
    inputs: usize,
}

impl Device for Timed {
    fn id(&self) -> &str {
        self.device.id()
    }

    fn capabilities(&self) -> &Capabilities {
        self.device.capabilities()
    }

    fn observe(&mut self, want: Want, deadline: Deadline) -> Pending<'_, Screen> {
        Box::pin(async move {
            let began = Instant::now();
            let screen = self.device.observe(want, deadline).await;
            self.waited += began.elapsed();
            self.reads += 1;
            screen
        })
    }

    fn act<'a>(&'a mut self, action: &'a Action, deadline: Deadline) -> Pending<'a, ()> {
        Box::pin(async move {
            let began = Instant::now();
            let done = self.device.act(action, deadline).await;
            self.waited += began.elapsed();
            self.inputs += 1;
            done
        })
    }
}

async fn phone() -> Result<SimPhone, String> {
    let mut text = String::from(
        "timing: { dump: 0, input: 0, launch: 0 }\napps: { com.example.bench: { activity: .Main, start: page0 } }\nscreens:\n",
    );
    for n in 0..=TAPS {
        text.push_str(&format!(
            "  page{n}:\n    tree: |\n      FrameLayout\n        TextView \"Page {}\" #title\n",
            words(n)
        ));
        for row in 0..NODES {
            text.push_str(&format!(
                "        TextView \"line {} of {}\"\n",
                words(row),
                words(n)
            ));
        }
        text.push_str(&format!("        Button \"Go to {}\" #next\n", words(n + 1)));
        text.push_str(&format!(
            "    on: [ {{ tap: Go to {}, goto: page{} }} ]\n",
            words(n + 1),
            (n + 1).min(TAPS)
        ));
    }
    let file = PhoneFile::parse("bench.yaml", &text).map_err(|e| e.to_string())?;
    let phone = SimPhone::start(file).await.map_err(|e| e.to_string())?;
    phone.show("page0").map_err(|e| e.to_string())?;
    Ok(phone)
}

/// A number as letters: digits are data, and name nothing.
fn words(n: usize) -> String {
    n.to_string()
        .bytes()
        .map(|d| char::from(d - b'0' + b'a'))
        .collect()
}

fn script(flow: &str) -> Result<Script, String> {
    let text = format!("android: {{ deviceId: x }}\ntasks:\n  - name: t\n    flow:\n{flow}");
    read(Path::new("bench.yaml"), &text, &[]).map_err(|e| e.to_string())
}

fn last() -> String {
    format!("      - expect: {{ visible: Page {} }}\n", words(TAPS))
}

fn plan() -> String {
    format!("      - aiAct: go to the last page\n{}", last())
}

fn steps() -> String {
    let taps: String = (1..=TAPS)
        .map(|n| format!("      - aiTap: the way to {}\n", words(n)))
        .collect();
    taps + &last()
}

fn goals() -> String {
    let target = |n| format!("{{ role: button, label: Go to {} }}", words(n));
    let mut text = format!(
        "goals:\n  - prompt: go to the last page\n    done: Page {}\n    steps:\n",
        words(TAPS)
    );
    for n in 1..=TAPS {
        text.push_str(&format!("      - tap: {}\n", target(n)));
    }
    for n in 1..=TAPS {
        text.push_str(&format!(
            "  - prompt: the way to {}\n    find: {}\n",
            words(n),
            target(n)
        ));
    }
    text
}
