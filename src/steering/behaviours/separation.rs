//! Separation: away from neighbours that are near (Reynolds 1999; Millington).

use super::{Body, Other, Steer, offset};
use crate::math;
use crate::types::Vec2;

/// How the push falls with the distance d between two centres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Law {
    /// a_max·(threshold − d)/threshold.
    Linear,
    /// min(k/d², a_max).
    InverseSquare {
        /// k, m³/s².
        decay: f32,
    },
}

/// Settings of separation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// Neighbours nearer than this push, from centre to centre, m.
    pub threshold: f32,
    /// How the push falls with the distance.
    pub law: Law,
}

impl Separation {
    /// Within 4 R, linearly.
    pub fn of(body: &Body) -> Separation {
        Separation { threshold: 4.0 * body.radius, law: Law::Linear }
    }

    /// The inverse-square law's k that pushes with a_max where two bodies of this size touch: a_max·(2R)², m³/s².
    pub fn decay_of(body: &Body) -> f32 {
        let touch = 2.0 * body.radius;
        (body.max_acceleration * touch * touch).min(f32::MAX)
    }

    /// The plain sum of the pushes, which is not clamped: a blend clamps the whole.
    pub fn steer(&self, body: &Body, others: &[Other]) -> Steer {
        let sum = others.iter().map(|other| self.push(body, other)).sum();
        Steer::linear(math::clamp_length(sum, f32::MAX))
    }

    /// The push of one neighbour, m/s². One at the very same place has no direction to be pushed to.
    fn push(&self, body: &Body, other: &Other) -> Vec2 {
        let away = offset(other.position, body.position);
        let distance = away.norm();
        if distance >= self.threshold {
            return Vec2::zeros();
        }
        let strength = match self.law {
            Law::Linear => body.max_acceleration * ((self.threshold - distance) / self.threshold),
            // One over the square of a tiny distance is infinite: then the maximum is the smaller.
            Law::InverseSquare { decay } => (decay / (distance * distance)).min(body.max_acceleration),
        };
        math::normalize(away) * strength
    }
}
