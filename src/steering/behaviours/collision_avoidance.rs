//! Collision avoidance among moving bodies, in the lecture's three forms: those within a cone ahead, as one (their mean) or the
//! nearest of them, and the one that will come closest first.

use super::{Body, Evade, FAR, Other, Steer, offset};
use crate::math;
use crate::types::Vec2;
use std::f32::consts::{FRAC_PI_6, PI};

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
    fn of(body: &Body, other: &Other) -> Option<Approach> {
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
            let approach = Approach::of(body, other)?;
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
