//! How closely texts agree: equal, equal but for case, whole words, part of a word.

use retap_cache::text::normal;

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

    /// True if the text holds these very characters, and no word of it goes on beyond them.
    fn stands_alone_in(&self, text: &Wording) -> bool {
        let (text, wanted) = (text.folded.as_str(), self.folded.as_str());
        let joins = |a: Option<char>, b: Option<char>| {
            a.zip(b)
                .is_some_and(|(a, b)| a.is_alphanumeric() && b.is_alphanumeric())
        };
        text.match_indices(wanted).any(|(at, _)| {
            let before = text.get(..at).and_then(|t| t.chars().next_back());
            let after = text.get(at + wanted.len()..).and_then(|t| t.chars().next());
            !joins(before, wanted.chars().next()) && !joins(wanted.chars().next_back(), after)
        })
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
        // A parameter may be empty, and nothing is part of everything.
        if wanted.normal.is_empty() {
            return false;
        }
        match self {
            Closeness::Equal => text.normal == wanted.normal,
            Closeness::AnyCase => text.folded == wanted.folded,
            Closeness::Words => wanted.stands_alone_in(text),
            Closeness::Part => text.folded.contains(&wanted.folded),
        }
    }
}
