//! Records to report on: from real runs, and by hand with the figures that a test needs.

use rayon::prelude::*;
use serde_json::{Map, Value, json};
use sidestep::geometry::Wall;
use sidestep::measure::Measure;
use sidestep::scene::{LayoutOptions, Scene};
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::study::{Heat, Outcome, Outline, Record, Replay, Run, Trace};
use sidestep::types::Point;
use sidestep::world::{Phase, World};
use std::collections::BTreeMap;

/// What a run of the study is; the ids need only differ.
pub(crate) fn run(map: &str, mode: &str, push: f32, seed: u64) -> Run {
    Run {
        id: format!("{map}-{mode}-{push}-{seed}"),
        map: map.into(),
        map_hash: "0123456789abcdef".into(),
        mode: mode.into(),
        push,
        units: None,
        seed,
        jitter: None,
        limit: None,
        settings: BTreeMap::new(),
        version: "0.1.0".into(),
    }
}

/// A record with these figures: everybody arrived, where the share is 1.
pub(crate) fn record(run: Run, time_ratio: f64, arrived: f64) -> Record {
    let metrics = json!({
        "units": 200, "arrived": arrived, "time_ratio": time_ratio, "deepest_overlap": 0.02, "stuck": 3,
        "mean_acceleration": 4.5, "tick_us": { "p50": 120.0 },
    });
    let Value::Object(metrics) = metrics else { unreachable!() };
    let outcome = if arrived < 1.0 { Outcome::Cut } else { Outcome::Arrived };
    Record { run, outcome, metrics, trace: None }
}

/// A run that failed.
pub(crate) fn failed(run: Run, why: &str) -> Record {
    Record { run, outcome: Outcome::Failed(why.into()), metrics: Map::new(), trace: None }
}

/// A variant's records on a map, a time ratio for each seed from 1 on; everybody arrived.
pub(crate) fn arrived(map: &str, mode: &str, ratios: &[f64]) -> Vec<Record> {
    let with = |(k, ratio): (usize, &f64)| record(run(map, mode, 0.0, k as u64 + 1), *ratio, 1.0);
    ratios.iter().enumerate().map(with).collect()
}

/// Runs through the library, with a replay of the first seed.
pub(crate) fn real(maps: &[(&str, usize)], modes: &[&str], seeds: u64, limit: f32) -> Vec<Record> {
    let mut runs = Vec::new();
    for (map, units) in maps {
        for mode in modes {
            for push in [0.0, Push::DEFAULT_STRENGTH] {
                let run =
                    |seed| Run { units: Some(*units), limit: Some(limit), ..run(map, mode, push, seed) };
                runs.extend((1..=seeds).map(run));
            }
        }
    }
    runs.into_par_iter().map(|run| played(run, limit)).collect()
}

fn played(run: Run, limit: f32) -> Record {
    let scene = Scene::built_in(&run.map).expect("a built-in map");
    let options = LayoutOptions { units: run.units, seed: Some(run.seed), jitter: run.jitter };
    let mut layout = scene.layout(&options).expect("a layout");
    layout.steering.set_mode(Mode::named(&run.mode).expect("a mode"));
    layout.steering.push = Push { on: run.push > 0.0, strength: run.push.max(0.1) };
    let mut world = World::new(layout, 1);
    let mut measure = Measure::new(&world);
    let mut tracer = Tracer::new(&world, run.seed == 1);
    while !world.finished() && world.time() < limit {
        world.tick();
        measure.observe(&world);
        tracer.observe(&world, &measure);
    }
    let Ok(Value::Object(metrics)) = serde_json::to_value(measure.metrics(&world)) else { unreachable!() };
    let outcome = if world.finished() { Outcome::Arrived } else { Outcome::Cut };
    Record { run, outcome, metrics, trace: Some(tracer.trace) }
}

/// Gathers what a report draws, ten times a second.
struct Tracer {
    trace: Trace,
}

impl Tracer {
    fn new(world: &World, with_replay: bool) -> Tracer {
        let bounds = world.layout().frame();
        let size = bounds.size();
        let (columns, rows) = (size.x.ceil() as usize, size.y.ceil() as usize);
        let units = world.units();
        let outline = |wall: &Wall| Outline {
            solid: true,
            points: wall.outline().iter().map(|segment| segment.from).collect(),
        };
        let replay = Replay {
            step: 0.1,
            bounds: [bounds.min, bounds.max],
            groups: units.group.clone(),
            radii: units.radius.clone(),
            walls: world.layout().walls.iter().map(outline).collect(),
            names: world.layout().groups.clone(),
            goals: Vec::new(),
            frames: vec![frame(world)],
        };
        let contacts =
            Heat { origin: bounds.min, cell: 1.0, columns, counts: vec![0; columns * rows], outside: 0 };
        let trace = Trace {
            step: 0.1,
            arrived: vec![0.0],
            lane_order: Some(vec![order(world)]),
            speed_by_density: vec![(0.0, 0); 10],
            contacts,
            replay: with_replay.then_some(replay),
        };
        Tracer { trace }
    }

    fn observe(&mut self, world: &World, measure: &Measure) {
        let heat = &mut self.trace.contacts;
        for id in measure.touching() {
            let place = (world.units().position[*id] - heat.origin) / heat.cell;
            let cell =
                place.y.max(0.0) as usize * heat.columns + (place.x.max(0.0) as usize).min(heat.columns - 1);
            heat.counts.get_mut(cell).into_iter().for_each(|count| *count += 1);
        }
        if !world.ticks().is_multiple_of(6) {
            return;
        }
        self.trace.arrived.push(world.arrived() as f32 / world.walkers().max(1) as f32);
        self.trace.lane_order.iter_mut().for_each(|all| all.push(order(world)));
        self.trace.replay.iter_mut().for_each(|replay| replay.frames.push(frame(world)));
        let units = world.units();
        for id in (0..units.len()).filter(|id| units.phase[*id] == Phase::Walking) {
            let near = (0..units.len()).filter(|j| (units.position[*j] - units.position[id]).norm() < 2.0);
            let covered: f32 = near.map(|j| units.radius[j] * units.radius[j] / 4.0).sum();
            let bin = &mut self.trace.speed_by_density[((covered * 10.0) as usize).min(9)];
            *bin = (bin.0 + units.velocity[id].norm() / units.max_speed[id], bin.1 + 1);
        }
    }
}

fn frame(world: &World) -> Vec<u16> {
    let bounds = world.layout().frame();
    let share = |p: &Point| (p - bounds.min).component_div(&bounds.size());
    let places = world.units().position.iter().map(share);
    places.flat_map(|s| [s.x, s.y]).map(|s| (s.clamp(0.0, 1.0) * 65535.0).round() as u16).collect()
}

/// Lane order, as `measure` defines it.
fn order(world: &World) -> f32 {
    let units = world.units();
    let walking: Vec<usize> = (0..units.len()).filter(|id| units.phase[*id] == Phase::Walking).collect();
    let phi = |i: &usize| {
        let way = world.way(*i);
        let beside = |j: &&usize| {
            let off = units.position[**j] - units.position[*i];
            **j != *i && (way.x * off.y - way.y * off.x).abs() < units.radius[*i]
        };
        let sides = walking
            .iter()
            .filter(beside)
            .map(|j| if units.group[*j] == units.group[*i] { 1.0 } else { -1.0 });
        let (sum, n) = sides.fold((0.0_f32, 0.0_f32), |(sum, n), side| (sum + side, n + 1.0));
        (n > 0.0).then(|| (sum / n) * (sum / n))
    };
    let all: Vec<f32> = walking.iter().filter_map(phi).collect();
    if all.is_empty() { 0.0 } else { all.iter().sum::<f32>() / all.len() as f32 }
}
