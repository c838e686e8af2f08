//! The lane field: how much those who will be at a place go one's own way.

use super::foresight::{Foresight, Place};
use super::tiles::Tiles;
use crate::math;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};
use crate::workers::Workers;

/// Who will be in a cell: the share of the ground that they cover, and the sum of their headings, weighted by it.
type Cell = [f32; 3];

/// The field at one horizon.
#[derive(Debug, Clone, Default)]
pub(super) struct LaneLayer {
    /// Its index.
    pub horizon: usize,
    /// What it counts.
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
    /// Fills the field with what is foreseen at `horizons` (s, and each one's weight). Cells are `cell` metres wide.
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
            for (place, radius) in foresight.at(layer.horizon).zip(crowd.radius) {
                self.tiles.touch(place.at, if *radius > cell { *radius } else { 0.0 });
            }
        }
        self.tiles.finish();
        let tiles = &self.tiles;
        workers.each(&mut self.layers, |layer| {
            layer.cells.clear();
            layer.cells.resize(tiles.len(), Cell::default());
            for (place, radius) in foresight.at(layer.horizon).zip(crowd.radius) {
                tiles.cover(place.at, *radius, |cell, share| {
                    let cell = &mut layer.cells[cell];
                    cell[0] += share;
                    cell[1] += share * place.way.x;
                    cell[2] += share * place.way.y;
                });
            }
        });
    }

    /// S = u·M − ρ at `p`, for one that goes the way u: minus the sum of (1 − cos of the angle between its way and theirs) over
    /// those who will be there, as shares of the ground. 0 is best: nobody, or only those who go the same way.
    pub fn likeness(&self, layer: &LaneLayer, p: Point, way: Vec2) -> f32 {
        let spot = self.tiles.spot(p);
        spot.cells().map(|(cell, weight)| weight * likeness(&layer.cells[cell], way)).sum()
    }

    /// How much better it is on the right of a place than on its left. What is behind a wall is as good as the place itself.
    pub fn better_right(&self, layer: &LaneLayer, place: Place) -> f32 {
        let right = math::right(place.way) * self.tiles.cell();
        let beside = |p: Point| {
            let p = if self.tiles.walled_off(place.at, p) { place.at } else { p };
            self.likeness(layer, p, place.way)
        };
        beside(place.at + right) - beside(place.at - right)
    }

    /// S of the cells of a tile.
    pub fn likenesses(&self, layer: &LaneLayer, tile: u32, way: Vec2) -> Vec<f32> {
        layer.cells[super::pressure::cells_of(tile)].iter().map(|cell| likeness(cell, way)).collect()
    }
}

fn likeness(cell: &Cell, way: Vec2) -> f32 {
    way.x * cell[1] + way.y * cell[2] - cell[0]
}
