//! `retap run`.

use std::fs;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use retap_cache::device::{Deadline, Device};
use retap_cache::store::{Mode, Store};
use tokio::sync::watch;

use super::Exit;
use super::args::RunArgs;
use super::connect::{Choice, device, device_choice, model, model_choice};
use super::failure::Failure;
use super::interrupt::interrupt;
use super::place::{prepare, project, test_name, unwritable, working};
use crate::report::{All, Keep, Terminal, write_json};
use crate::run::{Asking, Setup, Timing, run as run_script};
use crate::script::{Heal, Script, read};

pub(super) async fn run(args: RunArgs) -> Result<Exit, Failure> {
    let working = working()?;
    let script = load(&args)?;
    let mode = mode(&args, &script)?;
    agree(&args, mode, &script)?;
    let heal = heal(&args, &script)?;
    let project = project(&args.script, &working);
    let test = test_name(&args.script, &working, &project);
    // Everything that can be wrong in files is found before any device is touched.
    let choice = if args.no_model {
        Choice::None
    } else {
        model_choice(args.model.as_deref(), &script)?
    };
    let asked = model(choice)?;
    let mut connected = device(&device_choice(args.device.as_deref(), &script)).await?;
    let retap = prepare(&project)?;
    let mut store = Store::new(retap.join("cache"), mode);
    if let Some(folder) = &args.heal_to {
        let folder = working.join(folder);
        // There even if nothing is kept, so that the next job can take it in without asking.
        fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
        store = store.with_aside(folder);
    }
    let app_version = match script.launch.as_ref().map(|l| &l.package).or(script.app.as_ref()) {
        // A version that can't be had is missing from the notes; no test depends on it.
        Some(app) => {
            let until = Deadline::after(Timing::default().act);
            connected
                .device
                .app_version(app, until)
                .await
                .ok()
                .flatten()
                .unwrap_or_default()
        }
        None => String::new(),
    };
    let (stop, interrupted) = watch::channel(false);
    let pressed = interrupt().await;
    let listener = tokio::spawn(async move {
        if pressed.await.is_ok() {
            let _ = stop.send(true);
        }
        // Held until the run ends, so that a run never takes a closed channel for an interrupt.
        stop.closed().await;
    });
    let mut keep = Keep::default();
    let mut terminal = Terminal::new(anstream::stdout(), args.verbose);
    let setup = Setup {
        script: &script,
        test: &test,
        device: &mut connected.device as &mut dyn Device,
        model: asked.model.as_ref(),
        no_model: asked.none,
        asking: asking(&args),
        heal,
        store: &store,
        now: &now,
        app_version: &app_version,
        timing: Timing::default(),
        picture: args.cache_picture.or(script.cache.picture).unwrap_or(false),
        interrupted,
    };
    let summary = run_script(setup, &mut All(vec![&mut keep, &mut terminal])).await;
    listener.abort();
    let report = match &keep.info {
        Some(info) => write_json(&retap.join("runs").join(run_id(&info.started)), info, &summary),
        None => Err(io::Error::other("the run said nothing")),
    };
    match report {
        Ok(path) => {
            let shown = path.strip_prefix(&working).unwrap_or(&path).display().to_string();
            let _ = io::Write::write_fmt(&mut anstream::stdout(), format_args!("report: {shown}\n"));
            Ok(Exit::of(&summary))
        }
        Err(e) => {
            let failure = Failure::environment(format!(
                "the report can't be written below {}: {e}",
                retap.display()
            ));
            // A report that is missing weighs more than what the test says.
            failure.print();
            Ok(match Exit::of(&summary) {
                Exit::Interrupted => Exit::Interrupted,
                _ => Exit::Environment,
            })
        }
    }
}

fn load(args: &RunArgs) -> Result<Script, Failure> {
    let text = read_text(&args.script)?;
    let mut vars = Vec::new();
    for var in &args.vars {
        let Some((name, value)) = var.split_once('=') else {
            return Err(Failure::usage(format!("--var {var}: write NAME=VALUE")));
        };
        vars.push((name.to_owned(), value.to_owned()));
    }
    Ok(read(&args.script, &text, &vars)?)
}

fn read_text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|e| {
        let hint = match e.kind() {
            io::ErrorKind::NotFound => "give the path of a script, such as examples/checkout.yaml",
            io::ErrorKind::InvalidData => "a script is a text in UTF-8",
            _ => "",
        };
        Failure::usage(format!("can't read the script {}: {e}", path.display())).hint(hint)
    })
}

/// One of a list of words on the command line.
fn choice<T: Copy>(option: &str, word: &str, all: &[(&str, T)]) -> Result<T, Failure> {
    let found = all.iter().find(|(w, _)| *w == word).map(|(_, t)| *t);
    found.ok_or_else(|| {
        let all: Vec<&str> = all.iter().map(|(w, _)| *w).collect();
        Failure::usage(format!("{option} {word}: it is one of {}", all.join(", ")))
    })
}

/// The command line wins over the script; without either a CI machine reads only.
fn mode(args: &RunArgs, script: &Script) -> Result<Mode, Failure> {
    if let Some(word) = &args.cache {
        return choice("--cache", word, &Mode::ALL);
    }
    let ci = std::env::var("CI").is_ok_and(|v| !v.is_empty() && v != "false" && v != "0");
    Ok(script
        .cache
        .strategy
        .unwrap_or(if ci { Mode::ReadOnly } else { Mode::ReadWrite }))
}

fn heal(args: &RunArgs, script: &Script) -> Result<Heal, Failure> {
    match &args.heal {
        Some(word) => choice("--heal", word, &Heal::ALL),
        None => Ok(script.cache.heal.unwrap_or_default()),
    }
}

/// Options that contradict each other.
fn agree(args: &RunArgs, mode: Mode, script: &Script) -> Result<(), Failure> {
    let guarded = script.tasks.iter().flat_map(|t| &t.flow).find(|s| s.guard);
    if let Some(step) = guarded.filter(|_| args.no_model) {
        let what = step.what.title();
        return Err(Failure::usage(format!(
            "--no-model, but a model confirms what the guarded step in line {} touches: {what}",
            step.at.line
        ))
        .hint("take --strict-cache, which lets models judge and not act"));
    }
    let failure = if args.strict_cache && !mode.reads() {
        Failure::usage(format!(
            "--strict-cache replays from the cache, and the cache is {}",
            mode.word()
        ))
        .hint("take --cache read-only or read-write")
    } else if args.heal_to.is_some() && mode != Mode::ReadOnly {
        Failure::usage(format!(
            "--heal-to keeps what a read-only cache can't store, and the cache is {}",
            mode.word()
        ))
        .hint("take --cache read-only, or leave --heal-to out")
    } else {
        return Ok(());
    };
    Err(failure)
}

fn asking(args: &RunArgs) -> Asking {
    match (args.no_model, args.strict_cache) {
        (true, _) => Asking::Nothing,
        (false, true) => Asking::Judgments,
        (false, false) => Asking::Everything,
    }
}

fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Sorts by time; the process keeps runs of one second apart.
fn run_id(started: &str) -> String {
    let digits: String = started
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == 'T')
        .collect();
    format!("{digits}-{}", std::process::id())
}
