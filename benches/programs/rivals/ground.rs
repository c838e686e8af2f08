//! The walkable ground as square cells, for rivals that plan on grids.

use sidestep::geometry::{crossing, distance_to_segment};
use sidestep::types::{Point, Rect, Segment};
use std::collections::VecDeque;

/// How many cells the grid is larger than the bounds on each side: units on open ground step aside there.
const MARGIN: f32 = 6.0;
/// How far from a position its cell may be, in cells.
const NEAR: f32 = 9.0;

/// A cell, by its index among the walkable ones.
pub type Cell = usize;

/// The walkable cells.
#[derive(Debug, Clone, Default)]
pub struct Ground {
    pub centers: Vec<Point>,
    /// The neighbours of each cell that a straight step leads to.
    pub neighbours: Vec<Vec<Cell>>,
}

impl Ground {
    /// Cells of this size. Their centres, and the steps between them, keep this distance to all walls.
    pub fn new(bounds: Rect, size: f32, gap: f32, walls: &[Segment]) -> Ground {
        let corner = Point::new(bounds.min.x - MARGIN * size, bounds.min.y - MARGIN * size);
        let count = |length: f32| (length / size + 2.0 * MARGIN).ceil() as usize;
        let (columns, rows) = (count(bounds.max.x - bounds.min.x), count(bounds.max.y - bounds.min.y));
        let center = |column: usize, row: usize| {
            Point::new(corner.x + (column as f32 + 0.5) * size, corner.y + (row as f32 + 0.5) * size)
        };
        let is_free = |a: Point, b: Point| walls.iter().all(|wall| keeps_away(a, b, wall, gap));
        let mut ground = Ground::default();
        let mut cells = vec![None; columns * rows];
        for (index, cell) in cells.iter_mut().enumerate() {
            let at = center(index % columns, index / columns);
            if is_free(at, at) {
                *cell = Some(ground.centers.len());
                ground.centers.push(at);
            }
        }
        ground.neighbours = vec![Vec::new(); ground.centers.len()];
        for index in 0..cells.len() {
            let right = Some(index + 1).filter(|next| next % columns > 0);
            for next in [right, Some(index + columns)].into_iter().flatten() {
                let (Some(a), Some(b)) = (cells[index], cells.get(next).copied().flatten()) else { continue };
                if is_free(ground.centers[a], ground.centers[b]) {
                    ground.neighbours[a].push(b);
                    ground.neighbours[b].push(a);
                }
            }
        }
        ground
    }

    /// The cells near a position that a straight line leads to, nearest first.
    pub fn cells_near(&self, at: Point, size: f32, walls: &[Segment]) -> Vec<Cell> {
        let distance = |cell: &Cell| (self.centers[*cell] - at).norm();
        let is_seen = |cell: &Cell| {
            walls.iter().all(|wall| crossing(at, self.centers[*cell], wall.from, wall.to).is_none())
        };
        let mut near: Vec<Cell> =
            (0..self.centers.len()).filter(|cell| distance(cell) < NEAR * size).filter(is_seen).collect();
        near.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        near
    }

    /// The number of steps from each cell to `goal`; `u32::MAX` where no steps lead there.
    pub fn steps_to(&self, goal: Cell) -> Vec<u32> {
        let mut steps = vec![u32::MAX; self.centers.len()];
        steps[goal] = 0;
        let mut queue = VecDeque::from([goal]);
        while let Some(cell) = queue.pop_front() {
            for &next in &self.neighbours[cell] {
                if steps[next] == u32::MAX {
                    steps[next] = steps[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    }
}

/// Whether all points from `a` to `b` keep this distance to a wall.
fn keeps_away(a: Point, b: Point, wall: &Segment, gap: f32) -> bool {
    let gap = f64::from(gap);
    let is_far = |p: Point, from: Point, to: Point| distance_to_segment(p, from, to) >= gap;
    let (ends_are_far, is_step) = (is_far(a, wall.from, wall.to) && is_far(b, wall.from, wall.to), a != b);
    let crosses = || crossing(a, b, wall.from, wall.to).is_some();
    ends_are_far && (!is_step || is_far(wall.from, a, b) && is_far(wall.to, a, b) && !crosses())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_steps_stay_out_of_walls() {
        let bounds = Rect { min: Point::new(0.0, 0.0), max: Point::new(4.0, 1.0) };
        let wall = Segment { from: Point::new(2.0, -9.0), to: Point::new(2.0, 9.0) };
        let open = Ground::new(bounds, 1.0, 0.4, &[]);
        assert_eq!(open.centers.len(), 16 * 13);
        let cell = |x: f32| open.cells_near(Point::new(x, 0.5), 1.0, &[])[0];
        assert_eq!(open.steps_to(cell(3.5))[cell(0.5)], 3);
        let walled = Ground::new(bounds, 1.0, 0.4, &[wall]);
        assert_eq!(walled.centers.len(), 16 * 13, "the wall is 0.5 m from all centres");
        let cell = |x: f32| walled.cells_near(Point::new(x, 0.5), 1.0, &[wall])[0];
        assert_eq!(walled.steps_to(cell(1.5))[cell(0.5)], 1);
        assert!(walled.steps_to(cell(2.5))[cell(1.5)] > 1, "no step through the wall");
        assert_eq!(Ground::new(bounds, 1.0, 0.6, &[wall]).centers.len(), 14 * 13);
    }
}
