//! The cost of drawing a picture of a crossing at 1280 × 720 without text: without overlays by size, and each overlay for 1000
//! units in the middle of the crossing.
//!
//! `cargo bench --bench draw` runs it. Drawing uses one thread.

use criterion::{Criterion, criterion_group, criterion_main};
use sidestep::world::World;
use sidestep_lab::draw::{Camera, Canvas, OVERLAYS, Overlays, Trails, View, render, theme};
use sidestep_lab::run::Ticker;
use sidestep_lab::scene::{LayoutOptions, Scene, frame};
use std::hint::black_box;
use std::time::Duration;

const SIZE: (u32, u32) = (1280, 720);

fn world(units: usize, ticks: u64) -> Ticker {
    let options = LayoutOptions { units: Some(units), ..LayoutOptions::default() };
    let layout = Scene::built_in("crossing").expect("a built-in map").layout(&options);
    let mut ticker = Ticker::new(World::new(layout.expect("the map scales"), 1));
    ticker.advance(ticks);
    ticker
}

fn pictures(c: &mut Criterion) {
    let mut group = c.benchmark_group("draw");
    group.sample_size(30).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
    for units in [0, 1000, 2000] {
        let world = world(units.max(2), 60).into_world();
        let trails = Trails::default();
        let mut camera = Camera::fit(frame(world.layout()), SIZE, (8.0, 8.0));
        if units == 1000 {
            let radius = world.units().radius[0] * camera.scale;
            println!("a disc has a radius of {radius:.1} pixels");
        }
        if units == 0 {
            // Only the ground: the units are outside the picture.
            camera.pan(1e6, 0.0);
        }
        let view = View {
            moment: None,
            camera,
            overlays: Overlays::NONE,
            selected: None,
            alpha: 0.5,
            theme: &theme::DARK,
            trails: &trails,
            hud: false,
        };
        let mut pixels = vec![255; (SIZE.0 * SIZE.1 * 4) as usize];
        group.bench_function(format!("{units} units"), |b| {
            b.iter(|| render(&world, black_box(&view), &mut Canvas::new(SIZE.0, SIZE.1, &mut pixels)));
        });
    }
    group.finish();
}

fn overlays(c: &mut Criterion) {
    let mut group = c.benchmark_group("overlays");
    group.sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    let mut ticker = world(1000, 360);
    let mut trails = Trails::default();
    for _ in 0..120 {
        ticker.tick();
        trails.record(ticker.world());
    }
    let world = ticker.into_world();
    let camera = Camera::fit(frame(world.layout()), SIZE, (8.0, 8.0));
    let mut pixels = vec![255; (SIZE.0 * SIZE.1 * 4) as usize];
    let sets = OVERLAYS.iter().map(|overlay| Overlays::NONE.with(overlay));
    for overlays in [Overlays::NONE].into_iter().chain(sets) {
        let name = overlays.to_string();
        let view = View {
            moment: None,
            camera,
            overlays,
            selected: None,
            alpha: 0.5,
            theme: &theme::DARK,
            trails: &trails,
            hud: false,
        };
        group.bench_function(name, |b| {
            b.iter(|| render(&world, black_box(&view), &mut Canvas::new(SIZE.0, SIZE.1, &mut pixels)));
        });
    }
    group.finish();
}

criterion_group!(benches, pictures, overlays);
criterion_main!(benches);
