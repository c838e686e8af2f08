//! The text in the picture: a strip at the top (what runs), a strip at the bottom (how it runs), the key help and the selected
//! unit's reasons.

use super::canvas::Canvas;
use super::help::HelpLayout;
use super::scene::round_length;
use super::swatch::{LegendEntry, draw_swatch};
use super::text::{self, STRIP, Size};
use super::theme::{Color, Theme};
use super::view::{Hud, View};
use super::{legend, panel};
use crate::measure::TICK_PARTS;
use crate::steering::avoidance::{Mode, cardioid};
use crate::world::World;

/// The pieces of a line, with their colours.
type Pieces = Vec<(String, Color)>;

/// Draws strips, panels and the message.
pub fn draw(world: &World, view: &View, hud: &Hud, canvas: &mut Canvas) {
    let size = Size::body(hud.text_scale.max(1));
    let scale = hud.text_scale.max(1) as i32;
    let theme = view.theme;
    let groups = legend::groups(world, theme);
    let end = above(world, hud, size, theme, canvas);
    let in_strip = groups_in_strip(&groups, end, size, theme, canvas);
    let mut entries = if in_strip { Vec::new() } else { groups };
    entries.extend(legend::overlays(&view.viewpoint(world), &view.overlays));
    let mut bottom = canvas.height() as i32;
    if hud.below {
        below(view, hud, size, scale, canvas);
        bottom -= STRIP as i32 * scale;
    }
    let top = (STRIP as i32 + 8) * scale;
    legend::draw(&entries, (top, bottom), hud.text_scale.max(1), theme, canvas);
    if let Some(id) = view.selected.filter(|id| *id < world.units().position.len()) {
        panel::reasons(world, id, size, scale, theme, canvas);
    }
    if !hud.result.is_empty() {
        panel::result(hud.result, hud.text_scale.max(1), theme, canvas);
    }
    if let Some(message) = hud.message {
        note(message, size, scale, theme, canvas);
    }
    if !hud.help.is_empty() {
        let size = (canvas.width() as u32, canvas.height() as u32);
        HelpLayout::new(hud.help, size, hud.text_scale.max(1)).draw(hud.help_scroll, theme, canvas);
    }
}

fn strip(y: i32, scale: i32, theme: &Theme, canvas: &mut Canvas) {
    let (top, bottom) = (y as f32, (y + STRIP as i32 * scale) as f32);
    canvas.rect((0.0, top), (canvas.width() as f32, bottom), theme.panel.alpha(215));
}

/// Draws the pieces that fit, two characters apart. Returns where they end.
pub(super) fn row(pieces: &Pieces, x: i32, y: i32, until: i32, size: Size, canvas: &mut Canvas) -> i32 {
    let mut at = x;
    for (piece, color) in pieces {
        if at + size.width(piece) > until {
            break;
        }
        at = text::draw(canvas, at, y, piece, size, *color);
        at += 2 * size.advance();
    }
    at
}

/// Draws the strip at the top. Returns where its text ends.
fn above(world: &World, hud: &Hud, size: Size, theme: &Theme, canvas: &mut Canvas) -> i32 {
    let scale = hud.text_scale.max(1) as i32;
    strip(0, scale, theme, canvas);
    let steering = world.steering();
    let named = |mode: &Mode| match mode.settings().contains(&cardioid::STAGE) {
        true => format!("{mode} stage {}", steering.settings.get(&cardioid::STAGE)),
        false => mode.to_string(),
    };
    let mode = what_moves(world, named);
    let mut pieces: Pieces = vec![
        (world.layout().name.clone(), theme.text),
        (format!("{:.1} s", world.time()), theme.text),
        (mode, theme.accent),
    ];
    if world.walkers() > 0 {
        pieces.push((format!("arrived {}/{}", world.arrived(), world.walkers()), theme.text));
    }
    if let Some(ended) = hud.ended {
        pieces.push((format!("{ended} at tick {}", world.ticks()), theme.accent));
    } else if hud.paused {
        pieces.push((format!("paused at tick {}", world.ticks()), theme.accent));
    }
    pieces.push((format!("push {}", steering.push), theme.text_dim));
    let (x, y, width) = (8 * scale, 3 * scale, canvas.width() as i32);
    row(&pieces, x, y, width, size, canvas)
}

/// What moves the units: their modes, each formatted by `named`, and "plans" if groups follow plans.
pub fn what_moves(world: &World, named: impl Fn(&Mode) -> String) -> String {
    let planned = world.layout().plans.iter().any(Option::is_some);
    let mut parts = Vec::new();
    if world.avoids() || !planned {
        parts.extend(world.modes().iter().map(named));
    }
    parts.extend(planned.then(|| "plans".to_string()));
    parts.join(", ")
}

/// Draws the groups' names at the right end of the strip, if all of them fit.
pub(super) fn groups_in_strip(
    groups: &[LegendEntry],
    from: i32,
    size: Size,
    theme: &Theme,
    canvas: &mut Canvas,
) -> bool {
    let scale = size.scale();
    let wide: i32 = groups.iter().map(|entry| size.width(&entry.text) + 4 * size.advance()).sum();
    let mut x = canvas.width() as i32 - wide;
    if x < from {
        return false;
    }
    for entry in groups {
        let at = (x as f32, 12.0 * scale as f32);
        draw_swatch(entry.swatch, at, 10.0 * scale as f32, scale as f32, theme, canvas);
        let end = text::draw(canvas, x + 2 * size.advance(), 3 * scale, &entry.text, size, theme.text_dim);
        x = end + 2 * size.advance();
    }
    true
}

fn below(view: &View, hud: &Hud, size: Size, scale: i32, canvas: &mut Canvas) {
    let theme = view.theme;
    let top = canvas.height() as i32 - STRIP as i32 * scale;
    strip(top, scale, theme, canvas);
    let (y, width) = (top + 3 * scale, canvas.width() as i32);
    let mut right: Pieces = Vec::new();
    if let Some(speed) = hud.speed {
        right.push((speed_in_words(speed, hud.reached), theme.text));
    }
    if let Some(frames) = hud.frames_per_second {
        right.push((format!("{frames:3.0} frames/s"), theme.text_dim));
    }
    right.push(("? help".into(), theme.text_dim));
    let wide: i32 = right.iter().map(|(t, _)| size.width(t) + 2 * size.advance()).sum();
    let from = scale_bar(view, y, size, scale, canvas);
    let until = (width - wide).max(0);
    let mut left: Pieces = Vec::new();
    if let Some(times) = hud.times {
        left.push((format!("tick {:.0} µs:", times.total()), theme.text));
        for (part, time) in times.iter().take(TICK_PARTS.len() - 1) {
            left.push((format!("{} {time:.0}", part.key), theme.text_dim));
        }
    }
    if !view.overlays.is_empty() {
        left.push((format!("overlays {}", view.overlays), theme.text_dim));
    }
    row(&left, from, y, until - 2 * size.advance(), size, canvas);
    row(&right, until.max(from), y, width, size, canvas);
}

/// Draws the scale bar, a round length. Returns where it ends.
fn scale_bar(view: &View, y: i32, size: Size, scale: i32, canvas: &mut Canvas) -> i32 {
    let theme = view.theme;
    let metres = round_length(view.camera.scale, 40.0 * scale as f32);
    let (x, length) = (8.0 * scale as f32, metres * view.camera.scale);
    let (line, tick) = ((y + 13 * scale) as f32, 4.0 * scale as f32);
    let thick = scale as f32;
    canvas.rect((x, line), (x + length, line + thick), theme.text_dim);
    canvas.rect((x, line - tick), (x + thick, line), theme.text_dim);
    canvas.rect((x + length - thick, line - tick), (x + length, line), theme.text_dim);
    let label = (x + length) as i32 + size.advance();
    text::draw(canvas, label, y, &format!("{metres} m"), size, theme.text_dim) + 2 * size.advance()
}

/// The speed, such as "speed 2×", and the actual speed if it is more than 5 % lower.
fn speed_in_words(asked: f32, reached: Option<f32>) -> String {
    match reached.filter(|reached| *reached < 0.95 * asked) {
        None => format!("speed {}", speed_text(asked)),
        Some(reached) if reached < 0.1 => format!("speed {} (actual {reached:.2}×)", speed_text(asked)),
        Some(reached) => format!("speed {} (actual {reached:.1}×)", speed_text(asked)),
    }
}

/// A speed as text: ¼×, ½×, 1×, 2× …
fn speed_text(speed: f32) -> String {
    match speed {
        0.25 => "¼×".into(),
        0.5 => "½×".into(),
        other => format!("{other}×"),
    }
}

/// Draws a message in a box above the lower strip.
fn note(message: &str, size: Size, scale: i32, theme: &Theme, canvas: &mut Canvas) {
    let across = (canvas.width() as i32 / size.advance() - 6).max(8) as usize;
    let lines = panel::wrapped(message, across);
    let longest = lines.iter().map(|line| size.width(line)).max().unwrap_or(0);
    let (wide, high) = (longest + 4 * size.advance(), lines.len() as i32 * size.line() + 10 * scale);
    let x = ((canvas.width() as i32 - wide) / 2).max(0);
    let y = canvas.height() as i32 - high - 36 * scale;
    panel::opaque((x, y), (wide, high), theme, canvas);
    for (k, line) in lines.iter().enumerate() {
        let y = y + 6 * scale + k as i32 * size.line();
        text::draw(canvas, x + 2 * size.advance(), y, line, size, theme.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::speed_in_words;

    #[test]
    fn the_speed_names_the_actual_speed_if_it_is_lower() {
        assert_eq!(speed_in_words(8.0, Some(0.9)), "speed 8× (actual 0.9×)");
        assert_eq!(speed_in_words(0.25, Some(0.04)), "speed ¼× (actual 0.04×)");
        assert_eq!(speed_in_words(2.0, Some(1.95)), "speed 2×");
        assert_eq!(speed_in_words(0.5, None), "speed ½×");
    }
}
