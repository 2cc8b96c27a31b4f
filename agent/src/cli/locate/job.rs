//! One line of a batch.

use std::path::PathBuf;

use retap_cache::screen::{Point, Rect};
use retap_cache::text::nearest;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::spot::Spot;

const KEYS: [&str; 5] = ["from", "at", "bounds", "in", "locale_changed"];

/// A look-up that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) from: PathBuf,
    pub(super) spot: Spot,
    pub(super) into: PathBuf,
    pub(super) same_locale: bool,
}

/// The line as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    from: PathBuf,
    #[serde(default)]
    at: Option<[i32; 2]>,
    #[serde(default)]
    bounds: Option<[i32; 4]>,
    #[serde(rename = "in")]
    into: PathBuf,
    #[serde(default)]
    locale_changed: bool,
}

impl Job {
    /// Reads a line, or says what is wrong with it.
    pub(super) fn read(line: &[u8]) -> Result<Job, String> {
        if line.trim_ascii().is_empty() {
            return Err("the line is empty; a job is a JSON object".to_owned());
        }
        let read: Line = serde_json::from_slice(line).map_err(|e| wrong(line, &e))?;
        let spot = match (read.at, read.bounds) {
            (Some([x, y]), None) => Spot::At(Point { x, y }),
            (None, Some([l, t, r, b])) => Spot::Bounds(Rect::new(l, t, r, b)),
            (None, None) => return Err("neither `at` nor `bounds` says which element is meant".to_owned()),
            (Some(_), Some(_)) => return Err("`at` and `bounds` are both given; give one of them".to_owned()),
        };
        Ok(Job {
            from: read.from,
            spot,
            into: read.into,
            same_locale: !read.locale_changed,
        })
    }
}

fn wrong(line: &[u8], e: &serde_json::Error) -> String {
    // A wrong key is named with the right one, which serde doesn't do.
    if let Ok(all) = serde_json::from_slice::<Map<String, Value>>(line)
        && let Some(key) = all.keys().find(|k| !KEYS.contains(&k.as_str()))
    {
        let help = match nearest(key, KEYS) {
            Some(right) => format!("did you mean `{right}`?"),
            None => format!("the keys are {}", KEYS.join(", ")),
        };
        return format!("unknown key `{key}`; {help}");
    }
    // Every job is line 1 to serde; the caller knows the line.
    let place = format!(" at line {} column {}", e.line(), e.column());
    let text = e.to_string();
    let text = text.strip_suffix(&place).unwrap_or(&text);
    if e.is_data() {
        text.to_owned()
    } else {
        format!("not JSON (column {}): {text}", e.column())
    }
}
