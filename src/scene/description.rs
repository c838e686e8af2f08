//! What a map says, with every default filled in: plain data, whichever format it was written in. Each part keeps the
//! position of its text, for errors that only show when all units stand in place.

use super::formation::{Block, Ring};
use crate::document::Span;
use crate::geometry::Wall;
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::steering::behaviours::Needs;
use crate::steering::combine::Plan;
use crate::types::{MapPoint, Point, Rect, Vec2};
use std::f32::consts::PI;

/// A unit's density where a map gives none, kg/m²: HowToRTS's.
const DENSITY: f32 = 20.0;
/// A unit's radius where a map gives none, m.
const RADIUS: f32 = 0.5;
/// A unit's maximum speed where a map gives none, m/s.
const MAX_SPEED: f32 = 5.0;
/// The maximum force over mass and speed, 1/s: a unit can gain its whole speed in 1/8 s, about the 7 ticks
/// that HowToRTS's units take (50 N on 3.3 kg at 4 m/s is 3.8/s; crowds that brake for each other need the double).
const AGILITY: f32 = 8.0;
/// A map as it is written.
#[derive(Debug, Clone)]
pub(super) struct Description {
    pub name: String,
    pub about: String,
    pub origin: String,
    /// Where all coordinates begin, in those of the map.
    pub map_origin: MapPoint,
    pub bounds: Rect,
    /// Where the map says that its bounds are walls, if it does.
    pub closed: Option<Span>,
    pub walls: Vec<(Wall, Span)>,
    pub groups: Vec<Group>,
    /// Where each unit, group by group, comes in the layout; empty where that is group by group.
    pub order: Vec<usize>,
    pub steering: Steering,
    /// Whether the map itself says if the sideways push is on.
    pub push_stated: bool,
    pub plans: Vec<PlanSpec>,
    pub time_limit: f32,
    pub seed: u64,
    pub jitter: f32,
}

/// Units that start together.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    pub body: BodySpec,
    pub shape: Shape,
    /// Whether the map's jitter moves its units: those that are written one by one stand where they are written.
    pub jittered: bool,
    /// Radians are wrong for quarter turns, which must be exact: degrees.
    pub rotate: Option<(f32, Point)>,
    pub goal: Option<GoalSpec>,
    /// The name of its plan.
    pub steering: Option<(String, Span)>,
    /// Its own avoidance mode.
    pub avoidance: Option<Mode>,
}

/// Where a group's units stand.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Block(Block),
    Ring(Ring),
    Units(Vec<UnitSpec>),
}

/// A unit that is written down by itself.
#[derive(Debug, Clone)]
pub(super) struct UnitSpec {
    pub span: Span,
    pub position: Point,
    pub velocity: Vec2,
    pub body: BodySpec,
    pub goal: Option<GoalSpec>,
}

/// What a unit is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BodySpec {
    pub radius: f32,
    pub mass: f32,
    pub max_speed: f32,
    pub max_force: f32,
}

/// A goal as it is written.
#[derive(Debug, Clone)]
pub(super) struct GoalSpec {
    pub span: Span,
    pub kind: GoalKind,
    /// The radius of a point or of a slot.
    pub radius: Option<f32>,
}

impl GoalSpec {
    /// Whether units with this goal stand for good.
    pub fn stands(&self) -> bool {
        matches!(self.kind, GoalKind::Stand)
    }
}

/// What a goal may be.
#[derive(Debug, Clone)]
pub(super) enum GoalKind {
    Point(Point),
    Region(Rect),
    Line { from: Point, to: Point, toward: Option<Point> },
    Shift(Vec2),
    MirrorPoint(Point),
    MirrorLine(Point, Point),
    Across(Point),
    Unit { group: String, number: usize, gap: f32 },
    Stand,
    Roam,
}

impl Shape {
    /// How many units it has as it is written.
    pub fn count(&self) -> usize {
        match self {
            Shape::Block(block) => block.count,
            Shape::Ring(ring) => ring.count,
            Shape::Units(units) => units.len(),
        }
    }
}

impl GoalKind {
    /// What `sidestep check` calls it.
    pub fn name(&self) -> &'static str {
        match self {
            GoalKind::Point(_) => "point",
            GoalKind::Region(_) => "region",
            GoalKind::Line { .. } => "line",
            GoalKind::Shift(_) => "shift",
            GoalKind::MirrorPoint(_) | GoalKind::MirrorLine(..) => "mirror",
            GoalKind::Across(_) => "across",
            GoalKind::Unit { .. } => "unit",
            GoalKind::Stand => "stand",
            GoalKind::Roam => "roam",
        }
    }
}

/// What of a body is written; the rest comes from the group, the map, and then the defaults.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BodyKeys {
    pub radius: Option<f32>,
    pub mass: Option<Mass>,
    pub max_speed: Option<f32>,
    pub max_force: Option<f32>,
}

/// A mass as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mass {
    Kilograms(f32),
    Density(f32),
}

impl BodyKeys {
    /// A radius (m) and a maximum speed (m/s), where they are given.
    pub fn sized(radius: Option<f32>, max_speed: Option<f32>) -> Self {
        BodyKeys { radius, max_speed, ..BodyKeys::default() }
    }

    /// What is written here, and the rest from `base`.
    pub fn over(self, base: BodyKeys) -> BodyKeys {
        BodyKeys {
            radius: self.radius.or(base.radius),
            mass: self.mass.or(base.mass),
            max_speed: self.max_speed.or(base.max_speed),
            max_force: self.max_force.or(base.max_force),
        }
    }

    /// The body, with every default filled in.
    pub fn body(self) -> BodySpec {
        let radius = self.radius.unwrap_or(RADIUS);
        let mass = match self.mass.unwrap_or(Mass::Density(DENSITY)) {
            Mass::Kilograms(mass) => mass,
            Mass::Density(density) => density * PI * radius * radius,
        };
        let max_speed = self.max_speed.unwrap_or(MAX_SPEED);
        let max_force = self.max_force.unwrap_or(mass * AGILITY * max_speed);
        BodySpec { radius, mass, max_speed, max_force }
    }
}

/// A plan, before its targets are units.
#[derive(Debug, Clone)]
pub(super) struct PlanSpec {
    pub plan: Plan,
    /// Where its name stands.
    pub span: Span,
    /// What is written at each of its parts, in the order of [`Plan::parts`].
    pub marks: Vec<PartMark>,
}

#[derive(Debug, Clone)]
pub(super) struct PartMark {
    pub name: &'static str,
    pub span: Span,
    pub needs: Needs,
    /// As it is written, and where.
    pub target: Option<(String, Span)>,
}
