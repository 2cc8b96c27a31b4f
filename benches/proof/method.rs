//! Ways to remember an element and to find it again: retap's, and those of others for comparison.

use retap_cache::feature::{Feature, find, take};
use retap_cache::screen::{Node, NodeId, UiTree};

/// A way to find an element again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Find by one kind of evidence, verify by another.
    Retap,
    /// Class and place at each level from the root, as an XPath with indexes has it.
    AbsolutePath,
    /// The first node with the resource-id.
    IdOnly,
    /// The resource-id if it finds exactly one node, else the first node of that class and text.
    IdThenText,
    /// The first match of: id, description, text, class and index path.
    Cascade,
}

/// What a method keeps of a node.
#[derive(Debug, Clone)]
pub enum Kept {
    /// Retap's feature.
    Feature(Box<Feature>),
    /// The attributes that the others go by.
    Plain {
        /// Resource-id.
        id: String,
        /// Class.
        class: String,
        /// Text.
        text: String,
        /// Description.
        desc: String,
        /// Class and place among siblings of that class, from the root.
        path: Vec<(String, usize)>,
    },
}

/// What a look-up gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// This node.
    Found(NodeId),
    /// None: it can't tell.
    Missed,
}

impl Method {
    /// All of them, retap first.
    pub const ALL: [Method; 5] = [
        Method::Retap,
        Method::AbsolutePath,
        Method::IdOnly,
        Method::IdThenText,
        Method::Cascade,
    ];

    /// Its words in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Method::Retap => "retap",
            Method::AbsolutePath => "absolute path",
            Method::IdOnly => "id only",
            Method::IdThenText => "id, then text",
            Method::Cascade => "first match",
        }
    }

    /// What it keeps of a node. `None` if the node can't be kept.
    pub fn take(self, node: Node<'_>) -> Option<Kept> {
        match self {
            Method::Retap => take(node).ok().map(|f| Kept::Feature(Box::new(f))),
            Method::IdOnly if node.resource_id().is_empty() => None,
            _ => Some(Kept::Plain {
                id: node.resource_id().to_owned(),
                class: node.class().to_owned(),
                text: node.text().to_owned(),
                desc: node.desc().to_owned(),
                path: path(node),
            }),
        }
    }

    /// Finds it in a tree.
    pub fn find(self, kept: &Kept, tree: &UiTree, same_locale: bool) -> Answer {
        let (id, class, text, desc, way) = match kept {
            Kept::Feature(f) => {
                return find(f, tree, same_locale).map_or(Answer::Missed, |f| Answer::Found(f.node.id()));
            }
            Kept::Plain {
                id,
                class,
                text,
                desc,
                path,
            } => (id, class, text, desc, path),
        };
        let all = |wanted: &dyn Fn(&Node<'_>) -> bool| -> Vec<NodeId> {
            tree.nodes().filter(|n| wanted(n)).map(|n| n.id()).collect()
        };
        let with_id = || {
            if id.is_empty() {
                Vec::new()
            } else {
                all(&|n| n.resource_id() == id)
            }
        };
        let with_text = || {
            if text.is_empty() {
                Vec::new()
            } else {
                all(&|n| n.class() == class && n.text() == text)
            }
        };
        let with_desc = || {
            if desc.is_empty() {
                Vec::new()
            } else {
                all(&|n| n.desc() == desc)
            }
        };
        let by_path = || follow(tree, way);
        let found = match self {
            Method::Retap | Method::AbsolutePath => by_path(),
            Method::IdOnly => with_id().first().copied(),
            Method::IdThenText => match with_id().as_slice() {
                [one] => Some(*one),
                _ => with_text().first().copied(),
            },
            Method::Cascade => [with_id(), with_desc(), with_text()]
                .into_iter()
                .find_map(|v| v.first().copied())
                .or_else(by_path),
        };
        found.map_or(Answer::Missed, Answer::Found)
    }
}

fn path(node: Node<'_>) -> Vec<(String, usize)> {
    let mut steps: Vec<_> = std::iter::once(node)
        .chain(node.ancestors())
        .map(|n| (n.class().to_owned(), place(n)))
        .collect();
    steps.reverse();
    steps
}

fn place(n: Node<'_>) -> usize {
    let before = |o: &Node<'_>| o.id() < n.id() && o.class() == n.class();
    match n.parent() {
        Some(p) => p.children().filter(before).count(),
        None => n.tree().roots().filter(before).count(),
    }
}

fn follow(tree: &UiTree, way: &[(String, usize)]) -> Option<NodeId> {
    let mut level: Vec<Node<'_>> = tree.roots().collect();
    let mut here = None;
    for (class, place) in way {
        let node = level.into_iter().filter(|n| n.class() == class).nth(*place)?;
        level = node.children().collect();
        here = Some(node.id());
    }
    here
}
