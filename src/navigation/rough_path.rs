//! Paths to a goal over wide cells, for as long as its field is in the making: from the goal towards the units that ask,
//! A* (Hart, Nilsson & Raphael 1968). A unit heads for the farthest point of its path that it sees.

use super::clearance::Clearance;
use super::grid::Grid;
use super::heading::Heading;
use crate::types::{Point, Rect, Vec2};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU8, Ordering};

/// The width of a wide cell, in cells of the clearance.
const WIDE: usize = 4;
/// How many steps ahead a unit looks along its path.
const AHEAD: usize = 16;

/// The ground in wide cells.
pub(super) struct WideGround {
    grid: Grid,
    /// The point in each wide cell that paths lead over. None where no unit fits.
    spots: Vec<Option<Point>>,
    /// For each wide cell and the neighbours after it in four directions, whether a unit can walk straight from spot to spot: the
    /// lower four bits say for which this is known, the upper four the answers. All searches share them.
    straight: Vec<AtomicU8>,
}

impl Clone for WideGround {
    fn clone(&self) -> WideGround {
        let straight = self.straight.iter().map(|bits| AtomicU8::new(bits.load(Ordering::Relaxed))).collect();
        WideGround { grid: self.grid, spots: self.spots.clone(), straight }
    }
}

impl WideGround {
    pub fn new(clearance: &Clearance) -> WideGround {
        let fine = clearance.grid;
        let size = Vec2::new(fine.columns() as f32, fine.rows() as f32) * fine.cell();
        let area = Rect { min: fine.origin(), max: fine.origin() + size };
        let grid = Grid::covering(area, WIDE as f32 * fine.cell(), fine.len());
        let straight = (0..grid.len()).map(|_| AtomicU8::new(0)).collect();
        let mut ground = WideGround { grid, spots: vec![None; grid.len()], straight };
        for cell in (0..fine.len()).filter(|cell| clearance.is_free(*cell)) {
            ground.offer(clearance, cell, grid.nearest(clearance.spot(cell)));
        }
        ground
    }

    /// The same where the spots of these fine cells have changed.
    pub fn change(&mut self, clearance: &Clearance, changed: &[usize]) {
        let fine = clearance.grid;
        let mut wide: Vec<usize> = changed.iter().map(|cell| self.grid.nearest(fine.center(*cell))).collect();
        // A spot at the edge of its cell may lie in the next wide one.
        wide.extend(wide.clone().into_iter().flat_map(|cell| super::grid::around(&self.grid, cell)));
        wide.sort_unstable();
        wide.dedup();
        for cell in &wide {
            self.spots[*cell] = None;
            for near in super::grid::around(&self.grid, *cell).chain([*cell]) {
                *self.straight[near].get_mut() = 0;
            }
        }
        for cell in wide {
            let center = self.grid.center(cell);
            let reach = Vec2::repeat(0.5 * self.grid.cell() + fine.cell());
            let (low, high) = (fine.nearest_place(center - reach), fine.nearest_place(center + reach));
            for row in low.1..=high.1 {
                for own in (low.0..=high.0).map(|column| fine.index(column, row)) {
                    if clearance.is_free(own) && self.grid.nearest(clearance.spot(own)) == cell {
                        self.offer(clearance, own, cell);
                    }
                }
            }
        }
    }

    /// Lets paths lead over the spot of a free cell in a wide cell if it is nearer to the middle of that than others.
    fn offer(&mut self, clearance: &Clearance, cell: usize, wide: usize) {
        let spot = clearance.spot(cell);
        let far = |p: Point| (p - self.grid.center(wide)).norm_squared();
        if self.spots[wide].is_none_or(|known| far(spot) < far(known)) {
            self.spots[wide] = Some(spot);
        }
    }

    /// Whether a unit can walk straight between the spots of two neighbouring wide cells.
    fn is_straight(&self, clearance: &Clearance, a: (usize, Point), b: (usize, Point)) -> bool {
        let (first, second) = if a.0 < b.0 { (a, b) } else { (b, a) };
        // In the next column, or in the next row: one to the left, the same, one to the right.
        let direction = match second.0 - first.0 {
            1 => 0,
            rows => rows + 2 - self.grid.columns(),
        };
        let (known, yes) = (1 << direction, 1 << (4 + direction));
        let bits = self.straight[first.0].load(Ordering::Relaxed);
        if bits & known != 0 {
            return bits & yes != 0;
        }
        // Far from all walls, there is nothing to look for.
        let room = clearance.gap_near(first.1) - clearance.grid.cell() - clearance.radius();
        let sees = room > (second.1 - first.1).norm() || clearance.sees(first.1, second.1);
        self.straight[first.0].fetch_or(if sees { known | yes } else { known }, Ordering::Relaxed);
        sees
    }

    #[cfg(test)]
    pub fn spots(&self) -> &[Option<Point>] {
        &self.spots
    }

    /// All neighbouring wide cells between which units walk straight.
    #[cfg(test)]
    pub fn steps(&self, clearance: &Clearance) -> Vec<(usize, usize)> {
        let spots = (0..self.spots.len()).filter_map(|cell| Some((cell, self.spots[cell]?)));
        let steps = spots.flat_map(|own| self.around(own.0).map(move |other| (own, other)));
        steps.filter(|(a, b)| self.is_straight(clearance, *a, *b)).map(|(a, b)| (a.0, b.0)).collect()
    }

    fn around(&self, cell: usize) -> impl Iterator<Item = (usize, Point)> + '_ {
        super::grid::around(&self.grid, cell).filter_map(|cell| Some((cell, self.spots[cell]?)))
    }
}

/// The length of the path from a wide cell to the goal, m, and the next wide cell on it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Step {
    length: f32,
    next: u32,
}

/// Paths to one goal.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RoughPath {
    aim: Point,
    /// Where the first unit was that asked. Cells towards it come first.
    toward: Point,
    /// What is known, by wide cell. Final for cells that are settled.
    steps: FxHashMap<u32, (Step, bool)>,
    /// By the length of the path through a cell, as bits, and then by cell.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

/// Stands for the goal as the next cell.
const GOAL: u32 = u32::MAX;

impl RoughPath {
    pub fn new(clearance: &Clearance, ground: &WideGround, aim: Point, toward: Point) -> RoughPath {
        let mut path = RoughPath { aim, toward, steps: FxHashMap::default(), open: BinaryHeap::new() };
        let first = ground.grid.nearest(aim);
        let own = ground.spots[first].map(|spot| (first, spot));
        let all: Vec<(usize, Point)> = ground.around(first).chain(own).collect();
        let seen = all.iter().filter(|(_, spot)| clearance.sees(*spot, aim));
        let mut begins: Vec<(usize, Point)> = seen.copied().collect();
        if begins.is_empty() {
            begins = all;
        }
        for (cell, spot) in begins {
            path.offer(cell, spot, Step { length: (aim - spot).norm(), next: GOAL });
        }
        path
    }

    fn offer(&mut self, cell: usize, spot: Point, step: Step) {
        let known = self.steps.get(&(cell as u32));
        if known.is_none_or(|(known, is_settled)| !is_settled && step.length < known.length) {
            self.steps.insert(cell as u32, (step, false));
            let through = step.length + (self.toward - spot).norm();
            self.open.push(Reverse((through.to_bits(), cell as u32)));
        }
    }

    /// Whether the path of a unit at `p` is known.
    pub fn knows(&self, ground: &WideGround, p: Point) -> bool {
        self.steps.get(&(ground.grid.nearest(p) as u32)).is_some_and(|(_, is_settled)| *is_settled)
    }

    /// Settles up to this many cells, until the path of a unit at `p` is known. Returns the number of cells that are left.
    pub fn search(
        &mut self,
        clearance: &Clearance,
        ground: &WideGround,
        p: Point,
        mut cells: usize,
    ) -> usize {
        while cells > 0 && !self.knows(ground, p) {
            let Some(Reverse((_, cell))) = self.open.pop() else { break };
            let Some((step, is_settled)) = self.steps.get_mut(&cell) else { continue };
            if std::mem::replace(is_settled, true) {
                continue;
            }
            cells -= 1;
            let (length, cell) = (step.length, cell as usize);
            let Some(spot) = ground.spots[cell] else { continue };
            for (other, at) in ground.around(cell) {
                let is_open = self.steps.get(&(other as u32)).is_none_or(|(_, is_settled)| !is_settled);
                if is_open && ground.is_straight(clearance, (other, at), (cell, spot)) {
                    let step = Step { length: length + (at - spot).norm(), next: cell as u32 };
                    self.offer(other, at, step);
                }
            }
        }
        cells
    }

    /// The points of the path from `p` to the goal. Empty if it is not known.
    fn points<'a>(&'a self, ground: &'a WideGround, p: Point) -> impl Iterator<Item = (Point, f32)> + 'a {
        let mut cell = Some(ground.grid.nearest(p) as u32).filter(|_| self.knows(ground, p));
        std::iter::from_fn(move || {
            let here = cell?;
            if here == GOAL {
                cell = None;
                return Some((self.aim, 0.0));
            }
            let (step, _) = self.steps.get(&here)?;
            cell = Some(step.next);
            Some((ground.spots[here as usize]?, step.length))
        })
    }

    /// Where a unit at `p` heads. None if its path is not known.
    pub fn heading(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<Heading> {
        let mut ahead = [(Point::origin(), 0.0); AHEAD];
        let mut count = 0_usize;
        for (known, point) in ahead.iter_mut().zip(self.points(ground, p)) {
            *known = point;
            count += 1;
        }
        // Far points are tried first, because on open ground they are seen.
        let mut far = count.checked_sub(1)?;
        while far > 0 && !clearance.sees(p, ahead[far].0) {
            far /= 2;
        }
        let (aim, beyond) = ahead[far];
        Some(Heading { aim, distance: (aim - p).norm() + beyond })
    }

    /// The corners of the path from `p`, ending with the goal. None if the path is not known.
    pub fn corners(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<Vec<Point>> {
        let points: Vec<Point> = self.points(ground, p).map(|(point, _)| point).collect();
        let mut corners = Vec::new();
        let (mut from, mut last) = (p, *points.first()?);
        for next in &points[1..] {
            if !clearance.sees(from, *next) {
                corners.push(last);
                from = last;
            }
            last = *next;
        }
        corners.push(self.aim);
        Some(corners)
    }
}

#[cfg(test)]
mod tests {
    use super::super::flow_field::{FlowField, Growth};
    use super::*;
    use crate::geometry::Wall;
    use proptest::prelude::*;

    fn ground(boxes: Vec<(f32, f32, f32, f32)>) -> Clearance {
        let wall = |(x, y, width, height): (f32, f32, f32, f32)| {
            let min = Point::new(x, y);
            Wall::Box(Rect { min, max: min + Vec2::new(width, height) })
        };
        let walls: Vec<Wall> = boxes.into_iter().map(wall).collect();
        let area = Rect { min: Point::new(-20.0, -20.0), max: Point::new(20.0, 20.0) };
        Clearance::new(&walls, area, 0.5).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// The rough path is at most half as long again as that of the field, which sees narrower gaps, and what a field knows while it grows is final.
        #[test]
        fn a_rough_path_is_nearly_the_shortest(
            boxes in prop::collection::vec((-18.0_f32..15.0, -18.0_f32..15.0, 0.5_f32..9.0, 0.5_f32..9.0), 1..9),
            aim in (-19.0_f32..19.0, -19.0_f32..19.0),
            from in prop::collection::vec((-19.0_f32..19.0, -19.0_f32..19.0), 6),
        ) {
            let clearance = ground(boxes);
            let aim = Point::new(aim.0, aim.1);
            prop_assume!(clearance.gap_at(aim) > 0.6);
            let wide = WideGround::new(&clearance);
            let field = FlowField::new(&clearance, aim);
            let mut growth = Growth::new(&clearance, aim);
            for _ in 0..40 {
                growth.grow(&clearance, 100);
            }
            let mut rough = RoughPath::new(&clearance, &wide, aim, Point::new(from[0].0, from[0].1));
            for (x, y) in from {
                let p = Point::new(x, y);
                if clearance.gap_at(p) < 0.6 {
                    continue;
                }
                let cell = clearance.grid.nearest(p);
                if let Some(known) = growth.known().filter(|known| known.knows(cell)) {
                    prop_assert_eq!(known.distances()[cell], field.distances()[cell]);
                }
                let shortest = field.distances()[cell];
                rough.search(&clearance, &wide, p, usize::MAX);
                let Some(heading) = rough.heading(&clearance, &wide, p) else { continue };
                prop_assert!(shortest.is_finite());
                prop_assert!(heading.distance < 1.5 * shortest + 2.0, "{} m, not {shortest} m", heading.distance);
                prop_assert!(clearance.sees(p, heading.aim) || (heading.aim - p).norm() < 3.0);
                let corners = rough.corners(&clearance, &wide, p).unwrap();
                prop_assert_eq!(corners.last(), Some(&aim));
            }
        }
    }
}
