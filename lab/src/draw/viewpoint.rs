//! The camera and the moment of a picture.

use super::camera::Camera;
use super::canvas::Xy;
use super::theme::Theme;
use super::trails::Trails;
use sidestep::crowd::UnitId;
use sidestep::types::Point;
use sidestep::world::World;

/// All units at one moment, by slot.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// Their positions.
    pub positions: &'a [Point],
    /// Their headings, rad.
    pub headings: &'a [f32],
    /// Whether each has arrived.
    pub arrived: &'a [bool],
    /// Their ids.
    pub ids: &'a [UnitId],
    /// Their radii, m.
    pub radii: &'a [f32],
    /// Their groups.
    pub groups: &'a [u16],
    /// Whether each is an obstacle, which never walks.
    pub fixed: &'a [bool],
}

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
    /// The units at an earlier moment, to show instead of the present ones.
    pub moment: Option<Moment<'a>>,
    /// The units' earlier positions.
    pub trails: &'a Trails,
}

impl Viewpoint<'_> {
    /// The pixel of a point of the world.
    pub fn to_screen(&self, p: Point) -> Xy {
        self.camera.to_screen(p)
    }

    /// The number of units.
    pub fn units(&self) -> usize {
        self.moment.map_or(self.world.units().len(), |moment| moment.positions.len())
    }

    /// The slot of a unit.
    pub fn slot(&self, unit: UnitId) -> Option<usize> {
        match self.moment {
            Some(moment) => moment.ids.iter().position(|id| *id == unit),
            None => self.world.slot(unit),
        }
    }

    /// The group of unit `id`.
    pub fn group(&self, id: usize) -> u16 {
        self.moment.map_or_else(|| self.world.units().group[id], |moment| moment.groups[id])
    }

    /// Whether unit `id` is an obstacle, which never walks.
    pub fn is_fixed(&self, id: usize) -> bool {
        self.moment.map_or_else(|| self.world.units().is_fixed(id), |moment| moment.fixed[id])
    }

    /// The pixel of unit `id`.
    pub fn unit_on_screen(&self, id: usize) -> Xy {
        let at = match self.moment {
            Some(moment) if id < moment.positions.len() => moment.positions[id],
            _ => unit_position(self.world, id, self.alpha),
        };
        self.to_screen(at)
    }

    /// The heading of unit `id`, rad.
    pub fn heading(&self, id: usize) -> f32 {
        let now = self.world.units().heading[id];
        self.moment.and_then(|moment| moment.headings.get(id).copied()).unwrap_or(now)
    }

    /// Whether unit `id` has arrived.
    pub fn has_arrived(&self, id: usize) -> bool {
        let now = self.world.units().arrived[id];
        self.moment.and_then(|moment| moment.arrived.get(id).copied()).unwrap_or(now)
    }

    /// The radius of unit `id`, pixels.
    pub fn radius_on_screen(&self, id: usize) -> f32 {
        let radius = self.moment.map_or_else(|| self.world.units().radius[id], |moment| moment.radii[id]);
        radius * self.camera.scale
    }
}

/// The position of unit `id` at the moment `alpha` between the previous tick (0) and the last tick (1).
pub fn unit_position(world: &World, id: usize, alpha: f32) -> Point {
    let units = world.units();
    let (from, to) = (units.previous[id], units.position[id]);
    from + (to - from) * alpha.clamp(0.0, 1.0)
}
