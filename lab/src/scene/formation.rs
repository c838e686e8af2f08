//! Positions for many units: ranks and files, a hexagonal packing, a random scatter, a ring. Computed in f64 with
//! operations that IEEE 754 defines exactly, so that a map is the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sidestep::math;
use sidestep::types::{Point, Rect, Vec2};
use std::collections::HashMap;
use std::f64::consts::PI;

/// How units are arranged in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Grid,
    Hex,
    Random,
}

impl Kind {
    /// Returns the name used in maps.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Grid => "grid",
            Kind::Hex => "hex",
            Kind::Random => "random",
        }
    }
}

/// Units whose centres lie in a rectangle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    pub kind: Kind,
    pub area: Rect,
    /// The distance from centre to centre, m.
    pub spacing: f32,
    /// The number of files next to each other in x; none gives the block the shape of the area.
    pub columns: Option<usize>,
    pub count: usize,
}

/// Units on a circle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ring {
    pub center: Point,
    pub size: RingSize,
    pub count: usize,
}

/// What determines a ring's size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RingSize {
    /// The circumference per unit, m.
    Spacing(f32),
    /// The radius, m.
    Radius(f32),
}

/// How far a formation may extend beyond its area, as a share of the spacing. Allows for rounding.
const SLACK: f64 = 1e-3;

impl Block {
    fn size(&self) -> (f64, f64) {
        let (min, max) = (self.area.min, self.area.max);
        (max.x as f64 - min.x as f64, max.y as f64 - min.y as f64)
    }

    /// Returns the distance between files, the distance between ranks, and the shift of every second rank.
    fn pitch(&self) -> (f64, f64, f64) {
        let s = self.spacing as f64;
        match self.kind {
            Kind::Hex => (s, s * 0.75f64.sqrt(), 0.5 * s),
            _ => (s, s, 0.0),
        }
    }

    /// Returns the largest number of files and ranks that fit in the area, with more than one rank.
    fn largest_block(&self) -> (f64, f64) {
        let ((w, h), (px, py, aside)) = (self.size(), self.pitch());
        let ranks = (h / py + SLACK).floor() + 1.0;
        let aside = if ranks > 1.0 { aside } else { 0.0 };
        let files = ((w - aside) / px + SLACK).floor() + 1.0;
        (files.max(0.0), ranks)
    }

    /// Returns the number of units that fill the area.
    pub fn filled(&self) -> f64 {
        let (files, ranks) = self.largest_block();
        (files * ranks).max(1.0)
    }

    /// Returns the number of files, or none if the units do not fit.
    fn files(&self) -> Option<usize> {
        let n = self.count as f64;
        let ((w, h), (px, py, _)) = (self.size(), self.pitch());
        let (most_files, most_ranks) = self.largest_block();
        let one_rank = (w / px + SLACK).floor() + 1.0;
        if let Some(columns) = self.columns {
            let files = (columns as f64).min(n);
            let fits = if files >= n { files <= one_rank } else { files <= most_files };
            return (fits && (n / files).ceil() <= most_ranks).then_some(files as usize);
        }
        // Files to ranks as width to height of the area, if that fits.
        let shape = (n * ((w + px) * py) / ((h + py) * px)).sqrt().round();
        let least = (n / most_ranks).ceil();
        if least <= most_files {
            Some(shape.max(least).min(most_files).min(n) as usize)
        } else {
            // A single rank is not shifted, so it holds one more file.
            (n <= one_rank).then_some(self.count)
        }
    }

    fn extent(&self, files: f64, ranks: f64) -> (f64, f64) {
        let (px, py, aside) = self.pitch();
        ((files - 1.0) * px + if ranks > 1.0 { aside } else { 0.0 }, (ranks - 1.0) * py)
    }

    /// Returns the units' positions, rank by rank from the lower left, or none if they do not fit. A random formation leaves out
    /// positions that are blocked for the unit of that number.
    pub fn places(
        &self,
        random: &mut Random,
        is_blocked: impl Fn(usize, Point) -> bool,
    ) -> Option<Vec<Point>> {
        if self.kind == Kind::Random {
            return self.scatter(random, is_blocked);
        }
        let files = self.files()?;
        let ranks = self.count.div_ceil(files);
        let (px, py, aside) = self.pitch();
        let (w, h) = self.extent(files as f64, ranks as f64);
        let (min, max) = (self.area.min, self.area.max);
        let left = (min.x as f64 + max.x as f64 - w) / 2.0;
        let bottom = (min.y as f64 + max.y as f64 - h) / 2.0;
        let mut places = Vec::with_capacity(self.count);
        for rank in 0..ranks {
            let here = files.min(self.count - rank * files);
            // An incomplete rank is centred; in a hexagonal packing it stays on the lattice.
            let free = (files - here) as f64 / 2.0;
            let (indent, aside) = match self.kind {
                Kind::Hex => (free.floor(), if rank % 2 == 1 { aside } else { 0.0 }),
                _ => (free, 0.0),
            };
            for file in 0..here {
                let x = left + aside + (indent + file as f64) * px;
                places.push(Point::new(x as f32, (bottom + rank as f64 * py) as f32));
            }
        }
        Some(places)
    }

    /// Throws darts until every unit has a position at the spacing from all others, or too many darts have missed.
    fn scatter(&self, random: &mut Random, is_blocked: impl Fn(usize, Point) -> bool) -> Option<Vec<Point>> {
        const MISSES: usize = 60;
        let apart = self.spacing as f64;
        let ((w, h), n) = (self.size(), self.count);
        // Not even the densest packing has room for more units than this.
        let densest = (w + apart) * (h + apart) / (apart * apart * 0.75f64.sqrt()) + 1.0;
        if n as f64 > densest {
            return None;
        }
        let mut cells: HashMap<(i32, i32), Vec<Point>> = HashMap::new();
        let cell = |p: Point| ((p.x as f64 / apart).floor() as i32, (p.y as f64 / apart).floor() as i32);
        let mut places: Vec<Point> = Vec::with_capacity(n);
        let mut misses = 0;
        while places.len() < n {
            let x = self.area.min.x as f64 + w * random.share() as f64;
            let y = self.area.min.y as f64 + h * random.share() as f64;
            let p = Point::new(x as f32, y as f32);
            let (cx, cy) = cell(p);
            let near = (cx - 1..=cx + 1).flat_map(|x| (cy - 1..=cy + 1).map(move |y| (x, y)));
            let taken = near.filter_map(|c| cells.get(&c)).flatten().any(|q| {
                let (dx, dy) = ((q.x - p.x) as f64, (q.y - p.y) as f64);
                dx * dx + dy * dy < apart * apart
            });
            if taken || is_blocked(places.len(), p) {
                misses += 1;
                if misses > MISSES * (n + 30) {
                    return None;
                }
            } else {
                cells.entry((cx, cy)).or_default().push(p);
                places.push(p);
            }
        }
        Some(places)
    }

    /// Returns the same formation with `n` units. Its area grows about `pivot`, a point in it, by the square root of the
    /// numbers' ratio, then as far as whole ranks and files require.
    pub fn scaled(&self, n: usize, pivot: Point, middle: Point) -> Block {
        let files = if self.kind == Kind::Random { Some(0) } else { self.files() };
        let Some(files) = files else { return Block { count: n, ..self.clone() } };
        if n == self.count {
            return self.clone();
        }
        let factor = (n as f64 / self.count as f64).sqrt();
        let (w, h) = self.size();
        let mut columns = self.columns;
        let (new_w, new_h) = if self.kind == Kind::Random {
            // The scatter extends half a spacing beyond its area, which therefore grows a little more. Random darts find
            // no room above a cover of 0.547 (Rényi's constant in the plane); at 0.45 they always do.
            let s = self.spacing as f64;
            let cover = n as f64 * PI / 4.0 * s * s / ((w + s) * (h + s) * factor * factor);
            let factor = factor * (cover / 0.45).max(1.0).sqrt();
            (((w + s) * factor - s).max(0.0), ((h + s) * factor - s).max(0.0))
        } else {
            // The margin around the formation grows by the same factor, so a block that fills its area still fills it,
            // and its front rank stays in place.
            let ranks = self.count.div_ceil(files) as f64;
            let (w0, h0) = self.extent(files as f64, ranks);
            let new_files = (files as f64 * factor - 1e-9).ceil().max(1.0);
            let new_ranks = (n as f64 / new_files).ceil();
            columns = Some(new_files as usize);
            let (w1, h1) = self.extent(new_files, new_ranks);
            (w1 + (w - w0).max(0.0) * factor, h1 + (h - h0).max(0.0) * factor)
        };
        let (x0, x1) = grown(self.area.min.x, self.area.max.x, pivot.x, middle.x, new_w);
        let (y0, y1) = grown(self.area.min.y, self.area.max.y, pivot.y, middle.y, new_h);
        let area = Rect { min: Point::new(x0, y0), max: Point::new(x1, y1) };
        Block { area, columns, count: n, ..self.clone() }
    }
}

/// Returns an interval of length `new` in which `pivot` has the same relative position as in `min..max`. An interval
/// without a length grows away from `middle`.
fn grown(min: f32, max: f32, pivot: f32, middle: f32, new: f64) -> (f32, f32) {
    let old = max as f64 - min as f64;
    let share = if old > 0.0 {
        (pivot as f64 - min as f64) / old
    } else if middle > pivot {
        1.0
    } else if middle < pivot {
        0.0
    } else {
        0.5
    };
    let start = pivot as f64 - share * new;
    (start as f32, (start + new) as f32)
}

impl Ring {
    /// Returns the ring's radius, m.
    pub fn radius(&self) -> f64 {
        match self.size {
            RingSize::Radius(radius) => radius as f64,
            RingSize::Spacing(spacing) => self.count as f64 * spacing as f64 / (2.0 * PI),
        }
    }

    /// Returns the distance of neighbours from centre to centre, m, or none for a single unit.
    pub fn chord(&self) -> Option<f32> {
        (self.count > 1).then(|| 2.0 * self.radius() as f32 * math::sin((PI / self.count as f64) as f32))
    }

    /// Returns the units' positions, counter-clockwise from +x.
    pub fn places(&self) -> Vec<Point> {
        let radius = self.radius() as f32;
        let angle = |k: usize| (2.0 * PI * k as f64 / self.count as f64) as f32;
        (0..self.count).map(|k| self.center + math::unit(angle(k)) * radius).collect()
    }

    /// Returns the same ring with `n` units at the same spacing.
    pub fn scaled(&self, n: usize) -> Ring {
        let size = match self.size {
            RingSize::Radius(radius) => {
                RingSize::Radius((radius as f64 * n as f64 / self.count as f64) as f32)
            }
            spacing => spacing,
        };
        Ring { size, count: n, ..self.clone() }
    }
}

/// Random numbers that are the same on every machine. ChaCha8's words are converted here, because the distributions of a
/// crate may change.
pub(super) struct Random(ChaCha8Rng);

impl Random {
    /// Starts the random numbers of one group. Each group has its own stream, independent of the other groups' sizes.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(bytes);
        rng.set_stream(stream);
        Random(rng)
    }

    /// Returns a number between 0 (included) and 1 (excluded): the upper 24 bits of a word, which an f32 holds exactly.
    pub fn share(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1u32 << 24) as f32
    }

    /// Returns a random displacement of up to `by` to either side in x and in y.
    pub fn jitter(&mut self, by: f32) -> Vec2 {
        let x = self.share();
        Vec2::new(2.0 * x - 1.0, 2.0 * self.share() - 1.0) * by
    }
}
