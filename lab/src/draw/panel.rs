//! The selected unit's reasons in words, and their box.

use super::canvas::Canvas;
use super::text::{self, STRIP, Size};
use super::theme::{Color, Theme};
use super::units::color_before_arrival;
use crate::text::counted;
use sidestep::steering::reasons::{Aspect, Reasons, heading};
use sidestep::types::Vec2;
use sidestep::world::World;

/// The width of a model's words, characters.
const WORDS: usize = 48;

/// Draws the reasons of unit `id` at the right edge.
pub fn reasons(world: &World, id: usize, theme: &Theme, canvas: &mut Canvas) {
    let (lines, size) = (lines(world, id, theme), Size::body(1));
    let longest = lines.iter().map(|(t, _)| size.width(t)).max().unwrap_or(0);
    let (wide, high) = (longest + 24, lines.len() as i32 * size.line() + 20);
    let (x, y) = ((canvas.width() as i32 - wide - 8).max(0), STRIP as i32 + 8);
    let (a, b) = ((x as f32, y as f32), ((x + wide) as f32, (y + high) as f32));
    canvas.rect(a, b, theme.panel.alpha(228));
    canvas.frame((a.0 + 0.5, a.1 + 0.5), (b.0 - 0.5, b.1 - 0.5), 1.0, theme.grid_strong);
    for (k, (line, color)) in lines.iter().enumerate() {
        text::draw(canvas, x + 12, y + 10 + k as i32 * size.line(), line, size, *color);
    }
}

/// The reasons of unit `id` in words: lines with their colours.
pub fn lines(world: &World, id: usize, theme: &Theme) -> Vec<(String, Color)> {
    let (units, reasons) = (world.units(), world.reasons(id));
    let group = world.layout().groups.get(usize::from(units.group[id])).map_or("", String::as_str);
    // If all units have one mode, the strip at the top names it.
    let mode = if world.modes().len() > 1 && world.plan(id).is_none() {
        format!("  {}", world.mode(id))
    } else {
        String::new()
    };
    let (at, velocity) = (world.layout().map_point(units.position[id]), units.velocity[id]);
    let mut lines = vec![
        (format!("unit {id}  {group}{mode}"), color_before_arrival(world, id, theme)),
        (format!("at       {:.2}, {:.2} m", at.x, at.y), theme.text),
        (format!("speed    {:.2} m/s{}", velocity.norm(), heading(velocity)), theme.text),
    ];
    let desired = match (units.arrived[id], reasons.desired == Vec2::zeros()) {
        (true, _) => "none: arrived".to_string(),
        (false, true) => "none: stands still".to_string(),
        (false, false) => format!("direction{}", heading(reasons.desired).replace(',', "")),
    };
    lines.push((format!("desired  {desired}"), theme.text));
    lines.push((format!("sees     {}", counted(reasons.neighbours.len() as u64, "neighbour")), theme.text));
    forces(&reasons, theme, &mut lines);
    if !reasons.words.is_empty() {
        let heading = world.plan(id).map_or(world.mode(id).name(), |plan| plan.combine.name());
        heading_line(heading, theme, &mut lines);
        let words = reasons.words.iter().flat_map(|words| wrapped(words, WORDS));
        lines.extend(words.map(|line| (line, theme.text)));
    }
    let in_words = reasons.aspects.iter().filter(|aspect| !aspect.lines.is_empty());
    in_words.for_each(|found| aspect(found, theme, &mut lines));
    lines
}

/// Wraps words into lines of at most `most` characters, with a hanging indent.
pub(super) fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > most {
            lines.push(format!("  {word}"));
        } else if let Some(last) = lines.last_mut() {
            *last += if line > 0 { " " } else { "" };
            *last += word;
        }
    }
    lines
}

fn heading_line(text: &str, theme: &Theme, lines: &mut Vec<(String, Color)>) {
    lines.push((String::new(), theme.text));
    lines.push((text.to_string(), theme.text_dim));
}

fn forces(reasons: &Reasons, theme: &Theme, lines: &mut Vec<(String, Color)>) {
    if reasons.parts.is_empty() {
        return;
    }
    heading_line("forces", theme, lines);
    for (name, part) in &reasons.parts {
        lines.push((format!("{name:<12}{:>7.1} N{}", part.norm(), heading(*part)), theme.text));
    }
    let sum = reasons.force;
    lines.push((format!("{:<12}{:>7.1} N{}", "total", sum.norm(), heading(sum)), theme.green));
}

fn aspect(aspect: &Aspect, theme: &Theme, lines: &mut Vec<(String, Color)>) {
    heading_line(aspect.heading, theme, lines);
    lines.extend(aspect.lines.iter().map(|(line, tint)| (line.clone(), theme.tint(*tint))));
}
