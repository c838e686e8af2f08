//! The timeline at the bottom: the positions of the last seconds, and how fast the worlds run.

use super::sizes::BAR;
use super::ui::Ui;
use crate::viewer::command::Command;
use crate::viewer::play::Play;
use crate::viewer::session::Session;
use egui::{Context, RichText, Slider, SliderClamping, TopBottomPanel};

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    TopBottomPanel::bottom("timeline").exact_height(BAR).show(context, |row| {
        row.horizontal_centered(|row| {
            ui.button(row, "back", Command::StepBack);
            ui.button(row, "step", Command::Step);
            let (first, last) = session.kept();
            let now = session.looking().unwrap_or(last);
            let mut seconds = now as f64 / 60.0;
            let range = first as f64 / 60.0..=(last as f64 / 60.0).max(first as f64 / 60.0 + 1e-3);
            row.spacing_mut().slider_width = (row.available_width() - if session.looking().is_some() { 630.0 } else { 420.0 }).clamp(60.0, 2000.0);
            // Without clamping, egui would round the value and report a change.
            let slider = Slider::new(&mut seconds, range).clamping(SliderClamping::Edits).suffix(" s").fixed_decimals(2);
            let (used, most) = session.memory_in_use();
            let [used, most] = [used, most].map(|bytes| bytes as f64 / 1e6);
            let text =
                format!("Drag to look back. Positions and states of the past use {used:.0} of at most {most:.0} MB.");
            let response = row.add(slider).on_hover_text(text);
            if response.changed() {
                ui.send(Command::LookAt((seconds * 60.0).round() as u64));
            }
            if session.looking().is_some() {
                if row.button("to the present").clicked() {
                    ui.send(Command::LookAtPresent);
                }
                ui.button(row, "continue from here", Command::Play(Play::ContinueFromHere));
                ui.button(row, "what if", Command::Play(Play::WhatIf));
            }
            row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |row| {
                if let Some(rate) = session.frames_per_second() {
                    row.label(RichText::new(format!("{rate:.0} frames/s")).weak());
                }
                if let Some(reached) = session.reached().filter(|_| session.runs()) {
                    let slow = reached < 0.9 * session.speed();
                    let text = RichText::new(format!("runs at {reached:.2}×"));
                    row.label(if slow { text.color(row.visuals().warn_fg_color) } else { text.weak() })
                        .on_hover_text("the actual speed: if ticks take too long, the run is slower than chosen, but no tick is left out");
                }
                if let Some(times) = session.pane().times() {
                    row.label(RichText::new(format!("tick {:.0} µs", times.total())).weak());
                }
            });
        });
    });
}
