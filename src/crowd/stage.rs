//! The stages of a tick.

/// A stage of a tick. [`World::tick_with`](crate::world::World::tick_with) reports when each one is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The k-d tree takes the positions.
    Index,
    /// Each unit's neighbours are found. Where lists of candidates have to be renewed, the tree may be built first.
    Perceive,
    /// Fields of paths are made and go on.
    Paths,
    /// Each unit's desired direction and remaining distance are read from its path or flow field.
    Navigate,
    /// Units take turns at gates, queue and keep right, which may change their directions.
    Direct,
    /// Each unit decides.
    Decide,
    /// Impulses are applied, physics advances, and the bodies are read back.
    Act,
    /// Headings and arrivals are updated.
    Settle,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 8] = [
        Stage::Index,
        Stage::Perceive,
        Stage::Paths,
        Stage::Navigate,
        Stage::Direct,
        Stage::Decide,
        Stage::Act,
        Stage::Settle,
    ];
}
