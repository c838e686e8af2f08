//! Reads what a map, or a file of settings, says about steering.

use super::avoidance::{all_settings, avoidance, read_mode};
use super::mechanism;
use super::parse::parse;
use super::stated::Stated;
use crate::document::{DocumentError, NumberRange, SourceText, Table};
use crate::scene::map_problem::MapProblem;
use crate::scene::mode_override::ModeOverride;
use sidestep::settings::{Push, Setting, Weights};

/// Returns every table of settings: those of models, each setting once, of mechanisms and of the schedule.
pub(in crate::scene) fn setting_tables() -> Vec<(String, Vec<&'static Setting>)> {
    let mut tables: Vec<(String, Vec<&'static Setting>)> = Vec::new();
    for setting in all_settings() {
        let name = format!("avoidance.{}", setting.model());
        match tables.iter_mut().find(|(table, _)| *table == name) {
            Some((_, settings)) if settings.iter().any(|other| other.key == setting.key) => {}
            Some((_, settings)) => settings.push(setting),
            None => tables.push((name, vec![setting])),
        }
    }
    let others = mechanism::tables().map(|(name, settings)| (name.to_string(), settings.iter().collect()));
    tables.into_iter().chain(others).collect()
}

/// Reads the tables about steering.
pub(super) fn read_stated(top: &Table) -> Result<Stated, DocumentError> {
    let mut stated = Stated::default();
    if let Some(table) = top.get("avoidance") {
        avoidance(&table, &mut stated)?;
    }
    if let Some(table) = top.get("weights") {
        let table = table.table("[weights]", &Weights::NAMES)?;
        for (weight, key) in stated.weights.iter_mut().zip(Weights::NAMES) {
            *weight = table.number(key, NumberRange::WEIGHT)?;
        }
    }
    mechanism::read_tables(top, &mut stated)?;
    if let Some(push) = top.get("push") {
        let push = push.table("[push]", &["on", "strength"])?;
        stated.push_on = push.get("on").map(|value| value.boolean()).transpose()?;
        if let Some(strength) = push.get("strength") {
            let s = strength.number(NumberRange::STRENGTH)?;
            if !(s > 0.0 && s <= Push::MAX_STRENGTH) {
                let problem = MapProblem::PushOutOfRange { strength: s.to_string() };
                return Err(strength.error(problem, "out of range"));
            }
            stated.push_strength = Some(s);
            // A strength switches the push on.
            stated.push_on = stated.push_on.or(Some(true));
        }
    }
    Ok(stated)
}

/// Reads a file of settings: a map's tables about steering, and groups with nothing but a mode.
pub(in crate::scene) fn describe_settings(source: &SourceText) -> Result<Stated, DocumentError> {
    let tree = parse(source)?;
    let tables = mechanism::tables().map(|(name, _)| name);
    let known: Vec<&'static str> =
        ["avoidance", "weights", "push", "group"].into_iter().chain(tables).collect();
    let top = Table::new(source, "the file of settings", 0..0, tree.get_ref(), &known)?;
    let mut stated = read_stated(&top)?;
    let groups =
        top.get("group").map(|list| list.items("a list of tables", "each group under its own [[group]]"));
    for item in groups.transpose()?.unwrap_or_default() {
        let table = item.table("a group in a file of settings", &["name", "avoidance"])?;
        let group = table.need("name", "name = \"west\"")?.string()?.to_string();
        let mode = read_mode(&table.need("avoidance", "avoidance = \"orca\"")?)?;
        stated.groups.push(ModeOverride { group: Some(group), mode });
    }
    Ok(stated)
}
