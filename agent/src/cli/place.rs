//! Where a run keeps its things.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// The project's folder: the nearest one above the script with a `retap.yaml` or a `.git`, else the working
/// folder.
pub(super) fn project(script: &Path, working: &Path) -> PathBuf {
    let script = working.join(script);
    let marked = |d: &&Path| d.join("retap.yaml").is_file() || d.join(".git").exists();
    script
        .ancestors()
        .skip(1)
        .find(marked)
        .unwrap_or(working)
        .to_owned()
}

/// The name of a test in memory: the script's path inside the project, with forward slashes.
pub(super) fn test_name(script: &Path, working: &Path, project: &Path) -> String {
    let full = working.join(script);
    let inside = full.strip_prefix(project).unwrap_or(&full);
    let parts: Vec<String> = inside
        .components()
        .map(|c| c.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.join("/")
}

/// The folder that the program was started in.
pub(super) fn working() -> Result<PathBuf, Failure> {
    std::env::current_dir()
        .map_err(|e| Failure::environment(format!("the working folder can't be used: {e}")))
}

/// Makes `.retap` in the project. Its runs are not for version control, its cache is.
pub(super) fn prepare(project: &Path) -> Result<PathBuf, Failure> {
    let folder = project.join(".retap");
    fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        fs::write(&ignore, "runs/\n").map_err(unwritable(&folder))?;
    }
    Ok(folder)
}

/// What to say of a folder that can't be written.
pub(super) fn unwritable(folder: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    |e| Failure::environment(format!("can't write {}: {e}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_marked_folder_is_the_project() {
        let dir = tempfile::tempdir().unwrap();
        let deep = dir.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        let script = deep.join("t.yaml");
        assert_eq!(project(&script, &deep), deep, "unmarked: the working folder");
        fs::create_dir(dir.path().join(".git")).unwrap();
        assert_eq!(project(&script, &deep), dir.path());
        fs::write(dir.path().join("a/retap.yaml"), "").unwrap();
        assert_eq!(project(Path::new("t.yaml"), &deep), dir.path().join("a"));
        assert_eq!(
            test_name(Path::new("t.yaml"), &deep, &dir.path().join("a")),
            "b/t.yaml"
        );
        prepare(dir.path()).unwrap();
        assert_eq!(
            fs::read_to_string(dir.path().join(".retap/.gitignore")).unwrap(),
            "runs/\n"
        );
    }
}
