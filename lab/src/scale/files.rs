//! The output files: a CSV table, the same data as JSON, and a picture.

use super::chart::chart;
use super::cost::{StageCost, StageCosts};
use super::row::{ScaleRow, quality_metrics};
use super::scale::Scale;
use crate::files::{self, ExportError};
use crate::measure::{TICK_PARTS, TickPart};
use crate::text::CsvText;
use std::fs;
use std::io;
use std::path::Path;

/// The name of the table's file.
pub const CSV: &str = "scale.csv";
/// The name of the JSON file.
pub const JSON: &str = "scale.json";
/// The name of the picture's file.
pub const SVG: &str = "scale.svg";

/// Writes all three files into a folder, which is created if necessary.
pub fn write(folder: &Path, scale: &Scale) -> Result<(), ExportError> {
    fs::create_dir_all(folder)
        .map_err(|source| ExportError::Create { path: folder.to_path_buf(), source })?;
    let json = serde_json::to_string_pretty(scale)
        .map_err(|e| ExportError::Write { path: folder.join(JSON), source: io::Error::other(e) })?;
    let texts = [(CSV, csv(scale)), (JSON, json + "\n"), (SVG, chart(scale))];
    texts.iter().try_for_each(|(name, text)| files::write(&folder.join(name), text.as_bytes()))
}

/// Returns the table, with one line per mode and size. Values that were not measured are empty.
pub fn csv(scale: &Scale) -> String {
    let mut text = CsvText::default();
    for column in COLUMNS {
        text.value(column);
    }
    for (per, _) in PER {
        for TickPart { key, .. } in &TICK_PARTS {
            text.value(format_args!("{key}_mean_us_per_{per}"));
            text.value(format_args!("{key}_median_us_per_{per}"));
        }
    }
    for column in ["finished", "seconds"].into_iter().chain(quality_metrics().map(|metric| metric.key)) {
        text.value(column);
    }
    text.end_line();
    for row in &scale.rows {
        csv_row(&mut text, scale, row);
        text.end_line();
    }
    text.as_str().to_string()
}

/// The first columns.
const COLUMNS: [&str; 9] =
    ["mode", "push", "units", "seed", "threads", "from_s", "way_left", "ticks", "waited"];

fn csv_row(text: &mut CsvText, scale: &Scale, row: &ScaleRow) {
    text.value(row.mode);
    text.value(scale.push);
    text.value(row.units);
    text.value(scale.seed);
    text.value(scale.threads);
    text.value(row.from);
    text.value(row.way_left);
    text.value(row.ticks);
    text.optional(row.waited);
    for (_, costs) in PER {
        for StageCost { mean, median } in costs(row).0 {
            text.value(mean);
            text.value(median);
        }
    }
    let quality = row.quality.as_ref();
    text.optional(quality.map(|quality| quality.finished));
    text.optional(quality.map(|quality| quality.seconds));
    for metric in quality_metrics() {
        text.optional(quality.and_then(|quality| quality.values.value(metric)));
    }
}

/// The name of what a cost is divided by, and the function that returns these costs.
type Per = (&'static str, fn(&ScaleRow) -> &StageCosts);
const PER: [Per; 2] = [("tick", |row| &row.tick_us), ("unit", |row| &row.unit_us)];
