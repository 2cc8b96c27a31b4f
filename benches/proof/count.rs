//! Counting what methods answer against what is right.

use std::collections::BTreeMap;
use std::fmt::Write;

use retap_cache::screen::{Node, NodeId, UiTree};

use super::method::Kept;
use super::{Answer, Asked, Case, Change, Method, Truth};

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

/// A part of a change's cases that a floor is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Translated, of nodes with an id that no other node has: these are to be found.
    OwnId,
    /// Translated, of all others: without an own id they must abstain.
    NoOwnId,
    /// A sibling with the target's id, of all kept: without an id there is nothing to share, and the fresh
    /// sibling is all that comes.
    AllKept,
}

/// All counts.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Nodes asked about.
    pub nodes: usize,
    /// Nodes that each method kept.
    pub kept: BTreeMap<&'static str, usize>,
    /// Answers by method and change.
    pub rows: BTreeMap<(&'static str, &'static str), Row>,
    /// Answers by method and part of a change.
    pub parts: BTreeMap<(&'static str, Part), Row>,
    /// Some wrong answers of retap, in words.
    pub wrong: Vec<String>,
    /// Some missed ones, by change.
    pub missed: BTreeMap<&'static str, Vec<String>>,
}

/// Asks each method about such nodes of each screen after each change.
pub fn run(screens: &[(String, UiTree)], methods: &[Method], asked: Asked) -> Tally {
    let mut tally = Tally::default();
    for (name, tree) in screens {
        for node in asked.of(tree) {
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
                    let part = part(change, node);
                    let parts = part.map(|p| tally.parts.entry((method.word(), p)).or_default());
                    let row = tally.rows.entry((method.word(), change.word())).or_default();
                    for row in parts.into_iter().chain([row]) {
                        row.count(answer, case.truth);
                    }
                    if *method == Method::Retap {
                        let say = format!("{name}: {node:?}");
                        tally.note(change, &case, answer, say, kept);
                    }
                }
            }
        }
    }
    tally
}

/// The part that the case of a node belongs to.
fn part(change: Change, node: Node<'_>) -> Option<Part> {
    let id = node.resource_id();
    let own = !id.is_empty()
        && node
            .tree()
            .nodes()
            .filter(|n| n.resource_id() == id)
            .nth(1)
            .is_none();
    match change {
        Change::Translated if own => Some(Part::OwnId),
        Change::Translated => Some(Part::NoOwnId),
        Change::SameIdInserted => Some(Part::AllKept),
        Change::SiblingInserted if id.is_empty() => Some(Part::AllKept),
        _ => None,
    }
}

impl Row {
    fn count(&mut self, answer: Answer, truth: Truth) {
        *match (answer, truth) {
            (Answer::Found(a), Truth::At(b)) if a == b => &mut self.right,
            (Answer::Missed, Truth::Nothing) => &mut self.right,
            (Answer::Missed, Truth::At(_)) => &mut self.missed,
            (Answer::Found(_), _) => &mut self.wrong,
        } += 1;
    }

    /// How many there are.
    pub fn cases(&self) -> usize {
        self.right + self.missed + self.wrong
    }

    /// How many of a hundred are right.
    pub fn right_percent(&self) -> f64 {
        percent(self.right, self.cases())
    }
}

impl Tally {
    /// Remembers in words what was not right.
    fn note(&mut self, change: Change, case: &Case, answer: Answer, say: String, kept: &Kept) {
        let at = |id: NodeId| case.tree.get(id).map(|n| format!("{n:?}")).unwrap_or_default();
        match (answer, case.truth) {
            (Answer::Missed, Truth::Nothing) => {}
            (Answer::Missed, Truth::At(_)) => self.missed.entry(change.word()).or_default().push(say),
            (Answer::Found(a), Truth::At(b)) if a == b => {}
            (Answer::Found(a), _) => {
                let wrong = format!("{}: {say} gave {} by {kept:?}", change.word(), at(a));
                self.wrong.push(wrong);
            }
        }
    }

    /// One part.
    pub fn part(&self, method: Method, part: Part) -> Row {
        self.parts
            .get(&(method.word(), part))
            .copied()
            .unwrap_or_default()
    }

    /// One row.
    pub fn row(&self, method: Method, change: Change) -> Row {
        self.rows
            .get(&(method.word(), change.word()))
            .copied()
            .unwrap_or_default()
    }

    /// The table, a line a method and change.
    pub fn table(&self, methods: &[Method]) -> String {
        let mut out = format!("{} nodes\n", self.nodes);
        for m in methods {
            let kept = self.kept.get(m.word()).copied().unwrap_or(0);
            let _ = writeln!(out, "\n{} (kept {:.1} %)", m.word(), percent(kept, self.nodes));
            let _ = writeln!(
                out,
                "  {:<26} {:>7} {:>8} {:>8} {:>7}",
                "change", "cases", "right %", "missed %", "wrong"
            );
            let mut line = |what: &str, r: Row| {
                let _ = writeln!(
                    out,
                    "  {what:<26} {:>7} {:>8.1} {:>8.1} {:>7}",
                    r.cases(),
                    r.right_percent(),
                    percent(r.missed, r.cases()),
                    r.wrong
                );
            };
            for c in Change::ALL {
                line(c.word(), self.row(*m, c));
                match c {
                    Change::Translated => {
                        line("  with an own unique id", self.part(*m, Part::OwnId));
                        line("  the others (to abstain)", self.part(*m, Part::NoOwnId));
                    }
                    Change::SameIdInserted => line("  of all kept", self.part(*m, Part::AllKept)),
                    _ => {}
                }
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
