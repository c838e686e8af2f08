//! The list of avoidance modes, with what was measured of them on this map in this session.

use super::style;
use super::ui::Ui;
use crate::viewer::command::Command;
use crate::viewer::session::Session;
use egui::style::ScrollAnimation;
use egui::{RichText, vec2};
use sidestep::steering::avoidance::Mode;

/// The height of an entry and of the list, in points.
const ENTRY: f32 = 34.0;
const LIST: f32 = 190.0;

pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    body.horizontal(|row| {
        ui.button(row, "previous", Command::PreviousMode);
        ui.button(row, "next", Command::NextMode);
    });
    let modes: Vec<Mode> = Mode::all().collect();
    let chosen = modes.iter().position(|mode| is_used(session, *mode));
    // Also when the mouse or another map chose it.
    let scroll = std::mem::replace(&mut ui.listed_mode, chosen) != chosen;
    let area = style::scrolling(body.ctx(), [false, true])
        .id_salt("modes")
        .max_height(LIST)
        .auto_shrink([false, false]);
    area.show_rows(body, ENTRY, modes.len(), |list, rows| {
        if let Some(chosen) = chosen.filter(|_| scroll) {
            let step = ENTRY + list.spacing().item_spacing.y;
            let top = list.max_rect().top() + (chosen as f32 - rows.start as f32) * step;
            let row = egui::Rect::from_x_y_ranges(list.max_rect().x_range(), top..=top + ENTRY);
            list.scroll_to_rect_animation(row, None, ScrollAnimation::none());
        }
        for mode in &modes[rows] {
            entry(ui, list, session, *mode);
        }
    });
}

/// Whether a mode moves units of the active world.
fn is_used(session: &Session, mode: Mode) -> bool {
    session.world().avoids() && session.world().modes().contains(&mode)
}

fn entry(ui: &mut Ui, list: &mut egui::Ui, session: &Session, mode: Mode) {
    let (result, used) = (session.result_of(mode), is_used(session, mode));
    let (rect, response) =
        list.allocate_exact_size(vec2(list.available_width(), ENTRY), egui::Sense::click());
    if used || response.hovered() {
        let hovered = list.style().interact_selectable(&response, used).weak_bg_fill;
        let fill = if used { list.visuals().selection.bg_fill } else { hovered };
        list.painter().rect_filled(rect, 3.0, fill);
    }
    let mut text = list.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(4.0, 2.0))));
    text.spacing_mut().item_spacing.y = 0.0;
    text.horizontal(|row| {
        row.label(RichText::new(mode.name()).strong());
        if let Some(result) = result {
            row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |row| {
                row.label(RichText::new(result.in_short()).small());
            });
        }
    });
    text.add(egui::Label::new(RichText::new(mode.summary()).small().weak()).truncate());
    let response = response.on_hover_text(match result {
        Some(result) => format!("{}\n{}", mode.summary(), result.in_words()),
        None => mode.summary().to_string(),
    });
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, used, mode.name()));
    if response.clicked() {
        ui.send(Command::ChooseMode(mode));
    }
}
