//! What a control looks like: a small hash of its picture, for what words and ids can't tell.
//!
//! It breaks ties between look-alikes of the tree, and it speaks against an icon that shows another sign now. It
//! never finds a node by itself.

mod find;
#[cfg(test)]
mod icons;
mod ink;
mod pixels;
mod take;
#[cfg(test)]
mod tests;

pub use find::{find_in_picture, picture_decides};
pub use pixels::Pixels;
pub use take::take_with_picture;

use image::GrayImage;
use image::imageops::thumbnail;
use serde::{Deserialize, Serialize};

use crate::screen::{Family, Flags, Node};

/// Dots on a side: 30 differences to the right and 30 downwards.
const SIDE: u32 = 6;
/// How much lighter a dot must be than the next one, of 255.
const STEP: u8 = 16;
/// So many differences at the most and it is the same sign.
const SAME: u32 = 4;
/// So many at the least and it is another one.
const OTHER: u32 = 10;

/// A perceptual hash of what is drawn inside the bounds of a control: the differences between neighbouring dots of a
/// 6x6 thumbnail of its ink, both ways, in 60 bits.
///
/// Light and dark may change places (a dark theme), the sign may lie elsewhere in the bounds or be of another size;
/// colours don't count. Measured on 24 made icons, each drawn in 24 ways (up to 2 px off, 24 to 96 px large, in other
/// frames, with noise, dark, pale, all of these together), every drawing against every other one: two drawings of one
/// icon differ in 9 of 60 bits at the most, in 6 at the 99th percentile; drawings of two icons in 3 at the least, in 7
/// at the first percentile, in 18 at the median. So 4 and less is *the same* (95.2 % of 6,624 pairs of one icon; of
/// 158,976 pairs of two 0.05 %, all of them a clock and an empty circle), 10 and more is *another one* (93.9 % of the
/// pairs of two, none of one), and what lies between says nothing.
///
/// A difference hash of 9x8 told a menu from a filled square by 2 bits only, a mean hash of 8x8 by none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Patch(u64);

/// What a comparison of two patches says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// They show the same sign.
    Same,
    /// Neither is clear.
    Unclear,
    /// They show different signs.
    Other,
}

impl Patch {
    /// The patch of a node. `None` if there is nothing to be told: it is flat, too small or too large, not all of it
    /// can be seen, or what it shows comes and goes.
    pub fn of(node: Node<'_>, pixels: &Pixels) -> Option<Patch> {
        if !has_look(node) {
            return None;
        }
        Some(Patch::of_ink(&ink::ink(pixels.luma(), pixels.whole(node)?)?))
    }

    fn of_ink(ink: &GrayImage) -> Patch {
        let dots = thumbnail(ink, SIDE, SIDE);
        let at = |x: u32, y: u32| dots.get_pixel(x, y).0[0];
        let mut bits = 0;
        for a in 0..SIDE {
            for b in 0..SIDE - 1 {
                let right = at(b, a) > at(b + 1, a).saturating_add(STEP);
                let down = at(a, b) > at(a, b + 1).saturating_add(STEP);
                bits = bits << 2 | u64::from(right) << 1 | u64::from(down);
            }
        }
        Patch(bits)
    }

    /// In how many of 60 bits they differ.
    pub fn distance(self, other: Patch) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// Whether both show the same.
    pub fn likeness(self, other: Patch) -> Likeness {
        match self.distance(other) {
            0..=SAME => Likeness::Same,
            OTHER.. => Likeness::Other,
            _ => Likeness::Unclear,
        }
    }
}

/// True if what a node looks like may be kept and can be expected to last. Never so for fields and passwords and what
/// holds one: those show what was typed. A mark or a selection changes the look, and so does volatile text.
pub fn has_look(node: Node<'_>) -> bool {
    let index = node.tree().index();
    let stateful =
        |n: &Node<'_>| n.is(Flags::CHECKABLE) || n.is(Flags::SELECTED) || index.family(*n) == Family::Toggle;
    let volatile = |n: &Node<'_>| !n.text().trim().is_empty() && index.own_text(*n).is_none();
    let inside = || std::iter::once(node).chain(node.descendants());
    !node.ancestors().any(is_secret) && !inside().any(|n| is_secret(n) || stateful(&n) || volatile(&n))
}

/// True for what shows what was typed.
fn is_secret(node: Node<'_>) -> bool {
    node.is(Flags::PASSWORD) || node.tree().index().family(node) == Family::Field
}

impl From<Patch> for String {
    fn from(patch: Patch) -> String {
        format!("{:016x}", patch.0)
    }
}

impl TryFrom<String> for Patch {
    type Error = String;

    fn try_from(text: String) -> Result<Patch, String> {
        let hex = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(&text, 16)
            .ok()
            .filter(|_| hex)
            .map(Patch)
            .ok_or_else(|| format!("{text:?} are not 16 hex digits"))
    }
}
