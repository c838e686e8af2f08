//! A path to walk: a chain of points, with places on it told by the length of the way from its start.

use super::body::{FAR, offset};
use crate::math;
use crate::types::Point;
use thiserror::Error;

/// A path: open, or closed for a patrol, whose end is its start.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The points; of a closed path the first comes again at the end.
    points: Vec<Point>,
    /// The arc length from the start to each point, m.
    lengths: Vec<f32>,
    closed: bool,
}

/// Why points make no path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PathError {
    /// Fewer than two points.
    #[error("needs at least 2 points, not {0}")]
    TooFew(usize),
    /// All points are the same one.
    #[error("has no length: all its points are equal")]
    NoLength,
    /// A coordinate is no number, or infinite.
    #[error("has a point that is not finite")]
    NotFinite,
}

impl Path {
    /// The path along `points`; a closed one goes back to the first.
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

    /// Its length, m.
    pub fn length(&self) -> f32 {
        self.lengths[self.lengths.len() - 1]
    }

    /// Its points, as [`Path::new`] takes them: of a closed path the first one once.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.points.len() - usize::from(self.closed)]
    }

    /// Whether its end is its start.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// The arc length on the path that `s` means, m: within its ends, or round a closed one.
    pub fn on(&self, s: f32) -> f32 {
        if self.closed { s.rem_euclid(self.length()) } else { s.clamp(0.0, self.length()) }
    }

    /// The place at arc length `s`.
    pub fn at(&self, s: f32) -> Point {
        let s = self.on(s);
        // The first piece that ends at `s` or after it; there are at least two points.
        let end = self.lengths.partition_point(|&l| l < s).clamp(1, self.points.len() - 1);
        self.piece(end - 1).at(s)
    }

    /// The arc length of the point on the whole path that is nearest to `p`, m; the first one of several.
    pub fn nearest(&self, p: Point) -> f32 {
        self.nearest_in(p, 0.0, self.length()).1
    }

    /// As [`Path::nearest`], among those within `reach` metres of the way from arc length `last`: where a path meets itself,
    /// it stays on the piece that it was on.
    pub fn nearest_around(&self, p: Point, last: f32, reach: f32) -> f32 {
        let last = self.on(last);
        let reach = reach.clamp(0.0, self.length());
        // Of a closed path, also the part of the stretch that lies beyond the start, and beyond the end.
        let turns: &[f32] = if self.closed { &[0.0, -1.0, 1.0] } else { &[0.0] };
        let stretch = |turn: &f32| {
            let middle = last + turn * self.length();
            self.nearest_in(p, middle - reach, middle + reach)
        };
        turns.iter().map(stretch).fold((f32::INFINITY, last), nearer).1
    }

    /// The point nearest to `p` between the arc lengths `from` and `to`: the square of its distance, and its arc length.
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

/// A straight piece of a path, and the arc lengths of its ends.
struct Piece {
    from: Point,
    to: Point,
    start: f32,
    end: f32,
}

impl Piece {
    /// The place at arc length `s`, which lies on the piece.
    fn at(&self, s: f32) -> Point {
        // A piece without length is a point.
        let share = if self.end > self.start { (s - self.start) / (self.end - self.start) } else { 0.0 };
        // A blend of the ends, since the difference of two far ones overflows.
        Point::from(self.from.coords * (1.0 - share) + self.to.coords * share)
    }

    /// The arc length of its point that is nearest to `p`.
    fn nearest(&self, p: Point) -> f32 {
        let along = math::normalize(offset(self.from, self.to));
        (self.start + offset(self.from, p).dot(&along)).clamp(self.start, self.end)
    }
}

/// The nearer of two (squared distance, arc length); the first where they are as near.
fn nearer(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    if b.0 < a.0 { b } else { a }
}
