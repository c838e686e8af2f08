//! What `--set` changes: settings, and files of settings.

use super::output::note;
use super::values::setting;
use crate::scene::Patch;
use crate::study;
use miette::{Result, miette};
use sidestep::settings::{Push, Setting, SettingValue};
use sidestep::steering::avoidance::Mode;
use std::path::PathBuf;

/// One `--set`.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// A setting and its values: one, except in the options of a study.
    Setting(&'static Setting, Vec<SettingValue>),
    /// A file, which is read later, so that its errors can quote it.
    File(PathBuf),
}

/// `KEY=VALUE` or a file's name.
pub(super) fn change(text: &str) -> Result<Change, String> {
    parse(text, |text| setting(text).map(|(setting, value)| (setting, vec![value])))
}

/// `KEY=VALUES` or a file's name.
pub(super) fn change_list(text: &str) -> Result<Change, String> {
    parse(text, |text| match study::values(text)? {
        (setting, values) if is_push(setting) && values.len() > 1 => {
            Err("use --push to compare pushes".into())
        }
        set => Ok(set),
    })
}

fn parse(
    text: &str,
    setting: impl Fn(&str) -> Result<(&'static Setting, Vec<SettingValue>), String>,
) -> Result<Change, String> {
    if text.ends_with(".toml") {
        return Ok(Change::File(text.into()));
    }
    let (setting, values) = setting(text)?;
    Ok(Change::Setting(setting, values))
}

fn is_push(setting: &Setting) -> bool {
    setting.model() == Push::SWITCH.model()
}

/// All `--set` of a command, with their files read.
#[derive(Debug, Clone, Default)]
pub(super) struct Changes {
    /// What they state together.
    pub patch: Patch,
    /// The values of each setting, in the order in which they were given.
    given: Vec<Given>,
    /// The name of the last file that states a mode.
    source: String,
}

#[derive(Debug, Clone)]
struct Given {
    setting: &'static Setting,
    values: Vec<SettingValue>,
    in_file: bool,
}

impl Changes {
    /// Reads the files. Errors point into them.
    pub(super) fn read(set: Vec<Change>) -> Result<Changes> {
        let mut all = Changes::default();
        for change in set {
            match change {
                Change::Setting(setting, values) => {
                    values.iter().for_each(|value| all.patch.state(setting, *value));
                    all.given.push(Given { setting, values, in_file: false });
                }
                Change::File(path) => {
                    let file = Patch::open(&path)?;
                    let given = file.settings.iter().map(|(setting, value)| (*setting, vec![*value]));
                    all.given.extend(given.map(|(setting, values)| Given { setting, values, in_file: true }));
                    if file.mode.is_some() || all.source.is_empty() {
                        all.source = path.display().to_string();
                    }
                    all.patch = all.patch.with(file);
                }
            }
        }
        Ok(all)
    }

    /// The settings of a study of these modes except for the push, with all values to try. A file replaces the values before it, and the next value
    /// replaces the file's. What only a file states, and none of the modes has, is left out with a note.
    pub(super) fn lists(
        &self,
        options: Vec<(&'static Setting, Vec<SettingValue>)>,
        modes: Option<&[Mode]>,
    ) -> Vec<(&'static Setting, Vec<SettingValue>)> {
        let options = options.into_iter().map(|(setting, values)| Given { setting, values, in_file: false });
        let mut all: Vec<Given> = Vec::new();
        for given in self.given.iter().cloned().chain(options).filter(|given| !is_push(given.setting)) {
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
        if let Some(mode) = self.patch.mode.filter(|mode| !named.contains(mode)) {
            note(&format!("{} has the mode {mode}, which {option} leaves out", self.source));
        }
    }

    /// The modes to compare: those that `option` names, or else the mode of a file, or else none. Notes a mode of a file that the
    /// option leaves out.
    ///
    /// Errors if a file gives groups their own modes and the option names no mode, because each mode is given to all units.
    pub(super) fn modes(&self, option: &str, named: Vec<Mode>) -> Result<Vec<Mode>> {
        let own = self.patch.mode;
        if named.is_empty()
            && let Some(group) = self.patch.groups.first().map(|(group, _)| group)
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

    /// The pushes to compare: those that the option names, or else what `--set` states, or else `usual`. Where they switch the push
    /// on, it has the strength that `--set` states.
    pub(super) fn pushes(&self, named: Vec<Patch>, usual: Vec<Patch>) -> Vec<Patch> {
        let settings = self.patch.settings.iter().filter(|(setting, _)| is_push(setting)).copied();
        let own = Patch { settings: settings.collect(), ..Patch::default() };
        let all = match named {
            named if !named.is_empty() => named,
            _ if own != Patch::default() => vec![Patch::default()],
            _ => usual,
        };
        all.into_iter().map(|push| own.clone().with(push)).collect()
    }
}
