//! Reads the tables of mechanisms: `[gates]` and the like.

use super::avoidance::set;
use crate::document::{DocumentError, Table};
use crate::settings::Setting;
use crate::steering::Steering;
use crate::steering::mechanism::MECHANISMS;

/// Reads the tables of all mechanisms.
pub(super) fn mechanisms(top: &Table, steering: &mut Steering) -> Result<(), DocumentError> {
    for mechanism in MECHANISMS {
        let Some(value) = top.get(mechanism.name) else { continue };
        let names: Vec<&str> = mechanism.settings.iter().map(Setting::name).collect();
        let table = value.table(mechanism.name, &names)?;
        for setting in mechanism.settings {
            if let Some(value) = table.get(setting.name()) {
                set(&value, setting, steering)?;
            }
        }
    }
    Ok(())
}
