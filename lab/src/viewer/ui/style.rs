//! The look of the interface.

use crate::draw::{Color, Theme, theme};
use egui::scroll_area::ScrollSource;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Area, Button, Color32, Context, CornerRadius, FontId, Frame, Id, Pos2, ScrollArea, Stroke,
    TextStyle, Ui, Visuals,
};

/// The colour as egui has it.
pub(super) fn color(color: Color) -> Color32 {
    Color32::from_rgba_unmultiplied(color.r, color.g, color.b, color.a)
}

/// Gives the interface the colours of a theme.
pub(super) fn apply(context: &Context, colors: &Theme) {
    let mut visuals = if *colors == theme::LIGHT { Visuals::light() } else { Visuals::dark() };
    // The screen has the colour of the panel before egui draws: filling an area twice takes a software driver long.
    visuals.panel_fill = Color32::TRANSPARENT;
    visuals.window_fill = color(colors.panel);
    visuals.override_text_color = Some(color(colors.text));
    visuals.selection.bg_fill = color(colors.grid_strong.mix(colors.blue, 110));
    visuals.selection.stroke = Stroke::new(1.0, color(colors.text));
    visuals.slider_trailing_fill = true;
    for corners in [
        &mut visuals.widgets.inactive.corner_radius,
        &mut visuals.widgets.hovered.corner_radius,
        &mut visuals.widgets.active.corner_radius,
    ] {
        *corners = CornerRadius::same(3);
    }
    context.set_visuals(visuals);
    context.all_styles_mut(|style| {
        // Nothing moves by itself, so that a paused window is not drawn.
        style.animation_time = 0.0;
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.spacing.slider_width = 110.0;
        style.interaction.selectable_labels = false;
        for (name, size) in [(TextStyle::Body, 13.0), (TextStyle::Button, 13.0), (TextStyle::Small, 11.0)] {
            style.text_styles.insert(name, FontId::proportional(size));
        }
        style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.0));
    });
}

/// A part that scrolls sideways, up and down. Only a finger drags its content: with a mouse, a click just after a quick movement
/// would count as a drag if both fall in one frame, and would scroll the list away from under the pointer.
pub(super) fn scrolling(context: &Context, directions: [bool; 2]) -> ScrollArea {
    let drag = context.input(|input| input.has_touch_screen());
    ScrollArea::new(directions).scroll_source(ScrollSource { drag, ..ScrollSource::ALL })
}

/// A box over the worlds, as large as its content. egui places an area by its size in the frame before; if that was another one, the
/// frame is laid out again, because there may be no next frame for a long time.
pub(super) fn floating(
    context: &Context,
    name: &str,
    (at, pivot): (Pos2, Align2),
    content: impl FnOnce(&mut Ui),
) {
    let id = Id::new(name);
    let before = context.memory(|memory| memory.area_rect(id)).map(|area| area.size());
    let shown = Area::new(id)
        .fixed_pos(at)
        .pivot(pivot)
        .show(context, |body| Frame::popup(body.style()).show(body, content));
    if before != Some(shown.response.rect.size()) {
        context.request_discard("a box has another size");
    }
}

/// The text of a button, with its key in small dim letters.
pub(super) fn button_text(ui: &Ui, text: &str, key: Option<String>) -> LayoutJob {
    let style = ui.style();
    let format = |size: TextStyle, color: Color32| TextFormat::simple(size.resolve(style), color);
    let plain = style.visuals.override_text_color.unwrap_or(style.visuals.text_color());
    let mut job = LayoutJob::default();
    job.append(text, 0.0, format(TextStyle::Button, plain));
    if let Some(key) = key {
        job.append(&key, 6.0, format(TextStyle::Small, plain.gamma_multiply(0.6)));
    }
    job
}

/// A button with its key.
pub(super) fn button(ui: &Ui, text: &str, key: Option<String>) -> Button<'static> {
    Button::new(button_text(ui, text, key))
}
