//! Turns a group of any shape into units listed one by one, at exactly the positions that it has.

use super::text;
use crate::scene::description::{BodySpec, Description, GoalKind, GoalSpec, Group, Shape};
use sidestep::navigation::Goal;
use sidestep::types::{MapPoint, Vec2};
use sidestep::world::{Layout, Start};
use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, Value};

/// The keys that position the units of a group, other than `units`.
const SHAPE_KEYS: [&str; 8] = ["formation", "ring", "starts", "area", "spacing", "columns", "count", "moved"];

/// Returns the index in the layout of a group's first unit.
pub(super) fn first_of(layout: &Layout, group: usize) -> usize {
    layout.starts.iter().take_while(|start| usize::from(start.group) < group).count()
}

/// Returns the units of a group.
pub(super) fn starts_of(layout: &Layout, group: usize) -> &[Start] {
    let first = first_of(layout, group);
    let count = layout.starts[first..].iter().take_while(|start| usize::from(start.group) == group).count();
    &layout.starts[first..first + count]
}

/// Returns the goal of a unit as the map writes it.
fn spec_of(group: &Group, number: usize) -> Option<&GoalSpec> {
    let own = match &group.shape {
        Shape::Units(units) => units.get(number).and_then(|unit| unit.goal.as_ref()),
        _ => None,
    };
    own.or(group.goal.as_ref())
}

/// Whether a goal depends on where its unit, or another unit of its group, starts.
fn depends_on_start(spec: &GoalSpec) -> bool {
    match spec.kind {
        GoalKind::Shift(_) | GoalKind::MirrorPoint(_) | GoalKind::MirrorLine(..) | GoalKind::Across(_) => {
            true
        }
        GoalKind::Line { toward, .. } => toward.is_none(),
        _ => false,
    }
}

/// Whether a goal depends on where the other units of its group start.
fn depends_on_group(spec: &GoalSpec) -> bool {
    matches!(spec.kind, GoalKind::Across(_) | GoalKind::Line { toward: None, .. })
}

/// Whether a unit that is listed at `start`, without a rotation, has its goal without a goal of its own.
fn keeps_goal(spec: &GoalSpec, start: &Start) -> bool {
    let slot = match spec.kind {
        GoalKind::Shift(by) => start.position + by,
        GoalKind::MirrorPoint(center) => center + (center - start.position),
        _ => return !depends_on_start(spec),
    };
    matches!(start.goal, Goal::Point { at, own: true, .. } if at == slot)
}

/// Lists the units of a group one by one. Units whose goals would change, and those for which `pins` is true, get goals of
/// their own; the group's rotation becomes part of the positions. Nothing else of the group changes.
pub(super) fn list_units(
    map: &mut DocumentMut,
    d: &Description,
    layout: &Layout,
    group: usize,
    pins: impl Fn(usize) -> bool,
) -> Option<()> {
    let described = &d.groups[group];
    let starts = starts_of(layout, group);
    let table = text::group(map, group)?;
    let was_listed = table.contains_key("units");
    let origin = layout.origin;
    let rotated = described.rotate.is_some();
    // Whether the map's text has the unit's position.
    let is_placed = |number: usize, start: &Start| match &described.shape {
        Shape::Units(units) => was_listed && !rotated && units[number].position == start.position,
        _ => false,
    };
    let goals: Vec<Option<Value>> = starts
        .iter()
        .enumerate()
        .map(|(number, start)| {
            let spec = spec_of(described, number)?;
            let is_own = matches!(&described.shape, Shape::Units(units) if units[number].goal.is_some());
            // The units of a start file have no goals in the map's text.
            let written = was_listed && is_own;
            let needed = rotated
                || is_own && !written
                || pins(number) && depends_on_start(spec)
                || !is_placed(number, start) && !keeps_goal(spec, start);
            needed.then(|| text::goal(spec, &start.goal, start.radius, origin))
        })
        .collect();
    if was_listed {
        let list = table.get_mut("units")?;
        for (number, (start, goal)) in starts.iter().zip(goals).enumerate() {
            let unit = text::entry(list, number)?;
            if !is_placed(number, start) {
                place(unit, start, origin);
            }
            if let Some(goal) = goal {
                text::set(unit, "goal", goal);
            }
        }
    } else {
        let listed = starts.iter().zip(goals);
        let mut units: Array =
            listed.map(|(start, goal)| listed_unit(start, &described.body, goal, origin)).collect();
        text::one_per_line(&mut units);
        text::exchange(table, &SHAPE_KEYS, "units", Value::Array(units));
    }
    if rotated {
        table.remove("rotate");
        // A goal that is the same for all units belongs to the group.
        share_goal(table);
    }
    Some(())
}

/// Writes where a unit of a list starts.
fn place(unit: &mut dyn TableLike, start: &Start, origin: MapPoint) {
    text::set(unit, "position", text::point(start.position, origin));
    if unit.contains_key("velocity") {
        text::set(unit, "velocity", text::vector(start.velocity));
    }
}

/// A unit of a list, with a goal of its own if it has one.
fn listed_unit(start: &Start, group: &BodySpec, goal: Option<Value>, origin: MapPoint) -> InlineTable {
    let body = own_body(start, group);
    let position = ("position", text::point(start.position, origin));
    let velocity = (start.velocity != Vec2::zeros()).then(|| ("velocity", text::vector(start.velocity)));
    let goal = goal.map(|goal| ("goal", goal));
    text::table([position].into_iter().chain(velocity).chain(body).chain(goal))
}

/// Returns for which units of a group the goals must be written before the units with these numbers move.
pub(super) fn pinned<'a>(group: &'a Group, moved: &'a [usize]) -> impl Fn(usize) -> bool + 'a {
    let all = |number: usize| spec_of(group, number).is_some_and(depends_on_group);
    move |number| moved.contains(&number) || all(number)
}

/// Returns the keys of a unit's body that differ from its group's.
fn own_body(start: &Start, group: &BodySpec) -> Vec<(&'static str, Value)> {
    let radius = (start.radius != group.radius).then(|| ("radius", text::short(start.radius)));
    let speed = (start.max_speed != group.max_speed).then(|| ("max_speed", text::short(start.max_speed)));
    radius.into_iter().chain(speed).collect()
}

/// Moves a goal that all units have to the group.
fn share_goal(group: &mut dyn toml_edit::TableLike) -> Option<()> {
    let list = group.get_mut("units")?;
    let mut goals = Vec::new();
    while let Some(unit) = text::entry(list, goals.len()) {
        goals.push(unit.get("goal")?.to_string());
    }
    let first = goals.first()?.clone();
    if goals.iter().any(|goal| goal.trim() != first.trim()) {
        return None;
    }
    let mut goal = text::entry(list, 0)?.get("goal")?.clone();
    for number in 0..goals.len() {
        text::entry(list, number)?.remove("goal");
    }
    if let Item::Value(value) = &mut goal {
        value.decor_mut().clear();
        text::set(group, "goal", value.clone());
    }
    Some(())
}
