//! What the documents show is true.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn scripts_in_the_readme_are_scripts() {
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let blocks: Vec<&str> = readme
        .split("```yaml\n")
        .skip(1)
        .map(|b| b.split("```").next().unwrap())
        .collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        retap::script::read(Path::new("README.md"), block, &[]).unwrap();
    }
}

#[test]
fn every_exit_code_of_the_program_is_in_the_readme() {
    use retap::cli::Exit;
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    for exit in [
        Exit::Passed,
        Exit::Failed,
        Exit::Usage,
        Exit::Environment,
        Exit::Model,
        Exit::Bug,
        Exit::Interrupted,
    ] {
        assert!(readme.contains(&format!("| {} |", exit.code())), "{exit:?}");
    }
}
