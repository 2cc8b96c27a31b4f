//! Whether two reads show the same, clocks and counters aside.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{UiTree, label, value};
use crate::text::is_volatile;

impl UiTree {
    /// A digest of what lasts on the screen: classes, ids, labels, values and states; neither positions nor
    /// volatile text. Equal digests mean that the screen has not left its state. Holds within one process.
    pub fn lasting_fingerprint(&self) -> u64 {
        let mut h = DefaultHasher::new();
        for n in self.nodes() {
            let steady = |t: String| if is_volatile(&t) { String::new() } else { t };
            let words = label(n).map(|l| steady(l.text)).unwrap_or_default();
            // A field's value is compared as it is: a date that was typed is the change itself.
            let held = value(n).unwrap_or_default();
            (n.class(), n.resource_id(), words, held, n.flags(), n.depth()).hash(&mut h);
        }
        h.finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::screen::{NodeAttrs, Rect, TreeBuilder};

    #[test]
    fn a_clock_and_a_shift_are_not_a_new_state_a_value_is() {
        let digest = |clock: &str, y: i32, typed: &str| {
            let mut b = TreeBuilder::new();
            let bounds = Rect::new(0, y, 10, y + 10);
            b.open(&NodeAttrs {
                class: "TextView",
                text: clock,
                bounds,
                ..Default::default()
            });
            b.close();
            b.open(&NodeAttrs {
                class: "EditText",
                text: typed,
                bounds,
                ..Default::default()
            });
            b.finish().lasting_fingerprint()
        };
        assert_eq!(digest("12:30", 0, "a"), digest("12:31", 50, "a"));
        assert_ne!(digest("12:30", 0, "a"), digest("12:30", 0, "b"));
    }
}
