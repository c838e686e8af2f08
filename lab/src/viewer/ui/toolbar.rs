//! The toolbar at the top: the clock's buttons and the state of the run. Buttons that have no room are in a menu.

use super::sizes::BAR;
use super::style;
use super::ui::Ui;
use crate::run::RunEnd;
use crate::viewer::command::Command;
use crate::viewer::keys;
use crate::viewer::session::Session;
use egui::{Align, Context, Layout, RichText, TextStyle, TopBottomPanel, WidgetText};

/// The share of the toolbar that is left for the state of the run, and the most of it, in points.
const STATE: (f32, f32) = (0.3, 260.0);

/// A button of the toolbar.
struct Item {
    text: &'static str,
    /// Whether it is down; none if it does not stay down.
    on: Option<bool>,
    command: Command,
    /// Those with the lowest number are the first that go into the menu.
    rank: u8,
}

/// The rank of the buttons around the speed.
const SPEED: u8 = 5;
/// Buttons of this rank always have room.
const ALWAYS: u8 = 7;

impl Item {
    fn show(&self, ui: &mut Ui, body: &mut egui::Ui) {
        match self.on {
            Some(on) => ui.toggle(body, self.text, on, self.command.clone()),
            None => _ = ui.button(body, self.text, self.command.clone()),
        }
    }
}

/// The buttons at the left and at the right.
fn tools(session: &Session) -> (Vec<Item>, Vec<Item>) {
    let open = session.open();
    let button = |text, command, rank| Item { text, on: None, command, rank };
    let toggle = |text, on, command, rank| Item { text, on: Some(on), command, rank };
    let run = if session.runs() { "pause" } else { "run" };
    let left = vec![
        toggle("panel", open.panel, Command::TogglePanel, ALWAYS),
        button(run, Command::TogglePause, ALWAYS),
        button("restart", Command::Restart, 6),
        button("next seed", Command::RestartWithNextSeed, 1),
        button("slower", Command::Slower, SPEED),
        button("faster", Command::Faster, SPEED),
    ];
    let right = vec![
        button("light/dark", Command::ToggleTheme, 0),
        toggle("plots", open.plots, Command::TogglePlots, 3),
        toggle("results", open.results, Command::ToggleResults, 2),
        toggle("help", open.help, Command::ToggleHelp, 4),
    ];
    (left, right)
}

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    TopBottomPanel::top("toolbar").exact_height(BAR).show(context, |row| {
        row.horizontal_centered(|row| {
            let (left, right) = tools(session);
            let least = least_rank(row, &left, &right);
            let (left, hidden_left): (Vec<_>, Vec<_>) = left.iter().partition(|tool| tool.rank >= least);
            let (right, hidden_right): (Vec<_>, Vec<_>) = right.iter().partition(|tool| tool.rank >= least);
            for tool in left {
                if tool.command == Command::Faster {
                    row.label(speed(session.speed()));
                }
                tool.show(ui, row);
            }
            row.separator();
            row.with_layout(Layout::right_to_left(Align::Center), |row| {
                if least > 0 {
                    row.menu_button(MORE, |menu| {
                        hidden_left.into_iter().chain(hidden_right).for_each(|tool| tool.show(ui, menu));
                    });
                }
                right.into_iter().rev().for_each(|tool| tool.show(ui, row));
                // What is left of the row.
                row.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(false), |row| {
                    row.set_clip_rect(row.max_rect());
                    state(row, session);
                });
            });
        });
    });
}

/// The button of the menu.
const MORE: &str = "more";

/// The lowest rank of which all buttons have room beside the state.
fn least_rank(row: &egui::Ui, left: &[Item], right: &[Item]) -> u8 {
    let whole = row.available_width();
    let room = whole - (STATE.0 * whole).min(STATE.1);
    let gap = row.spacing().item_spacing.x;
    let padding = 2.0 * row.spacing().button_padding.x + gap;
    let wide = |text: WidgetText| {
        text.into_galley(row, Some(egui::TextWrapMode::Extend), f32::INFINITY, TextStyle::Button).size().x
    };
    let tool = |tool: &Item| {
        let text = style::button_text(row, tool.text, keys::key_of(&tool.command));
        (tool.rank, wide(text.into()) + padding)
    };
    let mut widths: Vec<(u8, f32)> = left.iter().chain(right).map(tool).collect();
    widths.push((SPEED, wide(speed(1.0 / 16.0).into()) + gap));
    let more = wide(MORE.into()) + padding;
    let needed = |least: u8| {
        let shown: f32 = widths.iter().filter(|(rank, _)| *rank >= least).map(|(_, width)| width).sum();
        // The separator is as wide as two gaps.
        shown + 3.0 * gap + if least > 0 { more } else { 0.0 }
    };
    (0..ALWAYS).find(|least| needed(*least) <= room).unwrap_or(ALWAYS)
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
    // A narrow row cuts off what follows.
    if session.placing() {
        row.label(accent("placing".into()));
    } else if session.looking().is_some() {
        row.label(accent("looking back".into()));
    } else if let Some(end) = session.end() {
        row.label(accent(RunEnd::name(end).into()));
    } else if session.paused() {
        row.label(accent("paused".into()));
    }
    let shown = session.looking().unwrap_or(session.ticks());
    row.label(format!("{:.1} s", shown as f32 / 60.0));
    if session.panes().len() == 1 && world.walkers() > 0 {
        row.label(format!("arrived {}/{}", world.arrived(), world.walkers()));
    }
    if session.records() {
        row.label(RichText::new("recording").color(style::color(colors.red)));
    }
}
