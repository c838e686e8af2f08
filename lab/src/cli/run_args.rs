//! Arguments of `sidestep run`.

use super::changes::{Change, change};
use super::contender::{self, Contender};
use super::format_options::FormatOptions;
use super::setting_options::SettingOptions;
use super::values::{
    self, count, fps, jitter, moment, seconds, seed, share, size, threads, unit, visible_part,
};
use crate::draw::{OVERLAYS, Overlays, Theme, theme::THEMES};
use crate::export::{FORMATS, VisibleArea};
use crate::scene::ModeOverride;
use clap::Args as ClapArgs;
use sidestep::settings::PushChoice;
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
    pub avoid: Vec<ModeOverride>,
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
    pub push: Option<PushChoice>,
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
    /// Threads of the simulation, 0 for all cores; the result does not depend on it
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, value_parser = threads, help_heading = "What runs")]
    pub threads: usize,
    /// Time limit in simulated seconds [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds, help_heading = "What runs")]
    pub limit: Option<f32>,

    #[arg(long, value_name = "FILE", help = out_help(), help_heading = "Output")]
    pub out: Vec<PathBuf>,
    #[command(flatten)]
    pub formats: FormatOptions,
    /// Simulated time of the picture [default: the end of the run]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment, help_heading = "Output")]
    pub at: Option<f32>,
    /// Simulated time at which animations begin [default: the start]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment, help_heading = "Output")]
    pub from: Option<f32>,
    /// Simulated time at which animations end [default: the end of the run]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment, help_heading = "Output")]
    pub to: Option<f32>,
    /// Frames per second of animations [default: 15 for GIF, 30 for videos]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = fps, help_heading = "Output")]
    pub fps: Option<f32>,
    /// Exit with 1 unless at least this share of the units (0 to 1) arrives
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", value_parser = share, help_heading = "Output")]
    pub expect_arrived: Option<f64>,

    #[arg(long, value_name = "NAMES", value_parser = values::overlays(), hide_possible_values = true, help = overlay_help(), help_heading = "Pictures")]
    pub overlay: Option<Overlays>,
    /// Unit that the overlays show [default: all, or a sample of a large crowd]
    #[arg(long, allow_negative_numbers = true, value_name = "ID", value_parser = unit, help_heading = "Pictures")]
    pub select: Option<usize>,
    /// Visible part of the map, m: the point in the middle, and the width [default: the whole map]
    #[arg(long, value_name = "X,Y,WIDTH", allow_hyphen_values = true, value_parser = visible_part, help_heading = "Pictures")]
    pub view: Option<VisibleArea>,
    #[arg(long, value_name = "NAME", value_parser = values::theme(), hide_possible_values = true, help = theme_help(), help_heading = "Pictures")]
    pub theme: Option<&'static Theme>,
    /// Size of pictures and of the window in pixels [default: 1280x720; animations 800x450]
    #[arg(long, value_name = "WxH", value_parser = size, help_heading = "Pictures")]
    pub size: Option<(u32, u32)>,
}

fn theme_help() -> String {
    let themes: Vec<String> =
        THEMES.iter().map(|theme| format!("{} ({})", theme.name, theme.meaning)).collect();
    format!("Colours of pictures and of the window: {} [default: {}]", themes.join(", "), THEMES[0].name)
}

fn overlay_help() -> String {
    let names: Vec<&str> = OVERLAYS.iter().map(|overlay| overlay.name).collect();
    format!("Overlays of pictures and of the window, separated by commas: {}", names.join(", "))
}

fn avoid_help() -> String {
    let names = Mode::names().join(", ");
    format!("Avoidance mode of all units, or of GROUP; repeatable: {names} [default: the map's]")
}

fn out_help() -> String {
    let endings: Vec<String> = FORMATS.iter().map(|format| format!(".{}", format.ending)).collect();
    format!("Write a file in the format of its name's ending ({}); repeatable", endings.join(", "))
}
