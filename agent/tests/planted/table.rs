//! What was measured, as the tables of `docs/cache.md`.

use std::path::PathBuf;

use retap_cache::replay::Reason;

/// One line of the table.
pub struct Row {
    pub what: String,
    pub verdict: String,
    pub moves: String,
    pub calls: usize,
    pub test: String,
    pub entry: String,
    /// Model calls of the run after it.
    pub next: Option<usize>,
}

/// The table of what happens when the app changes.
pub fn planted(rows: &[Row]) -> String {
    let mut all = String::from(
        "| what changed | memory | moves that were made | calls | test | recording | calls next |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for r in rows {
        let next = r.next.map_or(String::new(), |n| n.to_string());
        let test = if r.test == "passed" {
            "passed".to_owned()
        } else {
            format!("failed: {}", r.test)
        };
        all.push_str(&format!(
            "| {} | {} | {} | {} | {test} | {} | {next} |\n",
            r.what, r.verdict, r.moves, r.calls, r.entry
        ));
    }
    all
}

/// The table of reasons.
pub fn reasons() -> String {
    let mut all = String::from("| reason | what to do | tombstone |\n|---|---|---|\n");
    for r in Reason::ALL {
        let tombstone = if r.condemns() { "yes" } else { "" };
        all.push_str(&format!("| `{}` | {} | {tombstone} |\n", r.name(), r.advice()));
    }
    all
}

/// Holds a table against what the document has between its marks; with `RETAP_BLESS=1` puts it there.
pub fn check(name: &str, table: &str) {
    if std::env::var("RETAP_CASE").is_ok() {
        return;
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/cache.md");
    let _one = BLESSING.lock();
    let document = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (head, rest) = document.split_once(&begin).unwrap();
    let (committed, tail) = rest.split_once(&end).unwrap();
    if std::env::var("RETAP_BLESS").is_ok_and(|v| v == "1") && committed != table {
        return std::fs::write(&path, format!("{head}{begin}{table}{end}{tail}")).unwrap();
    }
    let advice = "RETAP_BLESS=1 puts this one there";
    assert!(
        committed == table,
        "docs/cache.md shows another table `{name}`; {advice}:\n{table}"
    );
}

/// Two tests may rewrite the document.
static BLESSING: std::sync::Mutex<()> = std::sync::Mutex::new(());
