//! Groups of several avoidance modes in one world.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use sidestep::navigation::Goal;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::types::Vec2;
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::explain;
use sidestep_lab::scene::{LayoutOptions, Scene};

/// Five pairs that meet head-on with a small offset and are already moving, so that every model acts in the
/// first tick. Units walking right are in group 0, units walking left in group 1.
fn meeting(modes: [&str; 2]) -> Layout {
    let pair = |k: usize| {
        let y = 4.0 * k as f32;
        [walker((-2.0, y), (12.0, y)), walker((2.0, y + 0.3), (-12.0, y + 0.3))]
    };
    let on_its_way =
        |start: Start| Start { velocity: Vec2::new(if start.group == 0 { 4.0 } else { -4.0 }, 0.0), ..start };
    let starts = (0..5).flat_map(pair).map(on_its_way).collect();
    let mut layout = layout(starts, steering(mode(modes[0]), 4, NO_PUSH));
    layout.set_mode("west", mode(modes[1])).unwrap();
    layout
}

/// The velocities after the first tick. No units touch in it, so these are the units' own decisions.
fn first_decisions(mut world: World) -> Vec<Vec2> {
    world.tick();
    assert!(world.contacts().is_empty());
    world.units().velocity.clone()
}

fn first(modes: [&str; 2]) -> Vec<Vec2> {
    first_decisions(World::new(meeting(modes), 1))
}

fn hash_after(mut world: World, ticks: usize) -> u64 {
    (0..ticks).for_each(|_| world.tick());
    world.state_hash()
}

#[test]
fn each_unit_decides_as_its_own_model_does() {
    // One with flocking, one without, one that perceives walls, and one that reads grids; their reaches also
    // differ.
    let names = ["cardioid", "orca", "power-law", "continuum"];
    for one in names {
        for other in names.into_iter().filter(|other| *other != one) {
            let [mixed, by_one, by_other] = [[one, other], [one, one], [other, other]].map(first);
            for (id, velocity) in mixed.iter().enumerate() {
                let (own, foreign) = if id % 2 == 0 { (&by_one, &by_other) } else { (&by_other, &by_one) };
                assert_eq!(*velocity, own[id], "unit {id}, {one} against {other}");
                assert_ne!(*velocity, foreign[id], "unit {id}: {one} and {other} cannot be distinguished");
            }
        }
    }
}

#[test]
fn reasons_situations_and_grids_are_those_of_the_units_model() {
    let mut world = World::new(meeting(["raycast", "continuum"]), 1);
    (0..8).for_each(|_| world.tick());
    for id in 0..world.units().len() {
        let (name, grids) = if id % 2 == 0 { ("raycast", 0) } else { ("continuum", 1) };
        assert_eq!(world.mode(id), mode(name));
        assert_eq!(world.reasons(id).aspect("rays").is_some(), name == "raycast", "unit {id}");
        assert!(explain::situation(&world, id).contains(&format!("\"model\": \"{name}\"")), "unit {id}");
        assert_eq!(world.grids(id).iter().filter(|grid| grid.name == "density").count(), grids, "unit {id}");
    }
    assert_eq!(world.modes(), ["raycast", "continuum"].map(mode));
}

#[test]
fn a_model_without_units_is_not_prepared() {
    let mut layout = meeting(["continuum", "raycast"]);
    layout.starts.iter_mut().filter(|start| start.group == 0).for_each(|start| start.goal = Goal::Stand);
    let mut world = World::new(layout, 1);
    world.tick();
    assert_eq!(world.modes(), [mode("raycast")], "standing units have no mode");
    assert!(world.grids(0).is_empty());
}

#[test]
fn groups_of_two_modes_walk_through_each_other() {
    for modes in [["raycast+cardioid", "orca"], ["orca", "power-law"], ["continuum", "raycast"]] {
        let scene = Scene::built_in("crossing").unwrap();
        let mut layout =
            scene.layout(&LayoutOptions { units: Some(60), ..LayoutOptions::default() }).unwrap();
        layout.set_mode("west", mode(modes[0])).unwrap();
        layout.set_mode("east", mode(modes[1])).unwrap();
        let mut world = World::new(layout, 1);
        let arrived = run(&mut world, 60.0, |_| ());
        assert!(arrived.is_some(), "{modes:?}: {} of {} arrived", world.arrived(), world.walkers());
    }
}

#[test]
fn a_mode_set_for_each_group_equals_a_mode_for_all() {
    for name in ["orca", "continuum", "raycast+cardioid"] {
        let for_all = {
            let mut layout = meeting(["none", "none"]);
            layout.steering.set_mode(mode(name));
            assert_eq!(layout.steering.modes, []);
            layout
        };
        let mut by_groups = meeting(["none", name]);
        by_groups.set_mode("east", mode(name)).unwrap();
        let [all, groups] = [for_all, by_groups].map(|layout| hash_after(World::new(layout, 1), 200));
        assert_eq!(all, groups, "{name}");
    }
}

#[test]
fn the_hash_does_not_depend_on_threads() {
    let world = |threads| {
        let scene = Scene::built_in("four-way").unwrap();
        let mut layout = scene
            .layout(&LayoutOptions { units: Some(160), seed: Some(3), ..LayoutOptions::default() })
            .unwrap();
        let groups = layout.groups.clone();
        for (group, name) in groups.iter().zip(["orca", "continuum", "raycast+cardioid", "social-force"]) {
            layout.set_mode(group, mode(name)).unwrap();
        }
        World::new(layout, threads)
    };
    assert_eq!(world(1).modes().len(), 4);
    let [one, two, four] = [1, 2, 4].map(|threads| hash_after(world(threads), 420));
    assert_eq!((one, one), (two, four));
}

#[test]
fn setting_a_steering_or_a_model_changes_all_units() {
    let mixed = || World::new(meeting(["raycast", "orca"]), 1);
    let mut by_steering = mixed();
    let steering = Steering { modes: Vec::new(), mode: mode("power-law"), ..by_steering.steering().clone() };
    by_steering.set_steering(steering);
    let mut by_model = mixed();
    by_model.set_model(mode("power-law").make(&by_model.steering().settings));
    let expected = first(["power-law", "power-law"]);
    assert_eq!(first_decisions(by_steering), expected);
    assert_eq!(first_decisions(by_model), expected);
    // Changes of other things keep the groups' modes.
    let mut pushed = mixed();
    let mut steering = pushed.steering().clone();
    steering.push.on = true;
    pushed.set_steering(steering);
    assert_eq!(pushed.modes(), ["raycast", "orca"].map(mode));
    assert_eq!(first_decisions(pushed), first(["raycast", "orca"]));
}

const MAP: &str = r#"
sidestep = 1
bounds = [[-20, -10], [20, 10]]
time_limit = 60

[avoidance]
mode = "cardioid"
stage = 2

[avoidance.orca]
time_horizon = 1.5

[[group]]
name = "many"
units = [{ position = [-5, 0] }]
goal = { point = [5, 0] }

[[group]]
name = "others"
avoidance = "orca"
units = [{ position = [-5, 4] }]
goal = { point = [5, 4] }

[[group]]
name = "last"
units = [{ position = [-5, -4] }]
goal = { point = [5, -4] }
"#;

#[test]
fn a_map_sets_modes_and_settings_of_groups() {
    let scene = Scene::from_toml("test.toml", MAP).unwrap();
    let layout = scene.layout(&LayoutOptions::default()).unwrap();
    let steering = &layout.steering;
    assert_eq!(
        [0, 1, 2, 700].map(|group| steering.mode_of(group).name()),
        ["cardioid", "orca", "cardioid", "cardioid"]
    );
    let set: Vec<_> = steering.settings.iter().collect();
    assert_eq!(set, [("cardioid.stage", 2.0.into()), ("orca.time_horizon", 1.5.into())]);
    let told = scene.summary().unwrap().to_string();
    assert!(told.contains("others  1 unit, listed, goal: point, avoidance: orca\n"), "{told}");
    assert!(
        told.contains("  avoidance   cardioid, stage 2\n              orca, time horizon 1.5\n"),
        "{told}"
    );
}

#[test]
fn settings_may_also_be_in_the_table_of_the_maps_model() {
    let map = MAP
        .replace("stage = 2", "")
        .replace("[avoidance.orca]\ntime_horizon = 1.5", "[avoidance.cardioid]\nstage = 3");
    let layout = Scene::from_toml("test.toml", &map).unwrap().layout(&LayoutOptions::default()).unwrap();
    assert_eq!(layout.steering.settings.iter().collect::<Vec<_>>(), [("cardioid.stage", 3.0.into())]);
}

#[test]
fn an_unknown_group_is_reported() {
    let mut layout = meeting(["none", "none"]);
    let before = layout.clone();
    let problem = layout.set_mode("wets", Mode::default()).unwrap_err();
    assert_eq!(problem.to_string(), "there is no group named 'wets'");
    assert_eq!(layout, before);
}

#[test]
fn a_group_with_any_number_has_a_mode() {
    let mut layout = meeting(["none", "raycast"]);
    layout.starts[0].group = u16::MAX;
    let mut world = World::new(layout, 1);
    world.tick();
    assert_eq!(world.mode(0), mode("none"));
}
