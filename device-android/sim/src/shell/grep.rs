//! `grep`: lines that match. Patterns know alternation, `^`, `$`, `.` and `*`.

use super::run::Call;

/// `grep [-E|-F] [-i] [-v] [-q] [-c] [-e PATTERN]… [PATTERN]`
pub(crate) fn run(call: &Call<'_>) -> u8 {
    let mut patterns: Vec<&str> = Vec::new();
    let (mut extended, mut fixed, mut fold, mut not, mut quiet, mut count) =
        (false, false, false, false, false, false);
    let mut words = call.args.iter();
    while let Some(word) = words.next() {
        match word.strip_prefix('-').filter(|w| !w.is_empty()) {
            None if patterns.is_empty() => patterns.push(word),
            None => {
                call.io
                    .err
                    .line(&format!("grep: {word}: No such file or directory"));
                return 2;
            }
            Some("e") => patterns.extend(words.next()),
            Some(flags) => {
                for flag in flags.chars() {
                    match flag {
                        'E' => extended = true,
                        'F' => fixed = true,
                        'i' => fold = true,
                        'v' => not = true,
                        'q' => quiet = true,
                        'c' => count = true,
                        other => {
                            call.io.err.line(&format!("grep: Unknown option '{other}'"));
                            return 2;
                        }
                    }
                }
            }
        }
    }
    if patterns.is_empty() {
        call.io.err.line("grep: no REGEX");
        return 2;
    }
    let fold_case = |s: &str| if fold { s.to_lowercase() } else { s.to_owned() };
    let alternatives: Vec<Vec<Atom>> = patterns
        .iter()
        .flat_map(|p| {
            if fixed {
                vec![literal(&fold_case(p))]
            } else {
                compile(&fold_case(p), extended)
            }
        })
        .collect();
    let input = String::from_utf8_lossy(&call.io.input);
    let hits: Vec<&str> = input
        .lines()
        .filter(|line| {
            let chars: Vec<char> = fold_case(line).chars().collect();
            alternatives.iter().any(|a| matches(a, &chars)) != not
        })
        .collect();
    if count {
        call.io.out.line(&hits.len().to_string());
    } else if !quiet {
        hits.iter().for_each(|line| call.io.out.line(line));
    }
    u8::from(hits.is_empty())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Atom {
    Char(char),
    Any,
    /// The atom before, any number of times.
    Star,
    Start,
    End,
}

fn literal(pattern: &str) -> Vec<Atom> {
    pattern.chars().map(Atom::Char).collect()
}

/// The alternatives of a pattern: parted by `|`, without `-E` by `\|`.
fn compile(pattern: &str, extended: bool) -> Vec<Vec<Atom>> {
    let mut all = vec![Vec::new()];
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let atom = match c {
            '\\' => match chars.next() {
                Some('|') if !extended => {
                    all.push(Vec::new());
                    continue;
                }
                other => Atom::Char(other.unwrap_or('\\')),
            },
            '|' if extended => {
                all.push(Vec::new());
                continue;
            }
            '(' | ')' if extended => continue,
            '^' => Atom::Start,
            '$' => Atom::End,
            '.' => Atom::Any,
            '*' => Atom::Star,
            c => Atom::Char(c),
        };
        if let Some(last) = all.last_mut() {
            last.push(atom);
        }
    }
    all
}

fn matches(atoms: &[Atom], line: &[char]) -> bool {
    (0..=line.len()).any(|at| matches_at(atoms, line, at))
}

fn matches_at(atoms: &[Atom], line: &[char], at: usize) -> bool {
    let fits = |atom: Atom, at: usize| match (atom, line.get(at)) {
        (Atom::Any, Some(_)) => true,
        (Atom::Char(want), Some(c)) => want == *c,
        _ => false,
    };
    match atoms {
        [] => true,
        [atom, Atom::Star, rest @ ..] => {
            let most = (at..line.len()).take_while(|i| fits(*atom, *i)).count();
            (at..=at + most).any(|i| matches_at(rest, line, i))
        }
        [Atom::Start, rest @ ..] => at == 0 && matches_at(rest, line, at),
        [Atom::End, rest @ ..] => at == line.len() && matches_at(rest, line, at),
        [atom, rest @ ..] => fits(*atom, at) && matches_at(rest, line, at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_grep_does() {
        for (pattern, extended, line, want) in [
            ("Focus", false, "mCurrentFocus=null", true),
            ("focus", false, "mCurrentFocus=null", false),
            ("a|b", true, "xbx", true),
            ("a|b", false, "xbx", false),
            ("a|b", false, "a|b", true),
            ("a\\|b", false, "xbx", true),
            ("^m.*=null$", false, "mCurrentFocus=null", true),
            ("^m.*=null$", false, " mCurrentFocus=null", false),
            ("a\\.b", false, "axb", false),
            ("(mCurrentFocus|mFocusedApp)", true, "  mFocusedApp=x", true),
        ] {
            let line: Vec<char> = line.chars().collect();
            let got = compile(pattern, extended).iter().any(|a| matches(a, &line));
            assert_eq!(got, want, "{pattern}");
        }
    }
}
