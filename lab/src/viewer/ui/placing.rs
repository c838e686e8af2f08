//! The tools that change the map.

use super::style;
use super::ui::Ui;
use crate::scene::{MAX_UNITS, MapDraft, MapEdit};
use crate::viewer::command::Command;
use crate::viewer::session::{Session, Tool};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Context, DragValue, PopupCloseBehavior, TopBottomPanel};

/// The section of the panel.
pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    if session.placing() {
        body.label("The tools are above the map.");
    } else {
        body.horizontal_wrapped(|row| {
            ui.button(row, "start placing", Command::TogglePlacing);
            ui.toggle(row, "tools while it runs", session.open().tools, Command::TogglePlayTools);
        });
        body.label("Placing restarts the map, paused. Then drag units and walls, add and remove walls, and save the result as a map.");
        body.label("The tools add units, walls and doors to the run as it is.");
    }
}

/// The strip of tools above the map.
pub(super) fn tools(ui: &mut Ui, context: &Context, session: &Session) {
    let Some(draft) = session.draft() else { return };
    TopBottomPanel::top("placing").show(context, |body| {
        body.horizontal_wrapped(|row| {
            ui.button(row, "end placing", Command::TogglePlacing);
            row.separator();
            for tool in Tool::ALL {
                if row.selectable_label(ui.tool == tool, tool.name()).clicked() {
                    ui.tool = tool;
                }
            }
            row.separator();
            ui.button_if(row, "undo", Command::Undo, draft.can_undo());
            ui.button_if(row, "redo", Command::Redo, draft.can_redo());
            ui.button_if(row, "save the map…", Command::SaveMap, draft.is_changed());
            row.separator();
            // A click into one of its fields does not close it.
            let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new("numbers of units").config(stays).ui(row, |menu| {
                let most = (0.6 * context.content_rect().height()).max(60.0);
                style::scrolling(context, [false, true])
                    .max_height(most)
                    .show(menu, |list| counts(ui, list, draft));
            });
        });
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
