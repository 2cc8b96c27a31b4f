//! Device services: what a client asks of the phone itself.

/// A service that runs a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Service {
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
    /// Reads `exec:…`, `shell:…` or `shell,ARG,…:…`. `None` for what the phone refuses: other services, and
    /// interactive shells.
    ///
    /// `exec:` and version 1 have a terminal, version 2 only with `pty` (AOSP `daemon/shell_service.cpp`).
    pub(crate) fn parse(request: &str) -> Option<Service> {
        let (head, command) = request.split_once(':')?;
        let mut args = head.split(',');
        let kind = args.next()?;
        let args: Vec<&str> = args.filter(|a| !a.starts_with("TERM=")).collect();
        let [packets, pty, raw] = ["v2", "pty", "raw"].map(|a| args.contains(&a));
        let command = command.trim_end_matches('\0');
        if command.trim().is_empty()
            || !matches!(kind, "exec" | "shell")
            || (kind == "exec" && !args.is_empty())
        {
            return None;
        }
        let name = std::iter::once(kind).chain(args).collect::<Vec<_>>().join(",");
        Some(Service {
            name,
            command: command.to_owned(),
            packets,
            terminal: pty || (!packets && !raw),
        })
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
            ("shell:", None),
            ("sync:", None),
            ("tcp:9008", None),
            ("nonsense", None),
        ] {
            let got = Service::parse(request);
            let got = got
                .as_ref()
                .map(|s| (s.name.as_str(), s.command.as_str(), s.packets, s.terminal));
            assert_eq!(got, want, "{request}");
        }
    }
}
