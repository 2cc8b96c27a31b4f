//! Whose window a tree shows, and what may be concluded from it.

use retap_cache::screen::{Geometry, PERMISSION_DIALOGS, Quality, Rect, Rung, SYSTEM_UI, UiTree};

use super::error::ReadFault;
use super::facts::Facts;

/// What a tree permits to conclude, or [`ReadFault::WrongWindow`] if it is not of the window that has the focus.
///
/// A focus that is not known, or a focused window that names no package, is no sign against a tree; but then it says
/// nothing about what is gone.
pub(crate) fn quality(tree: &UiTree, facts: &Facts, rung: Rung) -> Result<Quality, ReadFault> {
    let focus = &facts.focus;
    let root = tree.roots().next().map(|r| r.package()).unwrap_or_default();
    let holds = |package: &str| tree.roots().any(|r| r.package() == package);
    let window = focus.window_component();
    // The focused window's package, and only in a transition without any that of the app.
    let want = match (&focus.window, &window) {
        (_, Some(component)) => Some(component),
        (None, None) => focus.app.as_ref(),
        (Some(_), None) => None,
    };
    let of_system = |package: &str| {
        package.is_empty()
            || SYSTEM_UI.contains(&package)
            || PERMISSION_DIALOGS.contains(&package)
            || package == facts.keyboard.package
    };
    if let Some(want) = want
        && !holds(&want.package)
        && !of_system(root)
    {
        return Err(ReadFault::WrongWindow {
            want: want.package.clone(),
            got: root.to_owned(),
        });
    }
    // A window that isn't known may be any: then nothing is gone.
    let own = focus
        .app_in_front()
        .is_some_and(|app| holds(&app.package) && window.as_ref() == Some(&app));
    Ok(match rung {
        // Whether the keyboard is shown isn't known either.
        _ if !own || !facts.is_whole() => Quality::OtherWindow,
        Rung::Compressed => Quality::Compressed,
        _ if facts.keyboard.shown => Quality::Keyboard,
        _ => Quality::Complete,
    })
}

/// True if the tree leaves much of the display free: a dialog, whose window has the title of its activity
/// (`Window.adjustLayoutParamsForSubWindow` in AOSP). Up to Android 12 bounds end above the navigation bar.
pub(crate) fn is_dialog(tree: &UiTree, display: &Geometry) -> bool {
    let covers = |r: Rect| {
        let part = |of: i32, whole: i32| i64::from(of) * 100 >= i64::from(whole) * 85;
        part(r.width(), display.width) && part(r.height(), display.height)
    };
    !tree.roots().any(|r| covers(r.bounds()))
}

#[cfg(test)]
mod tests {
    use retap_cache::screen::{NodeAttrs, TreeBuilder};

    use super::*;

    fn tree(packages: &str) -> UiTree {
        let mut b = TreeBuilder::new();
        for package in packages.split('+') {
            b.open(&NodeAttrs {
                package,
                ..NodeAttrs::default()
            });
            b.close();
        }
        b.finish()
    }

    /// The last of the answers.
    const SIZE: &str = "Physical size: 1080x2400\n";

    fn verdict(roots: &str, window: &str, app: &str, more: &str, rung: Rung) -> String {
        let line = |name: &str, value: &str, open: &str| match value {
            "" => format!("{name}=null\n"),
            v => format!("{name}={open}{{1 u0 {v}}}\n"),
        };
        let text = line("mCurrentFocus", window, "Window")
            + &line("mFocusedApp", app, "ActivityRecord")
            + more
            + SIZE;
        match quality(&tree(roots), &Facts::parse(&text), rung) {
            Ok(quality) => quality.word().to_owned(),
            Err(ReadFault::WrongWindow { want, got }) => format!("{got} for {want}"),
            Err(other) => other.to_string(),
        }
    }

    #[test]
    fn only_the_apps_own_window_is_complete() {
        let perm = "com.google.android.permissioncontroller";
        let grant = format!("{perm}/.Grant");
        let table = [
            ("com.a", "com.a/com.a.Main", "com.a/.Main", "complete"),
            ("com.a", "", "com.a/.Main", "other-window"),
            ("com.a", "", "", "other-window"),
            ("com.a", "com.a/com.a.Main", "", "complete"),
            ("com.perm", "com.perm/.Grant", "com.perm/.Grant", "complete"),
            // Several windows in one dump, the app's not first.
            (
                "com.android.systemui+com.a",
                "com.a/.Main",
                "com.a/.Main",
                "complete",
            ),
            // Dialogs and shades.
            ("com.a", "PopupWindow:1f", "com.a/.Main", "other-window"),
            ("com.a", "NotificationShade", "com.a/.Main", "other-window"),
            ("com.a", "NotificationShade", "", "other-window"),
            ("com.a", "com.a/com.a.Other", "com.a/.Main", "other-window"),
            ("com.chat", "Bubble", "com.a/.Main", "other-window"),
            // D04 c: not a mismatch.
            ("android", "com.a/com.a.Main", "com.a/.Main", "other-window"),
            (
                "com.android.systemui",
                "com.a/com.a.Main",
                "com.a/.Main",
                "other-window",
            ),
            (perm, "com.a/com.a.Main", "com.a/.Main", "other-window"),
            (perm, &grant, "com.a/.Main", "other-window"),
            ("com.keys", "com.a/com.a.Main", "com.a/.Main", "other-window"),
            ("", "com.a/com.a.Main", "com.a/.Main", "other-window"),
            // D04 a, b.
            (
                "com.launcher",
                "com.a/com.a.Main",
                "com.a/.Main",
                "com.launcher for com.a",
            ),
            ("com.launcher", "", "com.a/.Main", "com.launcher for com.a"),
            ("com.a", "com.b/.Main", "com.b/.Main", "com.a for com.b"),
        ];
        for (roots, window, app, want) in table {
            let ime = "mCurMethodId=com.keys/.Latin\n";
            let got = verdict(roots, window, app, ime, Rung::Plain);
            assert_eq!(got, want, "{roots} {window} {app}");
        }
    }

    #[test]
    fn the_rung_and_the_keyboard_lower_it() {
        let of = |more, rung| verdict("com.a", "com.a/.Main", "com.a/.Main", more, rung);
        let keys = "mInputShown=true\n";
        assert_eq!(of("", Rung::Compressed), "compressed");
        assert_eq!(of(keys, Rung::Plain), "keyboard");
        assert_eq!(of(keys, Rung::Compressed), "compressed");
        let popup = verdict("com.a", "PopupWindow:1f", "com.a/.Main", keys, Rung::Compressed);
        assert_eq!(popup, "other-window");
    }

    #[test]
    fn a_dialog_leaves_much_of_the_display_free() {
        let display = Geometry {
            width: 1080,
            height: 2400,
            ..Default::default()
        };
        let of = |bounds| {
            let mut b = TreeBuilder::new();
            b.open(&NodeAttrs {
                bounds,
                ..NodeAttrs::default()
            });
            is_dialog(&b.finish(), &display)
        };
        assert!(of(Rect::new(90, 900, 990, 1500)) && of(Rect::default()));
        assert!(!of(display.area()) && !of(Rect::new(0, 63, 1080, 2274)));
    }

    #[test]
    fn what_was_not_answered_permits_nothing() {
        let text =
            "mCurrentFocus=Window{1 u0 com.a/com.a.Main}\nmFocusedApp=ActivityRecord{1 u0 com.a/.Main}\n";
        let of = |text: &str| quality(&tree("com.a"), &Facts::parse(text), Rung::Plain).unwrap();
        assert_eq!(of(text), Quality::OtherWindow);
        assert_eq!(of(&format!("{text}{SIZE}")), Quality::Complete);
    }
}
