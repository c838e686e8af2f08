//! How large a map may be.

/// The most units that a map may have.
pub const MAX_UNITS: usize = 100_000;
/// The most groups that a map may have.
pub const MAX_GROUPS: usize = 1000;
/// The most corners that all walls of a map may have together.
pub const MAX_CORNERS: usize = 10_000;
