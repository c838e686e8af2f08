//! Follow path: seek a place on a path, a little further along than the one nearest to the body (Millington).

use super::behaviour::{Behaviour, CaseForm, Mind, Needs, Part};
use super::body::{Body, Steer, later};
use super::path::Path;
use super::seek::seek;
use super::settings::{given_or, length, time};
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Point;

const PATH_OFFSET: Setting = length(
    "follow-path.path_offset",
    "how far ahead on the path it aims; 0: 2 R or the distance covered in 0.2 s",
);
const PATH_PREDICT: Setting = time(
    "follow-path.predict_time",
    0.1,
    "predicts its own position this far ahead; 0: uses its current position",
);
const PATH_COHERENT: Setting = Setting::whole(
    "follow-path.coherent",
    1.0,
    (0.0, 1.0),
    "1: searches only near its last point on the path; 0: the whole path",
);

/// The entry of `follow-path` in the table of behaviours.
pub static FOLLOW_PATH: Behaviour = Behaviour {
    name: "follow-path",
    summary: "seeks a point a little further along a path",
    settings: &[PATH_OFFSET, PATH_PREDICT, PATH_COHERENT],
    needs: Needs::Path,
    turns: false,
    steer: |part, body, _, mind| {
        let Some(path) = &part.path else { return Steer::NOTHING };
        let (steer, target) = follow(part, path, body, mind);
        mind.mark(|| Mark::Dot(target), Tint::Chosen);
        steer
    },
    case: Some(CaseForm {
        name: "follow-path",
        fields: &["path", "closed", "path_offset", "predict_time", "last", "coherence"],
    }),
};

/// The settings of a part.
pub fn follow_path_settings(part: &Part, body: &Body) -> FollowPath {
    let settings = FollowPath {
        path_offset: given_or(part.settings.get(&PATH_OFFSET), FollowPath::for_body(body).path_offset),
        predict_time: part.settings.get(&PATH_PREDICT),
        coherence: None,
    };
    let coherent = part.settings.get(&PATH_COHERENT) == 1.0;
    FollowPath { coherence: coherent.then(|| settings.coherence_of(body)), ..settings }
}

/// What follow path asks for and where it aims; where it was is remembered.
pub fn follow(part: &Part, path: &Path, body: &Body, mind: &mut Mind<'_>) -> (Steer, Point) {
    let followed = follow_path_settings(part, body).steer(body, path, mind.memory.along);
    mind.memory.along = Some(followed.nearest);
    (followed.steer, followed.target)
}

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
    pub fn for_body(body: &Body) -> FollowPath {
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
