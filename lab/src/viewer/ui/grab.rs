//! What the pointer holds.

use sidestep::types::Point;

/// What the pointer holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grab {
    pub(super) what: Grabbed,
    pub(super) from: Point,
    pub(super) to: Point,
}

/// What can be dragged in the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Grabbed {
    Unit(usize),
    Wall(usize),
    NewWall,
    /// A box around units to be selected.
    Units,
    /// The line along which units are sent.
    Line,
    View,
}
