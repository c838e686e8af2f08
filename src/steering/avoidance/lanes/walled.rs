//! The walls on a tile: the faces of cells that they close, and for each square between four cells the walls that can
//! hide these cells from a position. Computed once per tile: other walls bring new tiles.

use super::tile_shape::{CELLS, SIDE, center};
use super::wavefront::Faces;
use crate::geometry::crossing;
use crate::math;
use crate::neighbours::Walls;
use crate::types::{Point, Rect, Segment, Vec2};

/// The faces of a cell that cannot be crossed, as bits.
const EAST: u8 = 1;
const NORTH: u8 = 2;
const WEST: u8 = 4;
const SOUTH: u8 = 8;

/// Squares along a tile's side. A square lies between four cell centres, and a tile has the squares to the upper
/// right of its own centres and those of one more column and row on each side.
const SQUARES: usize = SIDE + 2;
/// A wall is left out of a square if it lies this far outside: a share of the square's side, plus a share of the
/// coordinates for their rounding errors.
const MARGIN: f32 = 0.01;
const ROUNDING: f32 = 2e-6;

/// A tile with walls near it.
#[derive(Debug, Clone)]
pub(super) struct WalledTile {
    /// Which faces of its cells cannot be crossed.
    pub faces: Faces,
    /// The walls that can lie between two points of a square, square by square.
    lists: Vec<Segment>,
    /// Where the list of each square ends.
    ends: [u32; SQUARES * SQUARES],
}

impl WalledTile {
    /// The walls on the tile at `key`, whose cells are `cell` metres wide. None without walls near it.
    pub fn new(walls: &Walls, key: (i32, i32), cell: f32) -> Option<WalledTile> {
        let low = (key.0 * SIDE as i32, key.1 * SIDE as i32);
        let side = SIDE as i32;
        let area = Rect {
            min: center(cell, (low.0 - 1, low.1 - 1)),
            max: center(cell, (low.0 + side + 1, low.1 + side + 1)),
        };
        let near = walls.touching(&area);
        if near.is_empty() {
            return None;
        }
        let segments = near.iter().map(|wall| walls.segments()[*wall as usize]);
        let mut tile = WalledTile {
            faces: Faces::new(&[0; CELLS]),
            // A wall enters about as many squares as a row has.
            lists: Vec::with_capacity(2 * SQUARES * near.len()),
            ends: [0; SQUARES * SQUARES],
        };
        for k in 0..SQUARES * SQUARES {
            let at = (low.0 + (k % SQUARES) as i32 - 1, low.1 + (k / SQUARES) as i32 - 1);
            let square = Rect { min: center(cell, at), max: center(cell, (at.0 + 1, at.1 + 1)) };
            tile.lists.extend(segments.clone().filter(|wall| may_enter(wall, &square, MARGIN * cell)));
            tile.ends[k] = tile.lists.len() as u32;
        }
        tile.faces = Faces::new(&tile.closed(low, cell));
        Some(tile)
    }

    /// For each cell, the faces that cannot be crossed, as bits. The lower left cell is at `low`.
    fn closed(&self, low: (i32, i32), cell: f32) -> [u8; CELLS] {
        let mut closed = [0; CELLS];
        for (k, closed) in closed.iter_mut().enumerate() {
            let (column, row) = ((k % SIDE) as i32, (k / SIDE) as i32);
            let at = (low.0 + column, low.1 + row);
            let faces = [(EAST, (1, 0)), (NORTH, (0, 1)), (WEST, (-1, 0)), (SOUTH, (0, -1))];
            for (bit, (dx, dy)) in faces {
                let near = self.near((column + dx.min(0), row + dy.min(0)));
                if between(near, center(cell, at), center(cell, (at.0 + dx, at.1 + dy))) {
                    *closed |= bit;
                }
            }
        }
        closed
    }

    /// The walls that can lie between two points of the square to the upper right of a cell's centre. Column and
    /// row count from the tile's lower left cell, −1 to [`SIDE`].
    pub fn near(&self, (column, row): (i32, i32)) -> &[Segment] {
        let square = (row + 1) as usize * SQUARES + (column + 1) as usize;
        let begin = if square == 0 { 0 } else { self.ends[square - 1] };
        &self.lists[begin as usize..self.ends[square] as usize]
    }
}

/// Whether one of these walls crosses the line from `a` to `b`.
pub(super) fn between(walls: &[Segment], a: Point, b: Point) -> bool {
    let line = Rect { min: a.inf(&b), max: a.sup(&b) };
    walls.iter().any(|wall| overlaps(wall, &line, 0.0) && crossing(a, b, wall.from, wall.to).is_some())
}

/// Whether the bounding box of a wall overlaps a rectangle with a margin.
fn overlaps(wall: &Segment, rect: &Rect, margin: f32) -> bool {
    wall.from.x.min(wall.to.x) <= rect.max.x + margin
        && wall.from.x.max(wall.to.x) >= rect.min.x - margin
        && wall.from.y.min(wall.to.y) <= rect.max.y + margin
        && wall.from.y.max(wall.to.y) >= rect.min.y - margin
}

/// Whether [`between`] can find that a wall crosses a line within a square. A wall is ruled out only where rounding
/// errors cannot matter.
fn may_enter(wall: &Segment, square: &Rect, margin: f32) -> bool {
    let along: Vec2 = wall.to - wall.from;
    let coordinates = [wall.from, wall.to, square.min, square.max].map(|p| p.coords.amax());
    let margin = margin + ROUNDING * coordinates.into_iter().fold(0.0, f32::max);
    if !overlaps(wall, square, margin) || along.x == 0.0 || along.y == 0.0 {
        return overlaps(wall, square, margin);
    }
    let Rect { min, max } = *square;
    let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    let margin = margin * along.norm();
    let sides = corners.map(|corner| math::cross(along, corner - wall.from));
    sides.iter().any(|side| *side <= margin) && sides.iter().any(|side| *side >= -margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Ends on a lattice, so that walls and lines touch, are collinear or have no length, or anywhere.
    fn point() -> impl Strategy<Value = Point> {
        let lattice =
            (-6_i32..=22, -6_i32..=22).prop_map(|(x, y)| Point::new(x as f32 * 0.5, y as f32 * 0.5));
        let anywhere = (-3.0_f32..11.0, -3.0_f32..11.0).prop_map(|(x, y)| Point::new(x, y));
        prop_oneof![lattice, anywhere]
    }

    proptest! {
        #[test]
        fn the_walls_of_a_square_hide_what_all_walls_hide(
            ends in prop::collection::vec((point(), point()), 1..40),
            lines in prop::collection::vec((0..SIDE, 0..SIDE, 0.0_f32..=1.0, 0.0_f32..=1.0, 0..4_usize), 40),
            cell in prop_oneof![Just(1.0_f32), 0.3_f32..1.4],
        ) {
            let all: Vec<Segment> = ends.into_iter().map(|(from, to)| Segment { from, to }).collect();
            let Some(tile) = WalledTile::new(&Walls::new(all.clone()), (0, 0), cell) else { return Ok(()) };
            for (column, row, u, v, corner) in lines {
                let at = (column as i32, row as i32);
                let b = center(cell, (at.0 + (corner as i32 & 1), at.1 + (corner as i32 >> 1)));
                let low = center(cell, at);
                for a in [low + Vec2::new(u, v) * cell, low + Vec2::new(u.round(), v.round()) * cell] {
                    prop_assert_eq!(between(tile.near(at), a, b), between(&all, a, b), "from {} to {}", a, b);
                }
            }
            for (k, closed) in tile.closed((0, 0), cell).into_iter().enumerate() {
                let at = ((k % SIDE) as i32, (k / SIDE) as i32);
                for (bit, (dx, dy)) in [(EAST, (1, 0)), (NORTH, (0, 1)), (WEST, (-1, 0)), (SOUTH, (0, -1))] {
                    let other = center(cell, (at.0 + dx, at.1 + dy));
                    prop_assert_eq!(closed & bit != 0, between(&all, center(cell, at), other));
                }
            }
        }
    }
}
