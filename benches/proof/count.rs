//! Counting what methods answer against what is right.

use std::collections::BTreeMap;
use std::fmt::Write;

use retap_cache::screen::UiTree;

use super::{Answer, Change, Method, Truth, actionable};

/// Answers of one method to one kind of change, of the nodes that it kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Row {
    /// The right node, or rightly none.
    pub right: usize,
    /// None although there is one.
    pub missed: usize,
    /// Another node, or one although there is none.
    pub wrong: usize,
}

/// All counts.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Actionable nodes.
    pub nodes: usize,
    /// Nodes that each method kept.
    pub kept: BTreeMap<&'static str, usize>,
    /// Answers by method and change.
    pub rows: BTreeMap<(&'static str, &'static str), Row>,
    /// Some wrong answers of retap, in words.
    pub wrong: Vec<String>,
    /// Some missed ones, by change.
    pub missed: BTreeMap<&'static str, Vec<String>>,
}

/// Asks each method about each actionable node of each screen after each change.
pub fn run(screens: &[(String, UiTree)], methods: &[Method]) -> Tally {
    let mut tally = Tally::default();
    for (name, tree) in screens {
        for node in actionable(tree) {
            tally.nodes += 1;
            let kept: Vec<_> = methods.iter().filter_map(|m| Some((*m, m.take(node)?))).collect();
            for (method, _) in &kept {
                *tally.kept.entry(method.word()).or_default() += 1;
            }
            for change in Change::ALL {
                let Some(case) = change.apply(tree, node.id()) else {
                    continue;
                };
                for (method, kept) in &kept {
                    let answer = method.find(kept, &case.tree, case.same_locale);
                    let row = tally.rows.entry((method.word(), change.word())).or_default();
                    let say = || format!("{name}: {node:?}");
                    match (answer, case.truth) {
                        (Answer::Found(a), Truth::At(b)) if a == b => row.right += 1,
                        (Answer::Missed, Truth::Nothing) => row.right += 1,
                        (Answer::Missed, Truth::At(_)) => {
                            row.missed += 1;
                            if *method == Method::Retap {
                                tally.missed.entry(change.word()).or_default().push(say());
                            }
                        }
                        (Answer::Found(a), _) => {
                            row.wrong += 1;
                            if *method == Method::Retap {
                                let got = case.tree.get(a).map(|n| format!("{n:?}")).unwrap_or_default();
                                tally.wrong.push(format!(
                                    "{}: {} gave {got} by {kept:?}",
                                    change.word(),
                                    say()
                                ));
                            }
                        }
                    }
                }
            }
        }
    }
    tally
}

impl Tally {
    /// One row.
    pub fn row(&self, method: Method, change: Change) -> Row {
        self.rows
            .get(&(method.word(), change.word()))
            .copied()
            .unwrap_or_default()
    }

    /// The table, a line a method and change.
    pub fn table(&self, methods: &[Method]) -> String {
        let mut out = format!("{} actionable nodes\n", self.nodes);
        for m in methods {
            let kept = self.kept.get(m.word()).copied().unwrap_or(0);
            let _ = writeln!(out, "\n{} (kept {:.1} %)", m.word(), percent(kept, self.nodes));
            let _ = writeln!(
                out,
                "  {:<26} {:>7} {:>8} {:>8} {:>7}",
                "change", "cases", "right %", "missed %", "wrong"
            );
            for c in Change::ALL {
                let r = self.row(*m, c);
                let all = r.right + r.missed + r.wrong;
                let _ = writeln!(
                    out,
                    "  {:<26} {all:>7} {:>8.1} {:>8.1} {:>7}",
                    c.word(),
                    percent(r.right, all),
                    percent(r.missed, all),
                    r.wrong
                );
            }
        }
        out
    }
}

fn percent(part: usize, of: usize) -> f64 {
    if of == 0 {
        0.0
    } else {
        part as f64 * 100.0 / of as f64
    }
}
