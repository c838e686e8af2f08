//! Square cells.

use sidestep::types::{Point, Rect};

/// How many cells the grid is larger than the bounds on each side.
const MARGIN: f32 = 6.0;

/// Square cells over a rectangle, row by row.
#[derive(Debug, Clone)]
pub struct Grid {
    corner: Point,
    pub size: f32,
    pub columns: usize,
    pub rows: usize,
}

impl Grid {
    pub fn new(bounds: Rect, size: f32) -> Grid {
        let corner = Point::new(bounds.min.x - MARGIN * size, bounds.min.y - MARGIN * size);
        let count = |length: f32| (length / size + 2.0 * MARGIN).ceil() as usize;
        let (columns, rows) = (count(bounds.max.x - bounds.min.x), count(bounds.max.y - bounds.min.y));
        Grid { corner, size, columns, rows }
    }

    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    pub fn center(&self, cell: usize) -> Point {
        let at = |index: usize| (index as f32 + 0.5) * self.size;
        Point::new(self.corner.x + at(cell % self.columns), self.corner.y + at(cell / self.columns))
    }

    /// The cell at a position; none outside.
    pub fn cell(&self, at: Point) -> Option<usize> {
        let (x, y) = ((at.x - self.corner.x) / self.size, (at.y - self.corner.y) / self.size);
        let is_inside = x >= 0.0 && y >= 0.0 && x < self.columns as f32 && y < self.rows as f32;
        is_inside.then(|| y as usize * self.columns + x as usize)
    }

    /// The cell that many columns and rows on; none outside.
    pub fn offset(&self, cell: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (cell % self.columns).checked_add_signed(dx).filter(|x| *x < self.columns)?;
        let y = (cell / self.columns).checked_add_signed(dy).filter(|y| *y < self.rows)?;
        Some(y * self.columns + x)
    }

    /// The cells at most that many columns and rows away, itself included.
    pub fn within(&self, cell: usize, reach: isize) -> impl Iterator<Item = usize> + '_ {
        let offsets = (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)));
        offsets.filter_map(move |offset| self.offset(cell, offset))
    }

    /// The eight cells around.
    pub fn around(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.within(cell, 1).filter(move |other| *other != cell)
    }
}
