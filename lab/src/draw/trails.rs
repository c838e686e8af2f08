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
    ids: Vec<UnitId>,
    last: Option<u64>,
    /// A ring buffer of `KEPT` rows with one position per unit; none before a unit came.
    positions: Vec<Option<Point>>,
    next: usize,
    filled: usize,
}

impl Trails {
    /// Records all positions every sixth tick. Starts over with a restarted or different world.
    pub fn record(&mut self, world: &World) {
        let (now, tick) = (&world.units().position, world.ticks());
        let is_other = world.layout().script.is_empty() && now.len() != self.ids.len();
        if is_other || self.last.is_some_and(|last| tick < last) {
            *self = Trails { ids: world.ids().to_vec(), ..Trails::default() };
        }
        if self.ids != world.ids() {
            self.follow(world.ids());
        }
        if self.last.is_some_and(|last| tick < last + EVERY) {
            return;
        }
        self.last = Some(tick);
        if self.positions.is_empty() {
            self.positions.resize(self.ids.len() * KEPT, None);
        }
        let row = &mut self.positions[self.next * self.ids.len()..][..self.ids.len()];
        row.iter_mut().zip(now).for_each(|(kept, now)| *kept = Some(*now));
        self.next = (self.next + 1) % KEPT;
        self.filled = (self.filled + 1).min(KEPT);
    }

    /// Keeps the positions of the units that are still there.
    fn follow(&mut self, ids: &[UnitId]) {
        let before: HashMap<UnitId, usize> = self.ids.iter().copied().zip(0..).collect();
        let former: Vec<Option<usize>> = ids.iter().map(|id| before.get(id).copied()).collect();
        if !self.positions.is_empty() {
            let (rows, width) = (&self.positions, self.ids.len());
            let at = |row: usize, slot: &Option<usize>| slot.and_then(|slot| rows[row * width + slot]);
            self.positions = (0..KEPT).flat_map(|row| former.iter().map(move |slot| at(row, slot))).collect();
        }
        self.ids = ids.to_vec();
    }

    /// The recorded positions of the unit in slot `id`, oldest first.
    pub fn positions(&self, id: usize) -> impl Iterator<Item = Point> + '_ {
        let known = if id < self.ids.len() { self.filled } else { 0 };
        (0..known).filter_map(move |k| {
            let row = (self.next + KEPT - known + k) % KEPT;
            self.positions.get(row * self.ids.len() + id).copied().flatten()
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
