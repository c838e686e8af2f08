//! How far walls are: a chamfer distance transform.

use super::grid::Grid;
use sidestep::types::{Point, Rect, Segment};

/// The number of cells in a tile, along its side. Walls are not made of tiles here, so that cells are smaller.
pub const CELLS: f32 = 4.0;
/// The steps between two positions that are looked at on a line, in cells.
const STEP: f32 = 0.5;
const NONE: u32 = u32::MAX;

/// The nearest wall of each cell.
#[derive(Debug, Clone)]
pub struct Clearance {
    pub grid: Grid,
    walls: Vec<Segment>,
    nearest: Vec<u32>,
}

impl Clearance {
    pub fn new(bounds: Rect, tile: f32, walls: &[Segment]) -> Clearance {
        let grid = Grid::new(bounds, tile / CELLS);
        let mut nearest = vec![NONE; grid.len()];
        let mut distance = vec![f32::INFINITY; grid.len()];
        for (id, wall) in walls.iter().enumerate() {
            let steps = ((wall.to - wall.from).norm() / grid.size * 2.0).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let at = wall.from + (wall.to - wall.from) * (step as f32 / steps as f32);
                for cell in grid.cell(at).into_iter().flat_map(|cell| grid.within(cell, 1)) {
                    let own = 2.0 * (wall.nearest(grid.center(cell)) - grid.center(cell)).norm() / grid.size;
                    if own < distance[cell] {
                        (distance[cell], nearest[cell]) = (own, id as u32);
                    }
                }
            }
        }
        spread(&grid, &mut distance, &mut nearest);
        Clearance { grid, walls: walls.to_vec(), nearest }
    }

    /// The nearest point of a wall.
    pub fn wall(&self, at: Point) -> Option<Point> {
        let wall = self.nearest[self.grid.cell(at)?];
        (wall != NONE).then(|| self.walls[wall as usize].nearest(at))
    }

    /// The distance to the nearest wall, m; infinite without one.
    pub fn at(&self, at: Point) -> f32 {
        self.wall(at).map_or(f32::INFINITY, |wall| (wall - at).norm())
    }

    /// Whether a line keeps this distance to walls.
    pub fn keeps(&self, from: Point, to: Point, gap: f32) -> bool {
        let steps = ((to - from).norm() / (STEP * self.grid.size)).ceil().max(1.0) as usize;
        (0..=steps).all(|step| self.at(from + (to - from) * (step as f32 / steps as f32)) >= gap)
    }
}

/// Takes the nearest walls from cell to cell, with 2 for a straight step and 3 for a diagonal one.
fn spread(grid: &Grid, distance: &mut [f32], nearest: &mut [u32]) {
    let mut visit = |cell: usize, sign: isize| {
        for (offset, step) in [((-1, 0), 2.0), ((-1, -1), 3.0), ((0, -1), 2.0), ((1, -1), 3.0)] {
            let Some(from) = grid.offset(cell, (sign * offset.0, sign * offset.1)) else { continue };
            if distance[from] + step < distance[cell] {
                (distance[cell], nearest[cell]) = (distance[from] + step, nearest[from]);
            }
        }
    };
    (0..grid.len()).for_each(|cell| visit(cell, 1));
    (0..grid.len()).rev().for_each(|cell| visit(cell, -1));
}
