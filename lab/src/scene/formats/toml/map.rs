//! Reads a map.

use super::group::{BODY_KEYS, body_keys, read_group};
use super::parse::parse;
use super::plan::read_plans;
use super::script::read_script;
use super::steering::read_patch;
use super::wall::walls;
use crate::document::{DocumentError, NumberRange, ReadProblem, SourceText, Span, Table, origin};
use crate::scene::description::{BodyKeys, Description, Group};
use crate::scene::limits::{MAX_GROUPS, MAX_UNITS};
use crate::scene::map_problem::MapProblem;
use crate::scene::patch::Patch;
use sidestep::lookup::shared_settings;
use sidestep::settings::Push;
use sidestep::steering::Steering;
use sidestep::types::MapPoint;

/// The keys and tables of a map, in addition to one table for each of [`shared_settings`].
const MAP_KEYS: [&str; 17] = [
    "sidestep",
    "name",
    "about",
    "source",
    "bounds",
    "closed",
    "time_limit",
    "seed",
    "jitter",
    "avoidance",
    "steering",
    "unit",
    "wall",
    "group",
    "order",
    "stream",
    "door",
];

/// Reads a map's text.
pub(in crate::scene) fn describe(source: &SourceText, stem: &str) -> Result<Description, DocumentError> {
    let tree = parse(source)?;
    let tables = shared_settings().map(|(name, _)| name);
    let known: Vec<&'static str> = MAP_KEYS.into_iter().chain(tables).collect();
    // The version is checked first, because a map of another version can have other keys.
    let all: Vec<&str> = tree.get_ref().keys().map(|k| k.get_ref().as_ref()).collect();
    if !all.contains(&"sidestep") {
        let what = "the map".to_string();
        let example = "sidestep = 1".to_string();
        let problem = ReadProblem::MissingKey { key: "sidestep".into(), what, example };
        return Err(source.error_at(problem, &(0..0), "add it at the top"));
    }
    let top = Table::new(source, "the map", 0..0, tree.get_ref(), &known);
    let version = tree.get_ref().iter().find(|(k, _)| k.get_ref() == "sidestep").map(|(_, v)| v);
    if let Some(version) = version {
        let written = source.text.get(version.span()).unwrap_or("?");
        if written != "1" {
            let problem = MapProblem::Version { version: written.chars().take(20).collect() };
            return Err(source.error_at(problem, &version.span(), "unsupported version"));
        }
    }
    let bounds = top?.get("bounds");
    let map_origin =
        bounds.and_then(|bounds| bounds.middle()).map_or(MapPoint::origin(), origin::nearest_origin);
    let source = &SourceText { origin: map_origin, ..source.clone() };
    let top = Table::new(source, "the map", 0..0, tree.get_ref(), &known)?;

    let text = |key: &str| top.get(key).map(|v| v.string()).transpose();
    let defaults = match top.get("unit") {
        Some(unit) => body_keys(&unit.table("[unit]", &BODY_KEYS)?)?,
        None => BodyKeys::default(),
    };
    let patch = read_patch(&top)?;
    let push_stated = patch.states(&Push::SWITCH);
    let patch = Patch { mode: Some(patch.mode.unwrap_or_default()), ..patch };
    let mut steering = Steering::default();
    patch.steer(&mut steering, &[], push_stated).map_err(|problem| source.error(problem))?;
    let groups = groups(&top, defaults)?;
    Ok(Description {
        name: text("name")?.unwrap_or(stem).to_string(),
        about: text("about")?.unwrap_or_default().to_string(),
        origin: text("source")?.unwrap_or_default().to_string(),
        bounds: top.need("bounds", "bounds = [[-60, -30], [60, 30]]")?.rect(false)?,
        closed: closed(&top)?,
        time_limit: top.need("time_limit", "time_limit = 120")?.number(NumberRange::SECONDS)?,
        seed: seed(&top)?,
        jitter: top.number("jitter", NumberRange::JITTER)?.unwrap_or(0.0),
        push_stated,
        steering,
        plans: read_plans(&top)?,
        walls: walls(&top)?,
        script: read_script(&top, &groups)?,
        groups,
        order: Vec::new(),
        map_origin,
    })
}

fn closed(top: &Table) -> Result<Option<Span>, DocumentError> {
    let Some(closed) = top.get("closed") else { return Ok(None) };
    Ok(closed.boolean()?.then(|| closed.span()))
}

fn seed(top: &Table) -> Result<u64, DocumentError> {
    // TOML's whole numbers are i64.
    let out = |value| ReadProblem::OutOfRange {
        key: "seed".into(),
        value,
        range: format!("between 0 and {}", i64::MAX),
    };
    Ok(top.get("seed").map(|v| v.whole(i64::MAX as u64, out)).transpose()?.unwrap_or(1))
}

fn groups(top: &Table, defaults: BodyKeys) -> Result<Vec<Group>, DocumentError> {
    let list = top.need("group", "[[group]]")?;
    let items = list.items("a list of tables", "each group under its own [[group]]")?;
    if items.is_empty() {
        return Err(list.error(MapProblem::NoUnits { what: "the map".into() }, "an empty list"));
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut names = std::collections::HashMap::new();
    let mut units = 0;
    for item in items {
        if groups.len() == MAX_GROUPS {
            return Err(item.error(MapProblem::TooManyGroups, "one group too many"));
        }
        let group = read_group(&item, defaults)?;
        if let Some(before) = names.insert(group.name.clone(), group.span.clone()) {
            let error = top.source.error(MapProblem::DuplicateGroup { group: group.name });
            return Err(error.at(&before, "first group").at(&group.span, "second group"));
        }
        units += group.shape.count();
        if units > MAX_UNITS {
            let problem = MapProblem::TooManyUnits { count: units.to_string() };
            return Err(top.source.error_at(problem, &group.span, "too many units up to this group"));
        }
        groups.push(group);
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::formats::toml::group::{GROUP_KEYS, MOVED_KEYS, UNIT_KEYS};
    use crate::scene::formats::toml::plan::PLAN_KEYS;
    use crate::scene::formats::toml::script::{DOOR_KEYS, GO_KEYS, ORDER_KEYS, STREAM_KEYS};

    #[test]
    fn every_key_is_documented() {
        let page = include_str!("../../../../../docs/maps.md");
        let plans = include_str!("../../../../../docs/behaviours.md");
        let tables: Vec<&str> = shared_settings().map(|(name, _)| name).collect();
        let script = [&ORDER_KEYS[..], &GO_KEYS, &STREAM_KEYS, &DOOR_KEYS].concat();
        let groups = [&GROUP_KEYS[..], &UNIT_KEYS, &MOVED_KEYS].concat();
        let all = [&MAP_KEYS[..], &tables, &BODY_KEYS, &groups, &PLAN_KEYS, &script];
        for key in all.into_iter().flatten() {
            let forms = [format!("`{key}`"), format!("`{key} "), format!("{key} = "), format!("[{key}]")];
            let documented = |text: &str| forms.iter().any(|form| text.contains(form));
            assert!(documented(page) || documented(plans), "docs/maps.md lacks the key '{key}'");
        }
    }
}
