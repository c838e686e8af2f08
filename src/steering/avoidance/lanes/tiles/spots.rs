//! Four positions at once: the same spots as [`Tiles::spot`] finds one by one, in SIMD registers. Positions are
//! looked up for every unit and horizon, which makes this the most frequent step of the model.

use super::super::tile_shape::{CELLS, FourPoints, split};
use super::{FAR, LEAST_LEFT, MASK, NONE, NOWHERE, SHIFT, Tiles, Window};
use crate::types::Point;
use wide::{f32x4, i32x4};

/// The cells around four positions. Cells that do not exist are those of the tile [`NOWHERE`].
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct FourSpots {
    /// For each corner, in the order of [`Spot`](super::Spot), the cells of all positions.
    pub cell: [[u32; 4]; 4],
    /// For each corner, the weights of all positions.
    pub weight: [f32x4; 4],
    /// The offsets from the lower left centres.
    pub between: [f32x4; 2],
}

impl FourSpots {
    /// The slopes of the values at the positions, per cell. `value` is given a slot and a cell.
    #[inline(always)]
    pub fn slopes(&self, value: impl Fn(usize, usize) -> f32) -> [f32x4; 2] {
        let mut values = [[0.0; 4]; 4];
        for (values, cells) in values.iter_mut().zip(&self.cell) {
            for (slot, (at, cell)) in values.iter_mut().zip(cells).enumerate() {
                *at = value(slot, *cell as usize);
            }
        }
        let values = values.map(f32x4::new);
        // There is no slope to or from a hidden cell.
        let hidden = self.weight.map(|weight| weight.simd_eq(f32x4::ZERO));
        let step = |a: usize, b: usize| (hidden[a] | hidden[b]).bitselect(f32x4::ZERO, values[b] - values[a]);
        let ([u, v], one) = (self.between, f32x4::ONE);
        [step(0, 1) * (one - v) + step(2, 3) * v, step(0, 2) * (one - u) + step(1, 3) * u]
    }
}

impl Tiles {
    /// The cells around four positions.
    #[inline(always)]
    pub fn spots(&self, points: FourPoints) -> FourSpots {
        self.spots_of::<4>(points)
    }

    /// The same for 4 or 2 positions. Of two, the second half is a copy.
    #[inline(always)]
    pub fn spots_of<const SLOTS: usize>(&self, [x, y]: FourPoints) -> FourSpots {
        let far = f32x4::splat(FAR);
        if self.window.first.is_empty() || !(x.abs().simd_lt(far) & y.abs().simd_lt(far)).all() {
            return self.spots_one_by_one([x, y]);
        }
        let cell = f32x4::splat(self.cell);
        let ((left, u), (low, v)) = (split(x / cell - 0.5), split(y / cell - 0.5));
        let (one, mask) = (i32x4::ONE, i32x4::splat(MASK));
        let columns = [left, left + one].map(|x| self.window.columns_of(x >> SHIFT));
        let rows = [low, low + one].map(|y| self.window.rows_of(y >> SHIFT) * self.window.columns as i32);
        let across = [left & mask, (left + one) & mask];
        let up = [(low & mask) << SHIFT, ((low + one) & mask) << SHIFT];
        let mut cell = [[0; 4]; 4];
        for (k, cells) in cell.iter_mut().enumerate() {
            let (dx, dy) = (k & 1, k >> 1);
            let (tile, within) = ((rows[dy] + columns[dx]).to_array(), (up[dy] | across[dx]).to_array());
            for slot in 0..SLOTS {
                cells[slot] = self.window.first[tile[slot] as usize] + within[slot] as u32;
            }
            for slot in SLOTS..4 {
                cells[slot] = cells[slot - SLOTS];
            }
        }
        let one = f32x4::ONE;
        let weight = [(one - u) * (one - v), u * (one - v), (one - u) * v, u * v];
        let mut spots = FourSpots { cell, weight, between: [u, v] };
        if !self.walls.segments().is_empty() {
            self.hide_from_four([left, low], &mut spots);
        }
        spots
    }

    /// Moves `points` that a wall hides from the positions `from` back to these. The first two positions are equal, and so are
    /// the last two.
    #[inline(always)]
    pub fn keep_in_sight(&self, from: FourPoints, points: &mut FourPoints) {
        if !self.walls.segments().is_empty() {
            self.keep_in_sight_of_walls(from, points);
        }
    }

    #[inline(never)]
    fn keep_in_sight_of_walls(&self, from: FourPoints, points: &mut FourPoints) {
        let corner = from.map(|x| split(x / f32x4::splat(self.cell) - 0.5).0);
        let ([left, low], [x, y]) = (corner.map(i32x4::to_array), from.map(f32x4::to_array));
        let [mut to_x, mut to_y] = points.map(f32x4::to_array);
        for pair in [[0, 1], [2, 3]] {
            let p = Point::new(x[pair[0]], y[pair[0]]);
            let [one, other] = pair.map(|slot| Point::new(to_x[slot], to_y[slot]));
            let at = [left[pair[0]], low[pair[0]]];
            let Some((walled, square)) =
                self.walled_at(at).filter(|(walled, square)| walled.is_between(*square, one, other))
            else {
                continue;
            };
            for (slot, to) in pair.into_iter().zip([one, other]) {
                if walled.is_between(square, p, to) {
                    (to_x[slot], to_y[slot]) = (p.x, p.y);
                }
            }
        }
        *points = [f32x4::new(to_x), f32x4::new(to_y)];
    }

    /// Removes the weight of cells that are hidden from the positions by walls.
    #[inline(never)]
    fn hide_from_four(&self, corner: [i32x4; 2], spots: &mut FourSpots) {
        let [left, low] = corner.map(i32x4::to_array);
        let [u, v] = spots.between.map(f32x4::to_array);
        // The cells that are seen, as bits, and whether there are walls.
        let (mut seen, mut walled) = ([0; 4], [0.0; 4]);
        for slot in 0..4 {
            let tile = spots.cell[0][slot] as usize / CELLS;
            if let Some(own) = &self.tiles[tile].walled {
                let square = ((low[slot] & MASK) << SHIFT | (left[slot] & MASK)) as usize;
                (seen[slot], walled[slot]) = (own.seen(square, [u[slot], v[slot]]) as i32, 1.0);
            }
        }
        // As `hide` does.
        let (seen, walled) = (i32x4::new(seen), f32x4::new(walled).simd_eq(f32x4::ONE));
        let mut weight = spots.weight;
        for (k, weight) in weight.iter_mut().enumerate() {
            let hidden = f32x4::from_i32x4(seen & i32x4::splat(1 << k)).simd_eq(f32x4::ZERO);
            *weight = hidden.bitselect(f32x4::ZERO, *weight);
        }
        let [first, second, third, fourth] = weight;
        let left = first + second + third + fourth;
        let enough = left.simd_gt(f32x4::splat(LEAST_LEFT));
        for (own, weight) in spots.weight.iter_mut().zip(weight) {
            *own = walled.bitselect(enough.bitselect(weight / left, weight), *own);
        }
    }

    /// The same for positions that are far away, or among tiles that are.
    #[cold]
    fn spots_one_by_one(&self, [x, y]: FourPoints) -> FourSpots {
        let (x, y) = (x.to_array(), y.to_array());
        let spots: [_; 4] = std::array::from_fn(|slot| self.spot(Point::new(x[slot], y[slot])));
        let cell = |cell: u32| if cell == NONE { NOWHERE } else { cell };
        FourSpots {
            cell: std::array::from_fn(|k| std::array::from_fn(|slot| cell(spots[slot].cell[k]))),
            weight: std::array::from_fn(|k| f32x4::new(std::array::from_fn(|slot| spots[slot].weight[k]))),
            between: std::array::from_fn(|k| f32x4::new(std::array::from_fn(|slot| spots[slot].between[k]))),
        }
    }
}

impl Window {
    /// The columns of tiles, given in tiles from the origin. Those outside are in the margin.
    #[inline(always)]
    pub(super) fn columns_of(&self, x: i32x4) -> i32x4 {
        (x - i32x4::splat(self.low.0 - 1)).max(i32x4::ZERO).min(i32x4::splat(self.columns as i32 - 1))
    }

    #[inline(always)]
    pub(super) fn rows_of(&self, y: i32x4) -> i32x4 {
        (y - i32x4::splat(self.low.1 - 1)).max(i32x4::ZERO).min(i32x4::splat(self.rows as i32 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Spot;
    use super::*;
    use crate::steering::avoidance::lanes::walled::between;
    use crate::types::{Segment, Vec2};
    use proptest::prelude::*;

    /// The slope of `values` at a spot, per cell.
    fn slope(spot: &Spot, values: &[f32]) -> Vec2 {
        let value = |k: usize| if spot.cell[k] == NONE { 0.0 } else { values[spot.cell[k] as usize] };
        let step = |a: usize, b: usize| {
            if spot.weight[a] == 0.0 || spot.weight[b] == 0.0 { 0.0 } else { value(b) - value(a) }
        };
        let [u, v] = spot.between;
        Vec2::new(step(0, 1) * (1.0 - v) + step(2, 3) * v, step(0, 2) * (1.0 - u) + step(1, 3) * u)
    }

    fn points() -> impl Strategy<Value = Point> {
        let lattice =
            (-40_i32..40, -40_i32..40).prop_map(|(x, y)| Point::new(x as f32 * 0.5, y as f32 * 0.5));
        let anywhere = (-20.0_f32..20.0, -20.0_f32..20.0).prop_map(|(x, y)| Point::new(x, y));
        prop_oneof![lattice, anywhere, Just(Point::new(f32::NAN, 2e6)), Just(Point::new(9e5, -9e5))]
    }

    proptest! {
        #[test]
        fn four_spots_are_those_of_each_position(
            touched in prop::collection::vec(points(), 0..20),
            demand in prop::collection::vec(points(), 4..40),
            ends in prop::collection::vec((points(), points()), 0..4),
            cell in prop_oneof![Just(1.0_f32), 0.3_f32..1.4],
        ) {
            let is_near = |p: &Point| p.x.abs() < 100.0;
            let walls: Vec<Segment> = ends
                .into_iter()
                .filter(|(from, to)| is_near(from) && is_near(to))
                .map(|(from, to)| Segment { from, to })
                .collect();
            let mut tiles = Tiles::default();
            tiles.begin(cell, &walls);
            touched.iter().for_each(|p| tiles.touch(*p, 0.0));
            tiles.finish();
            let mut values: Vec<f32> = (0..tiles.len()).map(|k| (k * 31 % 101) as f32).collect();
            values[..CELLS].fill(0.0);
            for four in demand.chunks_exact(4) {
                let x = f32x4::new([four[0].x, four[1].x, four[2].x, four[3].x]);
                let y = f32x4::new([four[0].y, four[1].y, four[2].y, four[3].y]);
                let spots = tiles.spots([x, y]);
                let slopes = spots.slopes(|_, cell| values[cell]).map(f32x4::to_array);
                for (slot, p) in four.iter().enumerate() {
                    let plain = tiles.spot(*p);
                    for k in 0..4 {
                        let cell = spots.cell[k][slot];
                        let cell = if cell < CELLS as u32 { NONE } else { cell };
                        prop_assert_eq!(cell, plain.cell[k]);
                        prop_assert_eq!(spots.weight[k].to_array()[slot], plain.weight[k]);
                    }
                    let slope = slope(&plain, &values);
                    prop_assert_eq!((slopes[0][slot], slopes[1][slot]), (slope.x, slope.y));
                }
            }
        }

        /// For points up to a cell apart, wherever a cell or a tile ends.
        #[test]
        fn a_wall_between_two_points_is_found(
            lines in prop::collection::vec((-20.0_f32..20.0, -20.0_f32..20.0, -1.0_f32..1.0, -1.0_f32..1.0), 40),
            ends in prop::collection::vec(((-20.0_f32..20.0, -20.0_f32..20.0), (-4.0_f32..4.0, -4.0_f32..4.0)), 1..12),
            cell in prop_oneof![Just(1.0_f32), 0.3_f32..1.4],
        ) {
            let walls: Vec<Segment> = ends
                .into_iter()
                .map(|((x, y), (to_x, to_y))| Segment { from: Point::new(x, y), to: Point::new(x + to_x, y + to_y) })
                .collect();
            let mut tiles = Tiles::default();
            tiles.begin(cell, &walls);
            let at = |x: f32, y: f32| Point::new(x, y);
            lines.iter().for_each(|(x, y, ..)| tiles.touch(at(*x, *y), 0.0));
            tiles.finish();
            for (x, y, dx, dy) in lines {
                let (a, b) = (at(x, y), at(x + dx * cell, y + dy * cell));
                prop_assert_eq!(tiles.walled_off(a, a, b), between(&walls, a, b), "from {} to {}", a, b);
            }
        }
    }
}
