//! Heading flips: what makes a crowd look like a swarm of magnets.

use crate::math;
use crate::world::World;

/// A turn of more than this is a flip, rad: 60°.
const FLIP: f32 = std::f32::consts::FRAC_PI_3;
/// When it happens within this many ticks: 0.2 s.
const TICKS: usize = 12;

/// Counts unit-ticks in which a heading is more than 60° off from what it was 0.2 s before.
#[derive(Debug, Clone)]
pub(super) struct Flips {
    /// The headings of the last ticks, one after the other.
    headings: Vec<Vec<f32>>,
    flips: u64,
    unit_ticks: u64,
}

impl Flips {
    pub fn new(world: &World) -> Flips {
        Flips { headings: vec![world.units().heading.clone()], flips: 0, unit_ticks: 0 }
    }

    /// Takes in a tick; `counts` says of each unit whether it is on its way.
    pub fn observe(&mut self, world: &World, counts: impl Fn(usize) -> bool) {
        let now = &world.units().heading;
        let tick = world.ticks() as usize;
        if self.headings.len() == TICKS {
            let before = &mut self.headings[tick % TICKS];
            for id in (0..now.len()).filter(|id| counts(*id)) {
                self.flips += u64::from(math::wrap(now[id] - before[id]).abs() > FLIP);
                self.unit_ticks += 1;
            }
            before.copy_from_slice(now);
        } else {
            self.headings.push(now.clone());
        }
    }

    /// Their share of all.
    pub fn share(&self) -> f64 {
        super::per(self.flips as f64, self.unit_ticks)
    }
}
