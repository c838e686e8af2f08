//! The recent positions of a world's units, for looking back. They are pictures only: a run resumes from its states.

use crate::draw::Moment;
use sidestep::crowd::UnitId;
use sidestep::types::Point;
use sidestep::world::World;
use std::collections::VecDeque;
use std::sync::Arc;

/// The most ticks that are kept: ten minutes.
const MOST: usize = 36_000;

/// What stays the same from tick to tick, unless units come, go or change.
#[derive(Debug, Clone, Default, PartialEq)]
struct Crew {
    ids: Vec<UnitId>,
    radii: Vec<f32>,
    groups: Vec<u16>,
    fixed: Vec<bool>,
}

impl Crew {
    /// The units of a world: those that were kept before, if they are the same.
    fn from_world(world: &World, before: Option<&Arc<Crew>>) -> Arc<Crew> {
        let units = world.units();
        let is_same = |crew: &&Arc<Crew>| {
            let is_fixed = |(slot, fixed): (usize, &bool)| *fixed == units.is_fixed(slot);
            let alike = crew.radii == units.radius && crew.groups == units.group;
            crew.ids == world.ids() && alike && crew.fixed.iter().enumerate().all(is_fixed)
        };
        before.filter(is_same).cloned().unwrap_or_else(|| {
            Arc::new(Crew {
                ids: world.ids().to_vec(),
                radii: units.radius.clone(),
                groups: units.group.clone(),
                fixed: (0..units.len()).map(|slot| units.is_fixed(slot)).collect(),
            })
        })
    }
}

/// The units after one tick.
#[derive(Debug, Clone, Default)]
struct Kept {
    tick: u64,
    positions: Vec<Point>,
    headings: Vec<f32>,
    arrived: Vec<bool>,
    crew: Arc<Crew>,
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
        let crew = Crew::from_world(world, self.kept.back().map(|kept| &kept.crew));
        let oldest = if self.kept.len() == room { self.kept.pop_front() } else { None };
        let mut kept = oldest.unwrap_or_default();
        kept.tick = world.ticks();
        kept.positions.clone_from(&units.position);
        kept.headings.clone_from(&units.heading);
        kept.arrived.clone_from(&units.arrived);
        kept.crew = crew;
        self.kept.push_back(kept);
    }

    /// The same without what came after `tick`.
    pub fn until(&self, tick: u64) -> Past {
        Past { kept: self.kept.iter().filter(|kept| kept.tick <= tick).cloned().collect() }
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
        let Crew { ids, radii, groups, fixed } = &*kept.crew;
        let Kept { positions, headings, arrived, .. } = kept;
        Some(Moment { positions, headings, arrived, ids, radii, groups, fixed })
    }
}
