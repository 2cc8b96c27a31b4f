//! What a screen looked like when its tree was read.

use image::GrayImage;

use super::is_secret;
use crate::screen::{Cover, Flags, Geometry, Node, Rect};

/// The brightness of every pixel of the display, with what is known of the read.
#[derive(Debug, Clone)]
pub struct Pixels {
    luma: GrayImage,
    geometry: Geometry,
    /// What lies over the app's window: there the picture shows something else.
    covers: Vec<Cover>,
}

impl Pixels {
    /// A picture of the display, row by row, a byte a pixel. `None` if it has not the size of the display: then
    /// nobody knows where a node lies in it.
    pub fn new(
        (width, height): (u32, u32),
        luma: Vec<u8>,
        geometry: &Geometry,
        covers: &[Cover],
    ) -> Option<Pixels> {
        let side = |n: i32| u32::try_from(n).ok();
        if side(geometry.width) != Some(width) || side(geometry.height) != Some(height) {
            return None;
        }
        Some(Pixels {
            luma: GrayImage::from_raw(width, height, luma)?,
            geometry: *geometry,
            covers: covers.to_vec(),
        })
    }

    pub(super) fn luma(&self) -> &GrayImage {
        &self.luma
    }

    /// The same with one node painted over.
    pub(super) fn without(&self, node: Node<'_>) -> Pixels {
        let mut blanked = self.clone();
        let area = node.bounds().intersect(&self.geometry.area());
        for y in area.top..area.bottom {
            for x in area.left..area.right {
                if let Some(p) = blanked.luma.get_pixel_mut_checked(x as u32, y as u32) {
                    p.0 = [0];
                }
            }
        }
        blanked
    }

    /// Where all of a node can be seen and nothing else. `None` if a part of it is cut off, lies under another
    /// window or under something that is drawn later, or if it is so large that it is content and no control. Also if
    /// a field reaches into it: what is typed there must not become part of a patch.
    pub(super) fn whole(&self, node: Node<'_>) -> Option<Rect> {
        let area = node.bounds();
        let (width, height) = (self.geometry.width, self.geometry.height);
        let content = area.width().max(area.height()) > width.min(height) / 2;
        if area.is_empty() || content || node.visible_part(&self.geometry) != area {
            return None;
        }
        let meets = |other: Rect| !area.intersect(&other).is_empty();
        let later = |n: &Node<'_>| n.id().position() as u32 >= node.end();
        let drawn = |n: &Node<'_>| n.children().next().is_none() && !n.is(Flags::INVISIBLE);
        let over = node
            .tree()
            .nodes()
            .any(|n| later(&n) && drawn(&n) && meets(n.bounds()));
        let field = node.tree().nodes().any(|n| is_secret(n) && meets(n.bounds()));
        let behind = self.covers.iter().any(|c| meets(c.frame));
        (!over && !field && !behind).then_some(area)
    }
}
