//! The strip of tools that add units, walls and doors to running worlds.

use super::ui::Ui;
use crate::viewer::brush::Brush;
use crate::viewer::command::Command;
use crate::viewer::session::{PlayTool, Session};
use egui::{ComboBox, Context, DragValue, TopBottomPanel};

/// The largest number of a team.
const MOST_TEAMS: u16 = 99;

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    TopBottomPanel::top("play tools").show(context, |body| {
        body.horizontal_wrapped(|row| {
            ui.button(row, "close", Command::TogglePlayTools);
            row.separator();
            for tool in PlayTool::ALL {
                if row.selectable_label(ui.play_tool == tool, tool.name()).clicked() {
                    ui.play_tool = tool;
                }
            }
            if ui.play_tool == PlayTool::Spawn {
                row.separator();
                brush(&mut ui.brush, row, session);
            }
        });
    });
}

/// How many units are added with a click, and of which group and team.
fn brush(brush: &mut Brush, row: &mut egui::Ui, session: &Session) {
    for count in Brush::COUNTS {
        if row.selectable_label(brush.count == count, count.to_string()).clicked() {
            brush.count = count;
        }
    }
    let groups = &session.world().layout().groups;
    brush.group = brush.group.min(groups.len().saturating_sub(1) as u16);
    let name = groups.get(usize::from(brush.group)).map_or("units", String::as_str);
    ComboBox::from_id_salt("group").selected_text(name).show_ui(row, |list| {
        for (group, name) in (0..).zip(groups) {
            list.selectable_value(&mut brush.group, group, name);
        }
    });
    row.label("team");
    row.add(DragValue::new(&mut brush.team).range(0..=MOST_TEAMS));
}
