//! Saved dumps, as people and tools leave them on a disk.

use std::borrow::Cow;

use super::{Dump, DumpError, DumpParser, Limits};

/// Reads a saved dump. A byte order mark tells UTF-16 (PowerShell writes it under a declaration that says
/// UTF-8), or a NUL beside the first `<` does; else the bytes are taken as UTF-8, and what is no UTF-8 costs
/// only its own characters.
pub fn parse_file(bytes: &[u8]) -> Result<Dump, DumpError> {
    let bytes = match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xEF, 0xBB, 0xBF, rest @ ..] => Cow::Borrowed(rest),
        [b'<', 0, ..] => Cow::Owned(utf16(bytes, u16::from_le_bytes)),
        [0, b'<', ..] => Cow::Owned(utf16(bytes, u16::from_be_bytes)),
        _ => Cow::Borrowed(bytes),
    };
    let mut parser = DumpParser::new(Limits::default());
    parser.feed(&bytes)?;
    parser.finish()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect::<String>()
        .into_bytes()
}
