//! Cuts a byte stream into whole pieces of markup, however it was chunked.
//!
//! A `>` inside quotes ends nothing. Text between tags, comments, instructions, CDATA and DOCTYPE (whose
//! entities are never expanded) are passed over: a dump keeps everything in attributes.

use std::ops::Range;

const COMMENT: &[u8] = b"<!--";
const CDATA: &[u8] = b"<![CDATA[";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between pieces.
    Text,
    /// A `<` came; what it opens is not clear yet.
    Open,
    Tag {
        quote: Option<u8>,
    },
    /// Ends with that text.
    Until(&'static [u8]),
    Doctype {
        brackets: u32,
        quote: Option<u8>,
    },
}

/// A whole piece of markup.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A tag, as a range of the buffer that includes its brackets.
    Tag(Range<usize>),
    /// A comment, an instruction, CDATA or a DOCTYPE.
    Other,
}

/// A `<` where none may stand; the position is that of the tag it stands in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StrayBracket(pub(crate) usize);

/// The bytes not yet cut, and how far they have been looked at.
#[derive(Debug)]
pub(crate) struct Cutter {
    buf: Vec<u8>,
    /// Where the current piece begins in `buf`.
    piece: usize,
    /// Everything before it has been looked at.
    scan: usize,
    /// Stream position of `buf[0]`.
    base: usize,
    state: State,
}

impl Cutter {
    pub(crate) fn new() -> Self {
        Self {
            buf: Vec::new(),
            piece: 0,
            scan: 0,
            base: 0,
            state: State::Text,
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        // What has been cut goes before new bytes come, so the buffer holds one chunk and one broken-off tag.
        self.buf.drain(..self.piece);
        self.base += self.piece;
        self.scan -= self.piece;
        self.piece = 0;
        self.buf.extend_from_slice(bytes);
    }

    /// Stream position of a position in the buffer.
    pub(crate) fn offset(&self, at: usize) -> usize {
        self.base + at
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &[u8] {
        self.buf.get(range).unwrap_or_default()
    }

    /// What has not been cut yet.
    pub(crate) fn rest(&self) -> &[u8] {
        self.buf.get(self.piece..).unwrap_or_default()
    }

    /// Passes over so many bytes of [`Self::rest`] as if they had been cut.
    pub(crate) fn skip(&mut self, count: usize) {
        self.piece = (self.piece + count).min(self.buf.len());
        self.scan = self.scan.max(self.piece);
    }

    /// Takes everything left, as it is.
    pub(crate) fn take_rest(&mut self) -> &[u8] {
        let from = self.piece;
        self.skip(usize::MAX - from);
        self.buf.get(from..).unwrap_or_default()
    }

    /// The next whole piece. `None`: more bytes are needed.
    pub(crate) fn next_piece(&mut self) -> Result<Option<Piece>, StrayBracket> {
        loop {
            let rest = self.buf.get(self.scan..).unwrap_or_default();
            match self.state {
                State::Text => match rest.iter().position(|b| *b == b'<') {
                    Some(at) => {
                        self.piece = self.scan + at;
                        self.scan = self.piece;
                        self.state = State::Open;
                    }
                    None => {
                        self.scan = self.buf.len();
                        self.piece = self.scan;
                        return Ok(None);
                    }
                },
                State::Open => match opened(rest) {
                    Some((state, length)) => {
                        self.scan += length;
                        self.state = state;
                    }
                    None => return Ok(None),
                },
                State::Tag { mut quote } => {
                    let end = tag_end(rest, &mut quote);
                    match end {
                        Some((at, b'>')) => {
                            let range = self.piece..self.scan + at + 1;
                            self.close(range.end);
                            return Ok(Some(Piece::Tag(range)));
                        }
                        Some(_) => return Err(StrayBracket(self.offset(self.piece))),
                        None => {
                            self.scan = self.buf.len();
                            self.state = State::Tag { quote };
                            return Ok(None);
                        }
                    }
                }
                State::Until(end) => match find(rest, end) {
                    Some(at) => {
                        self.close(self.scan + at + end.len());
                        return Ok(Some(Piece::Other));
                    }
                    None => {
                        // The end may have begun in the last bytes.
                        self.scan = self.scan.max((self.buf.len() + 1).saturating_sub(end.len()));
                        return Ok(None);
                    }
                },
                State::Doctype {
                    mut brackets,
                    mut quote,
                } => match doctype_end(rest, &mut brackets, &mut quote) {
                    Some(at) => {
                        self.close(self.scan + at + 1);
                        return Ok(Some(Piece::Other));
                    }
                    None => {
                        self.scan = self.buf.len();
                        self.state = State::Doctype { brackets, quote };
                        return Ok(None);
                    }
                },
            }
        }
    }

    fn close(&mut self, end: usize) {
        self.piece = end;
        self.scan = end;
        self.state = State::Text;
    }
}

/// What a `<` opens and how long its mark is. `None` if more bytes are needed to tell.
fn opened(rest: &[u8]) -> Option<(State, usize)> {
    match rest.get(1)? {
        b'?' => Some((State::Until(b"?>"), 2)),
        b'!' if rest.starts_with(COMMENT) => Some((State::Until(b"-->"), COMMENT.len())),
        b'!' if rest.starts_with(CDATA) => Some((State::Until(b"]]>"), CDATA.len())),
        b'!' if COMMENT.starts_with(rest) || CDATA.starts_with(rest) => None,
        b'!' => Some((
            State::Doctype {
                brackets: 0,
                quote: None,
            },
            2,
        )),
        _ => Some((State::Tag { quote: None }, 1)),
    }
}

/// The first `<` or `>` outside quotes.
fn tag_end(rest: &[u8], quote: &mut Option<u8>) -> Option<(usize, u8)> {
    for (at, b) in rest.iter().enumerate() {
        match (*quote, *b) {
            (Some(q), b) if b == q => *quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => *quote = Some(*b),
            (None, b'<' | b'>') => return Some((at, *b)),
            (None, _) => {}
        }
    }
    None
}

fn doctype_end(rest: &[u8], brackets: &mut u32, quote: &mut Option<u8>) -> Option<usize> {
    for (at, b) in rest.iter().enumerate() {
        match (*quote, *b) {
            (Some(q), b) if b == q => *quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => *quote = Some(*b),
            (None, b'[') => *brackets = brackets.saturating_add(1),
            (None, b']') => *brackets = brackets.saturating_sub(1),
            (None, b'>') if *brackets == 0 => return Some(at),
            (None, _) => {}
        }
    }
    None
}

/// Where `needle` begins in `hay`.
pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|w| w == needle)
}
