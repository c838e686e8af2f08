//! Reads `[[group]]`: the bodies, positions and goals of its units.

use super::avoidance;
use crate::document::{DocumentError, NumberRange, ReadProblem, Table, Value};
use crate::scene::description::{
    BodyKeys, BodySpec, GoalKind, GoalSpec, Group, Mass, MovedUnit, Shape, Team, UnitSpec,
};
use crate::scene::formation::{Block, Kind, Ring, RingSize};
use crate::scene::formats::starts;
use crate::scene::group_color::parse_color;
use crate::scene::limits::MAX_UNITS;
use crate::scene::map_problem::MapProblem;
use sidestep::crowd::Stance;
use sidestep::types::{Point, Vec2};
use sidestep::world::GroupColor;

/// The default gap at which another unit is reached, m.
pub(super) const GAP: f32 = 0.1;

pub(super) const BODY_KEYS: [&str; 5] = ["radius", "mass", "density", "max_speed", "max_force"];
pub(super) const GROUP_KEYS: [&str; 18] = [
    "name",
    "count",
    "formation",
    "area",
    "spacing",
    "columns",
    "ring",
    "units",
    "starts",
    "moved",
    "rotate",
    "unit",
    "goal",
    "steering",
    "avoidance",
    "color",
    "team",
    "stance",
];
/// The keys of a unit that starts elsewhere than in its place.
pub(super) const MOVED_KEYS: [&str; 2] = ["unit", "position"];
/// The keys of a unit listed on its own.
pub(super) const UNIT_KEYS: [&str; 8] =
    ["position", "velocity", "goal", "radius", "mass", "density", "max_speed", "max_force"];

pub(super) fn body_keys(table: &Table) -> Result<BodyKeys, DocumentError> {
    let mass = match (table.get("mass"), table.get("density")) {
        (Some(mass), Some(density)) => {
            let error = table.source.error(MapProblem::MassAndDensity);
            return Err(error.at(&mass.span(), "either this").at(&density.span(), "or this"));
        }
        (Some(mass), None) => Some(Mass::Kilograms(mass.number(NumberRange::MASS)?)),
        (None, Some(density)) => Some(Mass::Density(density.number(NumberRange::DENSITY)?)),
        (None, None) => None,
    };
    Ok(BodyKeys {
        radius: table.number("radius", NumberRange::RADIUS)?,
        mass,
        max_speed: table.number("max_speed", NumberRange::SPEED)?,
        max_force: table.number("max_force", NumberRange::FORCE)?,
    })
}

pub(super) fn read_group(item: &Value, defaults: BodyKeys) -> Result<Group, DocumentError> {
    let table = item.table("a group", &GROUP_KEYS)?;
    let name = table.need("name", "name = \"west\"")?;
    let keys = match table.get("unit") {
        Some(unit) => body_keys(&unit.table("a group's unit", &BODY_KEYS)?)?.over(defaults),
        None => defaults,
    };
    let body = keys.body();
    let goal_value = table.get("goal");
    let one = table.one_of(&["formation", "ring", "units", "starts"])?;
    let shape = read_shape(&table, &one, keys)?;
    let all_have_goals = matches!(&shape, Shape::Units(units) if units.iter().all(|u| u.goal.is_some()));
    if goal_value.is_none() && !all_have_goals {
        return Err(table.missing("goal", "goal = { point = [10, 0] }"));
    }
    let goal_spec = goal_value.map(|g| goal(&g)).transpose()?;
    if let Shape::Units(units) = &shape {
        no_standing_velocity(&table, units, goal_spec.as_ref())?;
    }
    let moved = match table.get("moved") {
        Some(list) if one.key() == "units" => {
            return Err(table.conflict(&one, &list, "'units' and 'moved'".into()));
        }
        Some(list) => moved(&list, shape.count())?,
        None => Vec::new(),
    };
    Ok(Group {
        name: name.string()?.to_string(),
        span: name.span(),
        body,
        jittered: one.key() != "units",
        shape,
        moved,
        rotate: table.get("rotate").map(|rotate| read_rotation(&rotate)).transpose()?,
        goal: goal_spec,
        steering: match table.get("steering") {
            Some(name) => Some((name.string()?.to_string(), name.span())),
            None => None,
        },
        avoidance: table.get("avoidance").map(|name| avoidance::read_mode(&name)).transpose()?,
        color: table.get("color").map(|color| read_color(&color)).transpose()?,
        team: table.get("team").map_or(Ok(Team::Number(0)), |team| read_team(&team))?,
        stance: table.get("stance").map_or(Ok(Stance::GiveWay), |stance| {
            stance.word("stance", &[("hold", Stance::Hold), ("give-way", Stance::GiveWay)])
        })?,
    })
}

/// The shape of a group, which the key `one` gives.
fn read_shape(table: &Table, one: &Value, keys: BodyKeys) -> Result<Shape, DocumentError> {
    let body = keys.body();
    let shape = match one.key() {
        "formation" => Shape::Block(block(table, one, &body)?),
        "ring" => Shape::Ring(ring(table, one, &body)?),
        "starts" => Shape::Units(starts::read_named(one, keys)?),
        _ => Shape::Units(units(one, keys)?),
    };
    // Keys of other shapes are errors.
    let others: &[&str] = match shape {
        Shape::Block(_) => &[],
        Shape::Ring(_) => &["area", "spacing", "columns"],
        // Each line of a start file has its own goal.
        Shape::Units(_) if one.key() == "starts" => &["count", "area", "spacing", "columns", "goal"],
        Shape::Units(_) => &["count", "area", "spacing", "columns"],
    };
    match others.iter().find_map(|key| table.get(key)) {
        Some(other) => Err(table.conflict(one, &other, format!("'{}' and '{}'", one.key(), other.key()))),
        None => Ok(shape),
    }
}

/// Degrees and the point about which a group is rotated.
fn read_rotation(rotate: &Value) -> Result<(f32, Point), DocumentError> {
    let table = rotate.table("a rotation", &["degrees", "about"])?;
    let degrees = table.need("degrees", "degrees = 45")?.number(NumberRange::DEGREES)?;
    Ok((degrees, table.need("about", "about = [0, 0]")?.point()?))
}

fn read_team(team: &Value) -> Result<Team, DocumentError> {
    if team.is_string() {
        return Ok(Team::Named(team.string()?.to_string()));
    }
    let most = u64::from(u16::MAX);
    let range = format!("between 0 and {most}, or a name in quotes");
    let too_large = |value| ReadProblem::OutOfRange { key: "team".into(), value, range: range.clone() };
    Ok(Team::Number(team.whole(most, too_large)? as u16))
}

fn read_color(color: &Value) -> Result<GroupColor, DocumentError> {
    let written = color.string()?;
    parse_color(written).map_err(|hint| {
        color.error(MapProblem::UnknownColor { color: written.to_string(), hint }, "no such colour")
    })
}

/// Reads the units that start elsewhere than in their place of a shape with `count` units.
fn moved(list: &Value, count: usize) -> Result<Vec<MovedUnit>, DocumentError> {
    let mut units: Vec<MovedUnit> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for item in list.items("a list of units", "moved = [{ unit = 0, position = [0, 0] }]")? {
        let table = item.table("a moved unit", &MOVED_KEYS)?;
        let unit = table.need("unit", "unit = 0")?;
        let unknown = |number| MapProblem::NoSuchUnit { number, last: count - 1 };
        let number = unit.whole(count as u64 - 1, unknown)? as usize;
        if let Some(before) = numbers.insert(number, unit.span()) {
            let error = table.source.error(MapProblem::MovedTwice { number });
            return Err(error.at(&before, "either this").at(&unit.span(), "or this"));
        }
        let position = table.need("position", "position = [0, 0]")?.point()?;
        units.push(MovedUnit { span: item.span(), number, position });
    }
    Ok(units)
}

/// Rejects a velocity of a standing unit: the unit never moves, but others would avoid its predicted position.
fn no_standing_velocity(
    table: &Table,
    units: &[UnitSpec],
    shared: Option<&GoalSpec>,
) -> Result<(), DocumentError> {
    for unit in units.iter().filter(|unit| unit.velocity != Vec2::zeros()) {
        let goal = unit.goal.as_ref().or(shared);
        if let Some(goal) = goal.filter(|goal| matches!(goal.kind, GoalKind::Stand)) {
            let error = table.source.error(MapProblem::StandingVelocity);
            return Err(error.at(&unit.span, "has a velocity").at(&goal.span, "this goal"));
        }
    }
    Ok(())
}

fn count(table: &Table) -> Result<Option<usize>, DocumentError> {
    let Some(value) = table.get("count") else { return Ok(None) };
    match value.whole(MAX_UNITS as u64, |count| MapProblem::TooManyUnits { count })? {
        0 => Err(value.error(MapProblem::NoUnits { what: "the group".into() }, "zero units")),
        n => Ok(Some(n as usize)),
    }
}

fn block(table: &Table, formation: &Value, body: &BodySpec) -> Result<Block, DocumentError> {
    let kind = formation
        .word("formation", &[Kind::Grid, Kind::Hex, Kind::Random].map(|kind| (kind.name(), kind)))?;
    let area = table.need("area", "area = [[-20, -5], [-10, 5]]")?;
    let columns = match table.get("columns") {
        Some(columns) => {
            let n = columns.whole(MAX_UNITS as u64, |count| MapProblem::TooManyUnits { count })?;
            if n == 0 {
                return Err(columns.error(MapProblem::NoUnits { what: "the group".into() }, "zero columns"));
            }
            Some(n as usize)
        }
        None => None,
    };
    let spacing = table.number("spacing", NumberRange::LENGTH)?.unwrap_or(3.0 * body.radius);
    let spacing = if kind == Kind::Random { spacing.max(2.04 * body.radius) } else { spacing };
    let mut block = Block { kind, area: area.rect(true)?, spacing, columns, count: 1 };
    block.count = match count(table)? {
        Some(n) => n,
        None if kind == Kind::Random => return Err(table.missing("count", "count = 200")),
        None => match block.filled() {
            n if n <= MAX_UNITS as f64 => n as usize,
            n => {
                return Err(area.error(
                    MapProblem::TooManyUnits { count: format!("{n:.0}") },
                    "the number that fills this area",
                ));
            }
        },
    };
    Ok(block)
}

fn ring(table: &Table, ring: &Value, body: &BodySpec) -> Result<Ring, DocumentError> {
    let count = count(table)?.ok_or_else(|| table.missing("count", "count = 250"))?;
    let table = ring.table("a ring", &["center", "spacing", "radius"])?;
    let size = match (table.get("spacing"), table.get("radius")) {
        (Some(s), Some(r)) => return Err(table.conflict(&s, &r, "spacing, radius".into())),
        (None, Some(r)) => RingSize::Radius(r.number(NumberRange::LENGTH)?),
        (Some(s), None) => RingSize::Spacing(s.number(NumberRange::LENGTH)?),
        (None, None) => RingSize::Spacing(3.0 * body.radius),
    };
    Ok(Ring { center: table.need("center", "center = [0, 0]")?.point()?, size, count })
}

fn units(list: &Value, group: BodyKeys) -> Result<Vec<UnitSpec>, DocumentError> {
    let items = list.items("a list of units", "units = [{ position = [0, 0] }]")?;
    if items.is_empty() {
        return Err(list.error(MapProblem::NoUnits { what: "the group".into() }, "an empty list"));
    }
    if items.len() > MAX_UNITS {
        return Err(list.error(MapProblem::TooManyUnits { count: items.len().to_string() }, "too many"));
    }
    items.iter().map(|item| unit(item, group)).collect()
}

fn unit(item: &Value, group: BodyKeys) -> Result<UnitSpec, DocumentError> {
    let table = item.table("a unit", &UNIT_KEYS)?;
    Ok(UnitSpec {
        span: item.span(),
        position: table.need("position", "position = [0, 0]")?.point()?,
        velocity: match table.get("velocity") {
            Some(v) => v.pair(NumberRange::VELOCITY)?,
            None => Vec2::zeros(),
        },
        body: body_keys(&table)?.over(group).body(),
        goal: table.get("goal").map(|g| goal(&g)).transpose()?,
    })
}

pub(super) fn goal(value: &Value) -> Result<GoalSpec, DocumentError> {
    const KINDS: [&str; 9] =
        ["point", "region", "line", "shift", "mirror", "across", "unit", "stand", "roam"];
    let known: Vec<&'static str> = KINDS.into_iter().chain(["radius", "toward", "gap"]).collect();
    let table = value.table("a goal", &known)?;
    let mut there = KINDS.iter().filter_map(|k| table.get(k));
    let one = match (there.next(), there.next()) {
        (Some(first), Some(second)) => {
            let problem = MapProblem::TwoGoals { first: first.key().into(), second: second.key().into() };
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
            let (group, number) = read_unit(&one)?;
            GoalKind::Unit { group, number, gap: table.number("gap", NumberRange::GAP)?.unwrap_or(GAP) }
        }
        _ => {
            if !one.boolean()? {
                let others: Vec<&str> = KINDS.into_iter().filter(|kind| *kind != one.key()).collect();
                let (what, choices) = (format!("a goal with `{} = false`", one.key()), others.join(", "));
                return Err(one.error(ReadProblem::MissingChoice { what, choices }, "not a goal"));
            }
            if one.key() == "stand" { GoalKind::Stand } else { GoalKind::Roam }
        }
    };
    Ok(GoalSpec { span: value.span(), kind, radius: table.number("radius", NumberRange::LENGTH)? })
}

/// The group and the number of a unit.
fn read_unit(value: &Value) -> Result<(String, usize), DocumentError> {
    let written = value.string()?;
    let parts = written.rsplit_once(':').and_then(|(g, n)| Some((g.to_string(), n.parse().ok()?)));
    parts.ok_or_else(|| {
        let hint = "write \"GROUP:NUMBER\", counting from 0, such as \"west:0\"".to_string();
        value.error(MapProblem::UnknownUnit { unit: written.to_string(), hint }, "no such unit")
    })
}

pub(super) fn line(value: &Value) -> Result<[Point; 2], DocumentError> {
    let [a, b] = value.two_points()?;
    if nalgebra::distance(&a, &b) < 1e-3 {
        let why = "both ends are the same point".to_string();
        let help = "use two different points, such as [[0, -5], [0, 5]]";
        return Err(value.error(MapProblem::EmptyShape { what: "line", why, help }, "no length"));
    }
    Ok([a, b])
}
