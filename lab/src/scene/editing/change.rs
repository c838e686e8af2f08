//! Applies an edit to a map's text, and checks that nothing else changes.

use super::edit::MapEdit;
use super::explicit::{list_units, pinned, starts_of};
use super::problem::EditProblem;
use super::unit_ref::{UnitRef, same_goal};
use super::{moved, room, text};
use crate::document::{DocumentError, ReadProblem};
use crate::scene::description::{Description, Shape};
use crate::scene::map_problem::MapProblem;
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use sidestep::world::{Layout, Start};
use std::collections::HashSet;
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// Parses a map's text for editing.
pub(super) fn parsed(text: &str) -> Result<DocumentMut, DocumentError> {
    let invalid = |error: toml_edit::TomlError| ReadProblem::Syntax { reason: error.message().to_string() };
    Ok(text.parse::<DocumentMut>().map_err(invalid)?)
}

/// Returns the text of an edited map, with the line endings of the text before.
pub(super) fn written(map: &DocumentMut, before: &str) -> String {
    let text = map.to_string();
    if before.contains("\r\n") { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
}

/// Returns a map's text after an edit.
pub(super) fn changed(
    text: &str,
    d: &Description,
    layout: &Layout,
    edit: &MapEdit,
) -> Result<String, DocumentError> {
    let mut map = parsed(text)?;
    match edit {
        MapEdit::MoveUnits(units) => move_units(&mut map, d, layout, units)?,
        MapEdit::MoveWall { wall, by } => {
            check_wall(d, layout, *wall)?;
            move_wall(&mut map, *wall, &d.walls[*wall].0, *by).ok_or_else(unexpected)?;
        }
        MapEdit::ReplaceWall { wall, shape } => {
            check_wall(d, layout, *wall)?;
            replace_wall(&mut map, *wall, &rounded_wall(shape, layout.origin), layout.origin)
                .ok_or_else(unexpected)?;
        }
        MapEdit::AddWall(shape) => {
            text::add_wall(&mut map, &rounded_wall(shape, layout.origin), layout.origin)
        }
        MapEdit::RemoveWall(wall) => {
            check_wall(d, layout, *wall)?;
            text::remove_wall(&mut map, *wall);
        }
        MapEdit::SetCount { group, count } => set_count(&mut map, d, layout, *group, *count)?,
    }
    Ok(written(&map, text))
}

/// The map's text has another structure than the map that was read from it. This cannot happen.
pub(super) fn unexpected() -> DocumentError {
    EditProblem::SideEffect { what: "the structure of the map's text".into() }.into()
}

fn check_wall(d: &Description, layout: &Layout, wall: usize) -> Result<(), DocumentError> {
    match wall {
        wall if wall < d.walls.len() => Ok(()),
        wall if wall < layout.walls.len() => Err(EditProblem::BoundsWall.into()),
        wall => Err(EditProblem::NoWall { wall }.into()),
    }
}

fn move_units(
    map: &mut DocumentMut,
    d: &Description,
    layout: &Layout,
    units: &[(UnitRef, Point)],
) -> Result<(), DocumentError> {
    for (UnitRef { group, number }, at) in units {
        if *group >= d.groups.len() {
            return Err(EditProblem::NoGroup { group: *group }.into());
        }
        if *number >= starts_of(layout, *group).len() {
            return Err(EditProblem::NoUnit { group: *group, number: *number }.into());
        }
        if !(at.x.is_finite() && at.y.is_finite()) {
            return Err(ReadProblem::NotFinite { key: "position".into(), value: format!("{at}") }.into());
        }
    }
    let goes = |(unit, to): &&(UnitRef, Point)| {
        starts_of(layout, unit.group)[unit.number].position != text::rounded(*to, layout.origin)
    };
    let units: Vec<&(UnitRef, Point)> = units.iter().filter(goes).collect();
    let mut groups: Vec<usize> = units.iter().map(|(unit, _)| unit.group).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let of_group = || units.iter().filter(|(unit, _)| unit.group == group);
        let table = text::group(map, group).ok_or_else(unexpected)?;
        if moved::is_kept(table) {
            for (unit, to) in of_group() {
                let place = text::point(text::rounded(*to, layout.origin), layout.origin);
                moved::set(table, unit.number, place).ok_or_else(unexpected)?;
            }
            continue;
        }
        let numbers: Vec<usize> = of_group().map(|(unit, _)| unit.number).collect();
        list_units(map, d, layout, group, pinned(&d.groups[group], &numbers)).ok_or_else(unexpected)?;
        let list = text::group(map, group).and_then(|group| group.get_mut("units")).ok_or_else(unexpected)?;
        for (unit, to) in of_group() {
            let place = text::point(text::rounded(*to, layout.origin), layout.origin);
            text::set(text::entry(list, unit.number).ok_or_else(unexpected)?, "position", place);
        }
    }
    Ok(())
}

fn rounded_wall(shape: &Wall, origin: MapPoint) -> Wall {
    let rounded = |at: &Point| text::rounded(*at, origin);
    match shape {
        Wall::Box(rect) => Wall::Box(Rect { min: rounded(&rect.min), max: rounded(&rect.max) }),
        Wall::Circle { center, radius } => {
            Wall::Circle { center: rounded(center), radius: (radius * 1e3).round() / 1e3 }
        }
        Wall::Polygon(points) => Wall::Polygon(points.iter().map(rounded).collect()),
        Wall::Chain(points) => Wall::Chain(points.iter().map(rounded).collect()),
    }
}

fn replace_wall(map: &mut DocumentMut, wall: usize, shape: &Wall, origin: MapPoint) -> Option<()> {
    let table = text::entry(map.get_mut("wall")?, wall)?;
    let (key, value) = text::wall(shape, origin);
    let (center, radius) = match value.as_inline_table() {
        Some(circle) => (circle.get("center").cloned(), circle.get("radius").cloned()),
        None => (None, None),
    };
    if let (Some(circle), Some(center), Some(radius)) =
        (table.get_mut(key).and_then(Item::as_table_like_mut), center, radius)
    {
        text::set(circle, "center", center);
        text::set(circle, "radius", radius);
    } else if table.contains_key(key) {
        text::set(table, key, value);
    } else {
        text::exchange(table, &["box", "circle", "polygon", "chain"], key, value);
    }
    Some(())
}

/// Adds a vector to the coordinates of a wall as the text has them, so that the wall keeps its exact shape.
fn move_wall(map: &mut DocumentMut, wall: usize, shape: &Wall, by: Vec2) -> Option<()> {
    let by = [by.x, by.y].map(|d| (f64::from(d) * 1e3).round() / 1e3);
    let table = text::entry(map.get_mut("wall")?, wall)?;
    let key = ["box", "circle", "polygon", "chain"].into_iter().find(|key| table.contains_key(key))?;
    if let Wall::Circle { .. } = shape {
        let circle = table.get_mut(key)?.as_table_like_mut()?;
        return shift(circle.get_mut("center")?.as_value_mut()?, by);
    }
    let points = table.get_mut(key)?.as_array_mut()?;
    points.iter_mut().try_for_each(|point| shift(point, by))
}

/// Adds a vector to a point.
fn shift(point: &mut Value, by: [f64; 2]) -> Option<()> {
    for (coordinate, by) in point.as_array_mut()?.iter_mut().zip(by) {
        let sum = text::as_number(coordinate)? + by;
        // To a nanometre, without the rounding error of the sum.
        let sum = (sum * 1e9).round() / 1e9;
        text::replace(coordinate, text::number(if sum == 0.0 { 0.0 } else { sum }));
    }
    Some(())
}

fn set_count(
    map: &mut DocumentMut,
    d: &Description,
    layout: &Layout,
    group: usize,
    count: usize,
) -> Result<(), DocumentError> {
    let Some(described) = d.groups.get(group) else { return Err(EditProblem::NoGroup { group }.into()) };
    let now = starts_of(layout, group).len();
    if count == now {
        return Ok(());
    }
    if count == 0 {
        return Err(MapProblem::NoUnits { what: "the group".into() }.into());
    }
    if !matches!(described.shape, Shape::Units(_)) {
        let table = text::group(map, group).ok_or_else(unexpected)?;
        text::set(table, "count", Value::from(count as i64));
        moved::keep_below(table, count);
        return Ok(());
    }
    list_units(map, d, layout, group, pinned(described, &[])).ok_or_else(unexpected)?;
    let list = text::group(map, group).and_then(|group| group.get_mut("units")).ok_or_else(unexpected)?;
    if count < now {
        for number in (count..now).rev() {
            match list {
                Item::ArrayOfTables(tables) => drop(tables.remove(number)),
                Item::Value(Value::Array(units)) => drop(units.remove(number)),
                _ => return Err(unexpected()),
            }
        }
        return Ok(());
    }
    let last = starts_of(layout, group)[now - 1].clone();
    for place in room::places(layout, &last, count - now, &described.name)? {
        let by = place - last.position;
        match list {
            Item::ArrayOfTables(tables) => {
                let mut unit = tables.get(now - 1).cloned().ok_or_else(unexpected)?;
                copy_to(&mut unit, place, &last, by, layout.origin);
                tables.push(unit);
            }
            Item::Value(Value::Array(units)) => {
                let mut unit = units.get(now - 1).cloned().ok_or_else(unexpected)?;
                let table = unit.as_inline_table_mut().ok_or_else(unexpected)?;
                copy_to(table, place, &last, by, layout.origin);
                if now == 1 {
                    // In a list on one line, the first unit follows the bracket and the others a space.
                    let alone =
                        units.get(0).and_then(|first| first.decor().prefix()).and_then(|p| p.as_str());
                    let prefix = alone.filter(|p| !p.is_empty()).unwrap_or(" ").to_string();
                    unit.decor_mut().set_prefix(prefix);
                }
                units.push_formatted(unit);
            }
            _ => return Err(unexpected()),
        }
    }
    Ok(())
}

/// Moves a copy of a unit to its place. A goal of its own that is a point moves along, unless several units share it.
fn copy_to(unit: &mut dyn TableLike, place: Point, original: &Start, by: Vec2, origin: MapPoint) {
    text::set(unit, "position", text::point(place, origin));
    if let Goal::Point { at, own: true, .. } = original.goal
        && let Some(goal) = unit.get_mut("goal").and_then(Item::as_table_like_mut)
        && goal.contains_key("point")
    {
        text::set(goal, "point", text::point(text::rounded(at + by, origin), origin));
    }
}

/// Checks that an edit changes nothing but what it is about.
pub(super) fn check_others(before: &Layout, after: &Layout, edit: &MapEdit) -> Result<(), DocumentError> {
    let refuse = |what: String| Err(EditProblem::SideEffect { what }.into());
    if before.origin != after.origin || before.bounds != after.bounds {
        return refuse("the bounds".into());
    }
    let moved: HashSet<UnitRef> = match edit {
        MapEdit::MoveUnits(units) => units.iter().map(|(unit, _)| *unit).collect(),
        _ => HashSet::new(),
    };
    for group in 0..before.groups.len() {
        let (old, new) = (starts_of(before, group), starts_of(after, group));
        let counted = matches!(edit, MapEdit::SetCount { group: counted, .. } if *counted == group);
        if !counted && old.len() != new.len() {
            return refuse(format!("the number of units of group '{}'", before.groups[group]));
        }
        let listed = old.iter().zip(new).all(|(old, new)| old.position == new.position);
        if counted && !listed {
            // A formation or a ring is arranged again.
            continue;
        }
        for (number, (old, new)) in old.iter().zip(new).enumerate() {
            let goes = moved.contains(&UnitRef { group, number });
            let same_start = Start { goal: Goal::Stand, ..old.clone() }
                == Start {
                    goal: Goal::Stand,
                    position: if goes { old.position } else { new.position },
                    ..new.clone()
                };
            // The disc that holds all units of a shared goal grows with their number.
            let same_point = matches!((&old.goal, &new.goal, edit),
                (Goal::Point { at: a, .. }, Goal::Point { at: b, .. }, MapEdit::SetCount { .. }) if a == b);
            // A formation derives its goals from all of its units.
            let same_goal = same_goal((before, &old.goal), (after, &new.goal)) || same_point;
            if !(same_start && (same_goal || counted)) {
                return refuse(format!("unit {}:{number}", before.groups[group]));
            }
        }
    }
    Ok(())
}
