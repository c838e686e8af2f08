//! The units' positions in the last seconds.

use sidestep::crowd::UnitId;
use sidestep::types::Point;
use sidestep::world::World;
use std::collections::HashMap;

/// Ticks between recorded positions.
const EVERY: u64 = 6;
/// The number of recorded positions: five seconds.
const KEPT: usize = 50;

/// The recent positions of all units.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    /// The units, by slot.
    units: Vec<UnitId>,
    last: Option<u64>,
    /// A ring buffer of `KEPT` rows with one position per unit.
    positions: Vec<Point>,
    next: usize,
    filled: usize,
}

impl Trails {
    /// Records all positions every sixth tick. Starts over with a restarted world.
    pub fn record(&mut self, world: &World) {
        let now = &world.units().position;
        let tick = world.ticks();
        if self.last.is_some_and(|last| tick < last) {
            *self = Trails::default();
        }
        if world.ids() != self.units {
            self.follow(world);
        }
        if self.last.is_some_and(|last| tick < last + EVERY) {
            return;
        }
        self.last = Some(tick);
        if self.positions.is_empty() {
            self.positions.resize(self.units.len() * KEPT, Point::origin());
        }
        self.positions[self.next * self.units.len()..][..self.units.len()].copy_from_slice(now);
        self.next = (self.next + 1) % KEPT;
        self.filled = (self.filled + 1).min(KEPT);
    }

    /// Follows the units to their slots. The trail of a new unit begins where it is.
    fn follow(&mut self, world: &World) {
        let (now, before) = (&world.units().position, std::mem::take(&mut self.units));
        self.units = world.ids().to_vec();
        if self.filled == 0 {
            return;
        }
        let slots: HashMap<UnitId, usize> = before.iter().copied().zip(0..).collect();
        let mut positions = Vec::with_capacity(KEPT * now.len());
        for row in self.positions.chunks_exact(before.len().max(1)) {
            let of_unit = |(unit, now): (&UnitId, &Point)| slots.get(unit).map_or(*now, |slot| row[*slot]);
            positions.extend(self.units.iter().zip(now).map(of_unit));
        }
        positions.resize(KEPT * now.len(), Point::origin());
        self.positions = positions;
    }

    /// The recorded positions of unit `id`, oldest first.
    pub fn positions(&self, id: usize) -> impl Iterator<Item = Point> + '_ {
        let known = if id < self.units.len() { self.filled } else { 0 };
        (0..known).map(move |k| {
            let row = (self.next + KEPT - known + k) % KEPT;
            self.positions[row * self.units.len() + id]
        })
    }

    /// The number of recorded positions per unit.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether nothing is recorded yet.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }
}
