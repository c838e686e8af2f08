//! What was measured, as files: a table, the same as JSON, and a picture.

use super::{QUALITY, Scale, ScaleRow, StageCost, StageCosts, chart};
use crate::files::{self, ExportError};
use crate::measure::{TICK_PARTS, TickPart};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// The table's file.
pub const CSV: &str = "scale.csv";
/// The JSON's file.
pub const JSON: &str = "scale.json";
/// The picture's file.
pub const SVG: &str = "scale.svg";

/// Writes all three into a folder, which is made where it isn't there.
pub fn write(folder: &Path, scale: &Scale) -> Result<(), ExportError> {
    fs::create_dir_all(folder)
        .map_err(|source| ExportError::Create { path: folder.to_path_buf(), source })?;
    let json = serde_json::to_string_pretty(scale)
        .map_err(|e| ExportError::Write { path: folder.join(JSON), source: io::Error::other(e) })?;
    let texts = [(CSV, csv(scale)), (JSON, json + "\n"), (SVG, chart(scale))];
    texts.iter().try_for_each(|(name, text)| files::write(&folder.join(name), text.as_bytes()))
}

/// A row a mode and size. What was not run is empty.
pub fn csv(scale: &Scale) -> String {
    let mut text = "mode,push,units,seed,threads,from_s,way_left,ticks,waited".to_string();
    // Writing to a string does not fail, here and below.
    for (per, _) in PER {
        for TickPart { key, .. } in &TICK_PARTS {
            let _ = write!(text, ",{key}_mean_us_per_{per},{key}_median_us_per_{per}");
        }
    }
    text += ",finished,seconds";
    for metric in QUALITY {
        text += &format!(",{}", metric.key);
    }
    text.push('\n');
    for row in &scale.rows {
        let ScaleRow { mode, units, from, way_left, ticks, .. } = row;
        let Scale { push, seed, threads, .. } = scale;
        let _ = write!(text, "{mode},{push},{units},{seed},{threads},{from},{way_left},{ticks}");
        let _ = write!(text, ",{}", row.waited.map_or(String::new(), |share| share.to_string()));
        for (_, costs) in PER {
            for StageCost { mean, median } in costs(row).0 {
                let _ = write!(text, ",{mean},{median}");
            }
        }
        let quality = row.quality.as_ref();
        text +=
            &quality.map_or(",,".to_string(), |quality| format!(",{},{}", quality.finished, quality.seconds));
        for metric in QUALITY {
            let value = quality.and_then(|quality| quality.values.value(metric));
            text += &value.map_or(",".to_string(), |value| format!(",{value}"));
        }
        text.push('\n');
    }
    text
}

/// What a cost is divided by: its name, and the costs so divided.
type Per = (&'static str, fn(&ScaleRow) -> &StageCosts);
const PER: [Per; 2] = [("tick", |row| &row.tick_us), ("unit", |row| &row.unit_us)];
