//! A script's own selectors.

use std::fmt;

use super::Pattern;

/// What a script names an element by; all that is given must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    /// Resource-id, in full or bare.
    pub id: Option<String>,
    /// Its text.
    pub text: Option<String>,
    /// Its content description.
    pub desc: Option<String>,
    /// What it is called: text, description or hint.
    pub label: Option<String>,
    /// What must be found in what it is called.
    pub pattern: Option<Pattern>,
    /// What it stands in.
    pub within: Option<Box<Selector>>,
    /// Which one of all that fit, from 0, in the order of the tree.
    pub index: Option<usize>,
}

impl Selector {
    /// True if it says something about the element itself.
    pub fn names_something(&self) -> bool {
        let texts = [&self.id, &self.text, &self.desc, &self.label];
        self.pattern.is_some() || texts.iter().any(|t| t.is_some())
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [("id", &self.id), ("text", &self.text), ("desc", &self.desc)];
        let mut words: Vec<String> = parts
            .iter()
            .filter_map(|(k, v)| v.as_ref().map(|v| format!("{k} {v:?}")))
            .collect();
        if let Some(l) = &self.label {
            words.insert(0, format!("{l:?}"));
        }
        if let Some(p) = &self.pattern {
            words.push(format!("pattern `{}`", p.source()));
        }
        f.write_str(&words.join(" with "))?;
        if let Some(index) = self.index {
            write!(f, " at index {index}")?;
        }
        match &self.within {
            Some(within) => write!(f, " in {within}"),
            None => Ok(()),
        }
    }
}
