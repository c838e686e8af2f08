//! The ground for units of similar size, and the fields of paths over it.

use super::clearance::Clearance;
use super::detours::Detours;
use super::lazy_field::LazyField;
use super::parts::{self, Parts};
use super::rough_path::WideGround;
use crate::geometry::Wall;
use crate::types::{Point, Rect};
use std::sync::{Arc, OnceLock};

/// The ground for units up to a radius, and the fields that lead over it.
#[derive(Clone)]
pub(super) struct SizeClass {
    /// The largest unit's radius, m. Wherever that unit fits, all units of the class fit.
    pub radius: f32,
    /// None without walls.
    pub clearance: Option<Arc<Clearance>>,
    /// The ground in wide cells.
    pub wide: Option<Arc<WideGround>>,
    pub fields: Vec<LazyField>,
    /// Units that others follow, and the index of the field that leads to them.
    pub followed: Vec<(u32, u32)>,
    /// The fields that units follow instead.
    pub detours: Detours,
    /// The last goal that could not be reached, from which part of the ground, and the point nearest to it there.
    pub last_unreachable: Option<(Point, u32, Point)>,
    /// The connected part of each free cell. Computed at the first question after walls have changed.
    pub parts: OnceLock<Arc<Parts>>,
}

impl SizeClass {
    /// Without walls.
    pub fn new(radius: f32) -> SizeClass {
        SizeClass {
            radius,
            clearance: None,
            wide: None,
            fields: Vec::new(),
            followed: Vec::new(),
            detours: Detours::default(),
            last_unreachable: None,
            parts: OnceLock::new(),
        }
    }

    /// Replaces the walls and forgets all paths. Where possible, only the ground that has changed is computed.
    pub fn enclose(&mut self, walls: &[Wall], area: Rect) {
        let changed = self.clearance.as_mut().map(Arc::make_mut).and_then(|known| known.change(walls, area));
        let (clearance, mut wide) = (self.clearance.take(), self.wide.take());
        match (changed, &clearance, &mut wide) {
            (Some(cells), Some(clearance), Some(wide)) => Arc::make_mut(wide).change(clearance, &cells),
            _ => {
                *self = SizeClass::new(self.radius);
                self.prepare(walls, area);
                return;
            }
        }
        *self = SizeClass { clearance, wide, ..SizeClass::new(self.radius) };
    }

    /// Computes what is not known of the ground.
    pub fn prepare(&mut self, walls: &[Wall], area: Rect) {
        if self.clearance.is_none() {
            self.clearance = Clearance::new(walls, area, self.radius).map(Arc::new);
        }
        if self.wide.is_none() {
            self.wide = self.clearance.as_ref().map(|clearance| Arc::new(WideGround::new(clearance)));
        }
        // The first order would wait for it.
        self.clearance.iter().for_each(|clearance| _ = self.parts(clearance));
    }

    fn parts(&self, clearance: &Clearance) -> &Parts {
        self.parts.get_or_init(|| Arc::new(Parts::new(clearance)))
    }

    /// Returns the point nearest to `aim` that a unit at `from` can reach. None if it can reach `aim`.
    pub fn nearest_reachable(&self, from: Point, aim: Point) -> Option<Point> {
        let clearance = self.clearance.as_deref()?;
        parts::nearest_reachable(clearance, self.parts(clearance), from, aim)
    }

    /// The same, remembering the last answer: the units of an order have the same goal.
    pub fn nearest_reachable_again(&mut self, from: Point, aim: Point) -> Option<Point> {
        let clearance = self.clearance.as_deref()?;
        let own = parts::nearby(clearance, self.parts(clearance), from)?;
        if let Some((known_aim, part, nearest)) = self.last_unreachable
            && (known_aim, part) == (aim, own)
        {
            return Some(nearest);
        }
        let nearest = self.nearest_reachable(from, aim)?;
        self.last_unreachable = Some((aim, own, nearest));
        Some(nearest)
    }
}
