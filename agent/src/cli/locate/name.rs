//! From words to the one node that they name.
//!
//! Step by step as for a script's own selectors: equal, equal but for case, whole words, part of a word. The
//! first step that finds anything decides; several that are left are never picked from. Where a control and mere
//! text are called just the same, the control is meant, as for a quoted name in a step.

use retap_cache::screen::{Geometry, Node, UiTree, label};
use retap_cache::text::nearest;

use super::phrase::Phrase;
use crate::ground::role;
use crate::script::{Closeness, Wording, contents, innermost, said};

/// How many similar labels a miss names.
const NEAREST: usize = 3;

/// Why words name no node.
#[derive(Debug)]
pub(super) enum Unnamed<'t> {
    /// Nothing is called so; these are called most like it.
    Nothing(Vec<Node<'t>>),
    /// Several are.
    Several(Vec<Node<'t>>),
}

/// A visible node with its words, ready to be compared.
struct Seen<'t> {
    node: Node<'t>,
    /// What it is called, for one that takes input also by what it holds.
    label: Option<Wording>,
    /// What it says of itself.
    said: Vec<Wording>,
    /// What the user put into it.
    contents: Vec<Wording>,
}

impl<'t> Seen<'t> {
    fn of(node: Node<'t>) -> Seen<'t> {
        Seen {
            node,
            label: label(node).map(|l| Wording::of(&l.text)),
            said: said(node)
                .map(Wording::of)
                .filter(|w| !w.normal.is_empty())
                .collect(),
            contents: contents(node).iter().map(|t| Wording::of(t)).collect(),
        }
    }
}

/// A reading of the words, ready to be compared.
struct Wanted<'p> {
    name: Wording,
    roles: Option<&'p [&'static str]>,
}

/// Who is asked at each step; the first to answer is meant.
#[derive(Clone, Copy)]
enum Asked {
    Controls,
    All,
    /// What a field holds is its value, not its name: it counts if nothing is called so.
    Contents,
}

/// The one visible node that the words name, and how closely.
pub(super) fn named<'t>(
    phrase: &Phrase,
    tree: &'t UiTree,
    display: &Geometry,
) -> Result<(Node<'t>, Closeness), Unnamed<'t>> {
    let visible = tree.nodes().filter(|n| !n.visible_part(display).is_empty());
    let seen: Vec<Seen<'t>> = visible.map(Seen::of).collect();
    let readings = phrase.readings.iter().map(|r| Wanted {
        name: Wording::of(&r.name),
        roles: r.role.as_ref().map(|(_, roles)| *roles),
    });
    let wanted: Vec<Wanted<'_>> = readings.collect();
    for how in Closeness::ALL {
        for asked in [Asked::Controls, Asked::All, Asked::Contents] {
            let fitting: Vec<Node<'t>> = seen
                .iter()
                .filter(|s| wanted.iter().any(|w| fits(w, s, how, asked)))
                .map(|s| s.node)
                .collect();
            match innermost(fitting).as_slice() {
                [] => {}
                [one] => return Ok((*one, how)),
                several => return Err(Unnamed::Several(several.to_vec())),
            }
        }
    }
    Err(Unnamed::Nothing(most_like(phrase.name(), &seen)))
}

fn fits(wanted: &Wanted<'_>, seen: &Seen<'_>, how: Closeness, asked: Asked) -> bool {
    let any = |all: &[Wording]| all.iter().any(|w| how.agrees(w, &wanted.name));
    match (asked, wanted.roles) {
        // Loosely only where a role word asks for a control: the name of a control is all that it holds, and would
        // win over the very words that were meant.
        (Asked::Controls, None) if !how.is_exact() => false,
        (Asked::Controls, roles) => {
            seen.node.is_actionable()
                && any(seen.label.as_slice())
                && roles.is_none_or(|roles| roles.contains(&role(seen.node)))
        }
        (_, Some(_)) => false,
        (Asked::All, None) => any(&seen.said),
        (Asked::Contents, None) => any(&seen.contents),
    }
}

/// The nodes that are called most like it, the most like first.
fn most_like<'t>(name: &str, seen: &[Seen<'t>]) -> Vec<Node<'t>> {
    let length = name.chars().count();
    let mut left: Vec<(Node<'t>, &str)> = seen
        .iter()
        .filter_map(|s| Some((s.node, s.label.as_ref()?.normal.as_str())))
        // More than half as long again is never near; long texts are dear to compare.
        .filter(|(_, label)| label.chars().count().abs_diff(length) <= length / 2 + 1)
        .collect();
    let mut found = Vec::new();
    while found.len() < NEAREST
        && let Some(label) = nearest(name, left.iter().map(|(_, label)| *label))
    {
        found.extend(left.iter().find(|(_, l)| *l == label).map(|(n, _)| *n));
        left.retain(|(_, l)| *l != label);
    }
    found
}
