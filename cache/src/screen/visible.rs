//! What of a node can be seen.

use super::{Flags, Geometry, Node, Rect};

impl Node<'_> {
    /// The part of the node that lies on the display and inside everything around it; empty if none does.
    pub fn visible_part(&self, display: &Geometry) -> Rect {
        if self.is(Flags::INVISIBLE) {
            return Rect::default();
        }
        // A wrapper without a size of its own clips nothing.
        let around = self.ancestors().map(|a| a.bounds()).filter(|r| !r.is_empty());
        around.fold(self.bounds().intersect(&display.area()), |r, a| r.intersect(&a))
    }
}
