//! Plans in a world, on the maps that show them: which units follow one, how its behaviours are combined, and
//! the outcome.

use sidestep::math;
use sidestep::steering::combine::Plan;
use sidestep::types::{DT, Point};
use sidestep::world::Layout;
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene};

fn laid_out(map: &str, seed: u64) -> Layout {
    let scene = Scene::built_in(map).unwrap_or_else(|| panic!("there is no map {map}"));
    scene.layout(&LayoutOptions { units: None, seed: Some(seed), ..LayoutOptions::default() }).unwrap()
}

fn built_in(map: &str) -> World {
    World::new(laid_out(map, 1), 1)
}

fn group(layout: &Layout, name: &str) -> usize {
    layout.groups.iter().position(|g| g == name).unwrap_or_else(|| panic!("no group {name}"))
}

/// The first unit of a group.
fn unit(world: &World, name: &str) -> usize {
    let of = group(world.layout(), name);
    world.layout().starts.iter().position(|s| usize::from(s.group) == of).unwrap()
}

fn plan(layout: &Layout, of: &str) -> Plan {
    layout.plans[group(layout, of)].clone().unwrap_or_else(|| panic!("{of} has no plan"))
}

/// The gap between a unit and the nearest wall, m.
fn gap(world: &World, id: usize) -> f32 {
    let at = world.units().position[id];
    let distances = world.outlines().iter().map(|wall| (wall.nearest(at) - at).norm());
    distances.fold(f32::INFINITY, f32::min) - world.units().radius[id]
}

/// A unit's result: its arrival time (s), and how long it touched a wall (s).
#[derive(Debug, Clone, Copy)]
struct Fate {
    arrived: Option<f32>,
    on_wall: f32,
}

/// Runs a map to its time limit and returns the results of the first units of `groups`.
fn fates<const N: usize>(map: &str, groups: [&str; N]) -> [Fate; N] {
    let mut world = built_in(map);
    let units = groups.map(|name| unit(&world, name));
    let mut fates = [Fate { arrived: None, on_wall: 0.0 }; N];
    while world.time() < world.layout().time_limit {
        world.tick();
        for (id, fate) in units.into_iter().zip(&mut fates) {
            if fate.arrived.is_none() {
                fate.on_wall += if gap(&world, id) < 0.01 { DT } else { 0.0 };
                fate.arrived = world.units().arrived[id].then(|| world.time());
            }
        }
    }
    fates
}

/// The time at which the first chaser touches the hare, if all chasers follow the plan of `of`, s.
fn caught(of: &str, seed: u64) -> f32 {
    let mut layout = laid_out("pursuit", seed);
    let (chosen, limit) = (plan(&layout, of), layout.time_limit);
    for name in ["hunters", "dog"] {
        let index = group(&layout, name);
        layout.plans[index] = Some(chosen.clone());
    }
    let mut world = World::new(layout, 1);
    while world.arrived() == 0 && world.time() < limit {
        world.tick();
    }
    world.time()
}

#[test]
fn pursue_catches_the_hare_sooner_than_seek() {
    let mean = |of| (1..=8).map(|seed| caught(of, seed)).sum::<f32>() / 8.0;
    let (pursue, seek) = (mean("hunters"), mean("dog"));
    println!("caught after {pursue:.1} s by pursue, {seek:.1} s by seek");
    assert!(pursue < 0.9 * seek, "caught after {pursue} s by pursue, {seek} s by seek");
}

#[test]
fn no_unit_leaves_the_arena() {
    let mut world = built_in("pursuit");
    for _ in 0..1800 {
        world.tick();
        assert!(world.units().position.iter().all(|p| p.x.abs() < 24.0 && p.y.abs() < 17.0));
    }
}

#[test]
fn wanderers_cover_the_box_and_stay_in_it() {
    let mut world = built_in("wander");
    let count = world.units().len();
    let mut cells = vec![std::collections::BTreeSet::new(); count];
    let (mut touching, mut near_wall) = (vec![0_u32; count], 0_usize);
    for _ in 0..3600 {
        world.tick();
        for id in 0..count {
            let p = world.units().position[id];
            assert!(p.x.abs() < 20.0 && p.y.abs() < 12.0, "{id} leaves at {p}");
            cells[id].insert(((p.x / 5.0).floor() as i32, (p.y / 4.0).floor() as i32));
            touching[id] += u32::from(gap(&world, id) < 0.01);
            near_wall += usize::from(gap(&world, id) < 1.0);
        }
    }
    let fewest = cells.iter().map(|c| c.len()).min().unwrap();
    let longest = *touching.iter().max().unwrap() as f32 * DT;
    let share = near_wall as f32 / (3600 * count) as f32;
    println!(
        "every unit visits at least {fewest} of 48 cells; at most {longest:.1} s on a wall; {share:.2} within 1 m of one"
    );
    assert!(fewest >= 12, "a unit visits only {fewest} of 48 cells");
    assert!(longest < 3.0, "a unit is on a wall for {longest} s");
    // The area within 1 m of a wall is a fifth of the box.
    assert!(share < 0.5, "a share of {share} within 1 m of a wall");
}

/// The corners of its path that a guard passes, in order.
fn rounds(world: &mut World, name: &str) -> Vec<usize> {
    const CORNERS: [(&str, [(f32, f32); 4]); 4] = [
        ("plain", [(-22.0, 2.0), (-4.0, 2.0), (-4.0, 12.0), (-22.0, 12.0)]),
        ("predictive", [(4.0, 2.0), (22.0, 2.0), (22.0, 12.0), (4.0, 12.0)]),
        ("coherent", [(-22.0, -8.0), (-4.0, -6.0), (-4.0, -8.0), (-22.0, -6.0)]),
        ("forgetful", [(4.0, -8.0), (22.0, -6.0), (22.0, -8.0), (4.0, -6.0)]),
    ];
    let corners = CORNERS.iter().find(|(of, _)| *of == name).unwrap().1;
    let id = unit(world, name);
    let mut seen = Vec::new();
    for _ in 0..2400 {
        world.tick();
        let at = world.units().position[id];
        let by = corners.iter().position(|(x, y)| (Point::new(*x, *y) - at).norm() < 2.0);
        seen.extend(by.filter(|k| seen.last() != Some(k)));
    }
    seen
}

#[test]
fn guards_pass_every_corner_in_order() {
    for name in ["plain", "predictive", "coherent"] {
        let seen = rounds(&mut built_in("patrol"), name);
        assert!(seen.len() > 8, "{name}: two rounds in 40 s: {seen:?}");
        assert!(seen.windows(2).all(|pair| pair[1] == (pair[0] + 1) % 4), "{name}: {seen:?}");
    }
    // Without memory, the crossing leads back: the guard passes the two corners of one loop over and over.
    let seen = rounds(&mut built_in("patrol"), "forgetful");
    let late = &seen[seen.len() / 2..];
    assert!(late.iter().all(|k| *k == 1 || *k == 2), "the far loop is never seen again: {seen:?}");
}

#[test]
fn bodies_turn_within_their_maximum_rotation() {
    let mut world = built_in("pursuit");
    let (mut apart, mut fastest) = (0.0_f32, 0.0_f32);
    let mut before = world.units().heading.clone();
    for _ in 0..600 {
        world.tick();
        let units = world.units();
        for (id, before) in before.iter().enumerate() {
            let turned = math::wrap(units.heading[id] - before).abs();
            fastest = fastest.max(turned / DT).max(units.rotation[id].abs());
            let v = units.velocity[id];
            if v.norm() > 1.0 {
                apart = apart.max(math::wrap(math::angle(v) - units.heading[id]).abs());
            }
        }
        before.clone_from(&units.heading);
    }
    println!("headings up to {apart:.2} rad apart from velocities; {fastest:.2} rad/s at most");
    assert!(apart > 0.3, "headings are nowhere more than {apart} rad apart from velocities");
    // The `max_rotation` of look-where-going.
    assert!(fastest < 6.1, "{fastest} rad/s");
    assert!(fastest > 2.0, "no unit turns: {fastest} rad/s");
}

#[test]
fn whiskers_see_the_corner_that_one_ray_misses() {
    let [one, three] = fates("whiskers", ["one-ray", "whiskers"]);
    println!("{one:?} {three:?}");
    assert!(one.on_wall > 0.2, "{one:?}");
    assert_eq!(three.on_wall, 0.0, "{three:?}");
    assert!(three.arrived.is_some() && one.arrived.is_some());
}

#[test]
fn priority_keeps_off_the_wall_that_a_blend_is_pushed_into() {
    let [blending, priority, _, pipeline] =
        fates("wall-and-crowd", ["blending", "priority", "arbitration", "pipeline"]);
    println!("{blending:?} {priority:?} {pipeline:?}");
    assert!(blending.on_wall > 1.0, "{blending:?}");
    assert_eq!((priority.on_wall, pipeline.on_wall), (0.0, 0.0), "{priority:?} {pipeline:?}");
    assert!(
        priority.arrived.unwrap() < blending.arrived.unwrap_or(f32::INFINITY),
        "{priority:?} {blending:?}"
    );
}

#[test]
fn only_the_pipeline_gets_out_of_a_dead_end() {
    let [blending, priority, arbitration, pipeline] =
        fates("dead-end", ["blending", "priority", "arbitration", "pipeline"]);
    println!("{pipeline:?}");
    for stuck in [blending, priority, arbitration] {
        assert!(stuck.arrived.is_none(), "{stuck:?}");
    }
    assert!(pipeline.arrived.unwrap() < 15.0 && pipeline.on_wall == 0.0, "{pipeline:?}");
}

#[test]
fn setting_a_plan_changes_all_units_with_plans() {
    let scene = Scene::built_in("dead-end").unwrap().with_steering("pipeline").unwrap();
    let mut world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
    while world.time() < 20.0 {
        world.tick();
    }
    assert_eq!(world.arrived(), 4);
    // The name of a behaviour, for a map without a plan of that name. The crowds of this map follow no plan
    // and remain so.
    let scene = Scene::built_in("wall-and-crowd").unwrap().with_steering("seek").unwrap();
    let layout = scene.layout(&LayoutOptions::default()).unwrap();
    assert_eq!(plan(&layout, "blending").name, "seek");
    assert_eq!(plan(&layout, "priority").name, "seek");
    assert_eq!(layout.plans[group(&layout, "against-blending")], None);
}

#[test]
fn one_group_may_follow_another_plan() {
    let scene = Scene::built_in("pursuit").unwrap().with_steering("hunters=seek").unwrap();
    let layout = scene.layout(&LayoutOptions::default()).unwrap();
    let names = ["hunters", "dog", "hare"].map(|of| plan(&layout, of).name);
    assert_eq!(names, ["seek", "seek", "hare"]);
}

#[test]
fn a_plan_that_cannot_be_followed_is_refused() {
    let refused = |map: &str, name: &str| {
        let scene = Scene::built_in(map).unwrap();
        scene.with_steering(name).expect_err("refused").to_string()
    };
    assert_eq!(refused("wander", "seek"), "seek needs a target, because group 'strollers' has no goal");
    assert_eq!(refused("crossing", "seek"), "no group of the map 'crossing' follows a plan");
    assert_eq!(refused("patrol", "follow-path"), "follow-path needs a path");
    assert_eq!(
        refused("pursuit", "hunter=seek"),
        "the map 'pursuit' has no group 'hunter' that follows a plan"
    );
    assert_eq!(
        refused("dead-end", "priorty"),
        "'priorty' is neither a plan of the map 'dead-end' nor a behaviour"
    );
}

#[test]
fn the_hash_does_not_depend_on_threads() {
    for map in ["pursuit", "wander", "wall-and-crowd"] {
        let [one, two, four] = [1, 2, 4].map(|threads| {
            let mut world = World::new(laid_out(map, 3), threads);
            (0..420).for_each(|_| world.tick());
            world.state_hash()
        });
        assert_eq!((one, one), (two, four), "{map}: 1, 2 and 4 threads");
    }
}

#[test]
fn a_chaser_that_has_caught_the_hare_stops_turning() {
    let mut world = built_in("pursuit");
    (0..1800).for_each(|_| world.tick());
    let caught: Vec<usize> = (0..3).filter(|id| world.units().arrived[*id]).collect();
    assert!(!caught.is_empty(), "no chaser has caught the hare");
    for id in caught {
        assert!(
            world.units().rotation[id].abs() < 0.01,
            "{id} turns by {} rad/s",
            world.units().rotation[id]
        );
    }
}
