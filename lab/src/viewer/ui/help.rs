//! Windows over the worlds: the message, the first-run hint, the result, the key help and, over a single world,
//! the selected unit's reasons.

use super::ui::Ui;
use super::{reasons, style};
use crate::viewer::command::Command;
use crate::viewer::keys;
use crate::viewer::session::Session;
use egui::{Align2, Area, Context, Frame, Grid, Id, RichText, Window};

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    let middle = points(session.viewport(), context.pixels_per_point());
    if let Some(message) = session.message() {
        let at = egui::pos2(middle.center().x, middle.max.y - 16.0);
        style::floating(context, "message", (at, Align2::CENTER_BOTTOM), |body| {
            body.set_max_width((middle.width() - 32.0).max(160.0));
            body.label(RichText::new(message).color(style::color(session.theme().accent)));
        });
    }
    reasons::over(context, session, middle);
    result(ui, context, session, middle);
    if session.open().hint {
        hint(ui, context, middle);
    }
    if session.open().help {
        key_help(ui, context, middle);
    }
}

/// An area in points.
fn points(area: crate::draw::canvas::Area, scale: f32) -> egui::Rect {
    let corner = egui::pos2(area.x as f32, area.y as f32) / scale;
    egui::Rect::from_min_size(corner, egui::vec2(area.width as f32, area.height as f32) / scale)
}

/// The result of a run that has ended. While the table of results is open, it is in there, so that neither covers the other.
fn result(ui: &mut Ui, context: &Context, session: &Session, middle: egui::Rect) {
    if session.result().is_empty() || session.open().results {
        return;
    }
    let at = egui::pos2(middle.center().x, middle.min.y + 12.0);
    style::floating(context, "result", (at, Align2::CENTER_TOP), |body| end_of_run(ui, body, session));
}

/// The result of a run that has ended, and what can be done then.
pub(super) fn end_of_run(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    let Some((heading, lines)) = session.result().split_first() else { return };
    body.label(RichText::new(heading).heading().color(style::color(session.theme().accent)));
    for line in lines {
        body.label(RichText::new(line).monospace());
    }
    body.horizontal_wrapped(|row| {
        ui.button(row, "restart", Command::Restart);
        ui.button(row, "next seed", Command::RestartWithNextSeed);
        if !session.open().results {
            ui.button(row, "results", Command::ToggleResults);
        }
        ui.button(row, "close", Command::Escape);
    });
}

/// What a new user needs to know.
fn hint(ui: &mut Ui, context: &Context, middle: egui::Rect) {
    let at = egui::pos2(middle.center().x, middle.max.y - 56.0);
    Area::new(Id::new("hint")).fixed_pos(at).pivot(Align2::CENTER_BOTTOM).show(context, |body| {
        Frame::popup(body.style()).show(body, |body| {
            body.set_max_width((middle.width() - 32.0).clamp(160.0, 460.0));
            body.label(RichText::new("Units walk to their goals and avoid each other.").strong());
            body.label(
                "Choose a map and a mode in the panel, move a slider while it runs, and see what changes.",
            );
            body.label(
                "Click a unit to see why it moves as it does. Drag a box over units, and right-click where they should go. \
                 The wheel zooms, and the middle button moves the view.",
            );
            body.label("F6 shows two modes side by side. ? lists all keys.");
            if body.button("got it").clicked() {
                ui.send(Command::CloseHint);
            }
        });
    });
}

fn key_help(ui: &mut Ui, context: &Context, middle: egui::Rect) {
    let mut open = true;
    let size = egui::vec2((middle.width() - 40.0).clamp(200.0, 620.0), (middle.height() - 80.0).max(80.0));
    Window::new("Keys")
        .open(&mut open)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(middle.center())
        .max_size(size)
        .show(context, |body| {
            style::scrolling(body.ctx(), [false, true]).max_height(size.y).show(body, |body| {
                Grid::new("keys").striped(true).num_columns(2).show(body, |grid| {
                    for line in keys::help() {
                        grid.label(RichText::new(&line.key).monospace());
                        grid.label(&line.what);
                        grid.end_row();
                    }
                });
            });
        });
    if !open {
        ui.send(Command::ToggleHelp);
    }
}
