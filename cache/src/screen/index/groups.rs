//! Nodes by what they have in common, each group in document order.

use super::{Bits, Facts, NONE};
use crate::screen::Family;

/// The nodes of each key, in document order.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    /// Where the group of each key begins in `order`; one more at the end.
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl Groups {
    /// Groups nodes by key; those with the key `NONE` are in no group.
    pub(super) fn of(keys: impl Iterator<Item = u32> + Clone, count: usize) -> Groups {
        let mut starts = vec![0_u32; count + 1];
        for key in keys.clone().filter(|k| *k != NONE) {
            starts[key as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut order = vec![0; starts[count] as usize];
        for (node, key) in keys.enumerate().filter(|(_, k)| *k != NONE) {
            let at = &mut next[key as usize];
            order[*at as usize] = node as u32;
            *at += 1;
        }
        Groups { starts, order }
    }

    pub(super) fn of_key(&self, key: u32) -> &[u32] {
        let bounds = self
            .starts
            .get(key as usize)
            .zip(self.starts.get(key as usize + 1));
        bounds.map_or(&[], |(from, to)| {
            self.order.get(*from as usize..*to as usize).unwrap_or(&[])
        })
    }
}

/// Nodes that a rung takes into account, not yet counted or listed: there can be as many as rows.
#[derive(Debug, Clone)]
pub(crate) struct Candidates<'i> {
    slices: Vec<&'i [u32]>,
    family: Option<Family>,
    borrowed: Option<bool>,
    facts: &'i [Facts],
}

impl<'i> Candidates<'i> {
    pub(super) fn new(slices: Vec<&'i [u32]>, family: Option<Family>, facts: &'i [Facts]) -> Self {
        Self {
            slices,
            family,
            borrowed: None,
            facts,
        }
    }

    pub(super) fn one(slice: &'i [u32], family: Option<Family>, facts: &'i [Facts]) -> Self {
        Self::new(vec![slice], family, facts)
    }

    pub(crate) fn none() -> Self {
        Self::new(Vec::new(), None, &[])
    }

    /// Only those of a family.
    pub(crate) fn of_family(mut self, family: Family) -> Self {
        self.family = Some(family);
        self
    }

    /// Only those that are called so in words of their own, or only those that borrow them.
    pub(super) fn that_borrow(mut self, borrowed: bool) -> Self {
        self.borrowed = Some(borrowed);
        self
    }

    fn fits(&self, at: u32) -> bool {
        self.facts.get(at as usize).is_some_and(|n| {
            self.family.is_none_or(|f| n.family == f)
                && self.borrowed.is_none_or(|b| n.bits.has(Bits::BORROWED) == b)
        })
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.slices
            .iter()
            .flat_map(|s| s.iter().copied())
            .filter(|at| self.fits(*at))
    }

    /// Those from one position up to another, without the last.
    pub(crate) fn within(&self, from: u32, to: u32) -> impl Iterator<Item = u32> + '_ {
        self.slices
            .iter()
            .flat_map(move |s| {
                let start = s.partition_point(|at| *at < from);
                s[start..].iter().copied().take_while(move |at| *at < to)
            })
            .filter(|at| self.fits(*at))
    }

    /// The first two: none, exactly one, or more.
    pub(crate) fn first_two(&self) -> (Option<u32>, Option<u32>) {
        let mut all = self.all();
        (all.next(), all.next())
    }
}
