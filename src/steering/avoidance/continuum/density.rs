//! The crowd as a continuum: its density and its average velocity on a grid (the paper's section 4.1).
//!
//! A unit is splatted onto the four cells whose centres surround it. With Δ its offset from the lower left of these centres,
//! in cells, the lower left gets `min(1 − Δx, 1 − Δy)^λ`, the lower right `min(Δx, 1 − Δy)^λ`, and so on: its own cell gets
//! `ρ̄ = 1/2^λ` or more, every other one `ρ̄` or less. What a unit meets in the next cell is thus never more than `ρ̄` of itself.
//!
//! The paper's density is a number of persons a cell. Here it is the share of the ground that bodies cover: a body covers
//! `πR²` of a cell's `h²`, and the four weights come to `8/((λ + 1)(λ + 2))` in the mean over the places in a cell, by which they are
//! divided. A uniform crowd has the density that it has, whatever the cells; discs packed as densely as discs can be have
//! `π/√12 = 0.907`.

use crate::math;
use crate::navigation::Grid;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};

/// Density and average velocity, cell by cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Flow {
    /// Share of the ground that bodies cover.
    pub density: Vec<f32>,
    /// Average velocity, m/s; zero where nobody is.
    pub velocity: Vec<Vec2>,
}

/// How a unit is spread over cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Splat {
    /// The paper's λ, above 0: the larger, the less a unit gives to cells other than its own.
    pub lambda: f32,
}

impl Splat {
    /// Four cells and what a body of this radius (m) at `p` covers of each; nothing outside the grid.
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

    /// The most that a body of this radius gives to a cell other than its own: ρ̄ = 1/2^λ of the paper, in our measure.
    pub fn beside(self, grid: &Grid, radius: f32) -> f32 {
        let size = radius.min(grid.cell()) / grid.cell();
        std::f32::consts::PI * size * size * self.weight(0.5) / self.mean()
    }

    fn weight(self, share: f32) -> f32 {
        if self.lambda == 1.0 { share } else { math::pow(share, self.lambda) }
    }

    /// The sum of the four weights, mean over all places: 4·E[min(X, Y)^λ] for X, Y uniform in 0 to 1.
    fn mean(self) -> f32 {
        8.0 / ((self.lambda + 1.0) * (self.lambda + 2.0))
    }
}

impl Flow {
    /// Gathers everyone: ρ = Σ ρᵢ and v̄ = Σ ρᵢ vᵢ / ρ.
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
