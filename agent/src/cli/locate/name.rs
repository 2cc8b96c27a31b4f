//! From words to the one node that they name.
//!
//! Step by step as for a script's own selectors: equal, equal but for case, whole words, part of a word. The
//! first step that finds anything decides; several that are left are never picked from. Where a control and mere
//! text are called just the same, the control is meant, as for a quoted name in a step.

use retap_cache::screen::{Geometry, Node, UiTree, label};
use retap_cache::text::nearest;

use super::phrase::Phrase;
use crate::ground::role;
use crate::script::{Closeness, Selector, deepest, fits};

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

/// The one visible node that the words name, and how closely.
pub(super) fn named<'t>(
    phrase: &Phrase,
    tree: &'t UiTree,
    display: &Geometry,
) -> Result<(Node<'t>, Closeness), Unnamed<'t>> {
    let seen: Vec<(Node<'t>, Option<String>)> = tree
        .nodes()
        .filter(|n| !n.visible_part(display).is_empty())
        .map(|n| (n, label(n).map(|l| l.text)))
        .collect();
    for how in Closeness::ALL {
        let steps = [
            controls(phrase, &seen, how),
            // What a field holds is its value, not its name: it counts if nothing is called so.
            saying(phrase, &seen, how, false),
            saying(phrase, &seen, how, true),
        ];
        for fitting in steps {
            match deepest(&fitting).as_slice() {
                [] => {}
                [one] => return Ok((*one, how)),
                several => return Err(Unnamed::Several(several.to_vec())),
            }
        }
    }
    Err(Unnamed::Nothing(most_like(phrase, &seen)))
}

/// Nodes that take input and are called so. Loosely only where a role word asks for a control: the name of a
/// control is all that it holds, and would win over the very words that were meant.
fn controls<'t>(phrase: &Phrase, seen: &[(Node<'t>, Option<String>)], how: Closeness) -> Vec<Node<'t>> {
    let called = |node: &Node<'t>, name: &Option<String>| {
        name.as_ref().is_some_and(|name| {
            phrase.readings.iter().any(|r| match &r.role {
                Some((_, roles)) => roles.contains(&role(*node)) && how.fits(name, &r.name),
                None => how.is_exact() && how.fits(name, &r.name),
            })
        })
    };
    seen.iter()
        .filter(|(n, name)| n.is_actionable() && called(n, name))
        .map(|(n, _)| *n)
        .collect()
}

/// Whatever says so itself, where no role is asked for.
fn saying<'t>(
    phrase: &Phrase,
    seen: &[(Node<'t>, Option<String>)],
    how: Closeness,
    values: bool,
) -> Vec<Node<'t>> {
    let selectors: Vec<Selector> = phrase
        .readings
        .iter()
        .filter(|r| r.role.is_none())
        .map(|r| Selector {
            label: Some(r.name.clone()),
            ..Selector::default()
        })
        .collect();
    seen.iter()
        .map(|(n, _)| *n)
        .filter(|n| selectors.iter().any(|s| fits(s, *n, how, values)))
        .collect()
}

/// The nodes that are called most like it, the most like first.
fn most_like<'t>(phrase: &Phrase, seen: &[(Node<'t>, Option<String>)]) -> Vec<Node<'t>> {
    let mut left: Vec<(Node<'t>, &str)> = seen
        .iter()
        .filter_map(|(n, name)| Some((*n, name.as_deref()?)))
        .collect();
    let mut found = Vec::new();
    while found.len() < NEAREST
        && let Some(name) = nearest(phrase.name(), left.iter().map(|(_, name)| *name))
    {
        found.extend(left.iter().find(|(_, n)| *n == name).map(|(n, _)| *n));
        left.retain(|(_, n)| *n != name);
    }
    found
}
