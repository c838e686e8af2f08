//! The camera and the moment of a picture.

use super::camera::Camera;
use super::canvas::Xy;
use super::theme::Theme;
use super::trails::Trails;
use crate::types::Point;
use crate::world::World;

/// A world, a camera and a moment: the input of an overlay.
#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    /// The world.
    pub world: &'a World,
    /// The visible part of the world.
    pub camera: Camera,
    /// The unit that is ringed and explained, and that overlays show. It exists in the world.
    pub selected: Option<usize>,
    /// The moment between the previous tick (0) and the last tick (1).
    pub alpha: f32,
    /// The colours.
    pub theme: &'static Theme,
    /// The units' earlier positions.
    pub trails: &'a Trails,
}

impl Viewpoint<'_> {
    /// The pixel of a point of the world.
    pub fn to_screen(&self, p: Point) -> Xy {
        self.camera.to_screen(p)
    }

    /// The pixel of unit `id`.
    pub fn unit_on_screen(&self, id: usize) -> Xy {
        self.to_screen(unit_position(self.world, id, self.alpha))
    }

    /// The radius of unit `id`, pixels.
    pub fn radius_on_screen(&self, id: usize) -> f32 {
        self.world.units().radius[id] * self.camera.scale
    }
}

/// The position of unit `id` at the moment `alpha` between the previous tick (0) and the last tick (1).
pub fn unit_position(world: &World, id: usize, alpha: f32) -> Point {
    let units = world.units();
    let (from, to) = (units.previous[id], units.position[id]);
    from + (to - from) * alpha.clamp(0.0, 1.0)
}
