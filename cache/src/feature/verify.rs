//! The second step of a look-up: what speaks against a node, and what else speaks for it.

use super::outcome::{Evidence, Miss, MissKind, Rung, miss};
use super::path::{agrees, classes_agree};
use super::{Feature, same_id};
use crate::screen::{Node, NodeId};

/// Evidence that the rung did not use and that agrees. `None` if there is none.
pub(super) fn confirmation(
    feature: &Feature,
    node: Node<'_>,
    rung: Rung,
    same_locale: bool,
) -> Option<Evidence> {
    let id = feature
        .id
        .as_ref()
        .filter(|id| same_id(node.resource_id(), &id.name) && !(feature.by_value && id.unique));
    let container = || {
        let named = feature.container.as_ref().filter(|c| c.tells());
        named.is_some_and(|c| c.is_around(node, same_locale))
    };
    match rung {
        Rung::Place if classes_agree(&feature.path, node) => Some(Evidence::Path),
        Rung::Place => None,
        Rung::Id if same_locale && feature.label.is_some() => Some(Evidence::Label),
        Rung::Label if id.is_some_and(|id| id.unique) => Some(Evidence::Id),
        Rung::Container if same_locale && feature.label.is_some() => Some(Evidence::Label),
        Rung::Container if id.is_some() => Some(Evidence::Id),
        Rung::Container if agrees(&feature.path, node) => Some(Evidence::Path),
        // The words beside it say little of it: all the way up must be as it was.
        Rung::Near if classes_agree(&feature.path, node) => Some(Evidence::Path),
        Rung::Id | Rung::Label if container() => Some(Evidence::Container),
        Rung::Id | Rung::Label if agrees(&feature.path, node) => Some(Evidence::Path),
        _ => None,
    }
}

/// True if what has the id is still there and the node is not in it. Where several have it now, only the words of its row
/// could tell that it is in the right one.
fn has_left(feature: &Feature, node: Node<'_>, id: &str, same_locale: bool) -> bool {
    let tree = node.tree();
    match tree.index().with_id(tree, id).first_two() {
        (None, _) => false,
        (Some(one), None) => tree
            .get(NodeId::at(one))
            .is_some_and(|around| !around.holds(node)),
        _ => !same_locale || feature.container.as_ref().is_none_or(|c| c.texts.is_empty()),
    }
}

/// What speaks against a node, whatever found it: another family, another row, other words.
pub(super) fn contradiction(feature: &Feature, node: Node<'_>, same_locale: bool) -> Result<(), Miss> {
    let (tree, index) = (node.tree(), node.tree().index());
    let against = |what: String| Err(miss(MissKind::Contradiction, what));
    // Another value may well have another id of its own.
    let id = feature.id.as_ref().filter(|id| !(feature.by_value && id.unique));
    let other_id = id.is_none_or(|id| !same_id(node.resource_id(), &id.name));
    // What has no words has nothing but its id to be known by.
    if id.is_some() && other_id && feature.label.is_none() {
        return against(format!(
            "{} is not there, only something like it",
            feature.describe()
        ));
    }
    // Words that it holds now and bore itself, or the other way round, are those of another node.
    let borrowed = feature
        .label
        .as_ref()
        .is_some_and(|l| l.borrowed != index.is_borrowed(node));
    if other_id && same_locale && borrowed {
        return against(format!(
            "{} has these words from elsewhere now",
            feature.describe()
        ));
    }
    let family = index.family(node);
    if family != feature.family() {
        return against(format!("{} is a {} now", feature.describe(), family.word()));
    }
    // Of a position nobody knows what it will say.
    let container = feature.container.iter().filter_map(|c| c.id.as_deref());
    let path = feature.path.iter().filter_map(|s| s.id.as_deref());
    if let Some(gone) = container
        .chain(path)
        .find(|id| has_left(feature, node, id, same_locale))
    {
        return against(format!("{} is not inside #{gone} any more", feature.describe()));
    }
    if !same_locale || feature.place.is_some() {
        return Ok(());
    }
    if feature.container.as_ref().is_some_and(|c| c.contradicts(node)) {
        return against(format!("{} stands in something else now", feature.describe()));
    }
    if feature.branch.as_ref().is_some_and(|b| b.contradicts(node)) {
        return against(format!(
            "{} stands elsewhere than what stood with it",
            feature.describe()
        ));
    }
    if feature.section.as_ref().is_some_and(|s| s.is_left(node)) {
        return against(format!("{} stands beside other words now", feature.describe()));
    }
    let now = index.lasting_label(node).map(|no| index.words(tree, no));
    let was = feature.label.as_ref().map(|l| l.text.as_str());
    if now != was {
        let words = |l: Option<&str>| l.map_or("nothing".to_owned(), |t| format!("{t:?}"));
        return against(format!(
            "{} reads {} now; it read {}",
            feature.describe(),
            words(now),
            words(was)
        ));
    }
    Ok(())
}
