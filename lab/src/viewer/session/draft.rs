//! The map that is being changed.

use crate::scene::{MapDraft, Scene};

/// The changed map, and whether it is being changed now.
pub(super) struct Draft {
    pub(super) map: MapDraft,
    pub(super) open: bool,
}

impl Draft {
    /// The map as changed so far.
    pub(super) fn scene(&self) -> &Scene {
        self.map.scene()
    }
}
