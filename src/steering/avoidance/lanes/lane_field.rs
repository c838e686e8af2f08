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
        let tiles = &self.tiles;
        workers.each(&mut self.layers, |layer| {
            layer.cells.clear();
            layer.cells.resize(tiles.len(), Cell::default());
            for (predicted, radius) in foresight.at(layer.horizon).zip(crowd.radius) {
                tiles.cover(predicted.position, *radius, |cell, share| {
                    let cell = &mut layer.cells[cell];
                    cell[0] += share;
                    cell[1] += share * predicted.heading.x;
                    cell[2] += share * predicted.heading.y;
                });
            }
        });
    }

    /// Returns S = u·M − ρ at `p`, for a unit with the heading u. ρ is the share of the ground that the
    /// units predicted there cover, and M the sum of their headings, weighted by the same shares.
    ///
    /// −S is the sum of (1 − cos θ) over these units, θ being the angle between their heading and u. S is at
    /// most 0, which means that no unit is there or that all of them head the same way.
    pub fn likeness(&self, layer: &LaneLayer, p: Point, heading: Vec2) -> f32 {
        let spot = self.tiles.spot(p);
        spot.cells().map(|(cell, weight)| weight * likeness(&layer.cells[cell], heading)).sum()
    }

    /// Returns how much S one cell to the right of the predicted position exceeds S one cell to its left. A side
    /// behind a wall gets the value at the position itself.
    pub fn better_right(&self, layer: &LaneLayer, predicted: Prediction) -> f32 {
        let right = math::right(predicted.heading) * self.tiles.cell();
        let side = |p: Point| {
            let p = if self.tiles.walled_off(predicted.position, p) { predicted.position } else { p };
            self.likeness(layer, p, predicted.heading)
        };
        side(predicted.position + right) - side(predicted.position - right)
    }

    /// Returns S for every cell of a tile.
    pub fn likenesses(&self, layer: &LaneLayer, tile: u32, heading: Vec2) -> Vec<f32> {
        layer.cells[super::pressure::cells_of(tile)].iter().map(|cell| likeness(cell, heading)).collect()
    }
}

fn likeness(cell: &Cell, heading: Vec2) -> f32 {
    heading.x * cell[1] + heading.y * cell[2] - cell[0]
}
