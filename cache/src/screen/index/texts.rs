//! The words on a screen, each text once and by number.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::screen::UiTree;
use crate::screen::tree::Span;
use crate::text::{is_normal, is_volatile, normal};

/// Names a text in normal form inside one tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TextNo(pub(super) u32);

#[derive(Debug, Clone, Copy)]
struct Entry {
    words: Span,
    /// True if the words stand in `made`, not in the tree.
    made: bool,
    volatile: bool,
    digit: bool,
}

/// All texts of a tree that are labels.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    hasher: DefaultHashBuilder,
    numbers: HashTable<u32>,
    entries: Vec<Entry>,
    /// Normal forms that the tree doesn't hold as they are.
    made: String,
}

impl Texts {
    pub(super) fn new() -> Texts {
        Texts {
            hasher: DefaultHashBuilder::default(),
            numbers: HashTable::new(),
            entries: Vec::new(),
            made: String::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a text of the tree as it stands there. It must have a normal form that is not empty.
    pub(super) fn add(&mut self, words: Span, tree: &UiTree) -> TextNo {
        let text = tree.str(words);
        if is_normal(text) {
            self.number(text, Some(words), tree)
        } else {
            self.number(&normal(text), None, tree)
        }
    }

    /// Adds several texts, one after the other, as one.
    pub(super) fn join(&mut self, parts: &[u32], tree: &UiTree) -> TextNo {
        if let [one] = parts {
            return TextNo(*one);
        }
        let mut joined = String::new();
        for part in parts {
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(self.words(TextNo(*part), tree));
        }
        self.number(&joined, None, tree)
    }

    fn number(&mut self, text: &str, words: Option<Span>, tree: &UiTree) -> TextNo {
        if let Some(no) = self.find(text, tree) {
            return no;
        }
        let no = self.entries.len() as u32;
        let digit = text.bytes().any(|b| b.is_ascii_digit());
        self.entries.push(Entry {
            words: words.unwrap_or_else(|| Span::after(&self.made, text)),
            made: words.is_none(),
            volatile: is_volatile(text),
            digit,
        });
        if words.is_none() {
            self.made.push_str(text);
        }
        let (entries, made, hasher) = (&self.entries, &self.made, &self.hasher);
        self.numbers.insert_unique(hasher.hash_one(text), no, |no| {
            hasher.hash_one(words_of(entries, made, *no, tree))
        });
        TextNo(no)
    }

    pub(super) fn find(&self, text: &str, tree: &UiTree) -> Option<TextNo> {
        self.numbers
            .find(self.hasher.hash_one(text), |no| {
                words_of(&self.entries, &self.made, *no, tree) == text
            })
            .map(|no| TextNo(*no))
    }

    pub(super) fn words<'a>(&'a self, no: TextNo, tree: &'a UiTree) -> &'a str {
        words_of(&self.entries, &self.made, no.0, tree)
    }

    /// True for the number of a text that is not volatile.
    pub(super) fn is_lasting(&self, no: u32) -> bool {
        self.entries.get(no as usize).is_some_and(|e| !e.volatile)
    }

    pub(super) fn has_digit(&self, no: TextNo) -> bool {
        self.entries.get(no.0 as usize).is_some_and(|e| e.digit)
    }
}

fn words_of<'a>(entries: &[Entry], made: &'a str, no: u32, tree: &'a UiTree) -> &'a str {
    match entries.get(no as usize) {
        Some(e) if e.made => e.words.of(made),
        Some(e) => tree.str(e.words),
        None => "",
    }
}
