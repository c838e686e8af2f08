//! The pressure: where the predicted density exceeds the room there is, and which direction leads out of
//! there.

use super::foresight::{Foresight, Prediction};
use super::settings::Numbers;
use super::tile_shape::{CELLS, SIDE};
use super::tiles::{NONE, Tiles};
use crate::steering::avoidance::model::Crowd;
use crate::types::Vec2;
use crate::workers::Workers;

/// The length of a tile's row with one cell of the adjacent tile at either end.
const ROW: usize = SIDE + 2;
/// The values of a tile with a rim of one cell from the adjacent tiles.
type Rimmed = [[f32; ROW]; ROW];

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
}

/// The pressure at all horizons.
#[derive(Debug, Clone, Default)]
pub(super) struct Pressure {
    pub tiles: Tiles,
    pub layers: Vec<PressureLayer>,
}

impl Pressure {
    /// Solves for the pressure of the predicted positions, starting from the previous solution. Cells are
    /// `cell` metres wide.
    pub fn solve(
        &mut self,
        crowd: &Crowd<'_>,
        foresight: &Foresight,
        horizons: &[f32],
        cell: f32,
        numbers: &Numbers,
        workers: Workers<'_>,
    ) {
        self.layers.resize_with(horizons.len(), PressureLayer::default);
        self.tiles.begin(cell, crowd.walls);
        for (layer, tau) in self.layers.iter_mut().zip(horizons) {
            layer.tau = *tau;
            layer.horizon = foresight.index(*tau);
            for (predicted, radius) in foresight.at(layer.horizon).zip(crowd.radius) {
                // The pressure extends a little beyond the units that cause it.
                self.tiles.touch(predicted.position, cell.max(*radius));
            }
        }
        self.tiles.finish();
        let tiles = &self.tiles;
        workers.each(&mut self.layers, |layer| {
            layer.splat(tiles, foresight, crowd);
            layer.relax(tiles, numbers);
        });
    }

    /// The slope −∇p at the predicted position, m/s.
    pub fn slope(&self, layer: &PressureLayer, predicted: Prediction) -> Vec2 {
        self.tiles.spot(predicted.position).slope(&layer.pressure) / -self.tiles.cell()
    }
}

impl PressureLayer {
    fn splat(&mut self, tiles: &Tiles, foresight: &Foresight, crowd: &Crowd<'_>) {
        self.density.clear();
        self.density.resize(tiles.len(), 0.0);
        for (predicted, radius) in foresight.at(self.horizon).zip(crowd.radius) {
            tiles.cover(predicted.position, *radius, |cell, share| self.density[cell] += share);
        }
    }

    /// Solves −∇²p = (ρ − ρ₀)/(ρ₀ τ) with p ≥ 0 by successive over-relaxation, in sweeps that alternate in
    /// direction. ρ is the density, ρ₀ the rest density and τ the horizon.
    ///
    /// The pressure is 0 outside the tiles, and nothing flows through walls.
    fn relax(&mut self, tiles: &Tiles, numbers: &Numbers) {
        self.pressure.resize(tiles.len(), 0.0);
        self.pressed.resize(tiles.len() / CELLS, false);
        for &tile in tiles.fresh() {
            self.pressure[cells_of(tile)].fill(0.0);
            self.pressed[tile as usize] = false;
        }
        let rest = numbers.rest_density;
        let scale = tiles.cell() * tiles.cell() / (rest * self.tau);
        self.crowded.clear();
        self.crowded.resize(tiles.len() / CELLS, false);
        for &tile in tiles.active() {
            let more = self.density[cells_of(tile)].iter().any(|density| *density > rest);
            self.crowded[tile as usize] = more;
        }
        let mut swept = std::mem::take(&mut self.swept);
        for sweep in 0..numbers.sweeps {
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
                self.sweep(tiles, tile, forth, numbers.over_relaxation, |density| scale * (density - rest));
            }
        }
        self.swept = swept;
    }

    fn sweep(&mut self, tiles: &Tiles, tile: u32, forth: bool, omega: f32, source: impl Fn(f32) -> f32) {
        let mut p = self.rimmed(tiles, tile);
        let density = &self.density[cells_of(tile)];
        let closed = tiles.closed(tile);
        let mut any = false;
        for k in 0..CELLS {
            let at = if forth { k } else { CELLS - 1 - k };
            let (row, column) = (at / SIDE + 1, at % SIDE + 1);
            let around = [p[row][column + 1], p[row + 1][column], p[row][column - 1], p[row - 1][column]];
            let source = source(density[at]);
            let even = match closed.map_or(0, |closed| closed[at]) {
                0 => (around[0] + around[1] + around[2] + around[3] + source) * 0.25,
                closed => open_mean(around, closed, source),
            };
            let value = (p[row][column] + omega * (even - p[row][column])).max(0.0);
            p[row][column] = value;
            any |= value > 0.0;
        }
        for (row, values) in self.pressure[cells_of(tile)].chunks_exact_mut(SIDE).enumerate() {
            values.copy_from_slice(&p[row + 1][1..=SIDE]);
        }
        self.pressed[tile as usize] = any;
    }

    fn rimmed(&self, tiles: &Tiles, tile: u32) -> Rimmed {
        let mut p = [[0.0; ROW]; ROW];
        for (row, values) in self.pressure[cells_of(tile)].chunks_exact(SIDE).enumerate() {
            p[row + 1][1..=SIDE].copy_from_slice(values);
        }
        let [east, north, west, south] = tiles.adjacent(tile);
        let there =
            |tile: u32| (tile != NONE && self.pressed[tile as usize]).then(|| &self.pressure[cells_of(tile)]);
        if let Some(east) = there(east) {
            (0..SIDE).for_each(|row| p[row + 1][SIDE + 1] = east[row * SIDE]);
        }
        if let Some(north) = there(north) {
            p[SIDE + 1][1..=SIDE].copy_from_slice(&north[..SIDE]);
        }
        if let Some(west) = there(west) {
            (0..SIDE).for_each(|row| p[row + 1][0] = west[row * SIDE + SIDE - 1]);
        }
        if let Some(south) = there(south) {
            p[0][1..=SIDE].copy_from_slice(&south[CELLS - SIDE..]);
        }
        p
    }
}

/// The relaxed value of a cell next to walls: only its open faces count.
fn open_mean(around: [f32; 4], closed: u8, source: f32) -> f32 {
    let open = |k: usize| closed & 1 << k == 0;
    let count = (0..4).filter(|k| open(*k)).count();
    let sum: f32 = (0..4).filter(|k| open(*k)).map(|k| around[k]).sum();
    if count == 0 { 0.0 } else { (sum + source) / count as f32 }
}

pub(super) fn cells_of(tile: u32) -> std::ops::Range<usize> {
    tile as usize * CELLS..(tile as usize + 1) * CELLS
}
