//! Prints the proof of the look-up: `RETAP_CORPUS=… cargo run --release -p retap-benches --bin lookup`.

use std::io::Write;

use retap_benches::proof::{Method, actionable, corpus, made, run};

fn main() {
    let mut screens = made();
    screens.extend(corpus());
    let tally = run(&screens, &Method::ALL);
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{} screens, {}", screens.len(), tally.table(&Method::ALL));
    for w in tally.wrong.iter().take(40) {
        let _ = writeln!(out, "wrong: {w}");
    }
    if std::env::args().any(|a| a == "--not-kept") {
        for (name, tree) in &screens {
            for node in actionable(tree) {
                if let Err(e) = retap_cache::feature::take(node) {
                    let _ = writeln!(out, "not kept: {name}: {node:?}: {e}");
                }
            }
        }
    }
    if std::env::args().any(|a| a == "--missed") {
        for (change, missed) in &tally.missed {
            for m in missed.iter().take(60) {
                let _ = writeln!(out, "missed ({change}): {m}");
            }
        }
    }
}
