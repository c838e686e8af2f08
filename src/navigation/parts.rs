//! Free cells, by the connected part that they belong to.

use super::clearance::Clearance;
use super::grid::Grid;
use crate::types::Point;

/// The number of rings of cells searched for a free one around a position in or near a wall.
const RINGS: usize = 6;

/// Returns the part of each cell, numbered from 1. 0 where a unit does not fit.
pub(super) fn label(clearance: &Clearance) -> Vec<u32> {
    let grid = &clearance.grid;
    // Rows of free cells, each with the first one that it is connected with.
    let mut runs: Vec<Run> = Vec::new();
    let mut before = 0..0;
    for row in 0..grid.rows() {
        let first = runs.len();
        let cells = grid.index(0, row)..grid.index(0, row) + grid.columns();
        let mut at = cells.start;
        let mut above = before.start;
        while let Some(start) = (at..cells.end).find(|cell| clearance.is_free(*cell)) {
            let end = (start..cells.end).find(|cell| !clearance.is_free(*cell)).unwrap_or(cells.end);
            let own = runs.len();
            runs.push(Run { start, end, first: own });
            let (from, to) = (start - grid.columns().min(start), end.saturating_sub(grid.columns()));
            while above < before.end && runs[above].end <= from {
                above += 1;
            }
            for other in (above..before.end).take_while(|other| runs[*other].start < to).collect::<Vec<_>>() {
                connect(&mut runs, own, other);
            }
            at = end;
        }
        before = first..runs.len();
    }
    let mut part = vec![0; grid.len()];
    let (mut numbers, mut count) = (vec![0; runs.len()], 0);
    for own in 0..runs.len() {
        let root = root(&mut runs, own);
        // The first of the connected runs comes first.
        if root == own {
            count += 1;
            numbers[own] = count;
        }
        part[runs[own].start..runs[own].end].fill(numbers[root]);
    }
    part
}

/// Neighbouring free cells of a row, and a run before it that it is connected with, or itself.
struct Run {
    start: usize,
    end: usize,
    first: usize,
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
pub(super) fn nearby(clearance: &Clearance, part: &[u32], p: Point) -> Option<u32> {
    let grid = &clearance.grid;
    let (column, row) = grid.place(grid.nearest(p));
    let around = |ring: usize| {
        let columns = column.saturating_sub(ring)..=(column + ring).min(grid.columns() - 1);
        let rows = row.saturating_sub(ring)..=(row + ring).min(grid.rows() - 1);
        rows.flat_map(move |row| columns.clone().map(move |column| grid.index(column, row)))
    };
    let far = |cell: &usize| (clearance.spot(*cell) - p).norm_squared();
    let free = |ring: usize| around(ring).filter(|cell| part[*cell] != 0);
    let found = (0..=RINGS).find_map(|ring| free(ring).min_by(|a, b| far(a).total_cmp(&far(b))));
    found.map(|cell| part[cell])
}

/// Returns the point nearest to `aim` that can be reached from `from`. None if `aim` itself can be, or nothing is known of `from`.
pub(super) fn nearest_reachable(
    clearance: &Clearance,
    part: &[u32],
    from: Point,
    aim: Point,
) -> Option<Point> {
    let own = nearby(clearance, part, from)?;
    let cell = clearance.grid.nearest(aim);
    if part[cell] == own || clearance.gap_at(aim) > 0.0 && nearby(clearance, part, aim) == Some(own) {
        return None;
    }
    nearest_of(clearance, aim, |cell| part[cell] == own)
}

/// Returns the spot nearest to `p` of all free cells that `is_meant`, ring by ring.
pub(super) fn nearest_of(clearance: &Clearance, p: Point, is_meant: impl Fn(usize) -> bool) -> Option<Point> {
    let grid = &clearance.grid;
    let (column, row) = grid.place(grid.nearest(p));
    let outside = (grid.center(grid.nearest(p)) - p).norm();
    let mut best: Option<(f32, Point)> = None;
    for ring in 0..grid.columns().max(grid.rows()) {
        // Spots lie within a cell of their centres.
        let least = (ring as f32 - 2.0) * grid.cell() - outside;
        if best.is_some_and(|(far, _)| far < least) {
            break;
        }
        for cell in on_ring(grid, (column, row), ring) {
            if clearance.is_free(cell) && is_meant(cell) {
                let far = (clearance.spot(cell) - p).norm();
                if best.is_none_or(|(known, _)| far < known) {
                    best = Some((far, clearance.spot(cell)));
                }
            }
        }
    }
    best.map(|(_, spot)| spot)
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
