//! The default index: units sorted by the cell of a grid over their bounds, row by row. A query reads a few runs of
//! adjacent entries.

use super::{Index, KdTree, Near};
use crate::types::Point;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most cells per unit. A crowd that is spread out gets larger cells.
const CELLS_PER_UNIT: usize = 4;
/// With cells larger than planned by more than this factor, so many units may share one that a tree is faster.
const WIDEST: f32 = 8.0;
/// The share of a radius and of a coordinate that covers the rounding of all sums.
const ROUNDING: f32 = 1e-4;
const ROUNDING_OF_COORDINATES: f32 = 1e-6;

/// An index over the units' positions, built at the first query, because some ticks have none.
pub struct SortedGrid {
    cell: f32,
    points: Vec<Point>,
    built: OnceLock<Built>,
    /// The grid of an earlier tick, for its memory.
    spare: Mutex<Option<SortedCells>>,
}

enum Built {
    Grid(SortedCells),
    /// For a crowd spread so far that cells would have to be large.
    Tree(KdTree),
}

#[derive(Debug, Default)]
struct SortedCells {
    low: Point,
    cell: f32,
    columns: usize,
    rows: usize,
    /// The first entry of each cell, with one extra number at the end.
    begins: Vec<u32>,
    /// Positions and ids by cell.
    entries: Vec<(Point, u32)>,
}

impl SortedGrid {
    /// A grid whose cells are `cell` metres wide: about half of a typical query's radius is best.
    pub fn new(cell: f32) -> SortedGrid {
        SortedGrid { cell, points: Vec::new(), built: OnceLock::new(), spare: Mutex::default() }
    }

    fn build(&self) -> Built {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut grid = spare.unwrap_or_default();
        if grid.fill(&self.points, self.cell) {
            return Built::Grid(grid);
        }
        let mut tree = KdTree::default();
        tree.rebuild(&self.points);
        Built::Tree(tree)
    }
}

impl Index for SortedGrid {
    fn rebuild(&mut self, positions: &[Point]) {
        self.points.clear();
        self.points.extend_from_slice(positions);
        if let Some(Built::Grid(grid)) = self.built.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = Some(grid);
        }
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
        if self.points.is_empty() {
            return;
        }
        match self.built.get_or_init(|| self.build()) {
            Built::Grid(grid) => grid.collect(center, radius, found),
            Built::Tree(tree) => tree.collect(center, radius, found),
        }
    }
}

impl SortedCells {
    /// Sorts `points` by cell. Returns false if they are spread too far or not finite.
    fn fill(&mut self, points: &[Point], cell: f32) -> bool {
        let (mut low, mut high) = (points[0], points[0]);
        for p in points {
            (low.x, low.y) = (low.x.min(p.x), low.y.min(p.y));
            (high.x, high.y) = (high.x.max(p.x), high.y.max(p.y));
        }
        let size = high - low;
        let most = (CELLS_PER_UNIT * points.len()) as f32;
        self.cell = cell.max((size.x * size.y / most).sqrt()).max(size.x / most).max(size.y / most);
        // Written so that NaN is refused.
        if !(cell > 0.0 && self.cell <= WIDEST * cell) {
            return false;
        }
        self.low = low;
        (self.columns, self.rows) = (self.step(size.x) + 1, self.step(size.y) + 1);
        self.begins.clear();
        self.begins.resize(self.columns * self.rows + 1, 0);
        for p in points {
            let cell = self.cell_of(*p);
            self.begins[cell] += 1;
        }
        let mut sum = 0;
        for begin in &mut self.begins {
            sum += *begin;
            *begin = sum;
        }
        self.entries.resize(points.len(), (Point::origin(), 0));
        for (id, p) in points.iter().enumerate().rev() {
            let cell = self.cell_of(*p);
            self.begins[cell] -= 1;
            self.entries[self.begins[cell] as usize] = (*p, id as u32);
        }
        true
    }

    /// The number of cells in a length from the lower left corner; 0 for a negative one or NaN.
    fn step(&self, length: f32) -> usize {
        (length / self.cell) as usize
    }

    fn cell_of(&self, p: Point) -> usize {
        self.step(p.y - self.low.y).min(self.rows - 1) * self.columns
            + self.step(p.x - self.low.x).min(self.columns - 1)
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
        let reach = radius * radius;
        let coordinates = center.coords.abs() + self.low.coords.abs();
        let margin = radius * ROUNDING + (coordinates.x + coordinates.y) * ROUNDING_OF_COORDINATES;
        let radius = radius + margin;
        let p = center - self.low;
        for row in self.step(p.y - radius)..=self.step(p.y + radius).min(self.rows - 1) {
            // Only the part of the row that is within the circle.
            let bottom = row as f32 * self.cell;
            let off = ((bottom - p.y).max(p.y - bottom - self.cell) - margin).max(0.0);
            let half = (radius * radius - off * off).max(0.0).sqrt() + margin;
            let first = row * self.columns;
            let left = self.step(p.x - half).min(self.columns);
            let right = self.step(p.x + half).min(self.columns - 1) + 1;
            let begin = self.begins[first + left] as usize;
            let end = self.begins[first + right] as usize;
            let mut count = found.len();
            found.resize(count + end - begin, Near::new(0.0, 0));
            for (point, id) in &self.entries[begin..end] {
                // Whether a unit is near enough cannot be predicted, so it is written first and counted without a
                // branch.
                let squared = (point - center).norm_squared();
                found[count] = Near::new(squared, *id);
                count += usize::from(squared <= reach);
            }
            found.truncate(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(index: &dyn Index, center: Point, radius: f32) -> Vec<Near> {
        let mut found = Vec::new();
        index.collect(center, radius, &mut found);
        found.sort_unstable();
        found
    }

    /// The grid, the tree it falls back to, and the same grid again after other positions.
    #[test]
    fn crowds_of_any_spread_are_found_as_in_a_tree() {
        let mut grid = SortedGrid::new(1.5);
        let mut tree = KdTree::default();
        let spread = [0.7_f32, 0.0, 40.0, 1e6, 0.7];
        for (round, spread) in spread.into_iter().enumerate() {
            let corner = Point::new(-300.0, 9000.0 * round as f32);
            let points: Vec<Point> = (0..300)
                .map(|k| corner + crate::types::Vec2::new((k % 17) as f32, (k / 17) as f32) * spread)
                .collect();
            grid.rebuild(&points);
            tree.rebuild(&points);
            for p in &points {
                for radius in [0.0, 0.7, 2.1, 45.0] {
                    assert_eq!(found(&grid, *p, radius), found(&tree, *p, radius), "{spread} {p} {radius}");
                }
            }
            let is_tree = matches!(grid.built.get(), Some(Built::Tree(_)));
            assert_eq!(is_tree, spread > 1.0, "spread by {spread} m");
        }
    }

    #[test]
    fn positions_that_are_not_numbers_do_not_stop_a_query() {
        let mut grid = SortedGrid::new(1.5);
        grid.rebuild(&[Point::new(f32::NAN, 0.0), Point::new(1.0, 1.0), Point::new(1.5, 1.0)]);
        assert_eq!(found(&grid, Point::new(1.0, 1.0), 1.0).len(), 2);
        assert!(found(&grid, Point::new(f32::NAN, 1.0), 1.0).is_empty());
    }
}
