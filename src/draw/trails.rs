//! Where units came from: the last seconds of their ways.

use crate::types::Point;
use crate::world::World;

/// Ticks from one kept place to the next.
const EVERY: u64 = 6;
/// Places kept: five seconds.
const KEPT: usize = 50;

/// The last places of every unit.
#[derive(Debug, Clone, Default)]
pub struct Trails {
    units: usize,
    last: Option<u64>,
    /// `KEPT` rows of one place a unit, used in turn.
    places: Vec<Point>,
    next: usize,
    filled: usize,
}

impl Trails {
    /// Notes where everyone is, every sixth tick. A world that was restarted or exchanged begins anew.
    pub fn record(&mut self, world: &World) {
        let positions = &world.units().position;
        let tick = world.ticks();
        if positions.len() != self.units || self.last.is_some_and(|last| tick < last) {
            *self = Trails { units: positions.len(), ..Trails::default() };
        }
        if self.last.is_some_and(|last| tick < last + EVERY) {
            return;
        }
        self.last = Some(tick);
        if self.places.is_empty() {
            self.places.resize(self.units * KEPT, Point::origin());
        }
        self.places[self.next * self.units..][..self.units].copy_from_slice(positions);
        self.next = (self.next + 1) % KEPT;
        self.filled = (self.filled + 1).min(KEPT);
    }

    /// The places of unit `id` that were kept, oldest first.
    pub fn of(&self, id: usize) -> impl Iterator<Item = Point> + '_ {
        let known = if id < self.units { self.filled } else { 0 };
        (0..known).map(move |k| {
            let row = (self.next + KEPT - known + k) % KEPT;
            self.places[row * self.units + id]
        })
    }

    /// How many places of each unit are kept.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether nothing was recorded yet.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }
}
