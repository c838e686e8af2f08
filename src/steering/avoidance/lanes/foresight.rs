//! Predicted positions: along the path to the goal at free-flow speed, and never past the goal.

use crate::math;
use crate::navigation::Heading;
use crate::steering::avoidance::model::Crowd;
use crate::steering::flocking;
use crate::types::{Point, Vec2};

/// The maximum number of corners around which a path is followed.
const MOST_CORNERS: usize = 4;

/// A predicted position and the heading there: a unit vector, or zero for a standing unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prediction {
    pub position: Point,
    pub heading: Vec2,
}

/// Predicted positions, one per unit and horizon.
#[derive(Debug, Clone, Default)]
pub(super) struct Foresight {
    /// The horizons, ascending, s.
    horizons: Vec<f32>,
    predictions: Vec<Prediction>,
}

impl Foresight {
    /// Predicts the positions at `horizons` (s, ascending). Units are predicted at their free-flow speed for
    /// a `trust` of 1, at their current speed along their direction for a `trust` of 0.
    pub fn look(&mut self, horizons: &[f32], crowd: &Crowd<'_>, trust: f32) {
        self.horizons.clear();
        self.horizons.extend_from_slice(horizons);
        self.predictions.clear();
        for id in 0..crowd.position.len() {
            self.see(id, crowd, trust);
        }
    }

    fn see(&mut self, id: usize, crowd: &Crowd<'_>, trust: f32) {
        let (x, u) = (crowd.position[id], crowd.desired[id]);
        let standing = crowd.standing[id];
        if standing || u == Vec2::zeros() {
            // A unit without a goal keeps its velocity.
            let velocity = if standing { Vec2::zeros() } else { crowd.velocity[id] };
            let heading = math::normalize(velocity);
            self.predictions.extend(
                self.horizons.iter().map(|tau| Prediction { position: x + velocity * *tau, heading }),
            );
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
        for k in 0..self.horizons.len() {
            let mut ahead = (pace * self.horizons[k]).min(left).min(stop) - gone;
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
            self.predictions.push(Prediction { position, heading });
        }
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

    /// The index of `horizon`.
    pub fn index(&self, horizon: f32) -> usize {
        self.horizons.iter().position(|tau| *tau == horizon).unwrap_or(0)
    }
}
