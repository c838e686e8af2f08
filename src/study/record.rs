//! What a run of a study is, and what came out of it: a line of the manifest, and a line of the results.

use crate::types::Point;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One run, and all that decides what comes out of it. Its line in the manifest is this as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRun {
    /// Hash of everything below, 16 hexadecimal digits.
    pub id: String,
    /// A built-in map's name, or a file.
    pub map: String,
    /// Hash of the map's content, files that it names included, 16 hexadecimal digits.
    pub map_hash: String,
    /// The avoidance mode of all units.
    pub mode: String,
    /// The sideways push: its strength, 0 where it is off.
    pub push: f32,
    /// How many units; none: as many as the map has.
    pub units: Option<usize>,
    /// The seed of the starts.
    pub seed: u64,
    /// How far the seed moves each start, m; none: as the map says.
    pub jitter: Option<f32>,
    /// When the run is cut, s; none: when the map says.
    pub limit: Option<f32>,
    /// The models' settings that the study gives; others are as the map says.
    pub settings: BTreeMap<String, f32>,
    /// The version of the program that planned it.
    pub version: String,
}

/// What came out of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The run.
    pub run: PlannedRun,
    /// How it ended.
    pub outcome: RunOutcome,
    /// Its metrics, as `sidestep run --json` has them; empty where it failed.
    pub metrics: serde_json::Map<String, serde_json::Value>,
    /// How it went, moment by moment; none where it failed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trace: Option<Trace>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunOutcome {
    /// Everybody arrived.
    Arrived,
    /// It was cut at its limit.
    Cut,
    /// It could not be done: why.
    Failed(String),
}

/// How a run went, moment by moment: what a report draws.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// From one sample to the next, s.
    pub step: f32,
    /// The share that has arrived, at each sample.
    pub arrived: Vec<f32>,
    /// The lane order, at each sample; none with a single group.
    pub lane_order: Option<Vec<f32>>,
    /// Walking units' mean speed (share of the maximum) by local density (share of the ground covered within 2 m): the sum of speeds and
    /// their number in each of ten bins of 0.1.
    pub speed_by_density: Vec<(f32, u32)>,
    /// Where contacts were.
    pub contacts: Heat,
    /// Everyone's places, for one run of each mode and map.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub replay: Option<Replay>,
}

/// A grid of counts over the map's bounds, row by row from the lower left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// The lower left corner, m.
    pub origin: Point,
    /// A cell's side, m.
    pub cell: f32,
    /// Cells in a row.
    pub columns: usize,
    /// Units in contact with another one, in unit-ticks until each one's arrival. In JSON a negative number stands for that many
    /// zeros: contacts are in few places.
    #[serde(with = "super::sparse")]
    pub counts: Vec<u32>,
    /// The same outside the bounds. With `counts` it adds up to the run's `contact_share` of all unit-ticks.
    #[serde(default)]
    pub outside: u32,
}

/// Everyone's places at fixed moments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// From one frame to the next, s.
    pub step: f32,
    /// Lower left and upper right corner of what is shown, m.
    pub bounds: [Point; 2],
    /// Each unit's group.
    pub groups: Vec<u16>,
    /// Each unit's radius, m.
    pub radii: Vec<f32>,
    /// Each wall's outline.
    pub walls: Vec<WallOutline>,
    /// The groups' names.
    pub names: Vec<String>,
    /// The groups' goals, each once.
    pub goals: Vec<GoalMark>,
    /// For each frame x and y of each unit, as shares of the bounds times 65535.
    pub frames: Vec<Vec<u16>>,
}

/// A wall's outline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WallOutline {
    /// Whether it is filled: its last corner is joined to the first. Otherwise it is a line, and units may stand on both sides.
    pub solid: bool,
    /// Its corners, m.
    pub points: Vec<Point>,
}

/// A group's goal, as a replay shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoalMark {
    /// The group's index.
    pub group: u16,
    /// A point, the two ends of a line, or the four corners of an area, m.
    pub points: Vec<Point>,
    /// How near a point counts as there, m; 0 for lines and areas.
    pub radius: f32,
}

impl Record {
    /// A metric that is a number, by its key; `tick_us.p50` for what lies deeper. None where it has no value.
    pub fn number(&self, key: &str) -> Option<f64> {
        let mut keys = key.split('.');
        let mut value = self.metrics.get(keys.next()?)?;
        for key in keys {
            value = value.get(key)?;
        }
        value.as_f64()
    }
}
