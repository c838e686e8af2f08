//! The overlays that the active world has, as check boxes.

use super::style;
use super::ui::Ui;
use crate::draw::{OVERLAYS, legend};
use crate::viewer::command::Command;
use crate::viewer::session::Session;
use egui::RichText;

/// What is shown while a past moment is being computed.
pub(super) fn computing(percent: u64) -> String {
    format!("computing this moment: {percent} %")
}

pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    if let Some(percent) = session.computing() {
        body.label(computing(percent));
    }
    let mut absent = Vec::new();
    for overlay in OVERLAYS {
        let on = session.overlays().has(overlay);
        let view = session.viewpoint();
        if !legend::is_available(&view, overlay) && !on {
            absent.push(overlay.name);
            continue;
        }
        let mut checked = on;
        let text = format!("{} ({})", overlay.meaning, overlay.key);
        if body.checkbox(&mut checked, text).changed() {
            ui.send(Command::Toggle(overlay));
        }
        if on {
            for entry in legend::of_overlay(&view, overlay) {
                body.horizontal(|row| {
                    row.add_space(22.0);
                    let text = RichText::new(entry.text).small();
                    if let Some(color) = entry.swatch.color() {
                        let (rect, _) = row.allocate_exact_size(egui::vec2(12.0, 8.0), egui::Sense::hover());
                        row.painter().rect_filled(rect, 2.0, style::color(color));
                    }
                    row.add(egui::Label::new(text).wrap());
                });
            }
        }
    }
    body.horizontal(|row| ui.button(row, "all off", Command::ClearOverlays));
    if !absent.is_empty() {
        let text = format!("Not available here: {}", absent.join(", "));
        body.add(egui::Label::new(RichText::new(text).small().weak()).wrap());
    }
}
