//! Where everyone will be: along the way to the goal, at the speed of one that is alone, and never past the goal.

use crate::math;
use crate::navigation::Heading;
use crate::steering::avoidance::model::Crowd;
use crate::steering::flocking;
use crate::types::{Point, Vec2};

/// A way is followed round no more corners than this.
const MOST_CORNERS: usize = 4;

/// A predicted place, and which way one goes there (a unit vector; zero for one that stands).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub at: Point,
    pub way: Vec2,
}

/// Predicted places: of each unit one a horizon.
#[derive(Debug, Clone, Default)]
pub(super) struct Foresight {
    /// In seconds, rising.
    horizons: Vec<f32>,
    places: Vec<Place>,
}

impl Foresight {
    /// Sees ahead by each of `horizons` (s, rising), at the speed of one that is alone, or as far as it is not to be trusted (`trust`
    /// 1 to 0) at that which each one has.
    pub fn look(&mut self, horizons: &[f32], crowd: &Crowd<'_>, trust: f32) {
        self.horizons.clear();
        self.horizons.extend_from_slice(horizons);
        self.places.clear();
        for id in 0..crowd.position.len() {
            self.see(id, crowd, trust);
        }
    }

    fn see(&mut self, id: usize, crowd: &Crowd<'_>, trust: f32) {
        let (x, u) = (crowd.position[id], crowd.desired[id]);
        let standing = crowd.standing[id];
        if standing || u == Vec2::zeros() {
            // One that roams goes on as it goes.
            let velocity = if standing { Vec2::zeros() } else { crowd.velocity[id] };
            let way = math::normalize(velocity);
            self.places.extend(self.horizons.iter().map(|tau| Place { at: x + velocity * *tau, way }));
            return;
        }
        let left = crowd.distance[id];
        let pace = crowd.max_speed[id] * flocking::slowed(left, crowd.radius[id]);
        let going = (crowd.velocity[id].dot(&u) / pace.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let pace = pace * (trust + (1.0 - trust) * going);
        let (mut at, mut way, mut gone) = (x, u, 0.0);
        // Where the way turns next; one that sees its goal has no corner before it.
        let mut straight = (crowd.aim[id] - x).norm();
        let mut corners = if straight < left - crowd.radius[id] { 0 } else { MOST_CORNERS };
        for k in 0..self.horizons.len() {
            let mut ahead = (pace * self.horizons[k]).min(left) - gone;
            gone += ahead;
            while corners < MOST_CORNERS && ahead > straight {
                ahead -= straight;
                at += way * straight;
                corners += 1;
                match crowd.paths.heading_from(id, at) {
                    Some(Heading { aim, .. }) if aim != at => {
                        way = math::normalize(aim - at);
                        straight = (aim - at).norm();
                    }
                    _ => corners = MOST_CORNERS,
                }
            }
            at += way * ahead;
            straight -= ahead;
            self.places.push(Place { at, way });
        }
    }

    /// Where unit `id` will be after the horizon of this index; none for one that was not there.
    pub fn predicted(&self, id: usize, horizon: usize) -> Option<Place> {
        self.places.get(id * self.horizons.len() + horizon).copied()
    }

    /// Where unit `id` will be, at each horizon in turn; empty for one that was not there.
    pub fn all_of(&self, id: usize) -> &[Place] {
        self.places.chunks_exact(self.horizons.len().max(1)).nth(id).unwrap_or_default()
    }

    /// All units' places at the horizon of this index, by id.
    pub fn at(&self, horizon: usize) -> impl Iterator<Item = Place> + '_ {
        self.places.iter().skip(horizon).step_by(self.horizons.len().max(1)).copied()
    }

    /// The index of a horizon.
    pub fn index(&self, horizon: f32) -> usize {
        self.horizons.iter().position(|tau| *tau == horizon).unwrap_or(0)
    }
}
