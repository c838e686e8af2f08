//! Requirements on every avoidance model, for a single unit and in a crowd.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use serde_json::json;
use sidestep::settings::{Push, Settings};
use sidestep::steering::avoidance::Surroundings;
use sidestep::steering::{Neighbour, Unit};
use sidestep::types::{Point, Segment, Vec2};
use sidestep::world::World;
use sidestep_lab::explain;
use sidestep_lab::measure::{ARRIVED, DEEPEST_OVERLAP, Metrics, T100, TIME_RATIO};
use sidestep_lab::run::Run;
use sidestep_lab::scene::{LayoutOptions, Scene};

/// The models that sum forces.
const FORCES: [&str; 2] = ["social-force", "power-law"];

/// Runs a built-in map in this mode until all units have arrived or the time limit is reached.
fn on_map(map: &str, units: Option<usize>, model: &str, push: bool) -> Metrics {
    let scene = Scene::built_in(map).unwrap();
    let mut layout = scene.layout(&LayoutOptions { units, ..LayoutOptions::default() }).unwrap();
    layout.steering.mode = mode(model);
    layout.steering.push.on = push;
    Run::new(World::new(layout, 0)).finish().metrics
}

/// The deepest overlap while two units, `offset` metres off a common line, walk 20 m to each other's
/// position, and the time when both have arrived.
fn head_on(model: &str, offset: f32, push: Push) -> (Option<f32>, f32) {
    let starts = vec![walker((-10.0, 0.0), (10.0, 0.0)), walker((10.0, offset), (-10.0, offset))];
    let mut world = World::new(layout(starts, steering(mode(model), 4, push)), 1);
    let mut deepest = 0.0_f32;
    let last = run(&mut world, 20.0, |world| {
        deepest = world.contacts().iter().fold(deepest, |deep, contact| deep.max(contact.overlap));
    });
    (last, deepest)
}

#[test]
fn a_pair_that_is_not_quite_head_on_passes() {
    for model in FORCES {
        let (last, deepest) = head_on(model, 0.2, NO_PUSH);
        // A unit takes 4 s alone.
        assert!(last.is_some_and(|t| t < 6.0), "{model}: {last:?}");
        assert!(deepest < 0.02, "{model}: {deepest}");
    }
}

/// Neither model has a preferred side or noise: the two brake each other, and only the push gets them past
/// each other.
#[test]
fn an_exactly_symmetric_pair_needs_the_push() {
    for model in FORCES {
        assert_eq!(head_on(model, 0.0, NO_PUSH).0, None, "{model}");
        assert!(head_on(model, 0.0, Push::default()).0.is_some_and(|t| t < 8.0), "{model}");
    }
}

#[test]
fn a_single_unit_walks_straight_and_stops() {
    for model in FORCES {
        let mut world =
            World::new(layout(vec![walker((0.0, 0.0), (20.0, 0.0))], steering(mode(model), 4, NO_PUSH)), 1);
        let last = run(&mut world, 10.0, |world| assert!(world.units().position[0].y.abs() < 1e-3));
        assert!(last.is_some_and(|t| t < 4.6), "{model}: {last:?}");
        (0..60).for_each(|_| world.tick());
        let (at, moves) = (world.units().position[0], world.units().velocity[0]);
        assert!((at.x - 20.0).abs() < 1.0 && moves.norm() < 0.05, "{model}: {at:?} {moves:?}");
    }
}

/// The code of PowerLaw's authors has 1.48 to 1.90 on this map, JuPedSim's social force 1.45 with 90 %
/// across.
#[test]
fn two_hundred_cross_and_all_arrive() {
    for (model, push, ratio) in [
        ("social-force", true, 1.35),
        ("social-force", false, 1.45),
        ("power-law", true, 1.35),
        ("power-law", false, 1.6),
    ] {
        let m = on_map("crossing", Some(200), model, push);
        assert_eq!(m.value(&ARRIVED).unwrap(), 1.0, "{m:?}");
        assert!(
            m.value(&TIME_RATIO).is_some_and(|r| r < ratio) && m.value(&DEEPEST_OVERLAP).unwrap() < 0.1,
            "{m:?}"
        );
    }
}

/// Without the push, two groups may deadlock in the corridor: models without a preferred side find no way
/// past.
#[test]
fn all_units_get_through_the_tunnel() {
    for model in FORCES {
        let m = on_map("tunnel", None, model, true);
        assert!(m.value(&ARRIVED) == Some(1.0) && m.value(&T100).is_some_and(|t| t < 15.0), "{m:?}");
    }
}

/// The papers' values are scaled with a unit's radius and speed, so a larger and faster world behaves the
/// same.
#[test]
fn behaviour_scales_with_radius_and_speed() {
    let chosen = |model: &str, size: f32, speed: f32, mass: f32| {
        let place = |x: f32, y: f32| Point::new(x * size, y * size);
        let velocity = |x: f32, y: f32| Vec2::new(x * speed, y * speed);
        let unit = Unit {
            velocity: velocity(0.7, 0.1),
            radius: size,
            mass,
            max_speed: speed,
            max_force: 0.8 * mass * speed * speed / size,
            desired: Vec2::new(1.0, 0.0),
            preferred: velocity(1.0, 0.0),
            distance: 30.0 * size,
            ..Unit::default()
        };
        let neighbour =
            |id, at, velocity| Neighbour { id, position: at, velocity, radius: size, ..Neighbour::default() };
        let neighbours = [
            neighbour(1, place(4.0, 0.5), velocity(-0.9, 0.0)),
            neighbour(2, place(-1.0, 3.0), velocity(0.8, -0.9)),
        ];
        let walls = [Segment { from: place(3.0, -1.5), to: place(9.0, -1.4) }];
        let around = Surroundings { neighbours: &neighbours, walls: &walls };
        mode(model).make(&Settings::default()).choose(&unit, &around, None).motion.velocity(&unit) / speed
    };
    for model in FORCES {
        let person = chosen(model, 0.3, 1.34, 80.0);
        assert!((person - Vec2::new(1.0, 0.0)).norm() > 0.05, "{model}: there must be a push: {person:?}");
        for (size, speed, mass) in [(0.5, 5.0, 1.0), (0.23, 4.0, 3.3), (10.0, 30.0, 1e4)] {
            let unit = chosen(model, size, speed, mass);
            assert!((unit - person).norm() < 1e-4, "{model}, {size} m, {speed} m/s: {unit:?}, {person:?}");
        }
    }
}

#[test]
fn reasons_name_the_strongest_push_and_its_time() {
    let case = |model: &str| {
        let case = format!(
            r#"{{"model": "{model}", "unit": {{"position": [0, 0], "velocity": [4, 0], "radius": 0.5, "max_speed": 5,
            "max_force": 40, "goal": [20, 0]}}, "neighbours": [{{"position": [3, 0], "radius": 0.5, "velocity": [-4, 0]}},
            {{"position": [-3, 0], "radius": 0.5}}], "walls": [[[-1, 0.8], [9, 0.8]]]}}"#
        );
        explain::read(&case).unwrap()[0].explain()
    };
    let explained = case("power-law");
    // 2 m between them at 8 m/s; the unit behind and the wall beside it will not be hit.
    assert_eq!(explained["pushes"].as_array().map(Vec::len), Some(1), "{explained}");
    assert_eq!((&explained["pushes"][0]["unit"], &explained["pushes"][0]["time"]), (&json!(0), &json!(0.25)));
    assert!(
        explained["words"][1].as_str().is_some_and(|w| w.starts_with("strongest push: unit 0")),
        "{explained}"
    );
    let explained = case("social-force");
    let force = |k: usize, axis: usize| explained["pushes"][k]["force"][axis].as_f64().unwrap();
    assert!(force(0, 0) < 0.0 && force(1, 0) > 0.0 && force(2, 1) < 0.0, "{explained}");
    let sum = |axis: usize| {
        explained["drive"][axis].as_f64().unwrap() + (0..3).map(|k| force(k, axis)).sum::<f64>()
    };
    for axis in 0..2 {
        assert!((explained["total"][axis].as_f64().unwrap() - sum(axis)).abs() < 1e-3, "{explained}");
    }
}
