//! Writes the units that left their place of a formation, a ring or a start file, so that the rest of the group stays what it is.

use super::edit::MapEdit;
use super::problem::EditProblem;
use super::text;
use super::unit_ref::UnitRef;
use crate::document::DocumentError;
use crate::scene::description::{Description, Shape};
use crate::scene::layout_problem::LayoutProblem;
use sidestep::geometry::distance;
use sidestep::world::Layout;
use std::collections::HashMap;
use std::f32::consts::SQRT_2;
use toml_edit::{Item, TableLike, Value};

const KEY: &str = "moved";

/// Whether a group's text has no list of its units, so that moved units are exceptions.
pub(super) fn is_kept(group: &dyn TableLike) -> bool {
    !group.contains_key("units")
}

/// Sets the position of a unit of a group.
pub(super) fn set(group: &mut dyn TableLike, number: usize, position: Value) -> Option<()> {
    let known =
        |list: &mut Item| (0..).map_while(|index| number_of(list, index)).position(|other| other == number);
    if let Some(list) = group.get_mut(KEY)
        && let Some(index) = known(list)
    {
        text::set(text::entry(list, index)?, "position", position);
        return Some(());
    }
    let unit = text::table([("unit", Value::from(number as i64)), ("position", position)]);
    match group.get_mut(KEY) {
        Some(Item::ArrayOfTables(tables)) => tables.push(unit.into_table()),
        Some(Item::Value(Value::Array(units))) => {
            units.push(unit);
            text::one_per_line(units);
        }
        _ => {
            let units: toml_edit::Array = [unit].into_iter().collect();
            group.insert(KEY, Item::Value(Value::Array(units)));
        }
    }
    Some(())
}

fn number_of(list: &mut Item, index: usize) -> Option<usize> {
    usize::try_from(text::entry(list, index)?.get("unit")?.as_integer()?).ok()
}

/// Returns units from this number on to their place.
pub(super) fn keep_below(group: &mut dyn TableLike, count: usize) {
    let Some(list) = group.get_mut(KEY) else { return };
    let mut index = 0;
    while let Some(number) = number_of(list, index) {
        match list {
            _ if number < count => index += 1,
            Item::ArrayOfTables(tables) => drop(tables.remove(index)),
            Item::Value(Value::Array(units)) => drop(units.remove(index)),
            _ => return,
        }
    }
    if index == 0 {
        group.remove(KEY);
    }
}

/// Checks that moved units leave all others room with any seed. A random formation even draws other positions where a moved
/// unit leaves too little.
pub(super) fn check_room(d: &Description, layout: &Layout, edit: &MapEdit) -> Result<(), DocumentError> {
    let MapEdit::MoveUnits(units) = edit else { return Ok(()) };
    let mut first = vec![0; d.groups.len()];
    for (index, start) in layout.starts.iter().enumerate().rev() {
        first[usize::from(start.group)] = index;
    }
    let moved: HashMap<UnitRef, _> = units.iter().copied().collect();
    let is_exact = |unit: &UnitRef| {
        let group = &d.groups[unit.group];
        matches!(group.shape, Shape::Units(_)) && !group.jittered
            || group.moved.iter().any(|moved| moved.number == unit.number)
    };
    let name = |unit: &UnitRef| format!("{}:{}", layout.groups[unit.group], unit.number);
    for (index, start) in layout.starts.iter().enumerate() {
        let group = usize::from(start.group);
        let other = UnitRef { group, number: index - first[group] };
        if moved.contains_key(&other) || is_exact(&other) {
            continue;
        }
        // The other unit is up to √2 jitters from its place, and with another seed as far to the other side.
        let margin = 2.0 * SQRT_2 * if d.groups[group].jittered { d.jitter } else { 0.0 };
        for (unit, to) in &moved {
            let Some(own) = layout.starts.get(first[unit.group] + unit.number) else { continue };
            let (touching, apart) = (own.radius + start.radius, distance(*to, start.position));
            let (first, second) = (name(unit), name(&other));
            if apart < f64::from(touching) * (1.0 - 1e-4) {
                let depth = (f64::from(touching) - apart) as f32;
                let problem = LayoutProblem::UnitOverlap { first, second, depth, least: touching };
                return Err(DocumentError::new(problem));
            }
            if apart < f64::from(touching + margin) {
                let least = touching + margin;
                return Err(EditProblem::OtherSeeds { first, second, least }.into());
            }
        }
    }
    Ok(())
}
