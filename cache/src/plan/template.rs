//! Typed text with the values of parameters left open.

use serde::{Deserialize, Serialize};

use super::Params;

/// A text in which `{{name}}` stands for the value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Template(String);

impl Template {
    /// A text that was typed as it is. `None` if it holds `{{`: it couldn't be told from a parameter later.
    pub fn literal(text: &str) -> Option<Template> {
        (!text.contains("{{")).then(|| Template(text.to_owned()))
    }

    /// A text as it is stored, with slots or without.
    pub(super) fn stored(text: &str) -> Template {
        Template(text.to_owned())
    }

    /// The text as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text with the values filled in. `None` if a parameter has no value.
    pub fn fill(&self, params: &Params) -> Option<String> {
        let mut out = String::with_capacity(self.0.len());
        let mut rest = self.0.as_str();
        while let Some(start) = rest.find("{{") {
            let len = rest[start..].find("}}")?;
            let name = rest[start + 2..start + len].trim();
            out.push_str(&rest[..start]);
            // A value that itself holds `{{x}}` is not filled again.
            out.push_str(params.get(name)?);
            rest = &rest[start + len + 2..];
        }
        out.push_str(rest);
        Some(out)
    }

    /// The same with each whole-word occurrence of a value replaced by `{{name}}`, all in one pass over the
    /// text as it was typed. None of the values may be empty or stand in another one.
    pub(super) fn open(&self, slots: &[(&str, &str)]) -> Template {
        let text = self.0.as_str();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let slot = slots
                .iter()
                .find(|(_, value)| !value.is_empty() && stands_at(text, at, value));
            match slot {
                Some((name, value)) => {
                    out.push_str(&format!("{{{{{name}}}}}"));
                    at += value.len();
                }
                None => {
                    out.push(c);
                    at += c.len_utf8();
                }
            }
        }
        Template(out)
    }
}

/// True if `value` stands at that place of the text as whole words.
fn stands_at(text: &str, at: usize, value: &str) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let end = at + value.len();
    text[at..].starts_with(value)
        && !(word(text[..at].chars().next_back()) && word(value.chars().next()))
        && !(word(value.chars().next_back()) && word(text[end..].chars().next()))
}
