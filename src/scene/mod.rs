//! What a map says: world bounds, walls, groups, goals and defaults. No behaviour.

use crate::settings::Steering;
use crate::types::{Point, Rect, Vec2};

/// Something solid that never moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Wall {
    /// A filled axis-aligned box.
    Box(Rect),
    /// A filled disc.
    Circle {
        /// Its middle.
        center: Point,
        /// Its radius, m.
        radius: f32,
    },
    /// A filled simple polygon, convex or not.
    Polygon(Vec<Point>),
    /// A chain of thin segments.
    Chain(Vec<Point>),
}

/// Where one unit wants to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// Nowhere: it stands.
    Stand,
    /// Within `radius` of a point.
    Point {
        /// The point.
        at: Point,
        /// How near counts as there, m.
        radius: f32,
        /// Whether the place is this unit's alone (a slot), so that it returns to it when it was displaced.
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
        /// The place beyond that it heads for.
        toward: Point,
    },
    /// Another unit, by its index in [`Layout::starts`].
    Unit {
        /// The index of the unit.
        index: u32,
        /// The gap between the two bodies that counts as there, m.
        gap: f32,
    },
}

/// One unit as a run begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// Where it stands.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Radius, m.
    pub radius: f32,
    /// Mass, kg.
    pub mass: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum force, N.
    pub max_force: f32,
    /// Index of its group.
    pub group: u16,
    /// Where it wants to be.
    pub goal: Goal,
}

/// A map made concrete: every unit at its place, for one seed and one number of units.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The map's name.
    pub name: String,
    /// What is shown, and where goals may lie.
    pub bounds: Rect,
    /// The walls.
    pub walls: Vec<Wall>,
    /// The groups' names.
    pub groups: Vec<String>,
    /// The units.
    pub starts: Vec<Start>,
    /// How they steer by default.
    pub steering: Steering,
    /// When the run ends, s.
    pub time_limit: f32,
    /// The seed that jittered the starts.
    pub seed: u64,
}
