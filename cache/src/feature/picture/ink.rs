//! The ink of a patch: what stands out from its ground, cut to its own square.

use image::imageops::{crop_imm, thumbnail};
use image::{GrayImage, Luma};

use crate::screen::Rect;

/// The edge that is left out on each side, as a part of it: rings of the focus and outlines are drawn there.
const EDGE: i32 = 12;
/// Patches are looked at in this size at the most.
const LARGEST: u32 = 256;
/// Smaller ones are mere dots.
const SMALLEST: i32 = 12;
/// How much the ink must stand out from the ground, of 255: what stands out less is flat and says nothing.
const CONTRAST: u8 = 24;

/// The ink of a patch on its own square, from 0 (ground) to 255. `None` if the patch is flat or too small.
///
/// The ground is what most of the rim has, and ink is how far a pixel is off it, either way: a dark theme, which
/// turns light and dark around, gives the same ink.
pub(super) fn ink(luma: &GrayImage, area: Rect) -> Option<GrayImage> {
    let (dx, dy) = (area.width() / EDGE, area.height() / EDGE);
    let area = Rect::new(area.left + dx, area.top + dy, area.right - dx, area.bottom - dy);
    let all = Rect::new(0, 0, luma.width() as i32, luma.height() as i32);
    if area.width().min(area.height()) < SMALLEST || area.intersect(&all) != area {
        return None;
    }
    let (width, height) = (area.width() as u32, area.height() as u32);
    let view = crop_imm(luma, area.left as u32, area.top as u32, width, height).to_image();
    let longest = width.max(height);
    let mut small = if longest > LARGEST {
        let part = |n: u32| (n * LARGEST / longest).max(1);
        thumbnail(&view, part(width), part(height))
    } else {
        view
    };
    let ground = ground(&small);
    small.pixels_mut().for_each(|p| p.0[0] = p.0[0].abs_diff(ground));
    let reach = reach(&small);
    if reach < CONTRAST {
        return None;
    }
    for p in small.pixels_mut() {
        p.0[0] = (u32::from(p.0[0]) * 255 / u32::from(reach)).min(255) as u8;
    }
    Some(squared(&small))
}

/// The brightness that most of the rim has.
fn ground(patch: &GrayImage) -> u8 {
    let (w, h) = patch.dimensions();
    let mut rim: Vec<u8> = patch
        .enumerate_pixels()
        .filter(|(x, y, _)| *x == 0 || *y == 0 || *x + 1 == w || *y + 1 == h)
        .map(|(_, _, p)| p.0[0])
        .collect();
    let middle = rim.len() / 2;
    *rim.select_nth_unstable(middle).1
}

/// How far the ink stands out: what one of a hundred pixels reaches, so that a speck doesn't count.
fn reach(ink: &GrayImage) -> u8 {
    let mut all: Vec<u8> = ink.pixels().map(|p| p.0[0]).collect();
    let at = all.len() - 1 - all.len() / 100;
    *all.select_nth_unstable(at).1
}

/// The square around the ink, with a margin: where the control lies in its bounds, and how large it is, is not its
/// look.
fn squared(ink: &GrayImage) -> GrayImage {
    let (mut left, mut top, mut right, mut bottom) = (i64::MAX, i64::MAX, 0, 0);
    for (x, y, p) in ink.enumerate_pixels() {
        if p.0[0] >= 128 {
            (left, right) = (left.min(x.into()), right.max(i64::from(x) + 1));
            (top, bottom) = (top.min(y.into()), bottom.max(i64::from(y) + 1));
        }
    }
    let side = (right - left).max(bottom - top);
    let margin = side / 8 + 1;
    let whole = side + 2 * margin;
    let (x0, y0) = ((left + right - whole) / 2, (top + bottom - whole) / 2);
    GrayImage::from_fn(whole as u32, whole as u32, |x, y| {
        let at = |from: i64, n: u32| u32::try_from(from + i64::from(n)).ok();
        let inside = at(x0, x).zip(at(y0, y));
        inside
            .and_then(|(x, y)| ink.get_pixel_checked(x, y))
            .copied()
            .unwrap_or(Luma([0]))
    })
}
