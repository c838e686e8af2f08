//! Types shared by all modules. Units are metres, seconds, radians, kilograms and newtons.

use serde::{Deserialize, Serialize};

/// A position, m.
pub type Point = nalgebra::Point2<f32>;
/// A position in the coordinates of a map file, m. A world simulates in [`Point`]s relative to its layout's origin.
pub type MapPoint = nalgebra::Point2<f64>;
/// A displacement (m), velocity (m/s) or force (N).
pub type Vec2 = nalgebra::Vector2<f32>;

/// The length of a tick in seconds. The simulation step is always the same.
pub const DT: f32 = 1.0 / 60.0;

/// The largest accepted coordinate, m. Up to there, an f32 resolves 4 mm.
pub const MAX_COORDINATE: f32 = 50_000.0;

/// Two units closer than this share of the smaller radius are in contact.
pub const CONTACT_GAP: f32 = 0.01;

/// A straight piece of a wall's outline, without thickness, m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

impl Segment {
    /// The points of this segment and of another one that are nearest to each other, if the two do not cross.
    pub(crate) fn nearest_points(&self, other: &Segment) -> (Point, Point) {
        let pairs = [
            (self.from, other.nearest(self.from)),
            (self.to, other.nearest(self.to)),
            (self.nearest(other.from), other.from),
            (self.nearest(other.to), other.to),
        ];
        let [first, rest @ ..] = pairs;
        let apart = |(p, q): (Point, Point)| (q - p).norm_squared();
        rest.into_iter().fold(first, |best, pair| if apart(pair) < apart(best) { pair } else { best })
    }

    /// The point of the segment nearest to `p`.
    pub fn nearest(&self, p: Point) -> Point {
        let along = self.to - self.from;
        let length_squared = along.norm_squared();
        // A segment of length 0 is a point.
        if length_squared <= f32::MIN_POSITIVE {
            return self.from;
        }
        self.from + along * ((p - self.from).dot(&along) / length_squared).clamp(0.0, 1.0)
    }
}

/// A side relative to a unit's direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// An axis-aligned rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// The lower left corner.
    pub min: Point,
    /// The upper right corner.
    pub max: Point,
}

impl Rect {
    /// Whether `p` lies inside or on the edge.
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
    }

    /// The point of the rectangle nearest to `p`.
    pub fn nearest(&self, p: Point) -> Point {
        Point::new(p.x.clamp(self.min.x, self.max.x), p.y.clamp(self.min.y, self.max.y))
    }

    /// The centre.
    pub fn center(&self) -> Point {
        nalgebra::center(&self.min, &self.max)
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }
}

/// What all units do in a tick, by slot.
#[derive(Debug, Clone, Default)]
pub struct Motions {
    /// The forces, N. They act for the whole tick.
    pub force: Vec<Vec2>,
    /// The chosen velocities, m/s, for bodies that take a velocity instead of a force.
    pub velocity: Vec<Vec2>,
    /// The angular accelerations of units that rotate, rad/s².
    pub angular: Vec<f32>,
    /// The preferred velocities, which determine the sideways push, m/s.
    pub preferred: Vec<Vec2>,
}

impl Motions {
    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.apply(&mut self.force, Vec2::zeros);
        renumbering.apply(&mut self.velocity, Vec2::zeros);
        renumbering.apply(&mut self.angular, || 0.0);
        renumbering.apply(&mut self.preferred, Vec2::zeros);
    }

    /// No motion.
    pub fn new(units: usize) -> Motions {
        Motions {
            force: vec![Vec2::zeros(); units],
            velocity: vec![Vec2::zeros(); units],
            angular: vec![0.0; units],
            preferred: vec![Vec2::zeros(); units],
        }
    }
}

/// How slots change when units are removed and added: the units that stay keep their order, and new ones come last.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Renumbering {
    /// The former slots of the units that stay, ascending.
    pub kept: Vec<u32>,
    /// The number of units before.
    pub before: usize,
    /// The number of new units.
    pub added: usize,
}

impl Renumbering {
    /// The number of units from now on.
    pub fn count(&self) -> usize {
        self.kept.len() + self.added
    }

    /// Renumbers the values of all units. New units have `fresh` ones.
    pub fn apply<T>(&self, values: &mut Vec<T>, fresh: impl FnMut() -> T) {
        self.apply_rows(values, 1, fresh);
    }

    /// Keeps only the values of the units that stay.
    pub fn keep<T>(&self, values: &mut Vec<T>) {
        self.kept.iter().enumerate().for_each(|(now, before)| values.swap(now, *before as usize));
        values.truncate(self.kept.len());
    }

    /// The same where each unit has `width` values in a row.
    pub fn apply_rows<T>(&self, values: &mut Vec<T>, width: usize, fresh: impl FnMut() -> T) {
        for (now, &before) in self.kept.iter().enumerate() {
            if now != before as usize {
                (0..width).for_each(|k| values.swap(now * width + k, before as usize * width + k));
            }
        }
        values.truncate(self.kept.len() * width);
        values.resize_with(self.count() * width, fresh);
    }

    /// The slot of the unit that was in slot `before`. None if it was removed.
    pub fn slot_of(&self, before: u32) -> Option<u32> {
        self.kept.binary_search(&before).ok().map(|slot| slot as u32)
    }

    /// The slots of the new units.
    pub fn new_slots(&self) -> std::ops::Range<usize> {
        self.kept.len()..self.count()
    }
}
