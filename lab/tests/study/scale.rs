//! Cost and quality of modes at increasing sizes: `scale`.

use crate::svg;
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;
use sidestep::world::World;
use sidestep_lab::measure::{ARRIVED, ByPart, DEEPEST_OVERLAP, Measure, STUCK, TICK_PARTS, TIME_RATIO};
use sidestep_lab::scale::{
    Quality, Scale, ScaleOptions, ScaleRow, StageCost, chart, csv, growth, quality_metrics, row,
};
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::path::Path;

const SIZES: [usize; 8] = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

fn mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_else(|| panic!("no mode {name}"))
}

fn layout(units: usize, name: &str) -> Layout {
    let scene = Scene::built_in("crossing").unwrap();
    let mut layout = scene.layout(&LayoutOptions { units: Some(units), ..LayoutOptions::default() }).unwrap();
    layout.steering.set_mode(mode(name));
    layout
}

/// Returns a synthetic row in which stage k costs (k + 1) · units^exponent.
fn synthetic(name: &str, units: usize, exponent: f64) -> ScaleRow {
    let cost = |k: f64| {
        let mean = k * (units as f64).powf(exponent);
        StageCost { mean, median: mean }
    };
    let costs = ByPart([1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(cost));
    ScaleRow {
        mode: mode(name),
        units,
        from: 5.0,
        way_left: 0.55,
        ticks: 120,
        waited: None,
        tick_us: costs,
        unit_us: costs,
        quality: None,
    }
}

#[test]
fn a_slope_comes_back_for_each_mode_and_stage() {
    let quadratic = SIZES.map(|units| synthetic("none", units, 2.0));
    let linear = SIZES.map(|units| synthetic("lanes", units, 1.0));
    let growth = growth(&[quadratic, linear].concat());
    assert_eq!(growth.len(), 2 * TICK_PARTS.len());
    for (k, growth) in growth.iter().enumerate() {
        let (name, exponent, words) =
            if k < TICK_PARTS.len() { ("none", 2.0, "quadratic") } else { ("lanes", 1.0, "linear") };
        assert_eq!((growth.mode.name(), growth.stage), (name, TICK_PARTS[k % TICK_PARTS.len()].key));
        let fit = growth.fit.unwrap();
        assert!((fit.exponent.mean - exponent).abs() < 1e-9, "{growth:?}");
        assert!((fit.at(1.0) / (k % TICK_PARTS.len() + 1) as f64 - 1.0).abs() < 1e-9, "{growth:?}");
        assert_eq!(growth.name, Some(words));
    }
}

#[test]
fn two_sizes_have_no_slope() {
    let two = [synthetic("none", 100, 1.0), synthetic("none", 200, 1.0)];
    assert!(growth(&two).iter().all(|growth| growth.fit.is_none() && growth.name.is_none()));
}

#[test]
fn cost_is_measured_in_the_middle_and_quality_over_the_whole_run() {
    let layout = layout(60, "raycast");
    let row = row(&layout, &ScaleOptions::default());
    assert_eq!((row.mode, row.units), (mode("raycast"), 60));
    assert_eq!(row.ticks % 120, 0, "whole windows: {}", row.ticks);
    // Half of the distance, plus the distance of half a window: 5 m of about 46 m.
    assert!((0.5..0.65).contains(&row.way_left), "{}", row.way_left);
    let mut world = World::new(layout.clone(), 1);
    let ways = |world: &World| (0..60).map(|id| f64::from(world.path_left(id))).sum::<f64>();
    let way = ways(&world);
    while world.time() < row.from {
        world.tick();
    }
    assert!((ways(&world) / way - row.way_left).abs() < 1e-9, "the remaining share matches the time");

    // Time spent waiting for a core is excluded; it counts as 0 if the system does not report it.
    let waited = row.waited.unwrap_or(0.0);
    assert!((0.0..1.0).contains(&waited), "{waited}");
    let costs = row.tick_us;
    let stages: f64 = costs.0[..4].iter().map(|cost| cost.mean).sum();
    assert!(stages > 0.0 && stages <= costs.total().mean * 1.001, "{costs:?}");
    for (tick, unit) in costs.0.into_iter().zip(row.unit_us.0) {
        assert!(
            (tick.mean / 60.0 - unit.mean).abs() < 1e-9 && (tick.median / 60.0 - unit.median).abs() < 1e-9
        );
    }

    let mut world = World::new(layout, 1);
    let mut measure = Measure::new(&world);
    while !world.finished() {
        world.tick();
        measure.observe(&world);
    }
    let (metrics, quality) = (measure.metrics(&world), row.quality.unwrap());
    assert!(quality.finished);
    assert_eq!(
        (quality.values.value(&TIME_RATIO), quality.values.value(&ARRIVED).unwrap()),
        (metrics.value(&TIME_RATIO), 1.0)
    );
    assert_eq!(
        (quality.values.value(&DEEPEST_OVERLAP).unwrap(), quality.values.value(&STUCK).unwrap()),
        (metrics.value(&DEEPEST_OVERLAP).unwrap(), metrics.value(&STUCK).unwrap())
    );
}

#[test]
fn a_crowd_that_does_not_reach_the_middle_is_recognised() {
    let layout = Layout { time_limit: 1.0, ..layout(20, "none") };
    let cut = row(&layout, &ScaleOptions::default());
    assert!(cut.from < 1.2 && cut.way_left > 0.85, "{cut:?}");
    let quality = cut.quality.unwrap();
    assert!(
        !quality.finished
            && quality.values.value(&ARRIVED) == Some(0.0)
            && quality.values.value(&TIME_RATIO).is_none(),
        "{quality:?}"
    );
}

#[test]
fn quality_is_not_run_beyond_its_limit() {
    let options = ScaleOptions { quality_up_to: 20, ..ScaleOptions::default() };
    assert!(row(&layout(20, "none"), &options).quality.is_some());
    assert!(row(&layout(21, "none"), &options).quality.is_none());
}

#[test]
fn tables_and_pictures_are_whole_whatever_was_measured() {
    let mut layout = layout(8, "none");
    layout.name = "a<b & \"c\"".into();
    let mut scale = Scale::new(&layout, &ScaleOptions::default());
    let mut nothing = synthetic("orca", 100, 1.0);
    nothing.tick_us = ByPart::default();
    nothing.unit_us = ByPart::default();
    let rows = [row(&layout, &ScaleOptions::default()), synthetic("none", 100_000, 1.0), nothing];
    for row in [None].into_iter().chain(rows.into_iter().map(Some)) {
        row.into_iter().for_each(|row| scale.push(row));
        let text = csv(&scale);
        let widths: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert!(widths.iter().all(|width| *width == 39), "{widths:?}\n{text}");
        assert_eq!(widths.len(), 1 + scale.rows.len());
        let svg = chart(&scale);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a&lt;b &amp; &quot;c&quot;") && !svg.contains("a<b"), "{svg}");
        for number in ["NaN", "inf"] {
            assert!(!svg.contains(number) && !text.contains(number), "{number} in {svg}\n{text}");
        }
        let opened = svg.matches("<text ").count();
        assert_eq!(opened, svg.matches("</text>").count());
    }
}

/// Browsers clip everything outside the view box.
#[test]
fn nothing_in_the_picture_is_clipped() {
    let layout = layout(8, "none");
    let cut = Quality {
        finished: false,
        seconds: 90.0,
        values: quality_metrics().zip([0.22, 3.0, 0.1, 4.0].map(Some)).collect(),
    };
    let with_cut = |name: &str, exponent| {
        SIZES.map(|units| ScaleRow { quality: Some(cut.clone()), ..synthetic(name, units, exponent) })
    };
    for modes in [&["none"][..], &["none", "raycast+cardioid", "lanes"]] {
        let mut scale = Scale::new(&layout, &ScaleOptions::default());
        // This growth has the longest name.
        modes.iter().flat_map(|name| with_cut(name, 1.2)).for_each(|row| scale.push(row));
        let picture = chart(&scale);
        assert!(picture.contains("a little worse than linear") && picture.contains("22 % arrived"));
        svg::assert_inside(&picture);
    }
}

#[test]
fn nothing_in_the_docs_picture_is_clipped() {
    // The packaged crate has no pictures.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    if folder.exists() {
        svg::assert_inside(&std::fs::read_to_string(folder.join("scale.svg")).unwrap());
    }
}

#[test]
fn waiting_is_unknown_with_several_threads() {
    let options = ScaleOptions { threads: 2, quality_up_to: 0 };
    let row = row(&layout(40, "none"), &options);
    assert_eq!((row.waited, row.ticks % 120), (None, 0));
}
