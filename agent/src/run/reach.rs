//! Bringing a target into view before it is touched.
//!
//! One drag at a time, inside what can be seen of the nearest thing that scrolls; then the target is looked up anew on
//! a new read. It is part of touching: no plan records it.

use retap_cache::device::{Action, Deadline};

use super::hands::{Fell, Sight};
use super::session::Session;
use crate::script::{Scroll, Seen, drag, into_view, seen};

/// How often one target is scrolled towards at the most: a list whose content never comes to an end stops here.
const MAX_SCROLLS: usize = 10;

/// The kind of a failure after a scroll: what was found before it counts no more.
pub(super) const SCROLLED: &str = "not-in-view";

/// The kind of a failure once scrolling has brought nothing: waiting is no use.
pub(super) const END: &str = "end-of-list";

/// What was scrolled for one target.
#[derive(Debug, Default)]
pub(super) struct Reaching {
    /// The target in words.
    words: String,
    scrolls: usize,
    /// True once a drag moved nothing: the end of the list.
    stuck: bool,
}

/// Whether the target is in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reached {
    /// As far as it can be brought there.
    InView,
    /// Something was moved; the target must be looked up again.
    Scrolled,
}

impl Session<'_> {
    /// Scrolls once towards a node that is out of view or only a sliver. A sliver that can't be brought further in
    /// is touched as it is; what stays out of view is not.
    pub(super) async fn reach(&mut self, sight: &Sight, words: &str) -> Result<Reached, Fell> {
        let screen = sight.screen.clone();
        let Some((node, scroll)) = sight
            .node()
            .and_then(|n| Some((n, into_view(n, &screen.geometry)?)))
        else {
            return Ok(Reached::InView);
        };
        if self.reaching.words != words {
            self.reaching = Reaching {
                words: words.to_owned(),
                ..Reaching::default()
            };
        }
        let path = drag(scroll, node, &screen.geometry, &screen.covers);
        let (Some((from, to)), false) = (path, self.reaching.stuck || self.reaching.scrolls >= MAX_SCROLLS)
        else {
            return match seen(node, &screen.geometry) {
                Seen::Not(why) => Err(Fell::NotSent {
                    kind: END,
                    why: format!(
                        "{words} ({node:?}) can't be touched: {why}; {}",
                        self.tried(scroll)
                    ),
                }),
                _ => Ok(Reached::InView),
            };
        };
        self.reaching.scrolls += 1;
        self.send(&Action::Swipe { from, to }, self.timing.act).await?;
        let until = Deadline::after(self.timing.change);
        while self.look().await?.tree == screen.tree {
            if until.passed() {
                self.reaching.stuck = true;
                break;
            }
            self.pause().await;
        }
        Ok(Reached::Scrolled)
    }

    fn tried(&self, scroll: Scroll<'_>) -> String {
        let Reaching { scrolls, stuck, .. } = self.reaching;
        match (scrolls, stuck) {
            (0, _) => format!("too little of {:?} can be seen to scroll it", scroll.scroller),
            (n, true) => format!("end of list reached after {n} scrolls"),
            (n, false) => format!("{n} scrolls did not bring it into view"),
        }
    }
}

/// What is said of a target that was scrolled towards.
pub(super) fn scrolled(words: &str) -> Fell {
    Fell::NotSent {
        kind: SCROLLED,
        why: format!("{words} was out of view, and was not found in view after scrolling towards it"),
    }
}
