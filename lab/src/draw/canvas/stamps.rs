//! Small discs and rings that a picture repeats: each is rasterised once per position within a pixel, and then copied.

use super::area::Xy;
use super::canvas::Canvas;
use crate::draw::theme::Color;

/// The positions within a pixel, per axis. A stamp is at most an eighth of a pixel off.
const PHASES: usize = 4;
/// Larger shapes are rasterised each time: they are few, and mostly spans.
const LARGEST: f32 = 10.0;
/// Of further kinds of shapes, each is rasterised each time.
const MOST_KINDS: usize = 32;

/// The stamps of one picture.
#[derive(Debug, Default)]
pub struct Stamps {
    kinds: Vec<(Shape, [Option<Stamp>; PHASES * PHASES])>,
}

/// A disc with a rim, or a ring.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Disc { radius: f32, rim: f32, color: Color, rim_color: Color },
    Ring { radius: f32, width: f32, color: Color },
}

/// A rasterised shape: square, with its middle in the middle pixel.
#[derive(Debug, Clone)]
struct Stamp {
    /// The distance of its edges from the middle pixel.
    reach: usize,
    /// The columns from and to which each row has pixels, and those from and to which they are opaque.
    rows: Vec<[u8; 4]>,
    /// For each pixel its colour times its opacity, rounded as `canvas::mix` does, and 255 minus the opacity.
    cells: Vec<[u16; 4]>,
    /// The same as opaque RGBA.
    opaque: Vec<[u8; 4]>,
}

impl Shape {
    /// The colour of a pixel at a distance from the middle, and the share that the shape covers.
    fn shade(&self, distance: f32) -> (Color, f32) {
        match *self {
            Shape::Disc { radius, rim, color, rim_color } => {
                let r = (radius * radius - 1.0 / 12.0).sqrt();
                let inner = (r + 0.5 - rim - distance).clamp(0.0, 1.0);
                let tint = if rim > 0.0 { rim_color.mix(color, (inner * 256.0) as u32) } else { color };
                (tint.alpha(color.a), r + 0.5 - distance)
            }
            Shape::Ring { radius, width, color } => {
                (color, (width / 2.0 + 0.5 - (distance - radius).abs()).min(width))
            }
        }
    }

    fn reach(&self) -> usize {
        let outer = match *self {
            Shape::Disc { radius, .. } => radius,
            Shape::Ring { radius, width, .. } => radius + width / 2.0,
        };
        (outer + 1.5) as usize + 1
    }

    fn stamp(&self, phase: usize) -> Stamp {
        let reach = self.reach();
        let side = 2 * reach + 1;
        let offset = |k: usize| k as f32 / PHASES as f32 - 0.5 + reach as f32;
        let (cx, cy) = (offset(phase % PHASES), offset(phase / PHASES));
        let mut stamp = Stamp {
            reach,
            rows: Vec::new(),
            cells: vec![[0, 0, 0, 255]; side * side],
            opaque: vec![[0; 4]; side * side],
        };
        for y in 0..side {
            let (mut from, mut to, mut first, mut last) = (side, 0, 0, 0);
            for x in 0..side {
                let (dx, dy) = (x as f32 - cx, y as f32 - cy);
                let (color, cover) = self.shade((dx * dx + dy * dy).sqrt());
                let a = (f32::from(color.a) * cover.clamp(0.0, 1.0) + 0.5) as u16;
                if a == 0 {
                    continue;
                }
                (from, to) = (from.min(x), x + 1);
                if a == 255 {
                    if last != x {
                        first = x;
                    }
                    last = x + 1;
                }
                let channel = |v: u8| u16::from(v) * a + 127;
                stamp.cells[y * side + x] = [channel(color.r), channel(color.g), channel(color.b), 255 - a];
                stamp.opaque[y * side + x] = [color.r, color.g, color.b, 255];
            }
            // Of a ring's two opaque runs, the last is copied and the other one blended.
            let opaque = if last > first { (first, last) } else { (to, to) };
            stamp.rows.push([from.min(to) as u8, to as u8, opaque.0 as u8, opaque.1 as u8]);
        }
        stamp
    }
}

impl Stamps {
    fn find(&mut self, shape: Shape, phase: usize) -> Option<&Stamp> {
        let known = self.kinds.iter().position(|(other, _)| *other == shape);
        let kind = match known {
            Some(kind) => kind,
            None if self.kinds.len() < MOST_KINDS => {
                self.kinds.push((shape, std::array::from_fn(|_| None)));
                self.kinds.len() - 1
            }
            None => return None,
        };
        Some(self.kinds[kind].1[phase].get_or_insert_with(|| shape.stamp(phase)))
    }
}

impl Canvas<'_> {
    /// As [`Canvas::rimmed_disc`], faster for many small discs.
    pub fn stamp_disc(&mut self, stamps: &mut Stamps, at: Xy, radius: f32, rim: f32, colors: (Color, Color)) {
        let shape = Shape::Disc { radius, rim, color: colors.0, rim_color: colors.1 };
        if !(1.0..LARGEST).contains(&radius) || !self.stamp(stamps, shape, at) {
            self.rimmed_disc(at, radius, rim, colors.0, colors.1);
        }
    }

    /// As [`Canvas::ring`], faster for many small rings.
    pub fn stamp_ring(&mut self, stamps: &mut Stamps, at: Xy, radius: f32, width: f32, color: Color) {
        let shape = Shape::Ring { radius, width, color };
        if !(1.0..LARGEST).contains(&radius) || !self.stamp(stamps, shape, at) {
            self.ring(at, radius, width, color);
        }
    }

    /// Copies a stamp. Returns false if it is not completely on the canvas.
    fn stamp(&mut self, stamps: &mut Stamps, shape: Shape, at: Xy) -> bool {
        let (width, height) = (self.width as f32, self.height as f32);
        let margin = LARGEST + 4.0;
        let inside = at.0 >= margin && at.1 >= margin && at.0 < width - margin && at.1 < height - margin;
        if !inside || self.is_vector() {
            return false;
        }
        // The nearest multiple of a phase, split into pixels and phases.
        let split = |v: f32| {
            let steps = (v * PHASES as f32 + 0.5) as usize;
            (steps / PHASES, steps % PHASES)
        };
        let ((x, right), (y, down)) = (split(at.0), split(at.1));
        let Some(stamp) = stamps.find(shape, down * PHASES + right) else { return false };
        let side = 2 * stamp.reach + 1;
        for (k, row) in stamp.rows.iter().enumerate() {
            let [from, to, first, last] = row.map(usize::from);
            let start = ((y + k - stamp.reach) * self.stride + x - stamp.reach) * 4;
            let line = &mut self.pixels[start..start + side * 4];
            let cells = &stamp.cells[k * side..(k + 1) * side];
            blend_cells(&mut line[from * 4..first * 4], &cells[from..first]);
            let opaque = stamp.opaque[k * side + first..k * side + last].as_flattened();
            line[first * 4..last * 4].copy_from_slice(opaque);
            blend_cells(&mut line[last * 4..to * 4], &cells[last..to]);
        }
        true
    }
}

fn blend_cells(pixels: &mut [u8], cells: &[[u16; 4]]) {
    for (pixel, [r, g, b, under]) in pixels.chunks_exact_mut(4).zip(cells) {
        pixel[0] = ((u16::from(pixel[0]) * under + r) / 255) as u8;
        pixel[1] = ((u16::from(pixel[1]) * under + g) / 255) as u8;
        pixel[2] = ((u16::from(pixel[2]) * under + b) / 255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (60, 60);
    const COLORS: (Color, Color) = (Color::hex(0x56b4e9), Color::hex(0x102030));

    fn drawn(draw: impl Fn(&mut Canvas)) -> Vec<u8> {
        let mut pixels = vec![255; (SIZE.0 * SIZE.1 * 4) as usize];
        draw(&mut Canvas::new(SIZE.0, SIZE.1, &mut pixels));
        pixels
    }

    #[test]
    fn a_stamp_is_the_shape() {
        for radius in [1.0, 1.6, 3.3, 5.25, 9.9] {
            // At a multiple of a phase there is no difference beyond rounding.
            for at in [(30.0, 30.0), (30.25, 29.5), (31.75, 30.75)] {
                let pairs = [
                    (
                        drawn(|canvas| canvas.stamp_disc(&mut Stamps::default(), at, radius, 0.9, COLORS)),
                        drawn(|canvas| canvas.rimmed_disc(at, radius, 0.9, COLORS.0, COLORS.1)),
                    ),
                    (
                        drawn(|canvas| {
                            canvas.stamp_ring(&mut Stamps::default(), at, radius, 1.2, COLORS.0.alpha(200))
                        }),
                        drawn(|canvas| canvas.ring(at, radius, 1.2, COLORS.0.alpha(200))),
                    ),
                ];
                for (stamped, direct) in pairs {
                    let furthest = stamped.iter().zip(&direct).map(|(a, b)| a.abs_diff(*b)).max();
                    assert!(furthest <= Some(2), "radius {radius} at {at:?}: {furthest:?}");
                    assert!(stamped.iter().any(|v| *v < 200), "something is drawn");
                }
            }
        }
    }

    #[test]
    fn a_stamp_between_two_phases_is_at_the_nearest() {
        let at =
            |x: f32| drawn(|canvas| canvas.stamp_disc(&mut Stamps::default(), (x, 30.0), 5.0, 0.9, COLORS));
        assert_eq!(at(30.1), at(30.0));
        assert_eq!(at(30.2), at(30.25));
        assert_eq!(at(30.9), at(31.0));
        assert_ne!(at(30.0), at(30.25));
    }
}
