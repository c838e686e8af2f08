//! The text in the picture: a strip above that says what runs, one below that says how it runs, the keys and
//! the selected unit's reasons.

use super::canvas::Canvas;
use super::scene::round_length;
use super::text::{self, Size};
use super::theme::{self, Color};
use super::{View, panel};
use crate::steering::avoidance::{Mode, cardioid};
use crate::world::World;

/// A strip's height at scale 1, pixels; what [`super::Camera::fit`] should keep free above and below.
pub const STRIP: u32 = 24;

/// What text to draw.
#[derive(Debug, Clone, Default)]
pub struct Hud<'a> {
    /// How large text is: 1 on an ordinary screen, 2 on a fine one; 0 counts as 1.
    pub text_scale: u32,
    /// Whether the strip below, with the tick's times, is drawn.
    pub below: bool,
    /// Pictures shown in a second.
    pub frames_per_second: Option<f32>,
    /// How fast the world runs; 1 is real time.
    pub speed: Option<f32>,
    /// Whether it stands still.
    pub paused: bool,
    /// What just happened.
    pub message: Option<&'a str>,
    /// The keys and what they do; none: not shown.
    pub help: &'a [(&'a str, &'a str)],
}

/// Pieces of a line: text and colour.
type Pieces = Vec<(String, Color)>;

/// Strips, panels, message.
pub fn draw(world: &World, view: &View, hud: &Hud, canvas: &mut Canvas) {
    let size = Size::body(hud.text_scale.max(1));
    let scale = hud.text_scale.max(1) as i32;
    above(world, hud, size, scale, canvas);
    if hud.below {
        below(world, view, hud, size, scale, canvas);
    }
    if let Some(id) = view.selected.filter(|id| *id < world.units().position.len()) {
        panel::reasons(world, id, size, scale, canvas);
    }
    if let Some(message) = hud.message {
        note(message, size, scale, canvas);
    }
    if !hud.help.is_empty() {
        panel::help(hud.help, hud.text_scale.max(1), canvas);
    }
}

fn strip(y: i32, scale: i32, canvas: &mut Canvas) {
    let (top, bottom) = (y as f32, (y + STRIP as i32 * scale) as f32);
    canvas.rect((0.0, top), (canvas.width() as f32, bottom), theme::PANEL.alpha(215));
}

/// Draws pieces with two characters between, until there is no more room; gives back where they end.
fn row(pieces: &Pieces, x: i32, y: i32, until: i32, size: Size, canvas: &mut Canvas) -> i32 {
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

fn above(world: &World, hud: &Hud, size: Size, scale: i32, canvas: &mut Canvas) {
    strip(0, scale, canvas);
    let steering = world.steering();
    let named = |mode: &Mode| match mode.settings().contains(&cardioid::STAGE) {
        true => format!("{mode} stage {}", steering.settings.get(&cardioid::STAGE)),
        false => mode.to_string(),
    };
    let mode = world.modes().iter().map(named).collect::<Vec<_>>().join(", ");
    // Where groups follow plans, the modes are those of the others, if there are any.
    let plans = &world.layout().plans;
    let mode = match plans.iter().flatten().count() {
        0 => mode,
        planned if planned == world.layout().groups.len() => "plans".to_string(),
        _ => format!("{mode}, plans"),
    };
    let mut pieces: Pieces = vec![
        (world.layout().name.clone(), theme::TEXT),
        (format!("{:.1} s", world.time()), theme::TEXT),
        (mode, theme::ACCENT),
        (format!("push {}", steering.push), theme::TEXT_DIM),
        (format!("arrived {}/{}", world.arrived(), world.walkers()), theme::TEXT),
    ];
    if hud.paused {
        pieces.push((format!("paused at tick {}", world.ticks()), theme::ACCENT));
    }
    let (x, y, width) = (8 * scale, 3 * scale, canvas.width() as i32);
    let end = row(&pieces, x, y, width, size, canvas);
    legend(world, end, size, scale, canvas);
}

/// The groups' names at the right end of the strip, when there is room for all of them.
fn legend(world: &World, from: i32, size: Size, scale: i32, canvas: &mut Canvas) {
    let groups = &world.layout().groups;
    let wide: i32 = groups.iter().map(|name| size.width(name) + 4 * size.advance()).sum();
    let mut x = canvas.width() as i32 - wide;
    if groups.len() > theme::GROUPS.len() || x < from {
        return;
    }
    for (index, name) in groups.iter().enumerate() {
        let middle = (x as f32 + 5.0 * scale as f32, 12.0 * scale as f32);
        canvas.disc(middle, 5.0 * scale as f32, theme::group(index as u16));
        let end = text::draw(canvas, x + 2 * size.advance(), 3 * scale, name, size, theme::TEXT_DIM);
        x = end + 2 * size.advance();
    }
}

fn below(world: &World, view: &View, hud: &Hud, size: Size, scale: i32, canvas: &mut Canvas) {
    let top = canvas.height() as i32 - STRIP as i32 * scale;
    strip(top, scale, canvas);
    let (y, width) = (top + 3 * scale, canvas.width() as i32);
    let mut right: Pieces = Vec::new();
    if let Some(speed) = hud.speed {
        right.push((format!("speed {}", speed_text(speed)), theme::TEXT));
    }
    if let Some(frames) = hud.frames_per_second {
        right.push((format!("{frames:3.0} frames/s"), theme::TEXT_DIM));
    }
    right.push(("? help".into(), theme::TEXT_DIM));
    let wide: i32 = right.iter().map(|(t, _)| size.width(t) + 2 * size.advance()).sum();
    let from = scale_bar(view, y, size, scale, canvas);
    let until = (width - wide).max(0);
    let times = world.tick_times();
    let mut left: Pieces = Vec::new();
    if times.total > 0.0 {
        left.push((format!("tick {:.0} µs:", times.total), theme::TEXT));
        let stages = [("index", times.index), ("perceive", times.perceive), ("decide", times.decide)];
        for (name, time) in stages.into_iter().chain([("physics", times.physics)]) {
            left.push((format!("{name} {time:.0}"), theme::TEXT_DIM));
        }
    }
    if !view.overlays.is_empty() {
        left.push((format!("overlays {}", view.overlays), theme::TEXT_DIM));
    }
    row(&left, from, y, until, size, canvas);
    row(&right, until.max(from), y, width, size, canvas);
}

/// A round length, so that distances can be read off; gives back where it ends.
fn scale_bar(view: &View, y: i32, size: Size, scale: i32, canvas: &mut Canvas) -> i32 {
    let metres = round_length(view.camera.scale, 40.0 * scale as f32);
    let (x, length) = (8.0 * scale as f32, metres * view.camera.scale);
    let (line, tick) = ((y + 13 * scale) as f32, 4.0 * scale as f32);
    let thick = scale as f32;
    canvas.rect((x, line), (x + length, line + thick), theme::TEXT_DIM);
    canvas.rect((x, line - tick), (x + thick, line), theme::TEXT_DIM);
    canvas.rect((x + length - thick, line - tick), (x + length, line), theme::TEXT_DIM);
    let label = (x + length) as i32 + size.advance();
    text::draw(canvas, label, y, &format!("{metres} m"), size, theme::TEXT_DIM) + 2 * size.advance()
}

/// A speed in words: ¼×, ½×, 1×, 2× …
fn speed_text(speed: f32) -> String {
    match speed {
        0.25 => "¼×".into(),
        0.5 => "½×".into(),
        other => format!("{other}×"),
    }
}

/// A message in a box above the lower strip.
fn note(message: &str, size: Size, scale: i32, canvas: &mut Canvas) {
    let (wide, high) = (size.width(message) + 4 * size.advance(), 28 * scale);
    let x = ((canvas.width() as i32 - wide) / 2).max(0);
    let y = canvas.height() as i32 - high - 36 * scale;
    panel::backing((x, y), (wide, high), canvas);
    text::draw(canvas, x + 2 * size.advance(), y + 6 * scale, message, size, theme::ACCENT);
}
