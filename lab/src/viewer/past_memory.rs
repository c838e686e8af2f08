//! The memory for the past of worlds.

/// The most memory for the past of worlds, bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PastMemory {
    /// For positions.
    pub(super) positions: usize,
    /// For the states from which moments are computed again.
    pub(super) states: usize,
}

impl PastMemory {
    /// For all worlds of a window.
    pub(super) const ALL: PastMemory = PastMemory { positions: 96 << 20, states: 64 << 20 };

    /// For one of as many worlds.
    pub(super) fn shared_by(self, worlds: usize) -> PastMemory {
        let worlds = worlds.max(1);
        PastMemory { positions: self.positions / worlds, states: self.states / worlds }
    }
}
