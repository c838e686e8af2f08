//! The cost of a metre in each direction (sections 3 and 4.2 of the paper).
//!
//! The speed f at which a unit can leave a cell over its face θ depends on the density ρ and the average
//! velocity v̄ in the adjacent cell. At low density it is the speed `f_T` that the ground allows, at high
//! density the speed of the crowd in that direction, `f_v̄ = v̄·n_θ` with n_θ the face's normal. Between
//! `ρ_min` and `ρ_max` it is interpolated:
//!
//! ```text
//! f = f_T + (ρ − ρ_min)/(ρ_max − ρ_min) · (f_v̄ − f_T)
//! C = (α f + β + γ g)/f
//! ```
//!
//! C is the cost of a metre and g the discomfort. α, β and γ are the weights of path length, time and
//! discomfort.
//!
//! There are no slopes, so `f_T` is the group's maximum speed s. Multiplying the last two terms by s makes α,
//! β and γ dimensionless: `C = (α f + s (β + γ g))/f`. On empty ground a metre costs α + β.

use super::density::Flow;
use crate::types::Vec2;

/// The outward normals of a cell's faces, in the order [`EAST`](crate::navigation::eikonal::EAST), north,
/// west, south.
pub(super) const NORMALS: [Vec2; 4] =
    [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)];

/// How the density of the crowd decides between the ground's speed and the crowd's.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpeedField {
    /// ρ_min: up to this density the crowd has no effect.
    pub sparse: f32,
    /// ρ_max: from this density on only the crowd's speed counts.
    pub dense: f32,
    /// The minimum speed, as a share of the maximum speed. It is above 0 because the cost divides by the
    /// speed, and because a unit behind a stationary crowd still has to move.
    pub least: f32,
}

/// The weights of the cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct CostWeights {
    /// α, the weight of path length.
    pub length: f32,
    /// β, the weight of time.
    pub time: f32,
    /// γ, the weight of discomfort.
    pub discomfort: f32,
}

impl SpeedField {
    /// f: the speed of a unit with maximum speed `top` (m/s) along `direction` (a unit vector) at this
    /// density and average velocity (m/s).
    pub fn speed(&self, density: f32, velocity: Vec2, direction: Vec2, top: f32) -> f32 {
        let with_crowd = velocity.dot(&direction).clamp(self.least * top, top);
        top + self.crowded(density) * (with_crowd - top)
    }

    /// The weight of the crowd's speed at this density: 0 up to ρ_min, 1 from ρ_max on.
    pub fn crowded(&self, density: f32) -> f32 {
        ((density - self.sparse) / (self.dense - self.sparse).max(1e-3)).clamp(0.0, 1.0)
    }

    /// f over a face into the cell `ahead`, m/s.
    pub fn over(&self, flow: &Flow, ahead: usize, side: usize, top: f32) -> f32 {
        self.speed(flow.density[ahead], flow.velocity[ahead], NORMALS[side], top)
    }
}

impl CostWeights {
    /// C: the cost of a metre at speed `f` (m/s) with discomfort g, for a maximum speed of `top` (m/s).
    pub fn cost(&self, f: f32, discomfort: f32, top: f32) -> f32 {
        self.length + (self.time + self.discomfort * discomfort) * (top / f)
    }
}
