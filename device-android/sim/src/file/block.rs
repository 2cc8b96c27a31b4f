//! Where a line of a block text (`tree: |`) stands in its file.

use retap_cache::yaml::{Mark, Problem, Yaml};

/// A text of several lines with its file around it.
pub(crate) struct Block<'y> {
    yaml: &'y Yaml,
    /// The lines of the file from the first line of the text on. `None` if the text doesn't stand in the file
    /// as it is (an alias, a text in quotes).
    source: Option<(usize, &'y [&'y str])>,
}

impl<'y> Block<'y> {
    /// The block `text` that `yaml` holds, in a file of these lines.
    pub(crate) fn new(yaml: &'y Yaml, text: &str, source: &'y [&'y str]) -> Self {
        // The reader marks a block at its first line that isn't empty (blank ones may stand above), but one with
        // an anchor in the line of its key.
        let blank = text.lines().take_while(|l| l.trim().is_empty()).count();
        let firsts = [(yaml.at.line - 1).checked_sub(blank), Some(yaml.at.line)];
        let mut blocks = firsts
            .into_iter()
            .flatten()
            .filter_map(|first| Some((first, source.get(first..)?)));
        let source = blocks.find(|(_, lines)| {
            let mut indents = text
                .lines()
                .enumerate()
                .map(|(i, line)| indent(lines.get(i)?, line));
            indents.all(|indent| indent.is_some())
        });
        Self { yaml, source }
    }

    /// The place of a column of a line of the text, both counted from 0.
    pub(crate) fn place(&self, line: usize, text: &str, column: usize) -> Option<Mark> {
        let (first, lines) = self.source?;
        let indent = indent(lines.get(line)?, text)?;
        Some(Mark {
            line: first + line + 1,
            column: indent + column + 1,
        })
    }

    /// A problem in that line.
    pub(crate) fn problem(&self, line: usize, text: &str, column: usize, message: &str) -> Problem {
        match self.place(line, text, column) {
            Some(at) => Problem {
                at,
                ..self.yaml.problem(message)
            },
            None => self
                .yaml
                .problem(format!("line {} of this tree: {message}", line + 1)),
        }
    }
}

/// How far a line of the file is indented more than the same line of the text. `None` if it is another line.
fn indent(source: &str, text: &str) -> Option<usize> {
    if text.trim().is_empty() {
        return source.trim().is_empty().then_some(0);
    }
    let indent = source.trim_end().strip_suffix(text.trim_end())?;
    indent.chars().all(|c| c == ' ').then_some(indent.len())
}
