//! Follow path: seek a point on a path, a little further along than the point nearest to the body (Millington).

use super::behaviour::{Behaviour, Needs, Part};
use super::body::{Body, Steer, later};
use super::case::{CaseForm, Inputs};
use super::fields::{Accepts, CaseField, CaseFields};
use super::mind::Mind;
use super::path::Path;
use super::seek::seek;
use super::settings::{given_or, length, time};
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Point;
use std::borrow::Cow;

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
        let (settings, last) = (follow_path_settings(part, body), mind.memory.along);
        mind.decide(body, FollowChain { settings, path: Some(Cow::Borrowed(path)), last })
    },
    case: Some(CaseForm::new::<FollowChain<'static>>()),
};

/// Returns the settings of a part.
fn follow_path_settings(part: &Part, body: &Body) -> FollowPath {
    let settings = FollowPath {
        path_offset: given_or(part.settings.number(&PATH_OFFSET), FollowPath::for_body(body).path_offset),
        predict_time: part.settings.number(&PATH_PREDICT),
        coherence: None,
    };
    let coherent = part.settings.number(&PATH_COHERENT) == 1.0;
    FollowPath { coherence: coherent.then(|| settings.coherence_of(body)), ..settings }
}

/// Returns where follow path aims, and remembers the position along the path.
pub(crate) fn target_on(path: &Path, part: &Part, body: &Body, mind: &mut Mind<'_>) -> Point {
    let followed = follow_path_settings(part, body).steer(body, path, mind.memory.along);
    mind.memory.along = Some(followed.nearest);
    followed.target
}

/// The inputs of follow path.
struct FollowChain<'a> {
    settings: FollowPath,
    /// The path. None if a case has no valid one.
    path: Option<Cow<'a, Path>>,
    /// The arc length of the nearest point of the last decision, m.
    last: Option<f32>,
}

impl Inputs for FollowChain<'_> {
    const NAME: &'static str = "follow-path";

    fn for_body(body: &Body) -> Self {
        FollowChain { settings: FollowPath::for_body(body), path: None, last: None }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        let path = self.path.as_deref();
        let mut points = path.map_or_else(Vec::new, |path| path.points().to_vec());
        let mut closed = path.is_some_and(Path::closed);
        // The first search covers the whole path, because no position is remembered yet.
        let (mut last, mut coherence) = self.last.zip(self.settings.coherence).unzip();
        case.field("path", CaseField::Points(&mut points));
        case.flag("closed", &mut closed);
        case.number("path_offset", &mut self.settings.path_offset, Accepts::Any);
        case.not_negative("predict_time", &mut self.settings.predict_time);
        case.field("last", CaseField::Number(&mut last, Accepts::Any));
        case.field("coherence", CaseField::Number(&mut coherence, Accepts::Positive));
        let path = Path::new(points, closed).map_err(|e| case.reject("path", e.to_string()));
        if last.is_some() != coherence.is_some() {
            let missing = if last.is_some() { "coherence" } else { "last" };
            case.reject(missing, "missing; a coherent search needs both 'last' and 'coherence'".into());
        }
        self.path = path.ok().map(Cow::Owned);
        (self.last, self.settings.coherence) = (last, coherence);
    }

    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer {
        let Some(path) = &self.path else { return Steer::NOTHING };
        let followed = self.settings.steer(body, path, self.last);
        mind.memory.along = Some(followed.nearest);
        mind.mark(|| Mark::Dot(followed.target), Tint::Chosen);
        mind.tell("parameter", followed.parameter);
        followed.steer
    }
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
