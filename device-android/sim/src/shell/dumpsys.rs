//! `dumpsys`: the lines that clients look for, in the places where they look.

use retap_cache::screen::Rect;

use super::run::Call;
use crate::device::Device;
use crate::spec::short_component;

/// From here on `dumpsys window windows` doesn't print the focus any more.
const SDK_10: u32 = 29;
/// The physical id of the display, for `screencap -d`.
const DISPLAY_ID: u64 = 4_619_827_259_835_644_672;

/// `dumpsys SERVICE …`
pub(crate) fn run(call: &Call<'_>) -> u8 {
    let answer = match call.args {
        ["window", rest @ ..] => window(call.device, rest.first() == Some(&"windows")),
        ["SurfaceFlinger", "--display-id", ..] => {
            format!("Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName=\"EMU_display_0\"\n")
        }
        ["activity", "top", ..] => activity_top(call.device),
        ["activity", ..] => activities(call.device),
        ["input_method", ..] => input_method(call.device),
        ["package", package, ..] => package_info(call.device, package),
        ["input", ..] => format!("      SurfaceOrientation: {}\n", rotation(call.device)),
        ["display", ..] => {
            let turns = rotation(call.device);
            format!("    mCurrentOrientation={turns}\n    orientation={turns}\n")
        }
        [] => String::new(),
        [service, ..] => {
            call.io.err.line(&format!("Can't find service: {service}"));
            return 20;
        }
    };
    call.io.out.write(&answer);
    0
}

fn rotation(device: &Device) -> u8 {
    device.look(|p| p.display().rotation)
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
    let record = activity_record(device);
    if list && device.spec.hardware.sdk >= SDK_10 {
        return format!("  mFocusedApp={record}\n");
    }
    format!("{focus}  mFocusedApp={record}\n{}", insets(device))
}

/// What covers the edges of the windows: bars and keyboard.
///
/// `InsetsSource id=ID type=TYPE frame=[l,t][r,b] visible=BOOL flags=` is how Android 14 prints an
/// `InsetsSource` (AOSP `InsetsSource.dump`); the keyboard's id is the constant `ID_IME`, 3.
fn insets(device: &Device) -> String {
    device.look(|p| {
        let display = p.display();
        let mut lines = String::from("  InsetsState\n");
        let mut line = |id: &str, kind: &str, frame: Rect, visible: bool| {
            lines.push_str(&format!(
                "    InsetsSource id={id} type={kind} frame={frame} visible={visible} flags=\n"
            ));
        };
        if let Some(bar) = display.status_bar() {
            line("bd3a0000", "statusBars", bar, true);
        }
        if let Some(bar) = display.navigation_bar() {
            line("bd3a0001", "navigationBars", bar, true);
        }
        line(
            "3",
            "ime",
            p.keyboard_frame().unwrap_or_default(),
            p.keyboard_frame().is_some(),
        );
        lines
    })
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
    let shown = device.look(|p| p.keyboard_frame().is_some());
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
