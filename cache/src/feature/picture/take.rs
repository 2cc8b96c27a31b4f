//! Taking a feature together with a picture.

use super::{Patch, Pixels, find_in_picture};
use crate::feature::find::find;
use crate::feature::take::named;
use crate::feature::{Feature, MissKind, NotKept, Rung, take_here};
use crate::screen::{Node, UiTree};

/// [`take_here`] with the picture that was taken with the tree: the feature gets the patch of the node, if there is one.
///
/// Of look-alikes that nothing else tells apart it is kept only if the patch does: its own look-up gives the node
/// itself, and nothing once the node is painted over or taken out.
pub fn take_with_picture(node: Node<'_>, pixels: &Pixels) -> Result<Feature, NotKept> {
    let patch = Patch::of(node, pixels);
    match take_here(node) {
        Ok((control, feature)) => Ok(Feature {
            picture: Patch::of(control, pixels),
            ..feature
        }),
        Err(why) => {
            let feature = Feature {
                picture: patch,
                ..named(node)
            };
            let told = patch.is_some() && told_apart(&feature, node, pixels);
            if told { Ok(feature) } else { Err(why) }
        }
    }
}

fn told_apart(feature: &Feature, node: Node<'_>, pixels: &Pixels) -> bool {
    // Without pictures it must not pass for anything either: they may be off, or none to be had.
    let open = |tree: &UiTree| {
        [true, false].into_iter().all(|same_locale| {
            let plain = find(feature, tree, same_locale);
            plain.is_err_and(|why| matches!(why.kind, MissKind::Ambiguous | MissKind::NothingIdentifies))
        })
    };
    let finds = |tree: &UiTree, pixels: &Pixels| {
        [true, false]
            .into_iter()
            .any(|same_locale| find_in_picture(feature, tree, same_locale, pixels).is_ok())
    };
    let itself = find_in_picture(feature, node.tree(), true, pixels)
        .is_ok_and(|found| found.node == node && found.rung == Rung::Picture);
    let rest = node.tree().without(node);
    itself
        && open(node.tree())
        && !finds(node.tree(), &pixels.without(node))
        && !finds(&rest, pixels)
        && find(feature, &rest, true).is_err()
        && find(feature, &rest, false).is_err()
}
