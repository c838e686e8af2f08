//! What a metre costs in each direction (the paper's sections 3 and 4.2).
//!
//! How fast one can go from a cell M over its face θ depends on what is there, in the next cell (ρ, v̄): where few are, as
//! fast as the ground lets one, `f_T`; in a dense crowd as fast as the crowd goes that way, `f_v̄ = v̄·n_θ`; between `ρ_min` and `ρ_max`
//! something in between:
//!
//! ```text
//! f = f_T + (ρ − ρ_min)/(ρ_max − ρ_min) · (f_v̄ − f_T)
//! C = (α f + β + γ g)/f
//! ```
//!
//! There are no slopes: `f_T` is the group's maximum speed s. It also makes α, β and γ bare numbers, `C = (α f + s (β + γ g))/f`: on empty
//! ground a metre costs α + β.

use super::density::Flow;
use crate::types::Vec2;

/// The outward normals of a cell's faces, in the order of [`EAST`](crate::navigation::eikonal::EAST), north, west, south.
pub(super) const NORMALS: [Vec2; 4] =
    [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)];

/// How the crowd's density decides between the ground's speed and the crowd's.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpeedField {
    /// ρ_min: up to this density the crowd does not count.
    pub sparse: f32,
    /// ρ_max: from this density on only the crowd counts.
    pub dense: f32,
    /// The least speed, as a share of the maximum. Above 0: what divides by the speed needs one, and who stands before a
    /// crowd that does not move still wants to go on.
    pub least: f32,
}

/// The weights of a metre's cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct CostWeights {
    /// α, of the way's length.
    pub length: f32,
    /// β, of time.
    pub time: f32,
    /// γ, of discomfort.
    pub discomfort: f32,
}

impl SpeedField {
    /// f: how fast one of maximum speed `top` (m/s) can go along `way`, a unit vector, where there are this density and
    /// average velocity (m/s).
    pub fn speed(&self, density: f32, velocity: Vec2, way: Vec2, top: f32) -> f32 {
        let with_crowd = velocity.dot(&way).clamp(self.least * top, top);
        top + self.crowded(density) * (with_crowd - top)
    }

    /// How much the crowd's speed counts at this density: 0 up to ρ_min, 1 from ρ_max on.
    pub fn crowded(&self, density: f32) -> f32 {
        ((density - self.sparse) / (self.dense - self.sparse).max(1e-3)).clamp(0.0, 1.0)
    }

    /// f over a face into the cell `ahead`, m/s.
    pub fn over(&self, flow: &Flow, ahead: usize, side: usize, top: f32) -> f32 {
        self.speed(flow.density[ahead], flow.velocity[ahead], NORMALS[side], top)
    }
}

impl CostWeights {
    /// C: what a metre costs at speed `f` (m/s), with discomfort g, for one of maximum speed `top` (m/s).
    pub fn cost(&self, f: f32, discomfort: f32, top: f32) -> f32 {
        self.length + (self.time + self.discomfort * discomfort) * (top / f)
    }
}
