//! Saved dumps: a file in, a tree out, with an error that names the file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use retap_android::dump::{Limits, parse_file};
use retap_cache::screen::{Geometry, UiTree};

use super::failure::Failure;

/// Reads a saved dump; gives the tree and the bytes that it took.
pub(super) fn read(path: &Path) -> Result<(UiTree, usize), Failure> {
    let unreadable = |e| {
        Failure::usage(format!("can't read the dump {}: {e}", path.display())).hint(
            "give the path of a dump as `uiautomator dump` writes it; it is relative to the working folder",
        )
    };
    // What is larger in UTF-16 than two bytes for each allowed one is refused by the parser, not held in memory.
    let cap = Limits::default().bytes as u64 * 2 + 4;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|f| {
            let expected = f.metadata().map_or(0, |m| m.len().min(cap));
            bytes.reserve_exact(expected as usize + 1);
            f.take(cap).read_to_end(&mut bytes)
        })
        .map_err(unreadable)?;
    let dump =
        parse_file(&bytes).map_err(|e| Failure::usage(format!("{}: {}: {e}", path.display(), e.kind())))?;
    Ok((dump.tree, bytes.len()))
}

/// A file doesn't say how large the display was: large enough for all its windows.
pub(super) fn extent(tree: &UiTree) -> Geometry {
    let far = tree
        .roots()
        .map(|n| n.bounds())
        .fold((0, 0), |(w, h), r| (w.max(r.right), h.max(r.bottom)));
    Geometry {
        width: far.0,
        height: far.1,
        rotation: tree.rotation(),
        density: 0,
    }
}
