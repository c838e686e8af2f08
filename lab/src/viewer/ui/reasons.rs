//! The reasons of the selected unit, at the moment that is shown: over a single world in a corner, and beside several worlds one
//! after another.

use super::{overlays, style};
use crate::draw::reasons_in_words;
use crate::viewer::session::Session;
use egui::{Align2, Context, Rect, RichText, SidePanel};

/// The width beside several worlds, in points, and the most of what is left for the worlds.
const BESIDE: (f32, f32) = (372.0, 0.4);

/// Over a single world. The box is as large as its text, up to the size of the world.
pub(super) fn over(context: &Context, session: &Session, middle: Rect) {
    let Some(id) = session.selected().filter(|_| session.panes().len() == 1) else { return };
    let at = egui::pos2(middle.max.x - 8.0, middle.min.y + 8.0);
    let most = (middle.size() - egui::vec2(32.0, 32.0)).max(egui::vec2(60.0, 60.0));
    style::floating(context, "reasons", (at, Align2::RIGHT_TOP), |body| {
        // Otherwise, an area keeps the size of a shorter text.
        body.set_max_size(most);
        let scrolling = style::scrolling(body.ctx(), [false, true]);
        scrolling.max_height(most.y).min_scrolled_height(most.y).show(body, |body| {
            lines(body, session, 0, id);
        });
    });
}

/// Beside several worlds, so that none is covered.
pub(super) fn beside(context: &Context, session: &Session) {
    let count = session.panes().len();
    if count < 2 || (0..count).all(|number| session.selected_in(number).is_none()) {
        return;
    }
    let width = BESIDE.0.min(BESIDE.1 * context.available_rect().width());
    SidePanel::right("reasons of all").resizable(false).exact_width(width).show(context, |panel| {
        style::scrolling(panel.ctx(), [false, true]).auto_shrink([false, false]).show(panel, |body| {
            for (number, pane) in session.panes().iter().enumerate() {
                if number > 0 {
                    body.separator();
                }
                let color =
                    if number == session.active() { session.theme().accent } else { session.theme().text };
                body.label(RichText::new(pane.label()).strong().color(style::color(color)));
                if let Some(id) = session.selected_in(number) {
                    lines(body, session, number, id);
                }
            }
        });
    });
}

/// The reasons of a unit in world `number`.
fn lines(body: &mut egui::Ui, session: &Session, number: usize, id: usize) {
    body.spacing_mut().item_spacing.y = 1.0;
    match (session.shown_world(number), session.computing()) {
        (Some(world), _) => {
            for (line, color) in reasons_in_words(world, id, session.theme()) {
                body.label(RichText::new(line).monospace().color(style::color(color)));
            }
        }
        (None, percent) => _ = body.label(overlays::computing(percent.unwrap_or(0))),
    }
}
