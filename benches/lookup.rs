//! Prints the proof of the look-up: `RETAP_CORPUS=… cargo run --release -p retap-benches --bin lookup`.
//!
//! `--captions`: of what only says something, instead of controls. `--missed`, `--not-kept`: which ones.
//! `--pairs`: only the pairs of dumps, with `--wrong`, `--unjudged` or `--missed` each such answer.
//! `--twice`: only each two changes one after the other.

use std::io::Write;

use retap_benches::proof::{
    Asked, Method, corpus, corpus_pairs, made, made_pairs, run, run_hand, run_pairs, run_twice,
};
use retap_cache::screen::UiTree;

fn main() {
    let asked = if has("--captions") {
        Asked::Captions
    } else {
        Asked::Controls
    };
    if has("--pairs") {
        return pairs(asked);
    }
    let mut screens = made();
    screens.extend(corpus());
    if has("--twice") {
        return twice(&screens, asked);
    }
    let tally = run(&screens, &Method::ALL, asked);
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{} screens, {}", screens.len(), tally.table(&Method::ALL));
    for w in tally.wrong.iter().take(40) {
        let _ = writeln!(out, "wrong: {w}");
    }
    if has("--not-kept") {
        for (name, tree) in &screens {
            for node in asked.of(tree) {
                if let Err(e) = retap_cache::feature::take(node) {
                    let _ = writeln!(out, "not kept: {name}: {node:?}: {e}");
                }
            }
        }
    }
    if has("--missed") {
        for (change, missed) in &tally.missed {
            for m in missed.iter().take(60) {
                let _ = writeln!(out, "missed ({change}): {m}");
            }
        }
    }
}

fn has(flag: &str) -> bool {
    std::env::args().any(|a| a == flag)
}

/// The pairs of real dumps, and the elements matched by hand.
fn pairs(asked: Asked) {
    let mut all = made_pairs();
    let real = corpus_pairs();
    all.pairs.extend(real.pairs);
    all.dumps.extend(real.dumps);
    let mut out = std::io::stdout();
    let _ = writeln!(
        out,
        "{} pairs of dumps ({} more unreadable)",
        all.pairs.len(),
        real.unreadable
    );
    for method in Method::ALL {
        let tally = run_pairs(&all, method, asked);
        let _ = writeln!(out, "\n{}", tally.table(method));
        if method != Method::Retap {
            continue;
        }
        for (flag, list) in [
            ("--wrong", &tally.wrong),
            ("--unjudged", &tally.unjudged),
            ("--missed", &tally.missed),
        ] {
            for line in list.iter().filter(|_| has(flag)) {
                let _ = writeln!(out, "{}: {line}", &flag[2..]);
            }
        }
        let hand = run_hand();
        let _ = writeln!(out, "{}", hand.line());
        for line in &hand.wrong {
            let _ = writeln!(out, "wrong: {line}");
        }
    }
}

/// Each two changes one after the other, of retap alone.
fn twice(screens: &[(String, UiTree)], asked: Asked) {
    let tally = run_twice(screens, asked);
    let mut out = std::io::stdout();
    let all = tally.total();
    let _ = writeln!(
        out,
        "{} screens, {} pairs of changes, {} cases: {} right, {} missed, {} wrong",
        screens.len(),
        tally.rows.len(),
        all.cases(),
        all.right,
        all.missed,
        all.wrong
    );
    for line in &tally.wrong {
        let _ = writeln!(out, "wrong: {line}");
    }
}
