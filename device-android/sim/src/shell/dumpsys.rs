//! `dumpsys`: the lines that clients look for, in the places where they look.

use super::run::Call;
use crate::device::Device;
use crate::spec::short_component;

/// From here on `dumpsys window windows` doesn't print the focus any more.
const SDK_10: u32 = 29;

/// `dumpsys SERVICE …`
pub(crate) fn run(call: &Call<'_>) -> u8 {
    let answer = match call.args {
        ["window", rest @ ..] => window(call.device, rest.first() == Some(&"windows")),
        ["activity", "top", ..] => activity_top(call.device),
        ["activity", ..] => activities(call.device),
        ["input_method", ..] => input_method(call.device),
        ["package", package, ..] => package_info(call.device, package),
        ["input", ..] => "      SurfaceOrientation: 0\n".to_owned(),
        ["display", ..] => "    mCurrentOrientation=0\n    orientation=0\n".to_owned(),
        [] => String::new(),
        [service, ..] => {
            call.io.err.line(&format!("Can't find service: {service}"));
            return 20;
        }
    };
    call.io.out.write(&answer);
    0
}

/// A record of the screen in front, as several dumps print it.
fn activity_record(device: &Device) -> String {
    device.look(|p| {
        let (screen, task) = (p.screen(), p.screen().app.0 + 11);
        let component = short_component(&device.spec.app(screen.app).package, &screen.activity);
        format!(
            "ActivityRecord{{{:x} u0 {component} t{task}}}",
            0x5d_1a00 + screen.app.0
        )
    })
}

fn window(device: &Device, list: bool) -> String {
    let focus = device.look(|p| {
        let screen = p.screen();
        let app = &device.spec.app(screen.app).package;
        let title = screen
            .title
            .clone()
            .unwrap_or_else(|| format!("{app}/{}", screen.activity));
        // Windows of one activity are one window; another title is another one.
        let id = if screen.title.is_some() {
            0x1a_2b00 + p.front().0
        } else {
            0x7c_3d00 + screen.app.0
        };
        format!("  mCurrentFocus=Window{{{id:x} u0 {title}}}\n")
    });
    let focus = if list && device.spec.hardware.sdk >= SDK_10 {
        String::new()
    } else {
        focus
    };
    format!("{focus}  mFocusedApp={}\n", activity_record(device))
}

fn activities(device: &Device) -> String {
    let record = activity_record(device);
    let name = if device.spec.hardware.sdk >= SDK_10 {
        "topResumedActivity"
    } else {
        "mResumedActivity"
    };
    format!(
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n    {name}={record}\n  ResumedActivity: {record}\n"
    )
}

fn activity_top(device: &Device) -> String {
    device.look(|p| {
        let screen = p.screen();
        let component = short_component(&device.spec.app(screen.app).package, &screen.activity);
        let pid = p.pid(screen.app).map_or(0, |pid| pid);
        format!(
            "  ACTIVITY {component} {:x} pid={pid}\n",
            0x5d_1a00 + screen.app.0
        )
    })
}

fn input_method(device: &Device) -> String {
    let shown = device.look(|p| p.keyboard());
    format!("  mInputShown={shown}\n  mIsInputViewShown={shown}\n")
}

fn package_info(device: &Device, package: &str) -> String {
    let Some(app) = device.spec.find_app(package).map(|id| device.spec.app(id)) else {
        return format!("Unable to find package: {package}\n");
    };
    format!(
        "Packages:\n  Package [{package}] (7c3d00):\n    versionCode={} minSdk=24 targetSdk=34\n    versionName={}\n",
        version_code(&app.version),
        app.version,
    )
}

/// A number that grows with the version: 3.2.0 is 30200.
fn version_code(version: &str) -> u32 {
    let part = |i| {
        version
            .split('.')
            .nth(i)
            .and_then(|p| p.parse::<u32>().ok())
            .unwrap_or(0)
            .min(99)
    };
    (part(0) * 10_000 + part(1) * 100 + part(2)).max(1)
}

#[cfg(test)]
mod tests {
    use super::version_code;

    #[test]
    fn versions_become_growing_numbers() {
        assert_eq!(
            ["3.2.0", "3.2.1", "4", "beta"].map(version_code),
            [30_200, 30_201, 40_000, 1]
        );
    }
}
