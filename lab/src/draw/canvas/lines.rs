//! Solid, dashed and dotted lines, and arrows.

use super::area::Xy;
use super::canvas::Canvas;
use super::shapes::{self, number};
use crate::draw::theme::Color;

impl Canvas<'_> {
    /// The part of a segment on the canvas or within `reach` pixels of it, as shares of its length.
    fn clip_segment(&self, a: Xy, b: Xy, reach: f32) -> Option<(f64, f64)> {
        let values = [a.0, a.1, b.0, b.1, reach];
        if values.iter().any(|v| !v.is_finite()) {
            return None;
        }
        let (mut from, mut to) = (0.0f64, 1.0f64);
        let reach = f64::from(reach);
        for (start, end, size) in [(a.0, b.0, self.width), (a.1, b.1, self.height)] {
            let (start, delta) = (f64::from(start), f64::from(end) - f64::from(start));
            let (low, high) = (-reach, size as f64 + reach);
            if delta == 0.0 {
                if start < low || start > high {
                    return None;
                }
                continue;
            }
            let (t0, t1) = ((low - start) / delta, (high - start) / delta);
            from = from.max(t0.min(t1));
            to = to.min(t0.max(t1));
        }
        (from <= to).then_some((from, to))
    }

    /// Draws a straight line with round ends.
    pub fn line(&mut self, a: Xy, b: Xy, width: f32, color: Color) {
        let half = width / 2.0 + 0.5;
        if width > 0.0
            && let Some((from, to)) = self.clip_segment(a, b, half)
        {
            let (a, b) = (along(a, b, from), along(a, b, to));
            if self.is_vector() {
                let path = shapes::path(&[a, b]);
                self.element(format_args!("path d=\"{path}\""), || shapes::stroke(color, width));
                return;
            }
            self.capsule(a, b, half, width.min(1.0), color);
        }
    }

    /// Draws a line within the canvas. `half` is half its width plus half a pixel for its soft edge.
    fn capsule(&mut self, a: Xy, b: Xy, half: f32, most: f32, color: Color) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length2 = dx * dx + dy * dy;
        let (length, per_length2) = (length2.sqrt(), if length2 > 0.0 { 1.0 / length2 } else { 0.0 });
        // Squared distances that are covered completely, and not at all.
        let (full, none) = ((half - most) * (half - most), half * half);
        let (left, right) = (a.0.min(b.0) - half, a.0.max(b.0) + half);
        for y in Self::clip(a.1.min(b.1) - half, a.1.max(b.1) + half, self.height) {
            let py = y as f32 + 0.5 - a.1;
            // The columns where the row crosses the band around the line.
            let (mut from, mut to) = (left, right);
            if dy.abs() > 1e-3 * length {
                let (middle, reach) = (a.0 + py * dx / dy, half * length / dy.abs());
                from = from.max(middle - reach);
                to = to.min(middle + reach);
            }
            if from > to {
                continue;
            }
            for x in Self::clip(from - 0.5, to + 0.5, self.width) {
                let px = x as f32 + 0.5 - a.0;
                let t = ((px * dx + py * dy) * per_length2).clamp(0.0, 1.0);
                let (ex, ey) = (px - t * dx, py - t * dy);
                let off = ex * ex + ey * ey;
                if off < none {
                    self.blend(x, y, color, if off <= full { most } else { half - off.sqrt() });
                }
            }
        }
    }

    /// Draws a chain of lines.
    pub fn polyline(&mut self, points: &[Xy], width: f32, color: Color) {
        if self.is_vector() && points.len() > 2 && points.iter().all(|p| p.0.is_finite() && p.1.is_finite()) {
            let path = shapes::path(points);
            self.element(format_args!("path d=\"{path}\""), || shapes::stroke(color, width));
            return;
        }
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], width, color);
        }
    }

    /// Draws a dashed line.
    pub fn dashed(&mut self, a: Xy, b: Xy, dash: f32, gap: f32, width: f32, color: Color) {
        if self.is_vector() {
            let (dash, gap) = (number(dash.max(1.0)), number(gap.max(1.0)));
            return self.patterned(a, b, width, color, &format!("{dash} {gap}"));
        }
        self.repeat(a, b, dash.max(1.0) + gap.max(1.0), width, |canvas, start, unit, room| {
            let end = dash.max(1.0).min(room);
            canvas.line(start, (start.0 + unit.0 * end, start.1 + unit.1 * end), width, color);
        });
    }

    /// Draws a dotted line with a dot every `every` pixels.
    pub fn dotted(&mut self, a: Xy, b: Xy, every: f32, radius: f32, color: Color) {
        if self.is_vector() {
            return self.patterned(a, b, 2.0 * radius, color, &format!("0 {}", number(every.max(1.0))));
        }
        self.repeat(a, b, every.max(1.0), radius, |canvas, start, _, _| canvas.disc(start, radius, color));
    }

    /// Adds a line of dashes or dots as an SVG element.
    fn patterned(&mut self, a: Xy, b: Xy, width: f32, color: Color, pattern: &str) {
        if self.clip_segment(a, b, width).is_some() {
            let path = shapes::path(&[a, b]);
            let css = || shapes::stroke(color, width) + ";stroke-dasharray:" + pattern;
            self.element(format_args!("path d=\"{path}\""), css);
        }
    }

    /// Calls `mark(canvas, position, direction, remaining length)` every `period` pixels along the visible part of a segment.
    fn repeat(
        &mut self,
        a: Xy,
        b: Xy,
        period: f32,
        reach: f32,
        mut mark: impl FnMut(&mut Self, Xy, Xy, f32),
    ) {
        if !period.is_finite() {
            return;
        }
        // A mark that starts just outside may extend into the canvas.
        let Some((from, to)) = self.clip_segment(a, b, reach + period) else { return };
        let (dx, dy) = (f64::from(b.0) - f64::from(a.0), f64::from(b.1) - f64::from(a.1));
        let length = (dx * dx + dy * dy).sqrt();
        if length == 0.0 {
            return;
        }
        let unit = ((dx / length) as f32, (dy / length) as f32);
        let period = f64::from(period);
        let first = (from * length / period).ceil();
        let count = ((to - from) * length / period).floor().max(0.0) as usize;
        for k in 0..=count {
            let at = (first + k as f64) * period;
            if at <= to * length {
                mark(self, along(a, b, at / length), unit, (length - at) as f32);
            }
        }
    }

    /// Draws an arrow. Its head is `2.5 × width + 3` pixels long, or less if the arrow is short.
    pub fn arrow(&mut self, a: Xy, b: Xy, width: f32, color: Color) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = (dx * dx + dy * dy).sqrt();
        if !length.is_finite() || length < 0.5 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let head = (2.5 * width + 3.0).min(length * 0.45);
        let neck = (b.0 - ux * head, b.1 - uy * head);
        let side = head * 0.45;
        self.line(a, neck, width, color);
        let (l, r) = ((neck.0 - uy * side, neck.1 + ux * side), (neck.0 + uy * side, neck.1 - ux * side));
        self.polygon(&[b, l, r], color);
    }
}

/// The point at a share of the segment from `a` to `b`.
fn along(a: Xy, b: Xy, share: f64) -> Xy {
    let coordinate = |a: f32, b: f32| (f64::from(a) + share * (f64::from(b) - f64::from(a))) as f32;
    (coordinate(a.0, b.0), coordinate(a.1, b.1))
}
