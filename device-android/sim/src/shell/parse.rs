//! The part of the shell's language that adb clients use: quotes, lists, pipelines, redirections, `$?`.

use super::script::{Join, Piece, Redirect, Script, Simple, Target, Word};

/// Reads a command line. The error is what the shell says to it.
pub(crate) fn parse(line: &str) -> Result<Script, String> {
    let mut reader = Reader {
        chars: line.chars().collect(),
        at: 0,
    };
    let mut script = Script::default();
    let mut join = Join::Always;
    let mut pipeline: Vec<Simple> = Vec::new();
    let mut simple = Simple::default();
    loop {
        reader.blanks();
        let end = match reader.operator() {
            None => {
                reader.part(&mut simple)?;
                continue;
            }
            Some(op) => op,
        };
        let empty = simple.words.is_empty() && simple.redirects.is_empty();
        // `;` may stand for nothing, the others need a command before them.
        if empty && (!pipeline.is_empty() || matches!(end, Op::Pipe | Op::And | Op::Or)) {
            return Err(format!("syntax error: unexpected '{}'", end.text()));
        }
        if empty && join != Join::Always {
            return Err("syntax error: unexpected EOF".to_owned());
        }
        if !empty {
            pipeline.push(std::mem::take(&mut simple));
        }
        if end == Op::Pipe {
            continue;
        }
        if !pipeline.is_empty() {
            script.0.push((join, std::mem::take(&mut pipeline)));
        }
        join = match end {
            Op::And => Join::And,
            Op::Or => Join::Or,
            Op::End => return Ok(script),
            Op::Semicolon | Op::Pipe => Join::Always,
        };
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Semicolon,
    And,
    Or,
    Pipe,
    End,
}

impl Op {
    fn text(self) -> &'static str {
        match self {
            Op::Semicolon => ";",
            Op::And => "&&",
            Op::Or => "||",
            Op::Pipe => "|",
            Op::End => "EOF",
        }
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn starts(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(i, c)| self.chars.get(self.at + i) == Some(&c))
    }

    /// Blanks, and a comment that begins here.
    fn blanks(&mut self) {
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.at += 1;
        }
        if self.peek() == Some('#') {
            while self.peek().is_some_and(|c| c != '\n') {
                self.at += 1;
            }
        }
    }

    fn operator(&mut self) -> Option<Op> {
        let ops = [
            ("&&", Op::And),
            ("||", Op::Or),
            ("|", Op::Pipe),
            (";", Op::Semicolon),
            ("\n", Op::Semicolon),
        ];
        if self.peek().is_none() {
            return Some(Op::End);
        }
        let (text, op) = ops.into_iter().find(|(text, _)| self.starts(text))?;
        self.at += text.chars().count();
        Some(op)
    }

    /// A word or a redirection.
    fn part(&mut self, simple: &mut Simple) -> Result<(), String> {
        let number = self
            .peek()
            .filter(|c| matches!(c, '0'..='2') && self.redirects_at(self.at + 1));
        if number.is_some() || self.redirects_at(self.at) {
            self.at += usize::from(number.is_some());
            let fd = number.and_then(|c| c.to_digit(10)).map(|n| n as u8);
            simple.redirects.push(self.redirect(fd)?);
            return Ok(());
        }
        simple.words.push(self.word()?);
        Ok(())
    }

    fn redirects_at(&self, at: usize) -> bool {
        matches!(self.chars.get(at), Some('>' | '<'))
    }

    fn redirect(&mut self, fd: Option<u8>) -> Result<Redirect, String> {
        let reads = self.peek() == Some('<');
        let fd = fd.unwrap_or(u8::from(!reads));
        let append = self.starts(">>");
        self.at += if append { 2 } else { 1 };
        if self.peek() == Some('&') {
            self.at += 1;
            let to = self.peek().and_then(|c| c.to_digit(10)).filter(|n| *n <= 2);
            let to = to.ok_or("syntax error: bad file descriptor")? as u8;
            self.at += 1;
            return Ok(Redirect {
                fd,
                to: Target::Fd(to),
                append,
            });
        }
        self.blanks();
        let file = self.word()?;
        if file.0.is_empty() {
            return Err("syntax error: unexpected 'newline'".to_owned());
        }
        Ok(Redirect {
            fd,
            to: Target::File(file),
            append,
        })
    }

    fn word(&mut self) -> Result<Word, String> {
        let start = self.at;
        let (mut pieces, mut text, mut quoted) = (Vec::new(), String::new(), false);
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\t' | '\n' | ';' | '|' | '>' | '<' => break,
                '&' | '(' | ')' | '`' => {
                    if self.starts("&&") {
                        break;
                    }
                    return Err(format!("syntax error: unexpected '{c}'"));
                }
                '\'' => {
                    quoted = true;
                    self.at += 1;
                    self.until_quote('\'', &mut text, |_, _| Ok(false))?;
                }
                '"' => {
                    quoted = true;
                    self.at += 1;
                    let pieces = &mut pieces;
                    self.until_quote('"', &mut text, |reader, text| match reader.peek() {
                        Some('\\') => {
                            reader.at += 1;
                            // Inside double quotes a backslash keeps its meaning before these only.
                            if !matches!(reader.peek(), Some('"' | '\\' | '$' | '`')) {
                                text.push('\\');
                            }
                            text.extend(reader.peek());
                            reader.at += 1;
                            Ok(true)
                        }
                        Some('$') => reader.dollar(text, pieces).map(|()| true),
                        Some('`') => Err("syntax error: unexpected '`'".to_owned()),
                        _ => Ok(false),
                    })?;
                }
                '\\' => {
                    text.extend(self.chars.get(self.at + 1));
                    self.at += 2;
                }
                '$' => self.dollar(&mut text, &mut pieces)?,
                c => {
                    text.push(c);
                    self.at += 1;
                }
            }
        }
        if !text.is_empty() || (quoted && pieces.is_empty()) {
            pieces.push(Piece::Text(text));
        }
        // A character that begins no word would be read for ever.
        if self.at == start && self.peek().is_some_and(|c| !"><".contains(c)) {
            return Err("syntax error".to_owned());
        }
        Ok(Word(pieces))
    }

    /// `$?`, a variable (all are unset), or a lone `$`.
    fn dollar(&mut self, text: &mut String, pieces: &mut Vec<Piece>) -> Result<(), String> {
        self.at += 1;
        match self.peek() {
            Some('?') => {
                self.at += 1;
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(text)));
                }
                pieces.push(Piece::Status);
            }
            Some('(') => return Err("syntax error: unexpected '('".to_owned()),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
                    self.at += 1;
                }
            }
            _ => text.push('$'),
        }
        Ok(())
    }

    /// Up to the closing quote; `special` may take characters itself.
    fn until_quote(
        &mut self,
        quote: char,
        text: &mut String,
        mut special: impl FnMut(&mut Self, &mut String) -> Result<bool, String>,
    ) -> Result<(), String> {
        loop {
            match self.peek() {
                None => return Err("no closing quote".to_owned()),
                Some(c) if c == quote => {
                    self.at += 1;
                    return Ok(());
                }
                Some(c) => {
                    if !special(self, text)? {
                        text.push(c);
                        self.at += 1;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words joined by `_`, commands by `|`, pipelines by their joins; `?` is the status.
    fn shape(line: &str) -> String {
        let word = |w: &Word| {
            let pieces = w.0.iter().map(|p| match p {
                Piece::Text(t) => t.as_str(),
                Piece::Status => "<?>",
            });
            pieces.collect::<String>()
        };
        let simple = |s: &Simple| {
            let words: Vec<String> = s.words.iter().map(word).collect();
            let redirects = s.redirects.iter().map(|r| match &r.to {
                Target::Fd(to) => format!(" {}>&{to}", r.fd),
                Target::File(f) if r.append => format!(" {}>>{}", r.fd, word(f)),
                Target::File(f) => format!(" {}>{}", r.fd, word(f)),
            });
            words.join("_") + &redirects.collect::<String>()
        };
        match parse(line) {
            Err(e) => e,
            Ok(script) => script
                .0
                .iter()
                .map(|(join, commands)| {
                    let commands: Vec<String> = commands.iter().map(simple).collect();
                    let join = match join {
                        Join::Always => ";",
                        Join::And => "&&",
                        Join::Or => "||",
                    };
                    format!("{join}{}", commands.join("|"))
                })
                .collect(),
        }
    }

    #[test]
    fn lines_are_read_as_the_shell_does() {
        for (line, want) in [
            ("input tap 1 2", ";input_tap_1_2"),
            ("input text 'a b'", ";input_text_a b"),
            (r"input text 'it'\''s'", ";input_text_it's"),
            (r#"echo "a \"b\" \$x \n""#, r#";echo_a "b" $x \n"#),
            (r"echo a\ b \'", ";echo_a b_'"),
            ("echo '' x", ";echo__x"),
            ("a; b && c || d", ";a;b&&c||d"),
            ("a;b\nc;", ";a;b;c"),
            (
                "dumpsys window | grep -E 'a|b' | grep c",
                ";dumpsys_window|grep_-E_a|b|grep_c",
            ),
            ("a 2>&1 >/dev/null", ";a 2>&1 1>/dev/null"),
            ("a > /dev/null", ";a 1>/dev/null"),
            ("a >>b 2>> c", ";a 1>>b 2>>c"),
            ("rm x </dev/null", ";rm_x 0>/dev/null"),
            ("echo X4EXIT:$?", ";echo_X4EXIT:<?>"),
            ("echo \"$?\" $HOME $ $?", ";echo_<?>__$_<?>"),
            ("echo 2 a2>&1", ";echo_2_a2 1>&1"),
            ("a # b", ";a"),
            ("echo a#b", ";echo_a#b"),
            ("", ""),
            ("input text 'open", "no closing quote"),
            ("a | ", "syntax error: unexpected 'EOF'"),
            ("a &&", "syntax error: unexpected EOF"),
            ("| a", "syntax error: unexpected '|'"),
            ("a & b", "syntax error: unexpected '&'"),
            ("echo $(b)", "syntax error: unexpected '('"),
            ("a >", "syntax error: unexpected 'newline'"),
        ] {
            assert_eq!(shape(line), want, "{line}");
        }
    }

    #[test]
    fn no_line_is_read_for_ever() {
        let chars = [
            'a', '\'', '"', '\\', '$', '?', ';', '|', '&', '>', '<', '2', ' ', '#', '(',
        ];
        let mut seed = 7_u64;
        for _ in 0..20_000 {
            let line: String = (0..8)
                .map(|_| {
                    seed = seed
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    chars[(seed >> 33) as usize % chars.len()]
                })
                .collect();
            let _ = parse(&line);
        }
    }
}
