//! Whether a tree is that of the app in front.

use retap_cache::screen::Quality;

use super::focus::Focus;

/// What a plain dump permits to conclude: [`Quality::OtherWindow`] if the package of its first root isn't the
/// focused app's, or if the focused window isn't the app's activity (a dialog, the notification shade).
/// Without a known focus there is no sign against the tree.
pub fn quality(root_package: &str, focus: &Focus) -> Quality {
    let Some(app) = focus.app_in_front() else {
        // A window that names no app has the focus, and no app does.
        return if focus.window.is_some() {
            Quality::OtherWindow
        } else {
            Quality::Complete
        };
    };
    let own_root = root_package == app.package;
    let own_window = focus.window.is_none() || focus.window_component().as_ref() == Some(&app);
    if own_root && own_window {
        Quality::Complete
    } else {
        Quality::OtherWindow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_apps_own_window_is_complete() {
        let table = [
            ("com.a", "com.a/com.a.Main", "com.a/.Main", Quality::Complete),
            ("com.a", "", "com.a/.Main", Quality::Complete),
            ("com.a", "", "", Quality::Complete),
            ("com.a", "com.a/com.a.Main", "", Quality::Complete),
            ("android", "com.a/com.a.Main", "com.a/.Main", Quality::OtherWindow),
            (
                "com.launcher",
                "com.a/com.a.Main",
                "com.a/.Main",
                Quality::OtherWindow,
            ),
            ("com.a", "PopupWindow:1f", "com.a/.Main", Quality::OtherWindow),
            ("com.a", "NotificationShade", "com.a/.Main", Quality::OtherWindow),
            ("com.a", "NotificationShade", "", Quality::OtherWindow),
            ("com.a", "com.a/com.a.Other", "com.a/.Main", Quality::OtherWindow),
            (
                "com.perm",
                "com.perm/.Grant",
                "com.perm/.Grant",
                Quality::Complete,
            ),
        ];
        for (root, window, app, want) in table {
            let line = |name: &str, value: &str, open: &str| match value {
                "" => format!("{name}=null\n"),
                v => format!("{name}={open}{{1 u0 {v}}}\n"),
            };
            let text = line("mCurrentFocus", window, "Window") + &line("mFocusedApp", app, "ActivityRecord");
            assert_eq!(quality(root, &Focus::parse(&text)), want, "{root} {window} {app}");
        }
    }
}
