//! `phone:`, `timing:` and `apps:`.

use std::path::Path;
use std::time::Duration;

use retap_cache::yaml::{Fields, Problem, Yaml};

use super::names::Names;
use super::{LAUNCHER, LAUNCHER_ACTIVITY};
use crate::spec::{App, Hardware, ScreenId, Timing, full_class};

/// What the device is; a current phone where the file says nothing.
pub(crate) fn hardware(of: Option<&Yaml>, file: &str) -> Result<Hardware, Problem> {
    let mut it = Hardware {
        serial: default_serial(file),
        model: "Pixel 7".to_owned(),
        android: "14".to_owned(),
        sdk: 34,
        width: 1080,
        height: 2400,
        density: 420,
        locale: "en-US".to_owned(),
    };
    let Some(of) = of else { return Ok(it) };
    let known = ["model", "android", "sdk", "size", "density", "locale", "serial"];
    let fields = of.fields("phone", &known)?;
    let text = |key: &str, into: &mut String| -> Result<(), Problem> {
        if let Some(value) = fields.get(key) {
            value.text(key)?.clone_into(into);
        }
        Ok(())
    };
    text("model", &mut it.model)?;
    text("android", &mut it.android)?;
    text("locale", &mut it.locale)?;
    if let Some(value) = fields.get("serial") {
        let serial = value.text("serial")?;
        // The adb server separates the words of its answers by blanks.
        if serial.is_empty() || !serial.chars().all(|c| c.is_ascii_graphic()) {
            return Err(value.problem("a serial is one word of letters, digits and signs"));
        }
        serial.clone_into(&mut it.serial);
    }
    // Below 24 `exec:` has no terminal; those phones are not modelled.
    it.sdk = number(&fields, "sdk", 24..=99, it.sdk)?;
    it.density = number(&fields, "density", 60..=1000, it.density)?;
    if let Some(value) = fields.get("size") {
        let text = value.text("size")?;
        let sides = text
            .split_once('x')
            .and_then(|(w, h)| Some((w.parse::<i32>().ok()?, h.parse::<i32>().ok()?)));
        match sides {
            Some((w, h)) if (100..=20_000).contains(&w) && (100..=20_000).contains(&h) => {
                (it.width, it.height) = (w, h);
            }
            _ => {
                return Err(value
                    .problem(format!("`{text}` is not the size of a display"))
                    .hint("write width x height in pixels, such as 1080x2400"));
            }
        }
    }
    Ok(it)
}

fn number(
    fields: &Fields<'_>,
    key: &str,
    range: std::ops::RangeInclusive<u32>,
    default: u32,
) -> Result<u32, Problem> {
    let Some(value) = fields.get(key) else {
        return Ok(default);
    };
    let n = value.number(key)?;
    u32::try_from(n)
        .ok()
        .filter(|n| range.contains(n))
        .ok_or_else(|| {
            value.problem(format!(
                "{key} must lie between {} and {}, not {n}",
                range.start(),
                range.end()
            ))
        })
}

fn default_serial(file: &str) -> String {
    let stem = Path::new(file)
        .file_stem()
        .map(|s| s.to_string_lossy())
        .unwrap_or_default();
    let word: String = stem
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') {
                c
            } else {
                '-'
            }
        })
        .collect();
    format!("sim-{word}")
}

pub(crate) fn timing(of: Option<&Yaml>) -> Result<Timing, Problem> {
    let Some(of) = of else {
        return Ok(Timing::default());
    };
    let fields = of.fields("timing", &["dump", "input", "launch"])?;
    let get = |key| fields.get(key).map_or(Ok(Duration::ZERO), |v| v.duration(key));
    Ok(Timing {
        dump: get("dump")?,
        input: get("input")?,
        launch: get("launch")?,
    })
}

pub(crate) fn apps(of: &Yaml, names: &Names<'_>) -> Result<Vec<App>, Problem> {
    let mut apps = Vec::new();
    for (key, app) in of.entries("apps")? {
        let fields = app.fields("an app", &["version", "activity", "start"])?;
        let text = |name, default: &str| {
            fields
                .get(name)
                .map_or(Ok(default.to_owned()), |v| v.text(name).map(str::to_owned))
        };
        let activity = text("activity", ".MainActivity")?;
        apps.push(App {
            version: text("version", "1.0")?,
            activity: full_class(&key.text, &activity),
            start: names.screen(fields.need("start", "an app")?)?,
            package: key.text.clone(),
        });
    }
    Ok(apps)
}

/// Android's launcher, for phones whose file has no app of that name.
pub(crate) fn launcher(start: ScreenId) -> App {
    App {
        package: LAUNCHER.to_owned(),
        version: "14".to_owned(),
        activity: LAUNCHER_ACTIVITY.to_owned(),
        start,
    }
}
