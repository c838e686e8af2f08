//! Continuum crowds as described in docs/models/continuum.md. Runs are deterministic, so these tests depend neither on
//! chance nor on the machine.

use sidestep::steering::avoidance::Mode;
use sidestep::world::{Phase, World};
use sidestep_lab::measure::{
    ARRIVED, DEEPEST_OVERLAP, LANE_ORDER, Measure, Metrics, STUCK, T95, T100, TIME_RATIO,
};
use sidestep_lab::scene::{LayoutOptions, Scene};

fn world(map: &str, units: Option<usize>, mode: &str, push: bool, threads: usize) -> World {
    let mut layout =
        Scene::built_in(map).unwrap().layout(&LayoutOptions { units, ..LayoutOptions::default() }).unwrap();
    layout.steering.mode = Mode::named(mode).unwrap();
    layout.steering.push.on = push;
    World::new(layout, threads)
}

fn measured(mut world: World, limit: f32) -> Metrics {
    let mut measure = Measure::new(&world);
    while world.time() < limit && world.arrived() < world.walkers() {
        world.tick();
        measure.observe(&world);
    }
    measure.metrics(&world)
}

/// Compares with the code of HowToRTS's simplified continuum crowds: 1.33 in the tunnel, 95 % across after
/// 7.70 s, the last unit after 7.95 s; 1.50 without walls, the last unit after 14.45 s.
#[test]
fn it_beats_the_simplified_variant() {
    for push in [false, true] {
        let m = measured(world("tunnel", None, "continuum", push, 2), 60.0);
        assert!(m.value(&ARRIVED) == Some(1.0) && m.value(&STUCK) == Some(0.0), "{m:?}");
        assert!(
            m.value(&TIME_RATIO).unwrap() < 1.20
                && m.value(&T95).unwrap() < 7.4
                && m.value(&T100).unwrap() < 7.8,
            "{m:?}"
        );
        let m = measured(world("large-groups", None, "continuum", push, 2), 60.0);
        assert!(m.value(&ARRIVED) == Some(1.0) && m.value(&STUCK) == Some(0.0), "{m:?}");
        assert!(m.value(&TIME_RATIO).unwrap() < 1.15 && m.value(&T100).unwrap() < 7.0, "{m:?}");
    }
}

/// The difference of the two groups' mean distances from the tunnel's floor, for the units that walk inside
/// it, m.
fn apart(world: &World) -> Option<f32> {
    let units = world.units();
    let mean = |group: u16| {
        let inside = (0..units.len()).filter(|id| {
            let walks = units.phase[*id] == Phase::Walking && units.group[*id] == group;
            walks && (6.0..18.0).contains(&units.position[*id].x)
        });
        let (sum, count) = inside.fold((0.0, 0), |(sum, n), id| (sum + units.position[id].y, n + 1));
        (count >= 20).then(|| sum / count as f32)
    };
    Some((mean(0)? - mean(1)?).abs())
}

/// In a corridor 4 m wide each group keeps to its half from the time when both are in it until they have
/// passed. Without avoidance they stand in front of each other, and the same test finds no lanes.
#[test]
fn lanes_form_in_the_tunnel() {
    let mut found = Vec::new();
    for mode in ["continuum", "none"] {
        let mut world = world("tunnel", None, mode, false, 2);
        let mut least = f32::INFINITY;
        while world.time() < 5.0 {
            world.tick();
            least = least.min(apart(&world).unwrap_or(f32::INFINITY));
        }
        found.push(least);
    }
    assert!(found[0].is_finite() && found[0] > 0.8 && found[0] > found[1] + 0.5, "{found:?}");
    let order = |mode| measured(world("tunnel", None, mode, false, 2), 30.0).value(&LANE_ORDER).unwrap();
    let (with, without) = (order("continuum"), order("none"));
    assert!(with > 0.55 && with > without + 0.1, "lane order {with}, {without} without avoidance");
}

#[test]
fn all_units_get_across_and_around() {
    for (map, units, ratio) in
        [("crossing", 200, 1.10), ("crossing", 1000, 1.12), ("crossing-perpendicular", 200, 1.30)]
    {
        let m = measured(world(map, Some(units), "continuum", false, 0), 40.0);
        assert!(m.value(&ARRIVED) == Some(1.0) && m.value(&DEEPEST_OVERLAP).unwrap() < 0.1, "{m:?}");
        assert!(m.value(&TIME_RATIO).unwrap() < ratio, "{m:?}");
    }
    // A single standing body counts, although it does not fill a cell.
    let m = measured(world("straight-ahead", None, "continuum", false, 0), 20.0);
    assert!(m.value(&TIME_RATIO).is_some_and(|ratio| ratio < 1.1), "{m:?}");
    // All units have their own goals on the opposite side, so no single potential fits all.
    let m = measured(world("circle", None, "continuum", false, 0), 60.0);
    assert!(m.value(&ARRIVED) == Some(1.0) && m.value(&TIME_RATIO).unwrap() < 1.5, "{m:?}");
}

#[test]
fn the_hash_does_not_depend_on_threads() {
    for (map, units) in [("tunnel", None), ("crossing", Some(200)), ("circle", None)] {
        let hash = |threads| {
            let mut world = world(map, units, "continuum", false, threads);
            (0..360).for_each(|_| world.tick());
            world.state_hash()
        };
        let [one, two, four] = [1, 2, 4].map(hash);
        assert_eq!((one, one), (two, four), "{map}: 1, 2 and 4 threads");
    }
}
