//! The JSON report of a run: everything that the events said, in one file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::run::{RunInfo, Summary};

/// Version of the report's shape.
pub const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    retap: &'static str,
    run: &'a RunInfo,
    summary: &'a Summary,
}

/// Writes `report.json` into a folder, whole or not at all, and gives its path.
pub fn write_json(folder: &Path, run: &RunInfo, summary: &Summary) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let report = Report {
        format: FORMAT,
        retap: env!("CARGO_PKG_VERSION"),
        run,
        summary,
    };
    let text = serde_json::to_string_pretty(&report).map_err(io::Error::other)?;
    let (path, part) = (folder.join("report.json"), folder.join("report.json.part"));
    fs::write(&part, text + "\n")?;
    fs::rename(&part, &path)?;
    Ok(path)
}
