//! The walls on a tile: the faces of cells that they close, and for each cell the walls that can hide its
//! neighbours from a position. Computed once per tile: other walls bring new tiles.

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
/// right of its own centres and, for the faces on its edge, those of one more column and row before them.
const SQUARES: usize = SIDE + 1;
/// A wall is left out of a square if it lies this far outside: a share of the square's side, plus a share of the
/// coordinates for their rounding errors.
const MARGIN: f32 = 0.01;
const ROUNDING: f32 = 2e-6;

/// A tile with walls near it.
#[derive(Debug, Clone)]
pub(super) struct WalledTile {
    /// Indices of the walls near the tile, ascending.
    pub walls: Vec<u32>,
    /// Which faces of its cells cannot be crossed.
    pub faces: Faces,
    /// The walls that can lie between two points of a square, square by square.
    lists: Vec<u32>,
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
        let faces = Faces::new(&[0; CELLS]);
        // A wall enters about as many squares as a row has.
        let lists = Vec::with_capacity(2 * SQUARES * near.len());
        let mut tile = WalledTile { walls: near, faces, lists, ends: [0; SQUARES * SQUARES] };
        for k in 0..SQUARES * SQUARES {
            let at = (low.0 + (k % SQUARES) as i32 - 1, low.1 + (k / SQUARES) as i32 - 1);
            let square = Rect { min: center(cell, at), max: center(cell, (at.0 + 1, at.1 + 1)) };
            let enters = |wall: &&u32| may_enter(&walls.segments()[**wall as usize], &square, MARGIN * cell);
            tile.lists.extend(tile.walls.iter().filter(enters));
            tile.ends[k] = tile.lists.len() as u32;
        }
        tile.faces = Faces::new(&tile.closed(walls, low, cell));
        Some(tile)
    }

    /// For each cell, the faces that cannot be crossed, as bits. The lower left cell is at `low`.
    fn closed(&self, walls: &Walls, low: (i32, i32), cell: f32) -> [u8; CELLS] {
        let mut closed = [0; CELLS];
        for (k, closed) in closed.iter_mut().enumerate() {
            let (column, row) = ((k % SIDE) as i32, (k / SIDE) as i32);
            let at = (low.0 + column, low.1 + row);
            let faces = [(EAST, (1, 0)), (NORTH, (0, 1)), (WEST, (-1, 0)), (SOUTH, (0, -1))];
            for (bit, (dx, dy)) in faces {
                let near = self.near((column + dx.min(0), row + dy.min(0)));
                if between(walls, near, center(cell, at), center(cell, (at.0 + dx, at.1 + dy))) {
                    *closed |= bit;
                }
            }
        }
        closed
    }

    /// The walls that can lie between two points of the square to the upper right of a cell's centre. Column and
    /// row count from the tile's lower left cell and may be −1.
    pub fn near(&self, (column, row): (i32, i32)) -> &[u32] {
        let square = (row + 1) as usize * SQUARES + (column + 1) as usize;
        let begin = if square == 0 { 0 } else { self.ends[square - 1] };
        &self.lists[begin as usize..self.ends[square] as usize]
    }
}

/// Whether one of these walls crosses the line from `a` to `b`.
pub(super) fn between(walls: &Walls, indices: &[u32], a: Point, b: Point) -> bool {
    indices.iter().any(|index| {
        let wall = &walls.segments()[*index as usize];
        crossing(a, b, wall.from, wall.to).is_some()
    })
}

/// Whether [`crossing`] can find that a wall crosses a line within a square. A wall is ruled out only where its
/// rounding errors cannot matter. On the line of a slanting wall, beyond its end, they can: two collinear segments
/// have a determinant near 0.
fn may_enter(wall: &Segment, square: &Rect, margin: f32) -> bool {
    let along: Vec2 = wall.to - wall.from;
    let coordinates = [wall.from, wall.to, square.min, square.max].map(|p| p.coords.amax());
    let margin = margin + ROUNDING * coordinates.into_iter().fold(0.0, f32::max);
    if along.x == 0.0 || along.y == 0.0 {
        return wall.from.x.min(wall.to.x) <= square.max.x + margin
            && wall.from.x.max(wall.to.x) >= square.min.x - margin
            && wall.from.y.min(wall.to.y) <= square.max.y + margin
            && wall.from.y.max(wall.to.y) >= square.min.y - margin;
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
            let walls: Vec<Segment> = ends.into_iter().map(|(from, to)| Segment { from, to }).collect();
            let walls = Walls::new(walls);
            let Some(tile) = WalledTile::new(&walls, (0, 0), cell) else { return Ok(()) };
            for (column, row, u, v, corner) in lines {
                let at = (column as i32, row as i32);
                let b = center(cell, (at.0 + (corner as i32 & 1), at.1 + (corner as i32 >> 1)));
                let low = center(cell, at);
                for a in [low + Vec2::new(u, v) * cell, low + Vec2::new(u.round(), v.round()) * cell] {
                    let plain = between(&walls, &tile.walls, a, b);
                    prop_assert_eq!(between(&walls, tile.near(at), a, b), plain, "from {} to {}", a, b);
                }
            }
            for (k, closed) in tile.closed(&walls, (0, 0), cell).into_iter().enumerate() {
                let at = ((k % SIDE) as i32, (k / SIDE) as i32);
                for (bit, (dx, dy)) in [(EAST, (1, 0)), (NORTH, (0, 1)), (WEST, (-1, 0)), (SOUTH, (0, -1))] {
                    let other = center(cell, (at.0 + dx, at.1 + dy));
                    let plain = between(&walls, &tile.walls, center(cell, at), other);
                    prop_assert_eq!(closed & bit != 0, plain);
                }
            }
        }
    }
}
