//! Narrow places: chains of cells on the skeleton of the free ground.

use super::clearance::{CELLS, Clearance};
use sidestep::types::{Point, Vec2};
use std::collections::VecDeque;

/// Cells of the skeleton are narrow below this clearance, in tiles; a corridor is at most twice as wide.
const NARROW: f32 = 2.5;
/// The least length of a chain, in tiles.
const LENGTH: f32 = 3.0;
/// The ends of a chain that are wider than this many times its narrowest place do not belong to the corridor.
const MOUTH: f32 = 1.5;
/// The length of what may be left of a branch that is removed, in cells.
const STUB: usize = 3;
/// The eight neighbours in their order around a cell.
const RING: [(isize, isize); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A corridor: its middle line, cell by cell.
#[derive(Debug, Clone)]
pub struct Corridor {
    pub line: Vec<Point>,
    /// The width at each point of the line, m.
    pub widths: Vec<f32>,
}

impl Corridor {
    /// The width at the narrowest place, m.
    pub fn width(&self) -> f32 {
        self.widths.iter().copied().fold(f32::INFINITY, f32::min)
    }

    /// The direction of the line at a point of it.
    pub fn along(&self, place: usize, forward: bool) -> Vec2 {
        let (from, to) = (place.saturating_sub(3), (place + 3).min(self.line.len() - 1));
        let along = sidestep::math::normalize(self.line[to] - self.line[from]);
        if forward { along } else { -along }
    }

    /// The point of the line that many points on.
    pub fn ahead(&self, place: usize, forward: bool, points: usize) -> usize {
        if forward { (place + points).min(self.line.len() - 1) } else { place.saturating_sub(points) }
    }

    /// The first point of the line for those who go in this direction.
    pub fn mouth(&self, forward: bool) -> usize {
        if forward { 0 } else { self.line.len() - 1 }
    }
}

/// All corridors, and where they are.
#[derive(Debug, Clone)]
pub struct Corridors {
    pub all: Vec<Corridor>,
    /// The corridor of each cell and the nearest point of its line.
    places: Vec<Option<(usize, usize)>>,
}

impl Corridors {
    /// The corridors that units of this radius reach from their starts.
    pub fn find(clearance: &Clearance, radius: f32, starts: &[Point]) -> Corridors {
        let tile = clearance.grid.size * CELLS;
        let mut skeleton = Skeleton::new(clearance, radius, starts);
        skeleton.prune(radius + clearance.grid.size);
        let chains = skeleton.chains(NARROW * tile);
        let all: Vec<Corridor> = chains.into_iter().filter_map(|chain| corridor(clearance, &chain)).collect();
        let mut places = vec![None; clearance.grid.len()];
        let mut nearest = vec![f32::INFINITY; clearance.grid.len()];
        for (id, corridor) in all.iter().enumerate() {
            for (place, (at, width)) in corridor.line.iter().zip(&corridor.widths).enumerate() {
                let reach = (0.5 * width / clearance.grid.size).ceil() as isize;
                for cell in clearance.grid.cell(*at).into_iter().flat_map(|c| clearance.grid.within(c, reach))
                {
                    let distance = (clearance.grid.center(cell) - at).norm();
                    if distance <= 0.5 * width && distance < nearest[cell] {
                        (nearest[cell], places[cell]) = (distance, Some((id, place)));
                    }
                }
            }
        }
        Corridors { all, places }
    }

    /// The corridor at a position, and the nearest point of its line.
    pub fn place(&self, clearance: &Clearance, at: Point) -> Option<(usize, usize)> {
        self.places[clearance.grid.cell(at)?]
    }
}

/// The corridor of a chain, if it is long enough.
fn corridor(clearance: &Clearance, chain: &[usize]) -> Option<Corridor> {
    let line: Vec<Point> = chain.iter().map(|cell| clearance.grid.center(*cell)).collect();
    let length: f32 = line.windows(2).map(|two| (two[1] - two[0]).norm()).sum();
    let widths: Vec<f32> = line.iter().map(|at| 2.0 * clearance.at(*at)).collect();
    let narrowest = widths.iter().copied().fold(f32::INFINITY, f32::min);
    let is_inside = |width: &f32| *width <= MOUTH * narrowest;
    let (first, last) = (widths.iter().position(is_inside)?, widths.iter().rposition(is_inside)?);
    let is_long = length >= LENGTH * CELLS * clearance.grid.size && last - first >= 2;
    is_long.then(|| Corridor { line: line[first..=last].to_vec(), widths: widths[first..=last].to_vec() })
}

/// The skeleton of the free ground.
struct Skeleton<'a> {
    clearance: &'a Clearance,
    is_in: Vec<bool>,
}

impl Skeleton<'_> {
    /// Removes cells from the walls inwards, as long as the rest hangs together as before.
    fn new<'a>(clearance: &'a Clearance, radius: f32, starts: &[Point]) -> Skeleton<'a> {
        let grid = &clearance.grid;
        let room: Vec<f32> = (0..grid.len()).map(|cell| clearance.at(grid.center(cell))).collect();
        let mut is_in = vec![false; grid.len()];
        let near = |at: &Point| grid.cell(*at).into_iter().flat_map(|cell| grid.within(cell, 2));
        let mut queue: VecDeque<usize> = starts.iter().flat_map(near).collect();
        let mut reached = Vec::new();
        while let Some(cell) = queue.pop_front() {
            if room[cell] >= 0.9 * radius && !is_in[cell] {
                is_in[cell] = true;
                reached.push(cell);
                queue.extend(grid.around(cell));
            }
        }
        reached.sort_by(|a, b| room[*a].total_cmp(&room[*b]).then(a.cmp(b)));
        let mut skeleton = Skeleton { clearance, is_in };
        let ridge: Vec<bool> = (0..grid.len()).map(|cell| skeleton.is_ridge(cell, radius)).collect();
        loop {
            let before = reached.len();
            reached.retain(|cell| {
                let ring = skeleton.ring(*cell);
                let is_end = ring.iter().filter(|is_in| **is_in).count() < 2;
                let goes = branches(&ring) == 1 && !(ridge[*cell] && is_end);
                skeleton.is_in[*cell] &= !goes;
                !goes
            });
            if reached.len() == before {
                return skeleton;
            }
        }
    }

    /// Whether the nearest walls of a cell and of one beside it are in different directions.
    fn is_ridge(&self, cell: usize, radius: f32) -> bool {
        let at = self.clearance.grid.center(cell);
        let Some(own) = self.clearance.wall(at) else { return false };
        let least = radius.max(0.5 * (own - at).norm());
        self.clearance.grid.around(cell).any(|other| {
            let wall = self.clearance.wall(self.clearance.grid.center(other));
            wall.is_some_and(|wall| (wall - own).norm() > least)
        })
    }

    fn ring(&self, cell: usize) -> [bool; 8] {
        RING.map(|offset| self.clearance.grid.offset(cell, offset).is_some_and(|other| self.is_in[other]))
    }

    fn degree(&self, cell: usize) -> usize {
        branches(&self.ring(cell))
    }

    /// Removes branches that end at a wall: they lead into corners.
    fn prune(&mut self, end: f32) {
        let grid = &self.clearance.grid;
        let degrees: Vec<usize> =
            (0..grid.len()).map(|cell| if self.is_in[cell] { self.degree(cell) } else { 0 }).collect();
        let mut gone = Vec::new();
        for first in 0..grid.len() {
            if degrees[first] != 1 || self.clearance.at(grid.center(first)) > end {
                continue;
            }
            let mut branch = vec![first];
            let goes_on = |cell: &usize, branch: &[usize]| degrees[*cell] == 2 && !branch.contains(cell);
            while let Some(next) = grid.around(branch[branch.len() - 1]).find(|cell| goes_on(cell, &branch)) {
                branch.push(next);
            }
            gone.extend(branch);
        }
        gone.into_iter().for_each(|cell| self.is_in[cell] = false);
        // What is left of them at junctions.
        for _ in 0..STUB {
            let ends: Vec<usize> =
                (0..grid.len()).filter(|cell| self.is_in[*cell] && self.degree(*cell) == 1).collect();
            ends.into_iter().for_each(|cell| self.is_in[cell] = false);
        }
    }

    /// The chains of cells with a smaller clearance, between junctions, each from end to end.
    fn chains(&self, limit: f32) -> Vec<Vec<usize>> {
        let grid = &self.clearance.grid;
        let is_narrow = |cell: usize| self.clearance.at(grid.center(cell)) < limit;
        let mut left: Vec<bool> = (0..grid.len())
            .map(|cell| self.is_in[cell] && is_narrow(cell) && self.degree(cell) <= 2)
            .collect();
        let mut chains = Vec::new();
        for first in 0..grid.len() {
            if !std::mem::take(&mut left[first]) {
                continue;
            }
            let mut chain = VecDeque::from([first]);
            while let Some(next) = grid.around(chain[chain.len() - 1]).find(|cell| left[*cell]) {
                left[next] = false;
                chain.push_back(next);
            }
            while let Some(next) = grid.around(chain[0]).find(|cell| left[*cell]) {
                left[next] = false;
                chain.push_front(next);
            }
            chains.push(chain.into());
        }
        chains
    }
}

/// How many branches of the skeleton meet in a cell, from the cells around it: 1 also where it can go.
fn branches(ring: &[bool; 8]) -> usize {
    // Diagonal cells hang together with a straight one beside them.
    let is_free = |i: usize| !ring[i % 8];
    (0..8).step_by(2).filter(|i| is_free(*i) && !(is_free(i + 1) && is_free(i + 2))).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::types::{Rect, Segment};

    fn boxed(min: (f32, f32), max: (f32, f32)) -> Vec<Segment> {
        let corners = [min, (max.0, min.1), max, (min.0, max.1)].map(|(x, y)| Point::new(x, y));
        (0..4).map(|i| Segment { from: corners[i], to: corners[(i + 1) % 4] }).collect()
    }

    /// Corridors between two rooms of 40 × 40 m through a wall from x = 0 to `depth`, with a gap. R is 0.5 m, a tile 1.28 m.
    fn found(depth: f32, gap: f32) -> Vec<Corridor> {
        let bounds = Rect { min: Point::new(-40.0, -20.0), max: Point::new(40.0 + depth, 20.0) };
        let mut walls = boxed((-40.0, -20.0), (40.0 + depth, 20.0));
        walls.extend(boxed((0.0, -20.0), (depth, -0.5 * gap)));
        walls.extend(boxed((0.0, 0.5 * gap), (depth, 20.0)));
        let clearance = Clearance::new(bounds, 1.28, &walls);
        Corridors::find(&clearance, 0.5, &[Point::new(-20.0, 0.0)]).all
    }

    #[test]
    fn a_corridor_has_its_width_and_its_length() {
        let corridors = found(10.0, 3.0);
        assert_eq!(corridors.len(), 1, "corners of rooms are none");
        let [first, .., last] = &corridors[0].line[..] else { unreachable!() };
        assert!((corridors[0].width() - 3.0).abs() < 0.4, "{}", corridors[0].width());
        assert!((9.0..15.0).contains(&(first - last).norm()), "{first} {last}");
    }

    #[test]
    fn a_door_is_a_corridor_unless_it_is_wide() {
        assert_eq!(found(0.3, 1.5).len(), 1);
        assert_eq!(found(10.0, 6.0).len(), 1, "less than 5 tiles wide");
        assert_eq!(found(10.0, 7.0).len(), 0, "more than 5 tiles wide");
    }

    #[test]
    fn the_line_hangs_together() {
        let line = &found(10.0, 2.0)[0].line;
        assert!(line.windows(2).all(|two| (two[1] - two[0]).norm() < 0.5));
    }
}
