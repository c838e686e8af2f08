//! A uniform grid of square cells on which fields and densities are sampled.

use crate::types::{Point, Rect, Vec2};
use serde::{Deserialize, Serialize};

/// Square cells in rows, starting at the lower left. Values belong to the cells' centres and are stored row by row
/// in arrays of [`Grid::len`] entries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    origin: Point,
    cell: f32,
    columns: usize,
    rows: usize,
}

impl Grid {
    /// A grid over `area` with cells of `cell` metres and at most `most` of them. Cells are larger if that would be
    /// too few. An area or a cell of size 0 still gives one cell.
    pub fn covering(area: Rect, cell: f32, most: usize) -> Grid {
        let side = |length: f32| f64::from(if length.is_finite() { length.max(0.0) } else { 0.0 });
        let (width, height) = (side(area.size().x), side(area.size().y));
        let most = most.clamp(1, u32::MAX as usize >> 1) as f64;
        // A strip of one row needs width / cell of them, regardless of its area.
        let least = (width * height / most).sqrt().max(width.max(height) / most);
        let mut cell = if cell.is_finite() { f64::from(cell) } else { 0.0 }.max(least).max(1e-3);
        let count = |length: f64, cell: f64| (length / cell).ceil().max(1.0);
        // Rounding up to whole cells may exceed the limit by a row and a column.
        while count(width, cell) * count(height, cell) > most {
            cell *= 1.01;
        }
        Grid {
            origin: area.min,
            cell: cell as f32,
            columns: count(width, cell) as usize,
            rows: count(height, cell) as usize,
        }
    }

    /// The lower left corner.
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// The width of a cell, m.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of cells, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// The index of the cell in a column and a row.
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The column and row of a cell.
    pub fn place(&self, index: usize) -> (usize, usize) {
        (index % self.columns, index / self.columns)
    }

    /// The cell that contains `p`. None outside the grid.
    pub fn cell_of(&self, p: Point) -> Option<usize> {
        let at = (p - self.origin) / self.cell;
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < self.columns as f32 && at.y < self.rows as f32;
        inside.then(|| self.index(at.x as usize, at.y as usize))
    }

    /// The cell nearest to `p`, which may lie outside the grid.
    pub fn nearest(&self, p: Point) -> usize {
        let (column, row) = self.nearest_place(p);
        self.index(column, row)
    }

    /// The column and row of the cell nearest to `p`.
    pub(super) fn nearest_place(&self, p: Point) -> (usize, usize) {
        let at = (p - self.origin) / self.cell;
        // `as` saturates, and maps NaN to 0. Columns and rows fit in 32 bits, whose conversion is faster.
        ((at.x as u32 as usize).min(self.columns - 1), (at.y as u32 as usize).min(self.rows - 1))
    }

    /// The four cells of [`Grid::bilinear`], without their weights.
    pub(super) fn surrounding(&self, p: Point) -> [usize; 4] {
        let at = (p - self.origin) / self.cell - Vec2::repeat(0.5);
        let axis = |x: f32, count: usize| {
            // The conversion clamps at 0 and maps NaN to it.
            let low = (x as u32 as usize).min(count - 1);
            (low, (low + 1).min(count - 1))
        };
        let ((x0, x1), (y0, y1)) = (axis(at.x, self.columns), axis(at.y, self.rows));
        [self.index(x0, y0), self.index(x1, y0), self.index(x0, y1), self.index(x1, y1)]
    }

    /// The centre of a cell.
    pub fn center(&self, index: usize) -> Point {
        self.center_at(self.place(index))
    }

    /// The same for a known column and row.
    pub(super) fn center_at(&self, (column, row): (usize, usize)) -> Point {
        self.origin + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * self.cell
    }

    /// The four cells whose centres surround `p`, with their bilinear weights, which are non-negative and sum to 1.
    /// Beyond the outermost centres the nearest cells are used, and a cell may occur twice.
    pub fn bilinear(&self, p: Point) -> [(usize, f32); 4] {
        let at = (p - self.origin) / self.cell - Vec2::repeat(0.5);
        let axis = |x: f32, count: usize| {
            let x = if x.is_nan() { 0.0 } else { x.clamp(0.0, (count - 1) as f32) };
            let low = x as usize;
            (low, (low + 1).min(count - 1), x - low as f32)
        };
        let ((x0, x1, u), (y0, y1, v)) = (axis(at.x, self.columns), axis(at.y, self.rows));
        [
            (self.index(x0, y0), (1.0 - u) * (1.0 - v)),
            (self.index(x1, y0), u * (1.0 - v)),
            (self.index(x0, y1), (1.0 - u) * v),
            (self.index(x1, y1), u * v),
        ]
    }

    /// The value at `p` of a field given at the cells' centres.
    pub fn sample(&self, values: &[f32], p: Point) -> f32 {
        // Cells of weight 0 are skipped, because their value may be infinite.
        self.bilinear(p).iter().filter(|(_, w)| *w > 0.0).map(|(i, w)| w * values[*i]).sum()
    }

    /// The neighbours of a cell, in the order [`EAST`](super::eikonal::EAST), north, west, south.
    pub fn neighbours(&self, index: usize) -> [Option<usize>; 4] {
        let (column, row) = self.place(index);
        self.neighbours_at(column, row)
    }

    /// The same for a known column and row, which saves a division that costs more than the rest.
    pub(super) fn neighbours_at(&self, column: usize, row: usize) -> [Option<usize>; 4] {
        let index = self.index(column, row);
        [
            (column + 1 < self.columns).then(|| index + 1),
            (row + 1 < self.rows).then(|| index + self.columns),
            (column > 0).then(|| index - 1),
            (row > 0).then(|| index - self.columns),
        ]
    }
}

/// The columns and rows of the eight cells around a cell, beside its own, in order of their indices.
const AROUND: [(isize, isize); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The eight cells around a cell.
pub(super) fn around(grid: &Grid, cell: usize) -> impl Iterator<Item = usize> + use<> {
    let (columns, rows) = (grid.columns(), grid.rows());
    let (column, row) = grid.place(cell);
    AROUND.into_iter().filter_map(move |(right, up)| {
        let (column, row) = (column.wrapping_add_signed(right), row.wrapping_add_signed(up));
        (column < columns && row < rows).then(|| row * columns + column)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::covering(Rect { min: Point::new(-2.0, 1.0), max: Point::new(3.0, 4.0) }, 0.5, 1000)
    }

    #[test]
    fn a_centre_lies_in_its_own_cell() {
        let grid = grid();
        assert_eq!((grid.columns(), grid.rows()), (10, 6));
        for i in 0..grid.len() {
            assert_eq!(grid.cell_of(grid.center(i)), Some(i));
            assert_eq!(grid.nearest(grid.center(i)), i);
            assert_eq!(grid.bilinear(grid.center(i))[0].0, i);
        }
        assert_eq!(grid.cell_of(Point::new(3.1, 2.0)), None);
        assert_eq!(grid.nearest(Point::new(99.0, -99.0)), 9);
    }

    #[test]
    fn bilinear_sampling_reproduces_a_plane() {
        let grid = grid();
        let plane = |p: Point| 2.0 * p.x - 3.0 * p.y + 1.0;
        let values: Vec<f32> = (0..grid.len()).map(|i| plane(grid.center(i))).collect();
        for (x, y) in [(0.0, 2.0), (-1.6, 1.3), (2.7, 3.7), (0.31, 2.22)] {
            let p = Point::new(x, y);
            assert!((grid.sample(&values, p) - plane(p)).abs() < 1e-4);
            assert!((grid.bilinear(p).iter().map(|(_, w)| w).sum::<f32>() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn no_area_takes_more_cells_than_it_may() {
        let sides = [0.0_f32, 1e-9, 1.0, 99.5, 1e5, f32::MAX, f32::INFINITY, f32::NAN];
        for (w, h) in sides.iter().flat_map(|w| sides.map(|h| (*w, h))) {
            for (cell, most) in [(0.1_f32, 5000), (0.0, 1), (f32::NAN, 77), (1e9, 10)] {
                let area = Rect { min: Point::origin(), max: Point::new(w, h) };
                let grid = Grid::covering(area, cell, most);
                assert!((1..=most).contains(&grid.len()), "{w} × {h} m in cells of {cell} m: {grid:?}");
                for p in [Point::new(w, h), Point::new(-w, f32::NAN)] {
                    assert!(grid.bilinear(p).iter().all(|(i, w)| *i < grid.len() && w.is_finite()));
                    assert!(grid.nearest(p) < grid.len());
                }
            }
        }
    }
}
