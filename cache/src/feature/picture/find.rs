//! The look-up with a picture of the screen beside its tree.

use super::{Likeness, Patch, Pixels};
use crate::feature::find::{alike, find};
use crate::feature::outcome::miss;
use crate::feature::path::{agrees, classes_agree};
use crate::feature::verify::contradiction;
use crate::feature::{Evidence, Feature, Found, Miss, MissKind, Rung, same_id};
use crate::screen::index::Candidates;
use crate::screen::{Node, NodeId, UiTree};

/// More look-alikes are not looked at: such a screen is a grid of pictures.
const MAX_ALIKE: usize = 32;

/// [`find`] with the picture that was taken with the tree. For a feature without a patch both do the same.
///
/// What was found and has no words is refused if it clearly shows another sign now. Where several nodes are alike, the
/// only one that shows the recorded sign is it if all others clearly show another one, and if evidence that did not
/// choose among them confirms it. What can't be seen clearly says nothing either way.
pub fn find_in_picture<'t>(
    feature: &Feature,
    tree: &'t UiTree,
    same_locale: bool,
    pixels: &Pixels,
) -> Result<Found<'t>, Miss> {
    let plain = find(feature, tree, same_locale);
    let Some(patch) = feature.picture.filter(|_| decides(feature, &plain)) else {
        return plain;
    };
    match plain {
        Ok(found) => unless_other(feature, patch, found, pixels),
        Err(why) => {
            let tie = Tie {
                feature,
                patch,
                tree,
                same_locale,
                pixels,
            };
            tie.settle().unwrap_or(Err(why))
        }
    }
}

/// True if a picture could change what [`find`] says of this tree: only then one is worth its time.
pub fn picture_decides(feature: &Feature, tree: &UiTree, same_locale: bool) -> bool {
    feature.picture.is_some() && decides(feature, &find(feature, tree, same_locale))
}

fn decides(feature: &Feature, plain: &Result<Found<'_>, Miss>) -> bool {
    // What stands in a place may look like anything.
    if feature.place.is_some() {
        return false;
    }
    match plain {
        Ok(_) => feature.label.is_none(),
        Err(why) => {
            !feature.by_value && matches!(why.kind, MissKind::Ambiguous | MissKind::NothingIdentifies)
        }
    }
}

/// The veto: a control without words that shows another sign is another control.
fn unless_other<'t>(
    feature: &Feature,
    patch: Patch,
    found: Found<'t>,
    pixels: &Pixels,
) -> Result<Found<'t>, Miss> {
    match Patch::of(found.node, pixels).map(|now| (now, patch.likeness(now))) {
        Some((now, Likeness::Other)) => Err(miss(
            MissKind::Contradiction,
            format!(
                "{} shows another picture now: {} of 60 dots differ",
                feature.describe(),
                patch.distance(now)
            ),
        )),
        _ => Ok(found),
    }
}

/// What the candidates have in common; it can't confirm one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    Id,
    Label,
    Nothing,
}

struct Tie<'f, 't> {
    feature: &'f Feature,
    patch: Patch,
    tree: &'t UiTree,
    same_locale: bool,
    pixels: &'f Pixels,
}

impl<'t> Tie<'_, 't> {
    /// `None` if there is nothing to choose from.
    fn settle(&self) -> Option<Result<Found<'t>, Miss>> {
        let (candidates, common) = self.candidates()?;
        let all: Vec<Node<'t>> = candidates
            .all()
            .take(MAX_ALIKE + 1)
            .filter_map(|at| self.tree.get(NodeId::at(at)))
            .collect();
        if all.is_empty() || all.len() > MAX_ALIKE {
            return None;
        }
        let mut shows: Option<Node<'t>> = None;
        for node in &all {
            let now = Patch::of(*node, self.pixels);
            match now.map_or(Likeness::Unclear, |now| self.patch.likeness(now)) {
                Likeness::Other => {}
                Likeness::Same if shows.is_none() => shows = Some(*node),
                Likeness::Same => return Some(self.open("two of those like it show its picture")),
                // What has nothing in common with it but to be nameless counts only where it could be it.
                Likeness::Unclear if common == Common::Nothing && self.confirmed(*node, common).is_err() => {}
                Likeness::Unclear => return Some(self.open("the pictures of those like it are not clear")),
            }
        }
        let Some(node) = shows else {
            let what = format!("{} shows its picture no more", self.feature.describe());
            return Some(Err(miss(MissKind::NotFound, what)));
        };
        Some(self.confirmed(node, common).map(|by| Found {
            node,
            rung: Rung::Picture,
            by,
            relocated: self.feature.best() != Rung::Picture,
        }))
    }

    /// The nodes among which only a picture can tell. In another language those with the id that was unique.
    fn candidates(&self) -> Option<(Candidates<'t>, Common)> {
        let (f, index) = (self.feature, self.tree.index());
        let with_id = |name: &str| Some(index.with_id(self.tree, name)).filter(|c| c.first_two().0.is_some());
        if let Some(twins) =
            f.id.as_ref()
                .filter(|id| id.unique)
                .and_then(|id| with_id(&id.name))
        {
            return Some((twins, Common::Id));
        }
        if !self.same_locale {
            return None;
        }
        let common = match (&f.label, &f.id) {
            (Some(_), _) => Common::Label,
            (None, Some(id)) if with_id(&id.name).is_some() => Common::Id,
            _ => Common::Nothing,
        };
        Some((alike(f, self.tree), common))
    }

    /// The second step, by what the candidates don't have in common with each other by their choice.
    fn confirmed(&self, node: Node<'_>, common: Common) -> Result<Evidence, Miss> {
        let f = self.feature;
        contradiction(f, node, self.same_locale)?;
        let labelled = self.same_locale && f.label.is_some();
        let same =
            f.id.as_ref()
                .is_some_and(|id| same_id(node.resource_id(), &id.name));
        let by = match common {
            Common::Id if labelled => Some(Evidence::Label),
            Common::Label if same => Some(Evidence::Id),
            Common::Nothing => classes_agree(&f.path, node).then_some(Evidence::Path),
            _ => agrees(&f.path, node).then_some(Evidence::Path),
        };
        by.ok_or_else(|| {
            let what = format!(
                "{} fits by its picture only; nothing else confirms it",
                f.describe()
            );
            miss(MissKind::Unverified, what)
        })
    }

    fn open(&self, why: &str) -> Result<Found<'t>, Miss> {
        Err(miss(
            MissKind::Ambiguous,
            format!("{}: {why}", self.feature.describe()),
        ))
    }
}
