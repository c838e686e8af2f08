//! The tools that change the map.

use super::Ui;
use crate::scene::{MAX_UNITS, MapDraft, MapEdit};
use crate::viewer::command::Command;
use crate::viewer::session::{Session, Tool};
use egui::DragValue;

pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    let text = if session.placing() { "end placing" } else { "start placing" };
    body.horizontal(|row| ui.toggle(row, text, session.placing(), Command::TogglePlacing));
    let Some(draft) = session.draft().filter(|_| session.placing()) else {
        body.label("Restarts the map, paused. Then drag units and walls, add and remove walls, and save the result as a map.");
        return;
    };
    body.horizontal_wrapped(|row| {
        for tool in Tool::ALL {
            if row.selectable_label(ui.tool == tool, tool.name()).clicked() {
                ui.tool = tool;
            }
        }
    });
    counts(ui, body, draft);
    body.horizontal_wrapped(|row| {
        ui.button_if(row, "undo", Command::Undo, draft.can_undo());
        ui.button_if(row, "redo", Command::Redo, draft.can_redo());
        ui.button_if(row, "save the map", Command::SaveMap, draft.is_changed());
    });
}

/// The number of units of each group.
fn counts(ui: &mut Ui, body: &mut egui::Ui, draft: &MapDraft) {
    let counts = draft.counts();
    for (group, (name, before)) in draft.layout().groups.iter().zip(counts).enumerate() {
        body.horizontal(|row| {
            let mut count = before;
            row.label(format!("units of {name}"));
            let field =
                DragValue::new(&mut count).range(0..=MAX_UNITS).speed(0.5).update_while_editing(false);
            if row.add(field).changed() && count != before {
                ui.send(Command::Place(MapEdit::SetCount { group, count }));
            }
        });
    }
}
