//! Where units want to be.

use crate::types::{Point, Rect};

/// The destination of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// None: the unit stands.
    Stand,
    /// None: the unit's steering alone moves it, and it never arrives.
    Roam,
    /// Within `radius` of a point.
    Point {
        /// The point.
        at: Point,
        /// How near counts as there, m.
        radius: f32,
        /// Whether the point is this unit's alone (a slot), so that it returns to it when it was displaced.
        own: bool,
    },
    /// Anywhere inside a rectangle.
    Region(Rect),
    /// Across a line; the unit heads for `toward` and goes on there.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// The point beyond that it heads for.
        toward: Point,
    },
    /// Another unit.
    Unit {
        /// The index of the unit.
        index: u32,
        /// The gap between the two bodies that counts as there, m.
        gap: f32,
    },
}

impl Goal {
    /// The point of a point or beyond a line; none for goals that are not about a single fixed point.
    pub fn point(&self) -> Option<Point> {
        match self {
            Goal::Point { at, .. } => Some(*at),
            Goal::Line { toward, .. } => Some(*toward),
            Goal::Region(_) | Goal::Unit { .. } | Goal::Stand | Goal::Roam => None,
        }
    }

    /// The point that a unit with this goal heads for, where that does not move; the middle of a region.
    pub fn fixed_aim(&self) -> Option<Point> {
        match self {
            Goal::Region(rect) => Some(rect.center()),
            other => other.point(),
        }
    }

    /// The point that a unit with this goal heads for, given the positions of all units; none for goals without a
    /// destination.
    pub fn aim(&self, positions: &[Point]) -> Option<Point> {
        match self {
            Goal::Unit { index, .. } => positions.get(*index as usize).copied(),
            fixed => fixed.fixed_aim(),
        }
    }
}
