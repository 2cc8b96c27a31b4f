//! Runs the cases, a few at a time, and holds what came of them against what must come.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use retap::run::{CacheEvent, How};

use crate::case::{Case, Round};
use crate::support::{Flow, Project, Ran};
use crate::table::Row;

/// How many cases run at a time: they mostly wait.
const WORKERS: usize = 4;

/// What came of a case.
pub struct Measured {
    pub row: Row,
    /// What is not as it must be.
    pub wrong: Vec<String>,
}

/// Runs all cases; what was measured comes in their order.
pub fn measure(cases: &[Case]) -> Vec<Measured> {
    let only = std::env::var("RETAP_CASE").unwrap_or_default();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Measured)>> = Mutex::default();
    std::thread::scope(|s| {
        for _ in 0..WORKERS {
            s.spawn(|| {
                let runtime = tokio::runtime::Builder::new_multi_thread()
                    .worker_threads(1)
                    .enable_all()
                    .build()
                    .unwrap();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else { break };
                    if case.what.contains(&only) {
                        let measured = runtime.block_on(one(case));
                        done.lock().unwrap().push((number, measured));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, measured)| measured).collect()
}

async fn run(p: &Project, round: &Round) -> Ran {
    (round.files)(&p.cache());
    let mut flow: Flow<'_> = p.flow(&round.phone, &round.goals, &round.script);
    flow.vars = round
        .vars
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    flow.state = round.state.clone();
    (round.tweak)(&mut flow);
    p.run(flow).await
}

async fn one(case: &Case) -> Measured {
    let p = Project::new();
    let mut wrong = Vec::new();
    let mut say = |what: String, r: &Ran| {
        wrong.push(format!("{}: {what}\n{}", case.what, r.tell()));
    };
    let first = if case.twice {
        let both = tokio::join!(run(&p, &case.record), run(&p, &case.record));
        if !both.1.passed() {
            say("the second writer failed".to_owned(), &both.1);
        }
        both.0
    } else {
        run(&p, &case.record).await
    };
    let before = p.files();
    for problem in unsafe_things(&first, &case.record) {
        say(problem, &first);
    }
    if !first.passed() || before.is_empty() {
        say("it was not recorded".to_owned(), &first);
    }
    let r = run(&p, &case.replay).await;
    let after = p.files();
    let got = Row {
        what: case.what.to_owned(),
        verdict: verdict(&r),
        moves: moves(&r),
        calls: r.asked,
        test: if r.passed() {
            "passed".to_owned()
        } else {
            r.trouble().to_owned()
        },
        entry: fate(&before, &after).to_owned(),
        next: case.after.first().map(|(_, calls)| *calls),
    };
    for (name, is, must) in [
        ("verdict", got.verdict.as_str(), case.want.verdict),
        ("hits", hits(&r).trim(), case.want.hits),
        ("calls", &r.asked.to_string(), &case.want.calls.to_string()),
        ("test", &got.test, case.want.test),
        ("entry", &got.entry, case.want.entry),
    ] {
        if is != must {
            say(format!("{name} is {is:?}, not {must:?}"), &r);
        }
    }
    for problem in unsafe_things(&r, &case.replay) {
        say(problem, &r);
    }
    for (number, (round, calls)) in case.after.iter().enumerate() {
        let r = run(&p, round).await;
        if !r.passed() || r.asked != *calls {
            let what = format!("run {} after it asked {} times, not {calls}", number + 1, r.asked);
            say(what, &r);
        }
        for problem in unsafe_things(&r, round) {
            say(problem, &r);
        }
    }
    Measured { row: got, wrong }
}

/// What no run may do, whatever its verdict.
fn unsafe_things(r: &Ran, round: &Round) -> Vec<String> {
    let mut all = Vec::new();
    let (var, value) = round.proof;
    let happened = r.phone.state(var).as_deref() == Some(value);
    if r.passed() && !happened {
        all.push("it passed without its effect".to_owned());
    }
    let replayed = |s: &retap::run::StepRecord| {
        let hit = |c: &retap::run::CacheNote| c.event == CacheEvent::Hit && c.entry == "plan";
        s.cache.iter().any(hit)
    };
    if r.summary.steps.iter().any(replayed) && !happened {
        all.push("a plan counts as replayed without its effect".to_owned());
    }
    if r.noted(CacheEvent::HandedOff) > 1 {
        all.push("it handed off more than once".to_owned());
    }
    let taps = r.inputs.iter().filter(|i| i.starts_with("input tap")).count();
    if taps
        != hits(r)
            .split_terminator(';')
            .filter(|h| !h.trim().is_empty())
            .count()
    {
        all.push(format!("{taps} taps hit {:?}", hits(r)));
    }
    if r.keys {
        all.push("a tap fell on the keyboard".to_owned());
    }
    all
}

fn hits(r: &Ran) -> String {
    r.phone.state("hits").unwrap()
}

/// What memory said: of a miss or a hand-off the reason.
fn verdict(r: &Ran) -> String {
    let mut all: Vec<String> = Vec::new();
    let steps = r.summary.steps.iter();
    for (note, step) in steps.flat_map(|s| s.cache.iter().map(move |c| (c, s))) {
        let reason = note.reason.unwrap_or("");
        let word = match note.event {
            CacheEvent::HandedOff => format!("handed off: {reason}"),
            CacheEvent::Missed => format!("missed: {reason}"),
            CacheEvent::Hit if step.located.iter().any(|l| l.relocated) => "relocated".to_owned(),
            CacheEvent::Hit => "replayed".to_owned(),
            _ => continue,
        };
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all.join(", ")
}

/// What was hit, and who chose it.
fn moves(r: &Ran) -> String {
    let hits = hits(r);
    let hits: Vec<&str> = hits.trim().split_terminator(';').map(str::trim).collect();
    let located: Vec<How> = r
        .summary
        .steps
        .iter()
        .flat_map(|s| &s.located)
        .map(|l| l.how)
        .collect();
    if hits.is_empty() {
        return "none".to_owned();
    }
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for (number, hit) in hits.iter().enumerate() {
        let who = match located.get(number) {
            Some(How::Plan | How::Entry) => "memory",
            Some(How::Model) => "model",
            Some(How::Selector | How::Label) => "script",
            None => "?",
        };
        match all.last_mut() {
            Some((last, hits)) if *last == who => hits.push(hit),
            _ => all.push((who, vec![hit])),
        }
    }
    let words: Vec<String> = all
        .iter()
        .map(|(who, hits)| format!("{who}: {}", hits.join(", ")))
        .collect();
    words.join("; ")
}

/// What became of the recording.
fn fate(before: &[(PathBuf, String)], after: &[(PathBuf, String)]) -> &'static str {
    let dead = |files: &[(PathBuf, String)]| files.iter().filter(|(_, t)| t.contains("\n  invalid:")).count();
    if before == after {
        "unchanged"
    } else if dead(after) > dead(before) {
        "invalidated"
    } else if after.len() > before.len() {
        "another beside it"
    } else {
        "replaced"
    }
}
