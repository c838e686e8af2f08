//! The settings of the catalogue's behaviours. A length of 0 stands for the one that suits the body.

use crate::settings::Setting;

const fn time(key: &'static str, default: f32, what: &'static str) -> Setting {
    Setting::number(key, default, (0.0, 60.0), "s", what)
}

const fn length(key: &'static str, what: &'static str) -> Setting {
    Setting::number(key, 0.0, (0.0, 1000.0), "m", what)
}

pub(super) const SLOW_RADIUS: Setting =
    length("arrive.slow_radius", "within this it slows down; 0: the least that does not overshoot");
pub(super) const ARRIVE_RADIUS: Setting =
    length("arrive.target_radius", "within this it is there; 0: half a radius");
pub(super) const ARRIVE_TIME: Setting =
    time("arrive.time_to_target", 0.1, "in which it means to reach its velocity");
pub(super) const MATCH_TIME: Setting =
    time("velocity-match.time_to_target", 0.1, "in which it means to reach the velocity");
pub(super) const PURSUE_MOST: Setting = time("pursue.max_prediction", 2.0, "no prediction is longer");
pub(super) const PURSUE_ARRIVE: Setting =
    Setting::whole("pursue.arrive", 0.0, (0.0, 1.0), "1: arrives instead of overshooting");
pub(super) const EVADE_MOST: Setting = time("evade.max_prediction", 0.5, "no prediction is longer");
pub(super) const EVADE_RANGE: Setting = length("evade.range", "further off the target is let be; 0: never");
pub(super) const FLEE_RANGE: Setting = length("flee.range", "further off the target is let be; 0: never");
pub(super) const WANDER_DISTANCE: Setting =
    length("wander.distance", "of the circle's centre; 0: as far as it gets in 1 s");
pub(super) const WANDER_RADIUS: Setting = length("wander.radius", "of the circle; 0: for turns of 1 rad/s");
pub(super) const WANDER_RATE: Setting =
    Setting::number("wander.rate", 0.3, (0.0, 3.2), "rad", "the most that its angle changes in a tick");
pub(super) const PATH_OFFSET: Setting =
    length("follow-path.path_offset", "how far on it aims; 0: 2 R, or what it walks in 0.2 s");
pub(super) const PATH_PREDICT: Setting =
    time("follow-path.predict_time", 0.1, "from where it will be then; 0: not predictive");
pub(super) const PATH_COHERENT: Setting =
    Setting::whole("follow-path.coherent", 1.0, (0.0, 1.0), "1: searches near where it was");
pub(super) const THRESHOLD: Setting = length("separation.threshold", "nearer ones push; 0: 4 R");
pub(super) const INVERSE_THRESHOLD: Setting =
    length("separation-inverse-square.threshold", "nearer ones push; 0: 4 R");
pub(super) const DECAY: Setting = Setting::number(
    "separation-inverse-square.decay",
    0.0,
    (0.0, 1e6),
    "m³/s²",
    "k of k/d²; 0: as hard as it can at touch",
);
pub(super) const HORIZON: Setting = time("closest-approach.horizon", 2.0, "what is later counts for nothing");
const HALF_ANGLE: (f32, (f32, f32), &str, &str) = (30.0, (1.0, 180.0), "°", "half of the cone's opening");
pub(super) const MEAN_ANGLE: Setting =
    Setting::number("cone-mean.half_angle", HALF_ANGLE.0, HALF_ANGLE.1, HALF_ANGLE.2, HALF_ANGLE.3);
pub(super) const NEAREST_ANGLE: Setting =
    Setting::number("cone-nearest.half_angle", HALF_ANGLE.0, HALF_ANGLE.1, HALF_ANGLE.2, HALF_ANGLE.3);
pub(super) const MEAN_LENGTH: Setting = length("cone-mean.length", CONE_LENGTH);
pub(super) const NEAREST_LENGTH: Setting = length("cone-nearest.length", CONE_LENGTH);
const CONE_LENGTH: &str = "of the cone; 0: 2 R and as far as it gets in 0.3 s";
pub(super) const LOOKAHEAD: Setting =
    length("wall-avoidance.lookahead", "length of the ray; 0: as far as it gets in 1 s");
pub(super) const AVOID_DISTANCE: Setting = length(
    "wall-avoidance.avoid_distance",
    "off the wall, of the place it seeks; 0: 2 R, beyond the whiskers",
);
pub(super) const WHISKERS: Setting =
    Setting::whole("wall-avoidance.whiskers", 1.0, (0.0, 1.0), "1: two whiskers beside the ray; 0: one ray");
const MAX_ROTATION: (f32, (f32, f32), &str, &str) =
    (6.0, (0.01, 100.0), "rad/s", "how fast it turns at most");
pub(super) const ALIGN_ROTATION: Setting =
    Setting::number("align.max_rotation", MAX_ROTATION.0, MAX_ROTATION.1, MAX_ROTATION.2, MAX_ROTATION.3);
pub(super) const FACE_ROTATION: Setting =
    Setting::number("face.max_rotation", MAX_ROTATION.0, MAX_ROTATION.1, MAX_ROTATION.2, MAX_ROTATION.3);
pub(super) const LOOK_ROTATION: Setting = Setting::number(
    "look-where-going.max_rotation",
    MAX_ROTATION.0,
    MAX_ROTATION.1,
    MAX_ROTATION.2,
    MAX_ROTATION.3,
);
