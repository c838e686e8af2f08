//! A group as it is written: its units' bodies, how they stand and what they want. Every default is filled
//! in and every value checked by itself.

use super::MAX_UNITS;
use super::describe;
use super::error::{SceneError, Span};
use super::formation::{Block, Kind, Ring, RingSize};
use super::problem::Problem;
use super::read::{Numbers, Table, Value};
use super::starts;
use crate::steering::avoidance::Mode;
use crate::text;
use crate::types::{Point, Rect, Vec2};
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
/// The gap at which another unit is reached, m.
const GAP: f32 = 0.1;

/// Units that start together.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    pub body: Body,
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
    pub body: Body,
    pub goal: Option<GoalSpec>,
}

/// What a unit is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Body {
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
    radius: Option<f32>,
    mass: Option<Mass>,
    max_speed: Option<f32>,
    max_force: Option<f32>,
}

#[derive(Debug, Clone, Copy)]
enum Mass {
    Kilograms(f32),
    Density(f32),
}

/// The keys of a body.
pub(super) const BODY_KEYS: [&str; 5] = ["radius", "mass", "density", "max_speed", "max_force"];

impl BodyKeys {
    /// Reads those keys of a table that are about a body.
    pub fn read(table: &Table) -> Result<Self, SceneError> {
        let mass = match (table.get("mass"), table.get("density")) {
            (Some(mass), Some(density)) => {
                let error = table.source.error(Problem::MassAndDensity);
                return Err(error.at(&mass.span(), "either this").at(&density.span(), "or this"));
            }
            (Some(mass), None) => Some(Mass::Kilograms(mass.number(Numbers::MASS)?)),
            (None, Some(density)) => Some(Mass::Density(density.number(Numbers::DENSITY)?)),
            (None, None) => None,
        };
        Ok(BodyKeys {
            radius: table.number("radius", Numbers::RADIUS)?,
            mass,
            max_speed: table.number("max_speed", Numbers::SPEED)?,
            max_force: table.number("max_force", Numbers::FORCE)?,
        })
    }

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
    pub fn body(self) -> Body {
        let radius = self.radius.unwrap_or(RADIUS);
        let mass = match self.mass.unwrap_or(Mass::Density(DENSITY)) {
            Mass::Kilograms(mass) => mass,
            Mass::Density(density) => density * PI * radius * radius,
        };
        let max_speed = self.max_speed.unwrap_or(MAX_SPEED);
        let max_force = self.max_force.unwrap_or(mass * AGILITY * max_speed);
        Body { radius, mass, max_speed, max_force }
    }
}

/// Reads a group.
pub(super) fn read(item: &Value, defaults: BodyKeys) -> Result<Group, SceneError> {
    const KEYS: [&str; 14] = [
        "name",
        "count",
        "formation",
        "area",
        "spacing",
        "columns",
        "ring",
        "units",
        "starts",
        "rotate",
        "unit",
        "goal",
        "steering",
        "avoidance",
    ];
    let table = item.table("a group", &KEYS)?;
    let name = table.need("name", "name = \"west\"")?;
    let keys = match table.get("unit") {
        Some(unit) => BodyKeys::read(&unit.table("a group's unit", &BODY_KEYS)?)?.over(defaults),
        None => defaults,
    };
    let body = keys.body();
    let goal_value = table.get("goal");
    let one = table.one_of(&["formation", "ring", "units", "starts"])?;
    let shape = match one.key() {
        "formation" => Shape::Block(block(&table, &one, &body)?),
        "ring" => Shape::Ring(ring(&table, &one, &body)?),
        "starts" => Shape::Units(starts::named(&one, keys)?),
        _ => Shape::Units(units(&one, keys)?),
    };
    // What belongs to another shape is a mistake, not a thing to pass over in silence.
    let others: &[&str] = match shape {
        Shape::Block(_) => &[],
        Shape::Ring(_) => &["area", "spacing", "columns"],
        // Every line of a start file has a goal.
        Shape::Units(_) if one.key() == "starts" => &["count", "area", "spacing", "columns", "goal"],
        Shape::Units(_) => &["count", "area", "spacing", "columns"],
    };
    if let Some(other) = others.iter().find_map(|key| table.get(key)) {
        return Err(table.conflict(&one, &other, format!("'{}' and '{}'", one.key(), other.key())));
    }
    let all_have_goals = matches!(&shape, Shape::Units(units) if units.iter().all(|u| u.goal.is_some()));
    if goal_value.is_none() && !all_have_goals {
        return Err(table.missing("goal", "goal = { point = [10, 0] }"));
    }
    let goal_spec = goal_value.map(|g| goal(&g)).transpose()?;
    if let Shape::Units(units) = &shape {
        no_standing_velocity(&table, units, goal_spec.as_ref())?;
    }
    let rotate = match table.get("rotate") {
        Some(rotate) => {
            let table = rotate.table("a rotation", &["degrees", "about"])?;
            let degrees = table.need("degrees", "degrees = 45")?.number(Numbers::DEGREES)?;
            Some((degrees, table.need("about", "about = [0, 0]")?.point()?))
        }
        None => None,
    };
    Ok(Group {
        name: name.string()?.to_string(),
        span: name.span(),
        body,
        jittered: one.key() != "units",
        shape,
        rotate,
        goal: goal_spec,
        steering: match table.get("steering") {
            Some(name) => Some((name.string()?.to_string(), name.span())),
            None => None,
        },
        avoidance: table.get("avoidance").map(|name| describe::mode(&name)).transpose()?,
    })
}

/// A unit that stands is an obstacle that never moves: others would dodge where it seems to be going.
fn no_standing_velocity(
    table: &Table,
    units: &[UnitSpec],
    shared: Option<&GoalSpec>,
) -> Result<(), SceneError> {
    for unit in units.iter().filter(|unit| unit.velocity != Vec2::zeros()) {
        let goal = unit.goal.as_ref().or(shared);
        if let Some(goal) = goal.filter(|goal| matches!(goal.kind, GoalKind::Stand)) {
            let error = table.source.error(Problem::StandingVelocity);
            return Err(error.at(&unit.span, "has a velocity").at(&goal.span, "stands"));
        }
    }
    Ok(())
}

fn count(table: &Table) -> Result<Option<usize>, SceneError> {
    let Some(value) = table.get("count") else { return Ok(None) };
    match value.whole(MAX_UNITS as u64, Problem::TooManyUnits)? {
        0 => Err(value.error(Problem::NoUnits("the group".into()), "zero units")),
        n => Ok(Some(n as usize)),
    }
}

fn block(table: &Table, formation: &Value, body: &Body) -> Result<Block, SceneError> {
    let written = formation.string()?;
    let kind = match written {
        "grid" => Kind::Grid,
        "hex" => Kind::Hex,
        "random" => Kind::Random,
        other => {
            let hint = text::did_you_mean(other, &["grid", "hex", "random"]);
            let problem = Problem::UnknownFormation { formation: other.to_string(), hint };
            return Err(formation.error(problem, "no such formation"));
        }
    };
    let area = table.need("area", "area = [[-20, -5], [-10, 5]]")?;
    let columns = match table.get("columns") {
        Some(columns) => {
            let n = columns.whole(MAX_UNITS as u64, Problem::TooManyUnits)?;
            if n == 0 {
                return Err(columns.error(Problem::NoUnits("the group".into()), "zero columns"));
            }
            Some(n as usize)
        }
        None => None,
    };
    let spacing = table.number("spacing", Numbers::LENGTH)?.unwrap_or(3.0 * body.radius);
    let spacing = if kind == Kind::Random { spacing.max(2.04 * body.radius) } else { spacing };
    let mut block = Block { kind, area: area.rect(true)?, spacing, columns, count: 1 };
    block.count = match count(table)? {
        Some(n) => n,
        None if kind == Kind::Random => return Err(table.missing("count", "count = 200")),
        None => match block.filled() {
            n if n <= MAX_UNITS as f64 => n as usize,
            n => return Err(area.error(Problem::TooManyUnits(format!("{n:.0}")), "this area holds as many")),
        },
    };
    Ok(block)
}

fn ring(table: &Table, ring: &Value, body: &Body) -> Result<Ring, SceneError> {
    let count = count(table)?.ok_or_else(|| table.missing("count", "count = 250"))?;
    let table = ring.table("a ring", &["center", "spacing", "radius"])?;
    let size = match (table.get("spacing"), table.get("radius")) {
        (Some(s), Some(r)) => return Err(table.conflict(&s, &r, "spacing, radius".into())),
        (None, Some(r)) => RingSize::Radius(r.number(Numbers::LENGTH)?),
        (Some(s), None) => RingSize::Spacing(s.number(Numbers::LENGTH)?),
        (None, None) => RingSize::Spacing(3.0 * body.radius),
    };
    Ok(Ring { center: table.need("center", "center = [0, 0]")?.point()?, size, count })
}

fn units(list: &Value, group: BodyKeys) -> Result<Vec<UnitSpec>, SceneError> {
    let items = list.items("a list of units", "units = [{ position = [0, 0] }]")?;
    if items.is_empty() {
        return Err(list.error(Problem::NoUnits("the group".into()), "nobody in here"));
    }
    if items.len() > MAX_UNITS {
        return Err(list.error(Problem::TooManyUnits(items.len().to_string()), "too many"));
    }
    let one = |item: &Value| {
        const KEYS: [&str; 8] =
            ["position", "velocity", "goal", "radius", "mass", "density", "max_speed", "max_force"];
        let table = item.table("a unit", &KEYS)?;
        Ok(UnitSpec {
            span: item.span(),
            position: table.need("position", "position = [0, 0]")?.point()?,
            velocity: match table.get("velocity") {
                Some(v) => v.pair(Numbers::VELOCITY)?,
                None => Vec2::zeros(),
            },
            body: BodyKeys::read(&table)?.over(group).body(),
            goal: table.get("goal").map(|g| goal(&g)).transpose()?,
        })
    };
    items.iter().map(one).collect()
}

fn goal(value: &Value) -> Result<GoalSpec, SceneError> {
    const KINDS: [&str; 9] =
        ["point", "region", "line", "shift", "mirror", "across", "unit", "stand", "roam"];
    let known: Vec<&'static str> = KINDS.into_iter().chain(["radius", "toward", "gap"]).collect();
    let table = value.table("a goal", &known)?;
    let mut there = KINDS.iter().filter_map(|k| table.get(k));
    let one = match (there.next(), there.next()) {
        (Some(first), Some(second)) => {
            let problem = Problem::TwoGoals { first: first.key().into(), second: second.key().into() };
            let error = table.source.error(problem);
            return Err(error.at(&first.span(), "either this").at(&second.span(), "or this"));
        }
        (Some(one), None) => one,
        (None, _) => table.one_of(&KINDS)?,
    };
    let allowed: &[&str] = match one.key() {
        "line" => &["toward"],
        "unit" => &["gap"],
        "region" | "stand" | "roam" => &[],
        _ => &["radius"],
    };
    if let Some(other) =
        ["radius", "toward", "gap"].iter().filter(|k| !allowed.contains(k)).find_map(|k| table.get(k))
    {
        return Err(table.conflict(&one, &other, format!("'{}' and '{}'", one.key(), other.key())));
    }
    let kind = match one.key() {
        "point" => GoalKind::Point(one.point()?),
        "region" => GoalKind::Region(one.rect(false)?),
        "line" => {
            let [from, to] = line(&one)?;
            GoalKind::Line { from, to, toward: table.get("toward").map(|t| t.point()).transpose()? }
        }
        "shift" => GoalKind::Shift(one.displacement()?),
        "mirror" if one.is_nested_list() => {
            let [a, b] = line(&one)?;
            GoalKind::MirrorLine(a, b)
        }
        "mirror" => GoalKind::MirrorPoint(one.point()?),
        "across" => GoalKind::Across(one.point()?),
        "unit" => {
            let written = one.string()?;
            let parts = written.rsplit_once(':').and_then(|(g, n)| Some((g, n.parse().ok()?)));
            let Some((group, number)) = parts else {
                let help = "write group:number, the first unit of a group being 0: \"west:0\"".to_string();
                return Err(one.error(Problem::UnknownUnit(written.to_string(), help), "no such unit"));
            };
            let gap = table.number("gap", Numbers::GAP)?.unwrap_or(GAP);
            GoalKind::Unit { group: group.to_string(), number, gap }
        }
        _ => {
            if !one.truth()? {
                let choices = KINDS.join(", ");
                let what = format!("a goal that does not {}", one.key());
                return Err(one.error(Problem::MissingChoice { what, choices }, "then what?"));
            }
            if one.key() == "stand" { GoalKind::Stand } else { GoalKind::Roam }
        }
    };
    Ok(GoalSpec { span: value.span(), kind, radius: table.number("radius", Numbers::LENGTH)? })
}

fn line(value: &Value) -> Result<[Point; 2], SceneError> {
    let [a, b] = value.two_points()?;
    if nalgebra::distance(&a, &b) < 1e-3 {
        let why = "both ends are the same point".to_string();
        let help = "a line needs two different points: [[0, -5], [0, 5]]";
        return Err(value.error(Problem::EmptyShape { what: "line", why, help }, "no length"));
    }
    Ok([a, b])
}
