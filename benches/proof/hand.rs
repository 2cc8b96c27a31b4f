//! Elements that a person matched in two languages, and whether the look-up agrees.

use retap_cache::feature::{find, take};
use retap_cache::screen::{Node, Rect, UiTree};

use super::pairs::{dump, folder, json_lines};

/// Counts of the elements matched by hand.
#[derive(Debug, Clone, Default)]
pub struct HandTally {
    /// Lines that name an element.
    pub labels: usize,
    /// Lines whose element or dump isn't there.
    pub unreadable: usize,
    /// Elements that a feature was kept of.
    pub kept: usize,
    /// The matched one.
    pub right: usize,
    /// None although one is matched.
    pub missed: usize,
    /// None, and the two are different things.
    pub nothing: usize,
    /// Another one where the two are different things: nobody said which is right.
    pub unjudged: usize,
    /// Another one than the matched, or the one that is said to be a different thing.
    pub wrong: Vec<String>,
}

/// An element in two dumps, and whether it is the same thing.
#[derive(Debug, Clone)]
struct Match<'l> {
    class: &'l str,
    id: &'l str,
    from: Rect,
    to: Rect,
    same: bool,
}

/// Looks up the elements of `labels_hand.jsonl`. Nothing is counted without the corpus.
pub fn run_hand() -> HandTally {
    let mut tally = HandTally::default();
    let Some(folder) = folder() else { return tally };
    for line in json_lines(&folder.join("labels_hand.jsonl")) {
        let word = |key: &str| line[key].as_str().unwrap_or_default();
        let bounds = |key: &str| Rect::parse(word(key));
        let read = || {
            let a = dump(&folder, word("a"))?;
            let b = dump(&folder, word("b"))?;
            let wanted = Match {
                class: word("class_"),
                id: word("rid"),
                from: bounds("bounds_a")?,
                to: bounds("bounds_b")?,
                same: line["same"].as_bool()?,
            };
            Some((a, b, wanted))
        };
        tally.labels += 1;
        let Some((a, b, wanted)) = read() else {
            tally.unreadable += 1;
            continue;
        };
        tally.one(&a, &b, &wanted);
    }
    tally
}

impl HandTally {
    fn one(&mut self, a: &UiTree, b: &UiTree, wanted: &Match<'_>) {
        let Some(node) = named(a, wanted) else {
            self.unreadable += 1;
            return;
        };
        let Ok(feature) = take(node) else { return };
        self.kept += 1;
        match (find(&feature, b, false), wanted.same) {
            (Ok(found), true) if found.node.bounds() == wanted.to => self.right += 1,
            (Ok(found), false) if found.node.bounds() != wanted.to => self.unjudged += 1,
            (Ok(found), _) => self.wrong.push(format!("{node:?} gave {:?}", found.node)),
            (Err(_), true) => self.missed += 1,
            (Err(_), false) => self.nothing += 1,
        }
    }

    /// One line.
    pub fn line(&self) -> String {
        format!(
            "matched by hand across languages: {} ({} unreadable), {} kept, {} right, {} missed, {} rightly nothing, {} unjudged, {} wrong",
            self.labels,
            self.unreadable,
            self.kept,
            self.right,
            self.missed,
            self.nothing,
            self.unjudged,
            self.wrong.len()
        )
    }
}

/// The innermost node of that class and id with exactly these bounds.
fn named<'t>(tree: &'t UiTree, wanted: &Match<'_>) -> Option<Node<'t>> {
    let fits =
        |n: &Node<'_>| n.bounds() == wanted.from && n.class() == wanted.class && n.resource_id() == wanted.id;
    tree.nodes().filter(fits).max_by_key(|n| n.depth())
}
