//! Paths to a goal over wide cells, where there is no field, or not yet: from the goal towards the units that ask, lazy Theta* (Nash,
//! Koenig & Tovey 2010). Paths run from corner to corner, and a unit heads for the first one.

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
/// The weight of the distance that is left (weighted A*, Pohl 1970), so that the search need not look at all paths of nearly the same
/// length.
const WEIGHT: f32 = 1.05;

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

/// The length of the path from a wide cell to the goal, m, and the wide cell of the next corner on it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Step {
    length: f32,
    next: u32,
}

/// Paths to one goal.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RoughPath {
    aim: Point,
    /// Where the unit was that asked last. Cells towards it come first.
    toward: Point,
    /// What is known, by wide cell. Final for cells that are settled.
    steps: FxHashMap<u32, (Step, bool)>,
    /// By the length of the path through a cell, as bits, and then by cell.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

/// Stands for the goal as the next corner.
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
            self.open.push(self.entry(cell as u32, spot, step));
        }
    }

    fn entry(&self, cell: u32, spot: Point, step: Step) -> Reverse<(u32, u32)> {
        let through = step.length + WEIGHT * (self.toward - spot).norm();
        Reverse((through.to_bits(), cell))
    }

    /// Lets cells towards `p` come first.
    fn turn_toward(&mut self, ground: &WideGround, p: Point) {
        if self.toward == p {
            return;
        }
        self.toward = p;
        let open = std::mem::take(&mut self.open);
        let entry = |Reverse((_, cell)): Reverse<(u32, u32)>| {
            let (step, is_settled) = self.steps.get(&cell)?;
            let spot = ground.spots[cell as usize].filter(|_| !is_settled)?;
            Some(self.entry(cell, spot, *step))
        };
        self.open = open.into_iter().filter_map(entry).collect();
    }

    /// The path from a wide cell, if it is final.
    fn settled(&self, cell: usize) -> Option<Step> {
        self.steps.get(&(cell as u32)).filter(|(_, is_settled)| *is_settled).map(|(step, _)| *step)
    }

    /// The place of a corner, and the length of the path from it, m.
    fn corner(&self, ground: &WideGround, corner: u32) -> Option<(Point, f32)> {
        if corner == GOAL {
            return Some((self.aim, 0.0));
        }
        Some((ground.spots[corner as usize]?, self.settled(corner as usize)?.length))
    }

    /// Whether the path of a unit at `p` is known. Where no unit fits, that of a neighbouring cell will do.
    pub fn knows(&self, ground: &WideGround, p: Point) -> bool {
        let own = ground.grid.nearest(p);
        self.settled(own).is_some()
            || ground.spots[own].is_none() && ground.around(own).any(|(cell, _)| self.settled(cell).is_some())
    }

    /// Settles up to this many cells, until the path of a unit at `p` is known. Returns the number of cells that are left.
    pub fn search(
        &mut self,
        clearance: &Clearance,
        ground: &WideGround,
        p: Point,
        mut cells: usize,
    ) -> usize {
        if cells > 0 && !self.knows(ground, p) {
            self.turn_toward(ground, p);
        }
        while cells > 0 && !self.knows(ground, p) {
            let Some(Reverse((_, cell))) = self.open.pop() else { break };
            if let (None, Some(spot)) = (self.settled(cell as usize), ground.spots[cell as usize]) {
                cells -= 1;
                self.settle(clearance, ground, (cell as usize, spot));
            }
        }
        cells
    }

    /// Makes the path from a wide cell final, and offers its corner to the cells around.
    fn settle(&mut self, clearance: &Clearance, ground: &WideGround, own: (usize, Point)) {
        let Some((offered, _)) = self.steps.get(&(own.0 as u32)).copied() else { return };
        let seen = self.corner(ground, offered.next).filter(|(at, _)| clearance.sees(own.1, *at));
        let step = match seen {
            Some(_) => offered,
            None => self.step_beside(clearance, ground, own).unwrap_or(offered),
        };
        self.steps.insert(own.0 as u32, (step, true));
        let Some((at, beyond)) = self.corner(ground, step.next) else { return };
        for other in ground.around(own.0) {
            if self.settled(other.0).is_none() && ground.is_straight(clearance, other, own) {
                let length = beyond + (other.1 - at).norm();
                self.offer(other.0, other.1, Step { length, next: step.next });
            }
        }
    }

    /// The shortest path from a wide cell over the spot of a neighbour.
    fn step_beside(&self, clearance: &Clearance, ground: &WideGround, own: (usize, Point)) -> Option<Step> {
        let known = ground.around(own.0).filter_map(|other| Some((other, self.settled(other.0)?)));
        let straight = known.filter(|(other, _)| ground.is_straight(clearance, own, *other));
        straight
            .map(|((cell, at), step)| Step { length: step.length + (at - own.1).norm(), next: cell as u32 })
            .min_by(|a, b| a.length.total_cmp(&b.length))
    }

    /// The first corner on the path of a unit at `p`, and the length of the path, m: the shortest over what the cells around know.
    fn first_corner(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<(u32, f32)> {
        if !self.knows(ground, p) {
            return None;
        }
        let own = ground.grid.nearest(p);
        let cells = super::grid::around(&ground.grid, own).chain([own]);
        let known = cells.filter_map(|cell| Some((cell as u32, self.settled(cell)?.next)));
        let mut ways: Vec<(u32, Point, f32)> = Vec::with_capacity(12);
        for corner in known.flat_map(|(cell, next)| [next, cell]) {
            if let Some((at, beyond)) = self.corner(ground, corner)
                && !ways.iter().any(|(known, ..)| *known == corner)
            {
                ways.push((corner, at, (at - p).norm() + beyond));
            }
        }
        ways.sort_by(|a, b| a.2.total_cmp(&b.2));
        let seen = ways.iter().find(|(_, at, _)| clearance.sees(p, *at));
        // A unit that is pressed into a wall sees nothing.
        let nearest = || ways.iter().min_by(|a, b| (a.1 - p).norm().total_cmp(&(b.1 - p).norm()));
        let (mut corner, mut at, mut length) = *seen.or_else(nearest)?;
        // Once a unit is at a corner, or sees the next one, it heads for that.
        while let Some(step) = self.settled(corner as usize).filter(|_| corner != GOAL)
            && let Some((next, beyond)) = self.corner(ground, step.next)
            && ((at - p).norm() < 0.01 * ground.grid.cell() || clearance.sees(p, next))
        {
            (corner, at, length) = (step.next, next, (next - p).norm() + beyond);
        }
        Some((corner, length))
    }

    /// Where a unit at `p` heads. None if its path is not known.
    pub fn heading(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<Heading> {
        let (corner, distance) = self.first_corner(clearance, ground, p)?;
        let (aim, _) = self.corner(ground, corner)?;
        Some(Heading { aim, distance })
    }

    /// The corners of the path from `p`, ending with the goal. None if the path is not known.
    pub fn corners(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<Vec<Point>> {
        let (mut corner, _) = self.first_corner(clearance, ground, p)?;
        let mut corners = Vec::new();
        // Each corner was settled before the cells that use it, so this ends.
        while corner != GOAL {
            corners.push(ground.spots[corner as usize]?);
            corner = self.settled(corner as usize)?.next;
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

    /// The ground of units of this radius among boxes.
    fn ground(boxes: &[(f32, f32, f32, f32)], radius: f32) -> Clearance {
        let wall = |&(x, y, width, height): &(f32, f32, f32, f32)| {
            let min = Point::new(x, y);
            Wall::Box(Rect { min, max: min + Vec2::new(width, height) })
        };
        let walls: Vec<Wall> = boxes.iter().map(wall).collect();
        let area = Rect { min: Point::new(-20.0, -20.0), max: Point::new(20.0, 20.0) };
        Clearance::new(&walls, area, radius).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// Rough paths miss narrow gaps. They are at most a fifth longer than the shortest ones to a goal in sight, and than those of a unit
        /// twice as large where that has room. What a field knows while it grows is final.
        #[test]
        fn a_rough_path_is_nearly_the_shortest(
            boxes in prop::collection::vec((-18.0_f32..15.0, -18.0_f32..15.0, 0.5_f32..9.0, 0.5_f32..9.0), 1..9),
            aim in (-19.0_f32..19.0, -19.0_f32..19.0),
            from in prop::collection::vec((-19.0_f32..19.0, -19.0_f32..19.0), 6),
        ) {
            let [clearance, wider] = [0.5, 1.0].map(|radius| ground(&boxes, radius));
            let aim = Point::new(aim.0, aim.1);
            prop_assume!(clearance.gap_at(aim) > 0.6);
            let wide = WideGround::new(&clearance);
            let [field, of_large] = [&clearance, &wider].map(|ground| FlowField::new(ground, aim));
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
                let has_room = wider.gap_at(p).min(wider.gap_at(aim)) > 1.1;
                let large = of_large.distances()[wider.grid.nearest(p)];
                rough.search(&clearance, &wide, p, usize::MAX);
                let Some(heading) = rough.heading(&clearance, &wide, p) else { continue };
                let shortest = field.distances()[cell];
                prop_assert!(shortest.is_finite());
                prop_assert!(!clearance.sees(p, aim) || heading.distance < 1.2 * shortest + 1.0, "in sight: {} m, not {shortest} m", heading.distance);
                prop_assert!(!has_room || heading.distance < 1.2 * large + 1.0, "{} m, not {large} m", heading.distance);
                prop_assert!(clearance.sees(p, heading.aim) || (heading.aim - p).norm() < 3.0);
                let corners = rough.corners(&clearance, &wide, p).unwrap();
                prop_assert_eq!(corners.last(), Some(&aim));
            }
        }
    }
}
