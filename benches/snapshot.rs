//! What it takes to keep the state of 1000 units in the middle of a crossing, and to go back to it: as a copy, and as bytes. It
//! prints the number of bytes, too, and those of a recording of a minute.
//!
//! `cargo bench --bench snapshot` runs it.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use sidestep::crowd::{Bodies, Crowd};
use sidestep::recording::Recorder;
use sidestep::steering::avoidance::Mode;
use sidestep::world::World;
use sidestep_lab::run::Ticker;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::hint::black_box;
use std::time::Duration;

const UNITS: usize = 1000;
/// When the groups are in the middle of each other.
const TICKS: u64 = 420;

/// The bytes of a recording of a minute.
fn minute(world: World) -> usize {
    let mut ticker = Ticker::new(world);
    ticker.never_end();
    let mut recorder = Recorder::new(Vec::new(), b"", ticker.world()).expect("a built-in mode");
    for _ in 0..3600 {
        ticker.tick();
        recorder.tick(ticker.world()).expect("memory takes all bytes");
    }
    recorder.finish().expect("memory takes all bytes").len()
}

fn snapshots(c: &mut Criterion) {
    let mut group = c.benchmark_group("snapshot");
    group.sample_size(30).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
    for (map, mode) in [("crossing", "raycast+cardioid"), ("crossing", "lanes"), ("choke", "lanes")] {
        let options = LayoutOptions { units: Some(UNITS), ..LayoutOptions::default() };
        let scene = Scene::built_in(map).expect("a built-in map");
        let mut layout = scene.layout(&options).expect("the map scales");
        layout.steering.mode = Mode::named(mode).expect("a built-in mode");
        let mut ticker = Ticker::new(World::new(layout.clone(), 1));
        ticker.advance(TICKS);
        let world = ticker.into_world();
        let mut crowd = Crowd::new(layout.clone(), 1);
        let units = world.units();
        crowd.step(Bodies { position: &units.position, velocity: &units.velocity });
        crowd.step(Bodies { position: &units.position, velocity: &units.velocity });
        let bytes = world.snapshot().expect("a built-in mode");
        let own = crowd.snapshot().expect("a built-in mode");
        let recorded = minute(World::new(layout.clone(), 1));
        println!(
            "{map}, {mode}: world {} bytes, crowd {} bytes, recording {recorded} bytes",
            bytes.len(),
            own.len()
        );
        let mut time = |name: &str, run: &mut dyn FnMut()| {
            group.bench_function(format!("{map}, {mode}: {name}"), |b| b.iter(&mut *run));
        };
        time("copy of a world", &mut || _ = black_box(world.clone()));
        time("bytes of a world", &mut || _ = black_box(world.snapshot()));
        time("copy of a crowd", &mut || _ = black_box(crowd.clone()));
        time("bytes of a crowd", &mut || _ = black_box(crowd.snapshot()));
        let (mut other, mut other_crowd) = (world.clone(), crowd.clone());
        time("rewind a world", &mut || _ = black_box(other.rewind(&bytes)));
        time("rewind a crowd", &mut || _ = black_box(other_crowd.rewind(&own)));
        time("rewind a world and tick", &mut || {
            _ = other.rewind(&bytes);
            other.tick();
        });
        let mut restore = |name: &str, run: &mut dyn FnMut(sidestep::world::Layout)| {
            group.bench_function(format!("{map}, {mode}: {name}"), |b| {
                b.iter_batched(|| layout.clone(), &mut *run, BatchSize::LargeInput);
            });
        };
        restore("restore a world", &mut |layout| _ = black_box(World::restore(layout, &bytes, 1)));
        restore("restore a crowd", &mut |layout| _ = black_box(Crowd::restore(layout, &own, 1)));
    }
}

criterion_group!(benches, snapshots);
criterion_main!(benches);
