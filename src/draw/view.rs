//! What a picture shows of a world.

use super::camera::Camera;
use super::help::HelpLine;
use super::overlays::Overlays;
use super::trails::Trails;
use super::viewpoint::Viewpoint;
use crate::measure::TickTimes;
use crate::world::World;

/// How to look at a world.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// Which part of it.
    pub camera: Camera,
    /// What to draw over the units.
    pub overlays: Overlays,
    /// The unit that is ringed, explained, and the only one that the overlays are about.
    pub selected: Option<usize>,
    /// How far between the previous tick (0) and the last one (1).
    pub alpha: f32,
    /// Where the units came from, for [`super::overlays::TRAIL`].
    pub trails: &'a Trails,
    /// The text; none for the bare picture.
    pub hud: Option<Hud<'a>>,
}

impl<'a> View<'a> {
    /// Where `world` is seen from. A selected unit that the world doesn't have is left out.
    pub fn viewpoint(&self, world: &'a World) -> Viewpoint<'a> {
        let selected = self.selected.filter(|id| *id < world.units().len());
        Viewpoint { world, camera: self.camera, selected, alpha: self.alpha, trails: self.trails }
    }
}

/// What text to draw.
#[derive(Debug, Clone, Default)]
pub struct Hud<'a> {
    /// How large text is: 1 on an ordinary screen, 2 on a fine one; 0 counts as 1.
    pub text_scale: u32,
    /// Whether the strip below, with the tick's times, is drawn.
    pub below: bool,
    /// How long the last tick took; none where it was not timed.
    pub times: Option<TickTimes>,
    /// Pictures shown in a second.
    pub frames_per_second: Option<f32>,
    /// How fast the world should run; 1 is real time.
    pub speed: Option<f32>,
    /// How fast it really runs, where that is known.
    pub reached: Option<f32>,
    /// Whether it stands still.
    pub paused: bool,
    /// Why the run has ended, in a word or two.
    pub ended: Option<&'a str>,
    /// The result of the run: a heading and lines; none: not shown.
    pub result: &'a [String],
    /// What just happened.
    pub message: Option<&'a str>,
    /// The keys and what they do; none: not shown.
    pub help: &'a [HelpLine],
    /// How many rows of it are above what is shown, where it is too long for the picture.
    pub help_scroll: usize,
}
