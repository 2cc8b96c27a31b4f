//! What comes nearest to an element that is not found: for messages, never for a tap.

use super::{Feature, Miss, MissKind, same_id};
use crate::screen::{Node, UiTree};
use crate::text::nearest;

/// The node that comes nearest: the one with its id, else the one of its family whose words are most like its own.
/// `None` if nothing resembles it.
pub fn nearest_candidate<'t>(feature: &Feature, tree: &'t UiTree) -> Option<Node<'t>> {
    let index = tree.index();
    let shown = |n: &Node<'_>| !n.bounds().is_empty();
    if let Some(id) = &feature.id {
        let with_id = tree
            .nodes()
            .find(|n| shown(n) && same_id(n.resource_id(), &id.name));
        if with_id.is_some() {
            return with_id;
        }
    }
    let was = feature.label.as_ref()?;
    let family = feature.family();
    let words: Vec<(&str, Node<'t>)> = tree
        .nodes()
        .filter(|n| shown(n) && n.family() == family)
        .filter_map(|n| Some((index.words(tree, index.lasting_label(n)?), n)))
        .collect();
    let like = nearest(&was.text, words.iter().map(|(w, _)| *w))?;
    words.iter().find(|(w, _)| *w == like).map(|(_, n)| *n)
}

impl Miss {
    /// The same with what comes nearest on the screen, if the element is just not there.
    #[must_use]
    pub fn with_nearest(self, feature: &Feature, tree: &UiTree) -> Miss {
        if self.kind != MissKind::NotFound {
            return self;
        }
        match nearest_candidate(feature, tree) {
            Some(near) => Miss {
                detail: format!("{}; nearest is {near:?}", self.detail),
                ..self
            },
            None => self,
        }
    }
}
