//! The visible part of the worlds, and the unit at a pixel.

use super::session::Session;
use super::stale::Stale;
use crate::draw::canvas::Area;
use crate::draw::side_by_side::{self, CellParts};
use crate::draw::viewpoint::unit_position;
use crate::draw::{Camera, Moment};
use crate::scene::frame;
use sidestep::types::Point;

/// A click selects a unit up to this many pixels away.
const REACH: f32 = 6.0;
/// The free space around a map, pixels.
const MARGIN: f32 = 8.0;

impl Session {
    pub(super) fn zoom(&mut self, at: (f32, f32), factor: f32) {
        self.view.fitted = false;
        self.view.camera.zoom(at, factor);
    }

    /// Zooms about a pixel of the window.
    pub(super) fn zoom_at(&mut self, at: (f32, f32), factor: f32) {
        if let Some((_, local)) = self.locate(at) {
            self.zoom(local, factor);
        }
    }

    /// The part of world `number` that shows the map, without its caption, pixels.
    pub fn map_of(&self, number: usize) -> Area {
        self.cells()[number.min(self.view.cells.len() - 1)].map
    }

    /// The number of the world at a pixel of the window, and the pixel in that world's picture.
    pub fn locate(&self, at: (f32, f32)) -> Option<(usize, (f32, f32))> {
        let within = |number: &usize| self.map_of(*number).contains(at);
        let number = (0..self.panes.len()).find(within)?;
        let map = self.map_of(number);
        Some((number, (at.0 - map.x as f32, at.1 - map.y as f32)))
    }

    /// Divides the viewport among the worlds.
    pub(super) fn arrange(&mut self) {
        self.view.cells = self.divide(self.view.viewport.size(), self.legends());
        let map = self.map_of(0);
        self.view.camera.resize(map.width, map.height);
        if self.view.fitted {
            self.fit();
        }
        self.stale = Stale::ALL;
    }

    /// The number of overlays whose legends the window shows with several worlds. The panel has the legends of the active world.
    pub(super) fn legends(&self) -> usize {
        if self.open.panel { 0 } else { self.overlays.iter().count() }
    }

    /// The part of the window with the texts that all worlds share; empty if there is only one world.
    pub fn heading(&self) -> Area {
        let Area { width, height, .. } = self.view.viewport;
        let below = side_by_side::below_heading((width, height), self.view.text_scale);
        Area { height: if self.panes.len() > 1 { below.y } else { 0 }, ..self.view.viewport }
    }

    /// Divides the part of a picture under the heading among the worlds, with room for the legends of a number of overlays.
    pub(super) fn divide(&self, size: (u32, u32), overlays: usize) -> Vec<CellParts> {
        if self.panes.len() == 1 {
            return vec![CellParts::map_only(Area { x: 0, y: 0, width: size.0, height: size.1 })];
        }
        let extent = frame(self.world().layout()).size();
        let below = side_by_side::below_heading(size, self.view.text_scale);
        let aspect = extent.x / extent.y.max(1e-3);
        side_by_side::arrange(below.size(), self.panes.len(), aspect, overlays, self.view.text_scale)
    }

    /// Shows the whole map.
    pub(super) fn fit(&mut self) {
        self.view.camera = Camera::fit(frame(self.world().layout()), self.map_of(0).size(), (MARGIN, MARGIN));
        self.view.fitted = true;
    }

    pub(super) fn resize(&mut self, width: u32, height: u32) {
        self.set_viewport(Area { x: 0, y: 0, width: width.max(1), height: height.max(1) });
    }

    /// Sets the part of the window that shows the worlds, pixels.
    pub fn set_viewport(&mut self, viewport: Area) {
        let viewport = Area { width: viewport.width.max(1), height: viewport.height.max(1), ..viewport };
        if self.view.viewport != viewport {
            self.view.viewport = viewport;
            self.arrange();
        }
    }

    /// The positions that world `number` shows instead of the present ones, if the session looks back.
    pub(super) fn moment(&self, number: usize) -> Option<Moment<'_>> {
        let pane = &self.panes[number];
        let (tick, (first, last)) = (self.clock.looking?, pane.past().range()?);
        let kept = pane.past().at(tick).or_else(|| pane.rerun().moment(tick));
        // Until it has been computed, the nearest moment stands for one that is no longer kept.
        kept.or_else(|| pane.past().at(tick.clamp(first, last)))
    }

    /// The position of a unit in the picture.
    pub fn shown_position(&self, number: usize, id: usize) -> Point {
        match self.moment(number) {
            Some(moment) => moment.positions[id],
            None => unit_position(self.panes[number].world(), id, self.clock.alpha()),
        }
    }

    /// The unit at a pixel of a world's picture.
    pub fn unit_at(&self, number: usize, at: (f32, f32)) -> Option<usize> {
        let (positions, radii) = self.shown_units(number);
        let gap = |id: usize| {
            let (x, y) = self.view.camera.to_screen(positions[id]);
            let (dx, dy) = (x - at.0, y - at.1);
            (dx * dx + dy * dy).sqrt() - radii[id] * self.view.camera.scale
        };
        (0..radii.len())
            .map(|id| (id, gap(id)))
            .filter(|(_, gap)| *gap <= REACH)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(id, _)| id)
    }
}
