//! How often a unit has exchanged its place.

/// The exchanges of a unit.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Exchanges {
    /// The tick before which it makes no further one.
    pub until: u64,
    /// The number of those for which it has asked.
    pub asked: u16,
}
