//! Where there is a grid, and where on it one can go.

use crate::geometry::crossing;
use crate::navigation::Grid;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Rect, Segment, Vec2};

/// Cells beyond the outermost units and goals, for ways round the crowd.
const MARGIN: f32 = 8.0;
/// The grid's edges lie at multiples of so many cells: it is not a new one with every step that someone makes.
const STEP: f32 = 4.0;
/// By so much of a step they are off: two who meet exactly on an axis of a symmetric map would stay there on a grid with
/// the same axis.
const ASKEW: Vec2 = Vec2::new(0.08, 0.06);
/// So many cells there are at most; over more ground they are larger. 65 536 of them take
/// 1 MB, and 2 MB for each party.
const MOST_CELLS: usize = 1 << 16;
/// Further out than this nobody counts, m: a coordinate's rounding exceeds a body.
const FAR: f32 = 1e6;

/// The grid and its walls.
#[derive(Debug, Clone, Default)]
pub(super) struct Ground {
    /// None when nobody walks.
    pub grid: Option<Grid>,
    /// For each cell a bit for each face that one cannot cross.
    closed: Vec<u8>,
    /// What `closed` was made from.
    walls: Vec<Segment>,
    walled: Option<(Grid, f32)>,
}

impl Ground {
    /// Lays the grid over those who walk and over their goals, with cells of `radii` radii of the largest of them.
    pub fn cover(&mut self, crowd: &Crowd<'_>, radii: f32) {
        let places = || {
            let walking = (0..crowd.position.len()).filter(|id| walks(crowd, *id));
            walking.flat_map(|id| [crowd.position[id], crowd.goal[id]])
        };
        let radius = (0..crowd.position.len()).filter(|id| walks(crowd, *id)).map(|id| crowd.radius[id]);
        let radius = radius.fold(0.0, f32::max);
        let cell = radii * radius;
        let Some(area) = bounds(places()).filter(|_| cell > 0.0 && cell < FAR) else {
            self.grid = None;
            return;
        };
        let step = STEP * cell;
        let down = |x: f32, off: f32| (x / step - off).floor() * step + off * step;
        let (min, max) = (area.min - Vec2::repeat(MARGIN * cell), area.max + Vec2::repeat(MARGIN * cell));
        let area = Rect {
            min: Point::new(down(min.x, ASKEW.x), down(min.y, ASKEW.y)),
            // Short of the next cell, whatever the rounding.
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

    /// Whether one cannot go from `cell` over its face `side`.
    pub fn is_closed(&self, cell: usize, side: usize) -> bool {
        self.closed[cell] & 1 << side != 0
    }

    /// Closes cells whose centre is nearer to a wall than `radius`, and faces between centres with a wall between. What is
    /// inside a wall is shut in by itself.
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
                // Seen from either cell.
                self.closed[cell] |= 1 << side;
                self.closed[neighbour] |= 1 << ((side + 2) % 4);
            }
        }
    }
}

/// Whether unit `id` is on its way, from and to somewhere on the ground.
pub(super) fn walks(crowd: &Crowd<'_>, id: usize) -> bool {
    let near = |p: Point| p.x.abs() < FAR && p.y.abs() < FAR;
    !crowd.standing[id] && near(crowd.position[id]) && near(crowd.goal[id])
}

fn bounds(mut places: impl Iterator<Item = Point>) -> Option<Rect> {
    let first = places.next()?;
    let grow = |r: Rect, p: Point| Rect {
        min: Point::new(r.min.x.min(p.x), r.min.y.min(p.y)),
        max: Point::new(r.max.x.max(p.x), r.max.y.max(p.y)),
    };
    Some(places.fold(Rect { min: first, max: first }, grow))
}
