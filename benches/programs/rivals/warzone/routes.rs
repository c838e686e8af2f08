//! Routes over tiles, with costs for those who come towards one and for those who stand.

use super::clearance::Clearance;
use super::grid::Grid;
use sidestep::types::{Point, Rect, Vec2};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a unit weighs in flow and mass.
const WEIGHT: f32 = 64.0;
/// Positions in a tile that its point is chosen from, along its side.
const PLACES: usize = 9;
/// Steps between tiles keep this distance to walls, in radii: bodies slide round corners.
const STEP_GAP: f32 = 0.9;

/// What steps cost besides their length, in tiles: for one unit against them, and for one that stands in the way.
#[derive(Debug, Clone, Copy)]
pub struct Prices {
    pub flow: f32,
    pub mass: f32,
}

/// The traffic of a team in each tile.
#[derive(Debug, Clone, Default)]
pub struct Load {
    flow: Vec<Vec2>,
    mass: Vec<f32>,
}

impl Load {
    pub fn new(grid: &Grid) -> Load {
        Load { flow: vec![Vec2::zeros(); grid.len()], mass: vec![0.0; grid.len()] }
    }

    pub fn add_moving(&mut self, tile: usize, facing: Vec2) {
        self.flow[tile] += facing * WEIGHT;
    }

    pub fn add_standing(&mut self, grid: &Grid, tile: usize) {
        grid.within(tile, 1).for_each(|near| self.mass[near] += WEIGHT);
    }

    /// The additional cost of a step into a tile.
    pub fn cost(&self, into: usize, direction: Vec2, prices: Prices) -> f32 {
        let against = (-self.flow[into].dot(&direction)).max(0.0);
        (prices.flow * against + prices.mass * self.mass[into]) / WEIGHT
    }
}

/// The tiles that units can be in.
#[derive(Debug, Clone)]
pub struct Tiles {
    pub grid: Grid,
    /// Where units go in each tile: as far from walls as there is room for, then near its centre.
    pub points: Vec<Option<Point>>,
    /// The steps from each tile, with their lengths in tiles.
    steps: Vec<Vec<(usize, f32)>>,
}

impl Tiles {
    pub fn new(bounds: Rect, size: f32, radius: f32, clearance: &Clearance) -> Tiles {
        let grid = Grid::new(bounds, size);
        let points: Vec<Option<Point>> =
            (0..grid.len()).map(|tile| point(&grid, tile, radius, clearance)).collect();
        let step = |from: usize, to: usize| {
            let (a, b) = (points[from]?, points[to]?);
            clearance.keeps(a, b, STEP_GAP * radius).then(|| (to, (b - a).norm() / size))
        };
        let steps_from = |tile| grid.around(tile).filter_map(|to| step(tile, to)).collect();
        let steps = (0..grid.len()).map(steps_from).collect();
        Tiles { grid, points, steps }
    }

    /// The tile for a unit at a position: the nearest that a straight line leads to.
    pub fn near(&self, at: Point, radius: f32, clearance: &Clearance) -> Option<usize> {
        let own = self.grid.cell(at)?;
        let mut near: Vec<(f32, usize)> = self
            .grid
            .within(own, 2)
            .filter_map(|tile| self.points[tile].map(|point| ((point - at).norm(), tile)))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let sees = |gap: f32| {
            let mut seen = near.iter().filter(move |(_, tile)| {
                self.points[*tile].is_some_and(|point| clearance.keeps(at, point, gap * radius))
            });
            seen.next().map(|(_, tile)| *tile)
        };
        sees(0.9).or_else(|| sees(0.4))
    }

    /// The cheapest route between two tiles (A*), as points; none if there is none.
    pub fn route(&self, from: usize, to: usize, load: &Load, prices: Prices) -> Option<Vec<Point>> {
        const FINE: f32 = 1024.0;
        let target = self.points[to]?;
        let rest =
            |tile: usize| self.points[tile].map_or(0.0, |point| (target - point).norm() / self.grid.size);
        let mut best = vec![f32::INFINITY; self.grid.len()];
        let mut before = vec![from; self.grid.len()];
        let mut queue = BinaryHeap::from([(Reverse((rest(from) * FINE) as u64), from)]);
        let mut is_done = vec![false; self.grid.len()];
        best[from] = 0.0;
        while let Some((_, tile)) = queue.pop() {
            if tile == to {
                break;
            }
            if std::mem::replace(&mut is_done[tile], true) {
                continue;
            }
            for &(next, length) in &self.steps[tile] {
                let (Some(a), Some(b)) = (self.points[tile], self.points[next]) else { continue };
                let direction = sidestep::math::normalize(b - a);
                let cost = best[tile] + length + load.cost(next, direction, prices);
                if cost < best[next] {
                    (best[next], before[next]) = (cost, tile);
                    queue.push((Reverse(((cost + rest(next)) * FINE) as u64), next));
                }
            }
        }
        if best[to] == f32::INFINITY {
            return None;
        }
        let mut route = vec![target];
        let mut tile = to;
        while tile != from {
            tile = before[tile];
            route.extend(self.points[tile]);
        }
        route.reverse();
        Some(route)
    }
}

fn point(grid: &Grid, tile: usize, radius: f32, clearance: &Clearance) -> Option<Point> {
    let center = grid.center(tile);
    let share = |i: usize| ((i as f32 + 0.5) / PLACES as f32 - 0.5) * grid.size;
    let places = (0..PLACES * PLACES).map(|i| center + Vec2::new(share(i % PLACES), share(i / PLACES)));
    let value = |at: Point| {
        let room = clearance.at(at);
        (room >= radius).then(|| (room.min(0.5 * grid.size) - 0.1 * (at - center).norm(), at))
    };
    places.filter_map(value).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::types::Segment;

    const PRICES: Prices = Prices { flow: 2.0, mass: 3.0 };

    #[test]
    fn a_step_costs_more_against_a_flow_and_into_a_crowd() {
        let grid = Grid::new(Rect { min: Point::new(0.0, 0.0), max: Point::new(9.0, 9.0) }, 1.0);
        let tile = grid.cell(Point::new(4.5, 4.5)).unwrap();
        let mut load = Load::new(&grid);
        load.add_moving(tile, Vec2::new(1.0, 0.0));
        load.add_moving(tile, Vec2::new(1.0, 0.0));
        assert_eq!(load.cost(tile, Vec2::new(-1.0, 0.0), PRICES), 4.0, "against two");
        assert_eq!(load.cost(tile, Vec2::new(1.0, 0.0), PRICES), 0.0, "with them");
        assert_eq!(load.cost(tile, Vec2::new(0.0, 1.0), PRICES), 0.0, "across");
        load.add_standing(&grid, tile);
        assert_eq!(load.cost(tile + 1, Vec2::new(1.0, 0.0), PRICES), 3.0, "beside one that stands");
        assert_eq!(load.cost(tile + 2, Vec2::new(1.0, 0.0), PRICES), 0.0);
    }

    /// Two gaps of 2 m in a wall at x = 0, at y = -3 and y = 3; the crowd stands in the first.
    #[test]
    fn routes_avoid_a_crowded_gap() {
        let bounds = Rect { min: Point::new(-9.0, -9.0), max: Point::new(9.0, 9.0) };
        let wall = |from: f32, to: f32| Segment { from: Point::new(0.0, from), to: Point::new(0.0, to) };
        let walls = [wall(-20.0, -4.0), wall(-2.0, 2.0), wall(4.0, 20.0)];
        let clearance = Clearance::new(bounds, 1.28, &walls);
        let tiles = Tiles::new(bounds, 1.28, 0.5, &clearance);
        let near = |x: f32, y: f32| tiles.near(Point::new(x, y), 0.5, &clearance).unwrap();
        let (from, to, mut load) = (near(-6.0, -1.5), near(6.0, -1.5), Load::new(&tiles.grid));
        let crossing = |load: &Load| {
            let route = tiles.route(from, to, load, PRICES).unwrap();
            route.iter().find(|point| point.x > 0.0).unwrap().y
        };
        assert!(crossing(&load) < 0.0);
        (0..4).for_each(|_| load.add_standing(&tiles.grid, near(0.0, -3.0)));
        assert!(crossing(&load) > 0.0);
    }
}
