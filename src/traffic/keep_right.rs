//! Keeping right: units keep to the right part of a passage that both directions share.
//!
//! In a tunnel that is shared instead of taking turns, they do so from its mouth on, before they meet anyone. In other tunnels that both
//! directions enter on the left, and in junctions in which units turn left, they keep left.
//!
//! Lengths are multiples of the crowd's mean radius R, speeds multiples of its mean maximum speed s_max, times multiples of
//! R/s_max.

mod side;

use super::active::ActiveMechanism;
use super::advice::Advice;
use super::approach::GateApproach;
use super::explained::Explained;
use super::mechanism::{Mechanism, MechanismSetup};
use super::shared_tunnel::{FirstExits, SharedTunnel};
use super::state::TrafficState;
use super::tick::{LEAST_REACH, LOOK_TICKS, TrafficTick};
use crate::math;
use crate::navigation::{Clearance, Grid};
use crate::saved::{self, SnapshotError};
use crate::settings::{Settings, settings};
use crate::steering::reasons::Reasons;
use crate::types::{DT, Point, Rect, Vec2};
use crate::workers::Workers;
use serde::{Deserialize, Serialize};
use side::{PassageSide, PathEnds, Side};

settings! { "keep_right":
    pub ON "on" switch(): "units keep to the right part of a passage that both directions share";
    pub WIDTH "width" number(20.0, (2.0, 200.0), "R"): "widest passage in which units keep right";
    pub GAIN "gain" number(0.9, (0.0, 2.0), "s_max"): "sideways speed towards the right part";
    pub MEMORY "memory" number(10.0, (0.0, 1000.0), "R/s_max"):
        "how long a passage counts as shared after oncoming units";
}

/// Units keep to the right part of a passage that both directions share.
pub static KEEP_RIGHT: Mechanism = Mechanism {
    name: "keep_right",
    option: "keep-right",
    summary: "units keep to the right part of a passage that both directions share",
    settings: &[ON, WIDTH, GAIN, MEMORY],
    acts_at_gates: false,
    make: |setup| {
        setup.is_on(&KEEP_RIGHT).then(|| Box::new(KeepRight::for_crowd(setup)) as Box<dyn ActiveMechanism>)
    },
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
/// In a shared tunnel, units keep their centres this far to the right of the line between the parts, R.
const MARGIN: f32 = 0.3;
/// A unit that is this far left of that moves right at full strength, R …
const STRICT: f32 = 1.0;
/// … and steps back at this speed, s_max, so that it gets behind those in their part.
const BACK: f32 = 0.3;
/// The index of the point ahead that a unit shifts into its part and heads for.
const AIM: usize = 2;
/// Units this close to the mouth of a shared tunnel wait until there is room in their part, R.
const MOUTH: f32 = 1.0;
/// How far inside its mouth they look for that, R.
const INSIDE: f32 = 0.5;
/// Units this close to their goal do not keep right, R.
const END: f32 = 10.0;
/// Units can keep left only in passages that are this many times as long as wide.
const LONG: f32 = 1.5;
/// Units can keep left only in junctions at least this wide, R: two abreast, with room.
const JUNCTION: f32 = 6.0;
/// A path bends where the cosine of its turn falls to this: at about 45°.
const BEND: f32 = 0.7;
/// Walls smaller than this do not bound a passage, R: units pass them on either side.
const ISLAND: f32 = 24.0;
/// Ground closer to a wall than this ends a passage, R.
const WALL: f32 = 0.3;
/// The distances along its path at which a unit looks, R.
const AHEAD: [f32; 6] = [2.0, 5.0, 6.0, 10.0, 12.0, 20.0];
const _: () = assert!(AHEAD[AHEAD.len() - 1] <= LEAST_REACH);

/// A position on a unit's path and the direction there, a unit vector.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PathPoint {
    position: Point,
    direction: Vec2,
}

/// What a cell remembers of the units that head in about the same direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Stream {
    density: f32,
    /// The sum of their directions, each counted like its density.
    along: Vec2,
    /// The place of the last one.
    place: Point,
}

/// What is stored: the number of cells, those that remember anything, and the sides.
type SavedMemory = (usize, Vec<(u32, [Stream; 4])>, Vec<PassageSide>);

/// The points at [`AHEAD`] on a unit's path.
type PointsAhead = [PathPoint; AHEAD.len()];

const STILL: PathPoint = PathPoint { position: Point::new(0.0, 0.0), direction: Vec2::new(0.0, 0.0) };

/// How units keep right in a crowd, and what they remember of the traffic.
#[derive(Debug, Clone)]
struct KeepRight {
    radius: f32,
    width: f32,
    gain: f32,
    /// The share of the memory that remains after a tick.
    fade: f32,
    grid: Grid,
    /// For each cell, what heads in each of four directions.
    streams: Vec<[Stream; 4]>,
    /// The cells that remember anything, of a large map only a few.
    walked: Vec<u32>,
    /// On which side units keep at each gate.
    sides: Vec<PassageSide>,
    /// The paths that lead to each gate in this tick, by the side on which they come out. A buffer.
    ends: Vec<[PathEnds; 2]>,
    /// A buffer for the points on the paths of the units that look, by slot.
    points: Vec<PointsAhead>,
}

impl KeepRight {
    /// The rules for units with this mean radius (m) and mean maximum speed (m/s), in `area`.
    fn new(settings: &Settings, radius: f32, max_speed: f32, area: Rect) -> KeepRight {
        let grid = Grid::covering(area, CELL * radius, MOST_CELLS);
        KeepRight {
            radius,
            width: settings.number(&WIDTH) * radius,
            gain: settings.number(&GAIN),
            fade: math::exp(-DT * max_speed / (settings.number(&MEMORY).max(f32::MIN_POSITIVE) * radius)),
            grid,
            streams: vec![[Stream::default(); 4]; grid.len()],
            walked: Vec::new(),
            sides: Vec::new(),
            ends: Vec::new(),
            points: Vec::new(),
        }
    }

    fn for_crowd(setup: &MechanismSetup<'_>) -> KeepRight {
        let grid = setup.passages.grid();
        let size = Vec2::new(grid.columns() as f32, grid.rows() as f32) * grid.cell();
        let area = Rect { min: grid.origin(), max: grid.origin() + size };
        let sides = vec![PassageSide::default(); setup.passages.gates().len()];
        KeepRight { sides, ..KeepRight::new(setup.settings(), setup.mean.radius, setup.mean.max_speed, area) }
    }

    /// Forgets a little, before the traffic of a tick is added.
    fn fade(&mut self) {
        let KeepRight { streams, walked, fade, .. } = self;
        walked.retain(|cell| {
            let streams = &mut streams[*cell as usize];
            for stream in streams.iter_mut() {
                stream.density *= *fade;
                stream.along *= *fade;
            }
            remember_any(streams)
        });
    }

    /// Adds a unit of this radius, with the points at [`AHEAD`] on its path, for this many ticks.
    fn add(&mut self, points: &[PathPoint], radius: f32, ticks: f32) {
        let weight = ticks * (1.0 - self.fade) * radius * radius / AHEAD.len() as f32;
        for point in points.iter().filter(|point| point.direction != Vec2::zeros()) {
            for (cell, share) in
                self.grid.bilinear(point.position).into_iter().filter(|(_, share)| *share > 0.0)
            {
                let streams = &mut self.streams[cell];
                let knew_any = remember_any(streams);
                let stream = &mut streams[quarter(point.direction)];
                stream.density += share * weight;
                stream.along += point.direction * (share * weight);
                stream.place = point.position;
                if !knew_any && remember_any(streams) {
                    self.walked.push(cell as u32);
                }
            }
        }
    }

    /// How many of the points at [`AHEAD`] a unit reaches that walks `stop` m before it waits.
    fn reached(&self, stop: f32) -> usize {
        AHEAD.iter().take_while(|ahead| *ahead * self.radius <= stop).count()
    }

    /// Returns the speed to the right, as a share of the maximum speed, of a unit `distance` m from its goal that reaches
    /// these points on its path before it waits, and keeps on this side.
    fn speed(
        &self,
        reached: &[PathPoint],
        distance: f32,
        side: Side,
        tunnel: Option<SharedTunnel<'_>>,
        clearance: &Clearance,
    ) -> f32 {
        if distance <= END * self.radius {
            return 0.0;
        }
        let off = |most: f32, point: &PathPoint| {
            let strict = tunnel.map_or(0.0, |tunnel| self.out_of_part(point, tunnel, clearance));
            self.beside_part(point, most, side, clearance).max(strict)
        };
        // Beyond a bend, the right is another way.
        let is_before_bend = |point: &&PathPoint| point.direction.dot(&reached[0].direction) > BEND;
        side.to_right() * self.gain * reached.iter().take_while(is_before_bend).fold(0.0, off)
    }

    /// The side on which a unit with this approach keeps.
    fn side(&self, own: Option<&GateApproach>) -> Side {
        own.and_then(|own| self.sides.get(usize::from(own.gate))).map_or(Side::Right, |gate| gate.side)
    }

    /// Advises a unit to keep to its part of a tunnel, given the point [`AIM`] on its path.
    fn keep_to_part(
        &self,
        advice: &mut Advice,
        (here, ahead): (PathPoint, PathPoint),
        tunnel: SharedTunnel<'_>,
        clearance: &Clearance,
    ) {
        if let Some((missing, right)) = self.missing(&ahead, tunnel, clearance) {
            let shift = missing.min(right - self.radius);
            let aim = ahead.position + math::right(ahead.direction) * shift;
            if shift > 0.0 && clearance.sees(here.position, aim) {
                advice.aim = Some(aim);
            }
        }
        let to_mouth = tunnel.distance();
        // The first one has nobody to get behind.
        if to_mouth < MOUTH * self.radius && !tunnel.is_first {
            let inside = if to_mouth > 0.0 { to_mouth + INSIDE * self.radius } else { 0.0 };
            let place = PathPoint { position: here.position + here.direction * inside, ..here };
            let off = self.out_of_part(&place, tunnel, clearance);
            advice.pace = advice.pace.min(1.0 - (1.0 + BACK) * off);
        }
    }

    /// How far out of its part of a tunnel a point is: 0 inside it, 1 from `STRICT` on.
    fn out_of_part(&self, point: &PathPoint, tunnel: SharedTunnel<'_>, clearance: &Clearance) -> f32 {
        let missing = self.missing(point, tunnel, clearance);
        missing.map_or(0.0, |(missing, _)| (missing / (STRICT * self.radius)).clamp(0.0, 1.0))
    }

    /// How far a point in a tunnel is left of its part, negative inside it, and the free distance to its right, m. None where the
    /// tunnel is too wide to keep right.
    fn missing(
        &self,
        point: &PathPoint,
        tunnel: SharedTunnel<'_>,
        clearance: &Clearance,
    ) -> Option<(f32, f32)> {
        let PathPoint { position, direction } = *point;
        if direction == Vec2::zeros() || !tunnel.holds(position) {
            return None;
        }
        let right = math::right(direction);
        let [left, right] = [-right, right].map(|side| self.free(position, side, self.width, clearance));
        let edge = (1.0 - tunnel.part) * (left + right) + MARGIN * self.radius;
        (left + right < self.width).then_some((edge - left, right))
    }

    /// How far beside its direction's part of the passage, which is on this side, a point is: 0 inside it, 1 from `SOFT` on.
    /// `least` if that is more.
    fn beside_part(&self, point: &PathPoint, least: f32, side: Side, clearance: &Clearance) -> f32 {
        let PathPoint { position, direction } = *point;
        if direction == Vec2::zeros() || clearance.gap_near(position) >= 0.5 * self.width {
            return least;
        }
        let Some(share) = self.share(point, |_| true) else { return least };
        // Farther than this from the other side's wall, a point is in its part of any passage, however wide.
        let far = (1.0 - share) * self.width;
        let own_side = side.of(direction);
        let other = self.free(position, -own_side, far, clearance);
        let off = |share: f32, width: f32| {
            (((1.0 - share) * width - other) / (SOFT * self.radius)).clamp(0.0, 1.0).max(least)
        };
        // The passage is narrower than the widest one.
        if other >= far || off(share, self.width) <= least {
            return least;
        }
        // A little more than the rest of the width, because of rounding.
        let rest = self.width - other + 0.1 * self.radius;
        let width = other + self.free(position, own_side, rest, clearance);
        if width >= self.width || off(share, width) <= least {
            return least;
        }
        // What comes towards it behind a wall is in another passage, or has yet to turn. To see that takes longest.
        let seen = self.share(point, |place| clearance.sees(position, place));
        seen.map_or(least, |share| off(share, width))
    }

    /// The share of a passage that the direction at a point has, given which places of oncoming streams count. None without oncoming traffic.
    fn share(&self, point: &PathPoint, counts: impl Fn(Point) -> bool) -> Option<f32> {
        let (mut density, mut along) = (0.0, 0.0);
        for (cell, share) in self.grid.bilinear(point.position) {
            for stream in self.streams[cell].iter().filter(|stream| stream.density > 0.0) {
                let ahead = stream.along.dot(&point.direction);
                if ahead >= 0.0 || counts(stream.place) {
                    density += share * stream.density;
                    along += share * ahead;
                }
            }
        }
        let (same, oncoming) = (0.5 * (density + along), 0.5 * (density - along));
        let is_shared = oncoming > 0.0 && oncoming >= LEAST * same;
        is_shared.then(|| (same / (same + oncoming)).max(SMALLEST_SHARE))
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

    /// Remembers where the units that look in this tick walk, as far as they do before they wait, and fills in the points on their
    /// paths.
    fn remember(&mut self, tick: &TrafficTick<'_>, state: &TrafficState, points: &mut Vec<PointsAhead>) {
        self.fade();
        points.resize(state.advice.len(), [STILL; AHEAD.len()]);
        for slot in tick.lookers().filter(|slot| tick.walks(*slot)) {
            let (points, radius) = (&mut points[slot], tick.units.radius[slot]);
            *points = [STILL; AHEAD.len()];
            if tick.is_guided(slot) {
                points_ahead(state.routes[slot].corners(), tick.headings.direction[slot], radius, points);
            }
            let reached = self.reached(state.advice[slot].stop);
            self.add(&points[..reached], radius, LOOK_TICKS as f32);
        }
    }

    /// Chooses the sides on which units keep, by the paths of the units that look in this tick.
    fn choose_sides(&mut self, tick: &TrafficTick<'_>, state: &TrafficState) {
        let gates = state.passages.gates();
        self.ends.clear();
        self.ends.resize(gates.len(), Default::default());
        for slot in tick.lookers().filter(|slot| tick.walks(*slot)) {
            let Some(own) = state.approaches[slot].as_ref().filter(|own| !own.is_inside()) else { continue };
            let gate = &gates[usize::from(own.gate)];
            let has_sides = match gate.mouths {
                // Crowds spread over the whole width of a short passage, so that the mean says little.
                0..=2 => gate.mouths == 2 && own.length >= LONG * gate.width,
                // Round an island, units go both ways.
                _ => gate.width >= JUNCTION * self.radius && !gate.has_islands,
            };
            if !has_sides {
                continue;
            }
            let corners = state.routes[slot].corners();
            if let Some(ends) = PathEnds::of(corners, own, &state.passages) {
                self.ends[usize::from(own.gate)][usize::from(own.side)].add(&ends);
            }
        }
        for ((known, new), gate) in self.sides.iter_mut().zip(&self.ends).zip(gates) {
            known.add(new, self.fade, self.radius, gate.mouths > 2);
        }
    }
}

impl ActiveMechanism for KeepRight {
    fn store(&self) -> Vec<u8> {
        let walked = self.walked.iter().map(|cell| (*cell, self.streams[*cell as usize]));
        saved::bytes_of(&(self.streams.len(), walked.collect::<Vec<_>>(), &self.sides))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (cells, walked, sides): SavedMemory = saved::value_of(bytes)?;
        let is_known = walked.iter().all(|(cell, _)| (*cell as usize) < cells);
        if !is_known || (cells, sides.len()) != (self.streams.len(), self.sides.len()) {
            return Err(SnapshotError::Unfit("it has other gates".into()));
        }
        self.streams.fill([Stream::default(); 4]);
        walked.iter().for_each(|(cell, streams)| self.streams[*cell as usize] = *streams);
        self.walked = walked.into_iter().map(|(cell, _)| cell).collect();
        self.sides = sides;
        Ok(())
    }

    fn direct(&mut self, tick: &TrafficTick<'_>, state: &mut TrafficState, workers: Workers<'_>) {
        let mut points = std::mem::take(&mut self.points);
        self.remember(tick, state, &mut points);
        self.choose_sides(tick, state);
        let TrafficState { passages, turns, routes, approaches, advice } = state;
        let first = FirstExits::of_shared(turns, approaches);
        let keep_right = &*self;
        workers.each_indexed(advice, |slot, advice| {
            if !tick.walks(slot) {
                return;
            }
            let own = approaches[slot].as_ref();
            let tunnel = first.as_ref().and_then(|first| SharedTunnel::ahead(own, turns, first, passages));
            if tick.looks(slot) {
                let reached = &points[slot][..keep_right.reached(advice.stop)];
                let side = if tunnel.is_some() { Side::Right } else { keep_right.side(own) };
                let (distance, clearance) = (tick.headings.distance[slot], tick.clearance);
                advice.sideways = keep_right.speed(reached, distance, side, tunnel, clearance);
            }
            if let Some(tunnel) = tunnel {
                let desired = tick.headings.direction[slot];
                let mut points = [STILL; AHEAD.len()];
                points_ahead(routes[slot].corners(), desired, tick.units.radius[slot], &mut points);
                let here = PathPoint { position: tick.units.position[slot], direction: desired };
                keep_right.keep_to_part(advice, (here, points[AIM]), tunnel, tick.clearance);
            }
        });
        self.points = points;
    }

    fn explain(&self, explained: &Explained<'_>, state: &TrafficState, why: &mut Reasons) {
        let unit = explained.unit;
        let share = state.advice[unit.id as usize].sideways;
        if share != 0.0 {
            let (speed, side) = (share * unit.max_speed, if share > 0.0 { "right" } else { "left" });
            why.tell("keeps_right", speed);
            why.say(format!("keeps {side}: {:.1} m/s", speed.abs()));
        }
    }

    fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        for stream in self.streams.iter().flatten().filter(|stream| stream.density > 0.0) {
            let Stream { density, along, place } = stream;
            [*density, along.x, along.y, place.x, place.y]
                .iter()
                .for_each(|value| add(value.to_bits().into()));
        }
        self.sides.iter().for_each(|side| side.add_to_hash(&mut *add));
    }
}

/// Whether a cell remembers anything.
fn remember_any(streams: &[Stream; 4]) -> bool {
    streams.iter().any(|stream| stream.density > 0.0)
}

/// Which of four directions is the nearest: 0 to 3 for east, north, west and south.
fn quarter(direction: Vec2) -> usize {
    let is_across = direction.x.abs() < direction.y.abs();
    let is_back = if is_across { direction.y < 0.0 } else { direction.x <= 0.0 };
    usize::from(is_across) + 2 * usize::from(is_back)
}

/// Fills in the points at [`AHEAD`] radii on a path.
fn points_ahead(corners: &[Point], desired: Vec2, radius: f32, points: &mut PointsAhead) {
    if corners.len() < 2 {
        return;
    }
    let (mut leg, mut before) = (0, 0.0);
    for (point, ahead) in points.iter_mut().zip(AHEAD) {
        loop {
            let (a, b) = (corners[leg], corners[leg + 1]);
            let (length, at) = ((b - a).norm(), ahead * radius - before);
            if at <= length || leg + 2 >= corners.len() {
                let direction = if length > 0.0 { (b - a) / length } else { desired };
                *point = PathPoint { position: a + direction * at.min(length), direction };
                break;
            }
            before += length;
            leg += 1;
        }
    }
}

#[cfg(test)]
mod tests;
