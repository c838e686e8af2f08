//! Arguments of `sidestep run`.

use super::changes::{Change, change};
use super::contender::{self, Contender};
use super::output_args::OutputArgs;
use super::setting_options::SettingOptions;
use super::values::{self, count, jitter, seconds, seed, share, threads};
use crate::scene::Patch;
use clap::Args as ClapArgs;
use sidestep::steering::avoidance::Mode;
use std::path::PathBuf;

/// Arguments of `sidestep run`.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct RunArgs {
    /// A built-in map (see `sidestep maps`), a map file or a start file (.txt, .starts) [default: crossing]
    #[arg(value_parser = values::map(), hide_possible_values = true)]
    pub map: Option<String>,
    /// Open no window; implied by the options under "Output", or if there is no display
    #[arg(long)]
    pub headless: bool,
    /// Open the window paused; space resumes, . advances one tick
    #[arg(long, conflicts_with = "headless")]
    pub paused: bool,

    #[arg(long, value_name = "[GROUP=]MODE", value_parser = values::mode_override(), hide_possible_values = true, help = avoid_help(), help_heading = "What runs")]
    pub avoid: Vec<Patch>,
    /// Run 2 to 4 modes side by side from the same starts; a mode may have settings: lanes:lanes.response=2
    #[arg(long, value_name = "MODE,MODE…", value_delimiter = ',', value_parser = contender::contender(), hide_possible_values = true, conflicts_with_all = ["avoid", "csv", "expect_arrived"], help_heading = "What runs")]
    pub versus: Vec<Contender>,
    /// Plan of the map, or one behaviour, that all groups with a plan follow, or only GROUP
    #[arg(long, value_name = "[GROUP=]NAME", value_parser = values::behaviour(), hide_possible_values = true, help_heading = "What runs")]
    pub steering: Option<String>,
    /// Setting of a model or mechanism, such as cardioid.personal_space=2, or a file of settings; repeatable (see `sidestep models NAME`)
    #[arg(long, value_name = "KEY=VALUE|FILE.toml", value_parser = change, help_heading = "What runs")]
    pub set: Vec<Change>,
    /// Sideways push: on, off or a strength [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "on|off|STRENGTH", value_parser = values::push(), hide_possible_values = true, help_heading = "What runs")]
    pub push: Option<Patch>,
    #[command(flatten, next_help_heading = "What runs")]
    pub setting_options: SettingOptions<false>,
    /// Total number of units; the map grows with it [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count, help_heading = "What runs")]
    pub units: Option<usize>,
    /// Seed of the starts [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = seed, help_heading = "What runs")]
    pub seed: Option<u64>,
    /// Largest random offset of each start in x and in y, m [default: the map's; 0 for start files]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = jitter, help_heading = "What runs")]
    pub jitter: Option<f32>,
    /// Let the seed also move each group by -1, 0 or 1 steps in x and in y
    #[arg(long, help_heading = "What runs")]
    pub shift: bool,
    /// Threads of the simulation, 0 for all cores; the result does not depend on it
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, value_parser = threads, help_heading = "What runs")]
    pub threads: usize,
    /// Time limit in simulated seconds [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds, help_heading = "What runs")]
    pub limit: Option<f32>,

    /// Write a recording, which plays again exactly: see `sidestep replay`
    #[arg(long, value_name = "FILE", conflicts_with = "versus", help_heading = "Output")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Exit with 1 unless at least this share of the units (0 to 1) arrives
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", value_parser = share, help_heading = "Output")]
    pub expect_arrived: Option<f64>,
}

fn avoid_help() -> String {
    let names = Mode::names().join(", ");
    format!("Avoidance mode of all units, or of GROUP; repeatable: {names} [default: the map's]")
}
