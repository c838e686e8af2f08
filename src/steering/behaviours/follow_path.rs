//! Follow path: seek a point on a path, a little further along than the point nearest to the body (Millington).

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

/// The table entry of `follow-path`.
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

/// Returns the settings of a part.
pub fn follow_path_settings(part: &Part, body: &Body) -> FollowPath {
    let settings = FollowPath {
        path_offset: given_or(part.settings.get(&PATH_OFFSET), FollowPath::for_body(body).path_offset),
        predict_time: part.settings.get(&PATH_PREDICT),
        coherence: None,
    };
    let coherent = part.settings.get(&PATH_COHERENT) == 1.0;
    FollowPath { coherence: coherent.then(|| settings.coherence_of(body)), ..settings }
}

/// Returns what follow path requests and where it aims, and remembers the position along the path.
pub fn follow(part: &Part, path: &Path, body: &Body, mind: &mut Mind<'_>) -> (Steer, Point) {
    let followed = follow_path_settings(part, body).steer(body, path, mind.memory.along);
    mind.memory.along = Some(followed.nearest);
    (followed.steer, followed.target)
}

/// Settings of follow path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FollowPath {
    /// How far the target is beyond the nearest point along the path, m. Negative values follow the path backwards.
    pub path_offset: f32,
    /// How far ahead the body's own position is predicted, s. The nearest point is the one nearest to that position
    /// ("predictive"). 0 uses the current position.
    pub predict_time: f32,
    /// How far along the path the search for the nearest point extends from the last one, m ("coherent"). This is
    /// for paths that come close to themselves. `None` searches the whole path.
    pub coherence: Option<f32>,
}

/// What follow path requests, and where on the path the body is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Followed {
    /// The request.
    pub steer: Steer,
    /// The arc length of the nearest point, m. Pass it to the next decision.
    pub nearest: f32,
    /// The arc length of the target, m.
    pub parameter: f32,
    /// The target.
    pub target: Point,
}

impl FollowPath {
    /// Aims at two radii or the distance covered in 0.2 s, whichever is greater, predicts 0.1 s ahead, and searches
    /// the whole path.
    pub fn for_body(body: &Body) -> FollowPath {
        let path_offset = (2.0 * body.radius).max(0.2 * body.max_speed);
        FollowPath { path_offset, predict_time: 0.1, coherence: None }
    }

    /// Returns the search range for a coherent search, m: twice the offset, but at least the distance covered in
    /// 0.5 s.
    pub fn coherence_of(&self, body: &Body) -> f32 {
        (2.0 * self.path_offset.abs()).max(0.5 * body.max_speed)
    }

    /// Seeks the point `path_offset` beyond the point of the path nearest to p + u·predict_time. `last` is the
    /// nearest point of the last decision. Without it, the whole path is searched. At the end of an open path, the
    /// end itself is sought.
    pub fn steer(&self, body: &Body, path: &Path, last: Option<f32>) -> Followed {
        let predicted = later(body.position, body.velocity, self.predict_time);
        let nearest = match (last, self.coherence) {
            (Some(last), Some(reach)) => path.nearest_around(predicted, last, reach),
            _ => path.nearest(predicted),
        };
        let parameter = path.on(nearest + self.path_offset);
        let target = path.at(parameter);
        Followed { steer: seek(body, target), nearest, parameter, target }
    }
}
