//! Follow path: seek a place on a path, a little further along than the one nearest to the body (Millington).

use super::{Body, Path, Steer, later, seek};
use crate::types::Point;

/// Settings of follow path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FollowPath {
    /// How much further along the path the target is than the nearest point, m; negative to walk it backwards.
    pub path_offset: f32,
    /// The nearest point is that to where the body will be after this time, s: "predictive"; 0 for where it is.
    pub predict_time: f32,
    /// How far along the path from the last nearest point the next one is searched, m: "coherent", for a path that comes near
    /// itself. `None` searches the whole path.
    pub coherence: Option<f32>,
}

/// What follow path asks for, and where on the path it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Followed {
    /// What it asks for.
    pub steer: Steer,
    /// The arc length of the nearest point, m: give it to the next decision.
    pub nearest: f32,
    /// The arc length of the target, m.
    pub parameter: f32,
    /// The target.
    pub target: Point,
}

impl FollowPath {
    /// Target two radii on or as far as the body gets in 0.2 s, the greater; 0.1 s ahead; the whole path is searched.
    pub fn of(body: &Body) -> FollowPath {
        let path_offset = (2.0 * body.radius).max(0.2 * body.max_speed);
        FollowPath { path_offset, predict_time: 0.1, coherence: None }
    }

    /// The stretch that a coherent search needs: twice the offset, but at least what the body can walk in 0.5 s, m.
    pub fn coherence_of(&self, body: &Body) -> f32 {
        (2.0 * self.path_offset.abs()).max(0.5 * body.max_speed)
    }

    /// Seek the place on the path `path_offset` on from the point nearest to p + u·predict_time. `last` is the nearest point of
    /// the last decision; where there is none, the whole path is searched. The end of an open path is where it is sought.
    pub fn steer(&self, body: &Body, path: &Path, last: Option<f32>) -> Followed {
        let place = later(body.position, body.velocity, self.predict_time);
        let nearest = match (last, self.coherence) {
            (Some(last), Some(reach)) => path.nearest_around(place, last, reach),
            _ => path.nearest(place),
        };
        let parameter = path.on(nearest + self.path_offset);
        let target = path.at(parameter);
        Followed { steer: seek(body, target), nearest, parameter, target }
    }
}
