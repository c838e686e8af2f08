//! The shape of a tile: how many cells it has, and where their centres are.

use crate::types::Point;

/// Cells along a tile's side.
pub(super) const SIDE: usize = 8;
/// Cells in a tile.
pub(super) const CELLS: usize = SIDE * SIDE;

/// The centre of the cell in this column and row.
pub(super) fn center(cell: f32, at: (i32, i32)) -> Point {
    Point::new((at.0 as f32 + 0.5) * cell, (at.1 as f32 + 0.5) * cell)
}
