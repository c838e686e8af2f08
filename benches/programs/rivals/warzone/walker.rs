//! A unit on its route.

use super::clearance::{CELLS, Clearance};
use super::corridors::Corridors;
use sidestep::types::Point;

/// How far a unit looks ahead for corridors, in tiles. So many before a mouth belong to its stream.
const AHEAD: f32 = 6.0;
/// How far from its route it goes straight on, in tiles.
const STRAIGHT: f32 = 3.0;
/// A unit passes a corridor if it goes along at least so many points of its line.
const LEAST: usize = 3;

/// A corridor that a unit passes.
#[derive(Debug, Clone, Copy)]
pub struct Passage {
    pub corridor: usize,
    pub forward: bool,
    /// The point of the line that it is at, if it is inside.
    pub place: Option<usize>,
}

/// What a unit knows besides its body.
#[derive(Debug, Clone, Default)]
pub struct Walker {
    /// The points of its route, the goal last; empty without one.
    pub route: Vec<Point>,
    /// The next of them.
    pub next: usize,
    pub passage: Option<Passage>,
    /// Whether it has to leave the corridor to others, or wait before it.
    pub waits: bool,
    /// For how long it has not got on, s.
    pub stalled: f32,
    /// For how long it still goes back, s.
    pub backs_off: f32,
}

impl Walker {
    /// The point that it heads for.
    pub fn aim(&self) -> Option<Point> {
        self.route.get(self.next).copied()
    }

    /// Goes on to the next points of the route as soon as they are in sight.
    pub fn advance(&mut self, at: Point, radius: f32, tile: f32, clearance: &Clearance) {
        while self.next + 1 < self.route.len() {
            let (here, then) = (self.route[self.next], self.route[self.next + 1]);
            let is_seen = (then - at).norm() < STRAIGHT * tile && clearance.keeps(at, then, 0.95 * radius);
            if !is_seen && (here - at).norm() > 0.25 * tile {
                return;
            }
            self.next += 1;
        }
    }

    /// Looks for the corridor that it is in or comes to next.
    pub fn look_ahead(&mut self, at: Point, tile: f32, corridors: &Corridors, clearance: &Clearance) {
        let own = corridors.place(clearance, at);
        let (mut before, mut length, mut found) = (at, 0.0, own.map(|(id, place)| (id, place, place)));
        let mut beyond = None;
        for point in self.route.iter().skip(self.next) {
            let step = (point - before).norm();
            // Routes go straight on between points of open ground.
            let pieces = (step * CELLS / tile).ceil().max(1.0) as usize;
            for piece in 1..=pieces {
                let on_it = before + (point - before) * (piece as f32 / pieces as f32);
                match (corridors.place(clearance, on_it), &mut found) {
                    (Some((id, place)), Some((first, _, last))) if id == *first => *last = place,
                    (Some((id, place)), None) => found = Some((id, place, place)),
                    (_, Some(_)) => beyond = beyond.or(Some(on_it)),
                    _ => {}
                }
                if beyond.is_some() {
                    break;
                }
            }
            length += step;
            before = *point;
            if beyond.is_some() || found.is_none() && length > AHEAD * tile {
                break;
            }
        }
        self.passage = found.and_then(|(corridor, first, last)| {
            let place = own.map(|(_, place)| place);
            let line = &corridors.all[corridor].line;
            let near_end =
                || beyond.is_some_and(|at| (line[line.len() - 1] - at).norm() < (line[0] - at).norm());
            match (first.abs_diff(last) >= LEAST, place) {
                (true, _) => Some(Passage { corridor, forward: last > first, place }),
                // Close to the end that it leaves by.
                (false, Some(_)) if first.abs_diff(if near_end() { line.len() - 1 } else { 0 }) < LEAST => {
                    Some(Passage { corridor, forward: near_end(), place })
                }
                _ => None,
            }
        });
    }
}
