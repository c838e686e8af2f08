//! The grid, and where on it units can walk.

use crate::geometry::crossing;
use crate::navigation::Grid;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Rect, Segment, Vec2};
use serde::{Deserialize, Serialize};

/// The margin around the outermost units and goals, in cells. It leaves room for paths around the crowd.
const MARGIN: f32 = 8.0;
/// The grid's edges are at multiples of this number of cells, so that the grid does not change with every
/// step of a unit.
const STEP: f32 = 4.0;
/// The offset of the grid's edges, as a share of `STEP`. On a grid with the same axis as a symmetric map, two
/// units that meet exactly on that axis would stay there.
const ASKEW: Vec2 = Vec2::new(0.08, 0.06);
/// The maximum number of cells; on larger ground the cells are larger. 65 536 cells take 1 MB, plus 2 MB for
/// each party.
const MOST_CELLS: usize = 1 << 16;
/// Units farther from the origin than this are ignored, m: rounding errors of their coordinates exceed their
/// size.
const FAR: f32 = 1e6;

/// The grid and its walls.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Ground {
    /// None if no unit walks.
    pub grid: Option<Grid>,
    /// One byte per cell, with one bit for each face that cannot be crossed.
    closed: Vec<u8>,
    /// The walls from which `closed` was built.
    walls: Vec<Segment>,
    walled: Option<(Grid, f32)>,
}

impl Ground {
    /// Lays the grid over all walking units and their goals. `radii` is the cell size as a multiple of the
    /// largest radius among them.
    pub fn cover(&mut self, crowd: &Crowd<'_>, radii: f32) {
        let points = || {
            let walking = (0..crowd.position.len()).filter(|id| walks(crowd, *id));
            walking.flat_map(|id| [crowd.position[id], crowd.goal[id]])
        };
        let radius = (0..crowd.position.len()).filter(|id| walks(crowd, *id)).map(|id| crowd.radius[id]);
        let radius = radius.fold(0.0, f32::max);
        let cell = radii * radius;
        let Some(area) = bounds(points()).filter(|_| cell > 0.0 && cell < FAR) else {
            self.grid = None;
            return;
        };
        let step = STEP * cell;
        let down = |x: f32, off: f32| (x / step - off).floor() * step + off * step;
        let (min, max) = (area.min - Vec2::repeat(MARGIN * cell), area.max + Vec2::repeat(MARGIN * cell));
        let area = Rect {
            min: Point::new(down(min.x, ASKEW.x), down(min.y, ASKEW.y)),
            // Half a cell short of the next cell, to be safe from rounding.
            max: Point::new(
                down(max.x, ASKEW.x) + step - 0.5 * cell,
                down(max.y, ASKEW.y) + step - 0.5 * cell,
            ),
        };
        let grid = Grid::covering(area, cell, MOST_CELLS);
        self.grid = Some(grid);
        if self.walled != Some((grid, radius)) || self.walls != crowd.walls {
            self.build(&grid, crowd.walls, radius);
        }
    }

    /// Whether the face `side` of `cell` cannot be crossed.
    pub fn is_closed(&self, cell: usize, side: usize) -> bool {
        self.closed[cell] & 1 << side != 0
    }

    /// Closes cells whose centre is closer to a wall than `radius`, and faces between two centres on opposite
    /// sides of a wall. This also encloses the inside of walls.
    fn build(&mut self, grid: &Grid, walls: &[Segment], radius: f32) {
        self.closed.clear();
        self.closed.resize(grid.len(), 0);
        for wall in walls {
            let reach = Vec2::repeat(radius + grid.cell());
            let Some(near) = bounds([wall.from, wall.to].into_iter()) else { continue };
            let (low, high) =
                (grid.place(grid.nearest(near.min - reach)), grid.place(grid.nearest(near.max + reach)));
            for row in low.1..=high.1 {
                for column in low.0..=high.0 {
                    self.close(grid, grid.index(column, row), wall, radius);
                }
            }
        }
        self.walls.clear();
        self.walls.extend_from_slice(walls);
        self.walled = Some((*grid, radius));
    }

    fn close(&mut self, grid: &Grid, cell: usize, wall: &Segment, radius: f32) {
        let center = grid.center(cell);
        let blocked = (wall.nearest(center) - center).norm() < radius;
        for (side, neighbour) in grid.neighbours(cell).into_iter().enumerate() {
            let Some(neighbour) = neighbour else { continue };
            if blocked || crossing(center, grid.center(neighbour), wall.from, wall.to).is_some() {
                // Closed from both cells.
                self.closed[cell] |= 1 << side;
                self.closed[neighbour] |= 1 << ((side + 2) % 4);
            }
        }
    }
}

/// Whether unit `id` is walking, with its position and its goal on the ground.
pub(super) fn walks(crowd: &Crowd<'_>, id: usize) -> bool {
    let near = |p: Point| p.x.abs() < FAR && p.y.abs() < FAR;
    !crowd.standing[id] && near(crowd.position[id]) && near(crowd.goal[id])
}

fn bounds(mut points: impl Iterator<Item = Point>) -> Option<Rect> {
    let first = points.next()?;
    let grow = |r: Rect, p: Point| Rect {
        min: Point::new(r.min.x.min(p.x), r.min.y.min(p.y)),
        max: Point::new(r.max.x.max(p.x), r.max.y.max(p.y)),
    };
    Some(points.fold(Rect { min: first, max: first }, grow))
}
