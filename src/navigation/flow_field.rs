//! The ways to one goal from everywhere (HowToRTS, "Flow Field"): computed once for the goal, read by all who go there.
//!
//! 1. Cells that see the goal, for a disc of a unit's radius, have the straight way.
//! 2. From them fast marching gives the rest their order φ, [`eikonal`](super::eikonal), at a cost that rises a little near walls.
//! 3. In that order each cell takes its *turning point*: of those of its neighbours the best that it sees itself, else
//!    the neighbour. The way on is to there and no further bound to the grid's directions, as in Theta* (Nash, Daniel,
//!    Koenig & Felner 2007), and its length is exact but for where it turns: first-order fast marching alone is off by
//!    several percent behind corners.
//! 4. Cells that a unit does not fit in, near walls, lead back out: whoever is pushed there finds the way on.
//!
//! Between cells the unit vectors to their turning points, which are −∇ of the distance, are interpolated.

use super::Heading;
use super::clearance::{Clearance, around};
use super::eikonal::Eikonal;
use crate::math;
use crate::types::{Point, Vec2};

/// The goal itself as a turning point.
const AIM: u32 = u32::MAX;
/// No way.
const NONE: u32 = u32::MAX - 1;
/// How far the field reaches into walls, in cells: a radius and a bit.
const MARGIN_CELLS: usize = 4;
/// One that is nearer than this to its turning point, in cells, turns.
const TURN_CELLS: f32 = 0.7;

/// Distances and directions to one goal.
pub struct FlowField {
    aim: Point,
    /// The length of the way from each cell's spot, m; infinite without one.
    distance: Vec<f32>,
    /// The cell whose spot is where the way turns first, `AIM` or `NONE`.
    turn: Vec<u32>,
}

impl FlowField {
    /// The ways to `aim`.
    pub fn new(clearance: &Clearance, aim: Point) -> FlowField {
        let count = clearance.grid.len();
        let mut field = FlowField { aim, distance: vec![f32::INFINITY; count], turn: vec![NONE; count] };
        field.look(clearance);
        field.march(clearance);
        field.fill_margins(clearance);
        field
    }

    /// The way to the goal from each cell, m; infinite where there is none.
    pub fn distances(&self) -> &[f32] {
        &self.distance
    }

    /// The goal.
    pub fn aim(&self) -> Point {
        self.aim
    }

    /// Step 1. What is seen hangs together: every cell on the line to a seen one is seen.
    fn look(&mut self, clearance: &Clearance) {
        let grid = clearance.grid;
        let first = grid.nearest(self.aim);
        let mut looked = vec![false; grid.len()];
        let mut open: Vec<usize> = around(&grid, first).chain([first]).collect();
        open.iter().for_each(|cell| looked[*cell] = true);
        while let Some(cell) = open.pop() {
            let spot = clearance.spot(cell);
            if !clearance.is_free(cell) || !clearance.sees(spot, self.aim) {
                continue;
            }
            (self.distance[cell], self.turn[cell]) = ((self.aim - spot).norm(), AIM);
            for next in around(&grid, cell).filter(|next| !std::mem::replace(&mut looked[*next], true)) {
                open.push(next);
            }
        }
        // A goal in a wall's margin may be seen from no free cell: then the nearest one is as good.
        if self.turn.iter().all(|turn| *turn == NONE) {
            let near = |cell: &usize| (clearance.spot(*cell) - self.aim).norm_squared();
            let free = (0..grid.len()).filter(|cell| clearance.is_free(*cell));
            if let Some(cell) = free.min_by(|a, b| near(a).total_cmp(&near(b))) {
                (self.distance[cell], self.turn[cell]) = ((clearance.spot(cell) - self.aim).norm(), AIM);
            }
        }
    }

    /// Steps 2 and 3.
    fn march(&mut self, clearance: &Clearance) {
        let grid = clearance.grid;
        let cost: Vec<f32> = (0..grid.len()).map(|cell| clearance.cost(cell)).collect();
        let seen = (0..grid.len()).filter(|cell| self.turn[*cell] == AIM);
        let mut eikonal = Eikonal::default();
        let phi = eikonal.solve(&grid, cost.as_slice(), seen.map(|cell| (cell, self.distance[cell])));
        let unseen = (0..grid.len()).filter(|cell| self.turn[*cell] == NONE && phi[*cell].is_finite());
        let mut order: Vec<usize> = unseen.collect();
        order.sort_unstable_by(|a, b| phi[*a].total_cmp(&phi[*b]).then(a.cmp(b)));
        for cell in order {
            let before = around(&grid, cell).filter(|other| phi[*other] < phi[cell]);
            self.take_turn(clearance, cell, before);
        }
    }

    /// The best turning point of `cell` by way of `neighbours` that have theirs.
    fn take_turn(&mut self, clearance: &Clearance, cell: usize, neighbours: impl Iterator<Item = usize>) {
        let spot = clearance.spot(cell);
        let mut turns = [(f32::INFINITY, NONE); 8];
        let mut beside = (f32::INFINITY, NONE);
        for (entry, other) in turns.iter_mut().zip(neighbours.filter(|other| self.turn[*other] != NONE)) {
            let turn = self.turn[other];
            *entry = ((self.place(clearance, turn) - spot).norm() + self.beyond(turn), turn);
            let to = clearance.spot(other);
            // Straight neighbours hang together wherever a unit fits in both; diagonal ones may have a corner between.
            if clearance.grid.neighbours(cell).contains(&Some(other)) || clearance.sees(spot, to) {
                let length = (to - spot).norm() + self.distance[other];
                beside = if length < beside.0 { (length, other as u32) } else { beside };
            }
        }
        turns.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut last = NONE;
        let seen = turns.into_iter().take_while(|(length, _)| *length < beside.0).find(|(_, turn)| {
            // Several neighbours have the same one.
            let anew = std::mem::replace(&mut last, *turn) != *turn;
            anew && clearance.sees(spot, self.place(clearance, *turn))
        });
        (self.distance[cell], self.turn[cell]) = seen.unwrap_or(beside);
    }

    /// Step 4, layer by layer from the free cells.
    fn fill_margins(&mut self, clearance: &Clearance) {
        let grid = clearance.grid;
        let mut layer: Vec<usize> = (0..grid.len()).filter(|cell| self.turn[*cell] != NONE).collect();
        for _ in 0..MARGIN_CELLS {
            let mut next: Vec<usize> = Vec::new();
            for cell in layer {
                next.extend(around(&grid, cell).filter(|o| self.turn[*o] == NONE && !clearance.is_free(*o)));
            }
            next.sort_unstable();
            next.dedup();
            // None of this layer hangs on another one of it.
            let found: Vec<(f32, u32)> = next.iter().map(|cell| self.way_out(clearance, *cell)).collect();
            for (cell, way) in next.iter().zip(found) {
                (self.distance[*cell], self.turn[*cell]) = way;
            }
            layer = next;
        }
    }

    fn way_out(&self, clearance: &Clearance, cell: usize) -> (f32, u32) {
        let spot = clearance.spot(cell);
        let length = |other: usize| (clearance.spot(other) - spot).norm() + self.distance[other];
        let known = around(&clearance.grid, cell).filter(|other| self.turn[*other] != NONE);
        let Some(out) = known.min_by(|a, b| length(*a).total_cmp(&length(*b))) else {
            return (f32::INFINITY, NONE);
        };
        let turn = self.turn[out];
        let place = self.place(clearance, turn);
        if clearance.sees(spot, place) {
            ((place - spot).norm() + self.beyond(turn), turn)
        } else {
            (length(out), out as u32)
        }
    }

    fn place(&self, clearance: &Clearance, turn: u32) -> Point {
        if turn == AIM { self.aim } else { clearance.spot(turn as usize) }
    }

    /// The way left from a turning point on.
    fn beyond(&self, turn: u32) -> f32 {
        if turn == AIM { 0.0 } else { self.distance[turn as usize] }
    }

    /// The turning point of a cell for one at `p`, which may have come as far as that already.
    fn turn_from(&self, clearance: &Clearance, cell: usize, p: Point) -> u32 {
        let near = TURN_CELLS * clearance.grid.cell();
        let mut turn = self.turn[cell];
        // A way turns at most once a cell; the bound is for two that lie within one.
        for _ in 0..4 {
            if turn >= NONE || (clearance.spot(turn as usize) - p).norm_squared() > near * near {
                break;
            }
            turn = self.turn[turn as usize];
        }
        turn
    }

    /// Where to head for from `p`, and how far the goal is; none where no way is known.
    pub fn heading(&self, clearance: &Clearance, p: Point) -> Option<Heading> {
        let around =
            clearance.grid.bilinear(p).map(|(cell, weight)| (self.turn_from(clearance, cell, p), weight));
        let known = || around.iter().filter(|(turn, weight)| *turn != NONE && *weight > 0.0);
        let (first, _) = *known().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let place = self.place(clearance, first);
        let distance = (place - p).norm() + self.beyond(first);
        if known().all(|(turn, _)| *turn == first) {
            return Some(Heading { aim: place, distance });
        }
        let way: Vec2 = known().map(|(turn, w)| math::normalize(self.place(clearance, *turn) - p) * *w).sum();
        // Where ways part, to the left and to the right of an obstacle, the middle of both leads into it.
        let parted = way.norm() < 0.7 * known().map(|(_, w)| w).sum::<f32>();
        let aim = if parted { place } else { p + math::normalize(way) * (place - p).norm() };
        Some(Heading { aim, distance })
    }

    /// The corners of the way from `p`, the goal last; none where no way is known.
    pub fn corners(&self, clearance: &Clearance, p: Point) -> Option<Vec<Point>> {
        let cells = clearance.grid.bilinear(p).map(|(cell, weight)| (self.turn[cell], weight));
        let known = cells.iter().filter(|(turn, _)| *turn != NONE);
        let (mut turn, _) = *known.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let mut corners = Vec::new();
        // Each turns at one that had its way before: it ends.
        while turn < NONE {
            corners.push(clearance.spot(turn as usize));
            turn = self.turn[turn as usize];
        }
        corners.push(self.aim);
        Some(corners)
    }
}
