//! Where the locks lie: a folder of this user's that nobody else can write to.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder, made if it isn't there. `None` if there is no safe one; then locks are not used.
pub(super) fn folder() -> Option<PathBuf> {
    let path = shared().join(own_name());
    make(&path);
    safe(&path).then_some(path)
}

/// One place for all processes of a user. Not what the environment names: a terminal, a service and a CI job of one
/// user have different ones, and would not see each other's locks.
fn shared() -> PathBuf {
    let fixed = Path::new("/tmp");
    if cfg!(unix) && fixed.is_dir() {
        fixed.to_owned()
    } else {
        std::env::temp_dir()
    }
}

#[cfg(unix)]
fn make(path: &Path) {
    use std::os::unix::fs::DirBuilderExt;
    // Whether it is there afterwards is what counts.
    let _ = fs::DirBuilder::new().mode(0o700).create(path);
}

#[cfg(not(unix))]
fn make(path: &Path) {
    let _ = fs::create_dir(path);
}

/// The folder for temporary files may be everybody's: a name of this user's in it.
fn own_name() -> String {
    own_id().map_or_else(|| "retap".to_owned(), |id| format!("retap-{id}"))
}

#[cfg(unix)]
fn own_id() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    // What belongs to this process belongs to its user; where there is no /proc, so does the home folder.
    let of = |path: &Path| fs::metadata(path).ok().map(|m| m.uid());
    of(Path::new("/proc/self")).or_else(|| of(Path::new(&std::env::var_os("HOME")?)))
}

#[cfg(not(unix))]
fn own_id() -> Option<u32> {
    None
}

/// True if no other user could have put anything there: a link in place of a lock would be written through.
#[cfg(unix)]
fn safe(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own =
        |m: fs::Metadata| m.is_dir() && m.mode() & 0o022 == 0 && own_id().is_none_or(|id| id == m.uid());
    fs::symlink_metadata(path).is_ok_and(own)
}

#[cfg(not(unix))]
fn safe(path: &Path) -> bool {
    path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_this_users_own() {
        let path = folder().unwrap();
        assert!(path.is_dir() && safe(&path), "{}", path.display());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_may_write_to_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("retap-test-{}", std::process::id()));
        make(&path);
        assert!(safe(&path));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        assert!(!safe(&path));
        fs::remove_dir(&path).unwrap();
        assert!(!safe(&path));
    }
}
