//! The pressure: where the predicted density exceeds the room there is, and which direction leads out of
//! there.

use super::predictions::{Prediction, Predictions};
use super::tile_shape::{CELLS, FourPoints};
use super::tiles::{NONE, Tiles};
use super::wavefront::{Diagonals, Rim};
use crate::steering::avoidance::model::Crowd;
use crate::types::{Segment, Vec2};
use crate::workers::Workers;
use serde::{Deserialize, Serialize};
use wide::f32x4;

/// The width of a cell, R. Cells of 4 or 5 cost more and are no better.
pub(super) const CELL: f32 = 6.0;
/// The rest density ρ₀, above which units make room: the share of the ground that is covered. It is 0.6 units of 0.5 m per m².
/// Results hardly depend on it.
pub(super) const REST_DENSITY: f32 = 0.47;
/// The relaxation factor ω of the sweeps, between 1 (Gauss–Seidel) and 2 (the limit of stability).
const OVER_RELAXATION: f32 = 1.6;

/// The pressure at one horizon.
#[derive(Debug, Clone, Default)]
pub(super) struct PressureLayer {
    /// The horizon τ, s.
    tau: f32,
    /// The index of the horizon.
    pub horizon: usize,
    /// The predicted density: the share of the ground that bodies will cover.
    pub density: Vec<f32>,
    /// The pressure p, m²/s.
    pub pressure: Vec<f32>,
    /// For each tile, whether its pressure is above 0 anywhere, and whether the density exceeds the rest
    /// density in any of its cells.
    pressed: Vec<bool>,
    crowded: Vec<bool>,
    /// The tiles of the current sweep.
    swept: Vec<u32>,
    /// For each tile, the pressure and the source of pressure while they are relaxed.
    relaxed: Vec<Diagonals>,
    sources: Vec<Diagonals>,
}

/// The pressure at all horizons.
#[derive(Debug, Clone, Default)]
pub(super) struct Pressure {
    pub tiles: Tiles,
    pub layers: Vec<PressureLayer>,
}

/// What the next solution starts from: the tiles, and the pressure of those where there is any.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredPressure {
    cell: f32,
    walls: Vec<Segment>,
    keys: Vec<(i32, i32)>,
    layers: Vec<StoredLayer>,
}

/// A layer's horizon in seconds, the index of the horizon, and the pressure of pressed tiles by their number among the keys.
type StoredLayer = (f32, usize, Vec<(u32, Vec<f32>)>);

impl Pressure {
    /// The pressure that was stored. What this one knows of the same walls is not prepared again.
    pub fn restored(&self, stored: StoredPressure) -> Pressure {
        let tiles = self.tiles.with_keys(stored.cell, &stored.walls, &stored.keys);
        let count = tiles.len() / CELLS;
        let layer = |(tau, horizon, pressed): StoredLayer| {
            let (pressure, density) = (vec![0.0; tiles.len()], vec![0.0; tiles.len()]);
            let mut layer = PressureLayer { tau, horizon, pressure, density, ..PressureLayer::default() };
            layer.pressed.resize(count, false);
            for (number, values) in pressed {
                if let Some(&tile) = tiles.active().get(number as usize)
                    && values.len() == CELLS
                {
                    layer.pressure[cells_of(tile)].copy_from_slice(&values);
                    layer.pressed[tile as usize] = true;
                }
            }
            layer
        };
        let layers = stored.layers.into_iter().map(layer).collect();
        Pressure { tiles, layers }
    }

    /// What a copy needs to go on.
    pub fn stored(&self) -> StoredPressure {
        let pressed = |layer: &PressureLayer| {
            let tiles = (0_u32..).zip(self.tiles.active());
            let tiles = tiles.filter(|(_, tile)| layer.pressed.get(**tile as usize) == Some(&true));
            let own = tiles.map(|(number, tile)| (number, layer.pressure[cells_of(*tile)].to_vec()));
            (layer.tau, layer.horizon, own.collect())
        };
        StoredPressure {
            cell: self.tiles.cell(),
            walls: self.tiles.walls().to_vec(),
            keys: self.tiles.keys(),
            layers: self.layers.iter().map(pressed).collect(),
        }
    }

    /// Solves for the pressure of the predicted positions, starting from the previous solution. Cells are
    /// `cell` metres wide. Each solution takes this number of `sweeps`.
    pub fn solve(
        &mut self,
        crowd: &Crowd<'_>,
        predictions: &Predictions,
        horizons: &[f32],
        cell: f32,
        sweeps: usize,
        workers: Workers<'_>,
    ) {
        self.layers.resize_with(horizons.len(), PressureLayer::default);
        self.tiles.begin(cell, crowd.walls);
        for (layer, tau) in self.layers.iter_mut().zip(horizons) {
            layer.tau = *tau;
            layer.horizon = predictions.index(*tau);
            for (predicted, radius) in predictions.at(layer.horizon).zip(crowd.radius) {
                // The pressure extends a little beyond the units that cause it.
                self.tiles.touch(predicted.position, cell.max(*radius));
            }
        }
        self.tiles.finish();
        let tiles = &self.tiles;
        workers.each(&mut self.layers, |layer| {
            layer.splat(tiles, predictions, crowd);
            layer.relax(tiles, sweeps);
        });
    }

    /// The slopes −∇p of up to four layers, each at its predicted position, m/s.
    pub fn slopes(&self, layers: &[PressureLayer], predicted: &[Prediction; 4]) -> [Vec2; 4] {
        let points: FourPoints =
            [f32x4::new(predicted.map(|at| at.position.x)), f32x4::new(predicted.map(|at| at.position.y))];
        // Slots that are left over repeat the first layer.
        let mut values = [&layers[0].pressure[..]; 4];
        for (values, layer) in values.iter_mut().zip(layers) {
            *values = &layer.pressure;
        }
        let [x, y] = self.tiles.spots(points).slopes(|slot, cell| values[slot][cell]);
        let (x, y) = ((x / -self.tiles.cell()).to_array(), (y / -self.tiles.cell()).to_array());
        let mut slopes = [Vec2::zeros(); 4];
        for (slope, (x, y)) in slopes.iter_mut().zip(x.into_iter().zip(y)) {
            *slope = Vec2::new(x, y);
        }
        slopes
    }
}

impl PressureLayer {
    fn splat(&mut self, tiles: &Tiles, predictions: &Predictions, crowd: &Crowd<'_>) {
        self.density.clear();
        self.density.resize(tiles.len(), 0.0);
        let bodies =
            predictions.at(self.horizon).zip(crowd.radius).map(|(at, radius)| (at.position, *radius));
        tiles.cover_all(bodies, |_, cell, share| self.density[cell] += share);
    }

    /// Solves −∇²p = (ρ − ρ₀)/(ρ₀ τ) with p ≥ 0 by successive over-relaxation, in sweeps that alternate in
    /// direction. ρ is the density, ρ₀ the rest density and τ the horizon.
    ///
    /// The pressure is 0 outside the tiles, and nothing flows through walls.
    fn relax(&mut self, tiles: &Tiles, sweeps: usize) {
        self.pressure.resize(tiles.len(), 0.0);
        self.pressed.resize(tiles.len() / CELLS, false);
        for &tile in tiles.fresh() {
            self.pressure[cells_of(tile)].fill(0.0);
            self.pressed[tile as usize] = false;
        }
        let scale = tiles.cell() * tiles.cell() / (REST_DENSITY * self.tau);
        let count = tiles.len() / CELLS;
        self.crowded.clear();
        self.crowded.resize(count, false);
        self.relaxed.resize_with(count, Diagonals::default);
        self.sources.resize_with(count, Diagonals::default);
        for &tile in tiles.active() {
            let density = &self.density[cells_of(tile)];
            self.crowded[tile as usize] = density.iter().any(|density| *density > REST_DENSITY);
            self.relaxed[tile as usize].set(&self.pressure[cells_of(tile)]);
            let mut source = [0.0; CELLS];
            for (source, density) in source.iter_mut().zip(density) {
                *source = scale * (density - REST_DENSITY);
            }
            self.sources[tile as usize].set(&source);
        }
        let mut swept = std::mem::take(&mut self.swept);
        for sweep in 0..sweeps {
            // The pressure of all other tiles remains 0.
            if sweep % 2 == 0 {
                swept.clear();
                swept.extend(tiles.active().iter().filter(|tile| {
                    let pressed = |tile: &u32| *tile != NONE && self.pressed[*tile as usize];
                    self.crowded[**tile as usize]
                        || pressed(tile)
                        || tiles.adjacent(**tile).iter().any(pressed)
                }));
            }
            let forth = sweep % 2 == 0;
            for k in 0..swept.len() {
                let tile = swept[if forth { k } else { swept.len() - 1 - k }];
                self.sweep(tiles, tile, forth, OVER_RELAXATION);
            }
        }
        self.swept = swept;
        for &tile in tiles.active() {
            self.relaxed[tile as usize].get(&mut self.pressure[cells_of(tile)]);
        }
    }

    fn sweep(&mut self, tiles: &Tiles, tile: u32, forth: bool, omega: f32) {
        let index = tile as usize;
        let there =
            |tile: u32| (tile != NONE && self.pressed[tile as usize]).then(|| &self.relaxed[tile as usize]);
        let rim = Rim::new(tiles.adjacent(tile).map(there));
        let source = &self.sources[index];
        self.pressed[index] = self.relaxed[index].relax(&rim, source, forth, omega, tiles.faces(tile));
    }
}

pub(super) fn cells_of(tile: u32) -> std::ops::Range<usize> {
    tile as usize * CELLS..(tile as usize + 1) * CELLS
}
