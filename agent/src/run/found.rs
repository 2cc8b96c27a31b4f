//! How memory found an element again, and when that wants a second look.

use retap_cache::feature::Found;
use retap_cache::screen::Rect;

use super::event::Located;

/// The evidence by which an element was found on one read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Find {
    rung: &'static str,
    by: &'static str,
    bounds: Rect,
    /// True if lesser evidence than when it was learned found it.
    pub(super) relocated: bool,
    /// True if its picture should have been compared and none could be had.
    pub(super) unseen: bool,
}

impl Find {
    pub(super) fn new(found: &Found<'_>) -> Find {
        Find {
            rung: found.rung.word(),
            by: found.by.word(),
            bounds: found.node.bounds(),
            relocated: found.relocated,
            unseen: false,
        }
    }

    pub(super) fn unseen(self, unseen: bool) -> Find {
        Find { unseen, ..self }
    }

    pub(super) fn words(&self) -> String {
        let relocated = if self.relocated { "relocated: " } else { "" };
        let unseen = if self.unseen {
            "; its picture was not compared, for none could be had"
        } else {
            ""
        };
        format!(
            "{relocated}found by {}, confirmed by {}{unseen}",
            self.rung, self.by
        )
    }

    pub(super) fn mark(&self, located: Located) -> Located {
        Located {
            rung: Some(self.rung),
            by: Some(self.by),
            relocated: self.relocated,
            ..located
        }
    }
}

/// Doubt in a relocated element on a read that has not settled: in a change of pages what is left of the old one can
/// carry, for a moment, what the new one uses for another. Two looks that agree end it.
#[derive(Debug, Default)]
pub(super) struct Doubt(Option<Find>);

impl Doubt {
    /// True if the element must be looked at once more before it is touched.
    pub(super) fn remains(&mut self, find: &Find, settled: bool) -> bool {
        if settled || !find.relocated {
            return false;
        }
        let before = self.0.replace(find.clone());
        before.as_ref() != Some(find)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_relocated_element_on_an_unsettled_read_is_looked_at_twice() {
        let find = |relocated, left| Find {
            rung: "label",
            by: "path",
            bounds: Rect::new(left, 0, left + 10, 10),
            relocated,
            unseen: false,
        };
        let mut doubt = Doubt::default();
        assert!(!doubt.remains(&find(false, 0), false));
        assert!(!doubt.remains(&find(true, 0), true));
        assert!(doubt.remains(&find(true, 0), false));
        assert!(doubt.remains(&find(true, 5), false), "it moved");
        assert!(!doubt.remains(&find(true, 5), false), "two looks agree");
    }
}
