//! Predicted positions: along the path to the goal at free-flow speed, and never past the goal.

use crate::math;
use crate::navigation::Heading;
use crate::steering::avoidance::model::Crowd;
use crate::steering::flocking;
use crate::types::{Point, Renumbering, Vec2};
use crate::workers::Workers;
use wide::f32x4;

/// The maximum number of corners around which a path is followed.
const MOST_CORNERS: usize = 4;

/// The number of units that are predicted together.
const CHUNK: usize = 64;

/// A predicted position and the heading there: a unit vector, or zero for a standing unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prediction {
    pub position: Point,
    pub heading: Vec2,
}

/// Predicted positions, one per unit and horizon.
#[derive(Debug, Clone, Default)]
pub(super) struct Predictions {
    /// The horizons, ascending, s.
    horizons: Vec<f32>,
    predictions: Vec<Prediction>,
    /// The first id of each chunk of units that are predicted together.
    first: Vec<usize>,
}

impl Predictions {
    /// Predicts the positions at `horizons` (s, ascending). Units are predicted at their free-flow speed for
    /// a `trust` of 1, at their current speed along their direction for a `trust` of 0.
    pub fn predict(&mut self, horizons: &[f32], crowd: &Crowd<'_>, trust: f32, workers: Workers<'_>) {
        self.horizons.clear();
        self.horizons.extend_from_slice(horizons);
        let (units, count) = (crowd.position.len(), horizons.len());
        self.predictions.clear();
        if count == 0 {
            return;
        }
        let nowhere = Prediction { position: Point::origin(), heading: Vec2::zeros() };
        self.predictions.resize(units * count, nowhere);
        self.first.clear();
        self.first.extend((0..units).step_by(CHUNK));
        let see_all = |first: &mut usize, predictions: &mut [Prediction]| {
            for (id, predictions) in (*first..).zip(predictions.chunks_exact_mut(count)) {
                see(id, crowd, trust, horizons, predictions);
            }
        };
        workers.each_with_part(&mut self.first, &mut self.predictions, CHUNK * count, see_all);
    }

    /// Follows the units to their new ids. New ones have no predictions until the next look.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let nowhere = Prediction { position: Point::origin(), heading: Vec2::zeros() };
        renumbering.apply_rows(&mut self.predictions, self.horizons.len(), || nowhere);
    }

    /// The predicted position of unit `id` at the horizon with this index; none for a unit that was not in
    /// the crowd.
    pub fn predicted(&self, id: usize, horizon: usize) -> Option<Prediction> {
        self.predictions.get(id * self.horizons.len() + horizon).copied()
    }

    /// The predicted positions of unit `id` at all horizons; empty for a unit that was not in the crowd.
    pub fn all_of(&self, id: usize) -> &[Prediction] {
        self.predictions.chunks_exact(self.horizons.len().max(1)).nth(id).unwrap_or_default()
    }

    /// The predicted positions of all units at the horizon with this index, by id.
    pub fn at(&self, horizon: usize) -> impl Iterator<Item = Prediction> + '_ {
        self.predictions.chunks_exact(self.horizons.len().max(1)).map(move |all| all[horizon])
    }

    /// The lowest and the highest coordinates of all predicted positions at these horizons.
    pub fn bounds(&self, horizons: impl Iterator<Item = usize>) -> (Point, Point) {
        // The lowest x, y, −x and −y.
        let mut lowest = f32x4::splat(f32::INFINITY);
        for horizon in horizons {
            for Prediction { position: Point { coords: p }, .. } in self.at(horizon) {
                // In this order, positions that are not numbers are ignored on x86.
                lowest = f32x4::new([p.x, p.y, -p.x, -p.y]).fast_min(lowest);
            }
        }
        let [x, y, minus_x, minus_y] = lowest.to_array();
        (Point::new(x, y), Point::new(-minus_x, -minus_y))
    }

    /// The index of `horizon`.
    pub fn index(&self, horizon: f32) -> usize {
        self.horizons.iter().position(|tau| *tau == horizon).unwrap_or(0)
    }
}

/// Predicts the positions of unit `id` at all horizons.
fn see(id: usize, crowd: &Crowd<'_>, trust: f32, horizons: &[f32], predictions: &mut [Prediction]) {
    let (x, u) = (crowd.position[id], crowd.desired[id]);
    let standing = crowd.standing[id];
    let predictions = horizons.iter().zip(predictions);
    if standing || u == Vec2::zeros() {
        // A unit without a goal keeps its velocity.
        let velocity = if standing { Vec2::zeros() } else { crowd.velocity[id] };
        let heading = math::normalize(velocity);
        for (tau, prediction) in predictions {
            *prediction = Prediction { position: x + velocity * *tau, heading };
        }
        return;
    }
    let left = crowd.distance[id];
    let pace = crowd.max_speed[id] * flocking::slowed(left, crowd.radius[id]);
    let going = (crowd.velocity[id].dot(&u) / pace.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    let pace = pace * (trust + (1.0 - trust) * going);
    let stop = crowd.stop.get(id).copied().unwrap_or(f32::INFINITY);
    let (mut position, mut heading, mut gone) = (x, u, 0.0);
    // The distance to the path's next corner; a unit that sees its goal has no corner before it.
    let mut straight = (crowd.aim[id] - x).norm();
    let mut corners = if straight < left - crowd.radius[id] { 0 } else { MOST_CORNERS };
    for (tau, prediction) in predictions {
        let mut ahead = (pace * tau).min(left).min(stop) - gone;
        gone += ahead;
        while corners < MOST_CORNERS && ahead > straight {
            ahead -= straight;
            position += heading * straight;
            corners += 1;
            match crowd.paths.heading_from(id, position) {
                Some(Heading { aim, .. }) if aim != position => {
                    heading = math::normalize(aim - position);
                    straight = (aim - position).norm();
                }
                _ => corners = MOST_CORNERS,
            }
        }
        position += heading * ahead;
        straight -= ahead;
        *prediction = Prediction { position, heading };
    }
}
