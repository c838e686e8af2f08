//! Lanes: large groups cross by making room before it gets crowded and by following units that head the same
//! way.
//!
//! The model combines two fields of *predicted* positions (`foresight.rs`). Both ask only for *sideways*
//! motion: a unit turns, but does not brake.
//!
//! - The pressure (`pressure.rs`) is positive where the predicted density exceeds the room there is. A unit
//!   moves down its slope, and keeps right where it is blocked without a clear side to turn to.
//! - The lane field (`lane_field.rs`) rates the ground on either side by how well the headings of the units
//!   that will be there match the unit's own.
//!
//! Near units (`near.rs`) cover what the cells are too coarse for. The fields are stored on tiles, which
//! exist only where units are or will be (`tiles.rs`).
//!
//! The model is related to continuum crowds (Treuille, Cooper & Popović 2006) and to the unilateral pressure
//! of aggregate dynamics (Narain, Golas, Curtis & Lin 2009). docs/models/lanes.md has the derivation, and
//! docs/results/maps.md the effect of each part.

mod foresight;
mod lane_field;
mod near;
mod pressure;
mod settings;
#[cfg(test)]
mod tests;
mod tile_shape;
mod tiles;
mod view;
mod walled;
mod wavefront;
mod why;

use super::forces::{force_of_share, pace};
use super::model::{Around, Avoidance, Choice, Crowd, Model};
use crate::math;
use crate::neighbours::Walls;
use crate::steering::reasons::{GridView, Reasons};
use crate::steering::unit::Unit;
use crate::types::{Point, Vec2};
use crate::workers::Workers;
use foresight::{Foresight, Prediction};
use lane_field::LaneField;
use pressure::Pressure;
use settings::Numbers;

/// The mechanisms that are on by default: without them, large groups block each other at doors.
const MECHANISMS: &[&str] = &["gates", "keep_right", "queueing"];

pub(super) static MODEL: Model = Model {
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

pub(super) static CHEAP: Model = Model {
    push: false,
    mechanisms: MECHANISMS,
    ..Model::new(
        "lanes-cheap",
        "only the fields of lanes, with one horizon each; for thousands of units",
        settings::CHEAP,
        |settings| Box::new(Lanes::new(Numbers::cheap(settings))),
    )
};

/// The model and its most recent fields.
#[derive(Debug, Clone)]
struct Lanes {
    numbers: Numbers,
    ticks: u64,
    horizons: Horizons,
    foresight: Foresight,
    pressure: Pressure,
    lanes: LaneField,
    /// What the fields asked of each unit at the last look, by id.
    asked: Vec<Asked>,
    /// The first id of each chunk of units that look together.
    first: Vec<usize>,
    /// All walls, which hide near units.
    walls: Walls,
}

/// The number of units that look at the fields together.
const CHUNK: usize = 32;

/// A blocked unit keeps left only if the slope to the left exceeds this share of the slope along its direction. At 0, half of
/// the map `circle` keeps left.
const UNDECIDED: f32 = 0.2;
/// The largest sideways speed due to each of the two fields, s_max. Above 1, units weave.
const MOST_SIDEWAYS: f32 = 0.8;
/// The distance to the goal below which pressure fades out, R: goal positions are close together.
const GOAL_FADE: f32 = 10.0;
/// The distance to the goal up to which a unit seeks no lane, R.
const LANE_END: f32 = 4.0;

/// The horizons for the current crowd, s; those of the lane field with their weights.
#[derive(Debug, Clone, Default)]
struct Horizons {
    pressure: Vec<f32>,
    lanes: Vec<(f32, f32)>,
    /// All horizons, ascending.
    all: Vec<f32>,
}

impl Horizons {
    /// Converts the horizons of `numbers` to seconds; a unit moves by its own radius in `pace` seconds.
    fn scale(&mut self, numbers: &Numbers, pace: f32) {
        let Horizons { pressure, lanes, all } = self;
        pressure.clear();
        pressure.extend(numbers.pressure_horizons.iter().map(|horizon| horizon * pace));
        lanes.clear();
        lanes.extend(numbers.lane_horizons.iter().map(|(horizon, weight)| (horizon * pace, *weight)));
        all.clear();
        all.extend(lanes.iter().map(|(tau, _)| *tau).chain(pressure.iter().copied()));
        all.sort_unstable_by(f32::total_cmp);
        all.dedup();
    }
}

/// What the fields ask of a unit at its predicted positions. Speeds are positive to its right, m/s.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Asked {
    /// The slope −∇p at the horizon where it is steepest, m/s.
    slope: Vec2,
    /// The component of the slope to the right of the predicted direction, and the component against that
    /// direction.
    right: f32,
    blocked: f32,
    /// Whether the unit keeps right, rather than left, if it is blocked.
    keeps_right: bool,
    /// c, the sideways speed due to pressure.
    pressure: f32,
    /// l, the sideways speed due to the lane field.
    lane: f32,
}

/// A unit as far as the fields depend on it.
#[derive(Debug, Clone, Copy)]
struct Asker {
    id: usize,
    radius: f32,
    max_speed: f32,
    /// The remaining distance to its goal, m.
    distance: f32,
}

impl Asker {
    fn of(crowd: &Crowd<'_>, id: usize) -> Asker {
        let (radius, max_speed, distance) = (crowd.radius[id], crowd.max_speed[id], crowd.distance[id]);
        Asker { id, radius, max_speed, distance }
    }
}

impl Lanes {
    fn new(numbers: Numbers) -> Lanes {
        Lanes {
            numbers,
            ticks: 0,
            horizons: Horizons::default(),
            foresight: Foresight::default(),
            pressure: Pressure::default(),
            lanes: LaneField::default(),
            asked: Vec::new(),
            first: Vec::new(),
            walls: Walls::default(),
        }
    }

    /// Returns the predicted position of `unit` at the horizon with this index.
    fn prediction(&self, unit: &Unit, horizon: usize) -> Prediction {
        let here = Prediction { position: unit.position, heading: unit.desired };
        self.foresight.predicted(unit.id as usize, horizon).unwrap_or(here)
    }

    /// Updates what the fields ask of all units. All look in the same tick, in which the lane field is filled: units that
    /// look at an older field cross more slowly.
    fn look(&mut self, crowd: &Crowd<'_>, workers: Workers<'_>) {
        let (mut asked, mut first) = (std::mem::take(&mut self.asked), std::mem::take(&mut self.first));
        asked.resize(crowd.position.len(), Asked::default());
        first.clear();
        first.extend((0..asked.len()).step_by(CHUNK));
        let model = &*self;
        workers.each_with_part(&mut first, &mut asked, CHUNK, |first, asked| {
            for (id, asked) in (*first..).zip(asked) {
                let has_way = crowd.desired[id] != Vec2::zeros();
                *asked = if has_way { model.asked(&Asker::of(crowd, id)) } else { Asked::default() };
            }
        });
        (self.asked, self.first) = (asked, first);
    }

    /// What the fields ask of a unit where it is predicted.
    fn asked(&self, unit: &Asker) -> Asked {
        let mut asked = Asked { lane: self.lane(unit), ..Asked::default() };
        let mut steepest = 0.0;
        for layers in self.pressure.layers.chunks(4) {
            let mut predicted = [self.predicted_at(unit, layers[0].horizon); 4];
            for (predicted, layer) in predicted.iter_mut().zip(layers) {
                *predicted = self.predicted_at(unit, layer.horizon);
            }
            let slopes = self.pressure.slopes(layers, &predicted);
            for (slope, predicted) in slopes.into_iter().zip(predicted).take(layers.len()) {
                if slope.norm_squared() > steepest {
                    steepest = slope.norm_squared();
                    asked.slope = slope;
                    asked.right = slope.dot(&math::right(predicted.heading));
                    asked.blocked = (-slope.dot(&predicted.heading)).max(0.0);
                    let along = slope.dot(&predicted.heading).abs();
                    asked.keeps_right = asked.right >= -UNDECIDED * along;
                }
            }
        }
        let numbers = &self.numbers;
        let side = if asked.keeps_right { 1.0 } else { -1.0 };
        let limit = MOST_SIDEWAYS * unit.max_speed;
        let c = numbers.pressure_gain * (asked.right + side * numbers.side_bias * asked.blocked);
        let fade = GOAL_FADE * unit.radius;
        let near_goal = if unit.distance < fade { unit.distance / fade } else { 1.0 };
        asked.pressure = c.clamp(-limit, limit) * near_goal;
        asked
    }

    fn predicted_at(&self, unit: &Asker, horizon: usize) -> Prediction {
        let nowhere = Prediction { position: Point::origin(), heading: Vec2::zeros() };
        self.foresight.predicted(unit.id, horizon).unwrap_or(nowhere)
    }

    fn lane(&self, unit: &Asker) -> f32 {
        let numbers = &self.numbers;
        if unit.distance <= LANE_END * unit.radius {
            return 0.0;
        }
        let mut sum = 0.0;
        for layers in self.lanes.layers.chunks(2) {
            let last = &layers[layers.len() - 1];
            let predicted =
                [self.predicted_at(unit, layers[0].horizon), self.predicted_at(unit, last.horizon)];
            let better = self.lanes.both_better_right(layers, predicted, unit.max_speed);
            for (layer, better) in layers.iter().zip(better) {
                sum += layer.weight * better;
            }
        }
        let limit = MOST_SIDEWAYS * unit.max_speed;
        (numbers.lane_gain * unit.max_speed * sum).clamp(-limit, limit)
    }
}

/// The mean of `values`; 0 if there are none.
fn mean(values: &[f32]) -> f32 {
    let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
    if values.is_empty() { 0.0 } else { (sum / values.len() as f64) as f32 }
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
        let first = self.asked.len() != crowd.position.len();
        let looks = first || crowd.is_due(ticks, numbers.look_every);
        let solves = first || crowd.is_due(ticks, numbers.every);
        if looks || solves {
            self.horizons.scale(numbers, pace);
            self.foresight.look(&self.horizons.all, crowd, numbers.trust, workers);
        }
        let (foresight, Horizons { pressure, lanes, .. }) = (&self.foresight, &self.horizons);
        let solve = || {
            if solves {
                let cell = pressure::CELL * radius;
                self.pressure.solve(crowd, foresight, pressure, cell, numbers.sweeps, workers);
            }
        };
        let fill = || {
            if looks {
                self.lanes.fill(crowd, foresight, lanes, lane_field::CELL * radius, workers);
            }
        };
        workers.both(solve, fill);
        if looks {
            self.look(crowd, workers);
        }
        self.ticks += crowd.every;
    }

    fn choose(&self, unit: &Unit, around: &Around<'_>, why: Option<&mut Reasons>) -> Choice {
        if unit.desired == Vec2::zeros() {
            if let Some(why) = why {
                why.say("it has nowhere to go");
            }
            return Choice::default();
        }
        let asked = self.asked.get(unit.id as usize).copied().unwrap_or_default();
        let fields = asked.pressure + asked.lane;
        let near = self.numbers.near.map(|near| near::turn(unit, around, &self.walls, &near, fields));
        let near = near.unwrap_or_default();
        let sideways = fields + near.right;
        let velocity =
            math::clamp_length(unit.preferred + math::right(unit.desired) * sideways, unit.max_speed);
        if let Some(why) = why {
            why::explain(self, unit, &asked, &near, velocity, why);
        }
        // Reaches the chosen velocity within the response time, as far as the unit's force allows.
        let response = self.numbers.response * pace(unit);
        let force = (velocity - unit.velocity) * (unit.mass / response);
        let share = math::clamp_length(force / unit.max_force, 1.0);
        Choice::from_force(force_of_share(unit, share))
    }

    fn grids(&self, unit: &Unit) -> Vec<GridView<'_>> {
        self.views(unit)
    }

    fn predicted_positions(&self, id: u32) -> Vec<Point> {
        self.predicted(id)
    }
}
