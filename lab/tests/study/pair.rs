//! Where two runs diverge: `pair`.

use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::steering::{Fact, Steering};
use sidestep::world::Layout;
use sidestep::world::World;
use sidestep_lab::pair::{PairComparison, pair};
use sidestep_lab::scene::{LayoutOptions, Scene};

fn mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_else(|| panic!("no mode {name}"))
}

fn layout(units: usize, seed: u64) -> Layout {
    let options = LayoutOptions { units: Some(units), seed: Some(seed), ..LayoutOptions::default() };
    Scene::built_in("crossing").unwrap().layout(&options).unwrap()
}

fn steered(layout: &Layout, name: &str) -> Steering {
    Steering { mode: mode(name), ..layout.steering.clone() }
}

fn run(layout: &Layout, names: [&str; 2], tolerance: f32) -> PairComparison {
    pair(layout, names.map(|name| steered(layout, name)), tolerance)
}

/// Returns a single world after `ticks` ticks.
fn alone(layout: &Layout, steering: Steering, ticks: u64) -> World {
    let mut world = World::new(Layout { steering, ..layout.clone() }, 1);
    (0..ticks).for_each(|_| world.tick());
    world
}

#[test]
fn a_mode_does_not_diverge_from_itself() {
    let layout = layout(20, 2);
    let same = run(&layout, ["raycast+cardioid", "raycast+cardioid"], 0.0);
    assert!(same.parting.is_none());
    let [a, b] = &same.ends;
    assert_eq!(a.metrics.state_hash, b.metrics.state_hash);
    assert_eq!((a.metrics.get("arrived"), &a.arrived_at), (Some(1.0), &b.arrived_at));
    for id in 0..20 {
        let (time, ratio) = a.arrival(id).unwrap();
        assert!(ratio >= 1.0 && time > 0.0 && time <= a.metrics.get("t100").unwrap(), "{id}: {time} {ratio}");
    }
    let mean = (0..20).map(|id| a.arrival(id).unwrap().1).sum::<f64>() / 20.0;
    assert!(
        (mean - a.metrics.get("time_ratio").unwrap()).abs() < 1e-5,
        "the units' ratios make up the run's"
    );
}

#[test]
fn raycast_diverges_from_none_where_the_first_ray_hits() {
    let layout = layout(8, 1);
    // Find the first tick in which rays make a unit turn.
    let mut world = alone(&layout, steered(&layout, "raycast"), 0);
    while (0..8).all(|id| world.decision(id).turning.is_none()) {
        world.tick();
    }
    let hit = world.ticks();
    assert!(hit > 10, "units should walk for a while first: {hit}");

    let parting = run(&layout, ["raycast", "none"], 0.0).parting.unwrap();
    assert_eq!((parting.tick, parting.decided), (hit, Some(hit)));
    let turning = (0..8).filter(|id| world.decision(*id).turning.is_some()).count();
    assert_eq!(parting.deciding, turning);
    let [raycast, none] = parting.worlds.each_ref().map(|world| world.reasons(parting.unit));
    let found = (raycast.fact("hit"), raycast.fact("turn"));
    assert!(matches!(found, (Some(Fact::Record(_)), Some(Fact::Text(_)))), "{found:?}");
    assert!(none.aspect("rays").is_none());
    // No other unit differs more after that tick.
    let other = alone(&layout, steered(&layout, "none"), hit);
    let off = |id: usize| (world.units().position[id] - other.units().position[id]).norm();
    assert_eq!(parting.distance, off(parting.unit));
    assert!((0..8).all(|id| off(id) <= parting.distance) && parting.distance > 0.0);
}

#[test]
fn the_reasons_are_those_of_the_diverging_decision() {
    // Rays, half-planes, and a model whose grids are filled once per tick.
    for (names, seed) in [(["raycast", "cardioid"], 1), (["none", "orca"], 2), (["lanes", "power-law"], 3)] {
        let layout = layout(30, seed);
        let parting = run(&layout, names, 0.0).parting.unwrap();
        let decided = parting.decided.expect("these modes decide differently");
        assert_eq!(decided, parting.tick);
        for (world, name) in parting.worlds.iter().zip(names) {
            let taken = alone(&layout, steered(&layout, name), decided);
            let before = alone(&layout, steered(&layout, name), decided - 1);
            assert_eq!((world.ticks(), world.state_hash()), (before.ticks(), before.state_hash()));
            let id = parting.unit;
            assert_eq!(world.decision(id), taken.decision(id), "{names:?}, {name}");
            assert_eq!(world.reasons(id).force, taken.decision(id).force, "{names:?}, {name}");
        }
        let [a, b] = &parting.worlds;
        assert_eq!(a.state_hash(), b.state_hash(), "both runs are identical up to there");
        assert_ne!(a.decision(parting.unit).force, b.decision(parting.unit).force);
    }
}

#[test]
fn with_a_tolerance_small_differences_do_not_count() {
    let layout = layout(8, 1);
    let exact = run(&layout, ["raycast", "none"], 0.0).parting.unwrap();
    let names = ["raycast", "none"];
    let coarse = run(&layout, names, 0.5).parting.unwrap();
    assert!(coarse.tick > exact.tick && coarse.distance > 0.5, "{} m", coarse.distance);
    let before = names.map(|name| alone(&layout, steered(&layout, name), coarse.tick - 1));
    let off = |id: usize| (before[0].units().position[id] - before[1].units().position[id]).norm();
    assert!((0..8).all(|id| off(id) <= 0.5), "an earlier tick exceeds the tolerance");
    let decided = coarse.decided.unwrap();
    assert!((exact.tick..=coarse.tick).contains(&decided), "{decided}");
    let [a, b] = coarse.worlds.each_ref().map(|world| world.decision(coarse.unit).force);
    assert_ne!(a, b);
    assert!(run(&layout, names, 1e6).parting.is_none());
    assert_eq!(run(&layout, names, f32::NAN).parting.unwrap().tick, exact.tick, "NaN counts as no tolerance");
}

#[test]
fn divergence_by_physics_alone_is_recognised() {
    let layout = layout(8, 1);
    let with = |on: bool| Steering { push: Push { on, strength: 0.8 }, ..steered(&layout, "none") };
    let parting = pair(&layout, [with(true), with(false)], 0.0).parting.unwrap();
    assert_eq!((parting.decided, parting.deciding), (None, 0));
    let [a, b] = &parting.worlds;
    assert_eq!((a.ticks(), a.state_hash()), (parting.tick - 1, b.state_hash()));
    assert_eq!(a.decision(parting.unit), b.decision(parting.unit));
}

#[test]
fn a_picture_has_both_halves() {
    let layout = layout(8, 1);
    let parting = run(&layout, ["raycast", "none"], 0.0).parting.unwrap();
    let ((wide, high), pixels) = parting.picture((480, 400));
    assert_eq!((wide, high, pixels.len()), (964, 400, 964 * 400 * 4));
    let pixel = |x: usize, y: usize| &pixels[(y * 964 + x) * 4..][..4];
    assert!((0..400).all(|y| (480..484).all(|x| pixel(x, y) == pixel(480, 0))), "a line between");
    let differs = |x: usize, y: usize| pixel(x, y) != pixel(484 + x, y);
    let differing = (0..400 * 480).filter(|k| differs(k % 480, k / 480)).count();
    assert!(differing > 200, "rays and words: {differing}");
    // Below the text and away from the unit's rays, both halves are equal.
    assert!((370..400).all(|y| (0..480).all(|x| !differs(x, y))));
    assert_eq!(parting.picture((0, 0)).0, (6, 1), "never empty");
}
