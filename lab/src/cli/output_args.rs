//! Arguments that name the files of a run and what they show.

use super::format_options::FormatOptions;
use super::values::{self, fps, moment, size, unit, visible_part};
use crate::draw::{OVERLAYS, Overlays, Theme, theme::THEMES};
use crate::export::{FORMATS, RecordingOptions, VisibleArea};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Arguments that name the files of a run and what they show.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct OutputArgs {
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

impl OutputArgs {
    /// What the recorders of a run have to know.
    pub fn recording_options(&self) -> RecordingOptions {
        RecordingOptions {
            size: self.size,
            overlays: self.overlay.clone().unwrap_or_default(),
            selected: self.select,
            theme: self.theme,
            visible: self.view,
            at: self.at,
            fps: self.fps,
            from: self.from,
            to: self.to,
        }
    }
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

fn out_help() -> String {
    let endings: Vec<String> = FORMATS.iter().map(|format| format!(".{}", format.ending)).collect();
    format!("Write a file in the format of its name's ending ({}); repeatable", endings.join(", "))
}
