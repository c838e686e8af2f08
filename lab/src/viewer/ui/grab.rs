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
    /// A unit of the start.
    Unit(usize),
    /// A wall of the start.
    Wall(usize),
    /// A corner of a new wall, or the rim of a round one.
    NewWall,
    /// The view.
    View,
    /// A corner of the box whose units are selected.
    Box,
    /// The right end of the first row of a formation.
    Row,
}
