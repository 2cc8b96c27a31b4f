//! How closely texts agree: equal, equal but for case, whole words, part of a word.

use retap_cache::text::{has_words, normal};

/// How closely texts must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closeness {
    Equal,
    AnyCase,
    Words,
    Part,
}

/// A text in the forms that are compared, made once for many comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wording {
    pub(crate) normal: String,
    folded: String,
}

impl Wording {
    pub(crate) fn of(text: &str) -> Wording {
        let normal = normal(text);
        Wording {
            folded: normal.to_lowercase(),
            normal,
        }
    }

    /// True if its words stand in `whole` as whole words.
    fn is_in(&self, whole: &Wording) -> bool {
        // Telling words apart is the dearest of the comparisons; most texts don't even hold the letters.
        let longest = self
            .folded
            .split(|c: char| !c.is_alphanumeric())
            .max_by_key(|w| w.len());
        longest.is_none_or(|w| whole.folded.contains(w)) && has_words(&whole.normal, &self.normal)
    }
}

impl Closeness {
    /// The steps of a look-up, the closest first.
    pub(crate) const ALL: [Closeness; 4] = [
        Closeness::Equal,
        Closeness::AnyCase,
        Closeness::Words,
        Closeness::Part,
    ];

    /// True for texts that say just the same, case aside.
    pub(crate) const fn is_exact(self) -> bool {
        matches!(self, Closeness::Equal | Closeness::AnyCase)
    }

    /// True if `text` agrees with `wanted`.
    pub(crate) fn fits(self, text: &str, wanted: &str) -> bool {
        self.agrees(&Wording::of(text), &Wording::of(wanted))
    }

    /// The same for texts that are compared often.
    pub(crate) fn agrees(self, text: &Wording, wanted: &Wording) -> bool {
        match self {
            Closeness::Equal => text.normal == wanted.normal,
            Closeness::AnyCase => text.folded == wanted.folded,
            Closeness::Words => wanted.is_in(text),
            Closeness::Part => text.folded.contains(&wanted.folded),
        }
    }
}
