//! What is: units, walls and the tick.

use crate::scene::Layout;
use crate::settings::Steering;
use crate::steering::reasons::Reasons;
use crate::types::{DT, Point, Vec2};

/// Every unit, as parallel arrays; index = id.
#[derive(Debug, Clone, Default)]
pub struct Units {
    /// Where each one is.
    pub position: Vec<Point>,
    /// Where each one was a tick ago, to draw between ticks.
    pub previous: Vec<Point>,
    /// How each one moves, m/s.
    pub velocity: Vec<Vec2>,
    /// Which way each one looks, rad.
    pub heading: Vec<f32>,
    /// Radii, m.
    pub radius: Vec<f32>,
    /// Groups.
    pub group: Vec<u16>,
    /// Whether each one has arrived.
    pub arrived: Vec<bool>,
}

/// How long the last tick took, µs by stage.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TickTimes {
    /// Rebuilding the tree.
    pub index: f32,
    /// Neighbour queries.
    pub perceive: f32,
    /// Navigation and steering.
    pub decide: f32,
    /// Impulses and the physics step.
    pub physics: f32,
    /// All of it.
    pub total: f32,
}

/// A running world.
pub struct World {
    layout: Layout,
    steering: Steering,
    units: Units,
    ticks: u64,
}

impl World {
    /// A world at its start. `threads` 0 means all cores.
    pub fn new(layout: Layout, threads: usize) -> World {
        let _ = threads;
        let starts = &layout.starts;
        let units = Units {
            position: starts.iter().map(|s| s.position).collect(),
            previous: starts.iter().map(|s| s.position).collect(),
            velocity: starts.iter().map(|s| s.velocity).collect(),
            heading: starts.iter().map(|_| 0.0).collect(),
            radius: starts.iter().map(|s| s.radius).collect(),
            group: starts.iter().map(|s| s.group).collect(),
            arrived: starts.iter().map(|_| false).collect(),
        };
        World { steering: layout.steering, layout, units, ticks: 0 }
    }

    /// Advances the world by one tick.
    pub fn tick(&mut self) {
        for i in 0..self.units.position.len() {
            self.units.previous[i] = self.units.position[i];
            self.units.position[i] += self.units.velocity[i] * DT;
        }
        self.ticks += 1;
    }

    /// What the world was made from.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
    /// The units.
    pub fn units(&self) -> &Units {
        &self.units
    }
    /// How they steer.
    pub fn steering(&self) -> &Steering {
        &self.steering
    }
    /// Changes how they steer, from the next tick on.
    pub fn set_steering(&mut self, steering: Steering) {
        self.steering = steering;
    }
    /// Ticks done.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }
    /// Seconds simulated.
    pub fn time(&self) -> f32 {
        self.ticks as f32 * DT
    }
    /// How many have arrived.
    pub fn arrived(&self) -> usize {
        self.units.arrived.iter().filter(|a| **a).count()
    }
    /// How long the last tick took.
    pub fn tick_times(&self) -> TickTimes {
        TickTimes::default()
    }
    /// Pairs of units in contact after the last step.
    pub fn contacts(&self) -> &[(u32, u32)] {
        &[]
    }
    /// Where unit `id` heads for right now; none when it stands.
    pub fn target(&self, id: usize) -> Option<Point> {
        let _ = id;
        None
    }
    /// The radius within which unit `id` perceives neighbours, m.
    pub fn perception_radius(&self, id: usize) -> f32 {
        let _ = id;
        0.0
    }
    /// Why unit `id` wants what it wants, decided anew from what it perceives now. Changes nothing.
    pub fn reasons(&self, id: usize) -> Reasons {
        let _ = id;
        Reasons::default()
    }
    /// What unit `id` perceives, as a pretty-printed JSON array of cases that `explain` reads; one case a model.
    pub fn situation_json(&self, id: usize) -> String {
        let _ = id;
        String::new()
    }
}
