//! One group's potential: what the cheapest way to its goal costs, from everywhere (the paper's section 4.3).
//!
//! φ is 0 at the goal and `|∇φ| = C` elsewhere, the unit cost C being that in the direction of −∇φ: an eikonal equation, solved by
//! fast marching. A unit then goes down the gradient as fast as it can there, `v = −f ∇φ/|∇φ|`, f being that of the faces which the
//! gradient points over; between the cells' centres v is interpolated bilinearly.

use super::cost::{SpeedField, Weights};
use super::density::{Flow, Splat};
use super::ground::{Ground, walks};
use crate::math;
use crate::navigation::Grid;
use crate::navigation::eikonal::{self, EAST, Eikonal, NORTH, SOUTH, WEST};
use crate::steering::avoidance::Crowd;
use crate::types::{Point, Vec2};

/// The members' ways are one way when their mean, of unit vectors, is at least so long.
const COMMON_WAY: f32 = 0.5;

/// A group's potential and what it was found from.
#[derive(Debug, Clone, Default)]
pub(super) struct Potential {
    /// The group.
    pub group: u16,
    /// Whether its members have a way in common; without one there is no potential.
    pub common: bool,
    /// The largest maximum speed among its members, m/s: f_T.
    pub top: f32,
    /// Where its members will be, as shares of the ground, spread along their way.
    pub foreseen: Vec<f32>,
    /// C, cell by cell, over each face.
    pub cost: Vec<[f32; 4]>,
    goals: Vec<usize>,
    eikonal: Eikonal,
}

/// What all groups' potentials are found from.
pub(super) struct Field<'a> {
    pub grid: &'a Grid,
    pub ground: &'a Ground,
    pub flow: &'a Flow,
    pub splat: Splat,
    pub speeds: SpeedField,
    pub weights: Weights,
}

impl Potential {
    /// Finds out who the members are, where they want to be, and where they will be within `foresight` seconds.
    pub fn gather(&mut self, field: &Field<'_>, crowd: &Crowd<'_>, foresight: f32) {
        let members = || (0..crowd.position.len()).filter(|id| crowd.group[*id] == self.group);
        let walking = || members().filter(|id| walks(crowd, *id));
        let count = walking().count().max(1) as f32;
        let way =
            walking().map(|id| math::normalize(crowd.goal[id] - crowd.position[id])).sum::<Vec2>() / count;
        self.common = way.norm() >= COMMON_WAY;
        self.top = walking().map(|id| crowd.max_speed[id]).fold(0.0, f32::max);
        let depth = |id: usize| crowd.goal[id].coords.dot(&way);
        let deepest = walking().map(depth).fold(f32::MIN, f32::max);
        let far = walking().filter(|id| depth(*id) >= deepest - field.grid.cell()).map(|id| crowd.goal[id]);
        let there = members().filter(|id| crowd.standing[*id]).map(|id| crowd.position[id]);
        self.goals.clear();
        self.goals.extend(far.chain(there).filter_map(|p| field.grid.cell_of(p)));
        self.foreseen.clear();
        self.foreseen.resize(field.grid.len(), 0.0);
        for id in walking() {
            foresee(&mut self.foreseen, field, crowd, id, foresight);
        }
    }

    /// Solves for φ, given where everyone will be; the group's own members are nobody's discomfort in it.
    pub fn solve(&mut self, field: &Field<'_>, everyone: &[f32]) {
        self.cost.clear();
        self.cost.resize(field.grid.len(), [f32::INFINITY; 4]);
        for (cell, cost) in self.cost.iter_mut().enumerate() {
            for (side, ahead) in field.grid.neighbours(cell).into_iter().enumerate() {
                let Some(ahead) = ahead.filter(|_| !field.ground.is_closed(cell, side)) else { continue };
                let others = (everyone[ahead] - self.foreseen[ahead]).max(0.0);
                let f = field.speeds.over(field.flow, ahead, side, self.top);
                cost[side] = field.weights.cost(f, others, self.top);
            }
        }
        let goals = self.goals.iter().map(|cell| (*cell, 0.0));
        self.eikonal.solve(field.grid, self.cost.as_slice(), goals);
    }

    /// φ, one value a cell; infinite where there is no way.
    pub fn phi(&self) -> &[f32] {
        self.eikonal.phi()
    }

    /// The velocity at `p`, m/s; none in the goal and where there is no way.
    pub fn velocity(&self, field: &Field<'_>, p: Point) -> Option<Vec2> {
        let (mut sum, mut total) = (Vec2::zeros(), 0.0);
        for (cell, share) in field.grid.bilinear(p) {
            if let Some(velocity) = self.velocity_of(field, cell) {
                sum += velocity * share;
                total += share;
            }
        }
        (total > 0.0).then(|| sum / total)
    }

    fn velocity_of(&self, field: &Field<'_>, cell: usize) -> Option<Vec2> {
        let way = -math::normalize(self.gradient(field.grid, cell));
        if way == Vec2::zeros() {
            return None;
        }
        let neighbours = field.grid.neighbours(cell);
        let over = |part: f32, ahead: usize, back: usize| {
            let side = if part > 0.0 { ahead } else { back };
            let f = neighbours[side].map(|next| field.speeds.over(field.flow, next, side, self.top));
            part * f.unwrap_or(0.0)
        };
        Some(Vec2::new(over(way.x, EAST, WEST), over(way.y, NORTH, SOUTH)))
    }

    /// ∇φ at a cell, per metre; zero in the goal and where there is no way.
    pub fn gradient(&self, grid: &Grid, cell: usize) -> Vec2 {
        eikonal::gradient(grid, self.phi(), self.cost.as_slice(), cell)
    }
}

/// Adds where unit `id` will be within `foresight` seconds, should it go on as it goes, a cell's width between the places.
fn foresee(foreseen: &mut [f32], field: &Field<'_>, crowd: &Crowd<'_>, id: usize, foresight: f32) {
    let path = crowd.velocity[id] * foresight;
    let steps = (path.norm() / field.grid.cell()).min(256.0) as usize;
    for step in 1..=steps {
        let at = crowd.position[id] + path * (step as f32 / steps as f32);
        for (cell, part) in field.splat.cells(field.grid, at, crowd.radius[id]) {
            foreseen[cell] += part;
        }
    }
}
