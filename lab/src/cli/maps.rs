//! `sidestep maps` and `sidestep check`.

use super::output::{Ending, print};
use super::table;
use crate::scene::{LayoutOptions, Scene, built_in_maps};
use crate::text::did_you_mean;
use miette::{Result, miette};

/// Lists the built-in maps, or prints one.
pub(super) fn maps(name: Option<&str>) -> Result<Ending> {
    let Some(name) = name else {
        let mut rows = vec![["map".to_string(), "units".to_string(), "summary".to_string()]];
        for map in built_in_maps() {
            let scene = Scene::open(map.name)?;
            let units: usize = scene.summary()?.units();
            rows.push([map.name.to_string(), units.to_string(), scene.about().to_string()]);
        }
        print(&table::columns(&rows))?;
        return Ok(Ending::Done);
    };
    let Some(map) = built_in_maps().iter().find(|m| m.name == name) else {
        let names: Vec<&str> = built_in_maps().iter().map(|m| m.name).collect();
        return Err(miette!(help = did_you_mean(name, &names), "there is no built-in map '{name}'"));
    };
    print(map.toml)?;
    Ok(Ending::Done)
}

/// Validates a map and prints a summary.
pub(super) fn check(map: &str) -> Result<Ending> {
    let scene = Scene::open(map)?;
    let layout = scene.layout(&LayoutOptions::default())?;
    let too_large = layout.too_large().map(|found| found.to_string());
    let unreachable = layout.unreachable().into_iter().map(|units| units.to_string());
    let warnings: String =
        too_large.into_iter().chain(unreachable).map(|found| format!("  warning     {found}\n")).collect();
    print(&format!("{}\n{warnings}", scene.summary()?))?;
    Ok(Ending::Done)
}
