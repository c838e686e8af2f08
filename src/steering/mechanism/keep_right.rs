//! The settings of keeping right. Lengths are multiples of the crowd's mean radius R, speeds multiples of its mean
//! maximum speed s_max, times multiples of R/s_max.

use super::Mechanism;
use crate::math;
use crate::navigation::{Clearance, Grid};
use crate::settings::{Setting, Settings};
use crate::types::{DT, Point, Rect, Vec2};

/// Whether units keep right in shared passages.
pub const ON: Setting =
    Setting::switch("keep_right.on", "units keep to the right part of a passage that both directions share");
/// The widest passage in which units keep right, R.
pub const WIDTH: Setting =
    Setting::number("keep_right.width", 30.0, (2.0, 200.0), "R", "widest passage in which units keep right");
/// The sideways speed towards the right part, s_max.
pub const GAIN: Setting =
    Setting::number("keep_right.gain", 0.9, (0.0, 2.0), "s_max", "sideways speed towards the right part");
/// How long oncoming traffic is remembered, R/s_max.
pub const MEMORY: Setting = Setting::number(
    "keep_right.memory",
    10.0,
    (0.0, 1000.0),
    "R/s_max",
    "how long a passage counts as shared after oncoming units",
);

/// Units keep to the right part of a passage that both directions share.
pub static KEEP_RIGHT: Mechanism = Mechanism {
    name: "keep_right",
    option: "keep-right",
    summary: "units keep to the right part of a passage that both directions share",
    settings: &[ON, WIDTH, GAIN, MEMORY],
};

/// The cells of the memory, R.
const CELL: f32 = 8.0;
/// The largest number of cells.
const MOST_CELLS: usize = 1 << 16;
/// Oncoming traffic below this share of a unit's own does not count.
const LEAST: f32 = 0.1;
/// The smallest share of a passage that a direction has.
const SMALLEST_SHARE: f32 = 0.25;
/// A unit that is this far left of its part moves right at full strength, R.
const SOFT: f32 = 4.0;
/// Units this close to their goal do not keep right, R.
const END: f32 = 10.0;
/// Walls smaller than this do not bound a passage, R: units pass them on either side.
const ISLAND: f32 = 24.0;
/// Ground closer to a wall than this ends a passage, R.
const WALL: f32 = 0.3;
/// The distances along its path at which a unit looks, R.
pub const AHEAD: [f32; 6] = [2.0, 5.0, 6.0, 10.0, 12.0, 20.0];

/// A position on a unit's path and the direction there, a unit vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathPoint {
    /// The position.
    pub position: Point,
    /// The direction.
    pub direction: Vec2,
}

/// How units keep right in a crowd, and what they remember of the traffic.
#[derive(Debug, Clone)]
pub struct KeepRight {
    radius: f32,
    width: f32,
    gain: f32,
    /// The share of the memory that remains after a tick.
    fade: f32,
    grid: Grid,
    /// For each cell, the density and its sum of directions.
    flow: Vec<[f32; 3]>,
}

impl KeepRight {
    /// The rules for units with this mean radius (m) and mean maximum speed (m/s), in `area`.
    pub fn new(settings: &Settings, radius: f32, max_speed: f32, area: Rect) -> KeepRight {
        let grid = Grid::covering(area, CELL * radius, MOST_CELLS);
        KeepRight {
            radius,
            width: settings.get(&WIDTH) * radius,
            gain: settings.get(&GAIN),
            fade: math::exp(-DT * max_speed / (settings.get(&MEMORY).max(f32::MIN_POSITIVE) * radius)),
            grid,
            flow: vec![[0.0; 3]; grid.len()],
        }
    }

    /// Forgets a little, before the traffic of a tick is added.
    pub fn fade(&mut self) {
        self.flow.iter_mut().flatten().for_each(|value| *value *= self.fade);
    }

    /// Adds a unit of this radius, with the points at [`AHEAD`] on its path, for this many ticks.
    pub fn add(&mut self, points: &[PathPoint], radius: f32, ticks: f32) {
        let weight = ticks * (1.0 - self.fade) * radius * radius / AHEAD.len() as f32;
        for point in points {
            for (cell, share) in self.grid.bilinear(point.position) {
                let (flow, weight) = (&mut self.flow[cell], share * weight);
                flow[0] += weight;
                flow[1] += weight * point.direction.x;
                flow[2] += weight * point.direction.y;
            }
        }
    }

    /// Returns the speed to the right, as a share of the maximum speed, of a unit `distance` m from its goal with these
    /// points on its path. `stop` is how far it walks before it waits, m.
    pub fn speed(&self, points: &[PathPoint], distance: f32, stop: f32, clearance: &Clearance) -> f32 {
        if distance <= END * self.radius {
            return 0.0;
        }
        let reached = points.iter().zip(AHEAD).take_while(|(_, ahead)| ahead * self.radius <= stop);
        self.gain * reached.fold(0.0, |most, (point, _)| self.off(point, most, clearance))
    }

    /// How far left of its direction's part of the passage a point is: 0 inside it, 1 from `SOFT` on. `least` if that is
    /// more.
    fn off(&self, point: &PathPoint, least: f32, clearance: &Clearance) -> f32 {
        let PathPoint { position, direction } = *point;
        if direction == Vec2::zeros() || clearance.gap_near(position) >= 0.5 * self.width {
            return least;
        }
        let (mut density, mut along) = (0.0, 0.0);
        for (cell, share) in self.grid.bilinear(position) {
            let [all, x, y] = self.flow[cell];
            density += share * all;
            along += share * (x * direction.x + y * direction.y);
        }
        let (same, oncoming) = (0.5 * (density + along), 0.5 * (density - along));
        if oncoming <= 0.0 || oncoming < LEAST * same {
            return least;
        }
        let share = (same / (same + oncoming)).max(SMALLEST_SHARE);
        // Farther than this from the left wall, a point is in its part of any passage, however wide.
        let far = (1.0 - share) * self.width;
        let right = math::right(direction);
        let left = self.free(position, -right, far, clearance);
        let off = |width: f32| (((1.0 - share) * width - left) / (SOFT * self.radius)).clamp(0.0, 1.0);
        // The passage is narrower than the widest one.
        if left >= far || off(self.width) <= least {
            return least;
        }
        // A little more than the rest of the width, because of rounding.
        let rest = self.width - left + 0.1 * self.radius;
        let width = left + self.free(position, right, rest, clearance);
        if width >= self.width {
            return least;
        }
        off(width).max(least)
    }

    /// The free distance from `position` to the side, m, by sphere tracing. It ends at the first step beyond `most`, or
    /// at the width of a passage, which it is also at an island.
    fn free(&self, position: Point, side: Vec2, most: f32, clearance: &Clearance) -> f32 {
        let mut at = 0.0;
        while at < self.width && at < most {
            let gap = clearance.gap_near(position + side * at);
            if gap < WALL * self.radius {
                let is_island = clearance.extent_near(position + side * at) < ISLAND * self.radius;
                return if is_island { self.width } else { at };
            }
            at += (0.9 * gap).max(0.25 * self.radius);
        }
        at.min(self.width)
    }

    /// The bits of its state, for hashes.
    pub fn bits(&self) -> impl Iterator<Item = u32> + '_ {
        self.flow.iter().flatten().map(|value| value.to_bits())
    }
}
