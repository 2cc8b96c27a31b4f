//! `phone:`: what the device is.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use retap_cache::screen::Rect;
use retap_cache::yaml::{Fields, Problem, Yaml};

use crate::hardware::{Hardware, Keyboard};

const KNOWN: [&str; 14] = [
    "model",
    "android",
    "sdk",
    "size",
    "density",
    "override_size",
    "override_density",
    "rotation",
    "bars",
    "keyboard",
    "locale",
    "serial",
    "boot",
    "holder",
];
const SIDES: RangeInclusive<i32> = 100..=20_000;
const DENSITIES: RangeInclusive<u32> = 60..=1000;

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
        override_size: None,
        override_density: None,
        rotation: 0,
        bars: false,
        keyboard: Keyboard::Hardware,
        locale: "en-US".to_owned(),
        boot: Duration::ZERO,
        holder: None,
    };
    let Some(of) = of else { return Ok(it) };
    let fields = of.fields("phone", &KNOWN)?;
    let text = |key: &str, into: &mut String| -> Result<(), Problem> {
        if let Some(value) = fields.get(key) {
            value.text(key)?.clone_into(into);
        }
        Ok(())
    };
    text("model", &mut it.model)?;
    text("android", &mut it.android)?;
    text("locale", &mut it.locale)?;
    if fields.get("serial").is_some() {
        it.serial = word(&fields, "serial", "a serial")?;
    }
    if fields.get("holder").is_some() {
        it.holder = Some(word(&fields, "holder", "a holder")?);
    }
    // Below 24 `exec:` has no terminal; those phones are not modelled.
    it.sdk = number(&fields, "sdk", 24..=99, it.sdk)?;
    it.density = number(&fields, "density", DENSITIES, it.density)?;
    if fields.get("override_density").is_some() {
        it.override_density = Some(number(&fields, "override_density", DENSITIES, 0)?);
    }
    if let Some(value) = fields.get("size") {
        (it.width, it.height) = size(value, "size")?;
    }
    it.override_size = fields
        .get("override_size")
        .map(|v| size(v, "override_size"))
        .transpose()?;
    it.rotation = number(&fields, "rotation", 0..=3, 0)? as u8;
    it.bars = fields.get("bars").map_or(Ok(false), |v| v.boolean("bars"))?;
    it.boot = fields
        .get("boot")
        .map_or(Ok(Duration::ZERO), |v| v.duration("boot"))?;
    if let Some(value) = fields.get("keyboard") {
        it.keyboard = keyboard(value)?;
    }
    Ok(it)
}

/// One word: the adb server and `ps` separate words by blanks.
fn word(fields: &Fields<'_>, key: &str, what: &str) -> Result<String, Problem> {
    let value = fields.need(key, "phone")?;
    let word = value.text(key)?;
    if word.is_empty() || !word.chars().all(|c| c.is_ascii_graphic()) {
        return Err(value.problem(format!("{what} is one word of letters, digits and signs")));
    }
    Ok(word.to_owned())
}

fn size(value: &Yaml, key: &str) -> Result<(i32, i32), Problem> {
    let text = value.text(key)?;
    text.split_once('x')
        .and_then(|(w, h)| Some((w.parse::<i32>().ok()?, h.parse::<i32>().ok()?)))
        .filter(|(w, h)| SIDES.contains(w) && SIDES.contains(h))
        .ok_or_else(|| {
            value
                .problem(format!("`{text}` is not the size of a display"))
                .hint("write width x height in pixels, such as 1080x2400")
        })
}

/// `true`, `false`, or the frame of an on-screen keyboard.
fn keyboard(value: &Yaml) -> Result<Keyboard, Problem> {
    let text = value.text("keyboard")?;
    match (text, Rect::parse(text)) {
        ("true", _) => Ok(Keyboard::Soft),
        ("false", _) => Ok(Keyboard::Hardware),
        (_, Some(frame)) if !frame.is_empty() => Ok(Keyboard::At(frame)),
        _ => Err(value
            .problem(format!("`{text}` is no keyboard"))
            .hint("write true, false, or where it lies: \"[0,1500][1080,2400]\", in quotes")),
    }
}

fn number(fields: &Fields<'_>, key: &str, range: RangeInclusive<u32>, default: u32) -> Result<u32, Problem> {
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
