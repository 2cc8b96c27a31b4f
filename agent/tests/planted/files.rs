//! The files of the memory: half of one, two writers, a writer that was killed.

use std::path::Path;

use crate::case::{Case, want};
use crate::effects::to_payment;

/// Does something to each file of the memory.
fn each(cache: &Path, with: &dyn Fn(&Path)) {
    for f in std::fs::read_dir(cache).into_iter().flatten().flatten() {
        let path = f.path();
        if path.is_dir() {
            each(&path, with);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            with(&path);
        }
    }
}

pub fn cases() -> Vec<Case> {
    let there = ("page", "payment");
    vec![
        Case::new(
            "the file was cut in the middle",
            &to_payment(),
            there,
            want(
                "missed: no-entry",
                "Check out; Continue;",
                3,
                "passed",
                "another beside it",
            ),
        )
        .files(|cache| {
            each(cache, &|file| {
                let text = std::fs::read_to_string(file).unwrap();
                std::fs::write(file, &text[..text.len() / 2]).unwrap();
            });
        })
        .again(0),
        Case::new(
            "a writer was killed and left half a file beside it",
            &to_payment(),
            there,
            want(
                "replayed",
                "Check out; Continue;",
                0,
                "passed",
                "another beside it",
            ),
        )
        .files(|cache| {
            each(cache, &|file| {
                let text = std::fs::read_to_string(file).unwrap();
                std::fs::write(file.with_file_name(".tmpA1b2C3"), &text[..text.len() / 2]).unwrap();
            });
        }),
    ]
}
