//! The visible part of the world, and the unit at a pixel.

use super::Session;
use crate::draw::viewpoint::unit_position;
use crate::draw::{Camera, text};

/// A click selects a unit up to this many pixels away.
const REACH: f32 = 6.0;

impl Session {
    pub(super) fn zoom(&mut self, at: (f32, f32), factor: f32) {
        self.fitted = false;
        self.camera.zoom(at, factor);
    }

    /// Shows the whole map between the two strips of text.
    pub(super) fn fit(&mut self) {
        let strip = (text::STRIP * self.text_scale) as f32;
        self.camera = Camera::fit(self.world.layout().frame(), self.size, (8.0, strip + 8.0));
        self.fitted = true;
    }

    pub(super) fn refit(&mut self) {
        if self.fitted {
            self.fit();
        }
    }

    pub(super) fn resize(&mut self, width: u32, height: u32) {
        self.size = (width.max(1), height.max(1));
        self.camera.resize(width, height);
        self.refit();
    }

    pub(super) fn unit_at(&self, at: (f32, f32)) -> Option<usize> {
        let gap = |id: usize| {
            let (x, y) = self.camera.to_screen(unit_position(&self.world, id, self.alpha()));
            let (dx, dy) = (x - at.0, y - at.1);
            (dx * dx + dy * dy).sqrt() - self.world.units().radius[id] * self.camera.scale
        };
        (0..self.world.units().position.len())
            .map(|id| (id, gap(id)))
            .filter(|(_, gap)| *gap <= REACH)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(id, _)| id)
    }
}
