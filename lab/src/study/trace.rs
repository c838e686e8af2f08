//! Records the course of a run over time.

use super::record::{GoalMark, Heat, Replay, Trace, WallOutline};
use crate::measure::{Measure, Stuck, lane_order};
use crate::run::Observer;
use crate::scene::frame;
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::neighbours::KdTree;
use sidestep::types::{DT, Point, Rect};
use sidestep::world::Layout;
use sidestep::world::{Phase, World};
use std::ops::ControlFlow;

/// The interval between samples: 0.5 s, in ticks.
const SAMPLE: u64 = 30;
/// The initial interval between frames of a replay: 0.2 s, in ticks.
const FRAME: u64 = 12;
/// Beyond this number of frames, every second one is dropped and the interval doubles.
const MOST_FRAMES: usize = 600;
/// The largest number of units for which a replay is recorded.
pub(crate) const MOST_REPLAYED: usize = 1000;
/// The radius around a unit within which its local density is measured, in m.
const AROUND: f32 = 2.0;
/// The number of bins of the local density, from 0 to 1.
const BINS: usize = 10;
/// The largest number of cells in a row or a column of the contact grid.
const MOST_CELLS: f32 = 100.0;

/// Observes a run and records its trace.
pub(super) struct Tracer {
    arrived: Vec<f32>,
    lane_order: Vec<f32>,
    speed_by_density: [(f64, u32); BINS],
    heat: Heat,
    frames: Option<Frames>,
    tree: KdTree,
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
    /// Starts observing a world that has not ticked yet. A replay is recorded on request if the world is not too
    /// large for one.
    pub fn new(world: &World, replay: bool) -> Tracer {
        // A replay has the same units in every frame.
        let has_streams = !world.layout().script.streams.is_empty();
        let replay = replay && !has_streams && world.units().len() <= MOST_REPLAYED;
        Tracer {
            arrived: Vec::new(),
            lane_order: Vec::new(),
            speed_by_density: [(0.0, 0); BINS],
            heat: heat(frame(world.layout())),
            frames: replay.then(|| Frames::new(world)),
            tree: KdTree::default(),
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
        // When no unit walks in another unit's lane any more, the order keeps its last value.
        let before = self.lane_order.last().copied().unwrap_or(0.0);
        self.lane_order.push(lane_order(world).map_or(before, |order| rounded(order as f32)));
        self.sample_speeds(world);
    }

    /// Samples speeds by local density: the share of the ground within 2 m that is covered by units whose centre lies
    /// there, including the unit itself.
    fn sample_speeds(&mut self, world: &World) {
        let units = world.units();
        self.tree.rebuild(&units.position);
        let mut near = Vec::new();
        for id in (0..units.len()).filter(|id| units.phase[*id] == Phase::Walking) {
            near.clear();
            self.tree.collect(units.position[id], AROUND, &mut near);
            // Sorted because neighbours come in any order, and the rounding of the sum depends on it.
            near.sort_unstable();
            let covered: f32 = near.iter().map(|other| square(units.radius[other.id() as usize])).sum();
            let bin = ((covered / square(AROUND) * BINS as f32) as usize).min(BINS - 1);
            let (speeds, count) = &mut self.speed_by_density[bin];
            *speeds += f64::from(units.velocity[id].norm() / units.max_speed[id]);
            *count += 1;
        }
    }

    /// Returns the trace, including a last sample at the end.
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

/// Rounds to four decimals to keep files short.
fn rounded(share: f32) -> f32 {
    (share * 1e4).round() / 1e4
}

/// Creates a grid over the bounds with cells of 1 m, or larger cells if there would be too many.
fn heat(bounds: Rect) -> Heat {
    let size = bounds.size();
    let cell = (size.x.max(size.y) / MOST_CELLS).ceil().max(1.0);
    let cells = |length: f32| ((length / cell).ceil() as usize).max(1);
    let (columns, rows) = (cells(size.x), cells(size.y));
    Heat { origin: bounds.min, cell, columns, counts: vec![0; columns * rows], outside: 0 }
}

impl Heat {
    /// Counts one unit at a position.
    fn add(&mut self, position: Point) {
        let count = match self.cell_at(position) {
            Some(cell) => &mut self.counts[cell],
            None => &mut self.outside,
        };
        *count = count.saturating_add(1);
    }

    /// Returns the index of the cell that contains a position.
    fn cell_at(&self, position: Point) -> Option<usize> {
        let at = (position - self.origin) / self.cell;
        let inside = at.x >= 0.0 && at.y >= 0.0 && (at.x as usize) < self.columns;
        let cell = (at.y as usize).saturating_mul(self.columns).saturating_add(at.x as usize);
        (inside && cell < self.counts.len()).then_some(cell)
    }
}

/// Records the positions of all units, and how many are stuck, at regular intervals.
struct Frames {
    every: u64,
    bounds: Rect,
    stuck: Stuck,
    replay: Replay,
}

impl Frames {
    fn new(world: &World) -> Frames {
        let layout = world.layout();
        let (bounds, units) = (frame(layout), world.units());
        let replay = Replay {
            step: FRAME as f32 * DT,
            bounds: [bounds.min, bounds.max],
            groups: units.group.clone(),
            radii: units.radius.clone(),
            walls: layout.walls.iter().map(outline).collect(),
            names: layout.groups.clone(),
            goals: goals(layout),
            frames: Vec::new(),
            stuck: Vec::new(),
        };
        let mut frames = Frames { every: FRAME, bounds, stuck: Stuck::new(world), replay };
        frames.take(world);
        frames
    }

    fn observe(&mut self, world: &World) {
        self.stuck.observe_tick(world);
        if !world.ticks().is_multiple_of(self.every) {
            return;
        }
        self.take(world);
        if self.replay.frames.len() > MOST_FRAMES {
            drop_every_second(&mut self.replay.frames);
            drop_every_second(&mut self.replay.stuck);
            self.every *= 2;
            self.replay.step *= 2.0;
        }
    }

    fn take(&mut self, world: &World) {
        let (min, size) = (self.bounds.min, self.bounds.size());
        // The bounds are never empty. Units that have left them are shown at the edge.
        let share = |offset: f32, length: f32| ((offset / length).clamp(0.0, 1.0) * 65535.0).round() as u16;
        let positions = world.units().position.iter();
        let frame =
            positions.flat_map(|p| [share(p.x - min.x, size.x), share(p.y - min.y, size.y)]).collect();
        self.replay.frames.push(frame);
        // At most MOST_REPLAYED.
        self.replay.stuck.push(self.stuck.count() as u16);
    }
}

fn drop_every_second<T>(items: &mut Vec<T>) {
    let mut keep = false;
    items.retain(|_| {
        keep = !keep;
        keep
    });
}

/// Returns the corners of a wall, and whether it is solid.
fn outline(wall: &Wall) -> WallOutline {
    let sides = wall.outline();
    let solid = !matches!(wall, Wall::Chain(_));
    let end = sides.last().filter(|_| !solid).map(|side| side.to);
    WallOutline { solid, points: sides.iter().map(|side| side.from).chain(end).collect() }
}

/// Returns the goals that can be drawn, without duplicates within a group.
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
