//! The toolbar at the top: the clock's buttons and the state of the run.

use super::{BAR, Ui, style};
use crate::viewer::RunEnd;
use crate::viewer::command::Command;
use crate::viewer::session::Session;
use egui::{Context, RichText, TopBottomPanel};

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    TopBottomPanel::top("toolbar").exact_height(BAR).show(context, |row| {
        row.horizontal_centered(|row| {
            ui.toggle(row, "panel", session.open().panel, Command::TogglePanel);
            let text = if session.runs() { "pause" } else { "run" };
            ui.button(row, text, Command::TogglePause);
            ui.button(row, "restart", Command::Restart);
            ui.button(row, "next seed", Command::RestartWithNextSeed);
            ui.button(row, "slower", Command::Slower);
            row.label(speed(session.speed()));
            ui.button(row, "faster", Command::Faster);
            row.separator();
            row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |row| {
                ui.toggle(row, "help", session.open().help, Command::ToggleHelp);
                ui.toggle(row, "results", session.open().results, Command::ToggleResults);
                ui.toggle(row, "plots", session.open().plots, Command::TogglePlots);
                ui.button(row, "light/dark", Command::ToggleTheme);
                // What is left of the row.
                let left = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(false);
                row.with_layout(left, |row| {
                    row.set_clip_rect(row.max_rect());
                    state(row, session);
                });
            });
        });
    });
}

/// A speed as a multiple of real time.
pub(super) fn speed(speed: f32) -> String {
    if speed >= 1.0 { format!("{speed}×") } else { format!("1/{}×", 1.0 / speed) }
}

/// What runs, and how far it is.
fn state(row: &mut egui::Ui, session: &Session) {
    let (world, colors) = (session.world(), session.theme());
    let accent = |text: String| RichText::new(text).color(style::color(colors.accent));
    row.label(RichText::new(&world.layout().name).strong());
    row.label(accent(session.pane().modes()));
    let shown = session.looking().unwrap_or(session.ticks());
    row.label(format!("{:.1} s", shown as f32 / 60.0));
    if session.panes().len() == 1 && world.walkers() > 0 {
        row.label(format!("arrived {}/{}", world.arrived(), world.walkers()));
    }
    if session.placing() {
        row.label(accent("placing".into()));
    } else if session.looking().is_some() {
        row.label(accent("looking back".into()));
    } else if let Some(end) = session.end() {
        row.label(accent(RunEnd::name(end).into()));
    } else if session.paused() {
        row.label(accent("paused".into()));
    }
    if session.records() {
        row.label(RichText::new("recording").color(style::color(colors.red)));
    }
}
