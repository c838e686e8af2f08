//! Which map is shown.

/// The map, and what the user chose instead of its own number of units and seed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ShownMap {
    pub(super) map: usize,
    pub(super) units: Option<usize>,
    pub(super) seed: Option<u64>,
}

impl ShownMap {
    pub(super) fn new(map: usize) -> ShownMap {
        ShownMap { map, units: None, seed: None }
    }

    /// The map's own units and this seed.
    pub(super) fn of_file(map: usize, seed: Option<u64>) -> ShownMap {
        ShownMap { map, units: None, seed }
    }
}
