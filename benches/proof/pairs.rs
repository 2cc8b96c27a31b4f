//! Pairs of real dumps: each control of one is looked up in the other and judged by [`super::oracle`].

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use retap_android::dump::parse_file;
use retap_cache::feature::find;
use retap_cache::screen::{Node, UiTree};

use super::method::Kept;
use super::oracle::{Known, Verdict, judge, know};
use super::raw::Sight;
use super::{Answer, Asked, Method};

/// Two dumps, and how they are related.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// Name of the first.
    pub a: String,
    /// Name of the second.
    pub b: String,
    /// Such as `same-screen-later`.
    pub relation: String,
    /// How sure the relation is.
    pub confidence: String,
}

/// Pairs and their dumps.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// All pairs of which both dumps can be read.
    pub pairs: Vec<Pair>,
    /// The dumps by name.
    pub dumps: BTreeMap<String, UiTree>,
    /// Pairs left out because a dump can't be read.
    pub unreadable: usize,
}

/// Counts of one relation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairRow {
    /// Look-ups: nodes asked about, in each direction that counts.
    pub nodes: usize,
    /// Of these, nodes of which a feature was kept; the other columns count only these.
    pub kept: usize,
    /// The node that is known to be right.
    pub right: usize,
    /// None although one is known.
    pub missed: usize,
    /// None, and none is right.
    pub nothing: usize,
    /// None, and nothing is known.
    pub silent: usize,
    /// A node of which nothing is known.
    pub unjudged: usize,
    /// Another node, or one where none is right.
    pub wrong: usize,
}

/// All counts, by relation and confidence.
#[derive(Debug, Clone, Default)]
pub struct PairTally {
    /// The counts.
    pub rows: BTreeMap<(String, String), PairRow>,
    /// The wrong answers in words.
    pub wrong: Vec<String>,
    /// Those that nothing is known about.
    pub unjudged: Vec<String>,
    /// Those that were missed.
    pub missed: Vec<String>,
}

impl Pair {
    /// False if the second dump shows another language.
    pub fn same_locale(&self) -> bool {
        self.relation != "other-locale"
    }

    /// True if the second could as well have been first: not for a step of a test.
    fn both_ways(&self) -> bool {
        self.relation != "next-step"
    }
}

/// The folder that `RETAP_CORPUS` names.
pub(super) fn folder() -> Option<PathBuf> {
    std::env::var_os("RETAP_CORPUS").map(PathBuf::from)
}

/// The lines of a file of JSON lines; none if it isn't there.
pub(super) fn json_lines(file: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines()
        .filter_map(|l| serde_json::from_str(l).ok())
        .collect()
}

/// The dump of that name.
pub(super) fn dump(folder: &Path, name: &str) -> Option<UiTree> {
    let bytes = std::fs::read(folder.join(name)).ok()?;
    Some(parse_file(&bytes).ok()?.tree)
}

/// The pairs of the corpus, real and converted. Empty without it.
pub fn corpus_pairs() -> Pairs {
    let mut all = Pairs::default();
    let Some(folder) = folder() else { return all };
    for file in ["pairs.jsonl", "pairs_converted.jsonl"] {
        for line in json_lines(&folder.join(file)) {
            let word = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            let pair = Pair {
                a: word("a"),
                b: word("b"),
                relation: word("relation"),
                confidence: word("confidence"),
            };
            for name in [&pair.a, &pair.b] {
                if !all.dumps.contains_key(name)
                    && let Some(tree) = dump(&folder, name)
                {
                    all.dumps.insert(name.clone(), tree);
                }
            }
            if all.dumps.contains_key(&pair.a) && all.dumps.contains_key(&pair.b) {
                all.pairs.push(pair);
            } else {
                all.unreadable += 1;
            }
        }
    }
    all
}

/// Looks up such nodes of each pair, and judges.
pub fn run_pairs(all: &Pairs, method: Method, asked: Asked) -> PairTally {
    let mut tally = PairTally::default();
    for pair in &all.pairs {
        let (Some(a), Some(b)) = (all.dumps.get(&pair.a), all.dumps.get(&pair.b)) else {
            continue;
        };
        let (a, b) = (Sight::of(a), Sight::of(b));
        tally.one_way(pair, (&a, "->", &b), method, asked);
        if pair.both_ways() {
            tally.one_way(pair, (&b, "<-", &a), method, asked);
        }
    }
    tally
}

impl PairTally {
    fn one_way(
        &mut self,
        pair: &Pair,
        (a, way, b): (&Sight<'_>, &str, &Sight<'_>),
        method: Method,
        asked: Asked,
    ) {
        let same_locale = pair.same_locale();
        let key = (pair.relation.clone(), pair.confidence.clone());
        for node in asked.of(a.tree) {
            let row = self.rows.entry(key.clone()).or_default();
            row.nodes += 1;
            let Some(kept) = method.take(node) else { continue };
            row.kept += 1;
            let answer = match method.find(&kept, b.tree, same_locale) {
                Answer::Found(id) => b.tree.get(id),
                Answer::Missed => None,
            };
            let (count, list) = match judge(a, node, b, same_locale, answer) {
                Verdict::Right => (&mut row.right, None),
                Verdict::RightlyNothing => (&mut row.nothing, None),
                Verdict::Silent => (&mut row.silent, None),
                Verdict::Missed => (&mut row.missed, Some(&mut self.missed)),
                Verdict::Unjudged => (&mut row.unjudged, Some(&mut self.unjudged)),
                Verdict::Wrong => (&mut row.wrong, Some(&mut self.wrong)),
            };
            *count += 1;
            if let Some(list) = list {
                let known = match know(a, node, b, same_locale) {
                    Known::At(t) => format!("right is {t:?}"),
                    Known::Nothing(why) | Known::Open(why) => why.to_owned(),
                };
                list.push(format!(
                    "{} {way} {} ({}): {node:?}\n    gave {}\n    {known}",
                    pair.a,
                    pair.b,
                    pair.relation,
                    said(&kept, b.tree, same_locale, answer),
                ));
            }
        }
    }

    /// All relations together.
    pub fn total(&self) -> PairRow {
        let mut t = PairRow::default();
        for r in self.rows.values() {
            t.nodes += r.nodes;
            t.kept += r.kept;
            t.right += r.right;
            t.missed += r.missed;
            t.nothing += r.nothing;
            t.silent += r.silent;
            t.unjudged += r.unjudged;
            t.wrong += r.wrong;
        }
        t
    }

    /// The table, a line a relation and confidence.
    pub fn table(&self, method: Method) -> String {
        let mut out = String::new();
        let mut line = |what: &str, sure: &str, cells: [&str; 8]| {
            let _ = write!(out, "{what:<23} {sure:<13}");
            for (cell, width) in cells.iter().zip([6, 6, 6, 7, 8, 7, 9, 6]) {
                let _ = write!(out, " {cell:>width$}");
            }
            out.push('\n');
        };
        line(
            method.word(),
            "confidence",
            [
                "nodes", "kept", "right", "missed", "nothing", "silent", "unjudged", "wrong",
            ],
        );
        let total = self.total();
        let rows = self
            .rows
            .iter()
            .map(|((r, c), row)| (r.as_str(), c.as_str(), row));
        for (relation, confidence, r) in rows.chain([("all", "", &total)]) {
            let cells = [
                r.nodes, r.kept, r.right, r.missed, r.nothing, r.silent, r.unjudged, r.wrong,
            ]
            .map(|n| n.to_string());
            line(relation, confidence, std::array::from_fn(|i| cells[i].as_str()));
        }
        out
    }
}

/// An answer in words, with the evidence of it or the reason against it where the method tells.
fn said(kept: &Kept, tree: &UiTree, same_locale: bool, answer: Option<Node<'_>>) -> String {
    let node = answer.map_or("nothing".to_owned(), |n| format!("{n:?}"));
    match kept {
        Kept::Feature(f) => match find(f, tree, same_locale) {
            Ok(found) => format!("{node} by {:?}, {:?}", found.rung, found.by),
            Err(miss) => format!("{node}: {miss}"),
        },
        Kept::Plain { .. } => node,
    }
}
