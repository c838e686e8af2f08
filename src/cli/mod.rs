//! The command line, in two steps: what was typed (`Args`, plain data), then what it means (`plan`).
//!
//! Exit codes are a contract: 0 done, 1 a run did not meet `--expect-arrived` or a study's results are missing, 2 bad input,
//! 130 interrupted by Ctrl-C, 143 by SIGTERM.

mod behaviours;
mod compare;
mod explain;
mod interrupt;
mod maps;
mod message;
mod models;
mod outputs;
mod pair;
mod plan;
mod progress;
mod run;
mod scale;
mod study;
mod table;
mod typed;

use crate::draw::{OVERLAYS, Overlays};
use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::{self, Mode, cardioid};
use crate::text::escaped;
use clap::{Args as ClapArgs, Parser, Subcommand};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use typed::typed;

/// A physics-based RTS crowd laboratory: groups of rigid bodies walk through each other, and you choose how they avoid.
///
/// Without a command it runs the map `crossing`, in a window where there is one to be had.
#[derive(Debug, Parser)]
#[command(name = "sidestep", version = crate::VERSION, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a map: in a window, or headless with numbers, pictures and trajectories
    Run(Box<RunArgs>),
    /// List the built-in maps, or print one to begin a map of your own from
    Maps {
        /// Print this map's TOML instead
        map: Option<String>,
    },
    /// Check a map file and summarise what is in it
    Check {
        /// A map file, a start file (.txt, .starts), or a built-in map's name
        map: String,
    },
    /// List the avoidance models, or one's settings with their units, defaults and ranges
    Models {
        /// Only this one, with its settings
        model: Option<Mode>,
    },
    /// List the steering behaviours that a map's plans combine, or one's settings
    Behaviours {
        /// Only this one, with its settings
        behaviour: Option<String>,
    },
    /// Say what a model decides in situations from a file, and why; one JSON object a line
    Explain {
        /// A JSON file of one case or an array of them; - for standard input
        file: PathBuf,
    },
    /// Compare modes: many runs, their results and a report in one folder. With nothing else said, the main modes with and
    /// without push on the crossing maps, over 8 seeds
    Compare(Box<compare::CompareArgs>),
    /// The steps of a study, one by one: on several machines, or with scripts of your own
    #[command(subcommand)]
    Study(study::StudyCommand),
    /// Measure what a mode costs by stage, and what it is worth, from few units to many
    Scale(Box<scale::ScaleArgs>),
}

/// What was typed after `run`.
#[derive(Debug, Default, Clone, ClapArgs)]
struct RunArgs {
    /// A built-in map's name (see `sidestep maps`), a map file, or a start file (.txt, .starts) [default: crossing]
    map: Option<String>,
    /// No window. Implied by every option under "Output", and where there is no display
    #[arg(long)]
    headless: bool,
    /// The window opens with the world standing still; space or . goes on
    #[arg(long, conflicts_with = "headless")]
    paused: bool,

    #[arg(long, value_name = "[GROUP=]MODE", help = avoid_help(), help_heading = "What runs")]
    avoid: Vec<AvoidArg>,
    /// What every group that follows a plan (or only GROUP) follows instead: another plan of the map, or one behaviour
    #[arg(long, value_name = "[GROUP=]NAME", help_heading = "What runs")]
    steering: Option<String>,
    /// Stage of the cardioid field, 1 to 4 [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = stage, help_heading = "What runs")]
    stage: Option<f32>,
    /// A model's setting, such as cardioid.personal_space=2; may be given several times. `sidestep models` lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting, help_heading = "What runs")]
    set: Vec<(&'static Setting, f32)>,
    /// Sideways push: on, off, or its strength [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "on|off|STRENGTH", help_heading = "What runs")]
    push: Option<PushChoice>,
    /// Number of units in all; the field grows with it [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count, help_heading = "What runs")]
    units: Option<usize>,
    /// Seed of the starts [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = seed, help_heading = "What runs")]
    seed: Option<u64>,
    /// How far the seed moves each start at most in x and in y, m [default: the map's; 0 for start files]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = jitter, help_heading = "What runs")]
    jitter: Option<f32>,
    /// Threads that decide; 0 for all cores. The result is the same
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, value_parser = threads, help_heading = "What runs")]
    threads: usize,
    /// Seconds of simulated time after which the run ends [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds, help_heading = "What runs")]
    limit: Option<f32>,

    /// Print every metric as one JSON object, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Write a picture, as the run ends or `--at` a time
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    png: Option<PathBuf>,
    /// When the picture is taken
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", requires = "png", value_parser = moment, help_heading = "Output")]
    at: Option<f32>,
    /// Write the run as a film
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    gif: Option<PathBuf>,
    /// Write every unit's trajectory, one row per unit and tick; - for standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Exit with 1 unless at least this share of the units (0 to 1) arrives
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", value_parser = share, help_heading = "Output")]
    expect_arrived: Option<f64>,

    #[arg(long, value_name = "NAMES", help = overlay_help(), help_heading = "Pictures")]
    overlay: Option<Overlays>,
    /// The unit that the overlays are about [default: all, or a sample where there are many]
    #[arg(long, allow_negative_numbers = true, value_name = "ID", value_parser = unit, help_heading = "Pictures")]
    select: Option<usize>,
    /// Size of pictures and of the window, pixels [default: 1280x720; a film 800x450]
    #[arg(long, value_name = "WxH", value_parser = size, help_heading = "Pictures")]
    size: Option<(u32, u32)>,
}

/// What `--avoid` was given: the mode of one group, or of all.
#[derive(Debug, Clone, PartialEq)]
struct AvoidArg {
    group: Option<String>,
    mode: Mode,
}

impl FromStr for AvoidArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // No mode's name has "=" in it, but a group's may.
        let (group, mode) = text.rsplit_once('=').map_or((None, text), |(group, mode)| (Some(group), mode));
        Ok(AvoidArg { group: group.map(str::to_string), mode: mode.parse()? })
    }
}

fn overlay_help() -> String {
    let names: Vec<&str> = OVERLAYS.iter().map(|overlay| overlay.name).collect();
    format!("Overlays of pictures and of the window, with commas between: {}", names.join(", "))
}

fn avoid_help() -> String {
    let names = Mode::names().join(", ");
    format!(
        "Avoidance mode of all units, or (may be given several times) of GROUP: {names} [default: the map's]"
    )
}

fn stage(text: &str) -> Result<f32, String> {
    let stage = text.parse().ok().filter(|stage| cardioid::STAGE.check(*stage).is_ok());
    stage.ok_or_else(|| format!("'{text}' is no stage; there are 1, 2, 3 and 4"))
}

fn setting(text: &str) -> Result<(&'static Setting, f32), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, such as cardioid.personal_space=2")?;
    let setting = avoidance::setting(key.trim())?;
    let value = value.trim().parse().map_err(|_| format!("'{value}' is not a number"))?;
    setting.check(value)?;
    Ok((setting, value))
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("'{text}' is not a number of units above 0"))
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is not a seed: a whole number from 0 to {}", u64::MAX))
}

fn unit(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("'{text}' is not the number of a unit; they count from 0"))
}

fn jitter(text: &str) -> Result<f32, String> {
    let most = 100.0;
    let fits = |metres: &f32| (0.0..=most).contains(metres);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a distance from 0 to {most} m"))
}

fn threads(text: &str) -> Result<usize, String> {
    let most = 256;
    text.parse()
        .ok()
        .filter(|n| *n <= most)
        .ok_or_else(|| format!("'{text}' is not a number from 0 to {most}"))
}

fn seconds(text: &str) -> Result<f32, String> {
    moment(text)?;
    text.parse().ok().filter(|s| *s > 0.0).ok_or_else(|| format!("'{text}' is not a time above 0"))
}

fn moment(text: &str) -> Result<f32, String> {
    let most = 1e5;
    let fits = |s: &f32| (0.0..=most).contains(s);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a time from 0 to {most} s"))
}

fn share(text: &str) -> Result<f64, String> {
    let fits = |s: &f64| (0.0..=1.0).contains(s);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a share from 0 to 1"))
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (width, height) = text.split_once(['x', '×'])?;
        Some((width.parse().ok()?, height.parse().ok()?))
    };
    read().filter(|(w, h)| *w > 0 && *h > 0).ok_or_else(|| format!("'{text}' is not a size such as 1280x720"))
}

/// How a command ended, short of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    /// A run did not meet what was expected of it.
    NotMet,
}

/// Runs the program and gives its exit code.
pub fn main() -> ExitCode {
    let command = message::parsed::<Args>().command.unwrap_or(Command::Run(Box::default()));
    let result = match command {
        Command::Run(args) => run::run(*args),
        Command::Maps { map } => maps::maps(map.as_deref()),
        Command::Models { model } => models::models(model),
        Command::Behaviours { behaviour } => behaviours::behaviours(behaviour.as_deref()),
        Command::Check { map } => maps::check(&map),
        Command::Explain { file } => explain::explain(&file),
        Command::Compare(args) => compare::compare(*args),
        Command::Study(command) => study::study(command),
        Command::Scale(args) => scale::scale(*args),
    };
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::NotMet) => ExitCode::from(1),
        Err(report) => {
            eprintln!("{}", message::report(&report));
            ExitCode::from(2)
        }
    }
}

/// A line on standard error. That it cannot be written is no reason to stop.
fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}

/// Prints to standard output. A reader that has closed its end has what it wanted.
fn print(text: &str) -> miette::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(escaped(text).as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(miette::miette!("cannot write to standard output: {e}"))
        }
        _ => Ok(()),
    }
}
