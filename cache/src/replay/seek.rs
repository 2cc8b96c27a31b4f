//! Looking up one element of a recording, with a picture of the screen where there is one.

use super::{Reason, Refusal};
use crate::feature::{Feature, Found, Pixels, find, find_in_picture, picture_decides};
use crate::screen::UiTree;

/// Finds an element. Where only its picture could tell, none being there is no fault of the recording.
pub fn seek<'t>(
    feature: &Feature,
    tree: &'t UiTree,
    same_locale: bool,
    pixels: Option<&Pixels>,
) -> Result<Found<'t>, Refusal> {
    let found = match pixels {
        Some(pixels) => find_in_picture(feature, tree, same_locale, pixels),
        None => find(feature, tree, same_locale),
    };
    found.map_err(|why| {
        if pixels.is_none() && picture_decides(feature, tree, same_locale) {
            let detail = format!("{why}; only its picture could tell, and there is none of this screen");
            return Reason::CannotTell.because(detail);
        }
        Refusal::missed(why, feature, tree)
    })
}
