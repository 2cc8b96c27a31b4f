//! Device services: what a client asks of the phone itself.

/// A service that the phone has.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Service {
    Line(Line),
    /// Files are listed, fetched and sent.
    Sync,
}

/// A service that runs a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// As logged: the service without its command and terminal name.
    pub(crate) name: String,
    /// The command line.
    pub(crate) command: String,
    /// True if output goes in packets with an exit code at the end.
    pub(crate) packets: bool,
    /// True if the command has a terminal: then stderr is merged into stdout and `/dev/tty` can be written.
    pub(crate) terminal: bool,
}

impl Service {
    /// Reads what a client asks for. `None` for what the phone refuses: services that it doesn't have, and
    /// interactive shells.
    pub(crate) fn parse(request: &str) -> Option<Service> {
        let (head, rest) = request.split_once(':')?;
        let rest = rest.trim_end_matches('\0');
        match head {
            "sync" => Some(Service::Sync),
            "abb" | "abb_exec" => binder(head, rest).map(Service::Line),
            _ => shell(head, rest).map(Service::Line),
        }
    }
}

/// `exec:…`, `shell:…` or `shell,ARG,…:…`
///
/// `exec:` and version 1 have a terminal, version 2 only with `pty` (AOSP `daemon/shell_service.cpp`).
fn shell(head: &str, command: &str) -> Option<Line> {
    let mut args = head.split(',');
    let kind = args.next()?;
    let args: Vec<&str> = args.filter(|a| !a.starts_with("TERM=")).collect();
    let [packets, pty, raw] = ["v2", "pty", "raw"].map(|a| args.contains(&a));
    if command.trim().is_empty() || !matches!(kind, "exec" | "shell") || (kind == "exec" && !args.is_empty())
    {
        return None;
    }
    Some(Line {
        name: std::iter::once(kind).chain(args).collect::<Vec<_>>().join(","),
        command: command.to_owned(),
        packets,
        terminal: pty || (!packets && !raw),
    })
}

/// `abb:A\0B\0…` and `abb_exec:…`: the words of a `cmd`, already apart. `abb:` answers in packets.
fn binder(head: &str, words: &str) -> Option<Line> {
    if words.is_empty() {
        return None;
    }
    let command: Vec<String> = ["cmd"].into_iter().chain(words.split('\0')).map(quoted).collect();
    Some(Line {
        name: head.to_owned(),
        command: command.join(" "),
        packets: head == "abb",
        terminal: false,
    })
}

/// The word as the shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_differ_in_terminal_and_packets() {
        for (request, want) in [
            ("exec:ls", Some(("exec", "ls", false, true))),
            ("shell:echo a:b", Some(("shell", "echo a:b", false, true))),
            ("shell,raw:ls", Some(("shell,raw", "ls", false, false))),
            ("shell,v2,raw:ls", Some(("shell,v2,raw", "ls", true, false))),
            ("shell,v2:ls", Some(("shell,v2", "ls", true, false))),
            (
                "shell,v2,TERM=xterm,raw:ls",
                Some(("shell,v2,raw", "ls", true, false)),
            ),
            (
                "shell,v2,TERM=xterm,pty:ls\0",
                Some(("shell,v2,pty", "ls", true, true)),
            ),
            (
                "abb:package\0path\0a b\0",
                Some(("abb", "cmd package path 'a b'", true, false)),
            ),
            (
                "abb_exec:package\0it's",
                Some(("abb_exec", r"cmd package 'it'\''s'", false, false)),
            ),
            ("abb:", None),
            ("shell:", None),
            ("exec,v2:ls", None),
            ("tcp:9008", None),
            ("nonsense", None),
        ] {
            let got = match Service::parse(request) {
                Some(Service::Line(l)) => Some((l.name, l.command, l.packets, l.terminal)),
                _ => None,
            };
            let got = got.as_ref().map(|(n, c, p, t)| (n.as_str(), c.as_str(), *p, *t));
            assert_eq!(got, want, "{request}");
        }
        assert_eq!(Service::parse("sync:\0"), Some(Service::Sync));
    }
}
