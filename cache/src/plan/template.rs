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

    /// The same with each whole-word occurrence of `value` replaced by `{{name}}`. `None` if it stands nowhere.
    pub(super) fn open(&self, name: &str, value: &str) -> Option<Template> {
        let mut out = String::with_capacity(self.0.len());
        let (mut rest, mut before, mut any) = (self.0.as_str(), None::<char>, false);
        while let Some(at) = rest.find(value) {
            let left = rest[..at].chars().next_back().or(before);
            let right = rest[at + value.len()..].chars().next();
            let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let joined = |outer: Option<char>, inner: Option<char>| word(outer) && word(inner);
            out.push_str(&rest[..at]);
            if joined(left, value.chars().next()) || joined(value.chars().next_back(), right) {
                out.push_str(value);
            } else {
                out.push_str(&format!("{{{{{name}}}}}"));
                any = true;
            }
            before = value.chars().next_back();
            rest = &rest[at + value.len()..];
        }
        out.push_str(rest);
        any.then_some(Template(out))
    }
}
