//! Rectangles and polygons.

use super::area::Xy;
use super::canvas::Canvas;
use super::shapes::{self, number};
use crate::draw::theme::Color;

impl Canvas<'_> {
    /// Fills the rectangle between two corners.
    pub fn rect(&mut self, a: Xy, b: Xy, color: Color) {
        if [a.0, a.1, b.0, b.1].iter().any(|v| v.is_nan()) {
            return;
        }
        let (x0, x1) = (a.0.min(b.0).max(0.0), a.0.max(b.0).min(self.width as f32));
        let (y0, y1) = (a.1.min(b.1).max(0.0), a.1.max(b.1).min(self.height as f32));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        if self.is_vector() {
            let [x, y, width, height] = [x0, y0, x1 - x0, y1 - y0].map(number);
            let rect = format_args!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            self.element(rect, || shapes::fill(color));
            return;
        }
        // The share of pixel `i` that the interval covers.
        let share =
            |i: usize, from: f32, to: f32| (to.min(i as f32 + 1.0) - from.max(i as f32)).clamp(0.0, 1.0);
        let columns = Self::clip(x0, x1, self.width);
        let (from, to) = (x0.ceil() as usize, (x1.floor() as usize).max(x0.ceil() as usize));
        let to = to.min(columns.end);
        for y in Self::clip(y0, y1, self.height) {
            let row = share(y, y0, y1);
            let tint = color.alpha((f32::from(color.a) * row + 0.5) as u8);
            self.span(y, from.min(to), to, tint);
            for x in (columns.start..from.min(columns.end)).chain(to.max(columns.start)..columns.end) {
                if x < from || x >= to {
                    self.blend(x, y, tint, share(x, x0, x1));
                }
            }
        }
    }

    /// Draws the outline of a rectangle.
    pub fn frame(&mut self, a: Xy, b: Xy, width: f32, color: Color) {
        if self.is_vector() {
            return self.polyline(&[a, (b.0, a.1), b, (a.0, b.1), a], width, color);
        }
        let (x0, x1) = (a.0.min(b.0), a.0.max(b.0));
        let (y0, y1) = (a.1.min(b.1), a.1.max(b.1));
        let half = width / 2.0;
        for y in [y0, y1] {
            self.rect((x0 - half, y - half), (x1 + half, y + half), color);
        }
        for x in [x0, x1] {
            self.rect((x - half, y0 + half), (x + half, y1 - half), color);
        }
    }

    /// Fills a polygon, convex or not, by the even-odd rule.
    pub fn polygon(&mut self, points: &[Xy], color: Color) {
        /// Scan lines per pixel row.
        const LINES: usize = 4;
        if points.len() < 3 || points.iter().any(|p| !p.0.is_finite() || !p.1.is_finite()) {
            return;
        }
        if self.is_vector() {
            let path = shapes::path(points);
            let css = || shapes::fill(color) + ";fill-rule:evenodd";
            self.element(format_args!("path d=\"{path}z\""), css);
            return;
        }
        let bounds = |get: fn(&Xy) -> f32| {
            let values = || points.iter().map(get);
            (values().fold(f32::INFINITY, f32::min), values().fold(f32::NEG_INFINITY, f32::max))
        };
        let ((left, right), (top, bottom)) = (bounds(|p| p.0), bounds(|p| p.1));
        let columns = Self::clip(left, right, self.width);
        if columns.is_empty() {
            return;
        }
        let (low, high) = (columns.start as f32, columns.end as f32);
        let mut cover = vec![0.0f32; columns.len()];
        let mut crossings: Vec<f32> = Vec::new();
        for y in Self::clip(top, bottom, self.height) {
            cover.fill(0.0);
            for line in 0..LINES {
                let at = y as f64 + (line as f64 + 0.5) / LINES as f64;
                crossings.clear();
                for (i, a) in points.iter().enumerate() {
                    let b = points[(i + 1) % points.len()];
                    let (ay, by) = (f64::from(a.1), f64::from(b.1));
                    if (ay <= at) != (by <= at) {
                        let x = f64::from(a.0) + (at - ay) / (by - ay) * (f64::from(b.0) - f64::from(a.0));
                        crossings.push((x as f32).clamp(low, high) - low);
                    }
                }
                crossings.sort_by(f32::total_cmp);
                for pair in crossings.chunks_exact(2) {
                    add_span(&mut cover, pair[0], pair[1], 1.0 / LINES as f32);
                }
            }
            for (x, &share) in columns.clone().zip(&cover) {
                if share > 0.0 {
                    self.blend(x, y, color, share.min(1.0));
                }
            }
        }
    }
}

/// Adds `weight` of coverage to the cells between `from` and `to`, and a part of it to the cells at the ends.
fn add_span(cover: &mut [f32], from: f32, to: f32, weight: f32) {
    let first = (from as usize).min(cover.len() - 1);
    let last = (to as usize).min(cover.len() - 1);
    if first == last {
        cover[first] += (to - from) * weight;
        return;
    }
    cover[first] += (first as f32 + 1.0 - from) * weight;
    cover[first + 1..last].iter_mut().for_each(|c| *c += weight);
    cover[last] += (to - last as f32) * weight;
}
