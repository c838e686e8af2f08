//! The crowd as a continuum: its density and average velocity on a grid (section 4.1 of the paper).
//!
//! A unit is spread over the four cells whose centres surround it. Let Δ be its offset from the lower left
//! centre, in cells. The lower left cell gets `min(1 − Δx, 1 − Δy)^λ`, the lower right one
//! `min(Δx, 1 − Δy)^λ`, and so on. The unit's own cell gets at least `ρ̄ = 1/2^λ`, every other cell at most
//! `ρ̄`. A unit therefore never meets more than `ρ̄` of itself in an adjacent cell.
//!
//! The paper's density is a number of people per cell. Here it is the share of the ground that bodies cover.
//! A body of radius R covers `πR²` of a cell's area `h²`. The four weights are divided by their mean sum over
//! all positions in a cell, `8/((λ + 1)(λ + 2))`. A uniform crowd then has the same density in cells of any
//! size; the densest packing of discs has `π/√12 = 0.907`.

use crate::math;
use crate::navigation::Grid;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// Density and average velocity of each cell.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Flow {
    /// The share of the ground that bodies cover.
    pub density: Vec<f32>,
    /// The average velocity, m/s; zero in empty cells.
    pub velocity: Vec<Vec2>,
}

/// How a unit is spread over cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Splat {
    /// The paper's λ, above 0. Larger values spread less of a unit into cells other than its own.
    pub lambda: f32,
}

impl Splat {
    /// The four cells around `p`, and what a body of this radius (m) covers of each; nothing outside the
    /// grid.
    pub fn cells(self, grid: &Grid, p: Point, radius: f32) -> [(usize, f32); 4] {
        if grid.cell_of(p).is_none() {
            return [(0, 0.0); 4];
        }
        let around = grid.bilinear(p);
        let at = (p - grid.center(around[0].0)) / grid.cell();
        let (x, y) = (at.x.clamp(0.0, 1.0), at.y.clamp(0.0, 1.0));
        let size = radius.min(grid.cell()) / grid.cell();
        let scale = std::f32::consts::PI * size * size / self.mean();
        let part = |x: f32, y: f32| scale * self.weight(x.min(y));
        [
            (around[0].0, part(1.0 - x, 1.0 - y)),
            (around[1].0, part(x, 1.0 - y)),
            (around[2].0, part(1.0 - x, y)),
            (around[3].0, part(x, y)),
        ]
    }

    /// The largest share that a body of this radius contributes to a cell other than its own: the paper's ρ̄
    /// = 1/2^λ, as a share of the ground.
    pub fn beside(self, grid: &Grid, radius: f32) -> f32 {
        let size = radius.min(grid.cell()) / grid.cell();
        std::f32::consts::PI * size * size * self.weight(0.5) / self.mean()
    }

    fn weight(self, share: f32) -> f32 {
        if self.lambda == 1.0 { share } else { math::pow(share, self.lambda) }
    }

    /// The mean of the sum of the four weights over all positions: 4·E[min(X, Y)^λ] for X, Y uniform in [0,
    /// 1].
    fn mean(self) -> f32 {
        8.0 / ((self.lambda + 1.0) * (self.lambda + 2.0))
    }
}

impl Flow {
    /// Sums up all units: ρ = Σ ρᵢ and v̄ = Σ ρᵢ vᵢ / ρ, where ρᵢ is the share of the cell that unit i covers
    /// and vᵢ its velocity.
    pub fn gather(&mut self, grid: &Grid, crowd: &Crowd<'_>, splat: Splat) {
        self.clear(grid.len());
        for (id, &p) in crowd.position.iter().enumerate() {
            for (cell, part) in splat.cells(grid, p, crowd.radius[id]) {
                self.density[cell] += part;
                self.velocity[cell] += crowd.velocity[id] * part;
            }
        }
        for (velocity, density) in self.velocity.iter_mut().zip(&self.density) {
            let mean = *velocity / density.max(f32::MIN_POSITIVE);
            *velocity = if mean.x.is_finite() && mean.y.is_finite() { mean } else { Vec2::zeros() };
        }
    }

    fn clear(&mut self, cells: usize) {
        self.density.clear();
        self.density.resize(cells, 0.0);
        self.velocity.clear();
        self.velocity.resize(cells, Vec2::zeros());
    }
}
