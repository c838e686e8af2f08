//! The units' positions in the last seconds.

use sidestep::types::Point;
use sidestep::world::World;

/// Ticks between recorded positions.
const EVERY: u64 = 6;
/// The number of recorded positions: five seconds.
const KEPT: usize = 50;

/// The recent positions of all units.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    units: usize,
    last: Option<u64>,
    /// A ring buffer of `KEPT` rows with one position per unit.
    positions: Vec<Point>,
    next: usize,
    filled: usize,
}

impl Trails {
    /// Records all positions every sixth tick. Starts over with a restarted or different world.
    pub fn record(&mut self, world: &World) {
        let now = &world.units().position;
        let tick = world.ticks();
        if now.len() != self.units || self.last.is_some_and(|last| tick < last) {
            *self = Trails { units: now.len(), ..Trails::default() };
        }
        if self.last.is_some_and(|last| tick < last + EVERY) {
            return;
        }
        self.last = Some(tick);
        if self.positions.is_empty() {
            self.positions.resize(self.units * KEPT, Point::origin());
        }
        self.positions[self.next * self.units..][..self.units].copy_from_slice(now);
        self.next = (self.next + 1) % KEPT;
        self.filled = (self.filled + 1).min(KEPT);
    }

    /// The recorded positions of unit `id`, oldest first.
    pub fn positions(&self, id: usize) -> impl Iterator<Item = Point> + '_ {
        let known = if id < self.units { self.filled } else { 0 };
        (0..known).map(move |k| {
            let row = (self.next + KEPT - known + k) % KEPT;
            self.positions[row * self.units + id]
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
