//! The contents of a map as plain data, with every default filled in, independent of the file format. Each item keeps its
//! position in the text, for errors that show only once all units have their positions.

use super::formation::{Block, Ring};
use crate::document::Span;
use sidestep::crowd::{Script, Stance};
use sidestep::geometry::Wall;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::steering::behaviours::Needs;
use sidestep::steering::combine::Plan;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use sidestep::world::GroupColor;
use std::f32::consts::PI;

/// The default density of a unit, kg/m²: HowToRTS's.
const DENSITY: f32 = 20.0;
/// The default radius of a unit, m.
const RADIUS: f32 = 0.5;
/// The default maximum speed of a unit, m/s.
const MAX_SPEED: f32 = 5.0;
/// The default maximum force over mass and speed, 1/s: a unit reaches full speed in 1/8 s. HowToRTS's units have 3.8/s
/// (50 N on 3.3 kg at 4 m/s); crowds that brake for each other need twice as much.
const AGILITY: f32 = 8.0;

/// The contents of a map.
#[derive(Debug, Clone)]
pub(super) struct Description {
    pub name: String,
    pub about: String,
    pub origin: String,
    /// The origin of all other coordinates, in map coordinates.
    pub map_origin: MapPoint,
    pub bounds: Rect,
    /// The position of `closed = true` in the text, if present.
    pub closed: Option<Span>,
    pub walls: Vec<(Wall, Span)>,
    pub groups: Vec<Group>,
    pub script: ScriptSpec,
    /// The index in the layout of each unit, group by group. Empty if the layout has the same order.
    pub order: Vec<usize>,
    pub steering: Steering,
    /// Whether the map switches the sideways push on or off.
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
    /// The position of the name in the text.
    pub span: Span,
    pub body: BodySpec,
    pub shape: Shape,
    /// The units that start elsewhere than in their place of the shape.
    pub moved: Vec<MovedUnit>,
    /// Whether the map's jitter moves its units. It does not move units listed one by one.
    pub jittered: bool,
    /// The angle in degrees, so that quarter turns are exact, and the centre.
    pub rotate: Option<(f32, Point)>,
    pub goal: Option<GoalSpec>,
    /// The name of its plan.
    pub steering: Option<(String, Span)>,
    /// Its own avoidance mode.
    pub avoidance: Option<Mode>,
    /// The colour of its units.
    pub color: Option<GroupColor>,
    pub team: Team,
    /// What its units do about others while they stand.
    pub stance: Stance,
}

/// A team as written in the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Team {
    Number(u16),
    Named(String),
}

/// What happens during the run.
#[derive(Debug, Clone, Default)]
pub(super) struct ScriptSpec {
    /// Doors, switches and orders. Its streams are made from `streams` for each layout.
    pub script: Script,
    /// The position of each door's shape in the text.
    pub door_spans: Vec<Span>,
    /// The position of each order in the text.
    pub order_spans: Vec<Span>,
    pub streams: Vec<StreamSpec>,
}

/// A stream of units. Times are in s.
#[derive(Debug, Clone)]
pub(super) struct StreamSpec {
    pub every: f32,
    pub from: f32,
    pub until: Option<f32>,
    /// The group's index.
    pub group: u16,
    pub area: Rect,
    /// The position of the area in the text.
    pub span: Span,
    pub goal: GoalSpec,
}

/// A unit of a formation, a ring or a start file that starts elsewhere than in its place there. Its goal stays that of its
/// place; neither the map's jitter nor the group's rotation moves it.
#[derive(Debug, Clone)]
pub(super) struct MovedUnit {
    pub span: Span,
    pub number: usize,
    pub position: Point,
}

/// How a group's units are positioned.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Block(Block),
    Ring(Ring),
    Units(Vec<UnitSpec>),
}

/// A unit listed on its own.
#[derive(Debug, Clone)]
pub(super) struct UnitSpec {
    pub span: Span,
    pub position: Point,
    pub velocity: Vec2,
    pub body: BodySpec,
    pub goal: Option<GoalSpec>,
}

/// The body of a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BodySpec {
    pub radius: f32,
    pub mass: f32,
    pub max_speed: f32,
    pub max_force: f32,
}

/// A goal as written in the map.
#[derive(Debug, Clone)]
pub(super) struct GoalSpec {
    pub span: Span,
    pub kind: GoalKind,
    /// The radius of a point or of a slot.
    pub radius: Option<f32>,
}

impl GoalSpec {
    /// Whether units with this goal never move.
    pub fn stands(&self) -> bool {
        matches!(self.kind, GoalKind::Stand)
    }
}

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

impl Description {
    /// Returns the number of each group's team. Named teams come after all numbers that the map uses.
    pub fn teams(&self) -> Vec<u16> {
        let numbers = self.groups.iter().filter_map(|group| match group.team {
            Team::Number(number) => Some(number),
            Team::Named(_) => None,
        });
        let first = numbers.max().unwrap_or(0).saturating_add(1);
        let mut names: Vec<&str> = Vec::new();
        let named = self.groups.iter().filter_map(|group| match &group.team {
            Team::Number(_) => None,
            Team::Named(name) => Some(name.as_str()),
        });
        for name in named {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let number_of = |group: &Group| match &group.team {
            Team::Number(number) => *number,
            Team::Named(name) => {
                let place = names.iter().position(|other| other == name).unwrap_or(0);
                first.saturating_add(place as u16)
            }
        };
        self.groups.iter().map(number_of).collect()
    }
}

impl Shape {
    /// Returns the number of units in the map.
    pub fn count(&self) -> usize {
        match self {
            Shape::Block(block) => block.count,
            Shape::Ring(ring) => ring.count,
            Shape::Units(units) => units.len(),
        }
    }
}

impl GoalKind {
    /// Returns the name that `sidestep check` prints.
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

/// The given keys of a body. The others come from the group, the map, and then the defaults.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BodyKeys {
    pub radius: Option<f32>,
    pub mass: Option<Mass>,
    pub max_speed: Option<f32>,
    pub max_force: Option<f32>,
}

/// A mass as written in the map.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mass {
    Kilograms(f32),
    Density(f32),
}

impl BodyKeys {
    /// Makes keys from an optional radius (m) and maximum speed (m/s).
    pub fn sized(radius: Option<f32>, max_speed: Option<f32>) -> Self {
        BodyKeys { radius, max_speed, ..BodyKeys::default() }
    }

    /// Returns these keys, with missing ones taken from `base`.
    pub fn over(self, base: BodyKeys) -> BodyKeys {
        BodyKeys {
            radius: self.radius.or(base.radius),
            mass: self.mass.or(base.mass),
            max_speed: self.max_speed.or(base.max_speed),
            max_force: self.max_force.or(base.max_force),
        }
    }

    /// Returns the body, with every default filled in.
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

/// A plan whose targets are not resolved yet.
#[derive(Debug, Clone)]
pub(super) struct PlanSpec {
    pub plan: Plan,
    /// The position of its name in the text.
    pub span: Span,
    /// The text of each part, in the order of [`Plan::parts`].
    pub marks: Vec<PartMark>,
}

#[derive(Debug, Clone)]
pub(super) struct PartMark {
    pub name: &'static str,
    pub span: Span,
    pub needs: Needs,
    /// The target as written, and its position in the text.
    pub target: Option<(String, Span)>,
}
