//! Changes a map's TOML tree: numbers, points, goals, and the tables of groups, units and walls, whichever way they are written.

use crate::scene::description::{GoalKind, GoalSpec};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

/// Returns a number as it is written in maps: whole numbers without a decimal point.
pub(super) fn number(x: f64) -> Value {
    let is_whole = x.fract() == 0.0 && x.abs() < 1e15 && !(x == 0.0 && x.is_sign_negative());
    if is_whole { Value::from(x as i64) } else { Value::from(x) }
}

/// Returns the shortest number that reads back as this one.
pub(super) fn short(x: f32) -> Value {
    number(x.to_string().parse().unwrap_or(f64::from(x)))
}

/// Returns a point in map coordinates, rounded to a millimetre, and the position that it reads back as.
pub(super) fn rounded(at: Point, origin: MapPoint) -> Point {
    let place = |at: f32, origin: f64| {
        let map = ((origin + f64::from(at)) * 1e3).round() / 1e3;
        // A zero has no sign, so that equal positions have equal hashes.
        (map - origin) as f32 + 0.0
    };
    Point::new(place(at.x, origin.x), place(at.y, origin.y))
}

/// Returns the map coordinate with the fewest decimals that reads back as the position `at`.
fn coordinate(at: f32, origin: f64) -> f64 {
    let exact = if origin == 0.0 { f64::from(at) } else { origin + f64::from(at) };
    let with = |decimals: i32| (exact * 10f64.powi(decimals)).round() / 10f64.powi(decimals);
    let reads_back = |x: &f64| ((x - origin) as f32).to_bits() == at.to_bits();
    (0..=15).map(with).find(reads_back).unwrap_or(exact)
}

fn list(values: impl IntoIterator<Item = Value>) -> Value {
    Value::Array(values.into_iter().collect::<Array>())
}

/// Returns a position as a point of the map.
pub(super) fn point(at: Point, origin: MapPoint) -> Value {
    list([number(coordinate(at.x, origin.x)), number(coordinate(at.y, origin.y))])
}

pub(super) fn points(at: impl IntoIterator<Item = Point>, origin: MapPoint) -> Value {
    list(at.into_iter().map(|at| point(at, origin)))
}

pub(super) fn vector(v: Vec2) -> Value {
    list([short(v.x), short(v.y)])
}

pub(super) fn corners(rect: Rect, origin: MapPoint) -> Value {
    points([rect.min, rect.max], origin)
}

/// Returns an inline table of these entries.
pub(super) fn table(entries: impl IntoIterator<Item = (&'static str, Value)>) -> InlineTable {
    entries.into_iter().collect()
}

/// Returns the goal of one unit as the map writes it, with its final position: unrotated, and no longer derived from the start.
pub(super) fn goal(spec: &GoalSpec, goal: &Goal, radius: f32, origin: MapPoint) -> Value {
    let entries = match (*goal, &spec.kind) {
        (_, GoalKind::Unit { group, number, gap }) => {
            vec![("unit", Value::from(format!("{group}:{number}"))), ("gap", short(*gap))]
        }
        (Goal::Point { at, .. }, GoalKind::Point(_)) => {
            let own = spec.radius.map(|radius| ("radius", short(radius)));
            [("point", point(at, origin))].into_iter().chain(own).collect()
        }
        (Goal::Point { at, radius: reach, .. }, _) => {
            let own = (reach != radius).then(|| ("radius", short(reach)));
            [("point", point(at, origin))].into_iter().chain(own).collect()
        }
        (Goal::Region(rect), _) => vec![("region", corners(rect, origin))],
        (Goal::Line { from, to, toward }, _) => {
            vec![("line", points([from, to], origin)), ("toward", point(toward, origin))]
        }
        (Goal::Roam, _) => vec![("roam", Value::from(true))],
        (Goal::Stand | Goal::Unit { .. }, _) => vec![("stand", Value::from(true))],
    };
    Value::InlineTable(table(entries))
}

/// Returns the key and the value of a wall's shape.
pub(super) fn wall(wall: &Wall, origin: MapPoint) -> (&'static str, Value) {
    match wall {
        Wall::Box(rect) => ("box", corners(*rect, origin)),
        Wall::Circle { center, radius } => {
            let entries = [("center", point(*center, origin)), ("radius", short(*radius))];
            ("circle", Value::InlineTable(table(entries)))
        }
        Wall::Polygon(corners) => ("polygon", points(corners.iter().copied(), origin)),
        Wall::Chain(corners) => ("chain", points(corners.iter().copied(), origin)),
    }
}

/// Returns a table of a list, which is written as `[[key]]` or as `key = [{ … }]`.
pub(super) fn entry(list: &mut Item, index: usize) -> Option<&mut dyn TableLike> {
    match list {
        Item::ArrayOfTables(tables) => tables.get_mut(index).map(|table| table as &mut dyn TableLike),
        Item::Value(Value::Array(items)) => {
            items.get_mut(index)?.as_inline_table_mut().map(|table| table as &mut dyn TableLike)
        }
        _ => None,
    }
}

/// Writes several items of a list on a line each.
pub(super) fn one_per_line(list: &mut Array) {
    if list.len() < 2 {
        return;
    }
    let has_line = |text: Option<&toml_edit::RawString>| {
        text.and_then(|text| text.as_str()).is_some_and(|text| text.contains('\n'))
    };
    for item in list.iter_mut() {
        if !has_line(item.decor().prefix()) {
            item.decor_mut().set_prefix("\n    ");
        }
    }
    if !has_line(Some(list.trailing())) {
        list.set_trailing("\n");
    }
    list.set_trailing_comma(true);
}

pub(super) fn group(map: &mut DocumentMut, index: usize) -> Option<&mut dyn TableLike> {
    entry(map.get_mut("group")?, index)
}

/// Sets a key. A value that was there keeps its place and the comment after it.
pub(super) fn set(table: &mut dyn TableLike, key: &str, value: Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => replace(old, value),
        Some(item) => *item = Item::Value(value),
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Replaces a value. Lists of the same length keep the space and the comments between their items.
pub(super) fn replace(old: &mut Value, new: Value) {
    match (&mut *old, new) {
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (old, new) in old.iter_mut().zip(new) {
                replace(old, new);
            }
        }
        (_, mut new) => {
            if as_number(old).is_some() && as_number(old) == as_number(&new) {
                return;
            }
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
    }
}

/// Returns a number, whichever way it is written.
pub(super) fn as_number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}

/// Replaces some keys of a table by one, where the first of them was. Comments above these keys stay.
pub(super) fn exchange(table: &mut dyn TableLike, old: &[&str], key: &str, value: Value) {
    let entries: Vec<(toml_edit::Key, Item)> =
        table.iter().filter_map(|(name, item)| Some((table.key(name)?.clone(), item.clone()))).collect();
    table.clear();
    let is_old = |name: &str| old.contains(&name);
    let above =
        |key: &toml_edit::Key| key.leaf_decor().prefix().and_then(|p| p.as_str()).unwrap_or("").to_string();
    let comments: String =
        entries.iter().filter(|(key, _)| is_old(key.get())).map(|(key, _)| above(key)).collect();
    let mut value = Some(value);
    for (name, item) in entries {
        let decor = name.leaf_decor().clone();
        let name = if !is_old(name.get()) {
            table.insert(name.get(), item);
            name.get().to_string()
        } else if let Some(value) = value.take() {
            table.insert(key, Item::Value(value));
            key.to_string()
        } else {
            continue;
        };
        if let Some(mut new) = table.key_mut(&name) {
            *new.leaf_decor_mut() = decor;
            if name == key {
                new.leaf_decor_mut().set_prefix(comments.as_str());
            }
        }
    }
    if let Some(value) = value {
        table.insert(key, Item::Value(value));
    }
}

/// Appends a wall's table to the map.
pub(super) fn add_wall(map: &mut DocumentMut, shape: &Wall, origin: MapPoint) {
    let (key, value) = wall(shape, origin);
    let mut table = Table::new();
    table.insert(key, Item::Value(value));
    table.decor_mut().set_prefix("\n");
    match map.get_mut("wall") {
        Some(Item::ArrayOfTables(tables)) => tables.push(table),
        Some(Item::Value(Value::Array(items))) => items.push(table.into_inline_table()),
        _ => {
            let mut tables = toml_edit::ArrayOfTables::new();
            tables.push(table);
            map.insert("wall", Item::ArrayOfTables(tables));
        }
    }
}

/// Removes a wall's table. A comment above the first of several walls may be about all of them, so it stays.
pub(super) fn remove_wall(map: &mut DocumentMut, index: usize) {
    let left = match map.get_mut("wall") {
        Some(Item::ArrayOfTables(tables)) => {
            let removed = tables.remove(index);
            let above = removed.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or("");
            if let Some(next) = tables.get_mut(0).filter(|_| index == 0 && above.contains('#')) {
                let own = next.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or("").to_string();
                next.decor_mut().set_prefix(format!("{above}{}", own.trim_start_matches('\n')));
            }
            tables.len()
        }
        Some(Item::Value(Value::Array(items))) => {
            items.remove(index);
            items.len()
        }
        _ => return,
    };
    if left == 0 {
        map.remove("wall");
    }
}
