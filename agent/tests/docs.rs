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

/// Each block of a console holds one command and just what it prints.
#[test]
fn commands_in_the_documents_print_what_is_shown() {
    let doc = std::fs::read_to_string(Path::new(ROOT).join("docs/locate.md")).unwrap();
    let blocks: Vec<&str> = doc
        .split("```console\n$ retap ")
        .skip(1)
        .map(|b| b.split("```").next().unwrap())
        .collect();
    assert!(blocks.len() > 5);
    for block in blocks {
        let (command, shown) = block.split_once('\n').unwrap();
        // Words in quotes are one argument.
        let args = command.split('"').enumerate().flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let o = std::process::Command::new(env!("CARGO_BIN_EXE_retap"))
            .args(args)
            .current_dir(ROOT)
            .output()
            .unwrap();
        let said = [o.stdout, o.stderr].concat();
        assert_eq!(String::from_utf8(said).unwrap(), shown, "{command}");
    }
}
