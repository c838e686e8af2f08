//! The units that overlays show.

use crate::draw::canvas::{Canvas, Xy};
use crate::draw::theme::Color;
use crate::draw::viewpoint::Viewpoint;
use sidestep::steering::reasons::{Mark, Reasons, Tint};
use sidestep::types::Vec2;
use sidestep::world::World;

/// Up to this many units, overlays show all of them.
const ALL_UP_TO: usize = 60;
/// Of more units, overlays show roughly this many.
const SAMPLE: usize = 24;

/// The ids of the units that overlays show.
pub fn subjects(units: usize, selected: Option<usize>) -> Vec<usize> {
    match selected.filter(|id| *id < units) {
        Some(id) => vec![id],
        None if units <= ALL_UP_TO => (0..units).collect(),
        None => (0..units).step_by(units.div_ceil(SAMPLE)).collect(),
    }
}

/// The units that represent all others in grids and legends: the selected one, otherwise the first walking unit of each group,
/// since groups may have different models. If no unit walks, the first unit.
pub(in crate::draw) fn representatives(world: &World, selected: Option<usize>) -> Vec<usize> {
    let group = &world.units().group;
    if let Some(id) = selected.filter(|id| *id < group.len()) {
        return vec![id];
    }
    let mut first: Vec<usize> = Vec::new();
    for id in (0..group.len()).filter(|id| world.desired_direction(*id) != Vec2::zeros()) {
        if first.iter().all(|other| group[*other] != group[id]) {
            first.push(id);
        }
    }
    if first.is_empty() { vec![0] } else { first }
}

/// The colour of the group of the first of these units.
pub(super) fn group_color(viewpoint: &Viewpoint, units: &[usize]) -> Color {
    let group = units.first().map_or(0, |id| viewpoint.world.units().group[*id]);
    viewpoint.theme.group_of(viewpoint.world.layout(), group)
}

/// A unit that is explained.
pub(in crate::draw) struct Subject<'a> {
    pub(super) viewpoint: &'a Viewpoint<'a>,
    pub(super) world: &'a World,
    pub(super) id: usize,
    pub(super) reasons: Reasons,
    /// Its centre, pixels.
    pub(super) at: Xy,
    /// Its radius, pixels.
    pub(super) radius: f32,
}

impl<'a> Subject<'a> {
    pub(super) fn new(viewpoint: &'a Viewpoint<'a>, id: usize) -> Subject<'a> {
        let world = viewpoint.world;
        let (at, radius) = (viewpoint.unit_on_screen(id), viewpoint.radius_on_screen(id));
        Subject { viewpoint, world, id, reasons: world.reasons(id), at, radius }
    }

    /// Another unit's centre and radius, pixels.
    pub(super) fn neighbour(&self, id: u32) -> Option<(Xy, f32)> {
        let id = id as usize;
        let known = id < self.world.units().len();
        known.then(|| (self.viewpoint.unit_on_screen(id), self.viewpoint.radius_on_screen(id)))
    }

    /// Draws a ring around another unit.
    pub(super) fn ring(&self, id: u32, color: Color, canvas: &mut Canvas) {
        if let Some((at, radius)) = self.neighbour(id) {
            canvas.ring(at, radius + 2.0, 2.0, color);
        }
    }

    /// Draws the vectors among the marks. A vector of length 1 is two radii long. All of the unit's vectors are scaled by one
    /// factor if its longest would be shorter than two and a half radii or longer than five. The panel has the numbers.
    pub(super) fn vectors(&self, marks: &[(Mark, Tint)], canvas: &mut Canvas) {
        let vector = |(mark, tint): &(Mark, Tint)| match mark {
            Mark::Term(v) => Some((*v, 1.0, self.viewpoint.theme.tint(*tint).alpha(200))),
            Mark::Vector(v) => Some((*v, 2.0, self.viewpoint.theme.tint(*tint))),
            _ => None,
        };
        let longest = marks.iter().filter_map(vector).map(|(v, ..)| v.norm()).fold(0.0, f32::max);
        if longest < 1e-4 {
            return;
        }
        let scale = (2.0 * longest).clamp(2.5, 5.0) * self.radius / longest;
        for (v, width, color) in marks.iter().filter_map(vector) {
            self.arrow(v * scale, width, color, canvas);
        }
    }

    /// Draws weights by direction as a curve. A weight of 1 is at the perception radius.
    pub(super) fn weights(&self, weights: &[Vec2], color: Color, canvas: &mut Canvas) {
        let reach = self.reach();
        if !reach.is_finite() || reach <= 0.0 {
            return;
        }
        let curve: Vec<Xy> = weights.iter().map(|weight| self.tip(weight * reach)).collect();
        canvas.polygon(&curve, color.alpha(16));
        // Opaque: a translucent line would show a knot where two pieces meet.
        canvas.polyline(&curve, 1.2, color.mix(self.viewpoint.theme.floor, 110));
    }

    /// The perception radius, pixels.
    pub(super) fn reach(&self) -> f32 {
        self.world.perception_radius(self.id) * self.viewpoint.camera.scale
    }

    /// The pixel at an offset `v` from the unit; `v` in pixels, y up.
    pub(super) fn tip(&self, v: Vec2) -> Xy {
        (self.at.0 + v.x, self.at.1 - v.y)
    }

    /// Draws an arrow from the unit, in pixels. Its dark rim contrasts with any colour.
    pub(super) fn arrow(&self, v: Vec2, width: f32, color: Color, canvas: &mut Canvas) {
        if v.norm() >= 1.5 {
            canvas.line(self.at, self.tip(v * 0.93), width + 2.0, self.viewpoint.theme.panel.alpha(120));
            canvas.arrow(self.at, self.tip(v), width, color);
        }
    }
}
