//! Where a picture of a world is taken from, and when.

use super::camera::Camera;
use super::canvas::Xy;
use super::trails::Trails;
use crate::types::Point;
use crate::world::World;

/// A world as a camera sees it at a moment: all that an overlay draws from.
#[derive(Clone, Copy)]
pub struct Viewpoint<'a> {
    /// The world.
    pub world: &'a World,
    /// Which part of it is in the picture.
    pub camera: Camera,
    /// The unit that is ringed, explained, and the only one that the overlays are about. Always one of the world's.
    pub selected: Option<usize>,
    /// The moment, from the previous tick (0) to the last one (1).
    pub alpha: f32,
    /// Where the units came from.
    pub trails: &'a Trails,
}

impl Viewpoint<'_> {
    /// Where a point of the world is in the picture.
    pub fn to_screen(&self, p: Point) -> Xy {
        self.camera.to_screen(p)
    }

    /// Where unit `id` is in the picture.
    pub fn unit_on_screen(&self, id: usize) -> Xy {
        self.to_screen(unit_position(self.world, id, self.alpha))
    }

    /// The radius of unit `id`, pixels.
    pub fn radius_on_screen(&self, id: usize) -> f32 {
        self.world.units().radius[id] * self.camera.scale
    }
}

/// Where unit `id` is at the moment `alpha` between the previous tick (0) and the last one (1).
pub fn unit_position(world: &World, id: usize, alpha: f32) -> Point {
    let units = world.units();
    let (from, to) = (units.previous[id], units.position[id]);
    from + (to - from) * alpha.clamp(0.0, 1.0)
}
