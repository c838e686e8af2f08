//! The options that switch mechanisms: `--gates on|off` and the like, one per mechanism.
//!
//! They are built from the table of mechanisms rather than derived, so that a mechanism needs no further option.

use super::values;
use crate::settings::Setting;
use crate::steering::mechanism::{MECHANISMS, Mechanism};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, Error, FromArgMatches};

/// The group of `--set` and the switches, which `--one-at-a-time` needs.
pub(super) const CHANGES: &str = "changes";

/// The given switches. With `LIST`, each option accepts several values, separated by commas, and is listed under "Question".
#[derive(Debug, Default, Clone)]
pub(super) struct MechanismOptions<const LIST: bool> {
    given: Vec<(&'static Setting, Vec<f32>)>,
}

impl MechanismOptions<false> {
    /// The switches and their values.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&'static Setting, f32)> + '_ {
        self.given.iter().flat_map(|(setting, values)| values.iter().map(|value| (*setting, *value)))
    }
}

impl MechanismOptions<true> {
    /// The switches and the values to try.
    pub(super) fn lists(self) -> Vec<(&'static Setting, Vec<f32>)> {
        self.given
    }
}

/// The ids of the options.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    MECHANISMS.iter().map(|mechanism| mechanism.option)
}

/// The options that change settings: `--set` and the switches.
pub(super) fn changes() -> ArgGroup {
    ArgGroup::new(CHANGES).arg("set").args(ids()).multiple(true)
}

fn option(mechanism: &'static Mechanism, list: bool) -> Arg {
    let arg = Arg::new(mechanism.option)
        .long(mechanism.option)
        .value_parser(values::switch())
        .hide_possible_values(true);
    let whether = format!("Whether {}", mechanism.summary);
    if list {
        arg.action(ArgAction::Append)
            .value_delimiter(',')
            .value_name("on,off")
            .help_heading("Question")
            .help(format!("{whether}; on,off tries both [default: the maps']"))
    } else {
        arg.action(ArgAction::Set).value_name("on|off").help(format!("{whether} [default: the map's]"))
    }
}

impl<const LIST: bool> clap::Args for MechanismOptions<LIST> {
    fn augment_args(command: Command) -> Command {
        MECHANISMS.iter().fold(command, |command, mechanism| command.arg(option(mechanism, LIST)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const LIST: bool> FromArgMatches for MechanismOptions<LIST> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = MECHANISMS.iter().filter_map(|mechanism| {
            Some((mechanism.switch(), matches.get_many(mechanism.option)?.copied().collect()))
        });
        Ok(MechanismOptions { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::help;
    use crate::cli::try_parse;

    /// The commands that accept `--push`, by their words.
    const COMMANDS: [&[&str]; 4] = [&["run"], &["compare"], &["scale"], &["study", "plan"]];

    #[test]
    fn commands_with_a_push_have_an_option_for_each_mechanism() {
        for words in COMMANDS {
            let program = help::command();
            let command = words.iter().fold(&program, |command, word| command.find_subcommand(word).unwrap());
            let has = |option: &str| command.get_arguments().any(|arg| arg.get_long() == Some(option));
            assert!(has("push"), "{words:?}");
            for mechanism in MECHANISMS {
                assert!(has(mechanism.option), "{words:?} --{}", mechanism.option);
            }
        }
    }

    #[test]
    fn only_lists_accept_several_values() {
        let parses = |line: &str| try_parse(line.split(' ').map(Into::into).collect()).is_ok();
        for mechanism in MECHANISMS {
            let option = mechanism.option;
            for (command, lists) in
                [("run", false), ("scale", false), ("compare", true), ("study plan -o x", true)]
            {
                assert!(parses(&format!("sidestep {command} --{option} on")));
                assert_eq!(parses(&format!("sidestep {command} --{option} on,off")), lists);
                assert!(!parses(&format!("sidestep {command} --{option} maybe")));
            }
            assert!(parses(&format!(
                "sidestep compare --one-at-a-time --{option} on,off --set gates.width=9,14"
            )));
            assert!(!parses(&format!("sidestep compare study.toml --{option} on")));
        }
    }
}
