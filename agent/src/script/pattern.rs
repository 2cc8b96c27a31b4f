//! Patterns of selectors. Every other text of a script is literal.

use regex::Regex;

/// A regular expression as it stands in a script. It is searched for in a text's normal form.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    regex: Regex,
}

impl Pattern {
    /// Reads a pattern. The error says what is wrong and at which character.
    pub fn new(source: &str) -> Result<Pattern, String> {
        if source.contains("{{") {
            return Err("a pattern takes no parameters; braces of its own are written `\\{`".to_owned());
        }
        if let Err(e) = regex_syntax::Parser::new().parse(source) {
            use regex_syntax::Error;
            let (what, at) = match &e {
                Error::Parse(e) => (e.kind().to_string(), e.span().start.offset),
                Error::Translate(e) => (e.kind().to_string(), e.span().start.offset),
                other => (other.to_string(), 0),
            };
            let character = source.get(..at).map_or(1, |before| before.chars().count() + 1);
            return Err(format!("{what} at character {character}"));
        }
        match Regex::new(source) {
            Ok(regex) => Ok(Pattern {
                source: source.to_owned(),
                regex,
            }),
            Err(e) => Err(e.to_string()),
        }
    }

    /// True if it is found in the text.
    pub fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// As it was written.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_named_with_its_place() {
        for (source, want) in [
            ("(", "unclosed group at character 1"),
            ("größe (", "unclosed group at character 7"),
            ("*", "repetition operator missing expression at character 1"),
            ("{{name}}", "takes no parameters"),
        ] {
            let e = Pattern::new(source).unwrap_err();
            assert!(e.contains(want), "{source}: {e}");
        }
        assert!(Pattern::new("^Pro").unwrap().is_in("Profile"));
        assert!(!Pattern::new("^Pro").unwrap().is_in("My Profile"));
    }
}
