//! Where units wait before a corridor.

use super::clearance::Clearance;
use super::corridors::Corridor;
use super::routes::Tiles;
use sidestep::math;
use sidestep::types::Point;

/// How far slots are from the mouth at most, in tiles.
const REACH: isize = 8;
/// How far they are from the way out at least, in tiles.
const ASIDE: f32 = 1.5;
/// How much farther a slot on the right may be than one on the left, in tiles.
const RIGHT: f32 = 2.0;

/// The slots of those who go in one direction.
#[derive(Debug, Clone, Default)]
pub struct Slots {
    /// Where they are, and how much farther than others they count as, m.
    points: Vec<(Point, f32)>,
    taken: Vec<Option<usize>>,
}

impl Slots {
    /// Points of tiles in sight of the mouth, beside the way out.
    pub fn new(
        corridor: &Corridor,
        forward: bool,
        tiles: &Tiles,
        radius: f32,
        clearance: &Clearance,
    ) -> Slots {
        let place = corridor.mouth(forward);
        let (mouth, along, tile) = (corridor.line[place], corridor.along(place, forward), tiles.grid.size);
        let value = |tile_index: usize| {
            let point = tiles.points[tile_index]?;
            let to = point - mouth;
            let lateral = to.dot(&math::right(along));
            let is_aside = to.dot(&along) < -tile && lateral.abs() >= ASIDE * tile;
            let is_free = is_aside && clearance.keeps(mouth, point, 0.8 * radius);
            let extra = if lateral > 0.0 { 0.0 } else { RIGHT * tile };
            is_free.then_some((point, extra))
        };
        let near = tiles.grid.cell(mouth).into_iter().flat_map(|cell| tiles.grid.within(cell, REACH));
        let points: Vec<(Point, f32)> = near.filter_map(value).collect();
        Slots { taken: vec![None; points.len()], points }
    }

    /// The slot of a unit that waits: its own, or the nearest that is free.
    pub fn take(&mut self, id: usize, at: Point) -> Option<Point> {
        let distance = |slot: &usize| (self.points[*slot].0 - at).norm() + self.points[*slot].1;
        let nearest = || {
            let free = (0..self.points.len()).filter(|slot| self.taken[*slot].is_none());
            free.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        let slot = self.taken.iter().position(|taken| *taken == Some(id)).or_else(nearest)?;
        self.taken[slot] = Some(id);
        Some(self.points[slot].0)
    }

    /// Frees the slots of those who do not wait.
    pub fn free(&mut self, waits: impl Fn(usize) -> bool) {
        self.taken.iter_mut().for_each(|taken| *taken = taken.filter(|id| waits(*id)));
    }
}
