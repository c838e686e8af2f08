//! The text in a picture of one world: a strip at the top (what runs), the legend and the selected unit's reasons.

use super::canvas::Canvas;
use super::swatch::{LegendEntry, draw_swatch};
use super::text::{self, STRIP, Size};
use super::theme::{Color, Theme};
use super::view::View;
use super::{legend, panel};
use sidestep::steering::avoidance::Mode;
use sidestep::world::World;

/// Draws the strip, the legend and the reasons.
pub fn draw(world: &World, view: &View, canvas: &mut Canvas) {
    let theme = view.theme;
    let groups = legend::groups(world, theme);
    let end = strip(world, theme, canvas);
    let in_strip = groups_in_strip(&groups, end, 1, theme, canvas);
    let mut entries = if in_strip { Vec::new() } else { groups };
    entries.extend(legend::overlays(&view.viewpoint(world), &view.overlays));
    legend::draw(&entries, (STRIP as i32 + 8, canvas.height() as i32), 1, theme, canvas);
    if let Some(id) = view.selected.filter(|id| *id < world.units().position.len()) {
        panel::reasons(world, id, theme, canvas);
    }
}

/// Draws the pieces of a strip that fit, two characters apart. Returns where they end.
pub(super) fn row(pieces: &[(String, Color)], scale: u32, canvas: &mut Canvas) -> i32 {
    let (size, pixel) = (Size::body(scale), scale.max(1) as i32);
    let mut x = 8 * pixel;
    for (piece, color) in pieces {
        if x + size.width(piece) > canvas.width() as i32 {
            break;
        }
        x = text::draw(canvas, x, 3 * pixel, piece, size, *color) + 2 * size.advance();
    }
    x
}

/// Draws the strip at the top. Returns where its text ends.
fn strip(world: &World, theme: &Theme, canvas: &mut Canvas) -> i32 {
    canvas.rect((0.0, 0.0), (canvas.width() as f32, STRIP as f32), theme.panel.alpha(215));
    let mut pieces = vec![
        (world.layout().name.clone(), theme.text),
        (format!("{:.1} s", world.time()), theme.text),
        (what_moves(world), theme.accent),
    ];
    if world.walkers() > 0 {
        pieces.push((format!("arrived {}/{}", world.arrived(), world.walkers()), theme.text));
    }
    pieces.push((format!("push {}", world.steering().push), theme.text_dim));
    row(&pieces, 1, canvas)
}

/// What moves the units: their modes, and "plans" if groups follow plans.
pub fn what_moves(world: &World) -> String {
    let planned = world.layout().plans.iter().any(Option::is_some);
    let mut parts = Vec::new();
    if world.avoids() || !planned {
        parts.extend(world.modes().iter().map(Mode::to_string));
    }
    parts.extend(planned.then(|| "plans".to_string()));
    parts.join(", ")
}

/// Draws the groups' names at the right end of the strip, if all of them fit.
pub(super) fn groups_in_strip(
    groups: &[LegendEntry],
    from: i32,
    scale: u32,
    theme: &Theme,
    canvas: &mut Canvas,
) -> bool {
    let (size, pixel) = (Size::body(scale), scale.max(1) as f32);
    let wide: i32 = groups.iter().map(|entry| size.width(&entry.text) + 4 * size.advance()).sum();
    let mut x = canvas.width() as i32 - wide;
    if x < from {
        return false;
    }
    for entry in groups {
        draw_swatch(entry.swatch, (x as f32, 12.0 * pixel), 10.0 * pixel, pixel, theme, canvas);
        let end =
            text::draw(canvas, x + 2 * size.advance(), 3 * pixel as i32, &entry.text, size, theme.text_dim);
        x = end + 2 * size.advance();
    }
    true
}
