//! Every dump of a folder that `RETAP_CORPUS` names: a `manifest.jsonl` with `file`, `nodes` and `valid`.

use std::fs;
use std::path::Path;

use retap_android::dump::parse_file;

struct Entry {
    file: String,
    nodes: usize,
    valid: bool,
}

fn entry(line: &str) -> Entry {
    let json: serde_json::Value = serde_json::from_str(line).unwrap();
    Entry {
        file: json["file"].as_str().unwrap().to_owned(),
        nodes: json["nodes"].as_u64().unwrap() as usize,
        valid: json["valid"].as_bool().unwrap(),
    }
}

#[test]
fn every_valid_dump_of_the_corpus_has_its_nodes() {
    let Some(folder) = std::env::var_os("RETAP_CORPUS") else {
        eprintln!("RETAP_CORPUS is not set: no public dumps to read");
        return;
    };
    let folder = Path::new(&folder);
    let manifest = fs::read_to_string(folder.join("manifest.jsonl")).unwrap();
    let (mut trees, mut errors, mut wrong) = (0, Vec::new(), Vec::new());
    for Entry { file, nodes, valid } in manifest.lines().filter(|l| !l.trim().is_empty()).map(entry) {
        match parse_file(&fs::read(folder.join(&file)).unwrap()) {
            // Text behind the root makes a file invalid XML and leaves its tree as it was.
            Ok(dump) if dump.tree.len() == nodes => trees += 1,
            Ok(dump) => wrong.push(format!("{file}: {} nodes, not {nodes}", dump.tree.len())),
            Err(e) if valid => wrong.push(format!("{file}: {e}")),
            Err(e) => errors.push(format!("{file}: {}: {e}", e.kind())),
        }
    }
    println!(
        "{trees} trees, {} named errors:\n{}",
        errors.len(),
        errors.join("\n")
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
