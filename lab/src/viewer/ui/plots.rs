//! The plots of the runs: one line per world, with a cursor at the time that is shown.

use super::sizes::PLOTS as HEIGHT;
use super::style;
use super::ui::Ui;
use crate::draw::Color;
use crate::measure::TICK_PARTS;
use crate::viewer::command::Command;
use crate::viewer::series::{PLOTS, TIMES_TITLE};
use crate::viewer::session::Session;
use egui::{Color32, Context, RichText, TopBottomPanel};
use egui_plot::{Line, Plot, PlotPoints, PlotUi, VLine};

/// The colours of the parts of a tick, from the bottom.
fn part_color(session: &Session, part: usize) -> Color32 {
    let theme = session.theme();
    let colors: [Color; 5] = [theme.violet, theme.blue, theme.red, theme.green, theme.yellow];
    style::color(colors[part % colors.len()])
}

/// The colour of a world's lines.
fn world_color(session: &Session, number: usize) -> Color32 {
    style::color(session.theme().group(number as u16))
}

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    TopBottomPanel::bottom("plots").exact_height(HEIGHT).show(context, |body| {
        let count = (PLOTS.len() + 1) as f32;
        let width = (body.available_width() - (count - 1.0) * body.spacing().item_spacing.x) / count;
        body.horizontal_top(|row| {
            for (k, plot) in PLOTS.iter().enumerate() {
                row.vertical(|column| {
                    column.set_width(width);
                    column.horizontal(|row| {
                        row.label(RichText::new(plot.title).small()).on_hover_text(plot.meaning);
                        if session.panes().len() > 1 {
                            worlds(row, session);
                        }
                    });
                    draw_plot(ui, column, session, (plot.title, plot.top), |lines| {
                        for (number, pane) in session.panes().iter().enumerate() {
                            let samples = pane.series().samples().iter();
                            let points: Vec<[f64; 2]> =
                                samples.filter_map(|s| Some([s.time, s.values[k]?])).collect();
                            let line = Line::new(pane.label(), PlotPoints::from(points));
                            lines.line(line.color(world_color(session, number)).width(1.5));
                        }
                    });
                });
            }
            row.vertical(|column| {
                column.set_width(width);
                times_title(column, session);
                draw_plot(ui, column, session, (TIMES_TITLE, 1.0), |lines| {
                    // The largest sum first, so that each area covers the upper part of the one before.
                    for part in (0..TICK_PARTS.len() - 1).rev() {
                        let points: Vec<[f64; 2]> = session.pane().series().stacked(part).collect();
                        let color = part_color(session, part);
                        let line = Line::new(TICK_PARTS[part].key, PlotPoints::from(points));
                        lines.line(line.color(color).fill(0.0).fill_alpha(1.0).width(1.0));
                    }
                });
            });
        });
    });
}

/// The worlds in the colours of their lines.
fn worlds(row: &mut egui::Ui, session: &Session) {
    row.spacing_mut().item_spacing.x = 4.0;
    for (number, pane) in session.panes().iter().enumerate() {
        let name = RichText::new(pane.modes()).small().color(world_color(session, number));
        row.add(egui::Label::new(name).truncate());
    }
}

/// The title of the tick times, with the colours of the parts.
fn times_title(column: &mut egui::Ui, session: &Session) {
    column.horizontal(|row| {
        row.spacing_mut().item_spacing.x = 4.0;
        row.label(RichText::new(TIMES_TITLE).small());
        for (part, named) in TICK_PARTS.iter().enumerate().take(TICK_PARTS.len() - 1) {
            row.label(RichText::new(named.key).small().color(part_color(session, part)))
                .on_hover_text(named.meaning);
        }
    });
}

fn draw_plot(
    ui: &mut Ui,
    column: &mut egui::Ui,
    session: &Session,
    (id, top): (&str, f64),
    draw: impl FnOnce(&mut PlotUi<'_>),
) {
    let now = session.looking().unwrap_or(session.ticks()) as f64 / 60.0;
    let shown = Plot::new(("plot", id))
        .height(column.available_height().max(20.0))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .include_y(0.0)
        .include_y(top)
        .show_grid([false, true])
        .show(column, |lines| {
            draw(lines);
            lines.vline(VLine::new("time", now).color(style::color(session.theme().accent)).width(1.0));
            lines.pointer_coordinate()
        });
    // A click or a drag looks at that moment.
    if shown.response.is_pointer_button_down_on()
        && let Some(pointer) = shown.inner
    {
        ui.send(Command::LookAt((pointer.x.max(0.0) * 60.0).round() as u64));
    }
}
