//! The cost and the quality of a mode as the crowd grows: the time of a tick in the middle of a crossing, by stage,
//! and how well the whole crossing went.
//!
//! A crossing of twenty thousand units takes minutes, so the cost is measured in a [`WINDOW`] of ticks around the
//! moment at which half of the distance is left. The units walk there from the map's starts, steered by the measured
//! mode. Placing them there instead would create a crowd that this mode might never produce.

mod chart;
mod cost;
mod files;
mod growth;
mod options;
mod row;
mod scale;
mod waiting;

pub use chart::chart;
pub use cost::{StageCost, StageCosts};
pub use files::{CSV, JSON, SVG, csv, write};
pub use growth::{Growth, growth};
pub use options::ScaleOptions;
pub use row::{Quality, ScaleRow, WINDOW, quality_metrics, row};
pub use scale::Scale;
