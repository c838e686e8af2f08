//! The layout of a frame.

use super::ui::Ui;
use super::{
    dialogue, help, map_view, panel, placing, play_tools, plots, reasons, results, timeline, toolbar,
};
use crate::draw::canvas::Area;
use crate::viewer::session::Session;
use egui::Context;

impl Ui {
    /// Lays out everything around the worlds, and what the pointer does in the map.
    pub(super) fn lay_out(&mut self, context: &Context, session: &Session) {
        // egui can lay out a frame twice.
        self.commands.clear();
        if !self.later.is_empty() {
            context.request_repaint();
        }
        toolbar::show(self, context, session);
        if session.placing() {
            placing::tools(self, context, session);
        } else if session.open().tools {
            play_tools::show(self, context, session);
        }
        timeline::show(self, context, session);
        if session.open().plots {
            plots::show(self, context, session);
        }
        if session.open().panel {
            panel::show(self, context, session);
        }
        reasons::beside(context, session);
        let scale = context.pixels_per_point();
        let left = context.available_rect();
        let pixel = |points: f32| (points * scale).round().max(0.0) as u32;
        let (x, y) = (pixel(left.min.x), pixel(left.min.y));
        let (right, below) = (pixel(left.max.x), pixel(left.max.y));
        self.viewport =
            Area { x, y, width: right.saturating_sub(x).max(1), height: below.saturating_sub(y).max(1) };
        map_view::show(self, context, session);
        results::show(self, context, session);
        help::show(self, context, session);
        dialogue::show(self, context, session);
    }
}
