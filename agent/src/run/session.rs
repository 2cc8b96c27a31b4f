//! A run from its first step to its summary.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use retap_cache::device::{Action, Deadline, Device};
use retap_cache::screen::{PERMISSION_DIALOGS, SYSTEM_UI, Screen};
use retap_cache::store::Store;

use super::account::Memory;
use super::asking::Asking;
use super::error::{Class, Trouble};
use super::event::{CacheNote, Event, Outcome, RunInfo, Sink, StepRecord, Summary, Tokens, TroubleRecord};
use super::event::{Located, Saved};
use super::eyes::Eyes;
use super::heal::verdict;
use super::meter::Meter;
use super::reach::Reaching;
use super::staged::Staged;
use super::timing::Timing;
use crate::model::Model;
use crate::script::{Component, Heal, Script, Step, What};

/// Everything that a run is given.
pub struct Setup<'r> {
    /// The script.
    pub script: &'r Script,
    /// The name under which this test is known to memory.
    pub test: &'r str,
    /// The device.
    pub device: &'r mut dyn Device,
    /// The model, if there is one.
    pub model: Option<&'r Model>,
    /// Why there is none.
    pub no_model: &'r str,
    /// What it may be asked for.
    pub asking: Asking,
    /// What becomes of a run whose memory has drifted.
    pub heal: Heal,
    /// The memory.
    pub store: &'r Store,
    /// The time of day, RFC 3339.
    pub now: &'r (dyn Fn() -> String + Sync),
    /// Version of the app under test, if the device can say.
    pub app_version: &'r str,
    /// The budgets.
    pub timing: Timing,
    /// Whether pictures of controls are kept and compared.
    pub picture: bool,
    /// Resolves once the user wants to stop.
    pub interrupted: tokio::sync::watch::Receiver<bool>,
}

/// The state of a run.
pub(super) struct Session<'r> {
    pub(super) script: &'r Script,
    pub(super) test: &'r str,
    pub(super) device: &'r mut dyn Device,
    pub(super) model: Option<&'r Model>,
    pub(super) no_model: &'r str,
    pub(super) asking: Asking,
    /// False in a step that neither reads, writes nor consumes memory.
    pub(super) cacheable: bool,
    /// What a guarded step is for; none in steps without a guard.
    pub(super) guard: Option<String>,
    pub(super) store: &'r Store,
    pub(super) now: &'r (dyn Fn() -> String + Sync),
    pub(super) app_version: &'r str,
    pub(super) timing: Timing,
    /// Whether pictures of controls are kept and compared.
    pub(super) picture: bool,
    pub(super) sink: &'r mut dyn Sink,
    /// The app under test; fixed by the first thing that is known of it.
    pub(super) app: Option<String>,
    /// The app that the script brought to the front last.
    pub(super) launched: Option<String>,
    /// What was typed so far: it marks no screen.
    pub(super) typed: Vec<String>,
    pub(super) eyes: Eyes,
    pub(super) meter: Meter,
    /// What was scrolled for the target in hand.
    pub(super) reaching: Reaching,
    pub(super) staged: Vec<Staged>,
    /// Recordings that failed in this run, by entry and variant: in read-only modes nothing else stops them.
    pub(super) condemned: Vec<(String, String)>,
    /// Entries of which a policy wants newer notes: what is learned for them is stored even if it says the same.
    pub(super) refresh: HashSet<String>,
}

/// Runs a script.
pub async fn run(setup: Setup<'_>, sink: &mut dyn Sink) -> Summary {
    let began = Instant::now();
    let info = info(&setup);
    sink.take(&Event::Started(&info));
    let mut interrupted = setup.interrupted;
    let heal = setup.heal;
    let script = setup.script;
    let app = script
        .app
        .clone()
        .or(script.launch.as_ref().map(|l| l.package.clone()));
    let mut session = Session {
        script,
        test: setup.test,
        device: setup.device,
        model: setup.model,
        no_model: setup.no_model,
        asking: setup.asking,
        cacheable: true,
        guard: None,
        store: setup.store,
        now: setup.now,
        app_version: setup.app_version,
        timing: setup.timing,
        picture: setup.picture,
        sink,
        app,
        launched: None,
        typed: Vec::new(),
        eyes: Eyes::default(),
        meter: Meter::default(),
        reaching: Reaching::default(),
        staged: Vec::new(),
        condemned: Vec::new(),
        refresh: HashSet::new(),
    };
    let mut steps = Vec::new();
    let mut trouble: Option<Trouble> = match &script.launch {
        Some(component) => {
            let component = component.clone();
            let launched = session.launch(&component, None);
            tokio::select! {
                biased;
                () = stopped(&mut interrupted) => Some(stop()),
                r = launched => r.err(),
            }
        }
        None => None,
    };
    let mut number = 0;
    for task in &script.tasks {
        session.sink.take(&Event::Task(&task.name));
        for step in &task.flow {
            number += 1;
            let title = step.what.title();
            session.sink.take(&Event::Step(number, &title));
            let started = Instant::now();
            session.meter = Meter::default();
            session.reaching = Reaching::default();
            session.cacheable = step.cacheable;
            session.guard = step.guard.then(|| script.vars.fill(&title));
            let result = match &trouble {
                Some(_) => None,
                None => Some(tokio::select! {
                    biased;
                    () = stopped(&mut interrupted) => Err(stop()),
                    r = session.step(step) => r,
                }),
            };
            let outcome = match &result {
                None => Outcome::Skipped,
                Some(Ok(())) => Outcome::Passed,
                Some(Err(t)) if t.class == Class::Test => Outcome::Failed,
                Some(Err(_)) => Outcome::Broken,
            };
            let failure = result.and_then(Result::err);
            let meter = std::mem::take(&mut session.meter);
            let record = StepRecord {
                number,
                task: task.name.clone(),
                title,
                line: step.at.line,
                outcome,
                trouble: failure.as_ref().map(TroubleRecord::from),
                located: meter.located,
                actions: meter.actions,
                cache: meter.cache,
                calls: meter.calls,
                tokens: meter.tokens,
                saved: meter.saved,
                ms: millis(started.elapsed()),
                device_ms: millis(meter.device),
                model_ms: millis(meter.model),
            };
            session.sink.take(&Event::StepEnded(&record));
            steps.push(record);
            trouble = trouble.or(failure);
        }
    }
    let (committed, cache) = session.commit(trouble.is_none());
    let mut tokens = Tokens::default();
    let mut saved = Saved::default();
    steps.iter().for_each(|s| {
        tokens.add(&s.tokens);
        saved.add(&s.saved);
    });
    let memory = Memory::of(&steps);
    let trouble = trouble.or_else(|| verdict(heal, &memory));
    let outcome = match &trouble {
        None => Outcome::Passed,
        Some(t) if t.class == Class::Test => Outcome::Failed,
        Some(_) => Outcome::Broken,
    };
    let summary = Summary {
        memory,
        heal,
        outcome,
        trouble: trouble.as_ref().map(TroubleRecord::from),
        calls: steps.iter().map(|s| s.calls).sum(),
        steps,
        cache,
        committed,
        tokens,
        saved,
        ms: millis(began.elapsed()),
    };
    session.sink.take(&Event::Ended(&summary));
    summary
}

fn info(setup: &Setup<'_>) -> RunInfo {
    let c = setup.device.capabilities();
    RunInfo {
        script: setup.script.file.display().to_string(),
        device: setup.device.id().to_owned(),
        device_model: [c.model.as_str(), c.platform.as_str(), c.os.as_str()]
            .join(" ")
            .trim()
            .to_owned(),
        model: setup.model.map(|m| m.name().to_owned()),
        cache: match setup.asking {
            Asking::Judgments => format!("{}, strict", setup.store.mode().word()),
            Asking::Everything | Asking::Nothing => setup.store.mode().word().to_owned(),
        },
        cache_folder: setup.store.root().display().to_string(),
        started: (setup.now)(),
    }
}

async fn stopped(watch: &mut tokio::sync::watch::Receiver<bool>) {
    // A sender that is gone can't interrupt any more.
    if watch.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn stop() -> Trouble {
    Trouble {
        class: Class::Interrupted,
        ..Trouble::test("interrupted", "stopped by the user")
    }
}

pub(super) fn millis(d: Duration) -> u64 {
    u64::try_from(d.as_millis()).unwrap_or(u64::MAX)
}

impl Session<'_> {
    async fn step(&mut self, step: &Step) -> Result<(), Trouble> {
        match &step.what {
            What::AiAct { prompt } => {
                let budget = step.timeout.unwrap_or(self.timing.step);
                match tokio::time::timeout(budget, self.ai_act(prompt)).await {
                    Ok(r) => r,
                    Err(_) => Err(Trouble::test(
                        "step-timeout",
                        format!("the step took longer than {budget:?}"),
                    )
                    .hint("split the step, or give it a longer `timeout`")),
                }
            }
            What::AiTap { prompt } => self.ai_tap(prompt, step.timeout).await,
            What::AiInput { prompt, value, mode } => self.ai_input(prompt, value, *mode, step.timeout).await,
            What::Sleep(d) => {
                tokio::time::sleep(*d).await;
                self.eyes.turn();
                Ok(())
            }
            What::Launch(component) => self.launch(component, step.timeout).await,
            What::Tap(selector) => self.tap_selected(selector, step.timeout).await,
            What::Type { target, text, mode } => {
                let text = self.script.vars.fill(text);
                self.type_selected(target.as_ref(), &text, *mode, step.timeout)
                    .await
            }
            What::Expect(check) => {
                // A check on another app's window proves nothing about what this one has done.
                if let Some(held) = self.expect(check, step.timeout).await? {
                    self.confirm(&held);
                }
                Ok(())
            }
        }
    }

    async fn launch(&mut self, component: &Component, timeout: Option<Duration>) -> Result<(), Trouble> {
        let action = Action::Launch {
            package: component.package.clone(),
            activity: component.activity.clone(),
        };
        if self.app.is_none() {
            self.app = Some(component.package.clone());
        }
        self.launched = Some(component.package.clone());
        self.send(&action, timeout.unwrap_or(self.timing.launch)).await
    }

    /// Sends one action to the device. What was seen before no longer counts.
    pub(super) async fn send(&mut self, action: &Action, budget: Duration) -> Result<(), Trouble> {
        let began = Instant::now();
        self.meter.actions += 1;
        let sent = self.device.act(action, Deadline::after(budget)).await;
        self.meter.device += began.elapsed();
        self.eyes.turn();
        Ok(sent?)
    }

    pub(super) fn located(&mut self, located: Located) {
        self.sink.take(&Event::Located(&located));
        self.meter.located.push(located);
    }

    pub(super) fn cache_note(&mut self, note: CacheNote) {
        self.sink.take(&Event::Cache(&note));
        self.meter.cache.push(note);
    }

    /// The app under test becomes known by the first thing that is acted on.
    pub(super) fn note_app(&mut self, screen: &Arc<Screen>) {
        let package = &screen.app.package;
        if self.app.is_none() && !package.is_empty() && !is_system(package) {
            self.app = Some(package.clone());
        }
    }
}

/// Packages that are never the app under test: dialogs of the system, the shade, launchers.
pub(super) fn is_system(package: &str) -> bool {
    SYSTEM_UI.contains(&package) || PERMISSION_DIALOGS.contains(&package) || is_launcher(package)
}

/// Launchers: the screen behind all apps. Makers name them so (`com.android.launcher3`, `…nexuslauncher`).
pub(super) fn is_launcher(package: &str) -> bool {
    package.contains("launcher")
}
