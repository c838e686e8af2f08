//! The fields, and what they ask of units.

use super::field_demand::{FieldDemand, FieldUnit};
use super::lane_field::LaneField;
use super::predictions::{Prediction, Predictions};
use super::pressure::Pressure;
use super::settings::Numbers;
use crate::math;
use crate::neighbours::Walls;
use crate::steering::avoidance::model::Crowd;
use crate::steering::unit::Unit;
use crate::types::{Point, Vec2};
use crate::workers::Workers;

/// The model and its most recent fields.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    pub(super) numbers: Numbers,
    pub(super) ticks: u64,
    pub(super) horizons: Horizons,
    pub(super) predictions: Predictions,
    pub(super) pressure: Pressure,
    pub(super) lanes: LaneField,
    /// What the fields demand of each unit at the last look, by id.
    pub(super) demand: Vec<FieldDemand>,
    /// The first id of each chunk of units that look together.
    pub(super) first: Vec<usize>,
    /// All walls, which hide near units.
    pub(super) walls: Walls,
}

/// The number of units that look at the fields together.
const CHUNK: usize = 32;

/// A blocked unit keeps left only if the slope to the left exceeds this share of the slope along its direction. At 0, half of
/// the map `circle` keeps left.
const UNDECIDED: f32 = 0.2;
/// The largest sideways speed due to each of the two fields, s_max. Above 1, units weave.
const MOST_SIDEWAYS: f32 = 0.8;
/// The distance to the goal below which pressure fades out, R: goal positions are close together.
pub(super) const GOAL_FADE: f32 = 10.0;
/// The distance to the goal up to which a unit seeks no lane, R.
pub(super) const LANE_END: f32 = 4.0;

/// The horizons for the current crowd, s; those of the lane field with their weights.
#[derive(Debug, Clone, Default)]
pub(super) struct Horizons {
    pub(super) pressure: Vec<f32>,
    pub(super) lanes: Vec<(f32, f32)>,
    /// All horizons, ascending.
    pub(super) all: Vec<f32>,
}

impl Horizons {
    /// Converts the horizons of `numbers` to seconds; a unit moves by its own radius in `pace` seconds.
    pub(super) fn scale(&mut self, numbers: &Numbers, pace: f32) {
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

impl Lanes {
    pub(super) fn new(numbers: Numbers) -> Lanes {
        Lanes {
            numbers,
            ticks: 0,
            horizons: Horizons::default(),
            predictions: Predictions::default(),
            pressure: Pressure::default(),
            lanes: LaneField::default(),
            demand: Vec::new(),
            first: Vec::new(),
            walls: Walls::default(),
        }
    }

    /// Returns the predicted position of `unit` at the horizon with this index.
    pub(super) fn prediction(&self, unit: &Unit, horizon: usize) -> Prediction {
        let here = Prediction { position: unit.position, heading: unit.desired };
        self.predictions.predicted(unit.id as usize, horizon).unwrap_or(here)
    }

    /// Updates what the fields ask of all units. All look in the same tick, in which the lane field is filled: units that
    /// look at an older field cross more slowly.
    pub(super) fn look(&mut self, crowd: &Crowd<'_>, workers: Workers<'_>) {
        let (mut demand, mut first) = (std::mem::take(&mut self.demand), std::mem::take(&mut self.first));
        demand.resize(crowd.position.len(), FieldDemand::default());
        first.clear();
        first.extend((0..demand.len()).step_by(CHUNK));
        let model = &*self;
        workers.each_with_part(&mut first, &mut demand, CHUNK, |first, demand| {
            for (id, demand) in (*first..).zip(demand) {
                let has_way = crowd.desired[id] != Vec2::zeros();
                *demand =
                    if has_way { model.demand(&FieldUnit::new(crowd, id)) } else { FieldDemand::default() };
            }
        });
        (self.demand, self.first) = (demand, first);
    }

    /// What the fields ask of a unit where it is predicted.
    fn demand(&self, unit: &FieldUnit) -> FieldDemand {
        let mut demand = FieldDemand { lane: self.lane(unit), ..FieldDemand::default() };
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
                    demand.slope = slope;
                    demand.right = slope.dot(&math::right(predicted.heading));
                    demand.blocked = (-slope.dot(&predicted.heading)).max(0.0);
                    let along = slope.dot(&predicted.heading).abs();
                    demand.keeps_right = demand.right >= -UNDECIDED * along;
                }
            }
        }
        let numbers = &self.numbers;
        let side = if demand.keeps_right { 1.0 } else { -1.0 };
        let limit = MOST_SIDEWAYS * unit.max_speed;
        let c = numbers.pressure_gain * (demand.right + side * numbers.side_bias * demand.blocked);
        let fade = GOAL_FADE * unit.radius;
        let near_goal = if unit.distance < fade { unit.distance / fade } else { 1.0 };
        demand.pressure = c.clamp(-limit, limit) * near_goal;
        demand
    }

    fn predicted_at(&self, unit: &FieldUnit, horizon: usize) -> Prediction {
        let nowhere = Prediction { position: Point::origin(), heading: Vec2::zeros() };
        self.predictions.predicted(unit.id, horizon).unwrap_or(nowhere)
    }

    fn lane(&self, unit: &FieldUnit) -> f32 {
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
