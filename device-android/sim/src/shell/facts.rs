//! Small commands that say what the device is: `getprop`, `wm`, `settings`, `cmd package`.

use super::run::Call;
use crate::hardware::Hardware;
use crate::spec::short_component;

/// Set only once a boot is complete.
const BOOT_COMPLETED: &str = "sys.boot_completed";

/// The properties of the device.
fn properties(of: &Hardware) -> Vec<(&'static str, String)> {
    let text = str::to_owned;
    vec![
        ("persist.sys.locale", of.locale.clone()),
        ("ro.boot.qemu.avd_name", of.serial.clone()),
        ("ro.build.characteristics", text("emulator")),
        (
            "ro.build.fingerprint",
            format!("retap/sim/sim:{}/SIM/1:user/release-keys", of.android),
        ),
        ("ro.build.version.release", of.android.clone()),
        ("ro.build.version.sdk", of.sdk.to_string()),
        ("ro.kernel.qemu", text("1")),
        ("ro.product.brand", text("retap")),
        ("ro.product.cpu.abi", text("x86_64")),
        ("ro.product.device", text("sim")),
        ("ro.product.locale", of.locale.clone()),
        ("ro.product.model", of.model.clone()),
        ("ro.product.name", text("sim")),
        ("ro.serialno", of.serial.clone()),
        (BOOT_COMPLETED, text("1")),
    ]
}

/// `getprop` lists `[key]: [value]`; `getprop KEY [DEFAULT]` prints a value, or an empty line.
pub(crate) fn getprop(call: &Call<'_>) -> u8 {
    let mut all = properties(&call.device.spec.hardware);
    if !call.device.is_booted() {
        all.retain(|(key, _)| *key != BOOT_COMPLETED);
    }
    match call.args {
        [] => all
            .iter()
            .for_each(|(k, v)| call.io.out.line(&format!("[{k}]: [{v}]"))),
        [key, rest @ ..] => {
            let value = all.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
            call.io.out.line(value.unwrap_or(rest.first().unwrap_or(&"")));
        }
    }
    0
}

/// `wm size`, `wm density`: as built, unrotated, and what overrides it.
pub(crate) fn wm(call: &Call<'_>) -> u8 {
    let it = &call.device.spec.hardware;
    let line = |text: String| call.io.out.line(&text);
    match call.args {
        ["size", ..] => {
            line(format!("Physical size: {}x{}", it.width, it.height));
            if let Some((w, h)) = it.override_size {
                line(format!("Override size: {w}x{h}"));
            }
        }
        ["density", ..] => {
            line(format!("Physical density: {}", it.density));
            if let Some(density) = it.override_density {
                line(format!("Override density: {density}"));
            }
        }
        _ => {
            line("Window manager (window) commands:".to_owned());
            return 255;
        }
    }
    0
}

/// `settings get NS KEY` prints `null` for what isn't set; writing is accepted and of no effect.
pub(crate) fn settings(call: &Call<'_>) -> u8 {
    match call.args {
        ["get", "system", "font_scale"] => call.io.out.line("1.0"),
        ["get", _, _] => call.io.out.line("null"),
        ["put", ..] => {}
        _ => {
            call.io.err.line("Settings provider (settings) commands:");
            return 255;
        }
    }
    0
}

/// `cmd package resolve-activity --brief … PKG`, `cmd package list packages`
pub(crate) fn cmd(call: &Call<'_>) -> u8 {
    let spec = &call.device.spec;
    match call.args {
        ["package", "resolve-activity", rest @ ..] => {
            let app = rest.last().and_then(|p| spec.find_app(p)).map(|id| spec.app(id));
            match app {
                Some(app) => {
                    call.io
                        .out
                        .line("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false");
                    call.io.out.line(&short_component(&app.package, &app.activity));
                }
                None => call.io.out.line("No activity found"),
            }
            0
        }
        ["package", "list", "packages", ..] => {
            spec.apps
                .iter()
                .for_each(|app| call.io.out.line(&format!("package:{}", app.package)));
            0
        }
        ["package", ..] => {
            call.io.out.line("Unknown command");
            255
        }
        [service, ..] => {
            call.io.err.line(&format!("cmd: Can't find service: {service}"));
            20
        }
        [] => 20,
    }
}
