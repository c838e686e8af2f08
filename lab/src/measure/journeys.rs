//! Each unit's journey to its goal: its length, and when it ended. Most metrics only count units that are on their
//! journey.

use sidestep::world::World;

/// Data that several gatherers need, computed once per tick.
pub struct Journeys {
    lengths: Vec<f32>,
    arrived_at: Vec<Option<u64>>,
    under_way: Vec<usize>,
    in_contact: Vec<bool>,
    touching: Vec<usize>,
    walkers: usize,
    arrivals: usize,
}

impl Journeys {
    pub(super) fn new(world: &World) -> Journeys {
        let count = world.units().len();
        let mut journeys = Journeys {
            lengths: world.paths_left(),
            arrived_at: vec![None; count],
            under_way: Vec::new(),
            in_contact: vec![false; count],
            touching: Vec::new(),
            walkers: world.walkers(),
            arrivals: 0,
        };
        journeys.under_way = (0..count).filter(|id| journeys.lengths[*id] > 0.0).collect();
        journeys
    }

    /// Records the contacts of the last tick, before the gatherers observe it.
    pub(super) fn observe_contacts(&mut self, world: &World) {
        self.in_contact.fill(false);
        for contact in world.contacts() {
            self.in_contact[contact.a as usize] = true;
            self.in_contact[contact.b as usize] = true;
        }
        self.touching.clear();
        self.touching.extend(self.under_way.iter().filter(|id| self.in_contact[**id]));
    }

    /// Records the arrivals of the last tick, after the gatherers have observed it.
    pub(super) fn observe_arrivals(&mut self, world: &World) {
        let arrived = &world.units().arrived;
        for (at, _) in
            self.arrived_at.iter_mut().zip(arrived).filter(|(at, arrived)| **arrived && at.is_none())
        {
            *at = Some(world.ticks());
            self.arrivals += 1;
        }
        let arrived_at = &self.arrived_at;
        self.under_way.retain(|id| arrived_at[*id].is_none());
    }

    /// The length of each unit's shortest path from its start to its goal, in m; 0 for units without a goal.
    pub fn lengths(&self) -> &[f32] {
        &self.lengths
    }

    /// The tick in which each unit arrived; none for units that have not arrived.
    pub fn arrived_at(&self) -> &[Option<u64>] {
        &self.arrived_at
    }

    /// The units that have arrived, by id, each with the tick of its arrival.
    pub fn arrivals(&self) -> impl Iterator<Item = (usize, u64)> {
        self.arrived_at.iter().enumerate().filter_map(|(id, at)| at.map(|at| (id, at)))
    }

    /// The units, by id, that had a path to walk at the start and had not arrived before the observed tick.
    pub fn under_way(&self) -> &[usize] {
        &self.under_way
    }

    /// The units under way that touch another unit.
    pub fn touching(&self) -> &[usize] {
        &self.touching
    }

    /// The number of units that have a goal.
    pub fn walkers(&self) -> usize {
        self.walkers
    }

    /// The number of units that have arrived.
    pub fn arrived(&self) -> usize {
        self.arrivals
    }

    /// Whether fewer than 95 % of the walkers have arrived.
    pub fn before_t95(&self) -> bool {
        (self.arrivals as f64) < 0.95 * self.walkers as f64
    }
}
