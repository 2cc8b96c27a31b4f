//! Parameters of a script: `{{name}}` in its texts.

use retap_cache::plan::Params;

/// Names and values of a script's parameters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vars(Params);

impl Vars {
    /// Sets one; the last word counts.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.set(name, value);
    }

    /// The parameters that a text uses, with their values, or the name of one that isn't declared.
    pub fn used(&self, text: &str) -> Result<Params, String> {
        let mut used = Params::none();
        for name in names(text) {
            match self.0.get(&name) {
                Some(value) => used.set(name, value),
                None => return Err(name),
            }
        }
        Ok(used)
    }

    /// The text with the values filled in; a name that isn't declared stays as written (it was refused when the
    /// script was read). A value that itself holds `{{x}}` is not filled again.
    pub fn fill(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, name, after)) = next(rest) {
            out.push_str(before);
            match self.0.get(name) {
                Some(value) => out.push_str(value),
                None => out.push_str(&format!("{{{{{name}}}}}")),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    /// The text with each parameter in one spelling: `{{ name }}` becomes `{{name}}`. That is how it is keyed.
    pub fn template(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, name, after)) = next(rest) {
            out.push_str(before);
            out.push_str(&format!("{{{{{name}}}}}"));
            rest = after;
        }
        out.push_str(rest);
        out
    }

    /// The declared names.
    pub fn names(&self) -> Vec<String> {
        self.0.names()
    }
}

fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, name, after)) = next(rest) {
        found.push(name.to_owned());
        rest = after;
    }
    found
}

/// Text before the next `{{name}}`, the name, and the text behind it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find("{{")?;
    let len = text[start..].find("}}")?;
    Some((
        &text[..start],
        text[start + 2..start + len].trim(),
        &text[start + len + 2..],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_filled_once_and_undeclared_names_are_named() {
        let mut v = Vars::default();
        v.set("plan", "Basic");
        v.set("odd", "{{plan}}");
        assert_eq!(
            v.fill("choose the {{ plan }} plan {{odd}}"),
            "choose the Basic plan {{plan}}"
        );
        assert_eq!(Vars::template("the {{ plan }} plan"), "the {{plan}} plan");
        assert_eq!(v.used("{{plan}}").unwrap().names(), ["plan"]);
        assert_eq!(v.used("{{plna}}"), Err("plna".into()));
        assert_eq!(v.fill("a {{ b"), "a {{ b");
    }
}
