//! Doors for fuzzers: what is read off the wire, without a wire. Not for use by anything else.

use crate::adb::{Packets, fail_error, parse_listing};
use crate::read::Facts;

/// Reads a device list; gives how many devices it has.
pub fn listing(text: &str) -> usize {
    parse_listing(text).len()
}

/// What a FAIL text means.
pub fn fail(text: &str) -> &'static str {
    fail_error(text, "S", "x").kind()
}

/// Puts shell packets together from pieces; gives both streams and the exit code, or `None` if they are broken.
pub fn packets<'p>(
    pieces: impl IntoIterator<Item = &'p [u8]>,
    limit: usize,
) -> Option<(Vec<u8>, Vec<u8>, Option<u8>)> {
    let mut packets = Packets::new(limit);
    for piece in pieces {
        if packets.feed(piece).ok()? {
            break;
        }
    }
    let output = packets.finish();
    Some((output.stdout, output.stderr, output.exit))
}

/// Reads what is asked behind a dump.
pub fn facts(text: &str) -> Facts {
    Facts::parse(text)
}
