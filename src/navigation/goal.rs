//! The goals of units.

use crate::types::{Point, Rect};
use serde::{Deserialize, Serialize};

/// The goal of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Goal {
    /// No goal: the unit stands.
    Stand,
    /// No goal: the unit moves only by its steering and never arrives.
    Roam,
    /// Within `radius` of a point.
    Point {
        /// The point.
        at: Point,
        /// The distance that counts as arrived, m.
        radius: f32,
        /// Whether the point belongs to this unit alone (a slot), so that the unit returns to it after being
        /// displaced.
        own: bool,
    },
    /// Anywhere inside a rectangle.
    Region(Rect),
    /// Across a line. The unit heads for `toward` and continues there.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// The point beyond the line that it heads for.
        toward: Point,
    },
    /// Another unit.
    Unit {
        /// The index of the unit.
        index: u32,
        /// The gap between the two bodies that counts as arrived, m.
        gap: f32,
    },
}

impl Goal {
    /// The point of a point goal or beyond a line. None for goals without a single fixed point.
    pub fn point(&self) -> Option<Point> {
        match self {
            Goal::Point { at, .. } => Some(*at),
            Goal::Line { toward, .. } => Some(*toward),
            Goal::Region(_) | Goal::Unit { .. } | Goal::Stand | Goal::Roam => None,
        }
    }

    /// The fixed point that a unit with this goal heads for. For a region, its centre.
    pub fn fixed_aim(&self) -> Option<Point> {
        match self {
            Goal::Region(rect) => Some(rect.center()),
            other => other.point(),
        }
    }

    /// The point that a unit with this goal heads for, given the positions of all units. None for goals without a
    /// destination.
    pub fn aim(&self, positions: &[Point]) -> Option<Point> {
        match self {
            Goal::Unit { index, .. } => positions.get(*index as usize).copied(),
            fixed => fixed.fixed_aim(),
        }
    }
}
