//! Where units came from: the positions of the last seconds.

use crate::types::Point;
use crate::world::World;

/// Ticks from one recorded position to the next.
const EVERY: u64 = 6;
/// Recorded positions: five seconds.
const KEPT: usize = 50;

/// The last positions of every unit.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    units: usize,
    last: Option<u64>,
    /// `KEPT` rows of one position per unit, used in turn.
    positions: Vec<Point>,
    next: usize,
    filled: usize,
}

impl Trails {
    /// Records all positions, every sixth tick. Starts over when the world was restarted or exchanged.
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

    /// How many positions of each unit are kept.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether nothing was recorded yet.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }
}
