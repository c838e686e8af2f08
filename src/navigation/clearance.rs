//! A distance field of the walls on a grid: the distance to the nearest wall, where a disc fits, and what it sees.

use super::grid::{Grid, around};
use super::outline::{Outline, region};
use super::wall_distances::{NO_WALL, OutlineChange, WallDistances};
use crate::geometry::Wall;
use crate::math;
use crate::types::{Point, Rect, Segment, Vec2};

/// The width of a cell, in radii of the largest unit.
const CELL_RADII: f32 = 0.5;
/// The width up to which each gap that a unit fits through lies in a cell's spots, in radii. Wider cells can miss narrow gaps.
const WIDE_CELL_RADII: f32 = 2.0 * SPOT_RADII;
/// The largest cell width, in radii. Wider cells no longer distinguish walls.
const WIDEST_CELL_RADII: f32 = 2.0;
/// The largest number of cells in a grid whose cells can be smaller.
const MOST_CELLS: usize = 1 << 20;
/// The largest number of cells in a grid: 2 km × 2 km in cells of 1 m.
const MOST_WIDE_CELLS: usize = 1 << 22;
/// The clearance that a unit needs to pass, in radii.
const FIT_RADII: f32 = 1.02;
/// The distance at which paths turn around corners, in radii: far enough not to scrape along them.
const PASS_RADII: f32 = 1.1;
/// A cell's spot lies at most this many radii from its centre in x and in y. No wall then lies between the spots of
/// two neighbouring cells.
const SPOT_RADII: f32 = 0.45;
/// The middle of a gap that is too narrow closes the cells around it, so many radii away in x and in y.
const PINCH_RADII: f32 = 0.5;
/// No such cell is farther from the walls than this, in radii.
const PINCHED_RADII: f32 = 1.3;
/// The middle of a gap is at least this share of half its width from every wall.
const MIDDLE_SHARE: f32 = 0.95;
/// The number of points examined in x and in y in a cell whose centre is too close to a wall.
const SPOTS: usize = 7;
/// A line is free without a test if the walls are known to be farther from it than it needs by so many radii: more than tests are off by.
pub(super) const SPARE_RADII: f32 = 0.02;
/// Where walls are farther away than this, in radii, a line needs no less than the radius: a little more than 1 / 0.98.
const ENOUGH_RADII: f32 = 1.03;
/// A unit closer to a wall than this, in radii, sees nothing else.
const PRESSED_RADII: f32 = 0.05;

/// Distances to walls on a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Clearance {
    pub(super) grid: Grid,
    radius: f32,
    /// The walls around which it is computed.
    walls: Vec<Wall>,
    pub(super) distances: WallDistances,
    /// For each cell, the point where a unit fits best.
    spots: Vec<Point>,
    free: Vec<bool>,
}

impl Clearance {
    /// Computes distances to `walls` in and around `area` for units up to `radius`. Returns none without walls, or
    /// if the area is so large that it would need too many cells.
    pub fn new(walls: &[Wall], area: Rect, radius: f32) -> Option<Clearance> {
        if walls.is_empty() || radius <= 0.0 {
            return None;
        }
        let outlines: Vec<Outline> = walls.iter().map(|w| Outline::new(w, radius)).collect();
        let grid = grid(outlines.iter(), area, radius)?;
        let distances = WallDistances::new(grid, outlines);
        let mut clearance =
            Clearance { grid, radius, walls: walls.to_vec(), distances, spots: Vec::new(), free: Vec::new() };
        (clearance.spots, clearance.free) = (0..grid.len()).map(|cell| clearance.ground(cell)).unzip();
        Some(clearance)
    }

    /// Replaces the walls, and computes only what that changes: the result is that of [`Clearance::new`]. Returns the cells that have
    /// changed. None, and nothing has changed, if these walls need another grid.
    pub(super) fn change(&mut self, walls: &[Wall], area: Rect) -> Option<Vec<usize>> {
        let (old, new) = (self.walls.len(), walls.len());
        let first = self.walls.iter().zip(walls).take_while(|(a, b)| a == b).count();
        let rest = self.walls[first..].iter().rev().zip(walls[first..].iter().rev());
        let last = rest.take_while(|(a, b)| a == b).count();
        let added = walls[first..new - last].iter().map(|wall| Outline::new(wall, self.radius)).collect();
        let change = OutlineChange { removed: first..old - last, added };
        let kept = self.distances.outlines();
        let outlines = kept[..first].iter().chain(&change.added).chain(&kept[old - last..]);
        if walls.is_empty() || grid(outlines, area, self.radius) != Some(self.grid) {
            return None;
        }
        self.walls.splice(change.removed.clone(), walls[first..new - last].iter().cloned());
        Some(self.apply(change))
    }

    /// The same ground, closed along these lines.
    pub(super) fn with(&self, closed: &[Segment]) -> Clearance {
        let mut clearance = self.clone();
        let end = self.distances.outlines().len();
        clearance
            .apply(OutlineChange { removed: end..end, added: closed.iter().map(Outline::line).collect() });
        clearance
    }

    /// Changes the distances, and the spots near them. Returns the cells that have changed, ascending.
    fn apply(&mut self, change: OutlineChange) -> Vec<usize> {
        let mut changed = self.distances.change(change);
        // Farther from the walls, the spot is the centre.
        let near_walls = (PASS_RADII + 2.0 * SPOT_RADII) * self.radius;
        let is_near = |cell: &usize| self.distances.gap[*cell] <= near_walls;
        let near = changed.iter().flat_map(|cell| around(&self.grid, *cell)).filter(is_near);
        changed.extend(near.collect::<Vec<_>>());
        changed.sort_unstable();
        changed.dedup();
        for cell in &changed {
            (self.spots[*cell], self.free[*cell]) = self.ground(*cell);
        }
        changed
    }

    /// The same for all cells.
    pub(super) fn free(&self) -> &[bool] {
        &self.free
    }

    /// Returns the spot of a cell, through which paths lead, and whether paths may lead there.
    fn ground(&self, cell: usize) -> (Point, bool) {
        let (spot, fits) = self.best_spot(cell);
        (spot, fits && !self.is_pinched(cell))
    }

    /// Whether a gap that is too narrow for a unit has its middle in a cell or right next to it. Between two corners, such a gap
    /// may be shorter than a cell, and a unit fits on either side of it.
    fn is_pinched(&self, cell: usize) -> bool {
        if self.distances.gap[cell] > PINCHED_RADII * self.radius {
            return false;
        }
        // Not beyond the cells around it: they are computed again whenever it changes what is near them.
        let reach = (PINCH_RADII * self.radius).max(0.5 * self.grid.cell()).min(self.grid.cell());
        let center = self.grid.center(cell);
        let mut near = [NO_WALL; 9];
        near[0] = self.distances.nearest[cell];
        for (near, other) in near[1..].iter_mut().zip(around(&self.grid, cell)) {
            *near = self.distances.nearest[other];
        }
        let is_middle = |a: &Segment, b: &Segment| {
            let (p, q) = a.nearest_points(b);
            let (width, middle) = ((q - p).norm(), p + 0.5 * (q - p));
            width > 0.0
                && width < 2.0 * self.radius
                && (middle - center).amax() <= reach
                && self.gap_at(middle) >= MIDDLE_SHARE * 0.5 * width
        };
        let segment = |number: u32| &self.distances.segments[number as usize];
        near.iter().enumerate().any(|(index, a)| {
            *a != NO_WALL
                && near[..index]
                    .iter()
                    .any(|b| *b != NO_WALL && a != b && is_middle(segment(*a), segment(*b)))
        })
    }

    /// Returns the spot of a cell and whether a unit fits there. The spot is the centre,
    /// or as close to `PASS_RADII` from a nearby wall as the cell allows. If a unit does not fit there, it is the
    /// point furthest from the walls.
    fn best_spot(&self, cell: usize) -> (Point, bool) {
        let (center, gap, fit) = (self.grid.center(cell), self.distances.gap[cell], FIT_RADII * self.radius);
        let reach = (self.grid.cell() / 2.0).min(SPOT_RADII * self.radius);
        let closer = gap - PASS_RADII * self.radius;
        if closer > 2.0 * reach {
            return (center, true);
        }
        if gap >= fit {
            let to_wall = math::normalize(
                self.distances.segments[self.distances.nearest[cell] as usize].nearest(center) - center,
            );
            // It may not leave the cell along the longer axis.
            let spot = center + to_wall * closer;
            let hugs = closer * to_wall.x.abs().max(to_wall.y.abs()) <= reach && self.gap_at(spot) >= fit;
            return (if hugs { spot } else { center }, true);
        }
        if gap + reach * 1.5 < fit {
            return (center, false);
        }
        let step = 2.0 * reach / (SPOTS - 1) as f32;
        let at = |i: usize| i as f32 * step - reach;
        let candidates = (0..SPOTS * SPOTS).map(|i| center + Vec2::new(at(i % SPOTS), at(i / SPOTS)));
        let best = candidates.map(|p| (self.gap_at(p), p)).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or((center, false), |(gap, point)| (point, gap >= fit))
    }

    /// Returns the distance from `p` to the walls, m, negative inside. Exact near walls and never above the true
    /// distance.
    pub fn gap_at(&self, p: Point) -> f32 {
        self.gap_up_to(p, 2.0 * self.radius)
    }

    /// The same where it is less than `most`. Elsewhere, it may be less than the distance, but not less than `most`.
    fn gap_up_to(&self, p: Point, most: f32) -> f32 {
        let place = self.grid.nearest_place(p);
        let gap = self.distances.gap[self.grid.index(place.0, place.1)];
        let low = gap - (self.grid.center_at(place) - p).norm();
        if low > most || gap < -self.grid.cell() {
            return low;
        }
        let mut last = NO_WALL;
        let mut least = f32::INFINITY;
        for cell in self.grid.surrounding(p) {
            let number = self.distances.nearest[cell];
            if number != last && number != NO_WALL {
                least = least.min((self.distances.segments[number as usize].nearest(p) - p).norm_squared());
                last = number;
            }
        }
        // The root of the least square is the least root, bit for bit.
        let least = least.sqrt();
        if gap < 0.0 { -least } else { least }
    }

    /// Returns the distance from the centre of the cell at `p` to the walls, m, negative inside. Infinite outside the
    /// grid.
    pub fn gap_near(&self, p: Point) -> f32 {
        self.grid.cell_of(p).map_or(f32::INFINITY, |cell| self.distances.gap[cell])
    }

    /// Returns the diagonal of the bounding box of the wall nearest to the cell at `p`, m. 0 outside the grid.
    pub fn extent_near(&self, p: Point) -> f32 {
        let nearest = self.grid.cell_of(p).map(|cell| self.distances.nearest[cell] as usize);
        nearest.and_then(|segment| self.distances.extents.get(segment)).copied().unwrap_or(0.0)
    }

    /// The number of cells.
    pub(crate) fn grid_len(&self) -> usize {
        self.grid.len()
    }

    /// The radius of the units it is computed for, m.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns whether a unit fits anywhere in a cell.
    pub fn is_free(&self, cell: usize) -> bool {
        self.free[cell]
    }

    /// Returns the spot of a cell, through which paths lead.
    pub fn spot(&self, cell: usize) -> Point {
        self.spots[cell]
    }

    /// Returns the cost per metre in a cell: 1, rising to 2 along walls so that paths keep a little away from
    /// corners. Infinite where a unit does not fit.
    pub fn cost(&self, cell: usize) -> f32 {
        const WIDE_RADII: f32 = 1.2;
        if !self.free[cell] {
            return f32::INFINITY;
        }
        let short =
            (WIDE_RADII * self.radius - self.distances.gap[cell]) / ((WIDE_RADII - 1.0) * self.radius);
        1.0 + short.clamp(0.0, 1.0)
    }

    /// The clearance that a straight line between two points needs, m: the radius, or less if one end is closer to a wall.
    pub(super) fn needed(&self, a: Point, b: Point) -> f32 {
        let most = ENOUGH_RADII * self.radius;
        self.radius.min(0.98 * self.gap_up_to(a, most).min(self.gap_up_to(b, most)))
    }

    /// Returns whether a unit can walk straight from `a` to `b`, by sphere tracing (Hart 1996) in the distance
    /// field. If one end is closer to a wall than the radius, that smaller clearance is required instead.
    pub fn sees(&self, a: Point, b: Point) -> bool {
        self.trace(a, b, self.needed(a, b)).is_ok()
    }

    /// Returns a distance, m, that the walls keep at least from the line between `a` and `b`, if a unit can walk straight from one to the other.
    pub(super) fn gap_between(&self, a: Point, b: Point) -> Option<f32> {
        let needed = self.needed(a, b);
        self.trace(a, b, needed).ok().map(|slack| needed + slack)
    }

    /// The distance from a cell's spot to the walls at least, m.
    pub(super) fn room(&self, cell: usize) -> f32 {
        self.distances.gap[cell] - (self.spots[cell] - self.grid.center(cell)).norm()
    }

    /// Whether a unit at `p` is so close to a wall that it sees nothing else.
    pub(super) fn is_pressed(&self, p: Point) -> bool {
        self.needed(p, p) < PRESSED_RADII * self.radius
    }

    /// Follows the line from `a` to `b`. Returns by how much the walls are at least farther from it than `clear`, m, or the
    /// first point found where they are nearer; `a` if a unit at one of the ends is pressed into a wall.
    pub(super) fn trace(&self, a: Point, b: Point, clear: f32) -> Result<f32, Point> {
        let length = (b - a).norm();
        if clear < PRESSED_RADII * self.radius || !length.is_finite() {
            return Err(a);
        }
        // Half a step is below the clearance, so not even a thin wall slips between two samples. A corner between
        // two samples can intrude by at most 0.25² / 8 of the clearance.
        let shortest = 0.25 * clear;
        let (mut at, mut least) = (0.0, f32::INFINITY);
        let mut before = (clear, 0.0);
        while at < length {
            let p = a + (b - a) * (at / length);
            let gap = self.gap_at(p);
            if gap < clear {
                return Err(p);
            }
            if at > 0.0 {
                least = least.min(squared_gap_between(before, gap));
            }
            // Along a wall the gap equals the clearance, up to rounding.
            let step = (gap - clear).max(shortest);
            before = (gap, step.min(length - at));
            at += step;
        }
        least = least.min(squared_gap_between(before, self.gap_at(b)));
        Ok(least.max(0.0).sqrt() - clear)
    }

    /// The cell deepest in the wall at `p`, as far as steps to a neighbour that is deeper lead there, at most this many.
    pub(super) fn deepest(&self, p: Point, most: usize) -> usize {
        let gap = |cell: &usize| self.distances.gap[*cell];
        let mut cell = self.grid.nearest(p);
        for _ in 0..most {
            let deeper = around(&self.grid, cell).min_by(|a, b| gap(a).total_cmp(&gap(b)));
            match deeper.filter(|next| gap(next) < gap(&cell)) {
                Some(next) => cell = next,
                None => break,
            }
        }
        cell
    }

    /// The point of the walls nearest to `p`, as far as the cells around it know. None without one.
    pub(super) fn nearest_wall(&self, p: Point) -> Option<Point> {
        self.segment_near(p).map(|number| self.distances.segments[number as usize].nearest(p))
    }

    /// The segment nearest to `p`, as far as the cells around it know. None without one.
    pub(super) fn segment_near(&self, p: Point) -> Option<u32> {
        let known = self.grid.surrounding(p).map(|cell| self.distances.nearest[cell]).into_iter();
        let distance =
            |number: &u32| (self.distances.segments[*number as usize].nearest(p) - p).norm_squared();
        known.filter(|number| *number != NO_WALL).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

/// The square of the least distance from the walls to a line, m², between two points a `step` apart from which they are `gap` and `next` away:
/// they lie outside two circles.
fn squared_gap_between((gap, step): (f32, f32), next: f32) -> f32 {
    let foot = (gap * gap - next * next + step * step) / (2.0 * step);
    if foot > 0.0 && foot < step { gap * gap - foot * foot } else { gap.min(next) * gap.min(next) }
}

/// The grid for these walls in and around `area`. None if it would need too many cells.
fn grid<'a>(outlines: impl Iterator<Item = &'a Outline>, area: Rect, radius: f32) -> Option<Grid> {
    let covering = |region| {
        let grid = Grid::covering(region, CELL_RADII * radius, MOST_CELLS);
        let is_fine = grid.cell() <= WIDE_CELL_RADII * radius;
        let grid =
            if is_fine { grid } else { Grid::covering(region, WIDE_CELL_RADII * radius, MOST_WIDE_CELLS) };
        (grid.cell() <= WIDEST_CELL_RADII * radius).then_some(grid)
    };
    covering(region(outlines, area, radius)).or_else(|| covering(area))
}

/// Whether paths for units of this radius can be planned in an area of this size: about 2²² cells of 2 R cover it.
pub(crate) fn is_affordable(area: Rect, radius: f32) -> bool {
    grid([].iter(), area, radius).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::parts::Parts;
    use super::*;

    fn area(size: f32) -> Rect {
        Rect { min: Point::new(-size, -size), max: Point::new(size, size) }
    }

    /// For walls of every kind, the distance is that to the nearest wall, found by brute force.
    #[test]
    fn the_gap_is_the_distance_to_the_nearest_wall() {
        let p = Point::new;
        let walls = [
            Wall::Box(Rect { min: p(-6.0, -6.0), max: p(-3.0, 1.0) }),
            Wall::Polygon(vec![p(2.0, 2.0), p(7.0, 3.0), p(4.0, 4.0), p(3.0, 8.0)]),
            Wall::Chain(vec![p(0.0, -7.0), p(2.0, -2.0), p(6.0, -2.5), p(4.0, -6.0)]),
            Wall::Circle { center: p(-4.0, 6.0), radius: 1.5 },
        ];
        let clearance = Clearance::new(&walls, area(9.0), 0.5).unwrap();
        let mut worst = 0.0_f32;
        for i in 0..clearance.grid.len() {
            let q = clearance.grid.center(i) + Vec2::new(0.11, -0.07);
            let true_gap = clearance
                .distances
                .segments
                .iter()
                .map(|s| (s.nearest(q) - q).norm())
                .fold(f32::INFINITY, f32::min);
            let gap = clearance.gap_at(q);
            if gap < 0.0 {
                continue;
            }
            assert!(gap <= true_gap + 0.02, "{gap} m at {q}, not {true_gap}");
            if true_gap < 0.9 {
                worst = worst.max(true_gap - gap);
            }
        }
        assert!(worst < 0.02, "off by {worst} m near walls");
        for inside in [p(-4.0, -2.0), p(3.5, 3.5), p(-4.0, 6.0)] {
            assert!(clearance.gap_at(inside) < 0.0, "{inside}");
        }
        assert!(clearance.gap_at(p(5.0, 5.0)) > 0.0, "the polygon's notch");
    }

    /// A gap of 2.2 radii lets a unit through wherever it lies on the grid. A gap of 1.9 radii never does.
    #[test]
    fn a_gap_is_open_when_a_unit_fits() {
        for (shift, width) in (0..11).flat_map(|i| [1.1, 0.95].map(|w| (i as f32 * 0.037, w))) {
            let wall = |from: f32, to: f32| {
                Wall::Box(Rect { min: Point::new(-0.3 + shift, from), max: Point::new(0.4 + shift, to) })
            };
            let walls = [wall(-30.0, shift), wall(shift + width, 30.0)];
            let clearance = Clearance::new(&walls, area(6.0), 0.5).unwrap();
            let grid = clearance.grid;
            let (left, right) = (grid.nearest(Point::new(-4.0, 0.0)), grid.nearest(Point::new(4.0, 0.0)));
            let cost: Vec<f32> = (0..grid.len()).map(|i| clearance.cost(i)).collect();
            let mut eikonal = super::super::eikonal::Eikonal::default();
            let phi = eikonal.solve(&grid, cost.as_slice(), [(right, 0.0)]);
            assert_eq!(phi[left].is_finite(), width > 1.0, "a gap of {width} m at {shift}");
        }
    }

    /// Whether a way leads from west to east between two walls.
    fn is_open(walls: &[Wall]) -> bool {
        let clearance = Clearance::new(walls, area(6.0), 0.5).unwrap();
        let grid = clearance.grid;
        let parts = Parts::new(&clearance);
        let part_at = |x: f32| parts.at(grid.nearest(Point::new(x, 0.0)));
        part_at(-4.0) == part_at(4.0)
    }

    /// Between the ends of two chains or the corners of two boxes, a unit fits on either side of a gap of 1.96 R, 0.5 R apart.
    #[test]
    fn a_short_gap_is_open_only_to_units_that_fit_through() {
        for (shift, turn) in (0..9).flat_map(|i| [0.0, 0.3, 0.8].map(|turn| (i as f32 * 0.031, turn))) {
            let along = Vec2::new(-math::sin(turn), math::cos(turn));
            let at = |y: f32| Point::new(shift, 0.7 * shift) + along * y;
            for (width, expected) in [(0.9, false), (0.97, false), (0.995, false), (1.06, true)] {
                let half = 0.5 * width;
                let chains = [(half, 30.0), (-half, -30.0)].map(|(a, b)| Wall::Chain(vec![at(a), at(b)]));
                assert_eq!(is_open(&chains), expected, "chains, a gap of {width} m at {shift}, {turn}");
                let across = Vec2::new(along.y, -along.x);
                let wedges = [1.0, -1.0].map(|side| {
                    let far = at(side * 30.0);
                    Wall::Polygon(vec![at(side * half), far + across * 9.0, far - across * 9.0])
                });
                assert_eq!(is_open(&wedges), expected, "wedges, a gap of {width} m at {shift}, {turn}");
            }
        }
    }

    /// A unit passes next to a bay, a bend and a narrow gap.
    #[test]
    fn only_the_gap_itself_is_closed() {
        let p = Point::new;
        let bay = Wall::Chain(vec![
            p(-9.0, 1.0),
            p(-0.4, 1.0),
            p(-0.4, 1.6),
            p(0.4, 1.6),
            p(0.4, 1.0),
            p(9.0, 1.0),
        ]);
        let below = Wall::Chain(vec![p(-9.0, -1.0), p(-0.45, -1.0)]);
        let rest = Wall::Chain(vec![p(0.45, -1.0), p(9.0, -1.0)]);
        assert!(is_open(&[bay, below, rest]));
    }

    #[test]
    fn a_disc_sees_what_it_can_walk_to() {
        let wall = Wall::Chain(vec![Point::new(0.0, 0.0), Point::new(0.0, -20.0)]);
        let clearance = Clearance::new(&[wall], area(10.0), 0.5).unwrap();
        let sees = |x: f32, y: f32| clearance.sees(Point::new(-4.0, y), Point::new(x, y));
        assert!(sees(4.0, 0.55) && !sees(4.0, 0.4) && !sees(4.0, -3.0) && sees(-0.6, -3.0));
        // Along the wall, and from a position pressed against it.
        let from = Point::new(-0.5, -5.0);
        assert!(clearance.sees(from, Point::new(-0.5, 3.0)));
        let pressed = Point::new(-0.3, -5.0);
        assert!(
            clearance.sees(pressed, Point::new(-4.0, 0.0)) && !clearance.sees(pressed, Point::new(1.0, -5.0))
        );
        assert!(!clearance.sees(Point::new(f32::INFINITY, 0.0), from));
    }
}

#[cfg(test)]
#[path = "clearance_test.rs"]
mod changing;
