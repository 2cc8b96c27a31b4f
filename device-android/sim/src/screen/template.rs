//! Texts with variables in them: `Items: {cart}`.

use crate::spec::Vars;

/// A text in which `{name}` stands for a variable, and `{{` and `}}` for the braces themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Var(String),
}

/// True for what may be the name of a variable.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

impl Template {
    /// Reads a text. The error says what is wrong with its braces.
    pub(crate) fn parse(text: &str) -> Result<Template, String> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                plain.push_str(brace);
                rest = after;
            } else if brace == "}" {
                return Err("a `}` stands alone".to_owned());
            } else {
                let Some((name, after)) = rest.split_once('}') else {
                    return Err("a `{` is never closed".to_owned());
                };
                if !is_name(name) {
                    return Err(format!("`{{{name}}}` is not the name of a variable"));
                }
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(Part::Var(name.to_owned()));
                rest = after;
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Template(parts))
    }

    /// The names of the variables in it.
    pub(crate) fn vars(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|p| match p {
            Part::Var(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The text with the values of now.
    pub(crate) fn render(&self, vars: &Vars) -> String {
        self.0
            .iter()
            .map(|p| match p {
                Part::Text(text) => text.as_str(),
                Part::Var(name) => vars.get(name).map_or("", String::as_str),
            })
            .collect()
    }

    /// The text with variables left as `{name}`: what the author wrote, without escapes.
    pub(crate) fn source(&self) -> String {
        self.0
            .iter()
            .map(|p| match p {
                Part::Text(text) => text.clone(),
                Part::Var(name) => format!("{{{name}}}"),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_and_doubled_braces_are_braces() {
        let vars = Vars::from([("cart".to_owned(), "3".to_owned())]);
        for (text, want) in [
            ("Items: {cart}", "Items: 3"),
            ("{cart}{cart}", "33"),
            ("{{cart}} {gone}!", "{cart} !"),
            ("", ""),
        ] {
            assert_eq!(Template::parse(text).unwrap().render(&vars), want, "{text}");
        }
    }

    #[test]
    fn stray_braces_are_errors() {
        for (text, want) in [
            ("a } b", "alone"),
            ("a { b", "never closed"),
            ("{a b}", "not the name"),
        ] {
            assert!(Template::parse(text).unwrap_err().contains(want), "{text}");
        }
    }
}
