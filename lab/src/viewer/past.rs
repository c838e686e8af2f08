//! The recent positions of a world's units, for looking back. They are pictures only: a run cannot resume from them.

use crate::draw::Moment;
use sidestep::types::Point;
use sidestep::world::World;
use std::collections::VecDeque;

/// The memory for the positions of all worlds of a window, bytes.
pub const MEMORY: usize = 96 << 20;
/// The most ticks that are kept: ten minutes.
const MOST: usize = 36_000;

/// The units after one tick.
#[derive(Debug, Clone, Default)]
struct Kept {
    tick: u64,
    positions: Vec<Point>,
    headings: Vec<f32>,
    arrived: Vec<bool>,
}

/// The memory for one unit in one tick, bytes.
const PER_UNIT: usize = size_of::<Point>() + size_of::<f32>() + size_of::<bool>();

/// The units after each of the last ticks, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Past {
    kept: VecDeque<Kept>,
}

impl Past {
    /// Keeps the units after the world's last tick, within `memory` bytes. Reuses the oldest tick's memory once that is full.
    pub fn record(&mut self, world: &World, memory: usize) {
        let units = world.units();
        let room = (memory / (units.len() * PER_UNIT + size_of::<Kept>())).clamp(1, MOST);
        while self.kept.len() > room {
            self.kept.pop_front();
        }
        let oldest = if self.kept.len() == room { self.kept.pop_front() } else { None };
        let mut kept = oldest.unwrap_or_default();
        kept.tick = world.ticks();
        kept.positions.clone_from(&units.position);
        kept.headings.clone_from(&units.heading);
        kept.arrived.clone_from(&units.arrived);
        self.kept.push_back(kept);
    }

    /// The first and the last tick that are kept.
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((self.kept.front()?.tick, self.kept.back()?.tick))
    }

    /// The memory in use, bytes.
    pub fn bytes(&self) -> usize {
        self.kept.iter().map(|kept| kept.positions.len() * PER_UNIT + size_of::<Kept>()).sum()
    }

    /// The units after a tick; none if it is not kept.
    pub fn at(&self, tick: u64) -> Option<Moment<'_>> {
        let first = self.kept.front()?.tick;
        let kept = self.kept.get(usize::try_from(tick.checked_sub(first)?).ok()?)?;
        Some(Moment { positions: &kept.positions, headings: &kept.headings, arrived: &kept.arrived })
    }
}
