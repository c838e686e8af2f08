//! A path to follow: a chain of points, with positions on it given by arc length from its start.

use super::body::{FAR, offset};
use crate::math;
use crate::types::Point;
use thiserror::Error;

/// An open path, or a closed one for a patrol.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The points. A closed path repeats the first one at the end.
    points: Vec<Point>,
    /// The arc length from the start to each point, m.
    lengths: Vec<f32>,
    closed: bool,
}

/// Why a list of points is not a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PathError {
    /// Fewer than two points.
    #[error("needs at least 2 points, not {0}")]
    TooFew(usize),
    /// All points are equal.
    #[error("has no length: all its points are equal")]
    NoLength,
    /// A coordinate is infinite or not a number.
    #[error("has a point that is not finite")]
    NotFinite,
}

impl Path {
    /// Returns the path through `points`. A closed path returns to the first point.
    pub fn new(mut points: Vec<Point>, closed: bool) -> Result<Path, PathError> {
        if points.len() < 2 {
            return Err(PathError::TooFew(points.len()));
        }
        if points.iter().any(|p| !p.x.is_finite() || !p.y.is_finite()) {
            return Err(PathError::NotFinite);
        }
        if closed {
            points.push(points[0]);
        }
        let mut lengths = vec![0.0];
        for pair in points.windows(2) {
            let so_far = lengths[lengths.len() - 1];
            lengths.push((so_far + offset(pair[0], pair[1]).norm()).min(FAR));
        }
        let path = Path { points, lengths, closed };
        if path.length() > 0.0 { Ok(path) } else { Err(PathError::NoLength) }
    }

    /// The length, m.
    pub fn length(&self) -> f32 {
        self.lengths[self.lengths.len() - 1]
    }

    /// The points as passed to [`Path::new`], without the repeated first point of a closed path.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.points.len() - usize::from(self.closed)]
    }

    /// Whether the path is closed.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// Maps any `s` (m) to an arc length on the path: clamped to its ends, or wrapped around a closed path.
    pub fn on(&self, s: f32) -> f32 {
        if self.closed { s.rem_euclid(self.length()) } else { s.clamp(0.0, self.length()) }
    }

    /// The point at arc length `s`.
    pub fn at(&self, s: f32) -> Point {
        let s = self.on(s);
        // The first piece that ends at or after `s`. There are at least two points.
        let end = self.lengths.partition_point(|&l| l < s).clamp(1, self.points.len() - 1);
        self.piece(end - 1).at(s)
    }

    /// The arc length of the point of the whole path nearest to `p`, m. The first of several.
    pub fn nearest(&self, p: Point) -> f32 {
        self.nearest_in(p, 0.0, self.length()).1
    }

    /// Like [`Path::nearest`], but searches only within `reach` metres along the path from arc length `last`. Where
    /// a path meets itself, the search stays on its current piece.
    pub fn nearest_around(&self, p: Point, last: f32, reach: f32) -> f32 {
        let last = self.on(last);
        let reach = reach.clamp(0.0, self.length());
        // On a closed path the search range may extend beyond the start or the end.
        let turns: &[f32] = if self.closed { &[0.0, -1.0, 1.0] } else { &[0.0] };
        let stretch = |turn: &f32| {
            let middle = last + turn * self.length();
            self.nearest_in(p, middle - reach, middle + reach)
        };
        turns.iter().map(stretch).fold((f32::INFINITY, last), nearer).1
    }

    /// The point nearest to `p` between the arc lengths `from` and `to`: its squared distance and its arc length.
    fn nearest_in(&self, p: Point, from: f32, to: f32) -> (f32, f32) {
        let mut best = (f32::INFINITY, 0.0);
        for piece in (0..self.points.len() - 1).map(|i| self.piece(i)) {
            let (low, high) = (piece.start.max(from), piece.end.min(to));
            if low <= high {
                let s = piece.nearest(p).clamp(low, high);
                best = nearer(best, (offset(p, piece.at(s)).norm_squared(), s));
            }
        }
        best
    }

    fn piece(&self, i: usize) -> Piece {
        Piece {
            from: self.points[i],
            to: self.points[i + 1],
            start: self.lengths[i],
            end: self.lengths[i + 1],
        }
    }
}

/// A straight piece of a path, with the arc lengths of its ends.
struct Piece {
    from: Point,
    to: Point,
    start: f32,
    end: f32,
}

impl Piece {
    /// The point at arc length `s`, which lies on the piece.
    fn at(&self, s: f32) -> Point {
        // A piece of length 0 is a point.
        let share = if self.end > self.start { (s - self.start) / (self.end - self.start) } else { 0.0 };
        // Blend the ends, because the difference of two distant points overflows.
        Point::from(self.from.coords * (1.0 - share) + self.to.coords * share)
    }

    /// The arc length of the point of the piece nearest to `p`.
    fn nearest(&self, p: Point) -> f32 {
        let along = math::normalize(offset(self.from, self.to));
        (self.start + offset(self.from, p).dot(&along)).clamp(self.start, self.end)
    }
}

/// The nearer of two (squared distance, arc length) pairs, or the first in a tie.
fn nearer(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    if b.0 < a.0 { b } else { a }
}
