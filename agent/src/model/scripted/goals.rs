//! Goals files: what the scripted model knows.
//!
//! ```yaml
//! goals:
//!   - prompt: put the red shoes into the cart         # compared in normal form: white space, quotes
//!     done: Order summary                              # label that shows when the goal is reached
//!     steps:
//!       - tap: { role: button, label: Size 42, as: the size 42 button }
//!         unless: { visible: "Chosen size: 42" }       # or `when`: what the outline must (not) show
//!       - type: { role: field, label: Promo code, text: SPRING }
//!       - press: back
//!   - prompt: the Pay button
//!     find: { role: button, label: Pay }
//!     place: false                                     # true: the words mean a place, not a thing
//! ```

use std::path::Path;
use std::sync::Arc;

use retap_cache::device::Key;
use retap_cache::text::normal;
use retap_cache::yaml::{Problem, Yaml};

use super::reading::goal;
use crate::model::ModelError;

/// What a goals file says.
#[derive(Debug, Clone)]
pub struct Goals {
    file: Arc<str>,
    all: Vec<Goal>,
}

/// One prompt and how it is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Goal {
    /// As written.
    pub(super) prompt: String,
    pub(super) way: Way,
}

/// How a prompt is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Way {
    /// By steps, until a label shows; without one, until all steps are done.
    Steps { steps: Vec<Step>, done: Option<String> },
    /// By naming a node. `place` says that the words mean a place.
    Find { target: Target, place: bool },
}

/// One step and when it is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) act: Act,
    /// It is due only while this shows.
    pub(super) when: Option<String>,
    /// It is not due while this shows.
    pub(super) unless: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    Tap(Target),
    Type(Target, String),
    Press(Key),
}

/// A node, described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// One of the outline's role words; `None` takes any.
    pub(super) role: Option<&'static str>,
    pub(super) label: String,
    /// What the model calls it.
    pub(super) words: String,
}

impl Goals {
    /// Reads a file. [`ModelError::Config`] with file, line and column if something is wrong in it, or with the
    /// system's words if it can't be read.
    pub fn load(path: &Path) -> Result<Goals, ModelError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|e| ModelError::Config {
            message: format!("the goals file {name} can't be read: {e}"),
            hint:
                "the path is relative to the file that names it, or to the working folder on the command line"
                    .to_owned(),
        })?;
        Self::parse(&name, &text).map_err(|p| ModelError::Config {
            message: p.to_string(),
            hint: p.hint,
        })
    }

    /// Reads a file's text. `name` is what errors and answers call the file.
    pub fn parse(name: &str, text: &str) -> Result<Goals, Problem> {
        let root = Yaml::parse(name, text)?;
        let list = root
            .fields("a goals file", &["goals"])?
            .need("goals", "a goals file")?;
        let mut all: Vec<Goal> = Vec::new();
        for item in list.list("goals")? {
            let goal = goal(item)?;
            if all
                .iter()
                .any(|g| g.answers(&goal.prompt) && g.way.word() == goal.way.word())
            {
                return Err(item.problem(format!(
                    "the prompt `{}` has `{}` twice",
                    goal.prompt,
                    goal.way.word()
                )));
            }
            all.push(goal);
        }
        Ok(Goals {
            file: root.file().clone(),
            all,
        })
    }

    /// The file as errors and answers call it.
    pub fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Goal> {
        self.all.iter()
    }
}

impl Goal {
    /// True if a prompt is this one. White space and kinds of quotes don't count.
    pub(super) fn answers(&self, prompt: &str) -> bool {
        normal(&self.prompt) == normal(prompt)
    }
}

impl Way {
    /// Its key in the file.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Way::Steps { .. } => "steps",
            Way::Find { .. } => "find",
        }
    }

    /// Steps and the label that ends them.
    pub(super) fn steps(&self) -> Option<(&[Step], Option<&str>)> {
        match self {
            Way::Steps { steps, done } => Some((steps, done.as_deref())),
            Way::Find { .. } => None,
        }
    }

    /// The target, and whether the words mean a place.
    pub(super) fn find(&self) -> Option<(&Target, bool)> {
        match self {
            Way::Find { target, place } => Some((target, *place)),
            Way::Steps { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole() {
        let goals = Goals::parse(
            "g.yaml",
            "goals:\n\
             - prompt: >\n    buy\n    shoes\n  done: Order summary\n  steps:\n\
             \x20 - tap: { role: button, label: Size 42, as: the size }\n    unless: { visible: \"Size: 42\" }\n\
             \x20 - type: { role: field, label: Code, text: ' A ' }\n    when: { visible: Code }\n\
             \x20 - tap: { label: Row }\n  - press: back\n\
             - prompt: first row\n  find: { role: item, label: Row }\n  place: true\n",
        )
        .unwrap();
        assert_eq!(goals.file(), "g.yaml");
        let all: Vec<&Goal> = goals.iter().collect();
        assert!(all[0].answers(" buy shoes\n"));
        let Way::Steps { steps, done } = &all[0].way else {
            panic!("steps expected")
        };
        assert_eq!((done.as_deref(), steps.len()), (Some("Order summary"), 4));
        assert_eq!(steps[0].unless.as_deref(), Some("Size: 42"));
        let Act::Tap(target) = &steps[0].act else {
            panic!("tap expected")
        };
        assert_eq!((target.role, target.words.as_str()), (Some("button"), "the size"));
        let Act::Type(target, text) = &steps[1].act else {
            panic!("type expected")
        };
        assert_eq!(
            (target.words.as_str(), text.as_str()),
            ("the \"Code\" field", " A ")
        );
        let Act::Tap(target) = &steps[2].act else {
            panic!("tap expected")
        };
        assert_eq!((target.role, target.words.as_str()), (None, "the \"Row\""));
        assert_eq!(steps[3].act, Act::Press(Key::Back));
        assert!(matches!(all[1].way, Way::Find { place: true, .. }));
    }

    #[test]
    fn a_prompt_may_have_steps_and_find() {
        let text = "goals:\n- prompt: a\n  find: {label: a}\n- prompt: a\n  done: x\n  steps: []";
        assert_eq!(Goals::parse("g", text).unwrap().iter().count(), 2);
    }

    #[test]
    fn a_missing_file_is_named() {
        let e = Goals::load(Path::new("no/such.goals.yaml")).unwrap_err();
        assert!(
            e.to_string()
                .starts_with("the goals file no/such.goals.yaml can't be read"),
            "{e}"
        );
        assert_eq!(e.kind(), "config");
    }
}
