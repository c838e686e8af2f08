//! Arrived units stand without jitter and give way, no unit orbits its goal, and walls hold.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use sidestep::crowd::Stance;
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::Start;
use sidestep::world::{Phase, World};
use sidestep_lab::scene::{LayoutOptions, Scene};

fn world(starts: Vec<Start>, mode: Mode) -> World {
    World::new(layout(starts, steering(mode, 4, NO_PUSH)), 1)
}

fn ticks(world: &mut World, count: u32) {
    (0..count).for_each(|_| world.tick());
}

#[test]
fn an_arrived_unit_stands_at_its_goal() {
    for mode in Mode::all() {
        let mut world = world(vec![walker((-5.0, 0.0), (5.0, 0.0))], mode);
        let time = run(&mut world, 10.0, |_| {}).expect("it arrives");
        assert!(time < 2.6, "{mode}: 10 m at 5 m/s took {time} s");
        ticks(&mut world, 120);
        let units = world.units();
        assert_eq!(units.phase[0], Phase::Standing, "{mode}");
        assert!((units.position[0] - Point::new(5.0, 0.0)).norm() < 0.1, "{mode}: {:?}", units.position[0]);
        assert!(units.velocity[0].norm() < 1e-3, "{mode}: {:?}", units.velocity[0]);
    }
}

#[test]
fn a_group_that_shares_a_goal_comes_to_rest() {
    for mode in Mode::all() {
        let count = 30;
        let radius = 0.5 * (count as f32 / 0.7).sqrt() + 0.5;
        let goal = Goal::Point { at: Point::new(12.0, 0.0), radius, own: false };
        let start = |i: usize| {
            let (x, y) = (-12.0 + 1.5 * (i / 6) as f32, 1.5 * (i % 6) as f32 - 4.0);
            Start { goal, ..walker((x, y), (12.0, 0.0)) }
        };
        let mut world = world((0..count).map(start).collect(), mode);
        run(&mut world, 40.0, |_| {})
            .unwrap_or_else(|| panic!("{mode}: {} of {count} arrived", world.arrived()));
        ticks(&mut world, 300);
        let before = world.units().position.clone();
        ticks(&mut world, 120);
        for (id, (a, b)) in before.iter().zip(&world.units().position).enumerate() {
            assert!((a - b).norm() < 0.05, "{mode}: unit {id} still moved by {} m", (a - b).norm());
        }
    }
}

#[test]
fn a_standing_unit_gives_way_and_returns() {
    let standing = walker((0.0, 0.1), (0.0, 0.1));
    let mut world = world(vec![standing, walker((-6.0, 0.0), (6.0, 0.0))], mode("none"));
    let mut aside = 0.0_f32;
    let mut touched = false;
    while !world.units().arrived[1] {
        world.tick();
        aside = aside.max((world.units().position[0] - Point::new(0.0, 0.1)).norm());
        touched |= world.contacts().iter().any(|c| c.overlap > 0.01);
        assert!(world.time() < 5.0, "the walker must get by");
    }
    assert!(aside > 0.5 && !touched, "stepped aside by {aside} m, run into: {touched}");
    ticks(&mut world, 300);
    let back = (world.units().position[0] - Point::new(0.0, 0.1)).norm();
    assert!(back < 0.1, "returned to within {back} m");
}

#[test]
fn an_obstacle_does_not_budge() {
    let obstacle = Start { goal: Goal::Stand, ..walker((0.0, 0.1), (0.0, 0.1)) };
    let mut world = world(vec![obstacle, walker((-6.0, 0.0), (6.0, 0.0))], mode("none"));
    run(&mut world, 8.0, |_| {});
    assert_eq!(world.units().position[0], Point::new(0.0, 0.1));
    assert_eq!((world.walkers(), world.units().len()), (1, 2), "an obstacle is not a walker");
}

#[test]
fn every_kind_of_goal_is_reached() {
    let region = Rect { min: Point::new(4.0, -1.0), max: Point::new(8.0, 1.0) };
    let line =
        Goal::Line { from: Point::new(5.0, -4.0), to: Point::new(5.0, 4.0), toward: Point::new(9.0, 0.0) };
    for (goal, by) in [
        (Goal::Point { at: Point::new(5.0, 0.0), radius: 0.5, own: true }, 4.5),
        (Goal::Region(region), 4.0),
        (line, 5.0),
    ] {
        let mut world = world(vec![Start { goal, ..walker((-5.0, 0.0), (5.0, 0.0)) }], mode("none"));
        let length = world.path_left(0);
        run(&mut world, 5.0, |_| {}).unwrap_or_else(|| panic!("{goal:?}"));
        let x = world.units().position[0].x;
        assert!((x - by).abs() < 0.1, "{goal:?}: arrived at {x}");
        assert!((length - (by + 5.0)).abs() < 1e-3, "{goal:?}: a path of {length} m");
    }
    let prey = walker((0.0, 3.0), (30.0, 3.0));
    let hunter = Start {
        goal: Goal::Unit { index: 0, gap: 0.1 },
        max_speed: 9.0,
        max_force: 72.0,
        ..walker((-5.0, 0.0), (0.0, 0.0))
    };
    let mut world = world(vec![prey, hunter], mode("cardioid"));
    ticks(&mut world, 240);
    assert!(world.units().arrived[1], "the faster one catches the other");
}

/// From 8 m away, with a sum of radii of 2 m. The gap is between the bodies, whatever their size.
#[test]
fn another_unit_is_reached_at_the_goals_gap() {
    for gap in [0.1, 2.0] {
        let hunter = Start { goal: Goal::Unit { index: 1, gap }, ..walker((-8.0, 0.0), (0.0, 0.0)) };
        let prey = Start { radius: 1.5, goal: Goal::Stand, ..walker((0.0, 0.0), (0.0, 0.0)) };
        let mut world = world(vec![hunter, prey], mode("none"));
        let length = world.path_left(0);
        assert!((length - (6.0 - gap)).abs() < 1e-4, "a path of {length} m to a gap of {gap}");
        run(&mut world, 4.0, |_| {}).unwrap_or_else(|| panic!("a gap of {gap} is not reached"));
        let between = -world.units().position[0].x - 2.0;
        // A tick's step is 0.08 m.
        assert!(between <= gap && between > gap - 0.09, "arrived {between} m apart, not {gap}");
    }
}

/// A line of 4 m. A unit that passes beyond its ends has not crossed it, and a unit that starts behind it beyond
/// its ends has not arrived.
#[test]
fn a_line_ends_at_its_ends() {
    let arrives = |x: f32, y: f32| {
        let (from, to) = (Point::new(0.0, -2.0), Point::new(0.0, 2.0));
        let goal = Goal::Line { from, to, toward: Point::new(9.0, y) };
        let mut world = world(vec![Start { goal, ..walker((x, y), (9.0, y)) }], mode("none"));
        run(&mut world, 4.0, |_| {}).is_some()
    };
    for y in [-2.1, -1.9, 0.0, 1.9, 2.1] {
        for x in [-3.0, 3.0] {
            assert_eq!(arrives(x, y), y.abs() < 2.0, "from {x}, {y}");
        }
    }
    let toward = Point::new(-9.0, 0.0);
    let goal = Goal::Line { from: Point::new(0.0, -2.0), to: Point::new(0.0, 2.0), toward };
    let mut other_way = world(vec![Start { goal, ..walker((3.0, 0.0), (-9.0, 0.0)) }], mode("none"));
    ticks(&mut other_way, 20);
    assert!(!other_way.units().arrived[0], "it starts on the wrong side of the line");
    assert!(run(&mut other_way, 4.0, |_| {}).is_some());
}

/// Two units that chase each other meet even if only touching counts, although bodies in contact keep a small gap.
#[test]
fn a_gap_of_zero_can_be_reached() {
    for mode in Mode::all() {
        for radii in [[0.5, 0.5], [0.3, 0.7]] {
            let chase = |index, from, to, radius| Start {
                goal: Goal::Unit { index, gap: 0.0 },
                radius,
                ..walker((from, 0.0), (to, 0.0))
            };
            let starts = vec![chase(1, -5.0, 5.0, radii[0]), chase(0, 5.0, -5.0, radii[1])];
            let mut world = world(starts, mode);
            assert!(
                run(&mut world, 20.0, |_| {}).is_some(),
                "{mode} with radii {radii:?}: {:?}",
                world.units().position
            );
        }
    }
}

#[test]
fn walls_hold_and_units_walk_around_them() {
    let wall = |points: &[(f32, f32)]| points.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>();
    let walls = [
        Wall::Box(Rect { min: Point::new(-1.0, -3.0), max: Point::new(1.0, 5.0) }),
        Wall::Circle { center: Point::new(0.0, 0.5), radius: 3.0 },
        Wall::Polygon(wall(&[(-2.0, -3.0), (2.0, -3.0), (2.0, 4.0), (0.0, 1.0), (-2.0, 4.0)])),
        Wall::Chain(wall(&[(-1.0, -3.0), (1.0, 0.0), (-1.0, 4.0)])),
    ];
    for wall in walls {
        for mode in Mode::all() {
            let starts =
                (0..6).map(|i| walker((-8.0, 1.5 * i as f32 - 4.0), (8.0, 1.5 * i as f32 - 4.0))).collect();
            let mut layout = layout(starts, steering(mode, 4, NO_PUSH));
            layout.walls = vec![wall.clone()];
            // No larger than necessary, because some modes plan over the whole area in every tick.
            layout.bounds = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
            let mut world = World::new(layout, 1);
            let mut inside = 0;
            let time = run(&mut world, 20.0, |w| {
                let middle = |p: &Point| match &wall {
                    Wall::Box(rect) => rect.contains(*p),
                    Wall::Circle { center, radius } => (p - center).norm() < *radius,
                    // Well inside, because a unit's centre is kept a radius away.
                    Wall::Polygon(_) => p.x.abs() < 1.5 && p.y > -2.5 && p.y < 0.5,
                    Wall::Chain(_) => false,
                };
                inside += w.units().position.iter().filter(|p| middle(p)).count();
            });
            assert!(time.is_some(), "{mode}, {wall:?}: {} of 6 arrived", world.arrived());
            assert_eq!(inside, 0, "{mode}, {wall:?}");
        }
    }
}

#[test]
fn every_map_ends_with_all_units_at_rest() {
    for map in sidestep_lab::scene::built_in_maps() {
        let scene = Scene::built_in(map.name).unwrap();
        // Some units with plans are meant to fail or to roam. tests/steering/plans.rs covers them.
        if scene.summary().unwrap().groups.iter().any(|group| group.plan.is_some()) {
            continue;
        }
        // Large maps are scaled down to keep this quick, but not every map scales.
        let options = LayoutOptions { units: Some(60), ..LayoutOptions::default() };
        let small = scene.layout(&options).ok().filter(|_| scene.summary().unwrap().units() > 80);
        let layout = small.unwrap_or_else(|| scene.layout(&LayoutOptions::default()).unwrap());
        // Streams never end, and those who hold a gap let no enemy through.
        if !layout.script.streams.is_empty() || layout.starts.iter().any(|s| s.stance == Stance::Hold) {
            continue;
        }
        let orders = layout.script.orders.iter().map(|order| order.at);
        let last_order = orders.chain(layout.script.switches.iter().map(|door| door.at)).fold(0.0, f32::max);
        // Time for 40 m, because units that the last ones pushed away return one after the other. Slower units take longer.
        let slowest = layout.starts.iter().map(|s| s.max_speed).fold(4.0, f32::min);
        let mut world = World::new(layout, 1);
        ticks(&mut world, (last_order * 60.0) as u32 + 1);
        let limit = world.time() + 40.0;
        run(&mut world, limit, |_| {});
        ticks(&mut world, (40.0 / slowest * 60.0) as u32);
        // And they stay at rest.
        let mut moving = 0;
        for _ in 0..120 {
            world.tick();
            moving += world.units().velocity.iter().filter(|v| v.norm() > 0.05).count();
        }
        assert_eq!(moving, 0, "{}: units still moving long after the last arrival", map.name);
        let units = world.units();
        for id in 0..units.len() {
            assert!(units.position[id].coords.iter().all(|x| x.is_finite()), "{}: {id}", map.name);
            if units.phase[id] == Phase::Standing {
                let speed = units.velocity[id].norm();
                assert!(speed < 0.45 * units.max_speed[id], "{}: {id} stands at {speed} m/s", map.name);
            }
        }
        let share = world.arrived() as f32 / world.walkers() as f32;
        assert!(share == 1.0, "{}: {share} arrived", map.name);
    }
}

#[test]
fn coincident_units_and_empty_worlds_are_harmless() {
    let mut none = world(Vec::new(), mode("raycast+cardioid"));
    ticks(&mut none, 10);
    assert_eq!(none.arrived(), 0);
    let mut same = world(vec![walker((0.0, 0.0), (5.0, 0.0)); 3], mode("raycast+cardioid"));
    ticks(&mut same, 240);
    assert!(same.units().position.iter().all(|p| p.coords.norm() < 100.0), "{:?}", same.units().position);
    assert!(same.units().velocity.iter().all(|v: &Vec2| v.norm().is_finite()));
}

/// A unit is at its goal from the start, and begins to turn around before it stands.
#[test]
fn a_rotating_unit_stops_rotating_when_it_arrives() {
    let text = r#"
        sidestep = 1
        bounds = [[-10, -10], [10, 10]]
        time_limit = 10
        avoidance = { mode = "none" }

        [[steering]]
        name = "watch"
        combine = "blending"
        behaviours = [{ do = "face", target = "mark:0" }, { do = "arrive" }]

        [[group]]
        name = "mark"
        units = [{ position = [-6, 3] }]
        goal = { stand = true }

        [[group]]
        name = "watchers"
        steering = "watch"
        units = [{ position = [2, 0] }]
        goal = { point = [2.3, 0] }
    "#;
    let scene = Scene::from_toml("map.toml", text).unwrap_or_else(|e| panic!("{e}"));
    let mut world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
    while world.units().phase[1] != Phase::Standing {
        world.tick();
        assert!(world.time() < 5.0, "the unit never stands");
    }
    let at_arrival = world.units().rotation[1];
    assert!(at_arrival.abs() > 0.2, "it must still rotate when it arrives: {at_arrival} rad/s");
    ticks(&mut world, 60);
    let heading = world.units().heading[1];
    assert!(world.units().rotation[1].abs() < 1e-3, "{} rad/s", world.units().rotation[1]);
    ticks(&mut world, 60);
    assert!((world.units().heading[1] - heading).abs() < 1e-3, "it turns on after it has stopped");
}
