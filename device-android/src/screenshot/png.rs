//! The PNG among the bytes of a capture: warnings before it and anything behind it are cut off.

use super::error::{BadPicture, Flaw};
use crate::dump::find;

const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";
/// What the magic becomes if line feeds were translated, one way or the other.
const TRANSLATED: [&[u8]; 2] = [b"\x89PNG\r\r\n\x1a\r\n", b"\x89PNG\n\x1a\n"];
/// Length, type and checksum of a chunk.
const FRAME: usize = 12;

/// Finds the PNG in the bytes of a capture: from its first byte to the end of its last chunk, every chunk with
/// the right checksum.
pub fn cut(bytes: &[u8]) -> Result<&[u8], BadPicture> {
    let bad = |flaw| Err(BadPicture::new(flaw, bytes));
    let Some(start) = find(bytes, MAGIC) else {
        return bad(without_magic(bytes));
    };
    let png = bytes.get(start..).unwrap_or_default();
    match walk(png) {
        Ok(end) => Ok(png.get(..end).unwrap_or_default()),
        Err(flaw) => bad(flaw),
    }
}

/// What the bytes are if no PNG begins in them.
fn without_magic(bytes: &[u8]) -> Flaw {
    let text = String::from_utf8_lossy(bytes);
    if bytes.is_empty() {
        Flaw::Empty
    } else if TRANSLATED.iter().any(|magic| find(bytes, magic).is_some()) {
        Flaw::LineEnds
    } else if text.contains("Capturing failed") || text.contains("Failed to take screenshot") {
        Flaw::Refused
    } else if (4..MAGIC.len()).any(|n| bytes.ends_with(MAGIC.get(..n).unwrap_or(MAGIC))) {
        Flaw::Truncated { bytes: bytes.len() }
    } else {
        Flaw::NotAnImage
    }
}

/// Walks the chunks; gives where the last one ends.
fn walk(png: &[u8]) -> Result<usize, Flaw> {
    let mut at = MAGIC.len();
    loop {
        let truncated = Flaw::Truncated { bytes: png.len() };
        let rest = png.get(at..).unwrap_or_default();
        let Some((length, rest)) = rest.split_first_chunk::<4>() else {
            return Err(truncated);
        };
        let length = u32::from_be_bytes(*length) as usize;
        let Some(kind) = rest.first_chunk::<4>() else {
            return Err(truncated);
        };
        let broken = |what: &str| {
            let what = format!("{what} at byte {at}");
            Err(Flaw::Undecodable { what })
        };
        if !kind.iter().all(u8::is_ascii_alphabetic) || (at == MAGIC.len() && kind != b"IHDR") {
            return broken("no chunk");
        }
        let sum = rest
            .get(length.saturating_add(4)..)
            .and_then(|r| r.first_chunk::<4>());
        let (Some(body), Some(sum)) = (rest.get(..length.saturating_add(4)), sum) else {
            return Err(truncated);
        };
        if crc32fast::hash(body) != u32::from_be_bytes(*sum) {
            return broken("a chunk with a wrong checksum");
        }
        at += FRAME + length;
        if kind == b"IEND" {
            return Ok(at);
        }
    }
}
