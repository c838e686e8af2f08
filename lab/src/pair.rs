//! Finds where two runs diverge. Both begin from the same starts, are steered differently and run in lockstep; the
//! result is the first tick and the unit at which they differ, with both worlds at the moment of that decision.
//!
//! Up to that moment both runs are identical. The two decisions therefore have the same neighbours, walls and
//! velocities as inputs, and their reasons differ only because the steering differs.

use crate::draw::{Camera, Canvas, Trails, View, overlays, render, theme};
use crate::measure::Metrics;
use crate::run::{Run, Ticker};
use sidestep::steering::avoidance::Workers;
use sidestep::steering::{Decision, Steering};
use sidestep::types::{DT, Rect, Vec2};
use sidestep::world::Layout;
use sidestep::world::World;

/// Two runs, and where they diverge.
pub struct PairComparison {
    /// Where they diverge; none if they are identical to the end.
    pub parting: Option<Parting>,
    /// How each run ends.
    pub ends: [PairEnd; 2],
}

/// The point at which two runs diverge.
pub struct Parting {
    /// The tick after which the unit's positions differ.
    pub tick: u64,
    /// The unit with the largest distance between its two positions. Units that have decided differently by then take
    /// precedence.
    pub unit: usize,
    /// The distance between its two positions, in m.
    pub distance: f32,
    /// The tick in which the unit first decided differently; none if it did not, and the runs diverge by physics
    /// alone (the push, or a collision).
    pub decided: Option<u64>,
    /// The number of units that decide differently in that tick.
    pub deciding: usize,
    /// Both worlds in that tick (in `tick`, if the unit did not decide differently), after all units have decided and
    /// before any has moved. `World::reasons` explains these decisions.
    pub worlds: [World; 2],
}

/// The end of a run.
#[derive(Debug, Clone)]
pub struct PairEnd {
    /// The metrics of the run.
    pub metrics: Metrics,
    /// The tick in which each unit arrived.
    pub arrived_at: Vec<Option<u64>>,
    /// The time that each unit needs for its path alone, in s; 0 for units without a path.
    pub alone: Vec<f32>,
}

impl PairEnd {
    /// Returns the time at which unit `id` arrived, in s, and its ratio to the time that the unit needs alone; none
    /// if it did not arrive or has no path.
    pub fn arrival(&self, id: usize) -> Option<(f64, f64)> {
        let time = *self.arrived_at.get(id)?.as_ref()? as f64 * f64::from(DT);
        let alone = f64::from(*self.alone.get(id)?);
        (alone > 0.0).then_some((time, time / alone))
    }
}

/// Runs a layout with two ways of steering and finds where the runs diverge.
///
/// They diverge once the two positions of any unit are more than `tolerance` (m) apart. With a tolerance of 0, or one
/// that is not a number, they diverge once any position or velocity differs in any bit. Each run ends when all units
/// have arrived, or at the time limit of the layout.
pub fn pair(layout: &Layout, steerings: [Steering; 2], tolerance: f32) -> PairComparison {
    let steered = steerings.map(|steering| Layout { steering, ..layout.clone() });
    // One thread per run.
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

    /// Runs one tick; returns false if the run is over.
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

/// A divergence that has been found, before the worlds are rebuilt for it.
struct FoundParting {
    tick: u64,
    unit: usize,
    distance: f32,
    decided: Option<u64>,
}

/// Runs both until the positions of a unit differ; none if a run ends before that.
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
            // `j.cmp(i)` chooses the first of equal units.
            by_itself.then(far.0.total_cmp(&further.0)).then(far.1.total_cmp(&further.1)).then(j.cmp(i))
        });
        if let Some((unit, (distance, _))) = furthest {
            return Some(FoundParting { tick: a.ticks(), unit, distance, decided: decided[unit] });
        }
    }
}

/// Whether two decisions differ in their effect.
fn differ(a: Decision, b: Decision) -> bool {
    (a.force, a.angular, a.turning) != (b.force, b.angular, b.turning)
}

/// Returns the units that differ between two worlds, with the differences of their positions (m) and velocities (m/s).
fn differing_units<'a>(
    a: &'a World,
    b: &'a World,
    tolerance: f32,
) -> impl Iterator<Item = (usize, (f32, f32))> + 'a {
    let (a, b) = (a.units(), b.units());
    (0..a.len()).filter_map(move |id| {
        let (offset, speed) = (a.position[id] - b.position[id], a.velocity[id] - b.velocity[id]);
        let apart = if tolerance > 0.0 {
            offset.norm() > tolerance
        } else {
            offset != Vec2::zeros() || speed != Vec2::zeros()
        };
        apart.then(|| (id, (offset.norm(), speed.norm())))
    })
}

impl FoundParting {
    /// Reruns both worlds up to the decision, since a world keeps no history.
    fn rerun_to_decision(self, steered: &[Layout; 2], workers: Workers<'_>) -> Parting {
        let at = self.decided.unwrap_or(self.tick);
        let mut tickers = steered.each_ref().map(|layout| Ticker::new(World::new((*layout).clone(), 1)));
        workers.each(&mut tickers, |ticker| ticker.advance(at - 1));
        let worlds = tickers.map(Ticker::into_decision);
        let [a, b] = &worlds;
        let deciding = (0..a.units().len()).filter(|id| differ(a.decision(*id), b.decision(*id))).count();
        let FoundParting { tick, unit, distance, decided } = self;
        Parting { tick, unit, distance, decided, deciding, worlds }
    }
}

/// The distance that pictures of a divergence show around the unit in each direction, in m.
const AROUND: f32 = 10.0;
/// The width of the line between the halves, in pixels.
const BETWEEN: usize = 4;
/// The width of the panel with the reasons at the right of each half, in pixels.
const PANEL: f32 = 300.0;

impl Parting {
    /// Draws both worlds side by side around the unit, with its reasons. Returns the size of the picture and its RGBA
    /// pixels. `half` is the size of each half in pixels, from 1 to 8192.
    pub fn picture(&self, half: (u32, u32)) -> ((u32, u32), Vec<u8>) {
        let half = (half.0.clamp(1, 8192), half.1.clamp(1, 8192));
        let halves = self.worlds.each_ref().map(|world| self.half(world, half));
        let row = half.0 as usize * 4;
        let line = theme::DARK.text_dim;
        let line = [line.r, line.g, line.b, 255].repeat(BETWEEN);
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
        // Centres the unit in the area that the panel leaves free.
        camera.pan(-(PANEL / 2.0).min(size.0 as f32 / 4.0), 0.0);
        let overlays =
            [&overlays::FORCE, &overlays::RAYS, &overlays::FIELD, &overlays::MODEL, &overlays::PATH];
        let view = View {
            moment: None,
            camera,
            overlays: overlays.into_iter().collect(),
            selected: Some(self.unit),
            alpha: 1.0,
            theme: &theme::DARK,
            trails: &Trails::default(),
            hud: true,
        };
        render(world, &view, &mut Canvas::new(size.0, size.1, &mut pixels));
        pixels
    }
}
