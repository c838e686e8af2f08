//! The potential of one party: the cost of the cheapest path to its goal, from every cell (section 4.3 of the
//! paper).
//!
//! The potential φ is 0 at the goal and satisfies the eikonal equation `|∇φ| = C` elsewhere, where C is the
//! unit cost in the direction of −∇φ. It is solved by fast marching. A unit moves down the gradient at the
//! speed possible there, `v = −f ∇φ/|∇φ|`, where f is the speed over the faces that −∇φ points to. Between
//! the centres of cells, v is interpolated bilinearly.

use super::cost::{CostWeights, SpeedField};
use super::density::{Flow, Splat};
use super::ground::Ground;
use super::parties::{Outermost, Parties, Party};
use crate::math;
use crate::navigation::Grid;
use crate::navigation::eikonal::{self, EAST, Eikonal, NORTH, SOUTH, WEST};
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// The maximum number of predicted positions along a unit's path.
const MOST_STEPS: f32 = 256.0;

/// A party's potential and the fields that it is computed from.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Potential {
    pub party: Party,
    /// f_T: the largest maximum speed of its members, m/s.
    pub top: f32,
    /// The spread of the members' goals: the root mean square distance from their centre, m.
    pub spread: f32,
    /// The predicted occupancy by its members, as shares of the ground along their paths.
    pub predicted: Vec<f32>,
    /// C for each cell, over each face.
    pub cost: Vec<[f32; 4]>,
    /// The cells of the goal, with the remaining cost from there.
    goals: Vec<(usize, f32)>,
    outermost: Outermost,
    eikonal: Eikonal,
}

/// The fields that all potentials are computed from.
pub(super) struct Field<'a> {
    pub grid: &'a Grid,
    pub ground: &'a Ground,
    pub flow: &'a Flow,
    pub splat: Splat,
    pub speeds: SpeedField,
    pub weights: CostWeights,
}

impl Potential {
    /// Collects the goals of the members, and their predicted positions within `foresight` seconds.
    pub fn gather(&mut self, field: &Field<'_>, crowd: &Crowd<'_>, parties: &Parties, foresight: f32) {
        let walking = || parties.members(self.party);
        self.top = walking().map(|id| crowd.max_speed[id]).fold(0.0, f32::max);
        self.spread = spread(walking().map(|id| crowd.goal[id]));
        self.outermost.find(self.party.direction, field.grid.cell(), walking().map(|id| crowd.goal[id]));
        self.goals.clear();
        self.goals.extend(self.outermost.positions().filter_map(|p| Some((field.grid.cell_of(p)?, 0.0))));
        let empty = field.weights.cost(1.0, 0.0, 1.0);
        let arrived = (0..crowd.position.len())
            .filter(|id| crowd.standing[*id] && crowd.group[*id] == self.party.group);
        for p in arrived.map(|id| crowd.position[id]) {
            let left = self.outermost.positions().map(|goal| (goal - p).norm()).fold(f32::INFINITY, f32::min);
            self.goals.extend(field.grid.cell_of(p).map(|cell| (cell, empty * left)));
        }
        self.predicted.clear();
        self.predicted.resize(field.grid.len(), 0.0);
        for id in walking() {
            predict(&mut self.predicted, field, crowd, id, foresight);
        }
    }

    /// Solves for φ, given the predicted occupancy by all units (`everyone`). The party's own members and the
    /// standing units of its group do not add to its discomfort.
    pub fn solve(&mut self, field: &Field<'_>, crowd: &Crowd<'_>, foresight: f32, everyone: &[f32]) {
        predict_standing(&mut self.predicted, field, crowd, foresight, |group| group == self.party.group);
        self.cost.clear();
        self.cost.resize(field.grid.len(), [f32::INFINITY; 4]);
        for (cell, cost) in self.cost.iter_mut().enumerate() {
            for (side, ahead) in field.grid.neighbours(cell).into_iter().enumerate() {
                let Some(ahead) = ahead.filter(|_| !field.ground.is_closed(cell, side)) else { continue };
                let others = (everyone[ahead] - self.predicted[ahead]).max(0.0);
                let f = field.speeds.over(field.flow, ahead, side, self.top);
                cost[side] = field.weights.cost(f, others, self.top);
            }
        }
        self.eikonal.solve(field.grid, self.cost.as_slice(), self.goals.iter().copied());
    }

    /// φ of each cell; infinite where no path leads to the goal.
    pub fn phi(&self) -> &[f32] {
        self.eikonal.phi()
    }

    /// The velocity at `p`, m/s; none in the goal, and where no path leads to it.
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
        let direction = -math::normalize(self.gradient(field.grid, cell));
        if direction == Vec2::zeros() {
            return None;
        }
        let neighbours = field.grid.neighbours(cell);
        let over = |part: f32, ahead: usize, back: usize| {
            let side = if part > 0.0 { ahead } else { back };
            let f = neighbours[side].map(|next| field.speeds.over(field.flow, next, side, self.top));
            part * f.unwrap_or(0.0)
        };
        Some(Vec2::new(over(direction.x, EAST, WEST), over(direction.y, NORTH, SOUTH)))
    }

    /// ∇φ at a cell, per metre; zero in the goal, and where no path leads to it.
    pub fn gradient(&self, grid: &Grid, cell: usize) -> Vec2 {
        eikonal::gradient(grid, self.phi(), self.cost.as_slice(), cell)
    }
}

/// Adds the predicted positions of unit `id` within `foresight` seconds at its current velocity, one cell
/// apart.
fn predict(predicted: &mut [f32], field: &Field<'_>, crowd: &Crowd<'_>, id: usize, foresight: f32) {
    let path = crowd.velocity[id] * foresight;
    let steps = (path.norm() / field.grid.cell()).min(MOST_STEPS) as usize;
    for step in 1..=steps {
        let at = crowd.position[id] + path * (step as f32 / steps as f32);
        for (cell, part) in field.splat.cells(field.grid, at, crowd.radius[id]) {
            predicted[cell] += part;
        }
    }
}

/// Adds the standing units of the groups selected by `of`, at their positions.
///
/// A unit that walks at its maximum speed is added to one cell after another. A standing unit is added to the
/// same cell as many times, so that both count equally.
pub(super) fn predict_standing(
    predicted: &mut [f32],
    field: &Field<'_>,
    crowd: &Crowd<'_>,
    foresight: f32,
    of: impl Fn(u16) -> bool,
) {
    for id in (0..crowd.position.len()).filter(|id| crowd.standing[*id] && of(crowd.group[*id])) {
        let times = (crowd.max_speed[id] * foresight / field.grid.cell()).min(MOST_STEPS);
        for (cell, part) in field.splat.cells(field.grid, crowd.position[id], crowd.radius[id]) {
            predicted[cell] += part * times;
        }
    }
}

/// The root mean square distance of `points` from their centre, m.
fn spread(points: impl Iterator<Item = Point> + Clone) -> f32 {
    let count = points.clone().count().max(1) as f32;
    let middle = Point::from(points.clone().map(|p| p.coords / count).sum::<Vec2>());
    (points.map(|p| (p - middle).norm_squared()).sum::<f32>() / count).sqrt()
}
