//! `retap devices`: what is attached, whether it can be used, and who holds it.

use std::io::Write;
use std::time::Duration;

use comfy_table::{ContentArrangement, Table, presets::UTF8_BORDERS_ONLY};
use retap_android::adb::{Listed, Server};
use retap_android::{foreign_holder, holder};
use retap_cache::device::{Deadline, DeviceError};

use super::Exit;
use super::failure::Failure;

/// How long the list, and each device's own answers, may take.
const ANSWER: Duration = Duration::from_secs(3);

pub(super) async fn devices() -> Result<Exit, Failure> {
    let server = Server::from_env().map_err(|e| Failure::usage(e.to_string()))?;
    let listed = server
        .devices(Deadline::after(ANSWER))
        .await
        .map_err(DeviceError::from)?;
    let mut out = anstream::stdout();
    if listed.is_empty() {
        let _ = writeln!(
            out,
            "no device is attached; start an emulator, plug in a phone, or try `retap sim PHONE.yaml`"
        );
        return Ok(Exit::Passed);
    }
    let asked: Vec<_> = listed
        .iter()
        .map(|d| tokio::spawn(row(server, d.clone())))
        .collect();
    let mut table = Table::new();
    table
        .load_style(UTF8_BORDERS_ONLY)
        .set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["serial", "state", "model", "Android", "usable", "held by"]);
    for row in asked {
        match row.await {
            Ok(cells) => table.add_row(cells),
            Err(e) => {
                return Err(Failure::new(
                    Exit::Bug,
                    format!("a device could not be asked: {e}"),
                ));
            }
        };
    }
    let _ = writeln!(out, "{table}");
    Ok(Exit::Passed)
}

async fn row(server: Server, d: Listed) -> [String; 6] {
    let model = d.model.clone().unwrap_or_default();
    let unusable = |why: &str| {
        [
            d.serial.clone(),
            d.state.clone(),
            model.clone(),
            String::new(),
            why.to_owned(),
            String::new(),
        ]
    };
    if !d.usable() {
        return unusable(match d.state.as_str() {
            "unauthorized" => "no: allow USB debugging on its screen",
            "offline" => "no: it doesn't answer; replug or restart it",
            "authorizing" | "connecting" => "not yet",
            "bootloader" | "recovery" | "sideload" => "no: Android isn't running",
            s if s.starts_with("no permissions") => "no: this user may not open the USB device",
            _ => "no",
        });
    }
    let adb = server.device(&d.serial);
    let until = Deadline::after(ANSWER);
    let android = match adb.shell("getprop ro.build.version.release", until).await {
        Ok(output) => output.text().trim().to_owned(),
        Err(e) => return unusable(&format!("no: {e}")),
    };
    let own = holder(&server, &d.serial).map(|h| format!("retap, {h}"));
    let held = match own {
        Some(own) => Some(own),
        None => foreign_holder(&adb, until).await,
    };
    let usable = if held.is_some() { "once it is free" } else { "yes" };
    [
        d.serial,
        d.state,
        model,
        android,
        usable.to_owned(),
        held.unwrap_or_default(),
    ]
}
