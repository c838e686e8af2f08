//! Reads the tables of mechanisms, `[gates]` and the like, and of the schedule, `[decisions]`.

use super::avoidance::set;
use super::stated::Stated;
use crate::document::{DocumentError, Table};
use sidestep::settings::Setting;
use sidestep::steering::schedule;
use sidestep::traffic::MECHANISMS;

/// The names of the tables and their settings.
pub(super) fn tables() -> impl Iterator<Item = (&'static str, &'static [Setting])> {
    let mechanisms = MECHANISMS.iter().map(|mechanism| (mechanism.name, mechanism.settings));
    mechanisms.chain([(schedule::NAME, &schedule::SETTINGS[..])])
}

/// Reads the tables of all mechanisms and of the schedule.
pub(super) fn read_tables(top: &Table, stated: &mut Stated) -> Result<(), DocumentError> {
    for (name, settings) in tables() {
        let Some(value) = top.get(name) else { continue };
        let names: Vec<&str> = settings.iter().map(Setting::name).collect();
        let table = value.table(name, &names)?;
        for setting in settings {
            if let Some(value) = table.get(setting.name()) {
                set(&value, setting, stated)?;
            }
        }
    }
    Ok(())
}
