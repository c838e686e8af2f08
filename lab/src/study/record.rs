//! The inputs of a run, which are a line of the manifest, and its result, which is a line of the merged results.

use serde::{Deserialize, Serialize};
use sidestep::types::Point;
use std::collections::BTreeMap;

/// A run with all inputs that determine its result. Serialised to JSON, it is a line of the manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRun {
    /// Hash of all fields below, in 16 hexadecimal digits.
    pub id: String,
    /// The name of a built-in map, or the path of a map file.
    pub map: String,
    /// Hash of the map's content, including the files that it refers to, in 16 hexadecimal digits.
    pub map_hash: String,
    /// The avoidance mode of all units.
    pub mode: String,
    /// The strength of the sideways push; 0 when it is off.
    pub push: f32,
    /// The number of units; the map's own number if none.
    pub units: Option<usize>,
    /// The seed of the starting positions.
    pub seed: u64,
    /// How far the seed moves each start, at most, in x and in y, in m; the map's own jitter if none.
    pub jitter: Option<f32>,
    /// Whether the seed also shifts each group.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub shift: bool,
    /// The time limit, in s; the map's own limit if none.
    pub limit: Option<f32>,
    /// The settings that the study changes; all others are the map's.
    pub settings: BTreeMap<String, f32>,
    /// The version of the program that planned the run.
    pub version: String,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The run.
    pub run: PlannedRun,
    /// How it ended.
    pub outcome: RunOutcome,
    /// Its metrics, as printed by `sidestep run --json`; empty if it failed.
    pub metrics: serde_json::Map<String, serde_json::Value>,
    /// Its course over time; none if it failed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trace: Option<Trace>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunOutcome {
    /// All units arrived.
    Arrived,
    /// It timed out.
    Cut,
    /// It failed, for this reason.
    Failed(String),
}

/// The course of a run over time, from which reports draw their figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The interval between samples, in s.
    pub step: f32,
    /// The share of units that have arrived, at each sample.
    pub arrived: Vec<f32>,
    /// The lane order, at each sample; none with a single group.
    pub lane_order: Option<Vec<f32>>,
    /// The speed of walking units (as a share of the maximum) by local density (the share of the ground covered
    /// within 2 m): the sum of the speeds and their number in each of ten bins of 0.1.
    pub speed_by_density: Vec<(f32, u32)>,
    /// The heat map of contacts.
    pub contacts: Heat,
    /// The positions of all units over time. Only one run of each kind has a replay.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub replay: Option<Replay>,
}

/// A grid of counts over the map's bounds, row by row from the lower left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// The lower left corner, in m.
    pub origin: Point,
    /// The side of a cell, in m.
    pub cell: f32,
    /// The number of cells in a row.
    pub columns: usize,
    /// The unit-ticks in contact with another unit, counted until each unit's arrival. In JSON a negative number
    /// stands for that many zeros, since most cells have no contacts.
    #[serde(with = "super::sparse")]
    pub counts: Vec<u32>,
    /// The same count outside the bounds. Together with `counts` it adds up to the run's `contact_share` of all
    /// unit-ticks.
    #[serde(default)]
    pub outside: u32,
}

/// The positions of all units at regular intervals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// The interval between frames, in s.
    pub step: f32,
    /// The lower left and the upper right corner of the visible area, in m.
    pub bounds: [Point; 2],
    /// The group of each unit.
    pub groups: Vec<u16>,
    /// The radius of each unit, in m.
    pub radii: Vec<f32>,
    /// The outline of each wall.
    pub walls: Vec<WallOutline>,
    /// The names of the groups.
    pub names: Vec<String>,
    /// The distinct goals of the groups.
    pub goals: Vec<GoalMark>,
    /// For each frame, x and y of each unit as shares of the bounds times 65535.
    pub frames: Vec<Vec<u16>>,
    /// For each frame, the number of units that are stuck; see [`STUCK`](crate::measure::STUCK).
    #[serde(default)]
    pub stuck: Vec<u16>,
}

/// A wall's outline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WallOutline {
    /// Whether it is filled, in which case the last corner is joined to the first. Otherwise it is a line with units
    /// on both sides.
    pub solid: bool,
    /// Its corners, in m.
    pub points: Vec<Point>,
}

/// A goal of a group, as shown in a replay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GoalMark {
    /// The index of the group.
    pub group: u16,
    /// A point, the two ends of a line, or the four corners of an area, in m.
    pub points: Vec<Point>,
    /// The distance from a point within which a unit has arrived, in m; 0 for lines and areas.
    pub radius: f32,
}

impl Record {
    /// Returns a numeric metric by its key; nested keys are joined by dots, such as `tick_us.p50`. None if it has no
    /// value.
    pub fn number(&self, key: &str) -> Option<f64> {
        let mut keys = key.split('.');
        let mut value = self.metrics.get(keys.next()?)?;
        for key in keys {
            value = value.get(key)?;
        }
        value.as_f64()
    }
}
