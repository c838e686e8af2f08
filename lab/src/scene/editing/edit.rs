//! The edits of a map.

use super::unit_ref::UnitRef;
use sidestep::geometry::Wall;
use sidestep::types::{Point, Vec2};

/// One edit of a map. All positions are relative to [`Layout::origin`](sidestep::world::Layout::origin), as in a layout and in a world. New coordinates are rounded
/// to a millimetre.
#[derive(Debug, Clone, PartialEq)]
pub enum MapEdit {
    /// Moves the starts of units. Their goals stay where they are, except those that are other units. In a formation, a ring or a
    /// start file, they become exceptions, which neither a seed nor the group's rotation moves; the others stay in formation. In a
    /// list of units, the group's rotation becomes part of the positions.
    MoveUnits(Vec<(UnitRef, Point)>),
    /// Moves a wall.
    MoveWall {
        /// Its index in [`Layout::walls`](sidestep::world::Layout::walls).
        wall: usize,
        /// By how much, m.
        by: Vec2,
    },
    /// Gives a wall another shape.
    ReplaceWall {
        /// Its index in [`Layout::walls`](sidestep::world::Layout::walls).
        wall: usize,
        /// The new shape.
        shape: Wall,
    },
    /// Adds a wall after the others.
    AddWall(Wall),
    /// Removes a wall, by its index in [`Layout::walls`](sidestep::world::Layout::walls).
    RemoveWall(usize),
    /// Sets the number of a group's units. A formation or a ring is arranged again; in a list, units are added near the last one,
    /// or removed from the end.
    SetCount {
        /// The group's index.
        group: usize,
        /// Its new number of units.
        count: usize,
    },
}
