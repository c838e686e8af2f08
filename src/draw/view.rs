//! The settings of a picture of a world.

use super::camera::Camera;
use super::help::HelpLine;
use super::overlays::Overlays;
use super::theme::Theme;
use super::trails::Trails;
use super::viewpoint::{Moment, Viewpoint};
use crate::measure::TickTimes;
use crate::world::World;

/// A view of a world.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// The visible part of the world.
    pub camera: Camera,
    /// The active overlays.
    pub overlays: Overlays,
    /// The unit that is ringed and explained, and that overlays show.
    pub selected: Option<usize>,
    /// The moment between the previous tick (0) and the last tick (1).
    pub alpha: f32,
    /// The colours.
    pub theme: &'static Theme,
    /// The units at an earlier moment, to show instead of the present ones.
    pub moment: Option<Moment<'a>>,
    /// The units' earlier positions, for [`super::overlays::TRAIL`].
    pub trails: &'a Trails,
    /// The text; `None` for the bare picture.
    pub hud: Option<Hud<'a>>,
}

impl<'a> View<'a> {
    /// A view without text, overlays or a selected unit.
    pub fn plain(camera: Camera, trails: &'a Trails, theme: &'static Theme) -> View<'a> {
        let overlays = Overlays::NONE;
        View { camera, overlays, selected: None, alpha: 1.0, theme, moment: None, trails, hud: None }
    }

    /// The viewpoint on `world`, without a selected unit that the world does not have.
    pub fn viewpoint(&self, world: &'a World) -> Viewpoint<'a> {
        let selected = self.selected.filter(|id| *id < world.units().len());
        let View { camera, alpha, theme, moment, trails, .. } = *self;
        Viewpoint { world, camera, selected, alpha, theme, moment, trails }
    }
}

/// The text to draw.
#[derive(Debug, Clone, Default)]
pub struct Hud<'a> {
    /// Text scale: 1 on an ordinary screen, 2 on a high-resolution one; 0 counts as 1.
    pub text_scale: u32,
    /// Whether to draw the strip at the bottom, with the times of the tick.
    pub below: bool,
    /// The times of the last tick, if measured.
    pub times: Option<TickTimes>,
    /// Frames per second.
    pub frames_per_second: Option<f32>,
    /// The chosen speed; 1 is real time.
    pub speed: Option<f32>,
    /// The actual speed, if known.
    pub reached: Option<f32>,
    /// Whether the world is paused.
    pub paused: bool,
    /// Why the run has ended, in one or two words.
    pub ended: Option<&'a str>,
    /// The result of the run, a heading and lines; empty to hide it.
    pub result: &'a [String],
    /// The current message.
    pub message: Option<&'a str>,
    /// The key help; empty to hide it.
    pub help: &'a [HelpLine],
    /// The number of rows of the key help that are scrolled off.
    pub help_scroll: usize,
}
