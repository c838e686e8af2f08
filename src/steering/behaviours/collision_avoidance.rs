//! Collision avoidance among moving bodies, in the lecture's three forms: those within a cone ahead, as one (their mean) or the
//! nearest of them, and the one that will come closest first.

use super::behaviour::{Behaviour, CaseForm, Mind, Needs, Part, Seen};
use super::body::{Body, FAR, Other, Steer, offset};
use super::evade::Evade;
use super::settings::{given_or, length, time};
use crate::math;
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Vec2;
use std::f32::consts::{FRAC_PI_6, PI};

const HORIZON: Setting = time("closest-approach.horizon", 2.0, "ignores collisions later than this");
const MEAN_ANGLE: Setting = half_angle("cone-mean.half_angle");
const NEAREST_ANGLE: Setting = half_angle("cone-nearest.half_angle");
const MEAN_LENGTH: Setting = length("cone-mean.length", CONE_LENGTH);
const NEAREST_LENGTH: Setting = length("cone-nearest.length", CONE_LENGTH);
const CONE_LENGTH: &str = "length of the cone; 0: 2 R plus the distance covered in 0.3 s";

const fn half_angle(key: &'static str) -> Setting {
    Setting::number(key, 30.0, (1.0, 180.0), "°", "half of the cone's opening angle")
}

const CASE: Option<CaseForm> = Some(CaseForm {
    name: "collision-avoidance",
    fields: &["neighbours", "form", "half_angle", "max_prediction", "horizon"],
});

/// The entry of `cone-mean` in the table of behaviours.
pub static CONE_MEAN: Behaviour = Behaviour {
    name: "cone-mean",
    summary: "evades the average of the neighbours in a cone ahead",
    settings: &[MEAN_ANGLE, MEAN_LENGTH],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| evade_cone(cone_mean_settings(part, body), body, seen, mind),
    case: CASE,
};

/// The entry of `cone-nearest` in the table of behaviours.
pub static CONE_NEAREST: Behaviour = Behaviour {
    name: "cone-nearest",
    summary: "evades the nearest neighbour in a cone ahead",
    settings: &[NEAREST_ANGLE, NEAREST_LENGTH],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| evade_cone(cone_nearest_settings(part, body), body, seen, mind),
    case: CASE,
};

/// The entry of `closest-approach` in the table of behaviours.
pub static CLOSEST_APPROACH: Behaviour = Behaviour {
    name: "closest-approach",
    summary: "steers away from the predicted position of the neighbour it would hit first",
    settings: &[HORIZON],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        let others = seen.others();
        let avoided = closest_approach_settings(part).steer(body, &others);
        if let (Some(index), Some(time)) = (avoided.neighbour, avoided.time) {
            let then = others[index].position + others[index].velocity * time;
            mind.mark(|| Mark::Ring(then, others[index].radius), Tint::Predicted);
            mind.mark(|| Mark::Line(body.position, body.position + body.velocity * time), Tint::Predicted);
            mind.say(|| format!("would hit a neighbour in {time:.2} s"));
        }
        avoided.steer
    },
    case: CASE,
};

/// How long a cone is where nobody says, m: who is further ahead is nothing to flee from yet.
pub fn cone_length(given: f32, radius: f32, max_speed: f32) -> f32 {
    given_or(given, 2.0 * radius + 0.3 * max_speed)
}

/// The cone whose mean is evaded, and its length, m.
pub fn cone_mean_settings(part: &Part, body: &Body) -> (Cone, f32) {
    cone(ConeForm::Mean, part, [&MEAN_ANGLE, &MEAN_LENGTH], body)
}

/// The cone whose nearest one is evaded, and its length, m.
pub fn cone_nearest_settings(part: &Part, body: &Body) -> (Cone, f32) {
    cone(ConeForm::Nearest, part, [&NEAREST_ANGLE, &NEAREST_LENGTH], body)
}

fn cone(form: ConeForm, part: &Part, [half_angle, length]: [&Setting; 2], body: &Body) -> (Cone, f32) {
    let cone = Cone { half_angle: part.settings.get(half_angle).to_radians(), ..Cone::new(form) };
    (cone, cone_length(part.settings.get(length), body.radius, body.max_speed))
}

/// The neighbours that are no further off than a cone of this length, m, reaches.
pub fn within_cone_length(length: f32, body: &Body, seen: &Seen<'_>) -> Vec<Other> {
    let mut others = seen.others();
    others.retain(|other| (other.position - body.position).norm() <= length);
    others
}

/// The settings of a part of `closest-approach`.
pub fn closest_approach_settings(part: &Part) -> ClosestApproach {
    ClosestApproach { horizon: part.settings.get(&HORIZON) }
}

fn evade_cone((cone, length): (Cone, f32), body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
    let others = within_cone_length(length, body, seen);
    let avoided = cone.steer(body, &others);
    if let Some(index) = avoided.neighbour {
        mind.mark(|| Mark::Ring(others[index].position, others[index].radius), Tint::Against);
    }
    let ahead = body.heading();
    for side in [-cone.half_angle, cone.half_angle] {
        let edge = math::rotate(ahead, side) * length;
        mind.mark(|| Mark::Line(body.position, body.position + edge), Tint::Faint);
    }
    avoided.steer
}

/// What collision avoidance asks for and whom it avoids.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Avoided {
    /// What it asks for.
    pub steer: Steer,
    /// The neighbour that it avoids, by index; none when there is nothing to avoid, or several as one.
    pub neighbour: Option<usize>,
    /// In how many seconds: until the closest approach, or how far ahead evade looked. None when there is nothing to avoid.
    pub time: Option<f32>,
}

/// What is evaded of the neighbours within the cone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConeForm {
    /// The mean of their positions and velocities.
    Mean,
    /// The nearest one.
    Nearest,
}

/// Settings of collision avoidance by a cone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cone {
    /// Half of the cone's opening, rad.
    pub half_angle: f32,
    /// What is evaded.
    pub form: ConeForm,
    /// How.
    pub evade: Evade,
}

impl Cone {
    /// 30° to either side of the heading.
    pub fn new(form: ConeForm) -> Cone {
        Cone { half_angle: FRAC_PI_6, form, evade: Evade::default() }
    }

    /// Whether `other` lies within the cone: heading · direction > cos half-angle.
    pub fn sees(&self, body: &Body, other: &Other) -> bool {
        let direction = math::normalize(offset(body.position, other.position));
        // One at the very same place lies in no direction; and an opening above π wraps to none.
        direction != Vec2::zeros()
            && body.heading().dot(&direction) > math::cos(self.half_angle.clamp(0.0, PI))
    }

    /// Evade the mean, or the nearest, of those within the cone.
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

/// A body in the middle of `others` that moves with their mean velocity; none when there are none.
fn mean<'a>(body: &Body, others: impl Iterator<Item = &'a Other>) -> Option<Other> {
    let (mut way, mut velocity, mut count) = (Vec2::zeros(), Vec2::zeros(), 0.0);
    for other in others {
        way += offset(body.position, other.position);
        velocity += math::clamp_length(other.velocity, FAR);
        count += 1.0;
    }
    let position = body.position + way / count;
    (count > 0.0).then(|| Other {
        position,
        velocity: velocity / count,
        orientation: 0.0,
        radius: body.radius,
    })
}

/// A miss by less than this share of the sum of radii is dead on: which way to turn is rounding.
const DEAD_ON: f32 = 0.01;

/// Settings of collision avoidance by the closest approach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosestApproach {
    /// What is later than this counts for nothing, s; infinite in the source.
    pub horizon: f32,
}

impl Default for ClosestApproach {
    /// Without a horizon.
    fn default() -> ClosestApproach {
        ClosestApproach { horizon: f32::INFINITY }
    }
}

/// When two bodies that keep on will be closest, and how they will lie then.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Approach {
    /// t* = −(Δp·Δv)/|Δv|², s.
    time: f32,
    /// Δp, m: where the other one is now, seen from the body.
    now: Vec2,
    /// Δp + Δv·t*, m: where it will be then, seen from where the body will be.
    then: Vec2,
}

impl Approach {
    /// None for two that move alike: they are never closer.
    fn between(body: &Body, other: &Other) -> Option<Approach> {
        let now = offset(body.position, other.position);
        let closing = math::clamp_length(other.velocity - body.velocity, FAR);
        let speed_squared = closing.norm_squared();
        let time = -now.dot(&closing) / speed_squared;
        (speed_squared > 0.0 && time.is_finite()).then(|| Approach { time, now, then: now + closing * time })
    }
}

impl ClosestApproach {
    /// Steer at a_max directly away from the one with the smallest t* > 0 that will touch: |Δp + Δv·t*| below the sum of radii.
    /// Away from where it will be then, seen from where the body will be; from where it is now when the two overlap already,
    /// or will meet dead on.
    ///
    /// The lecture's code has the sign of t*, and the distance at t*, wrong; this is what it means. Two that overlap and move
    /// apart are left to do so.
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
