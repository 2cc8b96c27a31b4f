//! Taking a feature of a node, and checking at once that it finds that node again.

use serde::{Deserialize, Serialize};

use super::branch::Branch;
use super::container::{Container, container_of, in_unnamed_row};
use super::find::alike;
use super::near::Near;
use super::path::{PathStep, path_of};
use super::place::Place;
use super::section::Section;
use super::{MissKind, Patch, find};
use crate::screen::{Family, Flags, Node};

/// What is kept of an element: ids, words and the way up; never its position in pixels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// The class as reported; its family must stay.
    pub class: String,
    /// Its resource-id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<IdMark>,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<LabelMark>,
    /// Whether its mark was set, for a toggle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// The narrowest named thing that it stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<Container>,
    /// The part of the screen that holds it and none like it, where nothing else tells it apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The words beside it, where it has none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<Near>,
    /// The captions that it stands between, where no row names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
    /// Its position in what repeats, if its words mean a position: then that identifies, and nothing else does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// True if its words hold the value of a parameter: then it is found by the words with the new value, and no id
    /// and no way up, which belong to the old one, may find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_value: bool,
    /// What it looked like, if that was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Patch>,
    /// The way up, leaf first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<PathStep>,
}

/// A resource-id at the time of the recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdMark {
    /// As reported.
    pub name: String,
    /// True if no other node had it: only then it identifies.
    pub unique: bool,
}

/// A label at the time of the recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelMark {
    /// In the form of [`crate::text::normal`].
    pub text: String,
    /// True if no other node of the same family was called so.
    pub unique: bool,
    /// True if it was taken from what the node holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub borrowed: bool,
}

/// Why a feature is not worth keeping: it would not find its own node again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not kept: {reason}")]
pub struct NotKept {
    /// In words.
    pub reason: String,
}

impl Feature {
    /// The family of its class.
    pub fn family(&self) -> Family {
        Family::of(&self.class)
    }

    /// The words of itself and of what it stands in: those in which the value of a parameter may be a slot.
    pub(crate) fn own_words(&self) -> impl Iterator<Item = &String> {
        let label = self.label.iter().map(|l| &l.text);
        label.chain(self.container.iter().flat_map(|c| &c.texts).map(|t| &t.words))
    }

    pub(crate) fn own_words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let label = self.label.iter_mut().map(|l| &mut l.text);
        let container = self.container.iter_mut().flat_map(|c| &mut c.texts);
        label.chain(container.map(|t| &mut t.words))
    }

    /// All other texts and ids that it goes by where its own words are a parameter's: a unique id is off then.
    pub(crate) fn other_words(&self) -> impl Iterator<Item = &String> {
        let ids = self.id.iter().filter(|i| !i.unique).map(|i| &i.name);
        let container = self.container.iter().filter_map(|c| c.id.as_ref());
        let branch = self.branch.iter().flat_map(|b| &b.texts).map(|a| &a.words);
        let near = self.near.iter().flat_map(|n| n.after.iter().chain(&n.before));
        let section = self.section.iter().flat_map(Section::words);
        let near = near.chain(section);
        let path = self.path.iter().filter_map(|s| s.id.as_ref());
        ids.chain(container)
            .chain(branch)
            .chain(near.map(|a| &a.words))
            .chain(path)
    }

    /// Short words for messages: `button "Pay" #pay`.
    pub fn describe(&self) -> String {
        let mut out = self.family().word().to_owned();
        if let Some(place) = &self.place {
            out.push_str(&format!(" at {}", place.words()));
        }
        if let Some(l) = &self.label {
            out.push_str(&format!(" {:?}", l.text));
        }
        if let Some(id) = &self.id {
            out.push_str(&format!(" #{}", id.name.rsplit('/').next().unwrap_or(&id.name)));
        }
        out
    }
}

/// Takes the feature of a node and looks it up in the same tree; kept only if that gives the node itself, and nothing
/// once the node is taken out.
///
/// What names the element comes first. Only where that doesn't tell it from others, or hangs on an id alone, is
/// more of its surroundings kept: each thing more is a thing more that can change.
pub fn take(node: Node<'_>) -> Result<Feature, NotKept> {
    let mut feature = named(node);
    let mut result = check(&feature, node);
    let by_id_alone = feature.id.as_ref().is_some_and(|id| id.unique) && feature.label.is_none();
    if result.is_err() || by_id_alone {
        feature.near = Near::of(node).filter(|n| n.find(node.tree(), feature.family()) == Some(node));
        result = check(&feature, node);
    }
    // Without a row of its own it could be the same words, or the same id, in another part.
    let bare = feature.container.as_ref().is_none_or(|c| c.texts.is_empty());
    if result.is_err() || bare {
        let with = Feature {
            branch: Branch::of(node, &alike(&feature, node.tree())),
            ..feature.clone()
        };
        let now = check(&with, node);
        if now.is_ok() || result.is_err() {
            (feature, result) = (with, now);
        }
    }
    if result.is_ok() && bare {
        feature.section = Section::of(node, by_id_alone);
    }
    result.map(|()| feature)
}

/// Takes the feature of a node, or of the control that it fills: what a toolkit draws inside a control has often no words
/// of its own, and a touch goes to the control all the same. Gives the node whose feature it is.
pub fn take_here(node: Node<'_>) -> Result<(Node<'_>, Feature), NotKept> {
    let own = match take(node) {
        Ok(feature) => return Ok((node, feature)),
        Err(not) => not,
    };
    let control = node
        .ancestors()
        .take_while(|a| a.bounds() == node.bounds())
        .find(|a| a.is_actionable())
        .filter(|_| !node.is_actionable());
    match control.map(|c| (c, take(c))) {
        Some((control, Ok(feature))) => Ok((control, feature)),
        _ => Err(own),
    }
}

/// Takes the feature of a node whose words mean a position: "the first result", "the delete button of the last row".
/// `from_end` if it is counted from the end.
pub fn take_place(node: Node<'_>, from_end: bool) -> Result<Feature, NotKept> {
    let feature = Feature {
        class: node.class().to_owned(),
        id: None,
        label: None,
        checked: (node.family() == Family::Toggle).then(|| node.is(Flags::CHECKED)),
        container: None,
        branch: None,
        near: None,
        section: None,
        place: Some(Place::of(node, from_end)?),
        by_value: false,
        picture: None,
        path: path_of(node),
    };
    match find(&feature, node.tree(), true) {
        Ok(found) if found.node == node => Ok(feature),
        _ => Err(NotKept {
            reason: "its place does not lead back to it".to_owned(),
        }),
    }
}

/// The feature by what names the element, not yet checked.
pub(super) fn named(node: Node<'_>) -> Feature {
    let mut feature = describe(node);
    if let Some((around, c)) = container_of(node) {
        let others = alike(&feature, node.tree());
        let inside = others.within(around.first(), around.end());
        let twins = inside.filter(|at| *at != node.id().position() as u32).count();
        // A row that its words don't name finds nothing; it must only be as it was.
        let twins = if in_unnamed_row(node) { twins.max(1) } else { twins };
        feature.container = Some(Container { twins, ..c });
    }
    feature
}

fn check(feature: &Feature, node: Node<'_>) -> Result<(), NotKept> {
    match find(feature, node.tree(), true) {
        Ok(found) if found.node == node => gone_is_gone(feature, node),
        Ok(found) => Err(NotKept {
            reason: format!("its own look-up gives {:?} instead", found.node),
        }),
        Err(miss) if miss.kind == MissKind::NothingIdentifies => Err(NotKept {
            reason: "neither id nor label nor surroundings tell it from others; give it an id or a label"
                .into(),
        }),
        Err(miss) => Err(NotKept {
            reason: format!("its own look-up fails: {miss}"),
        }),
    }
}

/// Whoever goes by the feature once the element has gone must find nothing.
fn gone_is_gone(feature: &Feature, node: Node<'_>) -> Result<(), NotKept> {
    let rest = node.tree().without(node);
    let found = [true, false]
        .into_iter()
        .find_map(|same_locale| find(feature, &rest, same_locale).ok());
    match found {
        None => Ok(()),
        Some(other) => Err(NotKept {
            reason: format!("once it is gone, {:?} would pass for it", other.node),
        }),
    }
}

/// True for words on a switch: they may say its state, in a language that nobody here knows, and be another's next.
fn may_be_state(node: Node<'_>) -> bool {
    let class = node.class();
    (class.contains("Switch") || class.contains("ToggleB")) && node.desc().trim().is_empty()
}

fn describe(node: Node<'_>) -> Feature {
    let (tree, index) = (node.tree(), node.tree().index());
    let id = (!node.resource_id().is_empty()).then(|| IdMark {
        name: node.resource_id().to_owned(),
        unique: index.is_unique_id(node),
    });
    let label = index.lasting_label(node).map(|no| LabelMark {
        unique: !may_be_state(node)
            && index
                .called(node.family(), no, index.is_borrowed(node))
                .first_two()
                .1
                .is_none(),
        borrowed: index.is_borrowed(node),
        text: index.words(tree, no).to_owned(),
    });
    Feature {
        class: node.class().to_owned(),
        id,
        label,
        checked: (node.family() == Family::Toggle).then(|| node.is(Flags::CHECKED)),
        container: None,
        branch: None,
        near: None,
        section: None,
        place: None,
        by_value: false,
        picture: None,
        path: path_of(node),
    }
}
