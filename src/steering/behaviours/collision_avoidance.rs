//! Collision avoidance among moving bodies, in the lecture's three forms: evade the mean of the bodies in a cone
//! ahead, evade the nearest of them, or steer away from the body with the earliest closest approach.

use super::behaviour::{Behaviour, Needs, Part, Seen};
use super::body::{Body, FAR, Other, Steer, offset};
use super::case::{CaseForm, Inputs};
use super::evade::Evade;
use super::fields::{Accepts, CaseField, CaseFields};
use super::mind::Mind;
use super::settings::{given_or, length, time};
use crate::math;
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Vec2;
use std::f32::consts::{FRAC_PI_6, PI};

const HORIZON: Setting =
    time("closest-approach.horizon", 2.0, "ignores collisions later than this").main("looks ahead");
const MEAN_ANGLE: Setting = half_angle("cone-mean.half_angle").main("width of the cone");
const NEAREST_ANGLE: Setting = half_angle("cone-nearest.half_angle").main("width of the cone");
const MEAN_LENGTH: Setting = length("cone-mean.length", CONE_LENGTH).main("length of the cone");
const NEAREST_LENGTH: Setting = length("cone-nearest.length", CONE_LENGTH).main("length of the cone");
const CONE_LENGTH: &str = "length of the cone; 0: 2 R plus the distance covered in 0.3 s";

const fn half_angle(key: &'static str) -> Setting {
    Setting::number(key, 30.0, (1.0, 180.0), "°", "half of the cone's opening angle")
}

/// The table entry of `cone-mean`.
pub static CONE_MEAN: Behaviour = Behaviour {
    name: "cone-mean",
    summary: "evades the average of the neighbours in a cone ahead",
    settings: &[MEAN_ANGLE, MEAN_LENGTH],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        evade_cone(ConeForm::Mean, part, [&MEAN_ANGLE, &MEAN_LENGTH], body, seen, mind)
    },
    case: Some(CaseForm::new::<AvoidCollision>()),
};

/// The table entry of `cone-nearest`.
pub static CONE_NEAREST: Behaviour = Behaviour {
    name: "cone-nearest",
    summary: "evades the nearest neighbour in a cone ahead",
    settings: &[NEAREST_ANGLE, NEAREST_LENGTH],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        evade_cone(ConeForm::Nearest, part, [&NEAREST_ANGLE, &NEAREST_LENGTH], body, seen, mind)
    },
    case: Some(CaseForm::new::<AvoidCollision>()),
};

/// The table entry of `closest-approach`.
pub static CLOSEST_APPROACH: Behaviour = Behaviour {
    name: "closest-approach",
    summary: "steers away from the predicted position of the neighbour it would hit first",
    settings: &[HORIZON],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        let settings = ClosestApproach { horizon: part.settings.number(&HORIZON) };
        let form = CollisionForm::ClosestApproach(settings);
        mind.decide(body, AvoidCollision { form, others: seen.others() })
    },
    case: Some(CaseForm::new::<AvoidCollision>()),
};

/// Returns the length of a cone, m: `given`, or a default. Neighbours further ahead are no reason to flee yet.
pub fn cone_length(given: f32, radius: f32, max_speed: f32) -> f32 {
    given_or(given, 2.0 * radius + 0.3 * max_speed)
}

/// Evades the neighbours within the cone and its length.
fn evade_cone(
    form: ConeForm,
    part: &Part,
    [half_angle, length]: [&Setting; 2],
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
) -> Steer {
    let cone = Cone { half_angle: part.settings.number(half_angle).to_radians(), ..Cone::new(form) };
    let length = cone_length(part.settings.number(length), body.radius, body.max_speed);
    let mut others = seen.others();
    others.retain(|other| (other.position - body.position).norm() <= length);
    let asked = mind.decide(body, AvoidCollision { form: CollisionForm::Cone(cone), others });
    for side in [-cone.half_angle, cone.half_angle] {
        let edge = || body.position + math::rotate(body.heading(), side) * length;
        mind.mark(|| Mark::Line(body.position, edge()), Tint::Faint);
    }
    asked
}

/// The inputs of collision avoidance.
struct AvoidCollision {
    form: CollisionForm,
    others: Vec<Other>,
}

/// The form of collision avoidance, with its settings.
enum CollisionForm {
    ClosestApproach(ClosestApproach),
    Cone(Cone),
}

impl Inputs for AvoidCollision {
    const NAME: &'static str = "collision-avoidance";

    fn for_body(_: &Body) -> AvoidCollision {
        let form = CollisionForm::ClosestApproach(ClosestApproach::default());
        AvoidCollision { form, others: Vec::new() }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        let (mut form, mut half_angle, mut max_prediction, mut horizon) = match &self.form {
            CollisionForm::ClosestApproach(approach) => (0, None, None, Some(approach.horizon)),
            CollisionForm::Cone(cone) => {
                let form = if cone.form == ConeForm::Mean { 1 } else { 2 };
                (form, Some(cone.half_angle), Some(cone.evade.max_prediction), None)
            }
        };
        case.field("neighbours", CaseField::Others(&mut self.others));
        case.field("form", CaseField::Name(&mut form, &["closest-approach", "cone-mean", "cone-nearest"]));
        case.field("half_angle", CaseField::Number(&mut half_angle, Accepts::Positive));
        case.field("max_prediction", CaseField::Number(&mut max_prediction, Accepts::NotNegative));
        case.field("horizon", CaseField::Number(&mut horizon, Accepts::NotNegative));
        self.form = if form == 0 {
            case.need_radii();
            CollisionForm::ClosestApproach(ClosestApproach { horizon: horizon.unwrap_or(f32::INFINITY) })
        } else {
            let mut cone = Cone::new(if form == 1 { ConeForm::Mean } else { ConeForm::Nearest });
            cone.half_angle = half_angle.unwrap_or(cone.half_angle);
            cone.evade.max_prediction = max_prediction.unwrap_or(cone.evade.max_prediction);
            CollisionForm::Cone(cone)
        };
    }

    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer {
        let others = &self.others;
        let avoided = match &self.form {
            CollisionForm::ClosestApproach(settings) => {
                let avoided = settings.steer(body, others);
                if let (Some(index), Some(time)) = (avoided.neighbour, avoided.time) {
                    let then = others[index].position + others[index].velocity * time;
                    mind.mark(|| Mark::Ring(then, others[index].radius), Tint::Predicted);
                    mind.mark(
                        || Mark::Line(body.position, body.position + body.velocity * time),
                        Tint::Predicted,
                    );
                    mind.say(|| format!("would hit a neighbour in {time:.2} s"));
                }
                avoided
            }
            CollisionForm::Cone(cone) => {
                let avoided = cone.steer(body, others);
                if let Some(index) = avoided.neighbour {
                    mind.mark(|| Mark::Ring(others[index].position, others[index].radius), Tint::Against);
                }
                avoided
            }
        };
        mind.tell("neighbour", avoided.neighbour);
        mind.tell("time", avoided.time);
        avoided.steer
    }
}

/// What collision avoidance requests, and which neighbour it avoids.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Avoided {
    /// The request.
    pub steer: Steer,
    /// The index of the avoided neighbour. None if there is none or several are averaged.
    pub neighbour: Option<usize>,
    /// The time to the closest approach, or evade's prediction time, s. None if there is nothing to avoid.
    pub time: Option<f32>,
}

/// Which of the neighbours in the cone is evaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConeForm {
    /// The mean of their positions and velocities.
    Mean,
    /// The nearest neighbour.
    Nearest,
}

/// Settings of collision avoidance by a cone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cone {
    /// Half of the cone's opening angle, rad.
    pub half_angle: f32,
    /// Which neighbours are evaded.
    pub form: ConeForm,
    /// How they are evaded.
    pub evade: Evade,
}

impl Cone {
    /// 30° to either side of the heading.
    pub fn new(form: ConeForm) -> Cone {
        Cone { half_angle: FRAC_PI_6, form, evade: Evade::default() }
    }

    /// Returns whether `other` lies within the cone: heading · direction > cos(half angle).
    pub fn sees(&self, body: &Body, other: &Other) -> bool {
        let direction = math::normalize(offset(body.position, other.position));
        // A neighbour at the same position has no direction, and an opening above π would wrap around.
        direction != Vec2::zeros()
            && body.heading().dot(&direction) > math::cos(self.half_angle.clamp(0.0, PI))
    }

    /// Evades the mean or the nearest of the neighbours within the cone.
    pub fn steer(&self, body: &Body, others: &[Other]) -> Avoided {
        let seen = || others.iter().enumerate().filter(|(_, other)| self.sees(body, other));
        let (threat, neighbour) = match self.form {
            ConeForm::Mean => (mean(body, seen().map(|(_, other)| other)), None),
            ConeForm::Nearest => {
                let distance = |other: &Other| offset(body.position, other.position).norm_squared();
                let nearest = seen().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
                (nearest.map(|(_, other)| *other), nearest.map(|(index, _)| index))
            }
        };
        threat.map_or_else(Avoided::default, |threat| {
            let pursuit = self.evade.steer(body, &threat);
            Avoided { steer: pursuit.steer, neighbour, time: Some(pursuit.time) }
        })
    }
}

/// Returns a body at the mean position of `others` with their mean velocity. None if there are none.
fn mean<'a>(body: &Body, others: impl Iterator<Item = &'a Other>) -> Option<Other> {
    let (mut offsets, mut velocity, mut count) = (Vec2::zeros(), Vec2::zeros(), 0.0);
    for other in others {
        offsets += offset(body.position, other.position);
        velocity += math::clamp_length(other.velocity, FAR);
        count += 1.0;
    }
    let position = body.position + offsets / count;
    (count > 0.0).then(|| Other {
        position,
        velocity: velocity / count,
        orientation: 0.0,
        radius: body.radius,
    })
}

/// A miss by less than this share of the sum of radii counts as a direct hit: rounding would decide the side.
const DEAD_ON: f32 = 0.01;

/// Settings of collision avoidance by closest approach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosestApproach {
    /// Collisions later than this are ignored, s. Infinite in the source.
    pub horizon: f32,
}

impl Default for ClosestApproach {
    /// No horizon.
    fn default() -> ClosestApproach {
        ClosestApproach { horizon: f32::INFINITY }
    }
}

/// When two bodies at constant velocity are closest, and their offset then.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Approach {
    /// t* = −(Δp·Δv)/|Δv|², s.
    time: f32,
    /// Δp, m: the offset to the other body now.
    now: Vec2,
    /// Δp + Δv·t*, m: the offset to the other body then.
    then: Vec2,
}

impl Approach {
    /// None if both have the same velocity, since their distance is constant then.
    fn between(body: &Body, other: &Other) -> Option<Approach> {
        let now = offset(body.position, other.position);
        let closing = math::clamp_length(other.velocity - body.velocity, FAR);
        let speed_squared = closing.norm_squared();
        let time = -now.dot(&closing) / speed_squared;
        (speed_squared > 0.0 && time.is_finite()).then(|| Approach { time, now, then: now + closing * time })
    }
}

impl ClosestApproach {
    /// Steers at a_max directly away from the neighbour with the smallest t* > 0 that touches: |Δp + Δv·t*| is
    /// below the sum of radii. "Away" is relative to the offset at t*, or to the current offset if the two overlap
    /// already or meet head-on.
    ///
    /// The lecture's code has the wrong sign of t* and the wrong distance at t*. This is the intended method. Two
    /// bodies that overlap and move apart are left alone.
    pub fn steer(&self, body: &Body, others: &[Other]) -> Avoided {
        let touches = |(index, other): (usize, &Other)| {
            let approach = Approach::between(body, other)?;
            let touch = body.radius + other.radius;
            let meets = approach.time > 0.0 && approach.time <= self.horizon && approach.then.norm() < touch;
            meets.then_some((index, approach, touch))
        };
        let first =
            others.iter().enumerate().filter_map(touches).min_by(|a, b| a.1.time.total_cmp(&b.1.time));
        first.map_or_else(Avoided::default, |(index, approach, touch)| {
            let overlapping = approach.now.norm() < touch;
            let dead_on = approach.then.norm() < DEAD_ON * touch;
            let threat = if overlapping || dead_on { approach.now } else { approach.then };
            let linear = -math::normalize(threat) * body.max_acceleration;
            Avoided { steer: Steer::linear(linear), neighbour: Some(index), time: Some(approach.time) }
        })
    }
}
