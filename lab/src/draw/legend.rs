//! The legend of a picture: its groups, and each active overlay.

use super::canvas::Canvas;
use super::cue::{self, Cue};
use super::overlays::{Absence, Overlay, Overlays, representatives};
use super::panel;
use super::swatch::draw_swatch;
use super::text::{self, Size};
use super::theme::Theme;
use super::viewpoint::Viewpoint;
use sidestep::navigation::Goal;
use sidestep::traffic::MECHANISMS;
use sidestep::types::Vec2;
use sidestep::world::World;

pub use super::swatch::{LegendEntry, Swatch};

/// The groups in the colours of their units. Standing units have their own colour. A group of only standing units has that colour;
/// in groups with walking units, standing units get an entry.
pub fn groups(world: &World, theme: &Theme) -> Vec<LegendEntry> {
    let layout = world.layout();
    let stands = |group: usize| {
        let starts = layout.starts.iter().filter(move |start| usize::from(start.group) == group);
        starts.map(|start| start.goal == Goal::Stand)
    };
    let all_stand = |group: usize| stands(group).all(|stands| stands) && stands(group).next().is_some();
    let entry = |(group, name): (usize, &String)| {
        let swatch = match all_stand(group) {
            true => Swatch::Unit(theme.standing, Cue::Plain),
            false => Swatch::Unit(theme.group_of(layout, group as u16), cue::of_group(world, group as u16)),
        };
        LegendEntry::new(swatch, name.clone())
    };
    let mut entries: Vec<LegendEntry> = layout.groups.iter().enumerate().map(entry).collect();
    if (0..layout.groups.len()).any(|group| !all_stand(group) && stands(group).any(|stands| stands)) {
        entries.push(LegendEntry::new(Swatch::Unit(theme.standing, Cue::Plain), "standing"));
    }
    entries
}

/// The entries of each active overlay, or why it shows nothing.
pub fn overlays(viewpoint: &Viewpoint, overlays: &Overlays) -> Vec<LegendEntry> {
    if viewpoint.world.units().is_empty() {
        return Vec::new();
    }
    let units = representatives(viewpoint.world, viewpoint.selected);
    overlays.iter().flat_map(|overlay| entries(viewpoint, &units, overlay)).collect()
}

/// As [`overlays`], but what is not available comes last, because a cell among several may have no room for it.
pub fn overlays_of_cell(viewpoint: &Viewpoint, active: &Overlays) -> Vec<LegendEntry> {
    let mut entries = overlays(viewpoint, active);
    entries.sort_by_key(|entry| entry.swatch == Swatch::Nothing);
    entries
}

/// Whether an overlay has something to show.
pub fn is_available(viewpoint: &Viewpoint, overlay: &Overlay) -> bool {
    let units = representatives(viewpoint.world, viewpoint.selected);
    units.iter().any(|id| (overlay.has)(viewpoint.world, *id))
}

/// The entries of one overlay, or why it shows nothing.
pub fn of_overlay(viewpoint: &Viewpoint, overlay: &Overlay) -> Vec<LegendEntry> {
    if viewpoint.world.units().is_empty() {
        return Vec::new();
    }
    entries(viewpoint, &representatives(viewpoint.world, viewpoint.selected), overlay)
}

fn entries(viewpoint: &Viewpoint, units: &[usize], overlay: &Overlay) -> Vec<LegendEntry> {
    if units.iter().any(|id| (overlay.has)(viewpoint.world, *id)) {
        return (overlay.legend)(viewpoint, units);
    }
    let text = format!("{}: {}", overlay.name, why_nothing(viewpoint, overlay.absence));
    vec![LegendEntry::new(Swatch::Nothing, text)]
}

/// Why an overlay has nothing to show.
fn why_nothing(viewpoint: &Viewpoint, absence: Absence) -> String {
    let world = viewpoint.world;
    let walks = |id: usize| world.desired_direction(id) != Vec2::zeros();
    match (absence, viewpoint.selected) {
        (Absence::Because(reason), _) => reason.into(),
        (Absence::OfThePassages, _) => no_passages(world).into(),
        (Absence::UntilTheFirstTick, _) if world.ticks() == 0 => "nothing before the first tick".into(),
        (_, Some(id)) if world.ticks() > 0 && !walks(id) => format!("unit {id} does not walk"),
        (_, Some(id)) if world.plan(id).is_some_and(|plan| !plan.avoids()) => {
            format!("not available: unit {id} follows a plan")
        }
        (_, Some(id)) => format!("not available in mode {}", world.mode(id)),
        (_, None) if world.ticks() > 0 && !(0..world.units().len()).any(walks) => "no unit walks".into(),
        (_, None) if !world.avoids() => "not available for plans".into(),
        (_, None) => {
            let modes = world.modes().iter().map(|mode| mode.name()).collect::<Vec<_>>();
            let mode = if modes.len() == 1 { "mode" } else { "modes" };
            format!("not available in {mode} {}", modes.join(", "))
        }
    }
}

/// Why there are no gates to show.
fn no_passages(world: &World) -> &'static str {
    match MECHANISMS.iter().any(|mechanism| world.steering().is_on(mechanism)) {
        false => "all mechanisms at narrow places are off",
        true if world.layout().walls.is_empty() || world.ticks() > 0 => "the map has no gate",
        true => "nothing before the first tick",
    }
}

/// A line of a legend in rows.
struct PlacedLine {
    /// The number of its entry.
    entry: usize,
    /// Whether it is the first of its entry.
    first: bool,
    text: String,
    row: i32,
    /// Where it begins and ends, pixels.
    from: i32,
    to: i32,
}

/// The width of the sample in front of an entry's text, pixels.
fn indent(entry: &LegendEntry, size: Size) -> i32 {
    if entry.swatch == Swatch::Nothing { 0 } else { 5 * size.advance() }
}

/// Places entries one after another in rows between `left` and `right`.
fn in_rows(entries: &[LegendEntry], (left, right): (i32, i32), size: Size) -> Vec<PlacedLine> {
    let (mut x, mut row) = (left, 0);
    let mut placed = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let indent = indent(entry, size);
        if x > left && x + indent + size.width(&entry.text) > right {
            (x, row) = (left, row + 1);
        }
        let across = ((right - x - indent) / size.advance()).max(8) as usize;
        for (k, text) in panel::wrapped(&entry.text, across).into_iter().enumerate() {
            if k > 0 {
                (x, row) = (left, row + 1);
            }
            let to = x + indent + size.width(&text);
            placed.push(PlacedLine { entry: number, first: k == 0, text, row, from: x, to });
            x = to + 2 * size.advance();
        }
    }
    placed
}

/// Draws a legend in rows, as far as there is room.
pub(super) fn draw_in_rows(entries: &[LegendEntry], scale: u32, theme: &Theme, canvas: &mut Canvas) {
    let (size, pixel) = (Size::body(scale), scale.max(1) as i32);
    let (left, right, top) = (8 * pixel, canvas.width() as i32 - 8 * pixel, 3 * pixel);
    let last = (canvas.height() as i32 - top) / size.line() - 1;
    let mut placed = in_rows(entries, (left, right), size);
    if placed.last().is_some_and(|line| line.row > last) {
        let words = |shown: usize| format!("+ {} more", entries.len() - shown);
        let room = right - size.width(&words(0)) - 2 * size.advance();
        let cut = placed.iter().find(|line| line.row > last || line.row == last && line.to > room);
        let shown = cut.map_or(entries.len(), |line| line.entry);
        placed.retain(|line| line.entry < shown);
        let before = placed.last().filter(|line| line.row == last);
        let x = before.map_or(left, |line| line.to + 2 * size.advance());
        text::draw(canvas, x, top + last * size.line(), &words(shown), size, theme.text_dim);
    }
    for PlacedLine { entry, first, text, row, from, .. } in placed {
        let (entry, y) = (&entries[entry], top + row * size.line());
        if first {
            let at = (from as f32, (y + size.line() / 2) as f32);
            draw_swatch(entry.swatch, at, (4 * size.advance()) as f32, pixel as f32, theme, canvas);
        }
        let color = if entry.swatch == Swatch::Nothing { theme.text_dim } else { theme.text };
        text::draw(canvas, from + indent(entry, size), y, &text, size, color);
    }
}

/// Draws a legend at the upper left, between two rows of pixels.
pub fn draw(
    entries: &[LegendEntry],
    (top, bottom): (i32, i32),
    scale: u32,
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let (size, pixel) = (Size::body(scale), scale as i32);
    let sample = 4 * size.advance();
    let room = canvas.width() as i32 - sample - 36 * pixel;
    let characters = (room / size.advance()).max(8) as usize;
    let lines = entries.iter().flat_map(|entry| {
        let lines = panel::wrapped(&entry.text, characters).into_iter().enumerate();
        lines.map(|(k, line)| LegendEntry::new(if k == 0 { entry.swatch } else { Swatch::Nothing }, line))
    });
    let mut lines: Vec<LegendEntry> = lines.collect();
    let most = ((bottom - top - 12 * pixel) / size.line()).max(1) as usize;
    if lines.len() > most {
        let left_out = lines.len() - (most - 1);
        lines.truncate(most - 1);
        lines.push(LegendEntry::new(Swatch::Nothing, format!("+ {left_out} more lines")));
    }
    let Some(longest) = lines.iter().map(|line| size.width(&line.text)).max() else { return };
    let (x, wide) = (8 * pixel, longest + sample + 20 * pixel);
    // Translucent: units under it remain visible.
    let high = lines.len() as i32 * size.line() + 12 * pixel;
    let (from, to) = ((x as f32, top as f32), ((x + wide) as f32, (top + high) as f32));
    canvas.rect(from, to, theme.panel.alpha(190));
    for (k, line) in lines.iter().enumerate() {
        let (left, y) = (x + 8 * pixel, top + 6 * pixel + k as i32 * size.line());
        draw_swatch(
            line.swatch,
            (left as f32, (y + size.line() / 2) as f32),
            sample as f32,
            scale as f32,
            theme,
            canvas,
        );
        let color = if line.swatch == Swatch::Nothing { theme.text_dim } else { theme.text };
        text::draw(canvas, left + sample + 4 * pixel, y, &line.text, size, color);
    }
}
