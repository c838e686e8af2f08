//! What `--set` changes: settings, weights, and files of settings.

use super::output::note;
use super::values::setting;
use crate::scene::SteeringFile;
use crate::study;
use miette::{Result, miette};
use sidestep::settings::{PushChoice, Setting};
use sidestep::steering::avoidance::Mode;
use std::path::PathBuf;

/// One `--set`.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// A setting and its values: one, except in the options of a study.
    Setting(&'static Setting, Vec<f32>),
    Weight(SteeringFile),
    File(PathBuf),
}

/// `KEY=VALUE` or a file's name. A file is read later, so that its errors can quote it.
pub(super) fn change(text: &str) -> Result<Change, String> {
    parse(text, |text| setting(text).map(|(setting, value)| (setting, vec![value])))
}

/// `KEY=VALUES` or a file's name.
pub(super) fn change_list(text: &str) -> Result<Change, String> {
    parse(text, study::values)
}

fn parse(
    text: &str,
    setting: impl Fn(&str) -> Result<(&'static Setting, Vec<f32>), String>,
) -> Result<Change, String> {
    if text.ends_with(".toml") {
        return Ok(Change::File(text.into()));
    }
    if let Some((name, value)) = text.strip_prefix("weights.").and_then(|weight| weight.split_once('=')) {
        return SteeringFile::weight(name.trim(), value.trim()).map(Change::Weight);
    }
    let (setting, values) = setting(text)?;
    Ok(Change::Setting(setting, values))
}

/// All `--set` of a command, with their files read.
#[derive(Debug, Clone, Default)]
pub(super) struct Changes {
    settings: Vec<Given>,
    /// What the files state. Their settings are among the others.
    pub file: SteeringFile,
    /// The name of the last file that states a mode.
    source: String,
}

#[derive(Debug, Clone)]
struct Given {
    setting: &'static Setting,
    values: Vec<f32>,
    in_file: bool,
}

impl Changes {
    /// Reads the files. Errors point into them.
    pub(super) fn read(set: Vec<Change>) -> Result<Changes> {
        let mut all = Changes::default();
        for change in set {
            match change {
                Change::Setting(setting, values) => {
                    all.settings.push(Given { setting, values, in_file: false });
                }
                Change::Weight(weight) => all.file.extend(weight),
                Change::File(path) => {
                    let file = SteeringFile::open(&path)?;
                    let stated = file.settings().iter();
                    all.settings.extend(stated.map(|(setting, value)| Given {
                        setting,
                        values: vec![*value],
                        in_file: true,
                    }));
                    if file.mode().is_some() || all.source.is_empty() {
                        all.source = path.display().to_string();
                    }
                    all.file.extend(file);
                }
            }
        }
        Ok(all)
    }

    /// The settings in order. Of several values of a setting, the last one applies.
    pub(super) fn in_order(&self) -> Vec<(&'static Setting, f32)> {
        self.settings
            .iter()
            .flat_map(|given| given.values.iter().map(|value| (given.setting, *value)))
            .collect()
    }

    /// The settings of a study of these modes, with all values to try. A file replaces the values before it, and the next value
    /// replaces the file's. What only a file states, and none of the modes has, is left out with a note.
    pub(super) fn lists(
        &self,
        options: Vec<(&'static Setting, Vec<f32>)>,
        modes: Option<&[Mode]>,
    ) -> Vec<(&'static Setting, Vec<f32>)> {
        let options = options.into_iter().map(|(setting, values)| Given { setting, values, in_file: false });
        let mut all: Vec<Given> = Vec::new();
        for given in self.settings.iter().cloned().chain(options) {
            match all.iter_mut().find(|known| known.setting.key == given.setting.key) {
                Some(known) if known.in_file || given.in_file => *known = given,
                Some(known) => known.values.extend(given.values),
                None => all.push(given),
            }
        }
        all.retain(|given| {
            let has = |modes: &[Mode]| modes.iter().any(|mode| mode.has(given.setting));
            let is_used = !given.in_file || modes.is_none_or(has);
            if !is_used {
                note(&format!(
                    "{} of {} has no effect: none of these modes has it",
                    given.setting.key, self.source
                ));
            }
            is_used
        });
        all.into_iter().map(|given| (given.setting, given.values)).collect()
    }

    /// Notes a mode of a file that `option`, which names these modes, leaves out.
    pub(super) fn note_other_mode(&self, option: &str, named: &[Mode]) {
        if let Some(mode) = self.file.mode().filter(|mode| !named.contains(mode)) {
            note(&format!("{} has the mode {mode}, which {option} leaves out", self.source));
        }
    }

    /// The modes to compare: those that `option` names, or else the mode of a file, or else none. Notes a mode of a file that the
    /// option leaves out.
    ///
    /// Errors if a file gives groups their own modes and the option names no mode, because each mode is given to all units.
    pub(super) fn modes(&self, option: &str, named: Vec<Mode>) -> Result<Vec<Mode>> {
        let own = self.file.mode();
        if named.is_empty()
            && let Some(group) = self.file.groups().iter().find_map(|own| own.group.as_ref())
        {
            return Err(miette!(
                help = format!("name the modes with {option}, or run the file's modes with `sidestep run`"),
                "{} gives the group '{group}' its own mode, but here each mode steers all units",
                self.source
            ));
        }
        if !named.is_empty() {
            self.note_other_mode(option, &named);
        }
        Ok(if named.is_empty() { own.into_iter().collect() } else { named })
    }

    /// The pushes to compare: those that the option names, or else that of a file, or else `usual`. Where they switch the push on,
    /// it has the strength of the file.
    pub(super) fn pushes(&self, named: Vec<PushChoice>, usual: Vec<PushChoice>) -> Vec<PushChoice> {
        let own = self.file.push().map(|push| vec![push]);
        let all = if named.is_empty() { own.unwrap_or(usual) } else { named };
        match self.file.push_strength() {
            Some(strength) => all
                .into_iter()
                .map(|push| if push == PushChoice::On { PushChoice::Strength(strength) } else { push })
                .collect(),
            None => all,
        }
    }
}
