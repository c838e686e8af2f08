//! Continuum crowds as docs/models.md tells it. Runs are deterministic: no matter of luck or of the machine.

use sidestep::measure::{
    ARRIVED, DEEPEST_OVERLAP, LANE_ORDER, Measure, Metrics, STUCK, T95, T100, TIME_RATIO,
};
use sidestep::scene::{LayoutOptions, Scene};
use sidestep::steering::avoidance::Mode;
use sidestep::world::{Phase, World};

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

/// HowToRTS's simplified continuum crowds, their code: 1.33 in the tunnel, 95 % across after 7.70 s, the last one after 7.95 s;
/// 1.50 where there are no walls, the last one after 14.45 s.
#[test]
fn it_beats_its_simplified_form() {
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

/// How far apart the two groups' mean distances from the tunnel's floor are, of those who walk within it, m.
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

/// Of a corridor 4 m wide each group keeps its half, from the time when both are in it to when they have passed. Without
/// avoidance they are in front of each other: the same rule finds no lanes there.
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
fn everybody_gets_across_and_round() {
    for (map, units, ratio) in
        [("crossing", 200, 1.10), ("crossing", 1000, 1.12), ("crossing-perpendicular", 200, 1.30)]
    {
        let m = measured(world(map, Some(units), "continuum", false, 0), 40.0);
        assert!(m.value(&ARRIVED) == Some(1.0) && m.value(&DEEPEST_OVERLAP).unwrap() < 0.1, "{m:?}");
        assert!(m.value(&TIME_RATIO).unwrap() < ratio, "{m:?}");
    }
    // One body that stands counts, though it fills no cell.
    let m = measured(world("straight-ahead", None, "continuum", false, 0), 20.0);
    assert!(m.value(&TIME_RATIO).is_some_and(|ratio| ratio < 1.1), "{m:?}");
    // Each to a place of its own, on the opposite side: no potential is everyone's.
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
