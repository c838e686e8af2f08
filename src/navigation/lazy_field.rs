//! A flow field that is computed once a unit needs it. While all units see their goal, it never is.

use super::clearance::Clearance;
use super::flow_field::{FlowField, Growth};
use super::grid::around;
use super::heading::Heading;
use super::rough_path::{RoughPath, WideGround};
use crate::types::Point;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// A [`FlowField`] to be. Its answers are those of the field, bit for bit, whether or not it has been computed.
pub(super) struct LazyField {
    aim: Point,
    /// Copies share it, whichever computes it.
    field: Arc<OnceLock<FlowField>>,
    /// One bit for each cell that is known to lead straight to the goal. Empty until the first question.
    straight: OnceLock<Vec<AtomicU32>>,
    /// A field that is computed over several ticks, and rough paths until then.
    growth: Option<Box<Growing>>,
    /// When a unit last left it, counted in changes of goals.
    pub left: u32,
}

/// A copy shares the field, and finds out again which cells lead straight to the goal.
impl Clone for LazyField {
    fn clone(&self) -> LazyField {
        let LazyField { aim, field, growth, left, .. } = self;
        let (field, growth) = (field.clone(), growth.clone());
        LazyField { aim: *aim, field, straight: OnceLock::new(), growth, left: *left }
    }
}

/// A field in the making, or rough paths instead of one.
#[derive(Clone, Default)]
struct Growing {
    /// Whether a unit has needed it; if it stays rough, whether a unit waits for its way.
    is_needed: bool,
    /// Whether there are only rough paths, for good. Units remember theirs.
    stays_rough: bool,
    /// None until its turn to grow: what waits takes no memory.
    fine: Option<Growth>,
    rough: Option<RoughPath>,
}

impl Growing {
    /// What is known of the field. None while nothing is.
    fn known(&self) -> Option<&FlowField> {
        self.fine.as_ref()?.known()
    }
}

/// What a field in the making is made of again: how often it has grown, whether it stays rough, and its rough paths.
type SavedGrowth = (Option<u32>, bool, Option<RoughPath>);

/// What a field is made of again: its goal, when a unit last left it, and if it is not complete, what there is instead.
pub(super) type SavedField = (Point, u32, Option<SavedGrowth>);

impl LazyField {
    /// What it is made of again. A copy computes the field once a unit needs it.
    pub fn saved(&self) -> SavedField {
        let steps =
            |growing: &Growing| growing.is_needed.then(|| growing.fine.as_ref().map_or(0, |fine| fine.steps));
        let own = |growing: &Growing| (steps(growing), growing.stays_rough, growing.rough.clone());
        (self.aim, self.left, self.growth.as_deref().map(own))
    }

    /// The field that was saved, which grows by this many `cells` at a time. A `known` field to the same goal is not computed again.
    pub fn restored(
        (aim, left, growth): SavedField,
        clearance: &Clearance,
        cells: usize,
        known: Option<&LazyField>,
    ) -> LazyField {
        let again = |steps: u32| {
            let mut fine = Growth::new(clearance, aim);
            (0..steps).for_each(|_| _ = fine.grow(clearance, cells));
            fine
        };
        let Some(growth) = growth else {
            let field = known.filter(|known| !known.is_growing()).map(|known| known.field.clone());
            return LazyField { field: field.unwrap_or_default(), left, ..LazyField::new(aim) };
        };
        let (steps, stays_rough, rough) = growth;
        let fine = steps.filter(|steps| *steps > 0).map(again);
        let growing = Growing { is_needed: steps.is_some(), stays_rough, fine, rough };
        LazyField { left, ..LazyField::growing(aim, growing) }
    }

    /// Prepares the paths to `aim`.
    pub fn new(aim: Point) -> LazyField {
        LazyField { aim, field: Arc::default(), straight: OnceLock::new(), growth: None, left: 0 }
    }

    /// Prepares the paths to `aim`, to be computed over several ticks once a unit needs them.
    pub fn spread(aim: Point) -> LazyField {
        LazyField::growing(aim, Growing::default())
    }

    /// The same, and it grows even if no unit needs it.
    pub fn spread_now(aim: Point) -> LazyField {
        LazyField::growing(aim, Growing { is_needed: true, ..Growing::default() })
    }

    /// Prepares rough paths to `aim`. They take less memory than a field, which is never computed.
    pub fn rough(aim: Point) -> LazyField {
        LazyField::growing(aim, Growing { stays_rough: true, ..Growing::default() })
    }

    fn growing(aim: Point, growing: Growing) -> LazyField {
        LazyField { growth: Some(Box::new(growing)), ..LazyField::new(aim) }
    }

    /// Whether the field is not complete.
    pub fn is_growing(&self) -> bool {
        self.growth.is_some()
    }

    /// Whether there are only rough paths, for good.
    pub fn stays_rough(&self) -> bool {
        self.growth.as_ref().is_some_and(|growing| growing.stays_rough)
    }

    /// Finds the path of a unit at `p` over wide cells, up to this many. Returns the number of cells that are left.
    pub fn search(&mut self, clearance: &Clearance, ground: &WideGround, p: Point, cells: usize) -> usize {
        let rough = self.growth.as_ref().and_then(|growing| growing.rough.as_ref());
        let is_known = self.growth.is_none() || rough.is_some_and(|rough| rough.knows(ground, p));
        if is_known || self.sees_goal(clearance, p) {
            return cells;
        }
        let aim = self.aim;
        let Some(growing) = &mut self.growth else { return cells };
        growing.is_needed = true;
        if growing.known().is_some_and(|field| field.knows(clearance.grid.nearest(p))) {
            return cells;
        }
        let rough = growing.rough.get_or_insert_with(|| RoughPath::new(clearance, ground, aim, p));
        rough.search(clearance, ground, p, cells)
    }

    /// Finds the corners of the path of a unit at `p`, ending with the goal, over up to this many wide cells. None if those do not suffice, or
    /// there is no path. For fields that stay rough.
    pub fn find_way(
        &mut self,
        clearance: &Clearance,
        ground: &WideGround,
        p: Point,
        cells: &mut usize,
    ) -> Option<Vec<Point>> {
        let aim = self.aim;
        if self.sees_goal(clearance, p) {
            return Some(vec![aim]);
        }
        let growing = self.growth.as_mut()?;
        let rough = growing.rough.get_or_insert_with(|| RoughPath::new(clearance, ground, aim, p));
        *cells = rough.search(clearance, ground, p, *cells);
        let way = rough.corners(clearance, ground, p);
        growing.is_needed |= way.is_none();
        way
    }

    /// Forgets what was looked at for ways, unless a unit still waits for one.
    pub fn end_search(&mut self) {
        if let Some(growing) = self.growth.as_mut().filter(|growing| growing.stays_rough)
            && !std::mem::replace(&mut growing.is_needed, false)
        {
            growing.rough = None;
        }
    }

    /// Goes on with the field for up to this many cells, if a unit has needed it.
    pub fn grow(&mut self, clearance: &Clearance, cells: usize) {
        let aim = self.aim;
        let Some(growing) = self.growth.as_mut().filter(|growing| growing.is_needed && !growing.stays_rough)
        else {
            return;
        };
        if growing.fine.get_or_insert_with(|| Growth::new(clearance, aim)).grow(clearance, cells) {
            let complete = self.growth.take().and_then(|growing| growing.fine);
            self.field = complete.map(|fine| Arc::new(OnceLock::from(fine.into_field()))).unwrap_or_default();
        }
    }

    /// Whether a unit has needed a field that is to be completed.
    pub fn wants_to_grow(&self) -> bool {
        self.growth.as_ref().is_some_and(|growing| growing.is_needed && !growing.stays_rough)
    }

    /// Whether the path from `p` is known already. Not in the margin of a wall, through which the margin may lead to the goal where
    /// no other path does.
    pub fn knows(&self, clearance: &Clearance, p: Point) -> bool {
        let cell = clearance.grid.nearest(p);
        clearance.is_free(cell)
            && match &self.growth {
                Some(growing) => growing.known().is_some_and(|field| field.knows(cell)),
                None => self.solved(clearance).knows(cell),
            }
    }

    /// See [`FlowField::heading`]. None where the path is not known yet.
    pub fn known_heading(&self, clearance: &Clearance, p: Point) -> Option<Heading> {
        match &self.growth {
            Some(growing) => growing.known()?.heading(clearance, p),
            None => self.heading(clearance, None, p),
        }
    }

    /// See [`FlowField::corners`]. None where the path is not known yet.
    pub fn known_corners(&self, clearance: &Clearance, p: Point) -> Option<Vec<Point>> {
        match &self.growth {
            Some(growing) => growing.known()?.corners(clearance, p),
            None => self.corners(clearance, None, p),
        }
    }

    /// The heading of a unit at `p` while the field is in the making.
    fn rough_heading(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<Heading> {
        if self.sees_goal(clearance, p) {
            return Some(Heading { aim: self.aim, distance: (self.aim - p).norm() });
        }
        let growing = self.growth.as_ref()?;
        let known = growing.known().filter(|field| field.knows(clearance.grid.nearest(p)));
        if let Some(field) = known {
            return field.heading(clearance, p);
        }
        growing.rough.as_ref()?.heading(clearance, ground, p)
    }

    /// The corners of the path from `p` while the field is in the making.
    fn rough_corners(&self, clearance: &Clearance, ground: &WideGround, p: Point) -> Option<Vec<Point>> {
        if self.sees_goal(clearance, p) {
            return Some(vec![self.aim]);
        }
        let growing = self.growth.as_ref()?;
        let known = growing.known().and_then(|field| field.corners(clearance, p));
        known.or_else(|| growing.rough.as_ref()?.corners(clearance, ground, p))
    }

    /// The goal.
    pub fn aim(&self) -> Point {
        self.aim
    }

    /// The field, computed now if it has not been before.
    pub fn solved(&self, clearance: &Clearance) -> &FlowField {
        self.field.get_or_init(|| FlowField::new(clearance, self.aim))
    }

    /// Whether the field has to be computed for a unit at `p`.
    pub fn is_needed(&self, clearance: &Clearance, p: Point) -> bool {
        self.field.get().is_none() && !self.is_growing() && !self.is_straight(clearance, p)
    }

    /// See [`FlowField::heading`].
    pub fn heading(&self, clearance: &Clearance, ground: Option<&WideGround>, p: Point) -> Option<Heading> {
        if let Some(ground) = ground.filter(|_| self.is_growing()) {
            return self.rough_heading(clearance, ground, p);
        }
        if self.is_needed(clearance, p) || self.field.get().is_some() {
            return self.solved(clearance).heading(clearance, p);
        }
        Some(Heading { aim: self.aim, distance: (self.aim - p).norm() })
    }

    /// See [`FlowField::corners`].
    pub fn corners(
        &self,
        clearance: &Clearance,
        ground: Option<&WideGround>,
        p: Point,
    ) -> Option<Vec<Point>> {
        if let Some(ground) = ground.filter(|_| self.is_growing()) {
            return self.rough_corners(clearance, ground, p);
        }
        if self.is_needed(clearance, p) || self.field.get().is_some() {
            return self.solved(clearance).corners(clearance, p);
        }
        Some(vec![self.aim])
    }

    /// Whether a unit at `p` sees the goal. While the field is in the making, the answer counts, and [`LazyField::is_straight`] finds
    /// more cells the more it was asked.
    fn sees_goal(&self, clearance: &Clearance, p: Point) -> bool {
        p.x.is_finite() && p.y.is_finite() && clearance.sees(p, self.aim)
    }

    /// Whether all cells around `p` lead straight to the goal in the field. False if this takes the field to know.
    fn is_straight(&self, clearance: &Clearance, p: Point) -> bool {
        let finite = p.x.is_finite() && p.y.is_finite();
        finite && clearance.grid.surrounding(p).into_iter().all(|cell| self.leads_straight(clearance, cell))
    }

    /// Whether `cell` is among the cells that the field finds to see the goal: it is reached from the goal's own
    /// cell over cells that see it too. The line between the two is the only way that is tried.
    fn leads_straight(&self, clearance: &Clearance, cell: usize) -> bool {
        let grid = &clearance.grid;
        let bits =
            self.straight.get_or_init(|| (0..grid.len().div_ceil(32)).map(|_| AtomicU32::new(0)).collect());
        let is_known = |cell: usize| bits[cell / 32].load(Ordering::Relaxed) & 1 << (cell % 32) != 0;
        let first = grid.nearest(self.aim);
        let ((x, y), (to_x, to_y)) = (grid.place(cell), grid.place(first));
        let (dx, dy) = (to_x as i64 - x as i64, to_y as i64 - y as i64);
        let steps = dx.abs().max(dy.abs()).max(1);
        // Rounded to the nearest cell, so that each one touches the next.
        let along = |d: i64, k: i64| (2 * d * k + steps).div_euclid(2 * steps);
        let at = |k: i64| grid.index((x as i64 + along(dx, k)) as usize, (y as i64 + along(dy, k)) as usize);
        let mut passed = 0;
        while !is_known(at(passed)) {
            let here = at(passed);
            if !clearance.is_free(here) || !clearance.sees(clearance.spot(here), self.aim) {
                return false;
            }
            passed += 1;
            if here == first || around(grid, here).any(|cell| cell == first) {
                break;
            }
        }
        for k in 0..passed {
            let cell = at(k);
            bits[cell / 32].fetch_or(1 << (cell % 32), Ordering::Relaxed);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Wall;
    use crate::types::{Rect, Vec2};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn a_lazy_field_answers_like_a_solved_one(
            boxes in prop::collection::vec((-10.0_f32..10.0, -10.0_f32..10.0, 0.1_f32..6.0, 0.1_f32..6.0), 1..8),
            aim in (-12.0_f32..12.0, -12.0_f32..12.0),
            points in prop::collection::vec((-14.0_f32..14.0, -14.0_f32..14.0), 30),
        ) {
            let walls: Vec<Wall> = boxes
                .into_iter()
                .map(|(x, y, width, height)| {
                    let min = Point::new(x, y);
                    Wall::Box(Rect { min, max: min + Vec2::new(width, height) })
                })
                .collect();
            let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
            let clearance = Clearance::new(&walls, area, 0.5).unwrap();
            let aim = Point::new(aim.0, aim.1);
            let solved = FlowField::new(&clearance, aim);
            for (x, y) in points {
                let p = Point::new(x, y);
                // Each is asked only once, so that none answers from a field computed for another.
                prop_assert_eq!(LazyField::new(aim).heading(&clearance, None, p), solved.heading(&clearance, p));
                let lazy = LazyField::new(aim);
                prop_assert_eq!(lazy.corners(&clearance, None, p), solved.corners(&clearance, p));
                // Cells that an earlier question proved straight.
                let between = aim + (p - aim) * 0.7;
                prop_assert_eq!(lazy.heading(&clearance, None, between), solved.heading(&clearance, between));
            }
        }
    }

    #[test]
    fn a_field_is_computed_only_for_a_unit_behind_a_wall() {
        let wall = Wall::Box(Rect { min: Point::new(-1.0, -5.0), max: Point::new(1.0, 5.0) });
        let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
        let clearance = Clearance::new(&[wall], area, 0.5).unwrap();
        let lazy = LazyField::new(Point::new(8.0, 0.0));
        for p in [Point::new(5.0, 4.0), Point::new(4.0, -7.0), Point::new(8.1, 0.1)] {
            assert_eq!(lazy.heading(&clearance, None, p).unwrap().aim, lazy.aim());
            assert_eq!(lazy.corners(&clearance, None, p).unwrap(), [lazy.aim()]);
        }
        assert!(lazy.field.get().is_none());
        assert!(lazy.corners(&clearance, None, Point::new(-6.0, 0.0)).unwrap().len() > 1);
        assert!(lazy.field.get().is_some());
    }
}
