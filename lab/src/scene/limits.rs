//! Limits of maps.

/// The largest number of units in a map.
pub const MAX_UNITS: usize = 100_000;
/// The largest number of groups in a map.
pub const MAX_GROUPS: usize = 1000;
/// The largest number of corners of all walls in a map.
pub const MAX_CORNERS: usize = 10_000;
