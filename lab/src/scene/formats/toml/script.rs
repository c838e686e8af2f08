//! Reads `[[order]]`, `[[stream]]` and `[[door]]`: what happens during the run.

use super::group::{GAP, goal, line};
use super::wall::{SHAPES, read_shape};
use crate::document::{DocumentError, NumberRange, ReadProblem, Span, Table, Value};
use crate::scene::description::{Group, ScriptSpec, StreamSpec};
use crate::scene::map_problem::MapProblem;
use crate::text::did_you_mean;
use sidestep::crowd::{
    Destination, DoorSwitch, GroupTask, IfOccupied, NewWall, Script, ScriptDoor, Slots, TimedOrder,
};

pub(super) const ORDER_KEYS: [&str; 13] = [
    "at", "group", "go", "stop", "hold", "patrol", "follow", "gap", "queue", "facing", "together", "door",
    "open",
];
/// What an order is about.
const TASKS: [&str; 6] = ["go", "stop", "hold", "patrol", "follow", "door"];
/// The keys of a destination.
pub(super) const GO_KEYS: [&str; 9] =
    ["point", "region", "line", "box", "row", "slots", "radius", "toward", "spacing"];
const DESTINATIONS: [&str; 6] = ["point", "region", "line", "box", "row", "slots"];
pub(super) const STREAM_KEYS: [&str; 6] = ["every", "from", "until", "group", "area", "goal"];
pub(super) const DOOR_KEYS: [&str; 7] = ["name", "box", "circle", "polygon", "chain", "open", "if_occupied"];

/// Reads what happens during the run.
pub(super) fn read_script(top: &Table, groups: &[Group]) -> Result<ScriptSpec, DocumentError> {
    let limit = top.number("time_limit", NumberRange::SECONDS)?.unwrap_or(f32::INFINITY);
    let mut spec = ScriptSpec::default();
    for item in items(top, "door", "each door under its own [[door]]")? {
        read_door(&item, &mut spec)?;
    }
    for item in items(top, "order", "each order under its own [[order]]")? {
        let table = item.table("an order", &ORDER_KEYS)?;
        let time = table.need("at", "at = 5")?;
        let at = time.number(NumberRange::TIME)?;
        if at >= limit {
            let problem = MapProblem::AfterTheEnd { key: "at".into(), value: at, limit };
            return Err(time.error(problem, "too late"));
        }
        let what = table.one_of(&TASKS)?;
        if what.key() == "door" {
            let switch = read_switch(&table, &what, at, &spec.script)?;
            spec.script.switches.push(switch);
        } else {
            spec.script.orders.push(read_order(&table, &what, at, groups)?);
            spec.order_spans.push(what.span());
        }
    }
    for item in items(top, "stream", "each stream under its own [[stream]]")? {
        spec.streams.push(read_stream(&item, groups, limit)?);
    }
    Ok(spec)
}

fn items<'a>(top: &Table<'a>, key: &str, example: &'static str) -> Result<Vec<Value<'a>>, DocumentError> {
    top.get(key).map_or(Ok(Vec::new()), |list| list.items("a list of tables", example))
}

/// Returns the index of the group that `value` names.
fn group_named(value: &Value, groups: &[Group]) -> Result<u16, DocumentError> {
    let name = value.string()?;
    let unknown = || {
        let names: Vec<String> = groups.iter().map(|group| group.name.clone()).collect();
        value.error(MapProblem::unknown_group(name, &names), "no such group")
    };
    groups.iter().position(|group| group.name == name).map(|index| index as u16).ok_or_else(unknown)
}

/// Refuses keys that do not go with `one`.
fn only(table: &Table, one: &Value, others: &[&str]) -> Result<(), DocumentError> {
    match others.iter().find_map(|key| table.get(key)) {
        Some(other) => Err(table.conflict(one, &other, format!("'{}' and '{}'", one.key(), other.key()))),
        None => Ok(()),
    }
}

fn flag(table: &Table, key: &str) -> Result<bool, DocumentError> {
    table.get(key).map_or(Ok(false), |value| value.boolean())
}

fn read_door(item: &Value, spec: &mut ScriptSpec) -> Result<(), DocumentError> {
    let table = item.table("a door", &DOOR_KEYS)?;
    let name = table.need("name", "name = \"gate\"")?;
    let door = name.string()?.to_string();
    if spec.script.doors.iter().any(|other| other.name == door) {
        return Err(name.error(MapProblem::DuplicateDoor { door }, "second door"));
    }
    let one = table.one_of(&SHAPES)?;
    let if_occupied = table.get("if_occupied").map_or(Ok(IfOccupied::Clear), |value| {
        let answers =
            [("clear", IfOccupied::Clear), ("refuse", IfOccupied::Refuse), ("evict", IfOccupied::Evict)];
        value.word("answer", &answers)
    })?;
    let wall = NewWall { if_occupied, is_open: flag(&table, "open")?, ..NewWall::door(read_shape(&one)?) };
    spec.script.doors.push(ScriptDoor { name: door, wall });
    spec.door_spans.push(one.span());
    Ok(())
}

fn read_switch(table: &Table, what: &Value, at: f32, script: &Script) -> Result<DoorSwitch, DocumentError> {
    only(table, what, &["group", "gap", "queue", "facing", "together"])?;
    let name = what.string()?;
    let names: Vec<&str> = script.doors.iter().map(|door| door.name.as_str()).collect();
    let Some(door) = names.iter().position(|other| *other == name) else {
        let hint = if names.is_empty() {
            format!("add a [[door]] with name = \"{name}\"")
        } else {
            did_you_mean(name, &names)
        };
        let problem = MapProblem::UnknownDoor { door: name.to_string(), hint };
        return Err(what.error(problem, "no such door"));
    };
    Ok(DoorSwitch { at, door, open: table.need("open", "open = false")?.boolean()? })
}

fn read_order(table: &Table, what: &Value, at: f32, groups: &[Group]) -> Result<TimedOrder, DocumentError> {
    let foreign: &[&str] = if what.key() == "follow" { &["open"] } else { &["open", "gap"] };
    only(table, what, foreign)?;
    let named = table.need("group", "group = \"west\"")?;
    let index = group_named(&named, groups)?;
    let group = &groups[usize::from(index)];
    if group.goal.as_ref().is_some_and(|goal| goal.stands()) {
        let problem = MapProblem::OrderForObstacles { group: group.name.clone() };
        return Err(named.error(problem, "this group"));
    }
    let facing = table.number("facing", NumberRange::DEGREES)?.map(f32::to_radians);
    let task = match what.key() {
        "go" => GroupTask::Go(read_destination(table, what, facing, group)?),
        "patrol" => GroupTask::Patrol(read_patrol(what)?),
        "follow" => GroupTask::Follow {
            group: group_named(what, groups)?,
            gap: table.number("gap", NumberRange::GAP)?.unwrap_or(GAP),
        },
        key => {
            if !what.boolean()? {
                let problem = ReadProblem::MissingChoice {
                    what: format!("an order with `{key} = false`"),
                    choices: TASKS.join(", "),
                };
                return Err(what.error(problem, "not an order"));
            }
            if key == "stop" { GroupTask::Stop } else { GroupTask::Hold }
        }
    };
    let (queued, together) = (flag(table, "queue")?, flag(table, "together")?);
    Ok(TimedOrder { at, group: index, task, facing, queued, together })
}

fn read_patrol(what: &Value) -> Result<Vec<sidestep::types::Point>, DocumentError> {
    let points = what.points()?;
    if points.len() < 2 {
        let why = "a patrol has at least two points".to_string();
        let help = "list two points or more, such as [[0, 0], [10, 0]]";
        return Err(what.error(MapProblem::EmptyShape { what: "patrol", why, help }, "too few points"));
    }
    Ok(points)
}

fn read_destination(
    order: &Table,
    value: &Value,
    facing: Option<f32>,
    group: &Group,
) -> Result<Destination, DocumentError> {
    let table = value.table("a destination", &GO_KEYS)?;
    let one = table.one_of(&DESTINATIONS)?;
    let own: &[&str] = match one.key() {
        "point" => &["radius"],
        "line" => &["toward"],
        "box" | "row" => &["spacing"],
        _ => &[],
    };
    let foreign: Vec<&str> =
        ["radius", "toward", "spacing"].into_iter().filter(|key| !own.contains(key)).collect();
    only(&table, &one, &foreign)?;
    let spacing = table.number("spacing", NumberRange::LENGTH)?.unwrap_or(3.0 * group.body.radius);
    Ok(match one.key() {
        "point" => match table.number("radius", NumberRange::LENGTH)? {
            Some(radius) => Destination::Disc { at: one.point()?, radius },
            None => Destination::Point(one.point()?),
        },
        "region" => Destination::Region(one.rect(false)?),
        "line" => {
            let [from, to] = line(&one)?;
            Destination::Line { from, to, toward: table.need("toward", "toward = [10, 0]")?.point()? }
        }
        "box" => {
            let facing = facing.ok_or_else(|| order.missing("facing", "facing = 90"))?;
            Destination::Slots(Slots::boxed(one.point()?, facing, spacing))
        }
        "row" => {
            let [from, to] = line(&one)?;
            Destination::Slots(Slots::line(from, to, spacing))
        }
        _ => Destination::Slots(Slots::Points { points: one.points()?, facing }),
    })
}

fn read_stream(item: &Value, groups: &[Group], limit: f32) -> Result<StreamSpec, DocumentError> {
    let table = item.table("a stream", &STREAM_KEYS)?;
    let every = table.need("every", "every = 0.5")?.number(NumberRange::SECONDS)?;
    let from = table.number("from", NumberRange::TIME)?.unwrap_or(0.0);
    if let Some(late) = table.get("from").filter(|_| from >= limit) {
        let problem = MapProblem::AfterTheEnd { key: "from".into(), value: from, limit };
        return Err(late.error(problem, "too late"));
    }
    let until = table.number("until", NumberRange::TIME)?;
    if let (Some(until), Some(end)) = (until, table.get("until"))
        && until <= from
    {
        return Err(end.error(MapProblem::StreamEndsFirst { from, until }, "not after its beginning"));
    }
    let area = table.need("area", "area = [[-20, -5], [-10, 5]]")?;
    let goal_value = table.need("goal", "goal = { shift = [40, 0] }")?;
    let goal = goal(&goal_value)?;
    if matches!(goal.kind.name(), "stand" | "roam") {
        return Err(goal_value.error(MapProblem::StreamStands { goal: goal.kind.name() }, "never reached"));
    }
    let group = group_named(&table.need("group", "group = \"west\"")?, groups)?;
    let span: Span = area.span();
    Ok(StreamSpec { every, from, until, group, area: area.rect(true)?, span, goal })
}
