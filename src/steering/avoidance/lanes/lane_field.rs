//! The lane field: how well the headings of the units predicted at a position match the unit's own.

use super::predictions::{Prediction, Predictions};
use super::tiles::Tiles;
use crate::math;
use crate::steering::avoidance::model::Crowd;
use crate::types::{Point, Vec2};
use crate::workers::Workers;
use wide::f32x4;

/// A cell's predicted occupants: the share of the ground that they cover (ρ), and the sum of their headings
/// weighted by that share (M). The last number is 0; four of them fill a SIMD register.
type Cell = [f32; 4];

/// The width of a cell, R: that of a unit.
pub(super) const CELL: f32 = 2.0;

/// A crowd is dense if it has at least this number of units per tile of its bounds.
const UNITS_PER_TILE: usize = 4;

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
        predictions: &Predictions,
        horizons: &[(f32, f32)],
        cell: f32,
        workers: Workers<'_>,
    ) {
        self.layers.resize_with(horizons.len(), LaneLayer::default);
        self.tiles.begin(cell, crowd.walls);
        for (layer, (tau, weight)) in self.layers.iter_mut().zip(horizons) {
            layer.horizon = predictions.index(*tau);
            layer.weight = *weight;
        }
        self.touch(crowd, predictions, cell);
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
            let bodies = predictions
                .at(layer.horizon)
                .zip(crowd.radius)
                .map(|(predicted, radius)| (predicted.position, *radius));
            tiles.cover_all(bodies, |id, index, share| {
                let Some(Prediction { heading, .. }) = predictions.predicted(id, layer.horizon) else {
                    return;
                };
                let cell = &mut layer.cells[index];
                let added = [share, share * heading.x, share * heading.y, 0.0];
                for (value, added) in cell.iter_mut().zip(added) {
                    *value += added;
                }
                if speeds_differ {
                    layer.velocities[index] += heading * (share * crowd.max_speed[id]);
                }
            });
        });
    }

    /// Creates or keeps the tiles at the predicted positions. Empty tiles change nothing, so those of a dense crowd are all
    /// tiles of a rectangle. Walls cost time in each new tile.
    fn touch(&mut self, crowd: &Crowd<'_>, predictions: &Predictions, cell: f32) {
        let margin = |radius: f32| if radius > cell { radius } else { 0.0 };
        if crowd.walls.is_empty() {
            let layers = self.layers.iter().map(|layer| layer.horizon);
            let (min, max) = predictions.bounds(layers);
            let largest = crowd.radius.iter().copied().fold(0.0, f32::max);
            if self.tiles.touch_rectangle(min, max, margin(largest), crowd.position.len() / UNITS_PER_TILE) {
                return;
            }
        }
        for layer in &self.layers {
            for (predicted, radius) in predictions.at(layer.horizon).zip(crowd.radius) {
                self.tiles.touch(predicted.position, margin(*radius));
            }
        }
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
            let p = if self.tiles.walled_off(predicted.position, predicted.position, p) {
                predicted.position
            } else {
                p
            };
            self.likeness(layer, p, seeker)
        };
        side(predicted.position + right) - side(predicted.position - right)
    }

    /// Returns [`LaneField::better_right`] for two layers at once, or for one.
    pub fn both_better_right(
        &self,
        layers: &[LaneLayer],
        predicted: [Prediction; 2],
        max_speed: f32,
    ) -> [f32; 2] {
        let [first, second] = predicted;
        let (one, other) = (&layers[0], &layers[layers.len() - 1]);
        if !(one.velocities.is_empty() && other.velocities.is_empty()) {
            return [self.better_right(one, first, max_speed), self.better_right(other, second, max_speed)];
        }
        if layers.len() == 1 {
            self.both_of_equal_speed::<2>([one, one], predicted)
        } else {
            self.both_of_equal_speed::<4>([one, other], predicted)
        }
    }

    /// The same if all maximum speeds are equal, for the sides of both layers, which are 4, or of one, which are 2.
    #[inline(always)]
    fn both_of_equal_speed<const SIDES: usize>(
        &self,
        [one, other]: [&LaneLayer; 2],
        [first, second]: [Prediction; 2],
    ) -> [f32; 2] {
        let layers = [one, one, other, other];
        let predicted = [first, first, second, second];
        let heading_x = f32x4::new(predicted.map(|at| at.heading.x));
        let heading_y = f32x4::new(predicted.map(|at| at.heading.y));
        let (x, y) =
            (f32x4::new(predicted.map(|at| at.position.x)), f32x4::new(predicted.map(|at| at.position.y)));
        // One cell to the right, to the left, to the right and to the left.
        let away = f32x4::new([1.0, -1.0, 1.0, -1.0]) * self.tiles.cell();
        let mut points = [x + heading_y * away, y - heading_x * away];
        self.tiles.keep_in_sight([x, y], &mut points);
        let spots = self.tiles.spots_of::<SIDES>(points);
        let mut sum = f32x4::ZERO;
        for (cells, weight) in spots.cell.iter().zip(spots.weight) {
            let mut rows = [f32x4::ZERO; 4];
            for ((row, layer), cell) in rows.iter_mut().zip(layers).zip(cells).take(SIDES) {
                *row = f32x4::new(layer.cells[*cell as usize]);
            }
            let [density, x, y, _] = f32x4::transpose(rows);
            sum += weight * (heading_x * x + heading_y * y - density);
        }
        let [right, left, other_right, other_left] = sum.to_array();
        [right - left, other_right - other_left]
    }

    /// Returns S for every cell of a tile.
    pub fn likenesses(&self, layer: &LaneLayer, tile: u32, seeker: LaneSeeker) -> Vec<f32> {
        super::pressure::cells_of(tile).map(|cell| likeness(layer, cell, seeker)).collect()
    }
}

fn likeness(layer: &LaneLayer, cell: usize, seeker: LaneSeeker) -> f32 {
    let LaneSeeker { heading, max_speed } = seeker;
    let [density, x, y, _] = layer.cells[cell];
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
