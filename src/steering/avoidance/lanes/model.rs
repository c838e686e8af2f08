//! The entries of the model in the table of models, and its decisions.

use super::field_demand::FieldDemand;
use super::lane_field::{self, LaneField};
use super::lanes::{Horizons, Lanes};
use super::pressure::StoredPressure;
use super::settings::{self, Numbers};
use super::{near, pressure, why};
use crate::math;
use crate::neighbours::Walls;
use crate::saved::{self, SnapshotError};
use crate::steering::avoidance::forces::{force_of_share, pace};
use crate::steering::avoidance::model::{Avoidance, Choice, Crowd, Model, Surroundings};
use crate::steering::reasons::{GridView, Reasons};
use crate::steering::unit::Unit;
use crate::types::{Point, Renumbering, Vec2};
use crate::workers::Workers;

/// The mechanisms that are on by default: without them, large groups block each other at doors.
const MECHANISMS: &[&str] = &["gates", "keep_right", "queueing", "routes", "narrow_push"];

pub(in crate::steering::avoidance) static MODEL: Model = Model {
    push: false,
    mechanisms: MECHANISMS,
    cost: 4,
    ..Model::new(
        "lanes",
        "makes room before it gets crowded, and follows units heading the same way",
        settings::FULL,
        |settings| Box::new(Lanes::new(Numbers::full(settings))),
    )
};

pub(in crate::steering::avoidance) static CHEAP: Model = Model {
    push: false,
    mechanisms: MECHANISMS,
    ..Model::new(
        "lanes-cheap",
        "only the fields of lanes, with one horizon each; for thousands of units",
        settings::CHEAP,
        |settings| Box::new(Lanes::new(Numbers::cheap(settings))),
    )
};

/// The mean of `values`; 0 if there are none.
fn mean(values: &[f32]) -> f32 {
    let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
    if values.is_empty() { 0.0 } else { (sum / values.len() as f64) as f32 }
}

/// The force that gives a unit this velocity within `response` seconds, as far as its maximum force allows.
fn force_towards(velocity: Vec2, unit: &Unit, response: f32) -> Vec2 {
    let force = (velocity - unit.velocity) * (unit.mass / response);
    force_of_share(unit, math::clamp_length(force / unit.max_force, 1.0))
}

impl Avoidance for Lanes {
    fn reach(&self, radius: f32, _max_speed: f32) -> f32 {
        if self.numbers.near.is_some() { near::REACH * radius } else { 0.0 }
    }

    /// Walls hide near units.
    fn wall_reach(&self, radius: f32, max_speed: f32) -> f32 {
        self.reach(radius, max_speed)
    }

    fn finds_walls(&self) -> bool {
        true
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn prepare(&mut self, crowd: &Crowd<'_>, workers: Workers<'_>) {
        let (radius, speed) = (mean(crowd.radius), mean(crowd.max_speed));
        let pace = radius / speed;
        if !(radius > 0.0 && pace.is_finite()) {
            return;
        }
        if self.walls.segments() != crowd.walls {
            self.walls = Walls::new(crowd.walls.to_vec());
        }
        let (numbers, ticks) = (&self.numbers, self.ticks);
        // The first time, nothing is known.
        let first = self.demand.len() != crowd.position.len();
        let looks = first || crowd.is_due(ticks, numbers.look_every);
        let solves = first || crowd.is_due(ticks, numbers.every);
        if looks || solves {
            self.horizons.scale(numbers, pace);
            self.predictions.predict(&self.horizons.all, crowd, numbers.trust, workers);
        }
        let (predictions, Horizons { pressure, lanes, .. }) = (&self.predictions, &self.horizons);
        let solve = || {
            if solves {
                let cell = pressure::CELL * radius;
                self.pressure.solve(crowd, predictions, pressure, cell, numbers.sweeps, workers);
            }
        };
        let fill = || {
            if looks {
                self.lanes.fill(crowd, predictions, lanes, lane_field::CELL * radius, workers);
            }
        };
        workers.both(solve, fill);
        if looks {
            self.look(crowd, workers);
        }
        self.ticks += crowd.every;
    }

    fn renumber(&mut self, renumbering: &Renumbering) {
        if !self.demand.is_empty() {
            renumbering.apply(&mut self.demand, Default::default);
            self.predictions.renumber(renumbering);
        }
    }

    fn store(&self) -> Vec<u8> {
        saved::bytes_of(&(self.ticks, &self.demand, self.pressure.stored()))
    }

    /// The fields are filled again at the next look. Until then, there are none to show.
    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (ticks, demand, pressure): (u64, Vec<FieldDemand>, StoredPressure) = saved::value_of(bytes)?;
        let pressure = self.pressure.restored(pressure);
        let lanes = LaneField { tiles: self.lanes.tiles.dropped(), ..LaneField::default() };
        let walls = Walls::new(pressure.tiles.walls().to_vec());
        *self = Lanes { ticks, demand, pressure, lanes, walls, ..Lanes::new(self.numbers.clone()) };
        Ok(())
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        if unit.desired == Vec2::zeros() {
            if let Some(why) = why {
                why.say("it has nowhere to go");
            }
            return Choice::default();
        }
        let demand = self.demand.get(unit.id as usize).copied().unwrap_or_default();
        let fields = demand.pressure + demand.lane;
        let near = self.numbers.near.map(|near| near::turn(unit, around, &self.walls, &near, fields));
        let near = near.unwrap_or_default();
        let sideways = fields + near.right;
        let velocity =
            math::clamp_length(unit.preferred + math::right(unit.desired) * sideways, unit.max_speed);
        if let Some(why) = why {
            why::explain(self, unit, &demand, &near, velocity, why);
        }
        Choice::from_force(force_towards(velocity, unit, self.numbers.response * pace(unit)))
    }

    fn grids(&self, unit: &Unit) -> Vec<GridView<'_>> {
        self.views(unit)
    }

    fn predicted_positions(&self, id: u32) -> Vec<Point> {
        self.predicted(id)
    }
}
