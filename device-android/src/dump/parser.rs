//! The push parser: bytes as they arrive, a tree as soon as its root is closed.

use retap_cache::screen::UiTree;

use super::body::{Body, Fault};
use super::cut::{Cutter, Piece};
use super::noise::{Noise, classify, is_final};
use super::{DumpError, Limits};

/// Whether more bytes are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The tree is not whole yet.
    More,
    /// The root is closed; nothing that follows changes the tree.
    Complete,
}

/// A whole dump.
#[derive(Debug)]
pub struct Dump {
    /// The nodes.
    pub tree: UiTree,
    /// What stood before the root element, at most a few KB of it.
    pub leading: String,
    /// What followed the root element, at most a few KB of it.
    pub trailing: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Looking for the next piece of markup that a dump can begin with.
    Noise,
    /// Cutting markup.
    Markup,
    /// The root is closed.
    Done,
}

const DECLARATION: &[u8] = b"<?xml";
/// What a dump can begin with. A `<` in a Java trace (`<init>`) is none of these.
const BEGINNINGS: [&[u8]; 5] = [DECLARATION, b"<hierarchy", b"<displays", b"<!--", b"<!DOCTYPE"];
/// All but one byte of the longest of them.
const LONGEST_SPLIT: usize = 9;

/// Turns the bytes of one dump into a tree. Any chunking gives the same tree.
#[derive(Debug)]
pub struct DumpParser {
    limits: Limits,
    received: usize,
    phase: Phase,
    declared: bool,
    cut: Cutter,
    body: Body,
    /// What stood before the declaration, between it and the root, and behind the root.
    leading: Noise,
    prolog: Noise,
    trailing: Noise,
    failed: Option<DumpError>,
}

impl DumpParser {
    /// A parser that has seen nothing yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            received: 0,
            phase: Phase::Noise,
            declared: false,
            cut: Cutter::new(),
            body: Body::new(limits),
            leading: Noise::default(),
            prolog: Noise::default(),
            trailing: Noise::default(),
            failed: None,
        }
    }

    /// Takes the next bytes. After an error every call gives that error again.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Status, DumpError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let result = self.advance(bytes);
        if let Err(error) = &result {
            self.failed = Some(error.clone());
        }
        result
    }

    /// True once the declaration or the root came. Noise before them doesn't count.
    pub fn has_begun(&self) -> bool {
        self.declared || self.body.rooted()
    }

    /// Bytes received so far, up to the end of the tree.
    pub fn received(&self) -> usize {
        self.received
    }

    /// What stood before the root so far, at most a few KB of it.
    pub fn leading(&self) -> String {
        self.leading.text() + &self.prolog.text()
    }

    /// What followed the root so far, at most a few KB of it.
    pub fn trailing(&self) -> String {
        self.trailing.text()
    }

    /// The error that the device has already told, though its output goes on. `None` if a tree may still come.
    pub fn told(&self) -> Option<DumpError> {
        // Once a root is there, any such line is the text of a node.
        (!self.body.rooted())
            .then(|| self.leading())
            .filter(|said| is_final(said))
            .map(|said| classify(&said))
    }

    /// The tree, or why there is none. Call it when no more bytes come.
    pub fn finish(self) -> Result<Dump, DumpError> {
        if let Some(reason) = self.missing() {
            return Err(reason);
        }
        let leading = self.leading();
        Ok(Dump {
            tree: self.body.finish(),
            leading,
            trailing: self.trailing.text(),
        })
    }

    /// Why there is no whole tree, if no more bytes come. `None` if there is one.
    pub fn missing(&self) -> Option<DumpError> {
        if self.failed.is_some() || self.phase == Phase::Done {
            return self.failed.clone();
        }
        let truncated = DumpError::Truncated { bytes: self.received };
        Some(if self.body.rooted() {
            truncated
        } else if self.declared {
            match classify(&self.prolog.text()) {
                DumpError::Silent => truncated,
                said => said,
            }
        } else {
            classify(&(self.leading.text() + &String::from_utf8_lossy(self.cut.rest())))
        })
    }

    fn advance(&mut self, bytes: &[u8]) -> Result<Status, DumpError> {
        if self.phase == Phase::Done {
            self.trailing.push(bytes);
            return Ok(Status::Complete);
        }
        // Cut at the limit, so that where a chunk ends doesn't decide what fits.
        let (within, beyond) = bytes.split_at(bytes.len().min(self.limits.bytes - self.received));
        self.received += within.len();
        self.cut.push(within);
        while self.phase != Phase::Done && self.step()? {}
        if self.phase == Phase::Done {
            let after = self.cut.take_rest();
            self.received -= after.len();
            self.trailing.push(after);
            self.trailing.push(beyond);
            return Ok(Status::Complete);
        }
        if !beyond.is_empty() {
            return Err(DumpError::TooLarge {
                limit: self.limits.bytes,
            });
        }
        Ok(Status::More)
    }

    /// Goes on by one piece. False: more bytes are needed.
    fn step(&mut self) -> Result<bool, DumpError> {
        if self.phase == Phase::Noise {
            return Ok(self.skip_noise());
        }
        let piece = self.cut.next_piece().map_err(|at| DumpError::Malformed {
            offset: at.0,
            what: "a `<` inside a tag".to_owned(),
        })?;
        match piece {
            None => return Ok(false),
            Some(Piece::Tag(range)) => {
                let offset = self.cut.offset(range.start);
                // Bytes that are no UTF-8 cost their own characters only.
                let text = String::from_utf8_lossy(self.cut.slice(range));
                self.body.tag(&text, offset).map_err(|fault| match fault {
                    Fault::Markup(what) => DumpError::Malformed { offset, what },
                    Fault::Whole(error) => error,
                })?;
                if self.body.done() {
                    self.phase = Phase::Done;
                }
            }
            // An error line may stand between the declaration and the root that never came.
            Some(Piece::Other) if !self.body.rooted() => self.phase = Phase::Noise,
            Some(Piece::Other) => {}
        }
        Ok(true)
    }

    /// Passes over what stands before a beginning. False: none has come yet.
    fn skip_noise(&mut self) -> bool {
        let rest = self.cut.rest();
        // One pass, that ends at the first of them: most dumps begin with one, and few have them all.
        let begins_at = |at: &usize| {
            let from = rest.get(*at..).unwrap_or_default();
            BEGINNINGS.iter().any(|b| from.starts_with(b))
        };
        let brackets = rest.iter().enumerate().filter(|(_, b)| **b == b'<');
        let begins = brackets.map(|(at, _)| at).find(begins_at);
        // A beginning may be split between two chunks: its first bytes are held back.
        let split = |held: &usize| {
            let end = rest.get(rest.len() - held..).unwrap_or_default();
            BEGINNINGS.iter().any(|b| b.starts_with(end))
        };
        let held = || (1..=rest.len().min(LONGEST_SPLIT)).rev().find(split).unwrap_or(0);
        let noise = begins.unwrap_or_else(|| rest.len() - held());
        let passed = rest.get(..noise).unwrap_or_default();
        if self.declared {
            self.prolog.push(passed)
        } else {
            self.leading.push(passed)
        }
        if begins.is_some() {
            self.declared |= rest.get(noise..).is_some_and(|r| r.starts_with(DECLARATION));
            self.phase = Phase::Markup;
        }
        self.cut.skip(noise);
        begins.is_some()
    }
}
