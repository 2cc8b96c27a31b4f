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

/// Puts something else in the place of each block with that name.
fn edit(cache: &Path, block: &str, with: &str) {
    each(cache, &|file| {
        let text = std::fs::read_to_string(file).unwrap();
        let (mut out, mut inside) = (String::new(), None);
        for line in text.lines() {
            let indent = line.len() - line.trim_start().len();
            let item = line.trim_start().starts_with("- ");
            if inside.is_some_and(|at| indent > at || (indent == at && item)) {
                continue;
            }
            inside = None;
            if line.trim() == format!("{block}:") {
                inside = Some(indent);
                if !with.is_empty() {
                    out.push_str(&format!("{}{with}\n", &line[..indent]));
                }
                continue;
            }
            out.push_str(&format!("{line}\n"));
        }
        assert_ne!(out, text, "{block} is in the file");
        std::fs::write(file, out).unwrap();
    });
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
            "two runs have recorded it at the same time",
            &to_payment(),
            there,
            want("replayed", "Check out; Continue;", 0, "passed", "unchanged"),
        )
        .twice()
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
        Case::new(
            "edited by hand: a plan without actions",
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
        .files(|cache| edit(cache, "actions", "actions: []"))
        .again(0),
        Case::new(
            "edited by hand: no plan at all",
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
        .files(|cache| edit(cache, "actions", ""))
        .again(0),
        Case::new(
            "edited by hand: an error text where an element should be",
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
        .files(|cache| edit(cache, "target", "target: { error: not found }"))
        .again(0),
    ]
}
