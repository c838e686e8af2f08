//! The cost of the cheapest path to a goal from every cell of a grid: the eikonal equation |∇φ| = C, solved by fast
//! marching (Tsitsiklis 1995; Sethian 1996), first order and upwind, with a cost per direction as in continuum
//! crowds (Treuille, Cooper & Popović 2006).
//!
//! Along each axis, a cell M uses the neighbour with the smaller φₙ + C·h, where C is the cost per metre from M
//! towards that neighbour. With φ₁, C₁ and φ₂, C₂ of the two axes, φ is the larger root of
//!
//! ```text
//! ((φ − φ₁)/C₁)² + ((φ − φ₂)/C₂)² = h²
//! ```
//!
//! If there is no root, or it lies below φ₁ or φ₂, the cheaper step along one axis is used. Cells are settled in
//! order of φ, in O(n log n).

use super::grid::Grid;
use crate::types::Vec2;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The side of a cell towards +x.
pub const EAST: usize = 0;
/// The side of a cell towards +y.
pub const NORTH: usize = 1;
/// The side of a cell towards −x.
pub const WEST: usize = 2;
/// The side of a cell towards −y.
pub const SOUTH: usize = 3;

/// The cost per metre in each cell. At least 0. Infinity and NaN mark impassable directions.
pub trait UnitCost {
    /// The cost per metre from the centre of `cell` across each of its sides ([`EAST`], [`NORTH`], [`WEST`],
    /// [`SOUTH`]) into the neighbour there.
    fn costs(&self, cell: usize) -> [f32; 4];
}

/// A cost for each direction, as in continuum crowds.
impl UnitCost for [[f32; 4]] {
    fn costs(&self, cell: usize) -> [f32; 4] {
        self[cell]
    }
}

/// The same cost in all directions: 1 / speed, or 1 for distances. A cell with infinite cost is never reached.
impl UnitCost for [f32] {
    fn costs(&self, cell: usize) -> [f32; 4] {
        [self[cell]; 4]
    }
}

/// The solver with its buffers. A second solve on a grid of the same size does not allocate.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Eikonal {
    phi: Vec<f32>,
    /// Cells to settle, ordered by φ and then by index. Entries whose cell has become cheaper are skipped.
    heap: BinaryHeap<Reverse<u64>>,
}

impl Eikonal {
    /// Solves for φ from `goals`, which are cells with the remaining cost from their centres (0, or the exact value
    /// near the goal). `cost` holds one entry per cell. Cells without a path have φ = ∞.
    pub fn solve<C: UnitCost + ?Sized>(
        &mut self,
        grid: &Grid,
        cost: &C,
        goals: impl IntoIterator<Item = (usize, f32)>,
    ) -> &[f32] {
        self.begin(grid, goals);
        while self.settle(grid, cost).is_some() {}
        &self.phi
    }

    /// Begins to solve for φ from `goals`. See [`Eikonal::solve`].
    fn begin(&mut self, grid: &Grid, goals: impl IntoIterator<Item = (usize, f32)>) {
        self.phi.clear();
        self.heap.clear();
        self.prepare(grid, grid.len());
        for (cell, value) in goals {
            self.begin_at(cell, value);
        }
    }

    /// Prepares the first `cells` of a new solver, to begin at some of them once all are prepared.
    pub fn prepare(&mut self, grid: &Grid, cells: usize) {
        self.phi.reserve_exact(grid.len() - self.phi.len());
        self.phi.resize(cells, f32::INFINITY);
    }

    /// Adds a goal with the remaining cost from its centre.
    pub fn begin_at(&mut self, cell: usize, value: f32) {
        self.lower(cell, value.max(0.0));
    }

    /// Whether cells are left to settle.
    pub fn is_open(&self) -> bool {
        !self.heap.is_empty()
    }

    /// Settles the next cell in order of φ and then of index, and returns it. None if no cell is left.
    pub fn settle<C: UnitCost + ?Sized>(&mut self, grid: &Grid, cost: &C) -> Option<usize> {
        while let Some(Reverse(entry)) = self.heap.pop() {
            let (value, cell) = unpack(entry);
            if value > self.phi[cell] {
                continue;
            }
            let (column, row) = grid.place(cell);
            let cells = [
                (column + 1, row),
                (column, row + 1),
                (column.wrapping_sub(1), row),
                (column, row.wrapping_sub(1)),
            ];
            for (neighbour, position) in grid.neighbours_at(column, row).into_iter().zip(cells) {
                // Settled cells have a lower φ.
                if let Some(neighbour) = neighbour.filter(|n| self.phi[*n] > value) {
                    self.lower(neighbour, update(grid, &self.phi, cost, neighbour, position));
                }
            }
            return Some(cell);
        }
        None
    }

    /// The last solution, one value per cell.
    pub fn phi(&self) -> &[f32] {
        &self.phi
    }

    fn lower(&mut self, cell: usize, value: f32) {
        if value < self.phi[cell] {
            self.phi[cell] = value;
            self.heap.push(Reverse(pack(value, cell)));
        }
    }
}

/// The bits of non-negative floats sort like the floats.
fn pack(value: f32, cell: usize) -> u64 {
    (u64::from((value + 0.0).to_bits()) << 32) | cell as u64
}

fn unpack(entry: u64) -> (f32, usize) {
    (f32::from_bits((entry >> 32) as u32), entry as u32 as usize)
}

/// A step along one axis.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// φ of the neighbour. Infinite if the cell is closed on both sides.
    phi: f32,
    /// Cost per metre towards it.
    cost: f32,
    /// +1 towards the east or north, −1 towards the west or south.
    sign: f32,
}

impl Step {
    /// φ of the cell after this step alone.
    fn along(&self, h: f32) -> f32 {
        self.phi + self.cost * h
    }
}

/// The cheaper step across the sides `ahead` and `back` of a cell with these costs and neighbours.
#[inline]
fn upwind(
    grid: &Grid,
    phi: &[f32],
    costs: &[f32; 4],
    neighbours: &[Option<usize>; 4],
    [ahead, back]: [usize; 2],
) -> Step {
    let step = |side: usize, sign: f32| {
        let (beyond, cost) = (neighbours[side].map_or(f32::INFINITY, |next| phi[next]), costs[side]);
        let is_open = (0.0..f32::INFINITY).contains(&cost);
        if is_open { Step { phi: beyond, cost, sign } } else { Step { phi: f32::INFINITY, cost: 1.0, sign } }
    };
    let (a, b) = (step(ahead, 1.0), step(back, -1.0));
    if b.along(grid.cell()) < a.along(grid.cell()) { b } else { a }
}

/// Computes φ of `cell`, in this column and row, from its neighbours.
fn update<C: UnitCost + ?Sized>(
    grid: &Grid,
    phi: &[f32],
    cost: &C,
    cell: usize,
    (column, row): (usize, usize),
) -> f32 {
    let (costs, neighbours) = (cost.costs(cell), grid.neighbours_at(column, row));
    let x = upwind(grid, phi, &costs, &neighbours, [EAST, WEST]);
    let y = upwind(grid, phi, &costs, &neighbours, [NORTH, SOUTH]);
    let h = grid.cell();
    let are_open = x.phi < f32::INFINITY && y.phi < f32::INFINITY;
    are_open.then(|| both(x, y, h)).flatten().unwrap_or(x.along(h).min(y.along(h)))
}

/// Returns the larger root of ((φ − φ₁)/C₁)² + ((φ − φ₂)/C₂)² = h², if it lies above φ₁ and φ₂. With d = φ₁ − φ₂ it
/// is φ₂ + (C₂² d + C₁ C₂ √((C₁² + C₂²) h² − d²)) / (C₁² + C₂²).
fn both(x: Step, y: Step, h: f32) -> Option<f32> {
    let (p, q, d) = (x.cost * x.cost, y.cost * y.cost, x.phi - y.phi);
    let root = y.phi + (q * d + x.cost * y.cost * ((p + q) * h * h - d * d).sqrt()) / (p + q);
    // Also false for NaN: no root, or costs of 0.
    (root >= x.phi.max(y.phi)).then_some(root)
}

/// Returns ∇φ at a cell, from the same neighbours as the solution. The path leads down the gradient. Zero at a goal
/// and without a path.
pub fn gradient<C: UnitCost + ?Sized>(grid: &Grid, phi: &[f32], cost: &C, cell: usize) -> Vec2 {
    if phi[cell].is_infinite() {
        return Vec2::zeros();
    }
    let (costs, neighbours) = (cost.costs(cell), grid.neighbours(cell));
    // A higher neighbour is not on the path.
    let slope = |sides| {
        let step = upwind(grid, phi, &costs, &neighbours, sides);
        -step.sign * (phi[cell] - step.phi).max(0.0) / grid.cell()
    };
    Vec2::new(slope([EAST, WEST]), slope([NORTH, SOUTH]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Point, Rect};

    fn grid(columns: usize, rows: usize, cell: f32) -> Grid {
        let max = Point::new(columns as f32 * cell * 0.9999, rows as f32 * cell * 0.9999);
        let grid = Grid::covering(Rect { min: Point::origin(), max }, cell, 1_000_000);
        assert_eq!((grid.columns(), grid.rows()), (columns, rows));
        grid
    }

    fn solve<C: UnitCost + ?Sized>(grid: &Grid, cost: &C, goals: &[(usize, f32)]) -> Vec<f32> {
        Eikonal::default().solve(grid, cost, goals.iter().copied()).to_vec()
    }

    /// The largest error relative to the distance from the centre, with exact values within `exact` metres of it.
    fn worst(cells: usize, cell: f32, exact: f32) -> f32 {
        let grid = grid(cells, cells, cell);
        let goal = grid.center(grid.index(cells / 2, cells / 2));
        let distance = |i: usize| (grid.center(i) - goal).norm();
        let goals: Vec<_> =
            (0..grid.len()).filter(|i| distance(*i) <= exact).map(|i| (i, distance(i))).collect();
        let phi = solve(&grid, vec![1.0; grid.len()].as_slice(), &goals);
        let far = (0..grid.len()).filter(|i| distance(*i) > 5.0);
        far.map(|i| (phi[i] - distance(i)).abs() / distance(i)).fold(0.0, f32::max)
    }

    /// First order: halving the cells roughly halves the error, to 3 % on diagonals over 50 cells. Exact values
    /// around the goal remove most of it.
    #[test]
    fn on_open_ground_phi_is_the_distance() {
        let (coarse, fine) = (worst(101, 0.2, 0.0), worst(201, 0.1, 0.0));
        assert!(coarse < 0.06 && fine < 0.035 && fine < 0.65 * coarse, "{coarse} and {fine}");
        let near = worst(201, 0.1, 2.0);
        assert!(near < 0.01, "with exact values around the goal: {near}");
    }

    #[test]
    fn phi_is_as_symmetric_as_the_grid() {
        let grid = grid(41, 41, 0.5);
        let phi = solve(&grid, vec![1.0; grid.len()].as_slice(), &[(grid.index(20, 20), 0.0)]);
        for (c, r) in (0..41).flat_map(|c| (0..41).map(move |r| (c, r))) {
            let value = phi[grid.index(c, r)];
            for other in [grid.index(40 - c, r), grid.index(c, 40 - r), grid.index(r, c)] {
                assert!((phi[other] - value).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn paths_lead_around_a_corner() {
        // A wall across the lower half, with start and goal at its foot on either side.
        let grid = grid(200, 100, 0.1);
        let wall = |i: usize| grid.place(i).0 == 100 && grid.place(i).1 < 50;
        let cost: Vec<f32> = (0..grid.len()).map(|i| if wall(i) { f32::INFINITY } else { 1.0 }).collect();
        let goal = grid.index(150, 10);
        let phi = solve(&grid, cost.as_slice(), &[(goal, 0.0)]);
        let (start, top) = (grid.center(grid.index(50, 10)), grid.center(grid.index(100, 50)));
        let shortest = (start - top).norm() + (grid.center(goal) - top).norm();
        let found = phi[grid.index(50, 10)];
        assert!(found > 0.99 * shortest && found < 1.04 * shortest, "{found} m, not {shortest}");
        // Down the gradient, the path from the start leads up and over the wall.
        let direction = -gradient(&grid, &phi, cost.as_slice(), grid.index(50, 10));
        assert!(
            direction.x > 0.4 && direction.y > 0.4 && (direction.norm() - 1.0).abs() < 0.1,
            "{direction:?}"
        );
        assert!(phi.iter().enumerate().all(|(i, v)| v.is_infinite() == wall(i)));
    }

    #[test]
    fn against_the_wind_costs_more() {
        let grid = grid(61, 61, 0.5);
        // Wind to the east: a metre costs 1 with it, 3 against it and 2 across it.
        let cost = vec![[1.0, 2.0, 3.0, 2.0]; grid.len()];
        let phi = solve(&grid, cost.as_slice(), &[(grid.index(30, 30), 0.0)]);
        let at = |c, r| phi[grid.index(c, r)];
        assert!((at(10, 30) - 10.0).abs() < 1e-3, "from the west, with the wind: {}", at(10, 30));
        assert!((at(50, 30) - 30.0).abs() < 1e-3, "from the east, against it: {}", at(50, 30));
        assert!((at(30, 10) - 20.0).abs() < 1e-3 && (at(30, 50) - 20.0).abs() < 1e-3);
        // At 45° the value is √(C₁² + C₂²)·d/√2, to first order.
        let expected = 10.0 * 5.0_f32.sqrt();
        assert!((at(10, 10) - expected).abs() < 0.06 * expected, "{} not {expected}", at(10, 10));
        let slope = gradient(&grid, &phi, cost.as_slice(), grid.index(50, 30));
        assert!((slope - Vec2::new(3.0, 0.0)).norm() < 1e-3, "{slope:?}");
    }

    #[test]
    fn one_way_costs_are_respected() {
        let grid = grid(20, 1, 1.0);
        // The middle cannot be crossed towards the west.
        let mut cost = vec![[1.0; 4]; 20];
        cost[10][WEST] = f32::INFINITY;
        let phi = solve(&grid, cost.as_slice(), &[(5, 0.0)]);
        assert!((phi[10..].iter().all(|v| v.is_infinite())) && phi[9] == 4.0 && phi[0] == 5.0);
        assert_eq!(solve(&grid, cost.as_slice(), &[(15, 0.0)])[0], 15.0);
    }

    #[test]
    fn enclosed_cells_are_infinitely_far() {
        let grid = grid(30, 30, 1.0);
        let ring = |i: usize| {
            let (c, r) = grid.place(i);
            c.abs_diff(15).max(r.abs_diff(15)) == 5
        };
        let cost: Vec<f32> = (0..grid.len()).map(|i| if ring(i) { f32::INFINITY } else { 1.0 }).collect();
        let phi = solve(&grid, cost.as_slice(), &[(0, 0.0)]);
        for (i, value) in phi.iter().enumerate() {
            let (c, r) = grid.place(i);
            assert_eq!(value.is_infinite(), c.abs_diff(15).max(r.abs_diff(15)) <= 5, "{c}, {r}");
        }
        assert_eq!(gradient(&grid, &phi, cost.as_slice(), grid.index(15, 15)), Vec2::zeros());
        assert!(solve(&grid, cost.as_slice(), &[]).iter().all(|v| v.is_infinite()));
    }

    #[test]
    fn odd_costs_do_no_harm() {
        let grid = grid(12, 12, 0.3);
        let odd = [0.0, 1e-30, 1e30, f32::MAX, f32::NAN, -1.0, f32::INFINITY, 1.0];
        let cost: Vec<[f32; 4]> =
            (0..grid.len()).map(|i| [0, 1, 2, 3].map(|k| odd[(i * 5 + i / 7 + k * 3) % 8])).collect();
        let phi = solve(&grid, cost.as_slice(), &[(0, 0.0), (77, f32::NAN), (5, -3.0)]);
        assert!(phi.iter().all(|v| *v >= 0.0));
        assert!((0..grid.len()).all(|i| !gradient(&grid, &phi, cost.as_slice(), i).x.is_nan()));
    }

    #[test]
    fn a_second_solve_allocates_nothing() {
        let grid = grid(100, 60, 0.5);
        let cost = vec![[1.0; 4]; grid.len()];
        let mut eikonal = Eikonal::default();
        eikonal.solve(&grid, cost.as_slice(), [(0, 0.0)]);
        let first = eikonal.phi().to_vec();
        let again = allocation_counter::measure(|| {
            eikonal.solve(&grid, cost.as_slice(), [(0, 0.0)]);
        });
        assert_eq!(again.count_total, 0);
        assert_eq!(eikonal.phi(), first);
    }
}
