//! Whether a tree is that of the app in front.

use retap_cache::screen::{Geometry, Quality, Rect};

use super::focus::Focus;

/// What a plain dump permits to conclude: [`Quality::OtherWindow`] if the package of its first root isn't the
/// focused app's, if the focused window isn't the app's activity or isn't known (a dialog, the notification shade,
/// a transition), or if the root leaves much of the display free: a dialog of the app has the title of its
/// activity (`Window.adjustLayoutParamsForSubWindow` in AOSP). It judges the window in front only; whether that is
/// the app under test the caller knows.
pub fn quality(root_package: &str, root: Rect, display: &Geometry, focus: &Focus) -> Quality {
    let own = focus
        .app_in_front()
        .is_some_and(|app| root_package == app.package && focus.window_component().as_ref() == Some(&app));
    if own && covers(root, display) {
        Quality::Complete
    } else {
        Quality::OtherWindow
    }
}

/// True if the root covers the display but for the system's bars. Up to Android 12 bounds end above the
/// navigation bar.
fn covers(root: Rect, display: &Geometry) -> bool {
    let part = |of: i32, whole: i32| i64::from(of) * 100 >= i64::from(whole) * 85;
    part(root.width(), display.width) && part(root.height(), display.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_apps_own_window_is_complete() {
        let table = [
            ("com.a", "com.a/com.a.Main", "com.a/.Main", Quality::Complete),
            ("com.a", "", "com.a/.Main", Quality::OtherWindow),
            ("com.a", "", "", Quality::OtherWindow),
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
            let display = Geometry {
                width: 1080,
                height: 2400,
                ..Default::default()
            };
            let full = Rect::new(0, 0, 1080, 2274);
            assert_eq!(
                quality(root, full, &display, &Focus::parse(&text)),
                want,
                "{root} {window} {app}"
            );
        }
    }

    #[test]
    fn a_dialog_of_the_app_leaves_much_of_the_display_free() {
        let display = Geometry {
            width: 1080,
            height: 2400,
            ..Default::default()
        };
        let text =
            "mCurrentFocus=Window{1 u0 com.a/com.a.Main}\nmFocusedApp=ActivityRecord{1 u0 com.a/.Main}\n";
        let focus = Focus::parse(text);
        let dialog = Rect::new(90, 900, 990, 1500);
        assert_eq!(quality("com.a", dialog, &display, &focus), Quality::OtherWindow);
        assert_eq!(
            quality("com.a", display.area(), &display, &focus),
            Quality::Complete
        );
    }
}
