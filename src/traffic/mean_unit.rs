//! The size and speed that narrow places are looked for with.

use serde::{Deserialize, Serialize};

/// The means over the units of a crowd.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct MeanUnit {
    /// The radius, m.
    pub radius: f32,
    /// The maximum speed, m/s.
    pub max_speed: f32,
}
