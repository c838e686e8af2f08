//! Reads `[avoidance]`: the mode and the settings of models.

use crate::document::{DocumentError, NumberRange, Table, Value};
use crate::scene::map_problem::MapProblem;
use crate::scene::patch::Patch;
use crate::text::find_mode;
use sidestep::settings::{Setting, SettingKind, SettingValue};
use sidestep::steering::avoidance::{self, Mode};

/// Reads the mode, the settings of its models, and the settings in tables named after a model.
pub(super) fn avoidance(value: &Value, patch: &mut Patch) -> Result<(), DocumentError> {
    let (names, models) = (model_settings().map(Setting::name), model_settings().map(Setting::model));
    let known: Vec<&'static str> = ["mode"].into_iter().chain(names).chain(models).collect();
    let table = value.table("[avoidance]", &known)?;
    if let Some(written) = table.get("mode") {
        patch.mode = Some(read_mode(&written)?);
    }
    let mode = patch.mode.unwrap_or_default();
    let settings = mode.settings();
    for model in avoidance::models() {
        let mut foreign = model.settings.iter().filter(|s| settings.iter().all(|own| own.name() != s.name()));
        if let Some(value) = foreign.find_map(|setting| table.get(setting.name())) {
            let (key, mode) = (value.key().to_string(), mode.name());
            let problem = MapProblem::ForeignSetting { key, of: model.name, mode };
            return Err(value.error(problem, "not a setting of this mode"));
        }
    }
    for setting in settings {
        if let Some(value) = table.get(setting.name()) {
            patch.state(setting, read_setting(&value, setting)?);
        }
    }
    of_models(&table, mode, patch)
}

/// Returns the settings of every model. A setting shared by two models appears twice.
pub(super) fn model_settings() -> impl Iterator<Item = &'static Setting> {
    avoidance::models().iter().flat_map(|model| model.settings)
}

/// Reads the settings in models' tables. These need not belong to the map's mode, because groups can have other modes.
fn of_models(avoidance: &Table, mode: Mode, patch: &mut Patch) -> Result<(), DocumentError> {
    for setting in model_settings() {
        let Some(model) = avoidance.get(setting.model()) else { continue };
        let own = model_settings().filter(|other| other.model() == setting.model());
        let table = model.table("a model's settings", &own.map(Setting::name).collect::<Vec<_>>())?;
        let Some(value) = table.get(setting.name()) else { continue };
        let beside_mode = avoidance.get(setting.name());
        if let Some(first) = beside_mode.filter(|_| mode.settings().contains(setting)) {
            let error = value.source.error(MapProblem::SettingTwice { key: setting.key.to_string() });
            return Err(error.at(&first.span(), "first value").at(&value.span(), "second value"));
        }
        // Two models can share the setting.
        if !patch.states(setting) {
            patch.state(setting, read_setting(&value, setting)?);
        }
    }
    Ok(())
}

pub(crate) fn read_mode(value: &Value) -> Result<Mode, DocumentError> {
    let mode = find_mode(value.string()?);
    mode.map_err(|unknown| value.error(MapProblem::UnknownMode { unknown }, "no such mode"))
}

/// Reads the value of a setting: true, false, "on" or "off" for a switch, a number for any other setting.
pub(crate) fn read_setting(value: &Value, setting: &Setting) -> Result<SettingValue, DocumentError> {
    let checked = match (setting.kind, value.string()) {
        (SettingKind::Switch, Ok(word)) => setting.parse(word),
        (SettingKind::Switch, Err(_)) => Ok(value.boolean()?.into()),
        _ => {
            let number = value.number(NumberRange::SETTING)?;
            setting.check(number).map(|()| number.into())
        }
    };
    checked.map_err(|why| value.error(MapProblem::BadSetting { problem: why }, "not accepted"))
}
