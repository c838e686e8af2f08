//! Reads what a map, or a file of settings, says about steering.

use super::avoidance::{avoidance, model_settings, read_mode, read_setting};
use super::parse::parse;
use crate::document::{DocumentError, SourceText, Table};
use crate::scene::patch::Patch;
use sidestep::lookup::shared_settings;
use sidestep::settings::Setting;

/// Returns every table of settings: those of models, each setting once, and those that act in every mode.
pub(in crate::scene) fn setting_tables() -> Vec<(String, Vec<&'static Setting>)> {
    let mut tables: Vec<(String, Vec<&'static Setting>)> = Vec::new();
    for setting in model_settings() {
        let name = format!("avoidance.{}", setting.model());
        match tables.iter_mut().find(|(table, _)| *table == name) {
            Some((_, settings)) if settings.iter().any(|other| other.key == setting.key) => {}
            Some((_, settings)) => settings.push(setting),
            None => tables.push((name, vec![setting])),
        }
    }
    let others = shared_settings().map(|(name, settings)| (name.to_string(), settings.iter().collect()));
    tables.into_iter().chain(others).collect()
}

/// Reads the tables about steering.
pub(super) fn read_patch(top: &Table) -> Result<Patch, DocumentError> {
    let mut patch = Patch::default();
    if let Some(table) = top.get("avoidance") {
        avoidance(&table, &mut patch)?;
    }
    for (name, settings) in shared_settings() {
        let Some(value) = top.get(name) else { continue };
        let names: Vec<&str> = settings.iter().map(Setting::name).collect();
        let table = value.table(name, &names)?;
        for setting in settings {
            if let Some(value) = table.get(setting.name()) {
                patch.state(setting, read_setting(&value, setting)?);
            }
        }
    }
    Ok(patch)
}

/// Reads a file of settings: a map's tables about steering, and groups with nothing but a mode.
pub(in crate::scene) fn describe_settings(source: &SourceText) -> Result<Patch, DocumentError> {
    let tree = parse(source)?;
    let tables = shared_settings().map(|(name, _)| name);
    let known: Vec<&'static str> = ["avoidance", "group"].into_iter().chain(tables).collect();
    let top = Table::new(source, "the file of settings", 0..0, tree.get_ref(), &known)?;
    let mut patch = read_patch(&top)?;
    let groups =
        top.get("group").map(|list| list.items("a list of tables", "each group under its own [[group]]"));
    for item in groups.transpose()?.unwrap_or_default() {
        let table = item.table("a group in a file of settings", &["name", "avoidance"])?;
        let group = table.need("name", "name = \"west\"")?.string()?.to_string();
        let mode = read_mode(&table.need("avoidance", "avoidance = \"orca\"")?)?;
        patch.groups.push((group, mode));
    }
    Ok(patch)
}
