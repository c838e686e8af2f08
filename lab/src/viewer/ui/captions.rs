//! The texts over the worlds: the legend of a single world; of several, the groups and each world's caption and legend. egui draws
//! them, in sharper letters than those of pictures.

use super::style;
use crate::draw::canvas::Area;
use crate::draw::legend::{self, LegendEntry, Swatch};
use crate::draw::{Cue, Theme, cue};
use crate::viewer::session::Session;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, TextStyle, vec2};

/// A piece of text, with the sample in front of it.
struct Piece {
    swatch: Option<Swatch>,
    text: String,
    color: Color32,
}

pub(super) fn show(body: &egui::Ui, session: &Session, scale: f32) {
    let theme = session.theme();
    let (text, dim) = (style::color(theme.text), style::color(theme.text_dim));
    let font = |style: TextStyle| style.resolve(body.style());
    let entry = |entry: LegendEntry| match entry.swatch {
        Swatch::Nothing => Piece { swatch: None, text: entry.text, color: dim },
        swatch => Piece { swatch: Some(swatch), text: entry.text, color: text },
    };
    if session.panes().len() < 2 {
        let pieces = session.legend().into_iter().map(entry).collect();
        return list(body, theme, pieces, font(TextStyle::Small));
    }
    let heading = legend::groups(session.world(), theme).into_iter().map(entry).collect();
    write(body, theme, points(session.heading(), scale), heading, font(TextStyle::Body));
    for (number, cell) in session.cells().into_iter().enumerate() {
        let caption = session.caption(number).into_iter();
        let caption = caption.map(|(text, color)| Piece { swatch: None, text, color: style::color(color) });
        write(body, theme, points(cell.caption, scale), caption.collect(), font(TextStyle::Body));
        if let Some(area) = cell.legend {
            let pieces = session.legend_of(number).into_iter().map(entry).collect();
            write(body, theme, points(area, scale), pieces, font(TextStyle::Small));
        }
    }
}

/// An area of pixels in points.
fn points(area: Area, scale: f32) -> Rect {
    let corner = Pos2::new(area.x as f32, area.y as f32) / scale;
    Rect::from_min_size(corner, vec2(area.width as f32, area.height as f32) / scale)
}

/// Writes pieces one after another in the rows of `area` that fit.
fn write(body: &egui::Ui, theme: &Theme, area: Rect, pieces: Vec<Piece>, font: FontId) {
    let painter = body.painter().with_clip_rect(area.intersect(body.clip_rect()));
    let gap = font.size;
    let row = body.fonts_mut(|fonts| fonts.row_height(&font)).max(1.0);
    let rows = (area.height() / row).floor().max(1.0);
    let used = if area.height() < 3.0 * row { rows * row } else { area.height() - 0.5 * row };
    let (left, right) = (area.min.x + 8.0, area.max.x - 8.0);
    let mut at = Pos2::new(left, area.min.y + (area.height() - used) / 2.0);
    for Piece { swatch, text, color } in pieces {
        let indent = if swatch.is_some() { 1.6 * font.size } else { 0.0 };
        let whole = painter.layout_no_wrap(text.clone(), font.clone(), color).size().x;
        if at.x > left && at.x + indent + whole > right {
            at = Pos2::new(left, at.y + row);
        }
        let galley = painter.layout(text, font.clone(), color, right - at.x - indent);
        if at.y + galley.size().y > area.max.y + 0.5 {
            // There is more than fits.
            painter.text(area.right_bottom(), Align2::RIGHT_BOTTOM, "…", font, color);
            break;
        }
        if let Some(swatch) = swatch {
            sample(&painter, swatch, Rect::from_min_size(at, vec2(1.2 * font.size, row)), theme);
        }
        let size = galley.size();
        painter.galley(at + vec2(indent, 0.0), galley, color);
        at.y += size.y - row;
        at.x += indent + size.x + gap;
    }
}

/// Lists pieces at the upper left, as far as there is room. The ground under them is translucent, so that units remain visible.
fn list(body: &egui::Ui, theme: &Theme, pieces: Vec<Piece>, font: FontId) {
    const MARGIN: f32 = 8.0;
    let area = body.max_rect().shrink(MARGIN);
    let painter = body.painter().with_clip_rect(body.max_rect());
    let row = body.fonts_mut(|fonts| fonts.row_height(&font)).max(1.0);
    let (sample_width, indent) = (2.0 * font.size, 2.6 * font.size);
    // In a window too narrow for a word, lines are cut off instead of broken at every letter.
    let width_of_text = (area.width() - indent - 2.0 * MARGIN).max(8.0 * font.size);
    let lay = |text: String, color| painter.layout(text, font.clone(), color, width_of_text);
    let bottom = area.max.y - MARGIN - row;
    let (count, mut y, mut width, mut lines) = (pieces.len(), area.min.y + MARGIN, 0.0_f32, Vec::new());
    for (number, Piece { swatch, text, color }) in pieces.into_iter().enumerate() {
        let mut galley = lay(text, color);
        let is_last = number + 1 == count;
        // The last row is for what does not fit.
        let cut = y + galley.size().y > bottom + if is_last { row } else { 0.0 };
        if cut {
            galley = lay(format!("+ {} more", count - number), style::color(theme.text_dim));
        }
        let height = galley.size().y;
        width = width.max(galley.size().x);
        lines.push((y, swatch.filter(|_| !cut), galley, color));
        y += height;
        if cut {
            break;
        }
    }
    if lines.is_empty() {
        return;
    }
    let size = vec2(width + indent + 2.0 * MARGIN, y + MARGIN - area.min.y);
    painter.rect_filled(Rect::from_min_size(area.min, size), 4.0, style::color(theme.panel.alpha(190)));
    for (y, swatch, galley, color) in lines {
        let at = Pos2::new(area.min.x + MARGIN, y);
        if let Some(swatch) = swatch {
            sample(&painter, swatch, Rect::from_min_size(at, vec2(sample_width, row)), theme);
        }
        painter.galley(at + vec2(indent, 0.0), galley, color);
    }
}

/// The sample of an entry of a legend.
fn sample(painter: &Painter, swatch: Swatch, area: Rect, theme: &Theme) {
    let middle = area.center();
    let radius = area.height() * 0.3;
    match swatch {
        Swatch::Disc(color) => _ = painter.circle_filled(middle, radius, style::color(color)),
        Swatch::Unit(color, cue) => {
            let radius = if cue == Cue::Plain { radius } else { area.height() * 0.4 };
            painter.circle_filled(middle, radius, style::color(color));
            mark(painter, cue, (middle, radius), style::color(theme.rim(color)));
        }
        Swatch::Ring(color) => {
            painter.circle_stroke(middle, radius, Stroke::new(1.5, style::color(color)));
        }
        Swatch::Line(color) => {
            painter.hline(area.x_range(), middle.y, Stroke::new(2.0, style::color(color)));
        }
        Swatch::Dashes(color) => {
            let (from, to) = (area.left_center(), area.right_center());
            painter.extend(Shape::dashed_line(&[from, to], Stroke::new(1.5, style::color(color)), 4.0, 3.0));
        }
        Swatch::Arrow(color) => {
            let along = vec2(area.width(), 0.0);
            painter.arrow(area.left_center(), along, Stroke::new(1.5, style::color(color)));
        }
        Swatch::Shades(colors, range) => {
            let (steps, wide) = (8, area.width() / 8.0);
            for k in 0..steps {
                let corner = Pos2::new(area.min.x + wide * k as f32, middle.y - radius);
                let bar = Rect::from_min_size(corner, vec2(wide, 2.0 * radius));
                let share = (k as f32 + 0.5) / steps as f32;
                let value = range.0 + (range.1 - range.0) * share;
                for color in [theme.floor, colors.color(value, range)] {
                    painter.rect_filled(bar, 0.0, style::color(color));
                }
            }
        }
        Swatch::Nothing => {}
    }
}

/// The mark in the disc of a unit, as in pictures.
fn mark(painter: &Painter, cue: Cue, (middle, radius): (Pos2, f32), color: Color32) {
    let half = 0.45 * radius;
    let stroke = Stroke::new(1.2, color);
    let point = |(x, y): &(f32, f32)| middle + half * vec2(*x, *y);
    match cue {
        Cue::Plain => {}
        Cue::Circle => _ = painter.circle_stroke(middle, half, stroke),
        Cue::Dot => _ = painter.circle_filled(middle, 0.8 * half, color),
        Cue::Bar | Cue::Cross | Cue::Bars | Cue::Saltire => {
            for [from, to] in cue::strokes(cue) {
                painter.line_segment([point(from), point(to)], stroke);
            }
        }
        Cue::Triangle => {
            let points = cue::TRIANGLE.iter().map(point).collect();
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::theme;
    use egui::{CentralPanel, Context, Frame, RawInput};

    /// The texts of a list of `count` entries in a window of this size, and the height of the ground under them.
    fn shown(count: usize, size: egui::Vec2) -> (Vec<String>, f32) {
        let context = Context::default();
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, size));
        let output = context.run(RawInput { screen_rect, ..RawInput::default() }, |context| {
            CentralPanel::default().frame(Frame::NONE).show(context, |body| {
                let piece = |number| Piece {
                    swatch: Some(Swatch::Disc(theme::DARK.violet)),
                    text: format!("entry {number}"),
                    color: Color32::WHITE,
                };
                list(body, &theme::DARK, (0..count).map(piece).collect(), FontId::proportional(10.0));
            });
        });
        let mut texts = Vec::new();
        let mut height = 0.0;
        for clipped in output.shapes {
            match clipped.shape {
                Shape::Text(text) => texts.push(text.galley.text().to_string()),
                Shape::Rect(rect) => height = rect.rect.height(),
                _ => {}
            }
        }
        (texts, height)
    }

    #[test]
    fn a_list_says_how_many_entries_have_no_room() {
        let (texts, height) = shown(3, vec2(300.0, 200.0));
        assert_eq!(texts, ["entry 0", "entry 1", "entry 2"]);
        assert!(height > 30.0 && height < 100.0, "{height}");
        let (texts, height) = shown(30, vec2(300.0, 100.0));
        assert!(texts.len() > 3 && texts.len() < 10, "{texts:?}");
        assert_eq!(texts.last(), Some(&format!("+ {} more", 31 - texts.len())));
        assert!(height <= 84.0, "{height}");
        assert!(shown(0, vec2(300.0, 200.0)).0.is_empty());
        for tiny in [vec2(1.0, 1.0), vec2(20.0, 400.0), vec2(400.0, 10.0)] {
            assert!(!shown(3, tiny).0.is_empty());
        }
    }
}
