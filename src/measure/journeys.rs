//! Each unit's journey to its goal: how long it is, and when it ended. Most metrics count units on their journey only.

use crate::world::World;

/// What several gatherers need, worked out once per tick.
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
            lengths: (0..count).map(|id| world.path_left(id)).collect(),
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

    /// Takes in the contacts of the last tick, before metrics are gathered from it.
    pub(super) fn observe_contacts(&mut self, world: &World) {
        self.in_contact.fill(false);
        for contact in world.contacts() {
            self.in_contact[contact.a as usize] = true;
            self.in_contact[contact.b as usize] = true;
        }
        self.touching.clear();
        self.touching.extend(self.under_way.iter().filter(|id| self.in_contact[**id]));
    }

    /// Takes in the arrivals of the last tick, after metrics were gathered from it.
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

    /// The shortest path of each unit from its start to its goal, m; 0 for units without a goal.
    pub fn lengths(&self) -> &[f32] {
        &self.lengths
    }

    /// The tick in which each unit arrived; none for units that have not.
    pub fn arrived_at(&self) -> &[Option<u64>] {
        &self.arrived_at
    }

    /// The units that have arrived and the ticks in which they did, by id.
    pub fn arrivals(&self) -> impl Iterator<Item = (usize, u64)> {
        self.arrived_at.iter().enumerate().filter_map(|(id, at)| at.map(|at| (id, at)))
    }

    /// The units that had a path to walk at the start and had not arrived before the observed tick, by id.
    pub fn under_way(&self) -> &[usize] {
        &self.under_way
    }

    /// Those of them that touch another unit.
    pub fn touching(&self) -> &[usize] {
        &self.touching
    }

    /// Units that have a goal.
    pub fn walkers(&self) -> usize {
        self.walkers
    }

    /// Units that have arrived.
    pub fn arrived(&self) -> usize {
        self.arrivals
    }

    /// Whether fewer than 95 % of the walkers have arrived.
    pub fn before_t95(&self) -> bool {
        (self.arrivals as f64) < 0.95 * self.walkers as f64
    }
}
