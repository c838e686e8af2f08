//! The walls on a tile: the faces of cells that they close, and for each square between four cells, which of these a position
//! in it sees, and the walls near it. Computed once per tile: other walls bring new tiles.

use super::tile_shape::{CELLS, SIDE, center};
use super::wavefront::Faces;
use crate::geometry::{Bounds, Line, crossing};
use crate::math;
use crate::neighbours::Walls;
use crate::types::{Point, Rect, Segment, Vec2};

/// The faces of a cell that cannot be crossed, as bits.
const EAST: u8 = 1;
const NORTH: u8 = 2;
const WEST: u8 = 4;
const SOUTH: u8 = 8;

/// Parts along a square's side. All positions in a part see the cells that its middle sees.
const PARTS: usize = 8;
/// The cells around a square, one bit each, in the order of [`Spot`](super::tiles::Spot).
const ALL: u32 = 0b1111;
/// A wall is left out of a square if it lies this far outside: a share of the square's side, plus a share of the
/// coordinates for their rounding errors.
const MARGIN: f32 = 0.01;
const ROUNDING: f32 = 2e-6;

/// A tile with walls near it.
#[derive(Debug, Clone)]
pub(super) struct WalledTile {
    /// Which faces of its cells cannot be crossed.
    pub faces: Faces,
    /// The walls that are nearer to a square than a cell, square by square.
    lists: Vec<Segment>,
    /// The bounding boxes of these walls.
    boxes: Vec<Bounds>,
    /// Where the list of each square ends.
    ends: [u32; CELLS],
    /// For each square and each row of its parts, the cells that these see: four bits a part.
    seen: [[u32; PARTS]; CELLS],
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
            // A wall is near about as many squares as three rows have.
            lists: Vec::with_capacity(3 * SIDE * near.len()),
            boxes: Vec::new(),
            ends: [0; CELLS],
            seen: [[u32::MAX; PARTS]; CELLS],
        };
        let mut inside = Vec::new();
        for k in 0..CELLS {
            let at = (low.0 + (k % SIDE) as i32, low.1 + (k / SIDE) as i32);
            let square = Rect { min: center(cell, at), max: center(cell, (at.0 + 1, at.1 + 1)) };
            let within =
                |reach: f32| segments.clone().filter(move |wall| may_enter(wall, &square, reach * cell));
            tile.lists.extend(within(1.0 + MARGIN));
            tile.ends[k] = tile.lists.len() as u32;
            inside.clear();
            inside.extend(within(MARGIN));
            if !inside.is_empty() {
                tile.seen[k] = parts_see(&inside, &square);
            }
        }
        tile.boxes = tile.lists.iter().map(Bounds::around).collect();
        tile.faces = Faces::new(&tile.closed(low, cell));
        Some(tile)
    }

    /// For each cell, the faces that cannot be crossed, as bits. The lower left cell is at `low`.
    fn closed(&self, low: (i32, i32), cell: f32) -> [u8; CELLS] {
        let mut closed = [0; CELLS];
        for (k, closed) in closed.iter_mut().enumerate() {
            let at = (low.0 + (k % SIDE) as i32, low.1 + (k / SIDE) as i32);
            let faces = [(EAST, (1, 0)), (NORTH, (0, 1)), (WEST, (-1, 0)), (SOUTH, (0, -1))];
            for (bit, (dx, dy)) in faces {
                if self.is_between(k, center(cell, at), center(cell, (at.0 + dx, at.1 + dy))) {
                    *closed |= bit;
                }
            }
        }
        closed
    }

    /// Which of the four cells around a square are seen from the position at `between` in it (0 to 1 in each direction): one bit
    /// each. The square is that to the upper right of the centre of the tile's cell with this number.
    pub fn seen(&self, square: usize, between: [f32; 2]) -> u32 {
        let [across, up] = between.map(|share| ((share * PARTS as f32) as i32).clamp(0, PARTS as i32 - 1));
        self.seen[square][up as usize] >> (4 * across) & ALL
    }

    /// Whether a wall lies between two points that are at most a cell away from a square.
    pub fn is_between(&self, square: usize, a: Point, b: Point) -> bool {
        let begin = if square == 0 { 0 } else { self.ends[square - 1] };
        let list = begin as usize..self.ends[square] as usize;
        let line = Line::new(a, b);
        let mut near = self.lists[list.clone()].iter().zip(&self.boxes[list]);
        near.any(|(wall, bounds)| bounds.meets(line) && crossing(a, b, wall.from, wall.to).is_some())
    }
}

/// Which corners of a square its parts see past these walls.
fn parts_see(walls: &[Segment], square: &Rect) -> [u32; PARTS] {
    let size = square.size();
    let at = |x: f32, y: f32| square.min + Vec2::new(x * size.x, y * size.y);
    let middle = |part: usize| (part as f32 + 0.5) / PARTS as f32;
    let corners = [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0)];
    std::array::from_fn(|up| {
        (0..PARTS).fold(0, |row, across| {
            let p = at(middle(across), middle(up));
            let seen = (0..4).filter(|k| !between(walls, p, corners[*k])).fold(0, |seen, k| seen | 1 << k);
            row | seen << (4 * across)
        })
    })
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
            for (column, row, u, v, corner) in lines.clone() {
                let at = (column as i32, row as i32);
                let b = center(cell, (at.0 + (corner as i32 & 1), at.1 + (corner as i32 >> 1)));
                let low = center(cell, at);
                for a in [low + Vec2::new(u, v) * cell, low + Vec2::new(u.round(), v.round()) * cell] {
                    prop_assert_eq!(tile.is_between(row * SIDE + column, a, b), between(&all, a, b), "from {} to {}", a, b);
                }
            }
            for (column, row, u, v, _) in lines {
                let (at, low) = ((column as i32, row as i32), center(cell, (column as i32, row as i32)));
                let middle = |share: f32| ((share * PARTS as f32).floor().min(PARTS as f32 - 1.0) + 0.5) / PARTS as f32;
                let p = low + Vec2::new(middle(u), middle(v)) * cell;
                for corner in 0..4 {
                    let b = center(cell, (at.0 + (corner & 1), at.1 + (corner >> 1)));
                    // A wall that only touches the line may hide the corner or not.
                    let along = (b - p) * 1e-4;
                    let shifts = [Vec2::zeros(), along, -along, math::left(along), math::right(along)];
                    let hidden = shifts.map(|shift| between(&all, p - shift, b + shift));
                    let is_seen = tile.seen(row * SIDE + column, [u, v]) >> corner & 1 == 1;
                    prop_assert!(hidden.contains(&!is_seen), "from {} to {}: {:?}", p, b, hidden);
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
