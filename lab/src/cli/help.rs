//! The help texts that clap does not derive from [`Args`]: commands grouped by task, and examples.

use super::args::Args;
use clap::builder::StyledStr;
use clap::{Command, CommandFactory};
use std::fmt::Write;

/// All commands, grouped by what a user wants to do.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Watch and run", &["run", "replay", "maps", "check"]),
    ("Choose a mode", &["compare", "scale", "study"]),
    ("Understand", &["models", "behaviours", "explain"]),
    ("Set up", &["completions", "man"]),
];

/// Uses of commands that the overview shows as well, under the heading of a group.
const MORE: [(&str, &str, &str); 1] =
    [("Understand", "compare --pair", "Show where two runs diverge, and why")];

/// A task, and the command line for it.
type Example = (&'static str, &'static str);

/// Examples of each command, by its path.
pub(super) const EXAMPLES: [(&[&str], &[Example]); 15] = [
    (
        &["run"],
        &[
            ("Watch two groups cross:", "sidestep run"),
            (
                "Watch 1000 units with ORCA, paused at the start:",
                "sidestep run crossing --units 1000 --avoid orca --paused",
            ),
            ("Print the figures without a window:", "sidestep run circle --avoid lanes --headless"),
            (
                "Write metrics, and a picture of the moment 5 s into the run:",
                "sidestep run crossing --json run.json --png run.png --at 5",
            ),
        ],
    ),
    (
        &["replay"],
        &[
            ("Play what `sidestep run --record run.sidestep` has recorded:", "sidestep replay run.sidestep"),
            ("Make an animation of a recording:", "sidestep replay run.sidestep --gif run.gif"),
            ("Verify all recordings in a folder:", "sidestep replay recordings --verify"),
        ],
    ),
    (
        &["maps"],
        &[
            ("List the built-in maps:", "sidestep maps"),
            ("Start a map from a built-in one:", "sidestep maps crossing > my-map.toml"),
        ],
    ),
    (
        &["check"],
        &[
            ("Summarise a built-in map:", "sidestep check four-way"),
            ("Check a map file:", "sidestep check my-map.toml"),
        ],
    ),
    (
        &["compare"],
        &[
            (
                "Compare the main modes on the crossing maps, with and without push, over 8 seeds:",
                "sidestep compare",
            ),
            (
                "Compare two modes on your map over 20 seeds:",
                "sidestep compare --maps my-map.toml --modes lanes,orca --seeds 20 -o my-report",
            ),
            (
                "See how many runs that is, without running them:",
                "sidestep compare --maps my-map.toml --modes lanes,orca --seeds 20 --dry-run",
            ),
            (
                "Find where two modes diverge:",
                "sidestep compare --pair raycast lanes --map crossing --png pair.png",
            ),
        ],
    ),
    (
        &["scale"],
        &[
            (
                "Measure two modes with up to 5000 units:",
                "sidestep scale --avoid lanes,orca --units 100,500,1000,5000",
            ),
            ("Measure the time per tick only, and write files:", "sidestep scale --quality-up-to 0 -o scale"),
            ("See which sizes would be measured:", "sidestep scale large-groups --avoid lanes --dry-run"),
        ],
    ),
    (
        &["study"],
        &[
            (
                "Write a manifest, do all its runs, and report on them:",
                "sidestep study plan --maps crossing --modes lanes,orca -o folder",
            ),
            ("", "sidestep study run folder"),
            ("", "sidestep study merge folder"),
            ("", "sidestep study report folder"),
        ],
    ),
    (
        &["study", "plan"],
        &[
            ("Plan a study from a file:", "sidestep study plan question.toml -o folder"),
            (
                "Plan a study from options:",
                "sidestep study plan --maps crossing,circle --modes lanes,orca --seeds 20 -o folder",
            ),
        ],
    ),
    (
        &["study", "run"],
        &[
            ("Do all runs that have no result yet:", "sidestep study run folder"),
            (
                "Do the second of four shards, on one of four machines:",
                "sidestep study run folder --shard 2/4",
            ),
            ("Do the run on line 17 of the manifest:", "sidestep study run folder --index 17"),
        ],
    ),
    (
        &["study", "merge"],
        &[
            ("Merge the results of one folder:", "sidestep study merge folder"),
            ("Merge shards from two machines:", "sidestep study merge folder-a folder-b -o all.jsonl"),
        ],
    ),
    (
        &["study", "report"],
        &[
            ("Write the report of a merged study:", "sidestep study report folder"),
            (
                "Exit with 1 if a metric is worse than in an earlier study:",
                "sidestep study report folder --baseline earlier/results.jsonl",
            ),
        ],
    ),
    (
        &["models"],
        &[
            ("List all modes and mechanisms:", "sidestep models"),
            ("List the settings of one:", "sidestep models lanes"),
            ("", "sidestep models gates"),
        ],
    ),
    (
        &["behaviours"],
        &[
            ("List all behaviours:", "sidestep behaviours"),
            ("List the settings of one:", "sidestep behaviours wander"),
        ],
    ),
    (
        &["explain"],
        &[
            (
                "Say what a unit of a recording does, and why:",
                "sidestep explain bug.sidestep --unit 104 --at 12.5",
            ),
            (
                "Decide again in situations, and print the decisions as JSON:",
                "sidestep explain situation.json",
            ),
        ],
    ),
    (
        &["man"],
        &[
            ("Read the main page:", "sidestep man | man -l -"),
            ("Install all pages for your account:", "sidestep man ~/.local/share/man/man1"),
        ],
    ),
];

/// The whole command line: what [`Args`] derives, with its overview and its examples.
pub(super) fn command() -> Command {
    let command = Args::command();
    let (overview, notes) = (overview(&command), notes(&command));
    let command = command.help_template(overview).after_help(notes);
    EXAMPLES.iter().fold(command, |command, (path, examples)| with_examples(command, path, examples))
}

/// Adds examples to the help of the command at a path.
fn with_examples(command: Command, path: &[&str], examples: &[Example]) -> Command {
    match path.split_first() {
        Some((name, below)) => {
            command.mut_subcommand(name, |command| with_examples(command, below, examples))
        }
        None => {
            let text = examples_text(&command, examples);
            command.after_help(text)
        }
    }
}

fn examples_text(command: &Command, examples: &[Example]) -> StyledStr {
    let header = command.get_styles().get_header();
    let mut text = StyledStr::new();
    // Writing to a string does not fail.
    let _ = write!(text, "{header}Examples:{header:#}");
    for (task, line) in examples {
        if !task.is_empty() {
            let _ = write!(text, "\n  {task}");
        }
        let _ = write!(text, "\n    {line}");
    }
    text
}

/// The template of the program's own help: usage, commands by group, options.
fn overview(command: &Command) -> StyledStr {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = StyledStr::new();
    let _ = write!(text, "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n");
    for (group, names) in GROUPS {
        let _ = write!(text, "\n{header}{group}:{header:#}\n");
        let commands = names.iter().filter_map(|name| {
            let about = command.find_subcommand(name)?.get_about()?;
            Some((*name, about.to_string()))
        });
        let more = MORE.iter().filter(|(of, ..)| *of == group);
        let more = more.map(|(_, name, about)| (*name, about.to_string()));
        for (name, about) in commands.chain(more) {
            let _ = writeln!(text, "  {literal}{name:14}{literal:#}  {about}");
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}{{after-help}}\n");
    text
}

/// The end of the overview.
fn notes(command: &Command) -> StyledStr {
    let header = command.get_styles().get_header();
    let mut text = StyledStr::new();
    let _ = write!(
        text,
        "{header}Notes:{header:#}\n  \
         Without a command, sidestep runs the map crossing, in a window if there is a display.\n  \
         `sidestep help COMMAND` shows a command's options and examples."
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::dispatch::try_parse;
    use std::ffi::OsString;

    /// The path of each command and its subcommands.
    fn paths(command: &Command, above: &[String]) -> Vec<Vec<String>> {
        let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
        commands
            .flat_map(|command| {
                let path = [above, &[command.get_name().to_string()]].concat();
                std::iter::once(path.clone()).chain(paths(command, &path)).collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn the_definition_is_valid() {
        command().debug_assert();
    }

    #[test]
    fn every_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let known = Args::command();
        let known: Vec<&str> = known.get_subcommands().map(Command::get_name).collect();
        assert_eq!(grouped, known, "in the order of the definition");
        let shown = command().render_help().to_string();
        for name in known {
            assert_eq!(shown.matches(&format!("\n  {name:14}  ")).count(), 1, "{name} in {shown}");
        }
    }

    #[test]
    fn the_overview_fits_a_screen() {
        let shown = command().render_help().to_string();
        assert!(shown.lines().count() <= 32, "{shown}");
        assert!(shown.lines().all(|line| line.len() <= 90), "{shown}");
    }

    #[test]
    fn every_command_has_examples() {
        for path in paths(&command(), &[]) {
            let has = EXAMPLES.iter().any(|(known, _)| *known == path);
            assert!(has || path == ["completions"], "{path:?}");
        }
        for (path, examples) in EXAMPLES {
            assert!(paths(&command(), &[]).iter().any(|known| known == path), "{path:?}");
            assert!((2..=4).contains(&examples.len()), "{path:?}");
        }
    }

    #[test]
    fn every_example_parses() {
        for (path, examples) in EXAMPLES {
            for (_, line) in examples {
                let line = line.split([' ']).take_while(|word| !["|", ">", "<"].contains(word));
                let line: Vec<OsString> = line.map(OsString::from).collect();
                assert_eq!(line[0], "sidestep");
                assert!(
                    path.len() != 1 || line[1..].is_empty() || line[1] == path[0],
                    "an example of {path:?}: {line:?}"
                );
                try_parse(line.clone()).unwrap_or_else(|error| panic!("{line:?}: {error}"));
            }
        }
    }

    #[test]
    fn help_of_an_option_takes_at_most_two_lines() {
        fn check(command: &Command) {
            for arg in command.get_arguments() {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let default = arg.get_default_values().iter().map(|value| value.len()).max();
                let length = help.chars().count() + default.map_or(0, |default| default + 12);
                // Option help begins at about column 40 of 100.
                let most = if arg.get_id() == "avoid" || arg.get_id() == "overlay" { 400 } else { 130 };
                assert!(length <= most, "{} {}: {length}: {help}", command.get_name(), arg.get_id());
                assert!(!help.ends_with('.'), "{help}");
            }
            command.get_subcommands().for_each(check);
        }
        check(&command());
    }
}
