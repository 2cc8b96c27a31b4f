//! Names of files: every way of writing a path leads to one.

/// Other names of the shared storage (AOSP links them to each other).
const SHARED: [&str; 4] = [
    "/storage/emulated/0",
    "/storage/self/primary",
    "/storage/emulated/legacy",
    "/mnt/sdcard",
];

/// The folder's own name for what it holds.
pub(crate) const SDCARD: &str = "/sdcard";

/// The one form of a path: absolute, without `.`, `..`, double or trailing slashes. A relative path starts at
/// the root, which is the working folder of an adb shell.
pub(crate) fn absolute(written: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = format!("/{}", parts.join("/"));
    for other in SHARED {
        if let Some(rest) = path.strip_prefix(other)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            return format!("{SDCARD}{rest}");
        }
    }
    path
}

/// The folder that a path lies in. `None` for the root.
pub(crate) fn parent(path: &str) -> Option<&str> {
    match path.rsplit_once('/')? {
        (_, "") => None,
        ("", _) => Some("/"),
        (folder, _) => Some(folder),
    }
}

/// The last part of a path.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// True for what the shell's user may write: the shared storage and the folder for temporary files.
pub(crate) fn is_writable(path: &str) -> bool {
    [SDCARD, "/data/local/tmp"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_leads_to_one_path() {
        for (written, want) in [
            ("/sdcard/x.xml", "/sdcard/x.xml"),
            ("/sdcard//a/./b/../x.xml", "/sdcard/a/x.xml"),
            ("/storage/emulated/0/Download/", "/sdcard/Download"),
            ("/storage/emulated/01", "/storage/emulated/01"),
            ("sdcard/x", "/sdcard/x"),
            ("/../..", "/"),
            ("", "/"),
        ] {
            assert_eq!(absolute(written), want, "{written}");
        }
        assert_eq!(
            (parent("/"), parent("/a"), parent("/a/b")),
            (None, Some("/"), Some("/a"))
        );
        assert!(
            is_writable("/data/local/tmp/a") && !is_writable("/data/local/tmp") && !is_writable("/sdcards")
        );
    }
}
