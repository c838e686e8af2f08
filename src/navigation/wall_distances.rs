//! The distance from each cell of a grid to the walls, and the wall segment that is nearest.
//!
//! 1. A block of cells keeps only the segments that may be nearest to one of its cells.
//! 2. Each cell takes the nearest of these.
//! 3. Around a corner, two segments are equally near. Such a cell takes the one that passes through it, or else that of the
//!    neighbour that is nearest to the walls.
//!
//! The result depends on nothing but the walls. So only the blocks that a change can affect are computed again.

use super::grid::{Grid, around};
use super::outline::{Outline, cells_along};
use crate::types::{Point, Rect, Segment, Vec2};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::Peekable;
use std::ops::Range;

/// The number of cells in a block, in x and in y.
const BLOCK: usize = 8;
/// The same for the regions whose blocks share the first selection of segments.
const REGION: usize = 64;
/// Rounding may change distances by this share of a cell, and by this share of the coordinates.
const SLACK_CELLS: f32 = 0.01;
const SLACK_COORDINATES: f32 = 1e-6;
pub(super) const NO_WALL: u32 = u32::MAX;

/// Distances to walls.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WallDistances {
    grid: Grid,
    outlines: Vec<Outline>,
    /// The segments of all outlines, in their order.
    pub segments: Vec<Segment>,
    /// For each segment, the diagonal of its wall's bounding box, m.
    pub extents: Vec<f32>,
    /// For each cell, the segment nearest to its centre.
    pub nearest: Vec<u32>,
    /// For each cell, the distance from its centre to the walls, m. Negative inside a wall.
    pub gap: Vec<f32>,
    /// Whether several segments are nearest to a cell, none of which passes through it.
    follows: Vec<bool>,
    /// For each block, the largest distance to the walls, m.
    farthest: Vec<f32>,
}

/// Outlines that take the place of others.
pub(super) struct OutlineChange {
    /// The numbers of the outlines that are removed.
    pub removed: Range<usize>,
    /// The ones that come instead.
    pub added: Vec<Outline>,
}

/// A rectangle of cells.
#[derive(Clone)]
struct Cells {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl WallDistances {
    pub fn new(grid: Grid, outlines: Vec<Outline>) -> WallDistances {
        let blocks = squares(&grid, BLOCK);
        let mut own = WallDistances {
            grid,
            segments: outlines.iter().flat_map(Outline::segments).collect(),
            extents: extents(&outlines).collect(),
            outlines,
            nearest: vec![NO_WALL; grid.len()],
            gap: vec![f32::INFINITY; grid.len()],
            follows: vec![false; grid.len()],
            farthest: vec![f32::INFINITY; blocks],
        };
        own.compute(&(0..blocks).collect::<Vec<_>>());
        own
    }

    pub fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    /// Replaces outlines. Returns the cells whose distance or nearest segment has changed, ascending.
    pub fn change(&mut self, change: OutlineChange) -> Vec<usize> {
        let dirty = self.affected(&change);
        self.renumber(change);
        let state = |own: &WallDistances, cell: usize| (own.gap[cell].to_bits(), own.nearest[cell]);
        let cells: Vec<usize> =
            dirty.iter().flat_map(|block| self.block(*block).indices(&self.grid)).collect();
        let before: Vec<(u32, u32)> = cells.iter().map(|cell| state(self, *cell)).collect();
        let mut changed = self.compute(&dirty);
        changed.extend(
            cells
                .into_iter()
                .zip(before)
                .filter(|(cell, before)| state(self, *cell) != *before)
                .map(|(cell, _)| cell),
        );
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The blocks that a change can affect, ascending.
    fn affected(&self, change: &OutlineChange) -> Vec<usize> {
        let outlines = || self.outlines[change.removed.clone()].iter().chain(&change.added);
        let segments: Vec<Segment> = outlines().flat_map(Outline::segments).collect();
        let bounds: Vec<Rect> = outlines().filter_map(Outline::bounds).collect();
        let is_near = |block: &usize| {
            let (center, half) = self.disc(&self.block(*block));
            let reach = self.farthest[*block] + half + self.slack(center);
            let to = |own: &Rect| (own.nearest(center) - center).norm();
            let reaches = |own: &Segment| (own.nearest(center) - center).norm() <= reach;
            // Inside of a wall, the sign changes, whatever is nearest.
            bounds.iter().any(|own| to(own) <= half + self.grid.cell())
                || bounds.iter().any(|own| to(own) <= reach) && segments.iter().any(reaches)
        };
        (0..self.farthest.len()).filter(is_near).collect()
    }

    /// Puts the new outlines in their place. Cells whose nearest segment is removed have none.
    fn renumber(&mut self, OutlineChange { removed, added }: OutlineChange) {
        let sides = |outlines: &[Outline]| outlines.iter().map(Outline::sides).sum::<usize>();
        let first = sides(&self.outlines[..removed.start]);
        let gone = first..first + sides(&self.outlines[removed.clone()]);
        let (start, end, new) = (gone.start as u32, gone.end as u32, sides(&added) as u32);
        for nearest in &mut self.nearest {
            if *nearest >= end && *nearest != NO_WALL {
                *nearest = *nearest - end + start + new;
            } else if *nearest >= start {
                *nearest = NO_WALL;
            }
        }
        self.segments.splice(gone.clone(), added.iter().flat_map(Outline::segments));
        self.extents.splice(gone, extents(&added));
        self.outlines.splice(removed, added);
    }

    /// Computes blocks again. Returns the cells in other blocks whose nearest segment has changed.
    fn compute(&mut self, blocks: &[usize]) -> Vec<usize> {
        let all: Vec<u32> = (0..self.segments.len() as u32).collect();
        let (grid, across) = (self.grid, self.grid.columns().div_ceil(BLOCK));
        let part = |number: usize| number * BLOCK / REGION;
        let region =
            |block: usize| part(block / across) * grid.columns().div_ceil(REGION) + part(block % across);
        let mut blocks_by_region = blocks.to_vec();
        blocks_by_region.sort_by_key(|block| region(*block));
        let mut known = (usize::MAX, Vec::new());
        for block in blocks_by_region {
            let cells = self.block(block);
            if known.0 != region(block) {
                let all = self.candidates(&Cells::numbered(&self.grid, region(block), REGION), &all);
                known = (region(block), all);
            }
            let near = self.candidates(&cells, &known.1);
            self.assign(block, &cells, &near);
        }
        let mut is_new = vec![false; self.farthest.len()];
        blocks.iter().for_each(|block| is_new[*block] = true);
        self.seed(blocks);
        let changed = self.follow(blocks, &is_new);
        blocks.iter().for_each(|block| self.sign(*block));
        changed
    }

    /// The segments out of `all` that may be nearest to one of the cells.
    fn candidates(&self, cells: &Cells, all: &[u32]) -> Vec<u32> {
        let (center, half) = self.disc(cells);
        let far = |number: &u32| (self.segments[*number as usize].nearest(center) - center).norm();
        let far: Vec<f32> = all.iter().map(far).collect();
        let most = far.iter().copied().fold(f32::INFINITY, f32::min) + 2.0 * half + self.slack(center);
        all.iter().zip(far).filter(|(_, far)| *far <= most).map(|(number, _)| *number).collect()
    }

    /// Gives each cell of a block the nearest of some segments, the first one of several.
    fn assign(&mut self, block: usize, cells: &Cells, candidates: &[u32]) {
        let mut farthest = 0.0_f32;
        for cell in cells.indices(&self.grid) {
            let center = self.grid.center(cell);
            let (mut least, mut first, mut follows) = (f32::INFINITY, NO_WALL, false);
            for number in candidates {
                let distance = (self.segments[*number as usize].nearest(center) - center).norm();
                if distance < least {
                    (least, first, follows) = (distance, *number, false);
                } else {
                    follows |= distance == least;
                }
            }
            (self.gap[cell], self.nearest[cell], self.follows[cell]) = (least, first, follows);
            farthest = farthest.max(least);
        }
        self.farthest[block] = farthest;
    }

    /// Gives cells the first nearest segment that passes through them.
    fn seed(&mut self, blocks: &[usize]) {
        let hull = |a: Rect, b: Rect| Rect { min: a.min.inf(&b.min), max: a.max.sup(&b.max) };
        let Some(within) = blocks.iter().map(|block| self.block(*block).area(&self.grid)).reduce(hull) else {
            return;
        };
        let WallDistances { grid, segments, nearest, gap, follows, .. } = self;
        let bounds = |own: &Segment| Rect { min: own.from.inf(&own.to), max: own.from.sup(&own.to) };
        for (number, segment) in segments.iter().enumerate().filter(|(_, own)| overlap(&bounds(own), &within))
        {
            cells_along(grid, segment, |cell| {
                let center = grid.center(cell);
                if follows[cell] && (segment.nearest(center) - center).norm() == gap[cell].abs() {
                    (nearest[cell], follows[cell]) = (number as u32, false);
                }
            });
        }
    }

    /// Step 3, in the order of the distances. Returns the cells outside of these blocks that have changed.
    fn follow(&mut self, blocks: &[usize], is_new: &[bool]) -> Vec<usize> {
        let key =
            |own: &WallDistances, cell: usize| u64::from(own.gap[cell].abs().to_bits()) << 32 | cell as u64;
        let mut first = Vec::new();
        for block in blocks {
            let near = self.block(*block).grown(&self.grid);
            let following = near.indices(&self.grid).filter(|cell| self.follows[*cell]);
            first.extend(following.map(|cell| key(self, cell)));
        }
        first.sort_unstable();
        first.dedup();
        let mut first = first.into_iter().peekable();
        // Cells whose neighbours have changed.
        let mut open: BinaryHeap<Reverse<u64>> = BinaryHeap::new();
        let mut changed = Vec::new();
        while let Some(entry) = next_entry(&mut first, &mut open) {
            let cell = entry as u32 as usize;
            let is_new = is_new[block_of(&self.grid, cell)];
            let found = match self.segment_of_neighbour(cell, entry) {
                Some(found) => found,
                // The first of all that are nearest.
                None if is_new => self.nearest[cell],
                None => self.first_nearest(cell),
            };
            if std::mem::replace(&mut self.nearest[cell], found) != found && !is_new {
                changed.push(cell);
                let after = around(&self.grid, cell).map(|next| (next, key(self, next)));
                open.extend(
                    after
                        .filter(|(next, key)| self.follows[*next] && *key > entry)
                        .map(|(_, key)| Reverse(key)),
                );
            }
        }
        changed
    }

    /// Of the neighbours nearer to the walls whose segment is as near to this cell as its own, that of the first.
    fn segment_of_neighbour(&self, cell: usize, entry: u64) -> Option<u32> {
        let (gap, center) = (self.gap[cell].abs(), self.grid.center(cell));
        let mut first = (entry, None);
        for other in around(&self.grid, cell) {
            let (key, number) =
                (u64::from(self.gap[other].abs().to_bits()) << 32 | other as u64, self.nearest[other]);
            let is_known = number == self.nearest[cell] || Some(number) == first.1;
            let is_nearest = |own: &Segment| (own.nearest(center) - center).norm() == gap;
            if key < first.0 && (is_known || self.segments.get(number as usize).is_some_and(is_nearest)) {
                first = (key, Some(number));
            }
        }
        first.1
    }

    /// The first of the segments nearest to a cell.
    fn first_nearest(&self, cell: usize) -> u32 {
        let (gap, center) = (self.gap[cell].abs(), self.grid.center(cell));
        let is_nearest = |own: &Segment| (own.nearest(center) - center).norm() == gap;
        self.segments.iter().position(is_nearest).map_or(NO_WALL, |number| number as u32)
    }

    /// Makes distances in a block negative inside the outlines, row by row between their crossings.
    fn sign(&mut self, block: usize) {
        let cells = self.block(block);
        let area = cells.area(&self.grid);
        let WallDistances { grid, outlines, gap, .. } = self;
        let mut crossings = Vec::new();
        for outline in
            outlines.iter().filter(|own| own.closed && own.bounds().is_some_and(|own| overlap(&own, &area)))
        {
            for row in cells.rows.clone() {
                let y = grid.center(grid.index(0, row)).y;
                crossings.clear();
                crossings.extend(outline.crossings(y));
                crossings.sort_by(f32::total_cmp);
                for pair in crossings.chunks_exact(2) {
                    let column = |x: f32| ((x - grid.origin().x) / grid.cell() + 0.5) as usize;
                    let (from, to) = (column(pair[0]), column(pair[1]));
                    for column in from.max(cells.columns.start)..to.min(cells.columns.end) {
                        let gap = &mut gap[grid.index(column, row)];
                        *gap = -gap.abs();
                    }
                }
            }
        }
    }

    fn block(&self, number: usize) -> Cells {
        Cells::numbered(&self.grid, number, BLOCK)
    }

    /// The middle of the cells, and how far their centres are from it at most, m.
    fn disc(&self, cells: &Cells) -> (Point, f32) {
        let (first, last) =
            ((cells.columns.start, cells.rows.start), (cells.columns.end - 1, cells.rows.end - 1));
        let (first, last) = (self.grid.center_at(first), self.grid.center_at(last));
        (nalgebra::center(&first, &last), 0.5 * (last - first).norm())
    }

    /// How wrong the sum of a few distances around a point may be, m.
    fn slack(&self, at: Point) -> f32 {
        SLACK_CELLS * self.grid.cell() + SLACK_COORDINATES * at.coords.amax()
    }
}

impl Cells {
    /// A square of cells, numbered row by row. Those at the edge of the grid are smaller.
    fn numbered(grid: &Grid, number: usize, size: usize) -> Cells {
        let across = grid.columns().div_ceil(size);
        let range = |first: usize, most: usize| first * size..((first + 1) * size).min(most);
        Cells { columns: range(number % across, grid.columns()), rows: range(number / across, grid.rows()) }
    }

    fn indices(&self, grid: &Grid) -> impl Iterator<Item = usize> + use<> {
        let (grid, columns) = (*grid, self.columns.clone());
        self.rows.clone().flat_map(move |row| columns.clone().map(move |column| grid.index(column, row)))
    }

    /// The same and the cells around them.
    fn grown(&self, grid: &Grid) -> Cells {
        let grow = |own: &Range<usize>, most: usize| own.start.saturating_sub(1)..(own.end + 1).min(most);
        Cells { columns: grow(&self.columns, grid.columns()), rows: grow(&self.rows, grid.rows()) }
    }

    /// The ground that they cover, and half a cell more.
    fn area(&self, grid: &Grid) -> Rect {
        let corner =
            |column: usize, row: usize| grid.origin() + Vec2::new(column as f32, row as f32) * grid.cell();
        let pad = Vec2::repeat(0.5 * grid.cell());
        let (columns, rows) = (&self.columns, &self.rows);
        Rect { min: corner(columns.start, rows.start) - pad, max: corner(columns.end, rows.end) + pad }
    }
}

/// The number of squares of this many cells in x and in y.
fn squares(grid: &Grid, size: usize) -> usize {
    grid.columns().div_ceil(size) * grid.rows().div_ceil(size)
}

fn block_of(grid: &Grid, cell: usize) -> usize {
    let (column, row) = grid.place(cell);
    row / BLOCK * grid.columns().div_ceil(BLOCK) + column / BLOCK
}

/// The next entry of two queues. Equal ones count once.
fn next_entry(
    first: &mut Peekable<impl Iterator<Item = u64>>,
    open: &mut BinaryHeap<Reverse<u64>>,
) -> Option<u64> {
    let next = match (first.peek(), open.peek()) {
        (Some(a), Some(Reverse(b))) => *a.min(b),
        (a, b) => *a.or(b.map(|Reverse(b)| b))?,
    };
    first.next_if_eq(&next);
    while open.peek() == Some(&Reverse(next)) {
        open.pop();
    }
    Some(next)
}

fn extents(outlines: &[Outline]) -> impl Iterator<Item = f32> {
    outlines.iter().flat_map(|own| std::iter::repeat_n(own.extent(), own.sides()))
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}
