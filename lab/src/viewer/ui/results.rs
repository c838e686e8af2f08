//! The table of the runs of this session.

use super::ui::Ui;
use super::{help, style};
use crate::viewer::command::Command;
use crate::viewer::results::{as_text, headings};
use crate::viewer::session::Session;
use egui::{Context, Grid, RichText, Window};

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    if !session.open().results {
        return;
    }
    let mut open = true;
    Window::new("Results of this session").open(&mut open).default_width(640.0).show(context, |body| {
        if !session.result().is_empty() {
            help::end_of_run(ui, body, session);
            body.separator();
        }
        if session.finished().is_empty() {
            body.label("No run has ended yet. Each run that ends adds a row.");
            return;
        }
        style::scrolling(body.ctx(), [true, true]).max_height(320.0).show(body, |body| {
            Grid::new("results").striped(true).num_columns(headings().len()).show(body, |grid| {
                for heading in headings() {
                    grid.label(RichText::new(heading).strong());
                }
                grid.end_row();
                for run in session.finished().iter().rev() {
                    for cell in run.cells() {
                        grid.label(cell);
                    }
                    grid.end_row();
                }
            });
        });
        if body.button("copy").on_hover_text("as text with tabs, for a spreadsheet").clicked() {
            body.ctx().copy_text(as_text(session.finished()));
        }
    });
    if !open {
        ui.send(Command::ToggleResults);
    }
}
