//! What a dump command prints, through a terminal or through a file.

use retap_cache::device::Deadline;

use super::error::ReadFault;
use crate::Error;
use crate::adb::{ExecStream, ShellStream};
use crate::dump::{DumpError, DumpParser, classify};

enum Stream {
    /// Tree and words in one.
    Terminal(ExecStream),
    /// The tree alone; the words lie apart.
    File(ShellStream),
}

/// The output of a dump command.
pub(crate) struct Output {
    stream: Stream,
    over: bool,
}

impl Output {
    pub(crate) fn terminal(stream: ExecStream) -> Self {
        let stream = Stream::Terminal(stream);
        Output { stream, over: false }
    }

    pub(crate) fn file(stream: ShellStream) -> Self {
        let stream = Stream::File(stream);
        Output { stream, over: false }
    }

    /// The next bytes, or `None` at the end.
    pub(crate) async fn next(&mut self, deadline: Deadline) -> Result<Option<&[u8]>, Error> {
        let next = match &mut self.stream {
            Stream::Terminal(stream) => stream.next(deadline).await?,
            Stream::File(stream) => stream.next(deadline).await?,
        };
        self.over = next.is_none();
        Ok(next)
    }

    /// True if the command went through to its last word.
    pub(crate) fn is_over(&self) -> bool {
        match &self.stream {
            Stream::Terminal(_) => self.over,
            // The connection may be lost as well; only an exit code is an end.
            Stream::File(stream) => stream.has_exited(),
        }
    }

    /// Why no tree came, once the end was seen.
    pub(crate) fn without_tree(&self, parser: &DumpParser) -> ReadFault {
        let missing = parser.missing().map_or(ReadFault::EmptyTree, ReadFault::Dump);
        match (&self.stream, &missing) {
            // Whatever `uiautomator` said is on the other stream, with a word of `cat` that there is no file.
            (Stream::File(stream), ReadFault::Dump(DumpError::Silent)) => {
                ReadFault::Dump(classify(&String::from_utf8_lossy(stream.stderr())))
            }
            _ => missing,
        }
    }
}
