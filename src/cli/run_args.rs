//! What is typed after `run`.

use super::values::{count, jitter, moment, seconds, seed, setting, share, size, stage, threads, unit};
use crate::draw::{OVERLAYS, Overlays};
use crate::export::{CSV, FORMATS, GIF, JSON, OutputFormat, PNG};
use crate::scene::ModeOverride;
use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::Mode;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// What was typed after `run`.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct RunArgs {
    /// A built-in map's name (see `sidestep maps`), a map file, or a start file (.txt, .starts) [default: crossing]
    pub map: Option<String>,
    /// No window. Implied by every option under "Output", and where there is no display
    #[arg(long)]
    pub headless: bool,
    /// The window opens with the world standing still; space or . goes on
    #[arg(long, conflicts_with = "headless")]
    pub paused: bool,

    #[arg(long, value_name = "[GROUP=]MODE", help = avoid_help(), help_heading = "What runs")]
    pub avoid: Vec<ModeOverride>,
    /// What every group that follows a plan (or only GROUP) follows instead: another plan of the map, or one behaviour
    #[arg(long, value_name = "[GROUP=]NAME", help_heading = "What runs")]
    pub steering: Option<String>,
    /// Stage of the cardioid field, 1 to 4 [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = stage, help_heading = "What runs")]
    pub stage: Option<f32>,
    /// A model's setting, such as cardioid.personal_space=2; may be given several times. `sidestep models` lists them
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting, help_heading = "What runs")]
    pub set: Vec<(&'static Setting, f32)>,
    /// Sideways push: on, off, or its strength [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "on|off|STRENGTH", help_heading = "What runs")]
    pub push: Option<PushChoice>,
    /// Number of units in all; the field grows with it [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = count, help_heading = "What runs")]
    pub units: Option<usize>,
    /// Seed of the starts [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = seed, help_heading = "What runs")]
    pub seed: Option<u64>,
    /// How far the seed moves each start at most in x and in y, m [default: the map's; 0 for start files]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = jitter, help_heading = "What runs")]
    pub jitter: Option<f32>,
    /// Threads that decide; 0 for all cores. The result is the same
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, value_parser = threads, help_heading = "What runs")]
    pub threads: usize,
    /// Seconds of simulated time after which the run ends [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds, help_heading = "What runs")]
    pub limit: Option<f32>,

    #[arg(long, value_name = "FILE", help = out_help(), help_heading = "Output")]
    pub out: Vec<PathBuf>,
    #[arg(long, help = json_help(), value_name = "FILE", num_args = 0..=1, default_missing_value = "-", help_heading = "Output")]
    pub json: Option<PathBuf>,
    #[arg(long, help = format_help(&PNG), value_name = "FILE", help_heading = "Output")]
    pub png: Option<PathBuf>,
    /// When the picture is taken
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment, help_heading = "Output")]
    pub at: Option<f32>,
    #[arg(long, help = format_help(&GIF), value_name = "FILE", help_heading = "Output")]
    pub gif: Option<PathBuf>,
    #[arg(long, help = format_help(&CSV), value_name = "FILE", help_heading = "Output")]
    pub csv: Option<PathBuf>,
    /// Exit with 1 unless at least this share of the units (0 to 1) arrives
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", value_parser = share, help_heading = "Output")]
    pub expect_arrived: Option<f64>,

    #[arg(long, value_name = "NAMES", help = overlay_help(), help_heading = "Pictures")]
    pub overlay: Option<Overlays>,
    /// The unit that the overlays are about [default: all, or a sample where there are many]
    #[arg(long, allow_negative_numbers = true, value_name = "ID", value_parser = unit, help_heading = "Pictures")]
    pub select: Option<usize>,
    /// Size of pictures and of the window, pixels [default: 1280x720; an animation 800x450]
    #[arg(long, value_name = "WxH", value_parser = size, help_heading = "Pictures")]
    pub size: Option<(u32, u32)>,
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

fn format_help(format: &OutputFormat) -> String {
    format!("Write {}", format.meaning)
}

fn json_help() -> String {
    format!("Print {}, or write it to FILE", JSON.meaning)
}

fn out_help() -> String {
    let endings: Vec<String> = FORMATS.iter().map(|format| format!(".{}", format.ending)).collect();
    format!(
        "Write a file in the format that its name ends in ({}); may be given several times",
        endings.join(", ")
    )
}
