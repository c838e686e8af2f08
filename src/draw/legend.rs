//! What the colours and lines of a picture mean: its groups, and each overlay that is on.

use super::View;
use super::canvas::Canvas;
use super::overlays::{self, Overlay};
use super::text::{self, STRIP, Size};
use super::theme::{self, Color};
use super::{marks, panel};
use crate::navigation::Goal;
use crate::steering::combine::Plan;
use crate::steering::reasons::Tint;
use crate::world::World;

/// A sample of what is drawn in the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Swatch {
    /// A filled disc.
    Disc(Color),
    /// A circle's line.
    Ring(Color),
    /// A line.
    Line(Color),
    /// A line of dashes.
    Dashes(Color),
    /// An arrow.
    Arrow(Color),
    /// The shades of a grid, by its name and its least and largest value.
    Shades(&'static str, (f32, f32)),
    /// Nothing: the overlay has nothing to show.
    Nothing,
}

/// A line of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The sample.
    pub swatch: Swatch,
    /// What it means, with its unit.
    pub text: String,
}

impl Entry {
    fn new(swatch: Swatch, text: impl Into<String>) -> Entry {
        Entry { swatch, text: text.into() }
    }
}

/// The groups in the colours in which their units are drawn. Units that stand have a colour of their own: a group of nothing else
/// has that one, and they have an entry where they belong to groups that walk.
pub fn groups(world: &World) -> Vec<Entry> {
    let layout = world.layout();
    let stands = |group: usize| {
        let starts = layout.starts.iter().filter(move |start| usize::from(start.group) == group);
        starts.map(|start| start.goal == Goal::Stand)
    };
    let all_stand = |group: usize| stands(group).all(|stands| stands) && stands(group).next().is_some();
    let entry = |(group, name): (usize, &String)| {
        let color = if all_stand(group) { theme::STANDING } else { theme::group(group as u16) };
        Entry::new(Swatch::Disc(color), name.clone())
    };
    let mut entries: Vec<Entry> = layout.groups.iter().enumerate().map(entry).collect();
    if (0..layout.groups.len()).any(|group| !all_stand(group) && stands(group).any(|stands| stands)) {
        entries.push(Entry::new(Swatch::Disc(theme::STANDING), "standing"));
    }
    entries
}

/// What each overlay that is on shows here, or why it shows nothing.
pub fn overlays(world: &World, view: &View) -> Vec<Entry> {
    if world.units().is_empty() {
        return Vec::new();
    }
    view.overlays.iter().flat_map(|overlay| entries(world, view, overlay)).collect()
}

fn entries(world: &World, view: &View, overlay: Overlay) -> Vec<Entry> {
    let found = match overlay {
        Overlay::Density | Overlay::Potential | Overlay::Pressure | Overlay::LaneField => {
            grid(world, view, overlay).into_iter().collect()
        }
        Overlay::Model => model(world, view),
        _ if shows(world, view, overlay) => fixed(world, view, overlay),
        _ => Vec::new(),
    };
    if found.is_empty() {
        let text = format!("{}: {}", overlay.name(), why_nothing(world, view, overlay));
        return vec![Entry::new(Swatch::Nothing, text)];
    }
    found
}

/// Whether an overlay that is no grid has something to show of the units that it is about.
fn shows(world: &World, view: &View, overlay: Overlay) -> bool {
    let reasons = || overlays::viewers(world, view.selected).into_iter().map(|id| world.reasons(id));
    match overlay {
        Overlay::Rays => reasons().any(|why| why.raycast.is_some()),
        Overlay::Field | Overlay::Cardioid => reasons().any(|why| why.cardioid.is_some()),
        Overlay::Neighbours => {
            overlays::viewers(world, view.selected).iter().any(|id| world.perception_radius(*id) > 0.0)
        }
        Overlay::Predicted => (0..world.units().len()).any(|id| !world.foreseen(id).is_empty()),
        _ => true,
    }
}

fn why_nothing(world: &World, view: &View, overlay: Overlay) -> String {
    let from_the_tick = matches!(
        overlay,
        Overlay::Density | Overlay::Potential | Overlay::Pressure | Overlay::LaneField | Overlay::Predicted
    );
    let walks = |id: usize| world.way(id) != crate::types::Vec2::zeros();
    match view.selected.filter(|id| *id < world.units().len()) {
        _ if overlay == Overlay::Path => "no goal and no path of a plan".into(),
        _ if world.ticks() == 0 && from_the_tick => "nothing before the first tick".into(),
        Some(id) if world.ticks() > 0 && !walks(id) => format!("unit {id} does not walk"),
        Some(id) if world.plan(id).is_some_and(|plan| !plan.avoids()) => {
            format!("unit {id} follows a plan, which has none")
        }
        Some(id) => format!("the mode {} has none", world.mode(id)),
        None if world.ticks() > 0 && !(0..world.units().len()).any(walks) => "no unit walks".into(),
        None if !world.avoids() => "plans have none".into(),
        None => {
            let modes = world.modes().iter().map(|mode| mode.name()).collect::<Vec<_>>();
            let mode = if modes.len() == 1 { "the mode" } else { "none of the modes" };
            let has = if modes.len() == 1 { "has none" } else { "has it" };
            format!("{mode} {} {has}", modes.join(", "))
        }
    }
}

/// The samples of an overlay whose meaning is the same in every mode.
fn fixed(world: &World, view: &View, overlay: Overlay) -> Vec<Entry> {
    use Swatch::{Arrow, Dashes, Disc, Line, Ring};
    let viewers = overlays::viewers(world, view.selected);
    let group = theme::group(viewers.first().map_or(0, |id| world.units().group[*id]));
    let of = |samples: &[(Swatch, &str)]| samples.iter().map(|(s, text)| Entry::new(*s, *text)).collect();
    match overlay {
        Overlay::Force => {
            let mut entries = vec![Entry::new(Arrow(theme::GREEN), "steering force: 3 radii at the maximum")];
            if shows(world, view, Overlay::Rays) {
                entries.push(Entry::new(Arrow(overlays::RAYS_PART), "the rays' part of it"));
            }
            entries
        }
        Overlay::Rays => {
            of(&[(Line(theme::TEXT), "rays ahead"), (Ring(theme::RED), "nearest hit and its unit")])
        }
        Overlay::Field => of(&[
            (Arrow(theme::RED), "field: a neighbour's repulsion"),
            (Arrow(theme::BLUE), "turned sideways, and their sum"),
            (Arrow(theme::YELLOW), "sum of the repulsions"),
            (Arrow(theme::GREEN), "the resolved direction"),
        ]),
        Overlay::Cardioid => {
            of(&[(Line(theme::YELLOW), "weight of a direction: 0 at the unit, 1 at the perception radius")])
        }
        Overlay::Path => {
            let mut entries = Vec::new();
            if viewers.iter().any(|id| world.target(*id).is_some()) {
                entries.push(Entry::new(Dashes(group), "way to the goal, as far as it is straight"));
            }
            let path = |id: &usize| {
                let parts = world.plan(*id).map(Plan::parts).unwrap_or_default();
                parts.iter().any(|part| part.path.is_some())
            };
            if viewers.iter().any(path) {
                entries.push(Entry::new(Line(group), "the path of the plan"));
            }
            entries
        }
        Overlay::Trail => of(&[(Disc(group), "positions in the last 5 s")]),
        Overlay::Neighbours => {
            let reach = viewers.iter().map(|id| world.perception_radius(*id)).fold(0.0, f32::max);
            vec![
                Entry::new(Line(theme::TEXT_DIM), "to each neighbour perceived"),
                Entry::new(Ring(theme::TEXT_DIM), format!("perception radius, {reach:.1} m")),
            ]
        }
        Overlay::Contacts => of(&[(Disc(theme::ACCENT), "contact of two units")]),
        Overlay::Predicted => of(&[(Line(group), "predicted positions, a dot at the last")]),
        _ => Vec::new(),
    }
}

/// What a grid holds, from its least to its largest value.
fn grid(world: &World, view: &View, overlay: Overlay) -> Option<Entry> {
    let (id, parts) = overlays::seen(world, view, overlay)?;
    let first = parts.first()?;
    let name = overlay.name().replace('-', " ");
    let whose = match overlay {
        Overlay::Potential | Overlay::LaneField => format!(", for unit {id}"),
        _ => String::new(),
    };
    let Some((low, high)) = marks::range(&parts) else {
        return Some(Entry::new(Swatch::Nothing, format!("{name}: 0 everywhere{whose}")));
    };
    let mut text = format!("{name}: {} to {} {}{whose}", short(low), short(high), first.unit);
    if overlay == Overlay::Potential {
        text += &format!("; a line every {}", short((high - low) / marks::CONTOURS as f32));
    }
    Some(Entry::new(Swatch::Shades(first.name, (low, high)), text))
}

/// The tints of the model's marks that occur.
fn model(world: &World, view: &View) -> Vec<Entry> {
    let viewers = overlays::viewers(world, view.selected);
    let marks: Vec<_> = viewers.iter().flat_map(|id| world.reasons(*id).marks).collect();
    let tints = [
        (Tint::Against, "model: repels or forbids"),
        (Tint::For, "model: helps or permits"),
        (Tint::Foreseen, "model: predicted"),
        (Tint::Chosen, "model: chosen"),
        (Tint::Faint, "model: for comparison"),
    ];
    let occurs = tints.into_iter().filter(|(tint, _)| marks.iter().any(|(_, other)| other == tint));
    occurs.map(|(tint, text)| Entry::new(Swatch::Line(marks::color(tint)), text)).collect()
}

/// A number with two or three digits that count.
fn short(value: f32) -> String {
    match value.abs() {
        0.0 => "0".into(),
        x if x >= 100.0 => format!("{value:.0}"),
        x if x >= 10.0 => format!("{value:.1}"),
        x if x >= 0.05 => format!("{value:.2}"),
        _ => format!("{value:.1e}"),
    }
}

/// Draws a legend at the upper left, below the strip, on at most the rows down to `bottom`.
pub(super) fn draw(entries: &[Entry], bottom: i32, scale: u32, canvas: &mut Canvas) {
    let (size, pixel) = (Size::body(scale), scale as i32);
    let sample = 4 * size.advance();
    let room = canvas.width() as i32 - sample - 36 * pixel;
    let characters = (room / size.advance()).max(8) as usize;
    let lines = entries.iter().flat_map(|entry| {
        let lines = panel::wrapped(&entry.text, characters).into_iter().enumerate();
        lines.map(|(k, line)| Entry::new(if k == 0 { entry.swatch } else { Swatch::Nothing }, line))
    });
    let mut lines: Vec<Entry> = lines.collect();
    let top = (STRIP as i32 + 8) * pixel;
    let most = ((bottom - top - 12 * pixel) / size.line()).max(1) as usize;
    if lines.len() > most {
        let left_out = lines.len() - (most - 1);
        lines.truncate(most - 1);
        lines.push(Entry::new(Swatch::Nothing, format!("+ {left_out} more lines")));
    }
    let Some(longest) = lines.iter().map(|line| size.width(&line.text)).max() else { return };
    let (x, wide) = (8 * pixel, longest + sample + 20 * pixel);
    // Units that are under it can still be made out.
    let high = lines.len() as i32 * size.line() + 12 * pixel;
    let (from, to) = ((x as f32, top as f32), ((x + wide) as f32, (top + high) as f32));
    canvas.rect(from, to, theme::PANEL.alpha(190));
    for (k, line) in lines.iter().enumerate() {
        let (left, y) = (x + 8 * pixel, top + 6 * pixel + k as i32 * size.line());
        swatch(line.swatch, (left as f32, (y + size.line() / 2) as f32), sample as f32, scale as f32, canvas);
        let color = if line.swatch == Swatch::Nothing { theme::TEXT_DIM } else { theme::TEXT };
        text::draw(canvas, left + sample + 4 * pixel, y, &line.text, size, color);
    }
}

/// Draws a sample, `wide` pixels at most, from its left end.
pub(super) fn swatch(swatch: Swatch, (x, y): (f32, f32), wide: f32, scale: f32, canvas: &mut Canvas) {
    let (middle, right) = ((x + wide / 2.0, y), (x + wide, y));
    match swatch {
        Swatch::Disc(color) => canvas.disc(middle, 5.0 * scale, color),
        Swatch::Ring(color) => canvas.ring(middle, 5.0 * scale, 1.5 * scale, color),
        Swatch::Line(color) => canvas.line((x, y), right, 2.0 * scale, color),
        Swatch::Dashes(color) => canvas.dashed((x, y), right, 7.0 * scale, 5.0 * scale, 1.5 * scale, color),
        Swatch::Arrow(color) => canvas.arrow((x, y), right, 2.0 * scale, color),
        Swatch::Shades(name, (low, high)) => {
            let (steps, half) = (16, 6.0 * scale);
            for k in 0..steps {
                let value = low + (high - low) * (k as f32 + 0.5) / steps as f32;
                let (from, to) =
                    (x + wide * k as f32 / steps as f32, x + wide * (k + 1) as f32 / steps as f32);
                canvas.rect((from.round(), y - half), (to.round(), y + half), theme::FLOOR);
                canvas.rect(
                    (from.round(), y - half),
                    (to.round(), y + half),
                    marks::shade(name, value, (low, high)),
                );
            }
        }
        Swatch::Nothing => {}
    }
}
