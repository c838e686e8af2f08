//! Boxes of text: the result of a run, and why the selected unit does what it does.

use super::canvas::Canvas;
use super::text::{self, STRIP, Size};
use super::theme::{self, Color};
use super::units::color_before_arrival;
use crate::math;
use crate::steering::reasons::{CardioidReasons, Crossing, Ray, RaycastReasons, Reasons};
use crate::text::counted;
use crate::types::{Side, Vec2};
use crate::world::World;

/// Neighbours of the cardioid field that are listed.
const LISTED: usize = 6;

/// Characters of a line of a model's words.
const WORDS: usize = 48;

/// What is behind a box of text.
pub fn backing((x, y): (i32, i32), (wide, high): (i32, i32), canvas: &mut Canvas) {
    let (a, b) = ((x as f32, y as f32), ((x + wide) as f32, (y + high) as f32));
    canvas.rect(a, b, theme::PANEL.alpha(228));
    canvas.frame((a.0 + 0.5, a.1 + 0.5), (b.0 - 0.5, b.1 - 0.5), 1.0, theme::GRID_STRONG);
}

/// What is behind a box of text that nothing may shine through, since words and lines would run into each other.
pub fn opaque((x, y): (i32, i32), (wide, high): (i32, i32), canvas: &mut Canvas) {
    canvas.rect((x as f32, y as f32), ((x + wide) as f32, (y + high) as f32), theme::PANEL);
    backing((x, y), (wide, high), canvas);
}

/// The result of a run, above the lower strip.
pub fn result(lines: &[String], scale: u32, canvas: &mut Canvas) {
    let (size, heading, pixel) = (Size::body(scale), Size::heading(scale), scale as i32);
    let Some((first, rest)) = lines.split_first() else { return };
    let longest = rest.iter().map(|line| size.width(line)).fold(heading.width(first), i32::max);
    let wide = longest + 24 * pixel;
    let high = heading.line() + rest.len() as i32 * size.line() + 20 * pixel;
    let x = ((canvas.width() as i32 - wide) / 2).max(0);
    // A message has its place below.
    let free = canvas.height() as i32 - (STRIP as i32 + 48) * pixel;
    let y = (free - high).max(STRIP as i32 * pixel);
    opaque((x, y), (wide, high), canvas);
    let (left, top) = (x + 12 * pixel, y + 8 * pixel);
    text::draw(canvas, left, top, first, heading, theme::ACCENT);
    for (k, line) in rest.iter().enumerate() {
        text::draw(canvas, left, top + heading.line() + k as i32 * size.line(), line, size, theme::TEXT);
    }
}

/// Why unit `id` does what it does, at the right edge.
pub fn reasons(world: &World, id: usize, size: Size, scale: i32, canvas: &mut Canvas) {
    let lines = lines(world, id);
    let longest = lines.iter().map(|(t, _)| size.width(t)).max().unwrap_or(0);
    let (wide, high) = (longest + 24 * scale, lines.len() as i32 * size.line() + 20 * scale);
    let (x, y) = ((canvas.width() as i32 - wide - 8 * scale).max(0), (STRIP as i32 + 8) * scale);
    backing((x, y), (wide, high), canvas);
    for (k, (line, color)) in lines.iter().enumerate() {
        text::draw(canvas, x + 12 * scale, y + 10 * scale + k as i32 * size.line(), line, size, *color);
    }
}

/// Why unit `id` does what it does, in words: a line and its colour each.
pub fn lines(world: &World, id: usize) -> Vec<(String, Color)> {
    let (units, reasons) = (world.units(), world.reasons(id));
    let group = world.layout().groups.get(usize::from(units.group[id])).map_or("", String::as_str);
    // Where all have one mode, the strip above says it.
    let mode = if world.modes().len() > 1 && world.plan(id).is_none() {
        format!("  {}", world.mode(id))
    } else {
        String::new()
    };
    let (at, velocity) = (world.layout().map_point(units.position[id]), units.velocity[id]);
    let mut lines = vec![
        (format!("unit {id}  {group}{mode}"), color_before_arrival(world, id)),
        (format!("at       {:.2}, {:.2} m", at.x, at.y), theme::TEXT),
        (format!("speed    {:.2} m/s{}", velocity.norm(), heading(velocity)), theme::TEXT),
    ];
    let wants = match (units.arrived[id], reasons.desired == Vec2::zeros()) {
        (true, _) => "arrived".to_string(),
        (false, true) => "to stand".to_string(),
        (false, false) => format!("to go{}", heading(reasons.desired)),
    };
    lines.push((format!("wants    {wants}"), theme::TEXT));
    lines.push((format!("sees     {}", counted(reasons.neighbours.len() as u64, "neighbour")), theme::TEXT));
    forces(&reasons, &mut lines);
    if let Some(raycast) = &reasons.raycast {
        rays(raycast, &reasons.neighbours, &mut lines);
    }
    if !reasons.words.is_empty() {
        let heading = world.plan(id).map_or(world.mode(id).name(), |plan| plan.combine.name());
        heading_line(heading, &mut lines);
        let words = reasons.words.iter().flat_map(|words| wrapped(words, WORDS));
        lines.extend(words.map(|line| (line, theme::TEXT)));
    }
    if let Some(cardioid) = &reasons.cardioid {
        field(cardioid, &reasons.neighbours, &mut lines);
    }
    lines
}

/// A model's words in lines of at most `most` characters, the second and later ones indented.
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

/// ", 12°" or nothing for what has no direction.
fn heading(v: Vec2) -> String {
    // Adding 0 makes 0 of −0.
    if v.norm() < 1e-3 { String::new() } else { format!(", {}°", math::angle(v).to_degrees().round() + 0.0) }
}

/// "12° left", as seen along `along`.
fn relative_heading(v: Vec2, along: Vec2) -> String {
    let angle = math::wrap(math::angle(v) - math::angle(along)).to_degrees();
    match angle {
        a if a.abs() < 0.5 => "straight on".into(),
        a if a > 0.0 => format!("{a:.0}° left"),
        a => format!("{:.0}° right", -a),
    }
}

fn heading_line(text: &str, lines: &mut Vec<(String, Color)>) {
    lines.push((String::new(), theme::TEXT));
    lines.push((text.to_string(), theme::TEXT_DIM));
}

fn forces(reasons: &Reasons, lines: &mut Vec<(String, Color)>) {
    if reasons.parts.is_empty() {
        return;
    }
    heading_line("forces", lines);
    for (name, part) in &reasons.parts {
        lines.push((format!("{name:<12}{:>7.1} N{}", part.norm(), heading(*part)), theme::TEXT));
    }
    let sum = reasons.force;
    lines.push((format!("{:<12}{:>7.1} N{}", "together", sum.norm(), heading(sum)), theme::GREEN));
}

fn rays(raycast: &RaycastReasons, neighbours: &[u32], lines: &mut Vec<(String, Color)>) {
    heading_line("rays", lines);
    let Some(hit) = raycast.hit else {
        let text = if raycast.rays.is_empty() { "too slow to look ahead" } else { "nothing ahead" };
        return lines.push((text.to_string(), theme::TEXT));
    };
    let ray = match hit.ray {
        Ray::Centre => "centre",
        Ray::Right => "right",
        Ray::Left => "left",
    };
    let unit = neighbours.get(hit.neighbour).map_or("?".to_string(), u32::to_string);
    let share = hit.fraction * 100.0;
    lines.push((format!("{ray} ray hits unit {unit} at {share:.0} %"), theme::RED));
    let turn = match raycast.turn {
        Some(Side::Left) => "turns left",
        Some(Side::Right) => "turns right",
        None => "does not turn",
    };
    lines.push((format!("{turn}, {:.1} N", raycast.force.norm()), theme::TEXT));
}

fn field(field: &CardioidReasons, neighbours: &[u32], lines: &mut Vec<(String, Color)>) {
    heading_line("cardioid field", lines);
    lines.push((format!("chooses {}", relative_heading(field.direction, field.desired)), theme::TEXT));
    lines.push((format!("sum     {:.2}{}", field.force_sum.norm(), heading(field.force_sum)), theme::YELLOW));
    let sideways = field.adjusted_sum;
    lines.push((format!("turned  {:.2}{}", sideways.norm(), heading(sideways)), theme::BLUE));
    if let Some(resolved) = field.resolved {
        lines.push((format!("result  {:.2}{}", resolved.norm(), heading(resolved)), theme::GREEN));
    }
    if let Some(deferral) = field.deferral {
        lines.push((format!("defers  {deferral:.2}"), theme::TEXT));
    }
    let mut order: Vec<usize> = (0..field.neighbours.len().min(neighbours.len())).collect();
    let strength = |k: &usize| field.neighbours[*k].force.norm();
    order.retain(|k| strength(k) > 1e-4);
    // Strongest first; of equals the nearer one, which comes first already.
    order.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    for k in order.into_iter().take(LISTED) {
        let reason = &field.neighbours[k];
        let crossing = match reason.crossing {
            Crossing::None => "",
            Crossing::NoCross => "  does not cross",
            Crossing::RightOfWay => "  we go first",
            Crossing::Yield => "  we let it pass",
        };
        let factor = reason.crossing_factor.map_or(String::new(), |f| format!(" ×{f:.2}"));
        let text = format!(
            "unit {:<5} c {:.2}  {:.2}{crossing}{factor}",
            neighbours[k],
            reason.cardioid,
            strength(&k)
        );
        lines.push((text, theme::TEXT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_never_minus_zero() {
        assert_eq!(heading(Vec2::new(2.0, -0.001)), ", 0°");
        assert_eq!(heading(Vec2::new(2.0, 0.0)), ", 0°");
        assert_eq!(heading(Vec2::new(0.0, -1.0)), ", -90°");
        assert_eq!(heading(Vec2::zeros()), "");
    }
}
