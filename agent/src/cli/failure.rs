//! What stops the program before or beside a test, shown with its place and what to do next.

use std::fmt;
use std::fs;
use std::io::{IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use retap_cache::device::DeviceError;
use retap_cache::yaml::Problem;

use super::Exit;
use crate::model::ModelError;

/// An error for people.
#[derive(Debug)]
pub(super) struct Failure {
    exit: Exit,
    message: String,
    hint: String,
    file: Option<Box<(NamedSource<String>, usize)>>,
}

impl Failure {
    pub(super) fn new(exit: Exit, message: impl Into<String>) -> Failure {
        Failure {
            exit,
            message: message.into(),
            hint: String::new(),
            file: None,
        }
    }

    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, message)
    }

    pub(super) fn environment(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Environment, message)
    }

    #[must_use]
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = hint.into();
        self
    }

    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    pub(super) fn print(&self) {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let theme = if colour {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let mut text = String::new();
        // Long paths are not broken: people copy them.
        let handler = GraphicalReportHandler::new_themed(theme).with_width(200);
        if handler.render_report(&mut text, self).is_err() {
            text = format!("error: {}\n", self.message);
        }
        let _ = write!(anstream::stderr(), "{text}");
    }
}

impl From<Problem> for Failure {
    fn from(p: Problem) -> Failure {
        // The file is read again for the line in question; without it the message has the place all the same.
        let file = fs::read_to_string(&*p.file).ok().map(|text| {
            let line_start: usize = text
                .split_inclusive('\n')
                .take(p.at.line.saturating_sub(1))
                .map(str::len)
                .sum();
            let line = text[line_start..].split('\n').next().unwrap_or("");
            let column: usize = line
                .chars()
                .take(p.at.column.saturating_sub(1))
                .map(char::len_utf8)
                .sum();
            Box::new((NamedSource::new(&*p.file, text.clone()), line_start + column))
        });
        Failure {
            exit: Exit::Usage,
            message: p.to_string(),
            hint: p.hint,
            file,
        }
    }
}

impl From<DeviceError> for Failure {
    fn from(e: DeviceError) -> Failure {
        Failure::environment(e.message).hint(e.hint)
    }
}

impl From<ModelError> for Failure {
    fn from(e: ModelError) -> Failure {
        let exit = if matches!(e, ModelError::Config { .. }) {
            Exit::Usage
        } else {
            Exit::Model
        };
        Failure::new(exit, e.to_string()).hint(e.hint())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Diagnostic for Failure {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.hint.is_empty()).then(|| Box::new(&self.hint) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.file.as_ref().map(|f| &f.0 as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, at) = self.file.as_deref()?;
        Some(Box::new(std::iter::once(LabeledSpan::new(
            Some("here".into()),
            *at,
            0,
        ))))
    }
}
