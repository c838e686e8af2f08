//! The list of avoidance modes, those that fit the map first.

use super::{Ui, style};
use crate::steering::avoidance::Mode;
use crate::viewer::command::Command;
use crate::viewer::session::Session;
use crate::viewer::{ModeFit, fit_basis, modes_for};
use egui::{RichText, vec2};
use std::rc::Rc;

/// The height of an entry and of the list, in points.
const ENTRY: f32 = 34.0;
const LIST: f32 = 190.0;

pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    body.horizontal(|row| {
        ui.button(row, "previous", Command::PreviousMode);
        ui.button(row, "next", Command::NextMode);
    });
    let map = &session.maps()[session.map()].name;
    if ui.fitting.as_ref().is_none_or(|fitting| fitting.map != *map) {
        ui.fitting = Some(Fitting::new(map, session));
    }
    let Some(Fitting { modes, basis, .. }) = ui.fitting.clone() else { return };
    let area = style::scrolling(body.ctx(), [false, true])
        .id_salt("modes")
        .max_height(LIST)
        .auto_shrink([false, false]);
    area.show_rows(body, ENTRY, modes.len(), |list, rows| {
        for (mode, fit) in &modes[rows] {
            entry(ui, list, session, *mode, *fit, &basis);
        }
    });
}

/// The modes in the order in which they fit a map.
#[derive(Clone)]
pub(super) struct Fitting {
    map: String,
    modes: Rc<[(Mode, Option<ModeFit>)]>,
    /// What the order is based on.
    basis: Rc<str>,
}

impl Fitting {
    fn new(map: &str, session: &Session) -> Fitting {
        let layout = session.world().layout();
        Fitting {
            map: map.into(),
            modes: modes_for(map, layout).into(),
            basis: fit_basis(map, layout).into(),
        }
    }
}

fn in_words(fit: ModeFit) -> String {
    let arrived = format!("{:.0} % of the units arrive", 100.0 * fit.arrived);
    fit.time_ratio.map_or(arrived.clone(), |ratio| format!("{arrived}, time ratio {ratio:.3}"))
}

/// How well a mode did, in few characters.
fn in_short(fit: ModeFit) -> String {
    match fit.time_ratio {
        Some(ratio) if fit.arrived > 0.995 => format!("{ratio:.2}"),
        _ => format!("{:.0} % arrive", 100.0 * fit.arrived),
    }
}

fn entry(ui: &mut Ui, list: &mut egui::Ui, session: &Session, mode: Mode, fit: Option<ModeFit>, basis: &str) {
    let used = session.world().avoids() && session.world().modes().contains(&mode);
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
        if let Some(fit) = fit {
            row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |row| {
                row.label(RichText::new(in_short(fit)).small());
            });
        }
    });
    text.add(egui::Label::new(RichText::new(mode.summary()).small().weak()).truncate());
    let response = response.on_hover_text(match fit {
        Some(fit) => format!("{}\n{}: {}", mode.summary(), in_words(fit), basis),
        None => mode.summary().to_string(),
    });
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, used, mode.name()));
    if response.clicked() {
        ui.send(Command::ChooseMode(mode));
    }
}
