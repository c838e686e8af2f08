//! The panel on the left: everything about the map, the modes and the view.

use super::sizes::PANEL;
use super::ui::Ui;
use super::{maps, modes, overlays, placing, selected, settings, style};
use crate::export::{FORMATS, OutputKind};
use crate::viewer::command::Command;
use crate::viewer::session::{MOST_WORLDS, Session};
use egui::{CollapsingHeader, Context, SidePanel};

/// The section of the selected units, which is there only with a selection.
const SELECTED: &str = "Selected units";

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    let whole = context.content_rect().width();
    // In a narrow window, the worlds keep some room, and the panel scrolls sideways.
    let narrow = whole < 2.0 * PANEL;
    let width = if narrow { whole * 0.6 } else { PANEL };
    let side = SidePanel::left(if narrow { "narrow panel" } else { "panel" });
    side.resizable(!narrow).default_width(width).max_width(if narrow { width } else { whole - PANEL }).show(
        context,
        |panel| {
            style::scrolling(panel.ctx(), [narrow, true]).auto_shrink([false, false]).show(panel, |panel| {
                if session.takes_orders() {
                    section(ui, panel, SELECTED, true, |ui, body| selected::show(ui, body, session));
                }
                section(ui, panel, "Map", true, |ui, body| maps::show(ui, body, session));
                section(ui, panel, "Mode", true, |ui, body| modes::show(ui, body, session));
                section(ui, panel, "Settings", true, |ui, body| settings::show(ui, body, session));
                section(ui, panel, "Overlays", false, |ui, body| overlays::show(ui, body, session));
                section(ui, panel, "Side by side", false, |ui, body| worlds(ui, body, session));
                section(ui, panel, "Place units and walls", session.placing(), |ui, body| {
                    placing::show(ui, body, session)
                });
                section(ui, panel, "Pictures and files", false, |ui, body| files(ui, body, session));
            });
        },
    );
}

/// A section that stays open or closed as the user left it.
fn section(
    ui: &mut Ui,
    panel: &mut egui::Ui,
    title: &str,
    open: bool,
    body: impl FnOnce(&mut Ui, &mut egui::Ui),
) {
    let open = ui.sections.get(title).copied().unwrap_or(open);
    let heading = egui::RichText::new(title).strong();
    let header = CollapsingHeader::new(heading).id_salt(title).open(Some(open));
    let shown = header.show_unindented(panel, |inside| body(ui, inside));
    if shown.header_response.clicked() {
        ui.sections.insert(title.into(), !open);
    }
}

/// The worlds side by side, each with the modes and settings that distinguish it.
fn worlds(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    body.label("Worlds from the same seed run in step. The panel changes the one that is chosen here.");
    for (number, pane) in session.panes().iter().enumerate() {
        body.horizontal(|row| {
            let chosen = number == session.active();
            if row.selectable_label(chosen, pane.label()).clicked() {
                ui.send(Command::Activate(number));
            }
            if session.panes().len() > 1 && row.small_button("remove").clicked() {
                ui.send(Command::RemoveWorld(number));
            }
        });
    }
    body.horizontal(|row| {
        let more = session.panes().len() < MOST_WORLDS;
        ui.button_if(row, "add a world", Command::AddWorld, more);
        if session.panes().len() > 1 {
            ui.button(row, "remove", Command::RemoveActive);
            ui.button(row, "next", Command::ActivateNext);
        }
    });
}

fn files(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    body.horizontal_wrapped(|row| {
        ui.button(row, "save a picture", Command::SavePicture);
        let text = if session.records() { "end the recording" } else { "record an animation" };
        ui.toggle(row, text, session.records(), Command::ToggleRecording);
        ui.button(row, "save the run", Command::SaveRun);
        ui.button(row, "save the last 30 s", Command::SaveMoment);
        ui.button(row, "show the whole map", Command::Fit);
    });
    body.horizontal(|row| {
        row.label("animations as");
        for format in FORMATS.iter().filter(|format| matches!(format.kind, OutputKind::Animation { .. })) {
            let chosen = *format == session.recording_format();
            if row.selectable_label(chosen, format.ending).clicked() {
                ui.send(Command::RecordAs(format));
            }
        }
    });
}
