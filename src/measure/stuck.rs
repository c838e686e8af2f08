//! Who is stuck: in a window of 2 s, less than 10 % of the way that it could have made towards its goal.

use crate::types::DT;
use crate::world::World;

/// The window, in ticks.
const WINDOW: u64 = 120;
/// How often the way left is looked at, in ticks; the window is a multiple.
const EVERY: u64 = 12;
/// Less than this share of the way that one could have made is stuck.
const SHARE: f32 = 0.1;

/// Follows the way left of every unit.
pub(super) struct Stuck {
    /// The way left at the last looks, `WINDOW / EVERY` a unit, as a ring.
    history: Vec<f32>,
    looks: u64,
    /// For how long each unit is stuck now, and was at most, s.
    now: Vec<f32>,
    longest: Vec<f32>,
}

impl Stuck {
    pub(super) fn new(world: &World) -> Stuck {
        let count = world.units().len();
        let mut stuck = Stuck {
            history: vec![0.0; count * (WINDOW / EVERY) as usize],
            looks: 0,
            now: vec![0.0; count],
            longest: vec![0.0; count],
        };
        stuck.look(world);
        stuck
    }

    pub(super) fn observe(&mut self, world: &World) {
        if world.ticks().is_multiple_of(EVERY) {
            self.look(world);
        }
    }

    fn look(&mut self, world: &World) {
        let slots = (WINDOW / EVERY) as usize;
        let slot = (self.looks % slots as u64) as usize;
        let full = self.looks >= slots as u64;
        let units = world.units();
        for id in 0..units.len() {
            let left = world.way_left(id);
            let before = std::mem::replace(&mut self.history[id * slots + slot], left);
            let could = (units.max_speed[id] * WINDOW as f32 * DT).min(before);
            let is_stuck = full && !units.arrived[id] && could > 0.0 && before - left < SHARE * could;
            if is_stuck {
                // Stuck for the whole window behind, then for each look on.
                let window = WINDOW as f32 * DT;
                self.now[id] = if self.now[id] == 0.0 { window } else { self.now[id] + EVERY as f32 * DT };
                self.longest[id] = self.longest[id].max(self.now[id]);
            } else {
                self.now[id] = 0.0;
            }
        }
        self.looks += 1;
    }

    /// Units that ever were.
    pub(super) fn count(&self) -> usize {
        self.longest.iter().filter(|t| **t > 0.0).count()
    }

    /// The longest time, s.
    pub(super) fn longest(&self) -> f64 {
        self.longest.iter().fold(0.0, |a, b| a.max(f64::from(*b)))
    }
}
