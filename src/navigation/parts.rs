//! Free cells, by the connected part that they belong to.

use super::clearance::Clearance;
use super::grid::Grid;
use crate::types::Point;

/// The number of rings of cells searched for a free one around a position in or near a wall.
const RINGS: usize = 6;

/// The connected parts of the free cells: rows of neighbouring ones, and the part of each.
pub(super) struct Parts {
    columns: usize,
    runs: Vec<Run>,
    /// Where the runs of each row of cells begin, and where those of the last one end.
    rows: Vec<usize>,
}

impl Parts {
    pub fn new(clearance: &Clearance) -> Parts {
        let grid = &clearance.grid;
        let mut own = Parts { columns: grid.columns(), runs: Vec::new(), rows: vec![0] };
        for row in 0..grid.rows() {
            let cells = grid.index(0, row)..grid.index(0, row) + grid.columns();
            own.add_row(cells.start, &clearance.free()[cells]);
        }
        let mut count = 0;
        for run in 0..own.runs.len() {
            let root = root(&mut own.runs, run);
            // The first of the connected runs comes first.
            if root == run {
                count += 1;
                own.runs[run].part = count;
            }
            own.runs[run].part = own.runs[root].part;
        }
        own
    }

    /// Adds the runs of the next row of cells, and connects them with those of the row before.
    fn add_row(&mut self, cell: usize, free: &[bool]) {
        let (before, end) = (self.rows[self.rows.len().saturating_sub(2)], self.runs.len());
        let (mut at, mut above) = (0, before);
        while let Some(skipped) = free[at..].iter().position(|is_free| *is_free) {
            let start = at + skipped;
            at =
                free[start..].iter().position(|is_free| !is_free).map_or(free.len(), |length| start + length);
            let own = self.runs.len();
            self.runs.push(Run { start: cell + start, end: cell + at, first: own, part: 0 });
            let (from, to) =
                ((cell + start).saturating_sub(self.columns), (cell + at).saturating_sub(self.columns));
            while above < end && self.runs[above].end <= from {
                above += 1;
            }
            let mut other = above;
            while other < end && self.runs[other].start < to {
                connect(&mut self.runs, own, other);
                other += 1;
            }
        }
        self.rows.push(self.runs.len());
    }

    /// The part of a cell, numbered from 1. 0 where a unit does not fit.
    pub fn at(&self, cell: usize) -> u32 {
        let row = cell / self.columns;
        let runs = &self.runs[self.rows[row]..self.rows[row + 1]];
        let run = runs.get(runs.partition_point(|run| run.end <= cell)).filter(|run| run.start <= cell);
        run.map_or(0, |run| run.part)
    }
}

/// Neighbouring free cells of a row, and a run before it that it is connected with, or itself.
struct Run {
    start: usize,
    end: usize,
    first: usize,
    part: u32,
}

/// The first of all runs that one is connected with, as far as is known.
fn root(runs: &mut [Run], mut own: usize) -> usize {
    while runs[own].first != own {
        let next = runs[runs[own].first].first;
        runs[own].first = next;
        own = next;
    }
    own
}

fn connect(runs: &mut [Run], a: usize, b: usize) {
    let (a, b) = (root(runs, a), root(runs, b));
    runs[a.max(b)].first = a.min(b);
}

/// Returns the part of the free cell nearest to `p`. None if there is none nearby.
pub(super) fn nearby(clearance: &Clearance, parts: &Parts, p: Point) -> Option<u32> {
    let grid = &clearance.grid;
    let (column, row) = grid.place(grid.nearest(p));
    let around = |ring: usize| {
        let columns = column.saturating_sub(ring)..=(column + ring).min(grid.columns() - 1);
        let rows = row.saturating_sub(ring)..=(row + ring).min(grid.rows() - 1);
        rows.flat_map(move |row| columns.clone().map(move |column| grid.index(column, row)))
    };
    let far = |cell: &usize| (clearance.spot(*cell) - p).norm_squared();
    let free = |ring: usize| around(ring).filter(|cell| parts.at(*cell) != 0);
    let found = (0..=RINGS).find_map(|ring| free(ring).min_by(|a, b| far(a).total_cmp(&far(b))));
    found.map(|cell| parts.at(cell))
}

/// Returns the point nearest to `aim` that can be reached from `from`. None if `aim` itself can be, or nothing is known of `from`.
pub(super) fn nearest_reachable(
    clearance: &Clearance,
    parts: &Parts,
    from: Point,
    aim: Point,
) -> Option<Point> {
    let own = nearby(clearance, parts, from)?;
    let cell = clearance.grid.nearest(aim);
    if parts.at(cell) == own || clearance.gap_at(aim) > 0.0 && nearby(clearance, parts, aim) == Some(own) {
        return None;
    }
    nearest_of(clearance, aim, |cell| parts.at(cell) == own).map(|cell| clearance.spot(cell))
}

/// Returns the cell whose spot is nearest to `p`, of all free cells that `is_meant`, ring by ring. The first of several.
pub(super) fn nearest_of(clearance: &Clearance, p: Point, is_meant: impl Fn(usize) -> bool) -> Option<usize> {
    let grid = &clearance.grid;
    let (column, row) = grid.place(grid.nearest(p));
    let outside = (grid.center(grid.nearest(p)) - p).norm();
    let mut best: Option<(f32, usize)> = None;
    for ring in 0..grid.columns().max(grid.rows()) {
        // Spots lie within a cell of their centres.
        let least = (ring as f32 - 2.0) * grid.cell() - outside;
        if best.is_some_and(|(far, _)| far.sqrt() < least) {
            break;
        }
        for cell in on_ring(grid, (column, row), ring) {
            if clearance.is_free(cell) && is_meant(cell) {
                let far = (clearance.spot(cell) - p).norm_squared();
                if best.is_none_or(|known| (far, cell) < known) {
                    best = Some((far, cell));
                }
            }
        }
    }
    best.map(|(_, cell)| cell)
}

/// The cells of the grid whose column or row differs from those in the middle by `ring`, and neither by more.
fn on_ring(grid: &Grid, (column, row): (usize, usize), ring: usize) -> impl Iterator<Item = usize> {
    let (grid, ring) = (*grid, ring as i64);
    (-ring..=ring).flat_map(move |dy| {
        let step = if dy.abs() == ring { 1 } else { (2 * ring).max(1) };
        (-ring..=ring).step_by(step as usize).filter_map(move |dx| {
            let (x, y) = (column as i64 + dx, row as i64 + dy);
            let inside = x >= 0 && y >= 0 && x < grid.columns() as i64 && y < grid.rows() as i64;
            inside.then(|| grid.index(x as usize, y as usize))
        })
    })
}
