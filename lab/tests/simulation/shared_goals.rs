//! Several groups with one goal: the goal has room for all of them, and all of them come to rest there.

use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::types::Point;
use sidestep::world::{Phase, World};
use sidestep_lab::scene::{LayoutOptions, Scene};

/// The starting areas of the groups, 20 m × 20 m each, around the origin.
const AREAS: [&str; 8] = [
    "[[-40, -10], [-20, 10]]",
    "[[20, -10], [40, 10]]",
    "[[-10, -40], [10, -20]]",
    "[[-10, 20], [10, 40]]",
    "[[-40, 20], [-20, 40]]",
    "[[20, -40], [40, -20]]",
    "[[20, 20], [40, 40]]",
    "[[-40, -40], [-20, -20]]",
];

/// Groups in these areas, with `count` units each and one goal. The `bodies` are assigned to the groups in turn.
fn gathering(goal: &str, areas: &[usize], count: usize, bodies: &[&str], walls: &str) -> Scene {
    let group = |(i, area): (usize, &usize)| {
        let (area, body) = (AREAS[*area], bodies[i % bodies.len()]);
        format!(
            "[[group]]\nname = \"g{i}\"\nformation = \"hex\"\narea = {area}\ncount = {count}\nunit = {{ {body} }}\ngoal = {{ {goal} }}\n"
        )
    };
    let groups: String = areas.iter().enumerate().map(group).collect();
    let toml = format!(
        "sidestep = 1\nbounds = [[-42, -42], [42, 42]]\ntime_limit = 60\njitter = 0.05\n{walls}{groups}"
    );
    Scene::from_toml("gathering.toml", &toml).unwrap_or_else(|e| panic!("{e}"))
}

fn world(scene: &Scene, mode: Mode, push: bool) -> World {
    let mut layout = scene.layout(&LayoutOptions::default()).unwrap();
    layout.steering.set_mode(mode);
    layout.steering.push.on = push;
    World::new(layout, 1)
}

/// Runs until all have arrived, gives them 3 s to settle (10 s beyond a line, where each has its own position), and
/// asserts that nothing moves from then on.
fn assert_all_come_to_rest(name: &str, scene: &Scene, mode: Mode, push: bool) -> World {
    let mut world = world(scene, mode, push);
    while world.time() < 60.0 && !world.finished() {
        world.tick();
    }
    let name = format!("{name}, {mode}, push {push}");
    let walking: Vec<_> = (0..world.units().len()).filter(|id| !world.units().arrived[*id]).collect();
    let positions: Vec<_> =
        walking.iter().map(|id| (world.units().position[*id], world.units().velocity[*id])).collect();
    assert!(walking.is_empty(), "{name}: not arrived after 60 s: {walking:?} at {positions:?}");
    let beyond_a_line = matches!(world.layout().starts[0].goal, Goal::Line { .. });
    (0..if beyond_a_line { 600 } else { 180 }).for_each(|_| world.tick());
    let before = world.units().position.clone();
    (0..60).for_each(|_| world.tick());
    let units = world.units();
    for (id, at) in units.position.iter().enumerate() {
        let moved = (at - before[id]).norm();
        assert!(moved < 0.01, "{name}: unit {id} moved by {moved} m in a second at rest");
        assert_eq!(units.phase[id], Phase::Standing, "{name}: unit {id}");
    }
    let deepest = world.contacts().iter().map(|c| c.overlap).fold(0.0, f32::max);
    assert!(deepest < 0.02, "{name}: units at rest press into each other by {deepest} R");
    world
}

#[test]
fn two_four_and_eight_groups_come_to_rest_at_one_point_in_every_mode() {
    let point = "point = [0, 0]";
    for (areas, count) in [(2, 40), (4, 20), (8, 10)] {
        let all: Vec<usize> = (0..areas).collect();
        let scene = gathering(point, &all, count, &[""], "");
        for mode in Mode::all() {
            assert_all_come_to_rest(&format!("{areas} groups"), &scene, mode, false);
        }
    }
}

#[test]
fn four_groups_of_75_come_to_rest_at_one_point() {
    for (mode, push) in [("lanes", false), ("raycast+cardioid", true)] {
        let scene = gathering("point = [0, 0]", &[0, 1, 2, 3], 75, &[""], "");
        let mode = Mode::named(mode).unwrap();
        let world = assert_all_come_to_rest("4 × 75", &scene, mode, push);
        // No unit stands further out than two radii beyond the disc that covers 70 %.
        let disc = 0.5 * (300.0_f32 / 0.7).sqrt();
        let farthest = world.units().position.iter().map(|p| p.coords.norm()).fold(0.0, f32::max);
        assert!(farthest < disc + 1.0, "{mode}: a unit stands {farthest} m from the goal");
    }
}

#[test]
fn units_of_all_sizes_and_speeds_come_to_rest_at_one_point_in_every_mode() {
    let bodies = [
        "radius = 0.25, max_speed = 3",
        "radius = 0.5, max_speed = 5",
        "radius = 0.8, max_speed = 2",
        "radius = 0.4, max_speed = 7",
    ];
    let scene = gathering("point = [0, 0]", &[0, 1, 2, 3], 20, &bodies, "");
    for mode in Mode::all() {
        assert_all_come_to_rest("mixed", &scene, mode, false);
    }
}

#[test]
fn a_point_near_a_wall_or_in_a_corner_has_room_for_all_in_every_mode() {
    let corner = "[[wall]]\npolygon = [[-10, -10], [10, -10], [10, 12], [8, 12], [8, -1], [-10, -1]]\n";
    let next_to = "[[wall]]\nbox = [[-20, -3], [20, -1]]\n";
    for (point, walls) in [("point = [6, 1]", corner), ("point = [0, 0]", next_to)] {
        let scene = gathering(point, &[0, 3, 4, 6], 20, &[""], walls);
        for mode in Mode::all() {
            assert_all_come_to_rest(point, &scene, mode, true);
        }
    }
}

#[test]
fn a_region_and_a_line_that_are_too_small_for_all_let_arrival_spread() {
    for goal in ["region = [[-3, -3], [3, 3]]", "line = [[0, -3], [0, 3]], toward = [3, 0]"] {
        let scene = gathering(goal, &[0, 4], 60, &[""], "");
        for mode in ["none", "lanes", "orca", "social-force"] {
            assert_all_come_to_rest(goal, &scene, Mode::named(mode).unwrap(), false);
        }
    }
}

#[test]
fn units_that_only_pass_a_standing_crowd_have_not_arrived() {
    // 80 units share the middle. Later 20 more come from the west, whose common goal is beyond the crowd.
    let crowd = |units: &str| {
        format!(
            "sidestep = 1\nbounds = [[-60, -30], [60, 30]]\ntime_limit = 60\n[[group]]\nname = \"crowd\"\nformation = \"hex\"\narea = [[-5, -14], [5, 14]]\ncount = 80\ngoal = {{ point = [0, 0] }}\n{units}"
        )
    };
    let late = "[[group]]\nname = \"late\"\nformation = \"hex\"\narea = [[-50, -4], [-35, 4]]\ncount = 20\ngoal = { point = [25, 0] }\n";
    let slots = "[[group]]\nname = \"late\"\nformation = \"hex\"\narea = [[-50, -4], [-35, 4]]\ncount = 20\ngoal = { shift = [65, 0] }\n";
    for (units, x) in [(late, 25.0), (slots, 22.5)] {
        let scene = Scene::from_toml("late.toml", &crowd(units)).unwrap();
        for mode in ["none", "lanes", "orca"] {
            let mut world = world(&scene, Mode::named(mode).unwrap(), false);
            let mut was = world.units().arrived.clone();
            while world.time() < 60.0 && !world.finished() {
                world.tick();
                let units = world.units();
                for id in (80..100).filter(|id| units.arrived[*id] && !was[*id]) {
                    let off = (units.position[id] - Point::new(x, 0.0)).norm();
                    assert!(
                        off < 12.0,
                        "{mode}: unit {id} arrived {off} m from its goal, {units:?}",
                        units = "in the crowd"
                    );
                }
                was.clone_from(&units.arrived);
            }
        }
    }
}

#[test]
fn the_disc_is_sized_for_all_that_share_a_point() {
    let radius_of = |scene: &Scene, unit: usize| {
        let layout = scene.layout(&LayoutOptions::default()).unwrap();
        match layout.starts[unit].goal {
            Goal::Point { radius, own, .. } => (radius, own),
            ref other => panic!("a point, not {other:?}"),
        }
    };
    // 40 of 0.5 m and 40 of 0.25 m: √((40·0.25 + 40·0.0625) / 0.7) = 4.226, plus the unit's own radius.
    let mixed = gathering("point = [0, 0]", &[0, 1], 40, &["radius = 0.5", "radius = 0.25"], "");
    assert!((radius_of(&mixed, 0).0 - 4.726).abs() < 1e-3, "{:?}", radius_of(&mixed, 0));
    assert!((radius_of(&mixed, 40).0 - 4.476).abs() < 1e-3, "{:?}", radius_of(&mixed, 40));
    // A radius given by the map is kept. The point is still shared.
    let given = gathering("point = [0, 0], radius = 2", &[0, 1], 1, &[""], "");
    assert_eq!(radius_of(&given, 0), (2.0, false));
    // A single unit has the point to itself.
    assert_eq!(radius_of(&gathering("point = [0, 0]", &[0], 1, &[""], ""), 0), (0.5, true));
    // Lines of a start file that name one goal share it.
    let starts = Scene::from_starts("two.txt", "0 0 9 0\n0 5 9 0\n0 9 9 9\n").unwrap();
    assert_eq!((radius_of(&starts, 0), radius_of(&starts, 2)), ((1.345_154_3, false), (0.5, true)));
}
