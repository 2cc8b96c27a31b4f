//! A screen that can be changed, and that remembers which node is which.

use retap_cache::screen::{Flags, Node, NodeAttrs, NodeId, Rect, TreeBuilder, UiTree};

/// A node of a draft.
#[derive(Debug, Clone, Default)]
pub struct Piece {
    /// As in a dump.
    pub class: String,
    /// As in a dump.
    pub id: String,
    /// As in a dump.
    pub package: String,
    /// As in a dump.
    pub text: String,
    /// As in a dump.
    pub desc: String,
    /// As in a dump.
    pub hint: String,
    /// As in a dump.
    pub bounds: Rect,
    /// As in a dump.
    pub flags: Flags,
    /// The node that it was made from; none for an added one.
    pub origin: Option<NodeId>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

/// A changeable copy of a tree. Pieces are named by index; removed ones stay unreachable.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub(super) pieces: Vec<Piece>,
    pub(super) roots: Vec<usize>,
}

impl Draft {
    /// Copies a tree; piece `i` is the node at position `i`.
    pub fn of(tree: &UiTree) -> Draft {
        let mut d = Draft::default();
        for n in tree.nodes() {
            let parent = n.parent().map(|p| p.id().position());
            d.pieces.push(Piece {
                parent,
                origin: Some(n.id()),
                ..copy(n)
            });
            let here = d.pieces.len() - 1;
            match parent {
                Some(p) => d.pieces[p].children.push(here),
                None => d.roots.push(here),
            }
        }
        d
    }

    /// The piece at an index.
    pub fn piece(&self, at: usize) -> &Piece {
        &self.pieces[at]
    }

    /// Its siblings and itself, in order.
    pub fn siblings(&self, at: usize) -> &[usize] {
        match self.pieces[at].parent {
            Some(p) => &self.pieces[p].children,
            None => &self.roots,
        }
    }

    pub(super) fn siblings_mut(&mut self, at: usize) -> &mut Vec<usize> {
        match self.pieces[at].parent {
            Some(p) => &mut self.pieces[p].children,
            None => &mut self.roots,
        }
    }

    /// Parent, grandparent and so on.
    pub fn ancestors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.pieces[at].parent, |p| self.pieces[*p].parent)
    }

    /// The piece and everything below it.
    pub fn subtree(&self, at: usize) -> Vec<usize> {
        let mut all = vec![at];
        let mut next = 0;
        while let Some(&i) = all.get(next) {
            all.extend(&self.pieces[i].children);
            next += 1;
        }
        all
    }

    /// Adds a piece beside another one, before it.
    pub fn insert_before(&mut self, at: usize, piece: Piece) -> usize {
        let parent = self.pieces[at].parent;
        let new = self.pieces.len();
        self.pieces.push(Piece { parent, ..piece });
        let place = self.siblings(at).iter().position(|i| *i == at).unwrap_or(0);
        self.siblings_mut(at).insert(place, new);
        new
    }

    /// Copies a piece with everything below it, as added ones, and puts the copy before it.
    pub fn duplicate(&mut self, at: usize) -> usize {
        let copy = Piece {
            origin: None,
            children: Vec::new(),
            ..self.pieces[at].clone()
        };
        let new = self.insert_before(at, copy);
        let mut todo: Vec<(usize, usize)> = self.pieces[at].children.iter().map(|c| (*c, new)).collect();
        while let Some((from, into)) = todo.pop() {
            let piece = Piece {
                origin: None,
                parent: Some(into),
                children: Vec::new(),
                ..self.pieces[from].clone()
            };
            let here = self.pieces.len();
            self.pieces.push(piece);
            self.pieces[into].children.insert(0, here);
            todo.extend(self.pieces[from].children.iter().map(|c| (*c, here)));
        }
        // `insert(0, …)` over a stack: the order of the children is that of the original.
        new
    }

    /// Takes a piece out, with everything below it.
    pub fn remove(&mut self, at: usize) {
        self.siblings_mut(at).retain(|i| *i != at);
    }

    /// Puts a piece around another one.
    pub fn wrap(&mut self, at: usize, class: &str) {
        let piece = Piece {
            class: class.to_owned(),
            package: self.pieces[at].package.clone(),
            bounds: self.pieces[at].bounds,
            flags: Flags::ENABLED,
            ..Piece::default()
        };
        let wrapper = self.insert_before(at, piece);
        self.remove(at);
        self.pieces[at].parent = Some(wrapper);
        self.pieces[wrapper].children.push(at);
    }

    /// The tree of the draft, and where the node of that origin is in it.
    pub fn build(&self, origin: NodeId) -> (UiTree, Option<NodeId>) {
        let mut b = TreeBuilder::new();
        let mut found = None;
        // A piece to open, or `None` to close the last one.
        let mut todo: Vec<Option<usize>> = self.roots.iter().rev().map(|r| Some(*r)).collect();
        while let Some(next) = todo.pop() {
            let Some(i) = next else {
                b.close();
                continue;
            };
            let p = &self.pieces[i];
            if p.origin == Some(origin) {
                found = Some(b.len());
            }
            b.open(&NodeAttrs {
                class: &p.class,
                id: &p.id,
                package: &p.package,
                text: &p.text,
                desc: &p.desc,
                hint: &p.hint,
                index: 0,
                bounds: p.bounds,
                flags: p.flags,
            });
            todo.push(None);
            todo.extend(p.children.iter().rev().map(|c| Some(*c)));
        }
        let tree = b.finish();
        let id = found.and_then(|at| tree.nodes().nth(at).map(|n| n.id()));
        (tree, id)
    }
}

fn copy(n: Node<'_>) -> Piece {
    Piece {
        class: n.class().to_owned(),
        id: n.resource_id().to_owned(),
        package: n.package().to_owned(),
        text: n.text().to_owned(),
        desc: n.desc().to_owned(),
        hint: n.hint().to_owned(),
        bounds: n.bounds(),
        flags: n.flags(),
        ..Piece::default()
    }
}
