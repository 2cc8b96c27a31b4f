//! What repeats: items of lists, and siblings built alike. Their content is data, not the screen.

use std::collections::HashMap;

use super::{Family, Node, UiTree};

/// How siblings are told to be alike: by class, and by the families of their children. Leaves repeat only if
/// they share an id; a row of buttons is not a list.
type Shape<'t> = (&'t str, &'t str, Vec<Family>);

/// Which nodes of a tree are, or stand in, items of something that repeats.
#[derive(Debug, Clone)]
pub struct Repeats {
    inside: Vec<bool>,
}

impl Repeats {
    /// Looks over a tree once. Plain scroll views don't repeat.
    pub fn of(tree: &UiTree) -> Repeats {
        let mut inside = vec![false; tree.len()];
        for parent in tree.nodes() {
            let within = inside[parent.id().position()];
            let list = parent.family() == Family::List;
            let mut alike: HashMap<Shape<'_>, usize> = HashMap::new();
            if !within && !list {
                for child in parent.children() {
                    *alike.entry(shape(child)).or_default() += 1;
                }
            }
            for child in parent.children() {
                let many = || alike.get(&shape(child)).is_some_and(|n| *n >= 3) && can_repeat(child);
                inside[child.id().position()] = within || list || many();
            }
        }
        Repeats { inside }
    }

    /// True if the node is, or stands in, an item.
    pub fn inside(&self, node: Node<'_>) -> bool {
        self.inside.get(node.id().position()).copied().unwrap_or(false)
    }
}

fn shape<'t>(node: Node<'t>) -> Shape<'t> {
    let children: Vec<Family> = node.children().map(|c| c.family()).collect();
    let id = if children.is_empty() {
        node.resource_id()
    } else {
        ""
    };
    (node.class(), id, children)
}

fn can_repeat(node: Node<'_>) -> bool {
    node.children().next().is_some() || !node.resource_id().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{NodeAttrs, TreeBuilder};

    #[test]
    fn lists_and_likes_repeat_rows_of_buttons_do_not() {
        let mut b = TreeBuilder::new();
        b.open(&NodeAttrs {
            class: "Frame",
            ..Default::default()
        });
        for text in ["a", "b", "c"] {
            b.open(&NodeAttrs {
                class: "Button",
                text,
                ..Default::default()
            });
            b.close();
        }
        for text in ["x", "y", "z"] {
            b.open(&NodeAttrs {
                class: "Card",
                ..Default::default()
            });
            b.open(&NodeAttrs {
                class: "TextView",
                text,
                ..Default::default()
            });
            b.close();
            b.close();
        }
        b.open(&NodeAttrs {
            class: "ListView",
            ..Default::default()
        });
        b.open(&NodeAttrs {
            class: "TextView",
            text: "row",
            ..Default::default()
        });
        let t = b.finish();
        let r = Repeats::of(&t);
        let inside: Vec<&str> = t
            .nodes()
            .filter(|n| r.inside(*n))
            .map(|n| n.text())
            .filter(|t| !t.is_empty())
            .collect();
        assert_eq!(inside, ["x", "y", "z", "row"]);
        let items: Vec<usize> = t
            .nodes()
            .filter(|n| n.is_item())
            .map(|n| n.id().position())
            .collect();
        assert_eq!(items, [4, 6, 8, 11]);
    }
}
