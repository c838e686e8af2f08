//! The lane field: how well the headings of the units predicted at a position match the unit's own.

use super::foresight::{Foresight, Prediction};
use super::tiles::Tiles;
use crate::math;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};
use crate::workers::Workers;

/// A cell's predicted occupants: the share of the ground that they cover (ρ), and the sum of their headings
/// weighted by that share (M).
type Cell = [f32; 3];

/// The field at one horizon.
#[derive(Debug, Clone, Default)]
pub(super) struct LaneLayer {
    /// The index of the horizon.
    pub horizon: usize,
    /// The weight of this layer.
    pub weight: f32,
    cells: Vec<Cell>,
    /// For each cell, the sum of headings weighted by share and maximum speed (V); empty if speeds are equal.
    velocities: Vec<Vec2>,
}

/// The field at all horizons.
#[derive(Debug, Clone, Default)]
pub(super) struct LaneField {
    pub tiles: Tiles,
    pub layers: Vec<LaneLayer>,
}

impl LaneField {
    /// Fills the field with the predicted positions at `horizons`, given in seconds with their weights. Cells
    /// are `cell` metres wide.
    pub fn fill(
        &mut self,
        crowd: &Crowd<'_>,
        foresight: &Foresight,
        horizons: &[(f32, f32)],
        cell: f32,
        workers: Workers<'_>,
    ) {
        self.layers.resize_with(horizons.len(), LaneLayer::default);
        self.tiles.begin(cell, crowd.walls);
        for (layer, (tau, weight)) in self.layers.iter_mut().zip(horizons) {
            layer.horizon = foresight.index(*tau);
            layer.weight = *weight;
            for (predicted, radius) in foresight.at(layer.horizon).zip(crowd.radius) {
                self.tiles.touch(predicted.position, if *radius > cell { *radius } else { 0.0 });
            }
        }
        self.tiles.finish();
        let speeds = crowd.max_speed.iter().zip(crowd.standing).filter(|(_, standing)| !**standing);
        let mut speeds = speeds.map(|(max_speed, _)| *max_speed);
        let first = speeds.next();
        let speeds_differ = speeds.any(|speed| Some(speed) != first);
        let tiles = &self.tiles;
        workers.each(&mut self.layers, |layer| {
            layer.cells.clear();
            layer.cells.resize(tiles.len(), Cell::default());
            layer.velocities.clear();
            layer.velocities.resize(if speeds_differ { tiles.len() } else { 0 }, Vec2::zeros());
            let bodies = crowd.radius.iter().zip(crowd.max_speed);
            for (predicted, (radius, max_speed)) in foresight.at(layer.horizon).zip(bodies) {
                tiles.cover(predicted.position, *radius, |index, share| {
                    let cell = &mut layer.cells[index];
                    cell[0] += share;
                    cell[1] += share * predicted.heading.x;
                    cell[2] += share * predicted.heading.y;
                    if speeds_differ {
                        layer.velocities[index] += predicted.heading * (share * *max_speed);
                    }
                });
            }
        });
    }

    /// Returns S = u·M − ρ at `p`, for a unit with the heading u. ρ is the share of the ground that the
    /// units predicted there cover, and M the sum of their headings, weighted by the same shares.
    ///
    /// −S is the sum of (1 − cos θ) over these units, θ being the angle between their heading and u. S is at
    /// most 0, which means that no unit is there or that all of them head the same way.
    ///
    /// Where maximum speeds differ and u·M > 0, max(0, u·V/s) replaces u·M if it is smaller. V is the sum of
    /// headings times maximum speeds, and s the unit's own: slow units ahead hold up a faster one.
    pub fn likeness(&self, layer: &LaneLayer, p: Point, seeker: LaneSeeker) -> f32 {
        let spot = self.tiles.spot(p);
        spot.cells().map(|(cell, weight)| weight * likeness(layer, cell, seeker)).sum()
    }

    /// Returns how much S one cell to the right of the predicted position exceeds S one cell to its left. A side
    /// behind a wall gets the value at the position itself.
    pub fn better_right(&self, layer: &LaneLayer, predicted: Prediction, max_speed: f32) -> f32 {
        let right = math::right(predicted.heading) * self.tiles.cell();
        let seeker = LaneSeeker { heading: predicted.heading, max_speed };
        let side = |p: Point| {
            let p = if self.tiles.walled_off(predicted.position, p) { predicted.position } else { p };
            self.likeness(layer, p, seeker)
        };
        side(predicted.position + right) - side(predicted.position - right)
    }

    /// Returns S for every cell of a tile.
    pub fn likenesses(&self, layer: &LaneLayer, tile: u32, seeker: LaneSeeker) -> Vec<f32> {
        super::pressure::cells_of(tile).map(|cell| likeness(layer, cell, seeker)).collect()
    }
}

fn likeness(layer: &LaneLayer, cell: usize, seeker: LaneSeeker) -> f32 {
    let LaneSeeker { heading, max_speed } = seeker;
    let [density, x, y] = layer.cells[cell];
    let mut along = heading.x * x + heading.y * y;
    if let Some(velocity) = layer.velocities.get(cell).filter(|_| along > 0.0) {
        along = along.min((velocity.dot(&heading) / max_speed).max(0.0));
    }
    along - density
}

/// The unit that looks for a lane, as far as the field depends on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaneSeeker {
    pub heading: Vec2,
    /// Its maximum speed, m/s.
    pub max_speed: f32,
}
