//! The cost of a tick in the middle of a crossing: in total, by mode and by stage, and of the neighbour search alone.
//!
//! `cargo bench` runs all benchmarks, `cargo bench -- whole/1000` some. One thread unless the name says otherwise.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use sidestep::steering::avoidance::Mode;
use sidestep::types::Point;
use sidestep::world::{KdTree, World};
use sidestep_lab::measure::{TICK_PARTS, TickTimes};
use sidestep_lab::run::Ticker;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::hint::black_box;
use std::time::Duration;

const SIZES: [usize; 3] = [200, 1000, 5000];

/// The number of ticks to time before the crowd is no longer in the middle of the crossing and has to be set up
/// again.
const WINDOW: u64 = 120;

fn mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_else(|| panic!("no mode {name}"))
}

/// Runs `crossing` until the two groups are in the middle of each other.
fn mid_crossing(units: usize, mode: Mode, push: bool, threads: usize) -> Ticker {
    let scene = Scene::built_in("crossing").expect("a built-in map");
    let mut layout = scene
        .layout(&LayoutOptions { units: Some(units), ..LayoutOptions::default() })
        .expect("the map scales");
    layout.steering.mode = mode;
    layout.steering.push.on = push;
    let mut ticker = Ticker::new(World::new(layout, threads));
    let length = ticker.world().path_left(0);
    while ticker.world().path_left(0) > 0.5 * length && ticker.world().time() < 60.0 && ticker.tick() {}
    ticker
}

/// Benchmarks ticks in the middle of a crossing. `micros` selects the part of a tick to time. The set-up is not
/// timed.
fn bench_ticks(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    set_up: impl Fn() -> Ticker,
    micros: impl Fn(TickTimes) -> f32,
) {
    let mut ticker = set_up();
    let mut left = WINDOW;
    group.bench_function(name, |b| {
        b.iter_custom(|ticks| {
            let mut sum = 0.0;
            for _ in 0..ticks {
                if left == 0 {
                    (ticker, left) = (set_up(), WINDOW);
                }
                assert!(ticker.tick(), "all units have arrived");
                left -= 1;
                sum += f64::from(micros(ticker.times()));
            }
            Duration::from_secs_f64(sum * 1e-6)
        });
    });
}

/// Every mode with the push, and two without it for comparison.
fn modes() -> Vec<(String, Mode, bool)> {
    let pushed = Mode::all().map(|mode| (format!("{mode} push"), mode, true));
    pushed.chain(["none", "raycast+cardioid"].map(|name| (name.to_string(), mode(name), false))).collect()
}

fn whole(c: &mut Criterion) {
    for units in SIZES {
        let mut group = c.benchmark_group(format!("whole/{units}"));
        group
            .sample_size(30)
            .measurement_time(Duration::from_secs(2))
            .warm_up_time(Duration::from_millis(300));
        // With 5000 units, most modes need minutes to reach the middle of the crossing.
        let few = ["none", "raycast+cardioid", "continuum", "lanes", "lanes-cheap"];
        for (name, mode, push) in modes() {
            if units == 5000 && !few.contains(&mode.name()) {
                continue;
            }
            bench_ticks(&mut group, &name, || mid_crossing(units, mode, push, 1), |t| t.total());
        }
        let set_up = || mid_crossing(units, mode("raycast+cardioid"), true, 2);
        bench_ticks(&mut group, "raycast+cardioid push, 2 threads", set_up, |t| t.total());
        group.finish();
    }
}

/// The parts of a tick.
fn stages(c: &mut Criterion) {
    for units in SIZES {
        let mut group = c.benchmark_group(format!("stage/{units}"));
        group
            .sample_size(20)
            .measurement_time(Duration::from_secs(1))
            .warm_up_time(Duration::from_millis(100));
        for part in &TICK_PARTS[..TICK_PARTS.len() - 1] {
            let set_up = || mid_crossing(units, mode("raycast+cardioid"), true, 1);
            bench_ticks(&mut group, part.key, set_up, |times| times[part.key]);
        }
        group.finish();
    }
}

/// One rebuild of the k-d tree and one query per unit.
fn neighbours(c: &mut Criterion) {
    let mut group = c.benchmark_group("neighbours");
    group.sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(100));
    for units in SIZES {
        let positions: Vec<Point> =
            mid_crossing(units, mode("none"), true, 1).world().units().position.clone();
        group.bench_function(BenchmarkId::new("k-d tree", units), |b| {
            let mut found = Vec::new();
            b.iter(|| {
                let mut tree = KdTree::default();
                tree.rebuild(&positions);
                for (id, p) in positions.iter().enumerate() {
                    tree.neighbours(id as u32, *p, 6.0, 20, &mut found);
                    black_box(&found);
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, whole, stages, neighbours);
criterion_main!(benches);
