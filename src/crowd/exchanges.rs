//! How often a unit has exchanged its place.

use serde::{Deserialize, Serialize};

/// The exchanges of a unit.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Exchanges {
    /// The tick before which it makes no further one.
    pub until: u64,
    /// The number of those for which it has asked.
    pub asked: u16,
}
