//! What words may mean: a name, bare or in quotes, with at most articles and a role word around it.

use retap_cache::text::normal;

use crate::ground::{is_article, meant};

/// One way to understand the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    /// What the element is called, in normal form.
    pub(super) name: String,
    /// The role word and the roles that it allows.
    pub(super) role: Option<(String, &'static [&'static str])>,
}

/// Words with all their readings: names may hold articles and role words ("The Box", "Search box"), so the same
/// words are read in each way, and what the screen holds decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    /// As they were given, in normal form.
    pub(super) words: String,
    /// Never empty.
    pub(super) readings: Vec<Reading>,
    /// True if a name stands in quotes and other words beside it, which only a model understands.
    pub(super) says_more: bool,
}

impl Phrase {
    /// Reads the words. `None` if there is none.
    pub(super) fn read(words: &str) -> Option<Phrase> {
        let words = normal(words);
        if words.is_empty() {
            return None;
        }
        let (readings, says_more) = match quoted(&words) {
            Some(reading) => (vec![reading], false),
            None => (bare(&words), words.matches('"').count() >= 2),
        };
        Some(Phrase {
            words,
            readings,
            says_more,
        })
    }

    /// The name without everything around it.
    pub(super) fn name(&self) -> &str {
        self.readings.last().map_or(&self.words, |r| &r.name)
    }

    /// The role word, if there is one.
    pub(super) fn role(&self) -> Option<&str> {
        self.readings
            .iter()
            .find_map(|r| Some(r.role.as_ref()?.0.as_str()))
    }
}

fn role_of(word: &str) -> Option<(String, &'static [&'static str])> {
    let word = word.to_lowercase();
    meant(&word).map(|roles| (word, roles))
}

/// Nothing but a quoted name, articles and one role word.
fn quoted(words: &str) -> Option<Reading> {
    let (before, rest) = words.split_once('"')?;
    let (name, after) = rest.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || after.contains('"') {
        return None;
    }
    let mut role = None;
    for word in before
        .split(' ')
        .chain(after.split(' '))
        .filter(|w| !w.is_empty())
    {
        match role_of(word) {
            Some(found) if role.is_none() => role = Some(found),
            None if is_article(&word.to_lowercase()) => {}
            _ => return None,
        }
    }
    Some(Reading {
        name: name.to_owned(),
        role,
    })
}

/// The whole words as a name; without the article; without the role word at their end.
fn bare(words: &str) -> Vec<Reading> {
    let reading = |name: &str, role| Reading {
        name: name.to_owned(),
        role,
    };
    let mut readings = vec![reading(words, None)];
    let mut name = words;
    while let Some((first, rest)) = name.split_once(' ')
        && is_article(&first.to_lowercase())
    {
        name = rest;
    }
    if name != words {
        readings.push(reading(name, None));
    }
    if let Some((rest, last)) = name.rsplit_once(' ')
        && let Some(role) = role_of(last)
    {
        readings.push(reading(rest, Some(role)));
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_every_way_that_they_may_mean() {
        let table: [(&str, &[(&str, &str)]); 9] = [
            ("Login", &[("Login", "")]),
            ("the Login", &[("the Login", ""), ("Login", "")]),
            (
                "the  Login button",
                &[
                    ("the Login button", ""),
                    ("Login button", ""),
                    ("Login", "button"),
                ],
            ),
            ("Search Box", &[("Search Box", ""), ("Search", "box")]),
            ("the button", &[("the button", ""), ("button", "")]),
            ("“Login”", &[("Login", "")]),
            ("the \"Login\" Button", &[("Login", "button")]),
            ("the field \"the box\"", &[("the box", "field")]),
            (
                "the second \"Pay\" button",
                &[
                    ("the second \"Pay\" button", ""),
                    ("second \"Pay\" button", ""),
                    ("second \"Pay\"", "button"),
                ],
            ),
        ];
        for (words, want) in table {
            let phrase = Phrase::read(words).unwrap();
            let got: Vec<(&str, &str)> = phrase
                .readings
                .iter()
                .map(|r| (r.name.as_str(), r.role.as_ref().map_or("", |r| r.0.as_str())))
                .collect();
            assert_eq!(got, want, "{words}");
            assert_eq!(phrase.says_more, words.contains("second"), "{words}");
        }
        assert_eq!(Phrase::read(" \u{a0}"), None);
    }
}
