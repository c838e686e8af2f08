//! How a run goes, moment by moment.

use super::record::{GoalMark, Heat, Replay, Trace, WallOutline};
use crate::geometry::Wall;
use crate::measure::{Measure, lane_order};
use crate::navigation::Goal;
use crate::neighbours::{Index, KdTree};
use crate::run::Observer;
use crate::scene::Layout;
use crate::types::{DT, Point, Rect};
use crate::world::{Phase, World};
use std::ops::ControlFlow;

/// Ticks from one sample to the next: 0.5 s.
const SAMPLE: u64 = 30;
/// Ticks from one frame of a replay to the next, at first: 0.2 s.
const FRAME: u64 = 12;
/// Of more frames than this, every second one is left out, and fewer are taken from then on.
const MOST_FRAMES: usize = 600;
/// The most units that are replayed.
pub(super) const MOST_REPLAYED: usize = 1000;
/// How far around a unit its local density is taken, m.
const AROUND: f32 = 2.0;
/// Bins of the local density, from 0 to 1.
const BINS: usize = 10;
/// The most cells of the contacts' grid in a row or a column.
const MOST_CELLS: f32 = 100.0;

/// Watches a run.
pub(super) struct Tracer {
    arrived: Vec<f32>,
    lane_order: Vec<f32>,
    speed_by_density: [(f64, u32); BINS],
    heat: Heat,
    frames: Option<Frames>,
    index: KdTree,
    sampled: u64,
}

impl Observer for Tracer {
    fn observe(&mut self, world: &World, measure: &Measure) -> ControlFlow<()> {
        for &id in measure.touching() {
            self.heat.add(world.units().position[id]);
        }
        // The first sample waits for the first tick: before it, no unit has looked for a path.
        if world.ticks() == 1 || world.ticks().is_multiple_of(SAMPLE) {
            self.sample(world);
        }
        if let Some(frames) = &mut self.frames {
            frames.observe(world);
        }
        ControlFlow::Continue(())
    }
}

impl Tracer {
    /// Begins to watch a world that has not ticked yet; for a replay, too, where it is not too large for one.
    pub fn new(world: &World, replay: bool) -> Tracer {
        let replay = replay && world.units().len() <= MOST_REPLAYED;
        Tracer {
            arrived: Vec::new(),
            lane_order: Vec::new(),
            speed_by_density: [(0.0, 0); BINS],
            heat: heat(world.layout().frame()),
            frames: replay.then(|| Frames::new(world)),
            index: KdTree::default(),
            sampled: 0,
        }
    }

    fn sample(&mut self, world: &World) {
        self.sampled = world.ticks();
        let share = match world.walkers() {
            0 => 1.0,
            walkers => world.arrived() as f32 / walkers as f32,
        };
        self.arrived.push(rounded(share));
        // When nobody walks in anybody's lane any more, the order is what it was.
        let before = self.lane_order.last().copied().unwrap_or(0.0);
        self.lane_order.push(lane_order(world).map_or(before, |order| rounded(order as f32)));
        self.sample_speeds(world);
    }

    /// Local density: the share of the ground within 2 m that is covered by those whose middle is there, oneself included.
    fn sample_speeds(&mut self, world: &World) {
        let units = world.units();
        self.index.rebuild(&units.position);
        let mut near = Vec::new();
        for id in (0..units.len()).filter(|id| units.phase[*id] == Phase::Walking) {
            near.clear();
            self.index.collect(units.position[id], AROUND, &mut near);
            // A sum of unlike radii depends on its order; neighbours come in any.
            near.sort_unstable();
            let covered: f32 = near.iter().map(|other| square(units.radius[other.id() as usize])).sum();
            let bin = ((covered / square(AROUND) * BINS as f32) as usize).min(BINS - 1);
            let (speeds, count) = &mut self.speed_by_density[bin];
            *speeds += f64::from(units.velocity[id].norm() / units.max_speed[id]);
            *count += 1;
        }
    }

    /// What was seen, the last moment included.
    pub fn finish(mut self, world: &World) -> Trace {
        if world.ticks() != self.sampled {
            self.sample(world);
        }
        let groups = world.layout().groups.len();
        let bin = |(speeds, count): (f64, u32)| (((speeds * 1e4).round() / 1e4) as f32, count);
        Trace {
            step: SAMPLE as f32 * DT,
            arrived: self.arrived,
            lane_order: (groups > 1).then_some(self.lane_order),
            speed_by_density: self.speed_by_density.map(bin).to_vec(),
            contacts: self.heat,
            replay: self.frames.map(|frames| frames.replay),
        }
    }
}

fn square(x: f32) -> f32 {
    x * x
}

/// To four decimals, so that it is short in a file.
fn rounded(share: f32) -> f32 {
    (share * 1e4).round() / 1e4
}

/// A grid over the frame with cells of 1 m, or larger ones where there would be too many.
fn heat(bounds: Rect) -> Heat {
    let size = bounds.size();
    let cell = (size.x.max(size.y) / MOST_CELLS).ceil().max(1.0);
    let cells = |length: f32| ((length / cell).ceil() as usize).max(1);
    let (columns, rows) = (cells(size.x), cells(size.y));
    Heat { origin: bounds.min, cell, columns, counts: vec![0; columns * rows], outside: 0 }
}

impl Heat {
    /// Counts one unit at a place.
    fn add(&mut self, place: Point) {
        let count = match self.cell_at(place) {
            Some(cell) => &mut self.counts[cell],
            None => &mut self.outside,
        };
        *count = count.saturating_add(1);
    }

    /// The index of the cell that holds a place.
    fn cell_at(&self, place: Point) -> Option<usize> {
        let at = (place - self.origin) / self.cell;
        let inside = at.x >= 0.0 && at.y >= 0.0 && (at.x as usize) < self.columns;
        let cell = (at.y as usize).saturating_mul(self.columns).saturating_add(at.x as usize);
        (inside && cell < self.counts.len()).then_some(cell)
    }
}

/// Everyone's places, every so often.
struct Frames {
    every: u64,
    bounds: Rect,
    replay: Replay,
}

impl Frames {
    fn new(world: &World) -> Frames {
        let layout = world.layout();
        let (bounds, units) = (layout.frame(), world.units());
        let replay = Replay {
            step: FRAME as f32 * DT,
            bounds: [bounds.min, bounds.max],
            groups: units.group.clone(),
            radii: units.radius.clone(),
            walls: layout.walls.iter().map(outline).collect(),
            names: layout.groups.clone(),
            goals: goals(layout),
            frames: Vec::new(),
        };
        let mut frames = Frames { every: FRAME, bounds, replay };
        frames.take(world);
        frames
    }

    fn observe(&mut self, world: &World) {
        if !world.ticks().is_multiple_of(self.every) {
            return;
        }
        self.take(world);
        if self.replay.frames.len() > MOST_FRAMES {
            let mut index = 0;
            self.replay.frames.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.every *= 2;
            self.replay.step *= 2.0;
        }
    }

    fn take(&mut self, world: &World) {
        let (min, size) = (self.bounds.min, self.bounds.size());
        // The bounds have an inside; who has left them is shown at their edge.
        let share = |offset: f32, length: f32| ((offset / length).clamp(0.0, 1.0) * 65535.0).round() as u16;
        let places = world.units().position.iter();
        let frame = places.flat_map(|p| [share(p.x - min.x, size.x), share(p.y - min.y, size.y)]).collect();
        self.replay.frames.push(frame);
    }
}

/// A wall's corners, and whether it has an inside.
fn outline(wall: &Wall) -> WallOutline {
    let sides = wall.outline();
    let solid = !matches!(wall, Wall::Chain(_));
    let end = sides.last().filter(|_| !solid).map(|side| side.to);
    WallOutline { solid, points: sides.iter().map(|side| side.from).chain(end).collect() }
}

/// The goals that can be drawn, each once for each group.
fn goals(layout: &Layout) -> Vec<GoalMark> {
    let mut marks = Vec::new();
    for start in &layout.starts {
        let mark = goal_mark(&start.goal, start.group);
        marks.extend(mark.filter(|mark| !marks.contains(mark)));
    }
    marks
}

fn goal_mark(goal: &Goal, group: u16) -> Option<GoalMark> {
    let (points, radius) = match *goal {
        Goal::Point { at, radius, .. } => (vec![at], radius),
        Goal::Region(area) => (Wall::Box(area).outline().iter().map(|side| side.from).collect(), 0.0),
        Goal::Line { from, to, .. } => (vec![from, to], 0.0),
        Goal::Stand | Goal::Roam | Goal::Unit { .. } => return None,
    };
    Some(GoalMark { group, points, radius })
}
