//! Discs and rings.

use super::area::Xy;
use super::canvas::Canvas;
use super::shapes::{self, hex, number};
use super::whole_pixels::{ceil, floor};
use crate::draw::theme::Color;

impl Canvas<'_> {
    /// Fills a disc.
    pub fn disc(&mut self, at: Xy, radius: f32, color: Color) {
        if radius < 1.0 && radius > 0.0 && !self.is_vector() {
            // Smaller than its soft edge: a fainter dot covers the same area.
            let faint = (f32::from(color.a) * radius * radius) as u8;
            return self.rimmed_disc(at, 1.0, 0.0, color.alpha(faint), color);
        }
        self.rimmed_disc(at, radius, 0.0, color, color);
    }

    /// Fills a disc with a radius of at least one pixel and a rim of `width` pixels in another colour. It is one pass, because
    /// most of a picture is units.
    pub fn rimmed_disc(&mut self, (cx, cy): Xy, radius: f32, width: f32, color: Color, rim: Color) {
        let smallest = if self.is_vector() { 0.01 } else { 1.0 };
        if !(cx.is_finite() && cy.is_finite() && radius.is_finite() && radius >= smallest) {
            return;
        }
        if self.is_vector() {
            let (width, wide) = (width.clamp(0.0, radius), number(width));
            let css = || match width > 0.0 {
                true => format!("{};stroke:{};stroke-width:{wide}", shapes::fill(color), hex(rim)),
                false => shapes::fill(color),
            };
            return self.circle((cx, cy), radius - width / 2.0, css);
        }
        // A linear edge one pixel wide adds π/12 to the area. A slightly smaller radius compensates for it.
        let r = (radius * radius - 1.0 / 12.0).sqrt();
        let (outer, core) = (r + 0.5, r - 0.5 - width.max(0.0));
        for y in Self::clip(cy - outer, cy + outer, self.height) {
            let dy = y as f32 + 0.5 - cy;
            let reach = (outer * outer - dy * dy).max(0.0).sqrt();
            let all = Self::clip(cx - reach - 0.5, cx + reach + 0.5, self.width);
            // Pixels within `solid` of the middle column have the inner colour only.
            let solid = (core * core - dy * dy).max(0.0).sqrt();
            let from = ceil(cx - solid - 0.5).clamp(all.start, all.end);
            let to = floor(cx + solid + 0.5).clamp(from, all.end);
            let (from, to) = if dy.abs() < core { (from, to) } else { (all.end, all.end) };
            self.span(y, from, to, color);
            for x in (all.start..from).chain(to..all.end) {
                let dx = x as f32 + 0.5 - cx;
                let distance = (dx * dx + dy * dy).sqrt();
                if distance < outer {
                    let inner = (core + 1.0 - distance).clamp(0.0, 1.0);
                    let tint = if width > 0.0 { rim.mix(color, (inner * 256.0) as u32) } else { color };
                    self.blend(x, y, tint.alpha(color.a), (outer - distance).min(1.0));
                }
            }
        }
    }

    /// Adds a circle as an SVG element, if it touches the canvas.
    fn circle(&mut self, (cx, cy): Xy, radius: f32, css: impl FnOnce() -> String) {
        let outside = |at: f32, size: usize| at < -radius - 5.0 || at > size as f32 + radius + 5.0;
        if !outside(cx, self.width) && !outside(cy, self.height) {
            let [x, y, r] = [cx, cy, radius].map(number);
            self.element(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""), css);
        }
    }

    /// Draws a circle, `width` pixels wide.
    pub fn ring(&mut self, (cx, cy): Xy, radius: f32, width: f32, color: Color) {
        if !(cx.is_finite() && cy.is_finite() && radius.is_finite() && radius > 0.0 && width > 0.0) {
            return;
        }
        if self.is_vector() {
            return self.circle((cx, cy), radius, || shapes::stroke(color, width));
        }
        let half = width / 2.0 + 0.5;
        let (outer, hole) = (radius + half, (radius - half).max(0.0));
        for y in Self::clip(cy - outer, cy + outer, self.height) {
            let dy = y as f32 + 0.5 - cy;
            let reach = (outer * outer - dy * dy).max(0.0).sqrt();
            let all = Self::clip(cx - reach - 0.5, cx + reach + 0.5, self.width);
            let inside = (hole * hole - dy * dy).max(0.0).sqrt();
            let from = ceil(cx - inside + 0.5).clamp(all.start, all.end);
            let to = floor(cx + inside - 0.5).clamp(from, all.end);
            for x in (all.start..from).chain(to..all.end) {
                let dx = x as f32 + 0.5 - cx;
                let cover = half - ((dx * dx + dy * dy).sqrt() - radius).abs();
                if cover > 0.0 {
                    self.blend(x, y, color, cover.min(width).min(1.0));
                }
            }
        }
    }
}
