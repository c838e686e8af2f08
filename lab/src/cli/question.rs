//! The options that say what a study compares: maps, modes, pushes, numbers of units, seeds and settings.

use super::changes::{Change, Changes, change_list};
use super::pair::SharedSettings;
use super::setting_options::{self, CHANGES, SettingOptions};
use super::values::{self, Seeds, count, jitter, seconds, seeds};
use crate::scene::Patch;
use crate::study::{MapChoice, StudySpec};
use clap::Args as ClapArgs;
use miette::{Result, miette};
use sidestep::steering::avoidance::Mode;
use std::path::PathBuf;

/// A study file, or options. The default study supplies what no option sets.
#[derive(Debug, Default, Clone, ClapArgs)]
#[command(group = setting_options::changes())]
pub(super) struct Question {
    /// A study file (TOML) in place of the options under "Question"
    #[arg(value_name = "FILE.toml", conflicts_with_all = ["maps", "modes", "push", "units", "seeds", "shifts", CHANGES, "one_at_a_time", "jitter", "limit"])]
    file: Option<PathBuf>,
    /// Built-in maps, map files or start files, separated by commas [default: the crossing maps]
    #[arg(long, value_name = "MAPS", value_delimiter = ',', value_parser = values::map(), hide_possible_values = true, help_heading = "Question")]
    maps: Vec<String>,
    /// Avoidance modes, separated by commas [default: the main modes]
    #[arg(long, value_name = "MODES", value_delimiter = ',', value_parser = values::mode(), hide_possible_values = true, help_heading = "Question")]
    modes: Vec<Mode>,
    /// Sideways pushes, separated by commas: off, on or a strength [default: off,on]
    #[arg(long, allow_negative_numbers = true, value_name = "PUSHES", value_delimiter = ',', value_parser = values::push(), hide_possible_values = true, help_heading = "Question")]
    push: Vec<Patch>,
    #[command(flatten)]
    setting_options: SettingOptions<true>,
    /// Numbers of units, separated by commas [default: the maps']
    #[arg(long, allow_negative_numbers = true, value_name = "COUNTS", value_delimiter = ',', value_parser = count, help_heading = "Question")]
    units: Vec<usize>,
    /// A number of seeds (8 means 1 to 8), a range (5-9) or a list (1,4,7) [default: 8]
    #[arg(long, allow_negative_numbers = true, value_name = "SEEDS", value_parser = seeds, help_heading = "Question")]
    seeds: Option<Seeds>,
    /// A number of starts in place of seeds: each moves every group by -1, 0 or 1 steps in x and in y
    #[arg(long, value_name = "N", value_parser = seeds, conflicts_with = "seeds", help_heading = "Question")]
    shifts: Option<Seeds>,
    /// Values of a setting of a model or mechanism, such as lanes.side_bias=0.1,0.2, or a file of settings; repeatable
    #[arg(long, value_name = "KEY=VALUES|FILE.toml", value_parser = change_list, help_heading = "Question")]
    set: Vec<Change>,
    /// Change one setting at a time in place of trying all combinations
    #[arg(long, requires = CHANGES, help_heading = "Question")]
    one_at_a_time: bool,
    /// Largest random offset of each start in x and in y, m [default: the maps', or 0.02]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = jitter, help_heading = "Question")]
    jitter: Option<f32>,
    /// Time limit of a run in simulated seconds [default: the maps'; 60 without --maps]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds, help_heading = "Question")]
    limit: Option<f32>,
}

impl Question {
    /// The options that both runs of a pair share, with one value each.
    pub(super) fn shared_settings(self) -> Result<SharedSettings> {
        let changes = Changes::read(self.set)?;
        // The modes of the pair note what neither has.
        let set = changes.lists(self.setting_options.0, None).into_iter();
        let set = set.map(|(setting, values)| Ok((setting, only_value(setting.key, values)?)));
        Ok(SharedSettings {
            units: at_most_one_value("--units", self.units)?,
            push: at_most_one_value("--push", self.push)?,
            set: set.collect::<Result<_>>()?,
            changes,
            jitter: self.jitter,
            limit: self.limit,
        })
    }

    /// The study that the options describe.
    pub(super) fn study(self) -> Result<StudySpec> {
        if let Some(file) = &self.file {
            return Ok(StudySpec::from_file(file)?);
        }
        let changes = Changes::read(self.set)?;
        let units: Vec<Option<usize>> = self.units.into_iter().map(Some).collect();
        let mut study = StudySpec::default();
        if !self.maps.is_empty() {
            study = study.on(self.maps.iter().map(|map| MapChoice::named(map)).collect());
        }
        if !units.is_empty() {
            study.maps.iter_mut().for_each(|choice| choice.units.clone_from(&units));
        }
        let modes = changes.modes("--modes", self.modes)?;
        let modes = if modes.is_empty() { study.modes } else { modes };
        let study = StudySpec {
            push: changes.pushes(self.push, study.push),
            shift: self.shifts.is_some(),
            seeds: self.seeds.or(self.shifts).map_or(study.seeds, |seeds| seeds.0),
            settings: changes.lists(self.setting_options.0, Some(&modes)),
            modes,
            jitter: self.jitter.or(study.jitter),
            limit: self.limit.or(study.limit),
            ..study
        };
        Ok(if self.one_at_a_time { study.one_at_a_time() } else { study })
    }
}

fn at_most_one_value<T>(option: &str, values: Vec<T>) -> Result<Option<T>> {
    if values.is_empty() { Ok(None) } else { only_value(option, values).map(Some) }
}

fn only_value<T>(what: &str, values: Vec<T>) -> Result<T> {
    let count = values.len();
    let only = values.into_iter().next().filter(|_| count == 1);
    only.ok_or_else(|| {
        miette!(
            help = "use --set-a and --set-b for settings of one run",
            "--pair accepts one value of {what}, not {count}"
        )
    })
}
