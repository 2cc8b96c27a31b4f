//! The look-up in two steps.
//!
//! Rungs, from the most to the least identifying: an id that was unique, a label that was unique, label or id
//! inside the named container, the words beside what has no name. Each settles on exactly one node or gives way. Whoever is found must then be
//! confirmed by evidence that the rung did not use, and nothing may contradict.

use super::outcome::{Found, Miss, MissKind, Rung, miss};
use super::place::Place;
use super::verify::{confirmation, contradiction};
use super::{Feature, LabelMark};
use crate::screen::index::{Candidates, Index};
use crate::screen::{Family, Node, NodeId, UiTree};

/// Finds the element of a feature in a tree.
///
/// `same_locale` says whether the tree shows the language of the recording; in another one labels neither
/// confirm nor contradict, so the node's own unique id must find it and the way up or the container confirm.
pub fn find<'t>(feature: &Feature, tree: &'t UiTree, same_locale: bool) -> Result<Found<'t>, Miss> {
    Search {
        feature,
        tree,
        index: tree.index(),
        family: feature.family(),
        same_locale,
    }
    .run()
}

/// One look-up.
struct Search<'f, 't> {
    feature: &'f Feature,
    tree: &'t UiTree,
    index: &'t Index,
    family: Family,
    same_locale: bool,
}

impl<'t> Search<'_, 't> {
    fn run(&self) -> Result<Found<'t>, Miss> {
        let f = self.feature;
        if let Some(place) = &f.place {
            return self.at_place(place);
        }
        let mut tried = false;
        if let Some(id) = f.id.as_ref().filter(|id| id.unique && !f.by_value) {
            tried = true;
            let all = self.index.with_id(self.tree, &id.name);
            match all.first_two() {
                (None, _) => {}
                (Some(one), None) => return self.verify(one, Rung::Id),
                _ => return self.among_twins(&all),
            }
        }
        if !self.same_locale {
            let kind = if tried {
                MissKind::NotFound
            } else {
                MissKind::NothingIdentifies
            };
            let detail = format!(
                "the language changed and {} has no id of its own here",
                f.describe()
            );
            return Err(miss(kind, detail));
        }
        if let Some(l) = f.label.as_ref().filter(|l| l.unique) {
            tried = true;
            let all = self.called(l);
            match all.first_two() {
                (None, _) => {}
                (Some(one), None) => return self.verify(one, Rung::Label),
                _ => return self.settle(&all),
            }
        }
        // Neither id nor label was unique, or both are gone: only its surroundings can tell it apart.
        if f.container.is_some() || f.branch.is_some() || f.near.is_some() {
            return self.settle(&alike(f, self.tree));
        }
        Err(if tried {
            miss(
                MissKind::NotFound,
                format!("{} is not on the screen", f.describe()),
            )
        } else {
            miss(
                MissKind::NothingIdentifies,
                format!("nothing identifies {}", f.describe()),
            )
        })
    }

    /// A position says the same in every language, for the list is told by its id.
    fn at_place(&self, place: &Place) -> Result<Found<'t>, Miss> {
        match place.find(self.tree) {
            Some(node) => self.verify(node.id().position() as u32, Rung::Place),
            None => Err(miss(
                MissKind::NotFound,
                format!("{} is not there", self.feature.describe()),
            )),
        }
    }

    /// The id was unique and has twins now: only a unique label or surroundings that agree may settle it.
    fn among_twins(&self, twins: &Candidates<'t>) -> Result<Found<'t>, Miss> {
        if self.same_locale
            && let Some(l) = &self.feature.label
        {
            let called = self.called(l);
            if let (Some(one), None) = called.first_two()
                && twins.all().any(|t| t == one)
            {
                return self.verify(one, Rung::Label);
            }
        }
        self.settle(twins)
    }

    /// Settles several candidates by what stands around the element.
    fn settle(&self, candidates: &Candidates<'t>) -> Result<Found<'t>, Miss> {
        let (f, tree) = (self.feature, self.tree);
        if candidates.first_two().0.is_none() {
            return Err(miss(
                MissKind::NotFound,
                format!("{} is not on the screen", f.describe()),
            ));
        }
        // What the words beside it told apart, nothing else may: another nameless one could be the only one left.
        if let Some(near) = f.near.as_ref().filter(|_| self.same_locale) {
            return match near.find(tree, self.family) {
                Some(one) => self.verify(one.id().position() as u32, Rung::Near),
                None => Err(miss(
                    MissKind::NotFound,
                    format!("{} is not alone beside the words it stood by", f.describe()),
                )),
            };
        }
        let container = f.container.as_ref().filter(|c| c.tells() && c.twins == 0);
        let branch = f.branch.as_ref().filter(|_| self.same_locale);
        let mut inside: Vec<Node<'t>> = match (container, branch) {
            (Some(c), _) => c.inside(candidates, tree, self.same_locale),
            (None, Some(b)) => b.inside(candidates, tree),
            (None, None) => Vec::new(),
        };
        let is_one = matches!(candidates.first_two(), (Some(_), None));
        let has_left = inside.is_empty() && (container.is_some() || (branch.is_some() && is_one));
        if let Some(b) = branch {
            inside.retain(|n| b.is_around(*n, candidates));
        }
        if let [one] = inside.as_slice() {
            return self.verify(one.id().position() as u32, Rung::Container);
        }
        Err(if has_left {
            miss(
                MissKind::NotFound,
                format!("{} is not where it stood any more", f.describe()),
            )
        } else {
            miss(
                MissKind::Ambiguous,
                format!(
                    "{} fits several nodes and nothing around them tells them apart",
                    f.describe()
                ),
            )
        })
    }

    fn called(&self, label: &LabelMark) -> Candidates<'t> {
        match self.index.text_no(self.tree, &label.text) {
            Some(no) => self.index.called(self.family, no, label.borrowed),
            None => Candidates::none(),
        }
    }

    /// The second step: nothing contradicts, and evidence that the rung did not use agrees.
    fn verify(&self, at: u32, rung: Rung) -> Result<Found<'t>, Miss> {
        let f = self.feature;
        let gone = || {
            miss(
                MissKind::NotFound,
                format!("{} is not on the screen", f.describe()),
            )
        };
        let node = self.tree.get(NodeId::at(at)).ok_or_else(gone)?;
        contradiction(f, node, self.same_locale)?;
        match confirmation(f, node, rung, self.same_locale) {
            Some(by) => Ok(Found {
                node,
                rung,
                by,
                relocated: rung != f.best(),
            }),
            None => Err(miss(
                MissKind::Unverified,
                format!(
                    "{} fits by {} only; nothing else confirms it",
                    f.describe(),
                    rung.word()
                ),
            )),
        }
    }
}

/// The nodes like it: same family and label; without a label the same id; without both, just as nameless.
pub(super) fn alike<'t>(feature: &Feature, tree: &'t UiTree) -> Candidates<'t> {
    let (index, family) = (tree.index(), feature.family());
    match (&feature.label, &feature.id) {
        (Some(l), _) => index
            .text_no(tree, &l.text)
            .map_or_else(Candidates::none, |no| index.called(family, no, l.borrowed)),
        (None, Some(id)) => index.with_id(tree, &id.name).of_family(family),
        (None, None) => index.nameless_of(family),
    }
}

impl Feature {
    /// The rung that identifies it best.
    pub(super) fn best(&self) -> Rung {
        let own_id = self.id.as_ref().is_some_and(|id| id.unique && !self.by_value);
        if self.place.is_some() {
            Rung::Place
        } else if own_id {
            Rung::Id
        } else if self.label.as_ref().is_some_and(|l| l.unique) {
            Rung::Label
        } else if self.near.is_some() {
            Rung::Near
        } else if self.picture.is_some() && !self.has_surroundings() {
            Rung::Picture
        } else {
            Rung::Container
        }
    }
}

impl Feature {
    /// True if what stands around it told it apart.
    fn has_surroundings(&self) -> bool {
        let container = self.container.as_ref().is_some_and(|c| c.tells() && c.twins == 0);
        container || self.branch.is_some()
    }
}
