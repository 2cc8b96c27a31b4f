//! Starting and ending apps, and which version is installed.

use std::time::{Duration, Instant};

use retap_cache::device::Deadline;
use retap_cache::screen::PERMISSION_DIALOGS;
use tokio::time::sleep;

use crate::Error;
use crate::action::{ActError, clip, complaint, first_line, send};
use crate::adb::{Adb, quote};
use crate::read::{Component, Focus, focus};

/// Between two looks at the focus.
const POLL: Duration = Duration::from_millis(100);
/// How long a window may stay after its app was ended.
const LINGER: Duration = Duration::from_secs(2);
/// FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_RESET_TASK_IF_NEEDED: what a launcher sends.
const LAUNCHER_FLAGS: &str = "0x10200000";

/// Brings an app to the front and waits until it is there.
pub(crate) async fn launch(
    adb: &Adb,
    sdk: Option<u32>,
    package: &str,
    activity: Option<&str>,
    deadline: Deadline,
) -> Result<(), ActError> {
    let began = Instant::now();
    check_name(package).map_err(ActError::before)?;
    let component = match activity {
        Some(activity) => Component::parse(&format!("{package}/{activity}")).ok_or_else(|| {
            ActError::before(Error::BadName {
                name: activity.to_owned(),
            })
        })?,
        None => launcher_activity(adb, package, deadline)
            .await
            .map_err(ActError::before)?,
    };
    let component = quote(&format!("{}/{}", component.package, component.activity));
    let verb = if sdk.is_some_and(|sdk| sdk < 26) {
        "start"
    } else {
        "start-activity"
    };
    let line = format!(
        "am {verb} -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER \
         -f {LAUNCHER_FLAGS} -n {component}"
    );
    let late = |window: String| {
        ActError::from(Error::LaunchTimeout {
            serial: adb.serial().to_owned(),
            package: package.to_owned(),
            spent: began.elapsed(),
            window,
        })
    };
    let output = match adb.run(&line, deadline).await {
        Err(Error::CommandTimeout { .. }) => return Err(late(String::new())),
        other => other?,
    };
    // The exit code says nothing: failed starts exit with 0, and some that exit with 1 worked.
    if let Some(said) = complaint(&output.both()) {
        return Err(ActError::before(not_launched(adb, package, clip(said))));
    }
    let mut window = String::new();
    loop {
        match focus(adb, deadline).await {
            Ok(focus) if in_front(&focus, package) => return Ok(()),
            Ok(focus) => window = focus.window.unwrap_or_default(),
            Err(Error::CommandTimeout { .. } | Error::OutOfTime { .. }) => return Err(late(window)),
            Err(error) => return Err(ActError { error, sent: true }),
        }
        if deadline.left() <= POLL {
            return Err(late(window));
        }
        sleep(POLL).await;
    }
}

/// Ends an app, and waits a little for its window to go: the next look would still find it in front.
pub(crate) async fn stop(adb: &Adb, package: &str, deadline: Deadline) -> Result<(), ActError> {
    check_name(package).map_err(ActError::before)?;
    send(adb, &format!("am force-stop {}", quote(package)), "", deadline).await?;
    let linger = deadline.within(LINGER);
    // The app is ended; a window that stays or can't be asked for is no failure of that.
    while let Ok(focus) = focus(adb, linger).await {
        let still = focus.window_component().is_some_and(|c| c.package == package);
        if !still || linger.left() <= POLL {
            break;
        }
        sleep(POLL).await;
    }
    Ok(())
}

/// The version name of an installed app. `None` if it isn't installed or has none.
pub(crate) async fn version(adb: &Adb, package: &str, deadline: Deadline) -> Result<Option<String>, Error> {
    check_name(package)?;
    let output = adb
        .run(&format!("dumpsys package {}", quote(package)), deadline)
        .await?;
    Ok(version_name(&output.text()))
}

/// An updated system app is listed twice; the first one runs.
fn version_name(text: &str) -> Option<String> {
    let name = text
        .lines()
        .find_map(|l| l.trim().strip_prefix("versionName="))?
        .trim();
    (!name.is_empty() && name != "null").then(|| name.to_owned())
}

async fn launcher_activity(adb: &Adb, package: &str, deadline: Deadline) -> Result<Component, Error> {
    let line = format!("cmd package resolve-activity --brief {}", quote(package));
    let output = adb.run(&line, deadline).await?;
    let said = output.text();
    // The lines before the last one are details.
    let last = said
        .lines()
        .map(str::trim)
        .rfind(|l| !l.is_empty())
        .unwrap_or_default();
    Component::parse(last)
        .filter(|c| c.package == package)
        .ok_or_else(|| {
            let both = output.both();
            let said = first_line(last)
                .or_else(|| first_line(&both))
                .map_or("nothing".to_owned(), clip);
            not_launched(
                adb,
                package,
                format!("it has no launchable screen, or isn't installed ({said})"),
            )
        })
}

fn not_launched(adb: &Adb, package: &str, said: String) -> Error {
    Error::NotLaunched {
        serial: adb.serial().to_owned(),
        package: package.to_owned(),
        said,
    }
}

/// True if the app has the focus, with any window: its own, or a dialog that stands in front of it.
fn in_front(focus: &Focus, package: &str) -> bool {
    let of = |c: &Component| c.package == package;
    // An app that has just started may ask for permissions first.
    let asks = |c: &Component| PERMISSION_DIALOGS.contains(&c.package.as_str());
    match focus.window_component() {
        Some(window) => of(&window) || asks(&window),
        None => focus.window.is_some() && focus.app.as_ref().is_some_and(of),
    }
}

/// Package names go into shell lines, quoted; nothing else than a name is let through all the same.
fn check_name(name: &str) -> Result<(), Error> {
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(fine) {
        return Err(Error::BadName {
            name: name.to_owned(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_version_name_counts() {
        let text = "Packages:\n  Package [com.a]:\n    versionCode=7 minSdk=24\n    versionName=1.2.3\nHidden:\n    versionName=1.0\n";
        assert_eq!(version_name(text).as_deref(), Some("1.2.3"));
        assert_eq!(version_name("Unable to find package: com.a\n"), None);
        assert_eq!(version_name("    versionName=null\n"), None);
    }

    #[test]
    fn a_started_app_is_in_front_with_any_of_its_windows() {
        let table = [
            ("com.a/com.a.Main", "com.a/.Main", true),
            ("Application Not Responding: com.a", "com.a/.Main", true),
            (
                "com.android.permissioncontroller/x.Grant",
                "com.android.permissioncontroller/x.Grant",
                true,
            ),
            ("com.launcher/.Home", "com.a/.Main", false),
            ("com.launcher/.Home", "com.launcher/.Home", false),
        ];
        for (window, app, want) in table {
            let text = format!(
                "mCurrentFocus=Window{{1 u0 {window}}}\nmFocusedApp=ActivityRecord{{1 u0 {app} t1}}\n"
            );
            assert_eq!(in_front(&Focus::parse(&text), "com.a"), want, "{window} {app}");
        }
        assert!(!in_front(
            &Focus::parse("mFocusedApp=ActivityRecord{1 u0 com.a/.Main t1}\nmCurrentFocus=null\n"),
            "com.a"
        ));
    }

    #[test]
    fn only_names_are_let_through() {
        assert!(check_name("com.example.app_2").is_ok());
        for odd in ["", "-r", "a;b", ".a", "a b", "a'b"] {
            assert!(check_name(odd).is_err(), "{odd}");
        }
    }
}
