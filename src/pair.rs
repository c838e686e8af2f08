//! Where two runs part: the same starts, steered in two ways, tick by tick in step; the first tick and the unit that make a difference,
//! and the world as it was when they decided it.
//!
//! Up to there both runs are one run. So the two decisions have the same neighbours, the same walls and the same velocities before
//! them, and what differs in their reasons is the difference between the two ways to steer, and nothing else.

use crate::draw::{Camera, Canvas, Hud, Trails, View, overlays, render, theme};
use crate::measure::Metrics;
use crate::run::{self, Run};
use crate::scene::Layout;
use crate::steering::{Decision, Steering};
use crate::types::{DT, Rect, Vec2};
use crate::workers::Workers;
use crate::world::World;

/// Two runs, and where they part.
pub struct PairComparison {
    /// Where; none when they are the same to the end.
    pub parting: Option<Parting>,
    /// How each one goes on.
    pub ends: [PairEnd; 2],
}

/// Where two runs part.
pub struct Parting {
    /// After this tick the unit is not where it is in the other run.
    pub tick: u64,
    /// The unit: of those that are so, the one that is furthest off among those that decided differently by then, else among all.
    pub unit: usize,
    /// How far apart its two places are then, m.
    pub distance: f32,
    /// The tick in which it first decided differently; none where it did not, and physics (the push, a body in its way) parts the
    /// two.
    pub decided: Option<u64>,
    /// How many units decide differently in that tick.
    pub deciding: usize,
    /// Both runs in that tick (in `tick`, where nobody decided differently), everyone having decided and nobody having moved yet:
    /// `World::reasons` are those of these decisions.
    pub worlds: [World; 2],
}

/// How a run ends.
#[derive(Debug, Clone)]
pub struct PairEnd {
    /// The run's metrics.
    pub metrics: Metrics,
    /// When each unit arrived, ticks.
    pub arrived_at: Vec<Option<u64>>,
    /// The time that each one's way takes it alone, s; 0 for those who have none.
    pub alone: Vec<f32>,
}

impl PairEnd {
    /// When unit `id` arrived, s, and that time / the time alone; none when it didn't, or has no way to go.
    pub fn arrival(&self, id: usize) -> Option<(f64, f64)> {
        let time = *self.arrived_at.get(id)?.as_ref()? as f64 * f64::from(DT);
        let alone = f64::from(*self.alone.get(id)?);
        (alone > 0.0).then_some((time, time / alone))
    }
}

/// Runs a layout, steered in two ways, and says where that begins to matter: where a unit is further than `tolerance` (m) from
/// where it is in the other run; with a tolerance of 0, or one that is no number, where a position or velocity differs in any bit.
/// Runs end as everyone has arrived, or at the layout's time limit.
pub fn pair(layout: &Layout, steerings: [Steering; 2], tolerance: f32) -> PairComparison {
    let steered = steerings.map(|steering| Layout { steering, ..layout.clone() });
    // A thread for each of the two.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().ok();
    let workers = Workers::new(pool.as_ref());
    let mut runs = steered.each_ref().map(PairedRun::new);
    let parted = until_parted(&mut runs, tolerance, workers);
    let parting = parted.map(|parted| parted.rerun_to_decision(&steered, workers));
    workers.each(&mut runs, |run| while run.tick() {});
    PairComparison { parting, ends: runs.map(PairedRun::end) }
}

/// One of the two runs.
struct PairedRun {
    run: Run,
    arrived_at: Vec<Option<u64>>,
    alone: Vec<f32>,
}

impl PairedRun {
    fn new(layout: &Layout) -> PairedRun {
        let world = World::new(layout.clone(), 1);
        let alone = (0..layout.starts.len()).map(|id| world.path_left(id) / world.units().max_speed[id]);
        PairedRun {
            arrived_at: vec![None; layout.starts.len()],
            alone: alone.collect(),
            run: Run::new(world),
        }
    }

    /// Does a tick; false when the run is over.
    fn tick(&mut self) -> bool {
        if !self.run.tick() {
            return false;
        }
        let world = self.run.world();
        for (at, arrived) in self.arrived_at.iter_mut().zip(&world.units().arrived) {
            if *arrived && at.is_none() {
                *at = Some(world.ticks());
            }
        }
        true
    }

    fn end(self) -> PairEnd {
        let metrics = self.run.finish().metrics;
        PairEnd { metrics, arrived_at: self.arrived_at, alone: self.alone }
    }
}

/// What is known of a parting before one has looked at it.
struct FoundParting {
    tick: u64,
    unit: usize,
    distance: f32,
    decided: Option<u64>,
}

/// Runs both until a unit is not where it is in the other; none when one of them ends before.
fn until_parted(runs: &mut [PairedRun; 2], tolerance: f32, workers: Workers<'_>) -> Option<FoundParting> {
    let mut decided: Vec<Option<u64>> = vec![None; runs[0].run.world().units().len()];
    loop {
        let before = runs[0].run.world().ticks();
        workers.each(runs, |run| _ = run.tick());
        let [a, b] = runs.each_ref().map(|paired| paired.run.world());
        if a.ticks() == before || b.ticks() == before {
            return None;
        }
        for (id, first) in decided.iter_mut().enumerate() {
            if first.is_none() && differ(a.decision(id), b.decision(id)) {
                *first = Some(a.ticks());
            }
        }
        let furthest = differing_units(a, b, tolerance).max_by(|(i, far), (j, further)| {
            let by_itself = decided[*i].is_some().cmp(&decided[*j].is_some());
            // Of equals the first.
            by_itself.then(far.0.total_cmp(&further.0)).then(far.1.total_cmp(&further.1)).then(j.cmp(i))
        });
        if let Some((unit, (distance, _))) = furthest {
            return Some(FoundParting { tick: a.ticks(), unit, distance, decided: decided[unit] });
        }
    }
}

/// Whether two decisions differ in what they do.
fn differ(a: Decision, b: Decision) -> bool {
    (a.force, a.angular, a.turning) != (b.force, b.angular, b.turning)
}

/// The units that are apart in two worlds, and by how much: m, m/s.
fn differing_units<'a>(
    a: &'a World,
    b: &'a World,
    tolerance: f32,
) -> impl Iterator<Item = (usize, (f32, f32))> + 'a {
    let (a, b) = (a.units(), b.units());
    (0..a.len()).filter_map(move |id| {
        let (place, speed) = (a.position[id] - b.position[id], a.velocity[id] - b.velocity[id]);
        let apart = if tolerance > 0.0 {
            place.norm() > tolerance
        } else {
            place != Vec2::zeros() || speed != Vec2::zeros()
        };
        apart.then(|| (id, (place.norm(), speed.norm())))
    })
}

impl FoundParting {
    /// Runs both anew up to the decision: a world that has gone on can't be looked at as it was.
    fn rerun_to_decision(self, steered: &[Layout; 2], workers: Workers<'_>) -> Parting {
        let at = self.decided.unwrap_or(self.tick);
        let mut worlds = steered.each_ref().map(|layout| World::new((*layout).clone(), 1));
        workers.each(&mut worlds, |world| {
            run::advance(world, at - 1);
            world.decide_only();
        });
        let [a, b] = &worlds;
        let deciding = (0..a.units().len()).filter(|id| differ(a.decision(*id), b.decision(*id))).count();
        let FoundParting { tick, unit, distance, decided } = self;
        Parting { tick, unit, distance, decided, deciding, worlds }
    }
}

/// What pictures of a parting show: half so many metres in each direction.
const AROUND: f32 = 10.0;
/// The line between the halves, pixels.
const BETWEEN: usize = 4;
/// What the reasons' panel covers at the right of each half, pixels.
const PANEL: f32 = 300.0;

impl Parting {
    /// Both worlds side by side, around the unit, with its reasons: the picture's size and its RGBA pixels. `half` is the size of each
    /// of the two, pixels, from 1 to 8192.
    pub fn picture(&self, half: (u32, u32)) -> ((u32, u32), Vec<u8>) {
        let half = (half.0.clamp(1, 8192), half.1.clamp(1, 8192));
        let halves = self.worlds.each_ref().map(|world| self.half(world, half));
        let row = half.0 as usize * 4;
        let line = [theme::TEXT_DIM.r, theme::TEXT_DIM.g, theme::TEXT_DIM.b, 255].repeat(BETWEEN);
        let mut pixels = Vec::with_capacity((2 * row + line.len()) * half.1 as usize);
        for (left, right) in halves[0].chunks_exact(row).zip(halves[1].chunks_exact(row)) {
            pixels.extend_from_slice(left);
            pixels.extend_from_slice(&line);
            pixels.extend_from_slice(right);
        }
        ((2 * half.0 + BETWEEN as u32, half.1), pixels)
    }

    fn half(&self, world: &World, size: (u32, u32)) -> Vec<u8> {
        let mut pixels = vec![255; size.0 as usize * size.1 as usize * 4];
        let at = world.units().position[self.unit];
        let around = Vec2::new(AROUND, AROUND);
        let mut camera = Camera::fit(Rect { min: at - around, max: at + around }, size, (8.0, 32.0));
        // The unit in the middle of what the panel leaves free.
        camera.pan(-(PANEL / 2.0).min(size.0 as f32 / 4.0), 0.0);
        let overlays =
            [&overlays::FORCE, &overlays::RAYS, &overlays::FIELD, &overlays::MODEL, &overlays::PATH];
        let view = View {
            camera,
            overlays: overlays.into_iter().collect(),
            selected: Some(self.unit),
            alpha: 1.0,
            trails: &Trails::default(),
            hud: Some(Hud { text_scale: 1, ..Hud::default() }),
        };
        render(world, &view, &mut Canvas::new(size.0, size.1, &mut pixels));
        pixels
    }
}
