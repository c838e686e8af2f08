//! Anti-aliased shapes in an RGBA buffer, written by hand.
//!
//! Coordinates are pixels, y down, a pixel's middle at +0.5. Any coordinate may be given, not-a-number and
//! the astronomically large included: a shape is clipped first, and never costs more than the canvas is big.

use super::theme::Color;

/// A picture to draw on: `width × height` RGBA pixels.
#[derive(Debug)]
pub struct Canvas<'a> {
    width: usize,
    height: usize,
    pixels: &'a mut [u8],
}

/// A position on the canvas.
pub type Xy = (f32, f32);

impl<'a> Canvas<'a> {
    /// A canvas over `pixels`, four bytes each. When the buffer is too short, the lowest rows are missing.
    pub fn new(width: u32, height: u32, pixels: &'a mut [u8]) -> Canvas<'a> {
        let width = width as usize;
        let rows = pixels.len().checked_div(width * 4).unwrap_or(0);
        Canvas { width, height: rows.min(height as usize), pixels }
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The colour at a pixel; none outside.
    pub fn pixel(&self, x: usize, y: usize) -> Option<Color> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let p = &self.pixels[(y * self.width + x) * 4..][..4];
        Some(Color { r: p[0], g: p[1], b: p[2], a: p[3] })
    }

    /// Everything in one opaque colour.
    pub fn clear(&mut self, color: Color) {
        fill(self.pixels, color);
    }

    /// Blends `color` over one pixel, `cover` (0 to 1) of it.
    pub fn blend(&mut self, x: usize, y: usize, color: Color, cover: f32) {
        if x < self.width && y < self.height {
            let at = (y * self.width + x) * 4;
            mix(&mut self.pixels[at..at + 4], color, (f32::from(color.a) * cover + 0.5) as u32);
        }
    }

    /// Blends a run of whole pixels in row `y`, from `from` up to but without `to`; both lie inside.
    fn span(&mut self, y: usize, from: usize, to: usize, color: Color) {
        if from >= to {
            return;
        }
        let row = &mut self.pixels[(y * self.width + from) * 4..(y * self.width + to) * 4];
        if color.a == 255 && to - from > 64 {
            fill(row, color);
        } else if color.a == 255 {
            let value = [color.r, color.g, color.b, 255];
            row.chunks_exact_mut(4).for_each(|p| p.copy_from_slice(&value));
        } else {
            row.chunks_exact_mut(4).for_each(|p| mix(p, color, u32::from(color.a)));
        }
    }

    /// The pixels of a row or column, of `size`, that the interval touches.
    fn clip(from: f32, to: f32, size: usize) -> std::ops::Range<usize> {
        let (first, last) = (floor(from), ceil(to));
        first.min(size)..last.min(size)
    }

    /// A filled disc.
    pub fn disc(&mut self, at: Xy, radius: f32, color: Color) {
        if radius < 1.0 && radius > 0.0 {
            // Smaller than its own soft edge: a fainter dot covers the same area.
            let faint = (f32::from(color.a) * radius * radius) as u8;
            return self.rimmed_disc(at, 1.0, 0.0, color.alpha(faint), color);
        }
        self.rimmed_disc(at, radius, 0.0, color, color);
    }

    /// A filled disc of at least one pixel's radius whose outer `width` pixels have another colour, drawn in
    /// one go: units are most of what is drawn.
    pub fn rimmed_disc(&mut self, (cx, cy): Xy, radius: f32, width: f32, color: Color, rim: Color) {
        if !(cx.is_finite() && cy.is_finite() && radius.is_finite() && radius >= 1.0) {
            return;
        }
        // A linear edge one pixel wide adds π/12 to the area; a slightly smaller radius takes it away.
        let r = (radius * radius - 1.0 / 12.0).sqrt();
        let (outer, core) = (r + 0.5, r - 0.5 - width.max(0.0));
        for y in Self::clip(cy - outer, cy + outer, self.height) {
            let dy = y as f32 + 0.5 - cy;
            let reach = (outer * outer - dy * dy).max(0.0).sqrt();
            let all = Self::clip(cx - reach - 0.5, cx + reach + 0.5, self.width);
            // Pixels whose middle is within `solid` of the middle column are all in the inner colour.
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

    /// A circle's line, `width` pixels wide.
    pub fn ring(&mut self, (cx, cy): Xy, radius: f32, width: f32, color: Color) {
        if !(cx.is_finite() && cy.is_finite() && radius.is_finite() && radius > 0.0 && width > 0.0) {
            return;
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

    /// The part of a segment that is on the canvas or within `reach` pixels of it, as shares of its length.
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

    /// A straight line with round ends.
    pub fn line(&mut self, a: Xy, b: Xy, width: f32, color: Color) {
        let half = width / 2.0 + 0.5;
        if width > 0.0
            && let Some((from, to)) = self.clip_segment(a, b, half)
        {
            self.capsule(along(a, b, from), along(a, b, to), half, width.min(1.0), color);
        }
    }

    /// A line that lies on the canvas. `half` is half its width plus the half pixel of its soft edge.
    fn capsule(&mut self, a: Xy, b: Xy, half: f32, most: f32, color: Color) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length2 = dx * dx + dy * dy;
        let length = length2.sqrt();
        let (left, right) = (a.0.min(b.0) - half, a.0.max(b.0) + half);
        for y in Self::clip(a.1.min(b.1) - half, a.1.max(b.1) + half, self.height) {
            let py = y as f32 + 0.5 - a.1;
            // Where the row crosses the band around the line.
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
                let t = if length2 > 0.0 { ((px * dx + py * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
                let (ex, ey) = (px - t * dx, py - t * dy);
                let cover = half - (ex * ex + ey * ey).sqrt();
                if cover > 0.0 {
                    self.blend(x, y, color, cover.min(most));
                }
            }
        }
    }

    /// A chain of lines.
    pub fn polyline(&mut self, points: &[Xy], width: f32, color: Color) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], width, color);
        }
    }

    /// A line of dashes.
    pub fn dashed(&mut self, a: Xy, b: Xy, dash: f32, gap: f32, width: f32, color: Color) {
        self.repeat(a, b, dash.max(1.0) + gap.max(1.0), width, |canvas, start, unit, room| {
            let end = dash.max(1.0).min(room);
            canvas.line(start, (start.0 + unit.0 * end, start.1 + unit.1 * end), width, color);
        });
    }

    /// A line of dots, `every` pixels from one to the next.
    pub fn dotted(&mut self, a: Xy, b: Xy, every: f32, radius: f32, color: Color) {
        self.repeat(a, b, every.max(1.0), radius, |canvas, start, _, _| canvas.disc(start, radius, color));
    }

    /// Calls `mark(canvas, place, direction, room left)` every `period` pixels along the visible part of a segment.
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
        // A mark that begins just outside may reach in.
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

    /// An arrow. The head is `2.5 × width + 3` pixels long, or less on a short arrow.
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

    /// A filled rectangle between two corners.
    pub fn rect(&mut self, a: Xy, b: Xy, color: Color) {
        if [a.0, a.1, b.0, b.1].iter().any(|v| v.is_nan()) {
            return;
        }
        let (x0, x1) = (a.0.min(b.0).max(0.0), a.0.max(b.0).min(self.width as f32));
        let (y0, y1) = (a.1.min(b.1).max(0.0), a.1.max(b.1).min(self.height as f32));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        // How much of pixel `i` the interval covers.
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

    /// A rectangle's line.
    pub fn frame(&mut self, a: Xy, b: Xy, width: f32, color: Color) {
        self.polyline(&[a, (b.0, a.1), b, (a.0, b.1), a], width, color);
    }

    /// A filled polygon, convex or not; where it overlaps itself, even-odd.
    pub fn polygon(&mut self, points: &[Xy], color: Color) {
        /// Scan lines per pixel row.
        const LINES: usize = 4;
        if points.len() < 3 || points.iter().any(|p| !p.0.is_finite() || !p.1.is_finite()) {
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

/// Adds `weight` of coverage to the cells between `from` and `to`, in part to those at the ends.
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

/// The place `share` of the way from `a` to `b`.
fn along(a: Xy, b: Xy, share: f64) -> Xy {
    let one = |a: f32, b: f32| (f64::from(a) + share * (f64::from(b) - f64::from(a))) as f32;
    (one(a.0, b.0), one(a.1, b.1))
}

/// The pixel at or before a place, from 0 on. (Without SSE 4.1, which can't be counted on, `f32::floor` is a
/// call; a cast is not, and sends not-a-number to 0.)
fn floor(v: f32) -> usize {
    v.max(0.0) as i32 as usize
}

/// The pixel at or after a place, from 0 on.
fn ceil(v: f32) -> usize {
    let before = v.max(0.0) as i32;
    before as usize + usize::from((before as f32) < v)
}

/// Fills whole pixels with an opaque colour, by copying ever longer runs.
fn fill(pixels: &mut [u8], color: Color) {
    let Some(first) = pixels.first_chunk_mut::<4>() else { return };
    *first = [color.r, color.g, color.b, 255];
    let mut done = 4;
    while done < pixels.len() {
        let run = done.min(pixels.len() - done).min(4096);
        pixels.copy_within(..run, done);
        done += run;
    }
}

/// Blends `color` over one opaque pixel with opacity `a`, 0 to 255.
fn mix(pixel: &mut [u8], color: Color, a: u32) {
    let one = |under: u8, over: u8| ((u32::from(under) * (255 - a) + u32::from(over) * a + 127) / 255) as u8;
    pixel[0] = one(pixel[0], color.r);
    pixel[1] = one(pixel[1], color.g);
    pixel[2] = one(pixel[2], color.b);
}
