//! The list of maps, the number of units and the seed.

use super::style;
use super::ui::Ui;
use crate::scene::MAX_UNITS;
use crate::viewer::command::Command;
use crate::viewer::session::Session;
use egui::{DragValue, Image, RichText, vec2};

/// The size of a thumbnail, in points.
pub(in crate::viewer) const THUMBNAIL: (f32, f32) = (80.0, 45.0);
/// The height of the list, in points.
const LIST: f32 = 214.0;

pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    body.horizontal(|row| {
        ui.button(row, "previous", Command::PreviousMap);
        ui.button(row, "next", Command::NextMap);
        ui.button(row, "open…", Command::AskToOpen);
    });
    let scroll_to = std::mem::replace(&mut ui.scrolled_to, session.map() + 1) != session.map() + 1;
    let high = THUMBNAIL.1 + 4.0;
    let area = style::scrolling(body.ctx(), [false, true]).id_salt("maps");
    let mut area = area.max_height(LIST).auto_shrink([false, false]);
    if scroll_to {
        let step = high + body.spacing().item_spacing.y;
        area = area.vertical_scroll_offset((session.map() as f32 - 1.0).max(0.0) * step);
    }
    area.show_rows(body, high, session.maps().len(), |list, rows| {
        for map in rows {
            entry(ui, list, session, map, high);
        }
    });
    numbers(ui, body, session);
}

fn entry(ui: &mut Ui, list: &mut egui::Ui, session: &Session, map: usize, high: f32) {
    let entry = &session.maps()[map];
    let chosen = map == session.map();
    let size = vec2(list.available_width(), high);
    let (rect, response) = list.allocate_exact_size(size, egui::Sense::click());
    let fill = list.style().interact_selectable(&response, chosen).weak_bg_fill;
    if chosen || response.hovered() {
        let fill = if chosen { list.visuals().selection.bg_fill } else { fill };
        list.painter().rect_filled(rect, 3.0, fill);
    }
    let picture = egui::Rect::from_min_size(rect.min + vec2(2.0, 2.0), THUMBNAIL.into());
    match ui.thumbnails.get(&map) {
        Some(texture) => {
            Image::new((texture.id(), THUMBNAIL.into())).paint_at(list, picture);
        }
        None => {
            ui.missing.get_or_insert(map);
        }
    }
    let left = picture.max.x + 8.0;
    let place = egui::Rect::from_min_max(egui::pos2(left, rect.min.y + 2.0), rect.max);
    let mut text = list.new_child(egui::UiBuilder::new().max_rect(place));
    text.spacing_mut().item_spacing.y = 0.0;
    text.label(RichText::new(&entry.name).strong());
    text.add(egui::Label::new(RichText::new(&entry.about).small().weak()).truncate());
    let response = response.on_hover_text(&entry.about);
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, chosen, &entry.name));
    if response.clicked() && !chosen {
        ui.send(Command::ChooseMap(map));
    }
}

/// The number of units and the seed. They apply when the field is left.
fn numbers(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    let layout = session.world().layout();
    let (units, seed) = session.chosen();
    body.horizontal(|row| {
        let mut count = layout.starts.len();
        row.label("units");
        let field = DragValue::new(&mut count).range(1..=MAX_UNITS).speed(2.0).update_while_editing(false);
        if row.add(field).on_hover_text("the total number of units; the map grows with it").changed() {
            ui.send(Command::Units(Some(count)));
        }
        if units.is_some() && row.small_button("map's").clicked() {
            ui.send(Command::Units(None));
        }
        let mut number = layout.seed;
        row.label("seed");
        let field =
            DragValue::new(&mut number).range(0..=i64::MAX as u64).speed(0.1).update_while_editing(false);
        if row.add(field).on_hover_text("the seed of the starts").changed() {
            ui.send(Command::Seed(Some(number)));
        }
        if seed.is_some() && row.small_button("map's").clicked() {
            ui.send(Command::Seed(None));
        }
    });
}
