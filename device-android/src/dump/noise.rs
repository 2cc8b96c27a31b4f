//! Bytes around a dump: kept in part for diagnosis, and read for what went wrong if no dump comes.

use super::DumpError;

/// How much of each end of the noise is kept, in bytes. What a read asks behind the dump must fit into the end.
const KEPT: usize = 4096;
/// A read prints this behind the dump; what follows are answers to other questions, not words of the dump.
pub(crate) const END_MARK: &str = "retap-facts";
/// How much of it an error quotes, in bytes.
const QUOTED: usize = 200;

/// The beginning and the end of what came: the same bytes however they were chunked.
#[derive(Debug, Default)]
pub(crate) struct Noise {
    head: Vec<u8>,
    /// The last bytes of the rest, at least [`KEPT`] of them.
    tail: Vec<u8>,
    /// Bytes of the rest in all.
    rest: usize,
}

impl Noise {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let (head, tail) = bytes.split_at(bytes.len().min(KEPT - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend_from_slice(tail);
        self.rest += tail.len();
        if self.tail.len() > 2 * KEPT {
            self.tail.drain(..self.tail.len() - KEPT);
        }
    }

    /// What is kept, lossily decoded.
    pub(crate) fn text(&self) -> String {
        let mut all = self.head.clone();
        if self.rest > KEPT {
            all.extend_from_slice(b"\n...\n");
        }
        let from = self.tail.len().saturating_sub(KEPT);
        all.extend_from_slice(self.tail.get(from..).unwrap_or_default());
        String::from_utf8_lossy(&all).into_owned()
    }
}

/// True if the device has said its last word about a dump that will not come. The texts are printed by `/system/bin/uiautomator` itself.
pub(crate) fn is_final(said: &str) -> bool {
    said.contains("could not get idle state") || said.contains("null root node")
}

/// What it means that this came and no root element did.
pub(crate) fn classify(said: &str) -> DumpError {
    let said = said.split(END_MARK).next().unwrap_or_default();
    let lines = || said.lines().map(str::trim).filter(|l| !l.is_empty());
    if lines().next().is_none() {
        return DumpError::Silent;
    }
    if said.contains("could not get idle state") {
        return DumpError::NotIdle;
    }
    if said.contains("null root node") {
        return DumpError::NullRoot;
    }
    if said.contains("already registered") {
        return DumpError::AlreadyRegistered;
    }
    if let Some((class, line)) = lines().find_map(|l| Some((java_exception(l)?, l))) {
        return DumpError::JavaException {
            class: class.to_owned(),
            line: quote(line),
        };
    }
    if lines().any(|l| l == "Killed") {
        return DumpError::Killed;
    }
    // `hierchary` is what stock Android prints; at least one vendor spells it right.
    if lines().any(|l| l.contains("UI hierchary dumped to") || l.contains("UI hierarchy dumped to")) {
        return DumpError::NoTty;
    }
    DumpError::NotADump {
        quoted: quote(&lines().collect::<Vec<_>>().join("\n")),
    }
}

/// A dotted name that ends in `Exception` or `Error`.
fn java_exception(line: &str) -> Option<&str> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$')))
        .map(|word| word.trim_matches('.'))
        .find(|word| word.contains('.') && (word.ends_with("Exception") || word.ends_with("Error")))
}

/// At most 200 bytes of a text.
pub(crate) fn quote(text: &str) -> String {
    let mut end = text.len().min(QUOTED);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_instead_of_a_dump() {
        let table = [
            ("", "silent"),
            (" \r\n\r\n", "silent"),
            (
                "retap-facts\n  mCurrentFocus=null\n  mFocusedApp=null\n",
                "silent",
            ),
            (
                "ERROR: could not get idle state.\r\nretap-facts\n  mCurrentFocus=null\n",
                "not-idle",
            ),
            (
                "ERROR: null root node returned by UiTestAutomationBridge.\n",
                "null-root",
            ),
            (
                "java.lang.IllegalStateException: UiAutomationService a.b$Stub$Proxy@5deffd5already registered!",
                "already-registered",
            ),
            (
                "Exception in thread main java.lang.NullPointerException: x\n\tat a.b(C.java:1)",
                "java-exception",
            ),
            (
                "java.io.FileNotFoundException: /sys/board_info (EACCES)\nERROR: could not get idle state.",
                "not-idle",
            ),
            ("Killed \n", "killed"),
            ("UI hierchary dumped to: /dev/tty\n", "no-tty"),
            ("UI hierarchy dumped to: /dev/tty\n", "no-tty"),
            (
                "cat: C:/Program Files/Git/sdcard/x.xml: No such file or directory",
                "not-a-dump",
            ),
            ("The Killed are not Killed here", "not-a-dump"),
        ];
        for (said, want) in table {
            assert_eq!(classify(said).kind(), want, "{said}");
        }
        let DumpError::NotADump { quoted } = classify(&"é".repeat(300)) else {
            panic!()
        };
        assert_eq!(quoted.len(), 200);
    }

    #[test]
    fn both_ends_of_a_long_noise_are_kept() {
        let mut n = Noise::default();
        n.push(b"java.lang.NullPointerException\n");
        for _ in 0..10_000 {
            n.push(b"\tat something\n");
        }
        n.push(b"mCurrentFocus=null\n");
        let text = n.text();
        assert!(text.starts_with("java.lang") && text.ends_with("mCurrentFocus=null\n"));
        assert_eq!(text.len(), 2 * KEPT + 5);
        let whole: Vec<u8> = (0..50_000_u32).map(|i| b'a' + (i % 26) as u8).collect();
        let mut at_once = Noise::default();
        at_once.push(&whole);
        for size in [1, 7, 1000, 4097] {
            let mut n = Noise::default();
            whole.chunks(size).for_each(|c| n.push(c));
            assert_eq!(n.text(), at_once.text(), "chunks of {size}");
        }
    }
}
