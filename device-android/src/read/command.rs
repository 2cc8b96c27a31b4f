//! The command lines of a read.

use std::hash::{BuildHasher, RandomState};

use super::facts;
use crate::adb::quote;

/// Where files go that nobody but a shell may see.
const FOLDER: &str = "/data/local/tmp";

/// A dump to the command's own terminal: no file, so no old tree can ever be taken for a new one.
pub(crate) fn to_tty(compressed: bool) -> String {
    format!(
        "uiautomator dump {}/dev/tty; {}",
        option(compressed),
        facts::questions()
    )
}

/// A dump to a file with a name that was never used before, for devices whose commands have no terminal. What
/// `uiautomator` says goes to standard error, so that standard output holds the tree alone.
///
/// If the connection is cut off, the shell is told, but its child lives on and writes its file later; the trap
/// runs after that. `leftover` is a file of an earlier read that may still lie there.
pub(crate) fn to_file(compressed: bool, file: &str, leftover: Option<&str>) -> String {
    let (file, option) = (quote(file), option(compressed));
    let clean = leftover.map_or_else(String::new, |old| format!("rm -f {}; ", quote(old)));
    let trap = quote(&format!("rm -f {file}"));
    format!(
        "{clean}trap {trap} HUP 2>/dev/null; uiautomator dump {option}{file} >&2; cat {file}; rm -f {file}; {}",
        facts::questions()
    )
}

fn option(compressed: bool) -> &'static str {
    if compressed { "--compressed " } else { "" }
}

/// A file name that no other read uses, on this computer or another.
pub(crate) fn fresh_file() -> String {
    let nonce = RandomState::new().hash_one(std::process::id());
    format!("{FOLDER}/retap-{nonce:016x}.xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_afresh_and_removed_whatever_happens() {
        assert_ne!(fresh_file(), fresh_file());
        let line = to_file(true, "/data/local/tmp/a.xml", Some("/data/local/tmp/old.xml"));
        let want = "rm -f '/data/local/tmp/old.xml'; trap 'rm -f '\\''/data/local/tmp/a.xml'\\''' HUP 2>/dev/null; \
            uiautomator dump --compressed '/data/local/tmp/a.xml' >&2; cat '/data/local/tmp/a.xml'; \
            rm -f '/data/local/tmp/a.xml'; echo retap-facts; ";
        assert!(line.starts_with(want), "{line}");
    }
}
