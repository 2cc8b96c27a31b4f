//! Telling look-alikes apart where there is no list to name their rows: by the part of the screen that holds the
//! element and none like it.

use serde::{Deserialize, Serialize};

use super::container::{all_texts, texts_of};
use crate::screen::{Node, label};

/// What holds more texts is a page, not a row: it names nothing in it.
const MAX_TEXTS: usize = 4;

/// The narrowest part of the screen that holds the element, none like it, and texts that no other such part has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// How many levels above the element it begins; wrappers of a single thing don't count.
    pub up: usize,
    /// The lasting texts in it, without those of the element itself; sorted.
    pub texts: Vec<String>,
}

impl Branch {
    /// The branch of a node among others like it. `None` if no part of the screen tells them apart.
    pub(super) fn of(node: Node<'_>, alike: &[Node<'_>]) -> Option<Branch> {
        // A single thing in its wrapper would move up a level with the next thing that is put beside it.
        if node.parent().is_none_or(|p| p.children().nth(1).is_none()) {
            return None;
        }
        let alone = |up: &Node<'_>| !alike.iter().any(|o| *o != node && up.holds(*o));
        // What has no name must be named by what stands right beside it; further off it could be another one.
        let nameless = node.resource_id().is_empty() && label(node).is_none_or(|l| l.is_volatile());
        let reach = if nameless { 1 } else { usize::MAX };
        for (i, part) in forks(node)
            .enumerate()
            .take(reach)
            .take_while(|(_, part)| alone(part))
        {
            let branch = Branch {
                up: i + 1,
                texts: texts_of(part, node),
            };
            let tells = (1..=MAX_TEXTS).contains(&branch.texts.len())
                && !alike.iter().any(|o| *o != node && branch.is_around(*o, alike));
            if tells {
                return Some(branch);
            }
        }
        None
    }

    /// True if the node stands in such a part now: as high above it, with all the texts and none of the others.
    pub(super) fn is_around(&self, node: Node<'_>, alike: &[Node<'_>]) -> bool {
        let Some(part) = self.up.checked_sub(1).and_then(|up| forks(node).nth(up)) else {
            return false;
        };
        if alike.iter().any(|o| *o != node && part.holds(*o)) {
            return false;
        }
        let now = all_texts(part);
        self.texts.iter().all(|t| now.contains(t))
    }
}

/// The ancestors that hold more than one thing: a wrapper more or less changes nothing.
fn forks<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    node.ancestors().filter(|n| n.children().nth(1).is_some())
}
