//! The options that stand for a setting: `--gates on|off` and the like, one per mechanism, and `--rate` and `--overlap`.
//!
//! They are built from tables rather than derived, so that a mechanism needs no further option.

use super::values;
use crate::scene::Patch;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, Error, FromArgMatches};
use sidestep::settings::{Setting, SettingKind, SettingValue};
use sidestep::steering::schedule;
use sidestep::traffic::MECHANISMS;

/// The group of `--set` and these options, which `--one-at-a-time` needs.
pub(super) const CHANGES: &str = "changes";

/// The settings of the given options and their values. With `LIST`, each option accepts several values, separated by commas, and is
/// listed under "Question".
#[derive(Debug, Default, Clone)]
pub(super) struct SettingOptions<const LIST: bool>(pub Vec<(&'static Setting, Vec<SettingValue>)>);

impl SettingOptions<false> {
    pub(super) fn patch(&self) -> Patch {
        let values =
            self.0.iter().flat_map(|(setting, values)| values.iter().map(|value| (*setting, *value)));
        Patch { settings: values.collect(), ..Patch::default() }
    }
}

/// The options' names, their settings and what they do.
fn options() -> impl Iterator<Item = (&'static str, &'static Setting, String)> {
    let mechanisms = MECHANISMS
        .iter()
        .map(|mechanism| (mechanism.option, mechanism.switch(), format!("Whether {}", mechanism.summary)));
    let schedule = schedule::SETTINGS.iter().map(|setting| {
        let start = if setting.kind == SettingKind::Switch { "Whether" } else { "Sets" };
        (setting.name(), setting, format!("{start} {}", setting.what))
    });
    mechanisms.chain(schedule)
}

/// The options that change settings: `--set` and those of single settings.
pub(super) fn changes() -> ArgGroup {
    ArgGroup::new(CHANGES).arg("set").args(options().map(|(name, ..)| name)).multiple(true)
}

fn option((name, setting, what): (&'static str, &'static Setting, String), list: bool) -> Arg {
    let arg = Arg::new(name).long(name).hide_possible_values(true);
    let (arg, one, two) = match setting.kind {
        SettingKind::Switch => (arg.value_parser(values::switch()), "on|off", "on,off"),
        _ => (arg.value_parser(values::rate()), "60|30|20", "60,30"),
    };
    if list {
        arg.action(ArgAction::Append)
            .value_delimiter(',')
            .value_name(two)
            .help_heading("Question")
            .help(format!("{what}; {two} tries both [default: the maps']"))
    } else {
        arg.action(ArgAction::Set).value_name(one).help(format!("{what} [default: the map's]"))
    }
}

impl<const LIST: bool> clap::Args for SettingOptions<LIST> {
    fn augment_args(command: Command) -> Command {
        options().fold(command, |command, described| command.arg(option(described, LIST)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const LIST: bool> FromArgMatches for SettingOptions<LIST> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = options()
            .filter_map(|(name, setting, _)| Some((setting, matches.get_many(name)?.copied().collect())));
        Ok(SettingOptions(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::dispatch::try_parse;
    use crate::cli::help;

    /// The commands that accept `--push`, by their words.
    const COMMANDS: [&[&str]; 4] = [&["run"], &["compare"], &["scale"], &["study", "plan"]];

    #[test]
    fn commands_with_a_push_have_all_these_options() {
        for words in COMMANDS {
            let program = help::command();
            let command = words.iter().fold(&program, |command, word| command.find_subcommand(word).unwrap());
            let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
            assert!(has("push"), "{words:?}");
            for (name, ..) in options() {
                assert!(has(name), "{words:?} --{name}");
            }
        }
    }

    #[test]
    fn only_lists_accept_several_values() {
        let parses = |line: &str| try_parse(line.split(' ').map(Into::into).collect()).is_ok();
        for (option, setting, _) in options() {
            let [one, two] =
                if setting.kind == SettingKind::Switch { ["on", "on,off"] } else { ["30", "60,20"] };
            for (command, lists) in
                [("run", false), ("scale", false), ("compare", true), ("study plan -o x", true)]
            {
                assert!(parses(&format!("sidestep {command} --{option} {one}")));
                assert_eq!(parses(&format!("sidestep {command} --{option} {two}")), lists);
                assert!(!parses(&format!("sidestep {command} --{option} maybe")));
            }
            assert!(parses(&format!(
                "sidestep compare --one-at-a-time --{option} {two} --set gates.width=9,14"
            )));
            assert!(!parses(&format!("sidestep compare study.toml --{option} {one}")));
        }
    }
}
