//! One sweep of successive over-relaxation over a tile, several cells at once.
//!
//! A sweep goes through the cells row by row, and each cell uses the new values of the cells before it. The cells
//! of a diagonal do not use each other, only the diagonals before and after it. Going diagonal by diagonal
//! therefore gives the same values, bit by bit, and needs an eighth of the steps (Lamport 1974, "The parallel
//! execution of DO loops").

use super::tile_shape::{CELLS, SIDE};
use wide::f32x4;

/// The diagonals of a tile with a column on each side.
const DIAGONALS: usize = 2 * SIDE + 1;
/// The diagonals of a tile.
const INNER: usize = 2 * SIDE - 1;

/// For each diagonal of a tile, which rows it crosses, as masks.
const CROSSED: [[u32; SIDE]; INNER] = {
    let mut crossed = [[0; SIDE]; INNER];
    let mut cell = 0;
    while cell < CELLS {
        crossed[cell / SIDE + cell % SIDE][cell / SIDE] = u32::MAX;
        cell += 1;
    }
    crossed
};

/// The values of a tile's cells, one row per diagonal from the upper left to the lower right. The cell in row r and
/// column c is entry r of diagonal r + c + 1. During a sweep, columns −1 and 8 are those of the rim.
#[derive(Debug, Clone)]
pub(super) struct Diagonals([[f32; SIDE]; DIAGONALS]);

/// The values of the cells next to a tile.
#[derive(Debug, Clone, Default)]
pub(super) struct Rim {
    east: [f32; SIDE],
    north: [f32; SIDE],
    west: [f32; SIDE],
    south: [f32; SIDE],
}

impl Rim {
    /// The cells of the tiles to the east, north, west and south; 0 without a tile.
    pub fn new([east, north, west, south]: [Option<&Diagonals>; 4]) -> Rim {
        let mut rim = Rim::default();
        let copy = |side: &mut [f32; SIDE], tile: Option<&Diagonals>, value: fn(&Diagonals, usize) -> f32| {
            if let Some(tile) = tile {
                side.iter_mut().enumerate().for_each(|(k, cell)| *cell = value(tile, k));
            }
        };
        copy(&mut rim.east, east, |tile, row| tile.0[row + 1][row]);
        copy(&mut rim.north, north, |tile, column| tile.0[column + 1][0]);
        copy(&mut rim.west, west, |tile, row| tile.0[row + SIDE][row]);
        copy(&mut rim.south, south, |tile, column| tile.0[column + SIDE][SIDE - 1]);
        rim
    }
}

impl Default for Diagonals {
    fn default() -> Diagonals {
        Diagonals([[0.0; SIDE]; DIAGONALS])
    }
}

impl Diagonals {
    /// Sets the values of all cells, given row by row.
    pub fn set(&mut self, values: &[f32]) {
        for (cell, value) in values.iter().enumerate() {
            self.0[cell / SIDE + cell % SIDE + 1][cell / SIDE] = *value;
        }
    }

    /// Copies the values of all cells.
    pub fn get(&self, values: &mut [f32]) {
        for (cell, value) in values.iter_mut().enumerate() {
            *value = self.0[cell / SIDE + cell % SIDE + 1][cell / SIDE];
        }
    }

    /// Relaxes all cells, from the lower left to the upper right or back. `source` is h²f of the equation
    /// −∇²p = f. Nothing flows through closed faces. Returns whether a value is above 0.
    pub fn relax(
        &mut self,
        rim: &Rim,
        source: &Diagonals,
        forth: bool,
        omega: f32,
        faces: Option<&Faces>,
    ) -> bool {
        match faces {
            Some(faces) => self.relax_with(rim, source, forth, omega, |k, half, around, source| {
                faces.mean(k, half, around, source)
            }),
            None => self.relax_with(rim, source, forth, omega, |_, _, [east, north, west, south], source| {
                (east + north + west + south + source) * 0.25
            }),
        }
    }

    /// The same, given the mean for one half of a diagonal: a function of the diagonal, the half, the adjacent
    /// values and the source.
    #[inline(always)]
    fn relax_with(
        &mut self,
        rim: &Rim,
        source: &Diagonals,
        forth: bool,
        omega: f32,
        mean: impl Fn(usize, usize, [f32x4; 4], f32x4) -> f32x4,
    ) -> bool {
        for row in 0..SIDE {
            self.0[row][row] = rim.west[row];
            self.0[row + SIDE + 1][row] = rim.east[row];
        }
        let mut is_above = f32x4::ZERO;
        // The diagonal relaxed last, which does not have to be read again.
        let mut last = halves(&self.0[if forth { 0 } else { INNER + 1 }]);
        for step in 0..INNER {
            let k = if forth { step } else { INNER - 1 - step };
            let (west, east) =
                if forth { (last, halves(&self.0[k + 2])) } else { (halves(&self.0[k]), last) };
            // The rows below and above are the entries before and after. Those of the outermost rows are in the rim.
            let ([a, b, c, d], [e, f, g, _]) = (west[0].to_array(), west[1].to_array());
            let below = rim.south[k.min(SIDE - 1)];
            let south = [f32x4::new([below, a, b, c]), f32x4::new([d, e, f, g])];
            let ([_, b, c, d], [e, f, g, h]) = (east[0].to_array(), east[1].to_array());
            let above = rim.north[k.max(SIDE - 1) - (SIDE - 1)];
            let north = [f32x4::new([b, c, d, e]), f32x4::new([f, g, h, above])];
            let (here, source) = (halves(&self.0[k + 1]), halves(&source.0[k + 1]));
            let crossed = halves(&CROSSED[k].map(f32::from_bits));
            for half in 0..2 {
                let around = [east[half], north[half], west[half], south[half]];
                let even = mean(k, half, around, source[half]);
                let relaxed = here[half] + omega * (even - here[half]);
                last[half] = crossed[half].bitselect(relaxed.fast_max(f32x4::ZERO), here[half]);
                is_above |= crossed[half] & last[half].simd_gt(f32x4::ZERO);
                self.0[k + 1][half * 4..][..4].copy_from_slice(&last[half].to_array());
            }
        }
        is_above.any()
    }
}

/// The faces of a tile's cells, by diagonal.
#[derive(Debug, Clone)]
pub(super) struct Faces {
    /// The closed faces as bits, in the order east, north, west and south.
    closed: [[u32; SIDE]; INNER],
    /// The number of open faces.
    open: [[f32; SIDE]; INNER],
}

impl Faces {
    /// Faces given as bits for each cell.
    pub fn new(closed: &[u8; CELLS]) -> Faces {
        let mut faces = Faces { closed: [[0; SIDE]; INNER], open: [[4.0; SIDE]; INNER] };
        for (cell, closed) in closed.iter().enumerate() {
            let (diagonal, row) = (cell / SIDE + cell % SIDE, cell / SIDE);
            faces.closed[diagonal][row] = u32::from(*closed);
            faces.open[diagonal][row] = (4 - closed.count_ones()) as f32;
        }
        faces
    }

    /// The relaxed values of cells: only their open faces count. A cell without any has no pressure.
    #[inline(always)]
    fn mean(&self, diagonal: usize, half: usize, around: [f32x4; 4], source: f32x4) -> f32x4 {
        let [closed_1, closed_2, closed_3, closed_4, closed_5, closed_6, closed_7, closed_8] =
            self.closed[diagonal];
        let halves_of_closed =
            [[closed_1, closed_2, closed_3, closed_4], [closed_5, closed_6, closed_7, closed_8]];
        let mut sum = f32x4::ZERO;
        for (face, value) in around.into_iter().enumerate() {
            let is_open =
                halves_of_closed[half].map(|closed| if closed & 1 << face == 0 { u32::MAX } else { 0 });
            sum += f32x4::new(is_open.map(f32::from_bits)) & value;
        }
        let open = halves(&self.open[diagonal])[half];
        open.simd_gt(f32x4::ZERO) & ((sum + source) / open)
    }
}

#[inline(always)]
fn halves(row: &[f32; SIDE]) -> [f32x4; 2] {
    let [a, b, c, d, e, f, g, h] = *row;
    [f32x4::new([a, b, c, d]), f32x4::new([e, f, g, h])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells() -> impl Strategy<Value = Diagonals> {
        prop::collection::vec(prop_oneof![Just(0.0_f32), 0.0_f32..3.0], CELLS).prop_map(|values| {
            let mut cells = Diagonals::default();
            cells.set(&values);
            cells
        })
    }

    /// The same sweep one cell after another.
    fn relax_one_by_one(
        cells: &mut Diagonals,
        rim: &Rim,
        source: &Diagonals,
        forth: bool,
        omega: f32,
        closed: &[u8; CELLS],
    ) -> bool {
        let mut is_above = false;
        for step in 0..CELLS {
            let cell = if forth { step } else { CELLS - 1 - step };
            let (row, column) = (cell / SIDE, cell % SIDE);
            let k = row + column + 1;
            let west = if column > 0 { cells.0[k - 1][row] } else { rim.west[row] };
            let east = if column + 1 < SIDE { cells.0[k + 1][row] } else { rim.east[row] };
            let north = if row + 1 < SIDE { cells.0[k + 1][row + 1] } else { rim.north[column] };
            let south = if row > 0 { cells.0[k - 1][row - 1] } else { rim.south[column] };
            let around = [east, north, west, south];
            let open = |k: &usize| closed[cell] & 1 << k == 0;
            let count = (0..4).filter(open).count();
            let sum: f32 = (0..4).filter(open).map(|k| around[k]).sum();
            let even = if count == 0 { 0.0 } else { (sum + source.0[k][row]) / count as f32 };
            let here = cells.0[k][row];
            let value = (here + omega * (even - here)).max(0.0);
            cells.0[k][row] = value;
            is_above |= value > 0.0;
        }
        is_above
    }

    proptest! {
        #[test]
        fn a_sweep_by_diagonals_is_one_cell_by_cell(
            tiles in prop::collection::vec(cells(), 5),
            source in prop::collection::vec(-1.0_f32..1.0, CELLS),
            closed in prop::collection::vec(prop_oneof![Just(0_u8), 0_u8..16], CELLS),
            sweeps in 1..6,
            omega in 0.1_f32..1.95,
        ) {
            let [mut a, around @ ..] = <[Diagonals; 5]>::try_from(tiles).unwrap();
            let rim = Rim::new(around.each_ref().map(Some));
            let mut sources = Diagonals::default();
            sources.set(&source);
            let (mut b, mut c, mut d) = (a.clone(), a.clone(), a.clone());
            let closed = <[u8; CELLS]>::try_from(closed).unwrap();
            let faces = Faces::new(&closed);
            let bits = |cells: &Diagonals| {
                let mut values = [0.0; CELLS];
                cells.get(&mut values);
                values.map(f32::to_bits)
            };
            for sweep in 0..sweeps {
                let forth = sweep % 2 == 0;
                let any = a.relax(&rim, &sources, forth, omega, None);
                prop_assert_eq!(any, relax_one_by_one(&mut b, &rim, &sources, forth, omega, &[0; CELLS]));
                prop_assert_eq!(bits(&a), bits(&b));
                let any = c.relax(&rim, &sources, forth, omega, Some(&faces));
                prop_assert_eq!(any, relax_one_by_one(&mut d, &rim, &sources, forth, omega, &closed));
                prop_assert_eq!(bits(&c), bits(&d));
            }
        }
    }

    #[test]
    fn the_rim_has_the_cells_at_the_edges_of_the_adjacent_tiles() {
        let tiles = [100.0, 200.0, 300.0, 400.0].map(|first| {
            let mut tile = Diagonals::default();
            tile.set(&std::array::from_fn::<f32, CELLS, _>(|cell| first + cell as f32));
            tile
        });
        let rim = Rim::new(tiles.each_ref().map(Some));
        assert_eq!((rim.north[3], rim.south[3], rim.east[2], rim.west[2]), (203.0, 459.0, 116.0, 323.0));
        let mut values = [0.0; CELLS];
        tiles[0].get(&mut values);
        assert_eq!(values[27], 127.0);
    }
}
