//! YAML files that people write, with the position of everything in them.
//!
//! Scalars keep the text as written (`007` stays `007`), keys are checked against what is known, and every
//! complaint names file, line and column and the nearest right key. Entries of the store don't come this way.

use std::fmt;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::text::nearest;

/// A place in a file, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mark {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Something wrong in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The file as the user named it.
    pub file: Arc<str>,
    /// Where.
    pub at: Mark,
    /// What is wrong.
    pub message: String,
    /// What to do about it, or empty.
    pub hint: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.at.line, self.at.column, self.message
        )
    }
}

/// A value with its place.
#[derive(Debug, Clone)]
pub struct Yaml {
    /// Where it begins.
    pub at: Mark,
    file: Arc<str>,
    value: Value,
}

#[derive(Debug, Clone)]
enum Value {
    /// Text as written, and whether it stood without quotes.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Yaml>),
    Map(Vec<(Key, Yaml)>),
}

/// A key of a mapping with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Where it stands.
    pub at: Mark,
    /// The key as written.
    pub text: String,
}

/// How many values a file may hold once its aliases are followed: far above any script, far below a bomb.
const MAX_VALUES: usize = 100_000;
/// How deep values may nest.
const MAX_DEPTH: usize = 64;

impl Yaml {
    /// Reads a file's text. `name` is what errors call the file. An empty file is an empty mapping.
    pub fn parse(name: &str, text: &str) -> Result<Yaml, Problem> {
        Reader {
            file: name.into(),
            events: Parser::new_from_str(text),
            anchors: Vec::new(),
            values: 0,
        }
        .document()
    }

    /// A problem at this place.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem {
            file: self.file.clone(),
            at: self.at,
            message: message.into(),
            hint: String::new(),
        }
    }

    /// True for `null`, `~` or nothing at all, without quotes.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The text exactly as written. `what` names the value in the error for anything but a scalar, or null.
    pub fn text(&self, what: &str) -> Result<&str, Problem> {
        match &self.value {
            _ if self.is_null() => Err(self
                .problem(format!("{what} is empty; a text is needed here"))
                .hint("write \"\" for an empty text, or \"null\" in quotes for the word")),
            Value::Scalar { text, .. } => Ok(text),
            other => Err(self.problem(format!("{what} must be a text, not {}", other.kind()))),
        }
    }

    /// A whole number.
    pub fn number(&self, what: &str) -> Result<u64, Problem> {
        let text = self.text(what)?;
        text.trim()
            .parse()
            .map_err(|_| self.problem(format!("{what} must be a whole number, not `{text}`")))
    }

    /// `true` or `false`.
    pub fn boolean(&self, what: &str) -> Result<bool, Problem> {
        match self.text(what)? {
            "true" | "True" | "TRUE" => Ok(true),
            "false" | "False" | "FALSE" => Ok(false),
            other => Err(self.problem(format!("{what} must be true or false, not `{other}`"))),
        }
    }

    /// One of several words.
    pub fn choice<T: Copy>(&self, what: &str, options: &[(&str, T)]) -> Result<T, Problem> {
        let text = self.text(what)?;
        if let Some((_, v)) = options.iter().find(|(w, _)| *w == text) {
            return Ok(*v);
        }
        let all: Vec<&str> = options.iter().map(|(w, _)| *w).collect();
        let problem = self.problem(format!(
            "unknown {what} `{text}`; it is one of {}",
            all.join(", ")
        ));
        Err(problem.suggest(text, &all))
    }

    /// A duration: `1500` (milliseconds), `500ms`, `2s`, `1.5s`, `2m`.
    pub fn duration(&self, what: &str) -> Result<std::time::Duration, Problem> {
        let text = self.text(what)?.trim();
        let split = text
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len());
        let (n, unit) = text.split_at(split);
        let millis = match unit.trim() {
            "" | "ms" => 1.0,
            "s" => 1_000.0,
            "m" => 60_000.0,
            _ => f64::NAN,
        };
        match n.parse::<f64>().map(|n| n * millis) {
            Ok(ms) if ms.is_finite() && (0.0..=86_400_000.0).contains(&ms) => {
                Ok(std::time::Duration::from_micros((ms * 1_000.0).round() as u64))
            }
            _ => Err(self
                .problem(format!("{what} must be a duration, not `{text}`"))
                .hint("write milliseconds or a unit: 500ms, 2s, 1.5s, 2m")),
        }
    }

    /// The items of a list.
    pub fn list(&self, what: &str) -> Result<&[Yaml], Problem> {
        match &self.value {
            Value::List(items) => Ok(items),
            other => Err(self.problem(format!("{what} must be a list, not {}", other.kind()))),
        }
    }

    /// The entries of a mapping in order.
    pub fn entries(&self, what: &str) -> Result<&[(Key, Yaml)], Problem> {
        match &self.value {
            Value::Map(entries) => Ok(entries),
            _ if self.is_null() => Ok(&[]),
            other => Err(self.problem(format!(
                "{what} must be a mapping of keys to values, not {}",
                other.kind()
            ))),
        }
    }

    /// A mapping whose keys are all known; an unknown one is an error with the nearest right one.
    pub fn fields(&self, what: &str, known: &[&str]) -> Result<Fields<'_>, Problem> {
        let entries = self.entries(what)?;
        for (key, _) in entries {
            if !known.contains(&key.text.as_str()) {
                return Err(self.unknown_key(key, what, known));
            }
        }
        Ok(Fields { of: self, entries })
    }

    /// The error for a key that isn't known here.
    pub fn unknown_key(&self, key: &Key, what: &str, known: &[&str]) -> Problem {
        let problem = Problem {
            file: self.file.clone(),
            at: key.at,
            message: format!("unknown key `{}` in {what}", key.text),
            hint: format!("known here: {}", known.join(", ")),
        };
        problem.suggest(&key.text, known)
    }

    /// True if it is a mapping.
    pub fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// The file that it stands in, as the user named it.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }
}

/// A mapping whose keys have been checked.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'y> {
    of: &'y Yaml,
    entries: &'y [(Key, Yaml)],
}

impl<'y> Fields<'y> {
    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<&'y Yaml> {
        self.entries.iter().find(|(k, _)| k.text == key).map(|(_, v)| v)
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str, what: &str) -> Result<&'y Yaml, Problem> {
        self.get(key)
            .ok_or_else(|| self.of.problem(format!("{what} needs `{key}`")))
    }

    /// The entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &'y (Key, Yaml)> + use<'y> {
        self.entries.iter()
    }
}

impl Problem {
    /// The same problem with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Puts the nearest right word before the hint, if one is near.
    fn suggest(mut self, written: &str, options: &[&str]) -> Self {
        if let Some(near) = nearest(written, options.iter().copied()) {
            let rest = if self.hint.is_empty() {
                String::new()
            } else {
                format!(" ({})", self.hint)
            };
            self.hint = format!("did you mean `{near}`?{rest}");
        }
        self
    }
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Scalar { text, plain: true } if text.is_empty() => "nothing",
            Value::Scalar { .. } => "a single value",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }

    fn size(&self) -> usize {
        match self {
            Value::Scalar { .. } => 1,
            Value::List(items) => 1 + items.iter().map(|i| i.value.size()).sum::<usize>(),
            Value::Map(entries) => 1 + entries.iter().map(|(_, v)| 1 + v.value.size()).sum::<usize>(),
        }
    }
}

struct Reader<'t> {
    file: Arc<str>,
    events: Parser<'t, saphyr_parser::StrInput<'t>>,
    anchors: Vec<(usize, Yaml)>,
    values: usize,
}

impl<'t> Reader<'t> {
    fn document(mut self) -> Result<Yaml, Problem> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing => {}
                Event::StreamEnd => break,
                _ if root.is_some() => {
                    return Err(self.problem(mark(span), "a second document begins here; one file holds one"));
                }
                event => root = Some(self.value(event, span, 0)?),
            }
        }
        let empty = Yaml {
            at: Mark { line: 1, column: 1 },
            file: self.file.clone(),
            value: Value::Map(Vec::new()),
        };
        Ok(root.unwrap_or(empty))
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Problem> {
        match self.events.next_event() {
            Some(Ok(next)) => Ok(next),
            Some(Err(e)) => {
                let at = Mark {
                    line: e.marker().line().max(1),
                    column: e.marker().col() + 1,
                };
                Err(self.problem(at, &format!("this is not valid YAML: {}", e.info())))
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn problem(&self, at: Mark, message: &str) -> Problem {
        Problem {
            file: self.file.clone(),
            at,
            message: message.to_owned(),
            hint: String::new(),
        }
    }

    fn value(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Yaml, Problem> {
        let at = mark(span);
        self.values += 1;
        if depth > MAX_DEPTH {
            return Err(self.problem(at, &format!("values nest deeper than {MAX_DEPTH} levels")));
        }
        let (value, anchor) = match event {
            Event::Scalar(text, style, anchor, _) => (
                Value::Scalar {
                    text: text.into_owned(),
                    plain: style == ScalarStyle::Plain,
                },
                anchor,
            ),
            Event::SequenceStart(anchor, _) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break,
                        (event, span) => items.push(self.value(event, span, depth + 1)?),
                    }
                }
                (Value::List(items), anchor)
            }
            Event::MappingStart(anchor, _) => (Value::Map(self.mapping(depth)?), anchor),
            Event::Alias(id) => {
                let Some((_, found)) = self.anchors.iter().rev().find(|(a, _)| *a == id) else {
                    return Err(self.problem(at, "this alias names an anchor that is not finished yet"));
                };
                let value = found.value.clone();
                self.values += value.size();
                if self.values > MAX_VALUES {
                    return Err(self.problem(
                        at,
                        &format!("aliases blow this file up beyond {MAX_VALUES} values"),
                    ));
                }
                (value, 0)
            }
            other => return Err(self.problem(at, &format!("unexpected {other:?}"))),
        };
        let yaml = Yaml {
            at,
            file: self.file.clone(),
            value,
        };
        if anchor != 0 {
            self.anchors.push((anchor, yaml.clone()));
        }
        Ok(yaml)
    }

    fn mapping(&mut self, depth: usize) -> Result<Vec<(Key, Yaml)>, Problem> {
        let mut entries: Vec<(Key, Yaml)> = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                return Ok(entries);
            }
            let key = self.value(event, span, depth + 1)?;
            let Value::Scalar { text, .. } = &key.value else {
                return Err(self.problem(
                    key.at,
                    &format!("a key must be a plain text, not {}", key.value.kind()),
                ));
            };
            let key = Key {
                at: key.at,
                text: text.clone(),
            };
            if let Some((first, _)) = entries.iter().find(|(k, _)| k.text == key.text) {
                let message = format!(
                    "key `{}` stands here twice, first in line {}",
                    key.text, first.at.line
                );
                return Err(self.problem(key.at, &message));
            }
            let (event, span) = self.next()?;
            let value = self.value(event, span, depth + 1)?;
            entries.push((key, value));
        }
    }
}

fn mark(span: Span) -> Mark {
    Mark {
        line: span.start.line().max(1),
        column: span.start.col() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> String {
        match Yaml::parse("f.yaml", text) {
            Ok(_) => "fine".to_owned(),
            Err(p) => format!("{}:{} {}", p.at.line, p.at.column, p.message),
        }
    }

    #[test]
    fn scalars_stay_as_written() {
        let y = Yaml::parse(
            "f.yaml",
            "a: 007\nb: yes\nc: 1e3\nd: 12:30\ne: \"null\"\nf: null\n",
        )
        .unwrap();
        let f = y.fields("it", &["a", "b", "c", "d", "e", "f"]).unwrap();
        let text = |k: &str| f.get(k).unwrap().text(k).map(str::to_owned);
        assert_eq!(text("a").unwrap(), "007");
        assert_eq!(text("b").unwrap(), "yes");
        assert_eq!(text("c").unwrap(), "1e3");
        assert_eq!(text("d").unwrap(), "12:30");
        assert_eq!(text("e").unwrap(), "null");
        assert!(
            text("f")
                .unwrap_err()
                .to_string()
                .starts_with("f.yaml:6:4: f is empty")
        );
    }

    #[test]
    fn a_wrong_key_names_its_place_and_the_right_one() {
        let y = Yaml::parse("f.yaml", "tasks: []\ntag: smoke\n").unwrap();
        let p = y.fields("a script", &["tags", "tasks"]).unwrap_err();
        assert_eq!(p.to_string(), "f.yaml:2:1: unknown key `tag` in a script");
        assert!(p.hint.starts_with("did you mean `tags`?"), "{}", p.hint);
    }

    #[test]
    fn broken_files_are_problems_with_a_place() {
        assert!(at("a: 1\na: 2\n").starts_with("2:1 key `a` stands here twice"));
        assert!(at("a:\n\t- b\n").contains("not valid YAML"));
        assert!(at("a: [1, 2\n").contains("not valid YAML"));
        assert!(at("--- 1\n--- 2\n").contains("second document"));
        assert_eq!(at(""), "fine");
    }

    #[test]
    fn aliases_are_followed_and_bombs_refused() {
        let y = Yaml::parse("f", "a: &x [1]\nb: *x\n").unwrap();
        assert_eq!(y.entries("f").unwrap()[1].1.list("b").unwrap().len(), 1);
        let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for i in 1..9 {
            let refs = vec![format!("*a{}", i - 1); 10].join(",");
            bomb.push_str(&format!("a{i}: &a{i} [{refs}]\n"));
        }
        assert!(at(&bomb).contains("blow this file up"));
    }

    #[test]
    fn durations_have_units() {
        let ms = |t: &str| {
            let y = Yaml::parse("f", &format!("a: {t}")).unwrap();
            y.entries("f").unwrap()[0].1.duration("a").map(|d| d.as_millis())
        };
        assert_eq!(ms("250").unwrap(), 250);
        assert_eq!(ms("1.5s").unwrap(), 1500);
        assert_eq!(ms("2m").unwrap(), 120_000);
        assert!(ms("soon").is_err() && ms("-1").is_err() && ms("1e9s").is_err());
    }
}
