//! The settings of a picture of a world.

use super::camera::Camera;
use super::overlays::Overlays;
use super::theme::Theme;
use super::trails::Trails;
use super::viewpoint::{Moment, Viewpoint};
use sidestep::world::World;

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
    /// Whether the picture has text: the strip at the top, the legend and the selected unit's reasons.
    pub hud: bool,
}

impl<'a> View<'a> {
    /// A view without text, overlays or a selected unit.
    pub fn plain(camera: Camera, trails: &'a Trails, theme: &'static Theme) -> View<'a> {
        let overlays = Overlays::NONE;
        View { camera, overlays, selected: None, alpha: 1.0, theme, moment: None, trails, hud: false }
    }

    /// The viewpoint on `world`, without a selected unit that the world does not have.
    pub fn viewpoint(&self, world: &'a World) -> Viewpoint<'a> {
        let units = self.moment.map_or(world.units().len(), |moment| moment.positions.len());
        let selected = self.selected.filter(|id| *id < units);
        let View { camera, alpha, theme, moment, trails, .. } = *self;
        Viewpoint { world, camera, selected, alpha, theme, moment, trails }
    }
}
