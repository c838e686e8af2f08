//! Cases of avoidance models: a model, and what one unit perceives. Metres, seconds, newtons for a mass of 1 kg.

use super::behaviour::MODEL;
use super::error::{CaseProblem, read_fields};
use super::values::{Pair, Positive, WallEnds, segment, wall_ends};
use crate::text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sidestep::math;
use sidestep::settings::Settings;
use sidestep::steering::avoidance::{CaseNeeds, Mode, Motion, Surroundings};
use sidestep::steering::reasons::Reasons;
use sidestep::steering::{Fact, Neighbour, Unit, flocking};
use sidestep::types::{DT, Point, Segment, Side, Vec2};

/// What one unit perceives, and the model that decides. In a file, the settings of the model are fields of the same object.
#[derive(Debug, Clone, PartialEq)]
pub struct AvoidanceCase {
    id: Value,
    mode: Mode,
    settings: Settings,
    unit: UnitFields,
    neighbours: Vec<NeighbourFields>,
    walls: Vec<WallEnds>,
}

/// The fields of a case without the settings of its model.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AvoidanceFields {
    /// A name for the case: any JSON string or number.
    #[serde(default)]
    id: Value,
    /// An avoidance mode; derived from the other fields if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    unit: UnitFields,
    /// The neighbours, in order.
    #[serde(default)]
    neighbours: Vec<NeighbourFields>,
    /// The wall segments that the unit perceives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    walls: Vec<WallEnds>,
    /// The result expected by another program; ignored here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expect: Option<Value>,
}

/// The unit of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFields {
    position: Pair,
    velocity: Pair,
    radius: Positive,
    max_speed: Positive,
    /// The goal. Every model except raycast needs it or the preferred velocity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<Pair>,
    /// The preferred velocity; derived from the goal if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preferred_velocity: Option<Pair>,
    /// The maximum force; required by raycast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_force: Option<Positive>,
    /// The mass; 1 if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mass: Option<Positive>,
    /// The index of the neighbour that is the unit's goal. The unit does not avoid this neighbour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<u32>,
    /// The time until the unit decides again, s; one tick if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interval: Option<Positive>,
}

/// A neighbour of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NeighbourFields {
    position: Pair,
    /// Zero if missing.
    #[serde(default)]
    velocity: Pair,
    radius: Positive,
    /// The side that the neighbour was turning to.
    #[serde(default)]
    turning: Option<Side>,
    /// Whether the neighbour stands permanently. Beyond the goal, such a neighbour blocks no path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    standing: bool,
    /// Whether the neighbour belongs to the same group.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    same_group: bool,
}

impl AvoidanceCase {
    pub(super) fn read(mut value: Value) -> Result<AvoidanceCase, CaseProblem> {
        let mode = mode_of(&value)?;
        let settings = take_settings(mode, &mut value)?;
        let AvoidanceFields { id, unit, neighbours, walls, .. } = read_fields(&value, mode.name())?;
        let (field, is_given) = match mode.case_needs() {
            CaseNeeds::Goal => ("unit.goal", unit.goal.is_some() || unit.preferred_velocity.is_some()),
            CaseNeeds::MaxForce => ("unit.max_force", unit.max_force.is_some()),
        };
        if !is_given {
            return Err(CaseProblem::missing(field, mode.name()));
        }
        if let Some(target) = unit.target.filter(|target| *target as usize >= neighbours.len()) {
            return Err(CaseProblem::new(
                "unit.target",
                format!("there is no neighbour with index {target}"),
            ));
        }
        Ok(AvoidanceCase { id, mode, settings, unit, neighbours, walls })
    }

    fn unit(&self) -> Unit {
        let unit = &self.unit;
        let position = unit.position.point();
        let way = match (unit.goal, unit.preferred_velocity) {
            (Some(goal), _) => goal.point() - position,
            (None, Some(velocity)) => velocity.vector(),
            (None, None) => Vec2::zeros(),
        };
        let alone = Unit {
            id: u32::MAX,
            position,
            velocity: unit.velocity.vector(),
            heading: math::angle(unit.velocity.vector()),
            radius: unit.radius.0,
            mass: unit.mass.map_or(1.0, |mass| mass.0),
            max_speed: unit.max_speed.0,
            max_force: unit.max_force.unwrap_or(unit.max_speed).0,
            desired: math::normalize(way),
            distance: if unit.goal.is_some() { way.norm() } else { f32::INFINITY },
            target: unit.target,
            interval: unit.interval.map_or(DT, |interval| interval.0),
            ..Unit::default()
        };
        let preferred =
            unit.preferred_velocity.map_or_else(|| flocking::arrive(&alone, alone.desired), Pair::vector);
        Unit { preferred, ..alone }
    }

    fn neighbours(&self) -> Vec<Neighbour> {
        let neighbour = |(id, n): (usize, &NeighbourFields)| {
            let velocity = n.velocity.vector();
            Neighbour {
                id: id as u32,
                position: n.position.point(),
                velocity,
                heading: math::angle(velocity),
                radius: n.radius.0,
                preferred: velocity,
                same_group: n.same_group,
                standing: n.standing,
                turning: n.turning,
            }
        };
        self.neighbours.iter().enumerate().map(neighbour).collect()
    }

    /// Returns the model's decision as a JSON object.
    pub(super) fn explain(&self) -> Value {
        let (unit, neighbours) = (self.unit(), self.neighbours());
        let walls: Vec<Segment> = self.walls.iter().copied().map(segment).collect();
        let mut why = Reasons::default();
        let around = Surroundings { neighbours: &neighbours, walls: &walls };
        let choice = self.mode.make(&self.settings).choose(&unit, &around, Some(&mut why));
        let mut answer = Map::new();
        answer.insert("id".into(), self.id.clone());
        match choice.motion {
            Motion::Velocity(velocity) => answer.insert("wanted".into(), json!(velocity)),
            Motion::Force(force) => answer.insert("force".into(), json!(force)),
        };
        // Cannot fail: facts are a record.
        if let Ok(Value::Object(facts)) = serde_json::to_value(Fact::Record(why.facts)) {
            answer.extend(facts);
        }
        if !why.words.is_empty() {
            answer.insert("words".into(), json!(why.words));
        }
        Value::Object(answer)
    }
}

/// Returns the mode of a case, derived from its fields if it names none.
fn mode_of(value: &Value) -> Result<Mode, CaseProblem> {
    match value.get("model") {
        None | Some(Value::Null) => {
            let fields: &[&str] = &["stage", "personal_space"];
            let field = |name: &&str| value.get(*name).is_some();
            let rays = !fields.iter().any(field) && value["unit"].get("max_force").is_some();
            Ok(Mode::named(if rays { "raycast" } else { "cardioid" }).unwrap_or_default())
        }
        Some(name) => {
            let name =
                name.as_str().ok_or_else(|| CaseProblem::new("model", "expected the name of a model"))?;
            let known = [Mode::names(), vec![MODEL]].concat();
            let unknown = || format!("unknown model '{name}'; {}", text::did_you_mean(name, &known));
            Mode::named(name).ok_or_else(|| CaseProblem::new("model", unknown()))
        }
    }
}

/// Removes the mode's settings from `value` and returns them.
fn take_settings(mode: Mode, value: &mut Value) -> Result<Settings, CaseProblem> {
    let mut settings = Settings::default();
    let Value::Object(fields) = value else { return Ok(settings) };
    for setting in mode.settings() {
        if let Some(number) = fields.remove(setting.name()) {
            let wrong = |problem: String| CaseProblem::new(setting.name(), problem);
            let number = number.as_f64().ok_or_else(|| wrong(format!("expected a number, not {number}")))?;
            settings.set(setting, setting.of_number(number as f32)).map_err(wrong)?;
        }
    }
    Ok(settings)
}

/// Returns a unit's situation as a case for its mode. A mode that combines several models gives one case for each model;
/// the mode "none" gives one for every model.
pub(super) fn cases(
    id: &str,
    unit: &Unit,
    goal: Point,
    around: &Surroundings<'_>,
    mode: Mode,
    settings: &Settings,
) -> Vec<Value> {
    let case = |mode: Mode| {
        let mut case = json!(AvoidanceFields {
            id: format!("{id}-{mode}").into(),
            model: Some(mode.to_string()),
            unit: unit_fields(unit, goal, around),
            neighbours: around.neighbours.iter().map(neighbour_fields).collect(),
            walls: around.walls.iter().map(wall_ends).collect(),
            expect: None,
        });
        for setting in mode.settings() {
            case[setting.name()] = json!(settings.number(setting));
        }
        case
    };
    mode.explained_by().into_iter().map(case).collect()
}

fn unit_fields(unit: &Unit, goal: Point, around: &Surroundings<'_>) -> UnitFields {
    let index = |target: u32| around.neighbours.iter().position(|n| n.id == target);
    UnitFields {
        position: unit.position.into(),
        velocity: unit.velocity.into(),
        radius: Positive(unit.radius),
        max_speed: Positive(unit.max_speed),
        goal: Some(goal.into()),
        preferred_velocity: Some(unit.preferred.into()),
        max_force: Some(Positive(unit.max_force)),
        mass: Some(Positive(unit.mass)),
        target: unit.target.and_then(index).map(|index| index as u32),
        interval: (unit.interval != DT).then_some(Positive(unit.interval)),
    }
}

fn neighbour_fields(neighbour: &Neighbour) -> NeighbourFields {
    NeighbourFields {
        position: neighbour.position.into(),
        velocity: neighbour.velocity.into(),
        radius: Positive(neighbour.radius),
        turning: neighbour.turning,
        standing: neighbour.standing,
        same_group: neighbour.same_group,
    }
}
