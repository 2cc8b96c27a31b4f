//! Resource-ids in both spellings: `package:id/name` and the bare `name`.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

use crate::screen::UiTree;
use crate::screen::tree::NameNo;

const NONE: u32 = u32::MAX;

/// The ids of a tree by the part that both spellings have.
#[derive(Debug, Clone)]
pub(super) struct Ids {
    hasher: DefaultHashBuilder,
    /// Tails to groups of names.
    tails: HashTable<u32>,
    groups: Vec<Group>,
    /// The group of each name; `NONE` for names that are no ids.
    group_of: Vec<u32>,
    /// The next name of the same tail.
    next: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Group {
    first: u32,
}

fn tail(id: &str) -> &str {
    id.split_once(":id/").map_or(id, |(_, tail)| tail)
}

fn is_bare(id: &str) -> bool {
    !id.contains(":id/")
}

impl Ids {
    pub(super) fn of(tree: &UiTree) -> Ids {
        let names = tree.names().len();
        let mut ids = Ids {
            hasher: DefaultHashBuilder::default(),
            tails: HashTable::new(),
            groups: Vec::new(),
            group_of: vec![NONE; names],
            next: vec![NONE; names],
        };
        for record in &tree.nodes {
            let no = record.id;
            if ids.group_of[no.position()] == NONE && !tree.name(no).is_empty() {
                ids.add(tree, no);
            }
        }
        ids
    }

    fn add(&mut self, tree: &UiTree, no: NameNo) {
        let tail_of = |group: &Group| tail(tree.name(NameNo(group.first)));
        let wanted = tail(tree.name(no));
        let hash = self.hasher.hash_one(wanted);
        let known = self
            .tails
            .find(hash, |g| tail_of(&self.groups[*g as usize]) == wanted)
            .copied();
        match known {
            Some(g) => {
                let first = &mut self.groups[g as usize].first;
                self.next[no.position()] = *first;
                *first = no.0;
                self.group_of[no.position()] = g;
            }
            None => {
                let g = self.groups.len() as u32;
                self.groups.push(Group { first: no.0 });
                self.group_of[no.position()] = g;
                let (groups, hasher) = (&self.groups, &self.hasher);
                self.tails
                    .insert_unique(hash, g, |g| hasher.hash_one(tail_of(&groups[*g as usize])));
            }
        }
    }

    fn members(&self, group: u32) -> impl Iterator<Item = NameNo> + '_ {
        let first = self.groups.get(group as usize).map_or(NONE, |g| g.first);
        std::iter::successors((first != NONE).then_some(NameNo(first)), |no| {
            let next = self.next[no.position()];
            (next != NONE).then_some(NameNo(next))
        })
    }

    /// The names of the tree that mean the same as an id; see [`crate::screen::same_id`].
    pub(super) fn matching<'a>(&'a self, tree: &'a UiTree, id: &'a str) -> impl Iterator<Item = NameNo> + 'a {
        let wanted = tail(id);
        let group = (!id.is_empty())
            .then(|| {
                self.tails.find(self.hasher.hash_one(wanted), |g| {
                    self.groups
                        .get(*g as usize)
                        .is_some_and(|g| tail(tree.name(NameNo(g.first))) == wanted)
                })
            })
            .flatten();
        let bare = is_bare(id);
        self.members(group.copied().unwrap_or(NONE))
            .filter(move |no| bare || is_bare(tree.name(*no)) || tree.name(*no) == id)
    }

    /// How many nodes have an id that means the same as the name, itself included.
    pub(super) fn twins(&self, tree: &UiTree, no: NameNo, count: impl Fn(NameNo) -> usize) -> usize {
        let group = self.group_of.get(no.position()).copied().unwrap_or(NONE);
        // Nearly every tail has one spelling.
        if self.next[no.position()] == NONE
            && self.groups.get(group as usize).is_some_and(|g| g.first == no.0)
        {
            return count(no);
        }
        let bare = is_bare(tree.name(no));
        self.members(group)
            .filter(|other| bare || *other == no || is_bare(tree.name(*other)))
            .map(count)
            .sum()
    }
}
