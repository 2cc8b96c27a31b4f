//! The look-up in two steps.
//!
//! Rungs, from the most to the least identifying: an id that was unique, a label that was unique, label or id
//! inside the named container. Each settles on exactly one node or gives way. Whoever is found must then be
//! confirmed by evidence that the rung did not use, and nothing may contradict.

use super::container::Container;
use super::path::agrees;
use super::{Feature, same_id};
use crate::screen::{Node, UiTree, label};

/// Which kind of evidence found a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rung {
    /// Its resource-id.
    Id,
    /// What it is called.
    Label,
    /// Label or id inside its named container.
    Container,
}

/// Which kind of evidence confirmed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// What it is called.
    Label,
    /// Its resource-id.
    Id,
    /// The thing that it stands in.
    Container,
    /// The way up.
    Path,
}

/// An element found again and confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'t> {
    /// The node.
    pub node: Node<'t>,
    /// What found it.
    pub rung: Rung,
    /// What confirmed it.
    pub by: Evidence,
}

/// Why an element was not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Miss {
    /// For callers to branch on.
    pub kind: MissKind,
    /// In words.
    pub detail: String,
}

/// The ways in which a look-up ends without a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MissKind {
    /// Nothing on the screen fits.
    NotFound,
    /// Several nodes fit.
    Ambiguous,
    /// The node that fits reads or is something else now.
    Contradiction,
    /// It fits by one kind of evidence only.
    Unverified,
    /// The feature holds nothing that identifies.
    NothingIdentifies,
}

/// Finds the element of a feature in a tree.
///
/// `same_locale` says whether the tree shows the language of the recording; in another one labels neither
/// confirm nor contradict, so the node's own unique id must find it and the way up or the container confirm.
pub fn find<'t>(feature: &Feature, tree: &'t UiTree, same_locale: bool) -> Result<Found<'t>, Miss> {
    let mut tried = false;
    if let Some(id) = feature.id.as_ref().filter(|id| id.unique) {
        tried = true;
        let all: Vec<Node<'t>> = tree
            .nodes()
            .filter(|n| same_id(n.resource_id(), &id.name))
            .collect();
        match all.as_slice() {
            [] => {}
            [one] => return verify(feature, *one, Rung::Id, same_locale),
            several => return among_twins(feature, several, same_locale),
        }
    }
    if !same_locale {
        return Err(miss(
            if tried {
                MissKind::NotFound
            } else {
                MissKind::NothingIdentifies
            },
            format!(
                "the language changed and {} has no id of its own here",
                feature.describe()
            ),
        ));
    }
    if let Some(l) = feature.label.as_ref().filter(|l| l.unique) {
        tried = true;
        let all = called(feature, tree, &l.text);
        match all.as_slice() {
            [] => {}
            [one] => return verify(feature, *one, Rung::Label, same_locale),
            several => return in_container(feature, several, same_locale),
        }
    }
    // Neither id nor label was unique, or both are gone: only its surroundings can tell it apart.
    if feature.container.is_some() || feature.branch.is_some() {
        tried = true;
        let all = alike(feature, tree);
        if !all.is_empty() {
            return in_container(feature, &all, same_locale);
        }
    }
    Err(if tried {
        miss(
            MissKind::NotFound,
            format!("{} is not on the screen", feature.describe()),
        )
    } else {
        miss(
            MissKind::NothingIdentifies,
            format!("nothing identifies {}", feature.describe()),
        )
    })
}

/// The id was unique and has twins now: only a unique label or a container that agrees may settle it.
fn among_twins<'t>(feature: &Feature, twins: &[Node<'t>], same_locale: bool) -> Result<Found<'t>, Miss> {
    if same_locale && let Some(l) = &feature.label {
        let named: Vec<Node<'t>> = twins.iter().copied().filter(|n| reads(*n, &l.text)).collect();
        if let [one] = named.as_slice() {
            let family = called(feature, one.tree(), &l.text);
            if family.len() == 1 {
                return verify(feature, *one, Rung::Label, same_locale);
            }
        }
    }
    in_container(feature, twins, same_locale)
}

/// Settles several candidates by the container that the element stood in.
fn in_container<'t>(
    feature: &Feature,
    candidates: &[Node<'t>],
    same_locale: bool,
) -> Result<Found<'t>, Miss> {
    let ambiguous = || {
        miss(
            MissKind::Ambiguous,
            format!(
                "{} fits {} nodes and no container tells them apart",
                feature.describe(),
                candidates.len()
            ),
        )
    };
    let container = feature.container.as_ref().filter(|c| tells_apart(c));
    let stands = |n: &Node<'t>| {
        let inside = container.is_none_or(|c| c.is_around(*n, same_locale));
        let in_branch = feature
            .branch
            .as_ref()
            .is_none_or(|b| same_locale && b.is_around(*n, candidates));
        inside && in_branch
    };
    if container.is_none() && feature.branch.is_none() {
        return Err(ambiguous());
    }
    let inside: Vec<Node<'t>> = candidates.iter().copied().filter(stands).collect();
    match inside.as_slice() {
        [one] => verify(feature, *one, Rung::Container, same_locale),
        [] => Err(miss(
            MissKind::NotFound,
            format!("{} is not where it stood any more", feature.describe()),
        )),
        _ => Err(ambiguous()),
    }
}

fn tells_apart(c: &Container) -> bool {
    c.id.is_some() || !c.texts.is_empty()
}

/// The second step: nothing contradicts, and evidence that the rung did not use agrees.
fn verify<'t>(feature: &Feature, node: Node<'t>, rung: Rung, same_locale: bool) -> Result<Found<'t>, Miss> {
    contradiction(feature, node, same_locale)?;
    let id = feature
        .id
        .as_ref()
        .filter(|id| same_id(node.resource_id(), &id.name));
    let container = feature
        .container
        .as_ref()
        .filter(|c| tells_apart(c))
        .is_some_and(|c| c.is_around(node, same_locale));
    let by = match rung {
        Rung::Id if same_locale && feature.label.is_some() => Some(Evidence::Label),
        Rung::Label if id.is_some_and(|id| id.unique) => Some(Evidence::Id),
        Rung::Container if same_locale && feature.label.is_some() => Some(Evidence::Label),
        Rung::Container if id.is_some() => Some(Evidence::Id),
        Rung::Container if agrees(&feature.path, node) => Some(Evidence::Path),
        Rung::Id | Rung::Label if container => Some(Evidence::Container),
        Rung::Id | Rung::Label if agrees(&feature.path, node) => Some(Evidence::Path),
        _ => None,
    };
    match by {
        Some(by) => Ok(Found { node, rung, by }),
        None => Err(miss(
            MissKind::Unverified,
            format!(
                "{} fits by {} only; nothing else confirms it",
                feature.describe(),
                rung.word()
            ),
        )),
    }
}

fn contradiction(feature: &Feature, node: Node<'_>, same_locale: bool) -> Result<(), Miss> {
    let against = |what: String| Err(miss(MissKind::Contradiction, what));
    if node.family() != feature.family() {
        return against(format!(
            "{} is a {} now",
            feature.describe(),
            node.family().word()
        ));
    }
    if same_locale && feature.container.as_ref().is_some_and(|c| c.contradicts(node)) {
        return against(format!("{} stands in something else now", feature.describe()));
    }
    if same_locale {
        let now = label(node).filter(|l| !l.is_volatile()).map(|l| l.text);
        let was = feature.label.as_ref().map(|l| l.text.as_str());
        if now.as_deref() != was {
            let words = |l: Option<&str>| l.map_or("nothing".to_owned(), |t| format!("{t:?}"));
            return against(format!(
                "{} reads {} now; it read {}",
                feature.describe(),
                words(now.as_deref()),
                words(was)
            ));
        }
    }
    Ok(())
}

fn called<'t>(feature: &Feature, tree: &'t UiTree, text: &str) -> Vec<Node<'t>> {
    let family = feature.family();
    tree.nodes()
        .filter(|n| n.family() == family && reads(*n, text))
        .collect()
}

fn reads(node: Node<'_>, text: &str) -> bool {
    label(node).is_some_and(|l| l.text == text)
}

/// The nodes like it: same family and label; without a label the same id; without both, just as nameless.
pub(super) fn alike<'t>(feature: &Feature, tree: &'t UiTree) -> Vec<Node<'t>> {
    let nameless = |n: Node<'_>| {
        n.resource_id().is_empty() && n.is_actionable() && label(n).is_none_or(|l| l.is_volatile())
    };
    let fits = |n: &Node<'t>| {
        n.family() == feature.family()
            && match (&feature.label, &feature.id) {
                (Some(l), _) => reads(*n, &l.text),
                (None, Some(id)) => same_id(n.resource_id(), &id.name),
                (None, None) => nameless(*n),
            }
    };
    tree.nodes().filter(fits).collect()
}

impl Rung {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Rung::Id => "id",
            Rung::Label => "label",
            Rung::Container => "container",
        }
    }
}

impl Evidence {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Evidence::Label => "label",
            Evidence::Id => "id",
            Evidence::Container => "container",
            Evidence::Path => "path",
        }
    }
}

fn miss(kind: MissKind, detail: String) -> Miss {
    Miss { kind, detail }
}
