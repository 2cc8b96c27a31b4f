//! Dumps of any bytes in any pieces: never a panic, and the same end as in one piece.
//!
//! The first byte is how many bytes of sizes follow, then the sizes of the pieces, then the dump.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retap_android::dump::{Dump, DumpError, DumpParser, Limits, Status, parse_file};

const LIMITS: Limits = Limits {
    bytes: 1 << 16,
    depth: 200,
    nodes: 2000,
};
/// The most that may be kept of what stands around a tree; broken characters grow threefold when decoded.
const KEPT: usize = 2 * 3 * (2 * 4096 + 8);

fn parse<'b>(pieces: impl Iterator<Item = &'b [u8]>) -> Result<Dump, DumpError> {
    let mut parser = DumpParser::new(LIMITS);
    let mut complete = false;
    for piece in pieces {
        match parser.feed(piece) {
            Ok(status) => {
                assert!(!complete || status == Status::Complete, "a whole tree became a part");
                complete = status == Status::Complete;
            }
            Err(_) => break,
        }
    }
    assert!(parser.received() <= LIMITS.bytes);
    parser.finish()
}

fuzz_target!(|data: &[u8]| {
    let Some((count, rest)) = data.split_first() else { return };
    let (sizes, mut dump) = rest.split_at(usize::from(*count % 16).min(rest.len()));
    let _ = parse_file(dump);
    let whole = parse(std::iter::once(dump));
    let mut sizes = sizes.iter().cycle();
    let pieces = std::iter::from_fn(|| {
        let size = sizes.next().map_or(1, |s| usize::from(*s) + 1);
        let (piece, more) = dump.split_at(size.min(dump.len()));
        dump = more;
        (!piece.is_empty()).then_some(piece)
    });
    match (whole, parse(pieces)) {
        (Ok(a), Ok(b)) => {
            assert_eq!(a.tree, b.tree);
            assert_eq!((&a.leading, &a.trailing), (&b.leading, &b.trailing));
            assert!(a.leading.len() <= KEPT && a.trailing.len() <= KEPT);
            assert!(a.tree.len() <= LIMITS.nodes);
            // Every node can be asked for everything.
            for node in a.tree.nodes() {
                let _ = (format!("{node:?}"), node.hint(), node.package(), node.children().count());
            }
        }
        (Err(a), Err(b)) => assert_eq!(a, b),
        (a, b) => panic!("{:?} in one piece, {:?} in several", a.map(|d| d.tree), b.map(|d| d.tree)),
    }
});
