//! The shape of a tile: how many cells it has, and where their centres are.

use crate::types::Point;
use wide::{f32x4, i32x4};

/// Cells along a tile's side.
pub(super) const SIDE: usize = 8;
/// Cells in a tile.
pub(super) const CELLS: usize = SIDE * SIDE;

/// The centre of the cell in this column and row.
pub(super) fn center(cell: f32, at: (i32, i32)) -> Point {
    Point::new((at.0 as f32 + 0.5) * cell, (at.1 as f32 + 0.5) * cell)
}

/// Four positions, as x and y.
pub(super) type FourPoints = [f32x4; 2];

/// Splits numbers into the largest whole numbers that are not above them, and the rest.
#[inline(always)]
pub(super) fn split(x: f32x4) -> (i32x4, f32x4) {
    let whole = x.trunc_int();
    let is_above = f32x4::from_i32x4(whole).simd_gt(x);
    // All bits of a true comparison are set, which is −1.
    let floor = whole + i32x4::new(is_above.to_array().map(|slot| slot.to_bits() as i32));
    (floor, x - f32x4::from_i32x4(floor))
}
