//! Reads the characters of one line of a tree: words, names, texts in quotes.

/// What is wrong with a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LineError {
    /// Where, from 0.
    pub(crate) column: usize,
    pub(crate) message: String,
    pub(crate) hint: String,
}

/// The characters of a line and how far they are read.
pub(crate) struct Cursor {
    chars: Vec<char>,
    pub(crate) at: usize,
}

impl Cursor {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            chars: text.chars().collect(),
            at: 0,
        }
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(crate) fn take(&mut self, c: char) -> bool {
        let there = self.peek() == Some(c);
        self.at += usize::from(there);
        there
    }

    pub(crate) fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn run(&mut self, of: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&of) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    /// Up to the next blank.
    pub(crate) fn word(&mut self) -> String {
        self.run(|c| !c.is_whitespace())
    }

    /// A name of a variable or a flag.
    pub(crate) fn name(&mut self) -> String {
        self.run(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    }

    /// A text in quotes, or up to the next blank.
    pub(crate) fn value(&mut self) -> Result<String, LineError> {
        if self.peek() == Some('"') {
            self.quoted()
        } else {
            Ok(self.word())
        }
    }

    /// A text in double quotes with `\"`, `\\` and `\n`.
    pub(crate) fn quoted(&mut self) -> Result<String, LineError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let here = self.at;
            let Some(c) = self.peek() else {
                return Err(self.error_at(start, "this text has no closing quote", ""));
            };
            self.at += 1;
            match c {
                '"' => return Ok(text),
                '\\' => {
                    match self.peek() {
                        Some('n') => text.push('\n'),
                        Some(c @ ('"' | '\\')) => text.push(c),
                        _ => {
                            let hint = "known are \\\", \\\\ and \\n";
                            return Err(self.error_at(here, "unknown escape in a text", hint));
                        }
                    }
                    self.at += 1;
                }
                c => text.push(c),
            }
        }
    }

    pub(crate) fn error_at(
        &self,
        column: usize,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> LineError {
        LineError {
            column,
            message: message.into(),
            hint: hint.into(),
        }
    }
}
