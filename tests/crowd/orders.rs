//! What units do that are told to.

use super::common::*;
use sidestep::crowd::{Event, Order, Progress, Slots, Stance, UnitId};
use sidestep::geometry::Wall;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Vec2};
use sidestep::world::{Start, World};

#[test]
fn a_unit_goes_says_that_it_arrived_and_stands() {
    let mut world = World::new(ground(Vec::new()), 1);
    let one = world.spawn(unit(0.0, 0.0, 0)).unwrap();
    let order = world.order(&[one], Order::go(Point::new(10.0, 0.0)).facing(1.0)).unwrap();
    world.tick();
    assert_eq!(world.progress(one), Some(Progress::Walking));
    assert_eq!(world.order_of(one), Some((order, 0)));
    let events = events(&mut world, 240);
    assert_eq!(events, [Event::Arrived { unit: one, order: Some(order) }, Event::Settled { unit: one }]);
    assert_eq!(world.progress(one), Some(Progress::Arrived));
    assert!((at(&world, one) - Point::new(10.0, 0.0)).norm() < 0.1);
    assert!((world.units().heading[0] - 1.0).abs() < 1e-3, "{} rad", world.units().heading[0]);
}

#[test]
fn waypoints_are_passed_and_a_new_order_replaces_them() {
    let mut world = World::new(ground(Vec::new()), 1);
    let units = block(&mut world, (0.0, 0.0), 9, 0);
    send(&mut world, &units, 15.0, 0.0);
    world.order(&units, Order::go(Point::new(15.0, 15.0)).queued()).unwrap();
    world.order(&units, Order::go(Point::new(0.0, 15.0)).queued()).unwrap();
    let seen = events(&mut world, 1200);
    let count = |is: fn(&Event) -> bool| seen.iter().filter(|event| is(event)).count();
    assert_eq!(count(|event| matches!(event, Event::Passed { .. })), 18, "two waypoints each");
    assert_eq!(count(|event| matches!(event, Event::Arrived { .. })), 9);
    assert!(units.iter().all(|unit| (at(&world, *unit) - Point::new(0.0, 15.0)).norm() < 3.0));
    send(&mut world, &units, 30.0, 0.0);
    world.order(&units, Order::go(Point::new(30.0, 20.0)).queued()).unwrap();
    ticks(&mut world, 30);
    send(&mut world, &units, -20.0, 15.0);
    world.tick();
    assert!(units.iter().all(|unit| world.order_of(*unit).unwrap().1 == 0), "the queue is gone");
    assert!(until_settled(&mut world, &units, 20.0).is_some());
    assert!(units.iter().all(|unit| (at(&world, *unit) - Point::new(-20.0, 15.0)).norm() < 3.0));
}

#[test]
fn a_formation_is_taken_up_with_little_walking() {
    let mut world = World::new(ground(Vec::new()), 1);
    let units = block(&mut world, (0.0, 0.0), 25, 0);
    world.order(&units, Order::form(Slots::boxed(Point::new(18.0, 4.0), 0.0, 1.6))).unwrap();
    world.tick();
    let goals: Vec<Vec2> =
        units.iter().map(|unit| world.goals_ahead(*unit)[0].point().unwrap() - at(&world, *unit)).collect();
    let walks: f32 = goals.iter().map(Vec2::norm).sum();
    // The middle of the block moves by this distance, so that is the least for each on average.
    assert!(walks < 1.01 * 25.0 * Vec2::new(18.0, 4.0).norm(), "{walks} m");
    let time = until_settled(&mut world, &units, 12.0).expect("all stand");
    assert!(time < 8.0, "{time} s");
    // Units that were pushed off their places return.
    ticks(&mut world, 300);
    for unit in &units {
        let slot = world.goals_ahead(*unit)[0].point().unwrap();
        assert!((at(&world, *unit) - slot).norm() < 0.13, "{} is not at {slot}", at(&world, *unit));
        assert!(world.units().heading[world.slot(*unit).unwrap()].abs() < 1e-2, "faces east");
    }
}

#[test]
fn a_unit_that_accelerates_slowly_stops_at_its_goal_and_passes_others_at_speed() {
    let mut world = World::new(ground(Vec::new()), 1);
    let sluggish = |y: f32| Start { max_force: 2.0, ..unit(-20.0, y, 0) };
    let (one, two) = (world.spawn(sluggish(0.0)).unwrap(), world.spawn(sluggish(10.0)).unwrap());
    send(&mut world, &[one], 10.0, 0.0);
    send(&mut world, &[two], 10.0, 10.0);
    world.order(&[two], Order::go(Point::new(30.0, 10.0)).queued()).unwrap();
    let (mut farthest, mut slowest) = (0.0_f32, f32::INFINITY);
    for _ in 0..900 {
        world.tick();
        farthest = farthest.max(at(&world, one).x);
        if (5.0..15.0).contains(&at(&world, two).x) {
            slowest = slowest.min(world.units().velocity[world.slot(two).unwrap()].norm());
        }
    }
    // It needs 6.25 m to stop.
    assert!((10.0..11.5).contains(&farthest), "{farthest} m");
    assert!((at(&world, one) - Point::new(10.0, 0.0)).norm() < 0.2, "{}", at(&world, one));
    assert!(world.units().velocity[world.slot(one).unwrap()].norm() < 0.02, "it stands");
    assert!((4.0..6.0).contains(&slowest), "{slowest} m/s");
}

#[test]
fn a_patrol_goes_on_until_another_order() {
    let mut world = World::new(ground(Vec::new()), 1);
    let one = world.spawn(unit(0.0, 0.0, 0)).unwrap();
    let points = vec![Point::new(5.0, 0.0), Point::new(-5.0, 0.0)];
    world.order(&[one], Order::patrol(points)).unwrap();
    let seen = events(&mut world, 1200);
    let passed = seen.iter().filter(|event| matches!(event, Event::Passed { .. })).count();
    assert!((8..=12).contains(&passed), "{passed} turns in 20 s");
    assert!(!seen.iter().any(|event| matches!(event, Event::Arrived { .. })));
    world.order(&[one], Order::stop()).unwrap();
    ticks(&mut world, 60);
    assert_eq!(world.progress(one), Some(Progress::Idle));
    assert!(world.units().velocity[0].norm() < 0.01);
}

#[test]
fn a_unit_follows_another_one_and_stays_when_that_is_removed() {
    let mut world = World::new(ground(Vec::new()), 1);
    let (one, other) = (world.spawn(unit(0.0, 0.0, 0)).unwrap(), world.spawn(unit(6.0, 0.0, 0)).unwrap());
    world.order(&[one], Order::follow(other, 1.0)).unwrap();
    for goal in [(20.0, 0.0), (20.0, 15.0), (0.0, 15.0)] {
        send(&mut world, &[other], goal.0, goal.1);
        ticks(&mut world, 300);
        let between = (at(&world, one) - at(&world, other)).norm();
        assert!((1.0..3.0).contains(&between), "{between} m");
    }
    world.remove(other).unwrap();
    ticks(&mut world, 60);
    let place = at(&world, one);
    ticks(&mut world, 60);
    assert!((at(&world, one) - place).norm() < 0.05, "it stands");
}

#[test]
fn together_means_at_the_speed_of_the_slowest() {
    let mut world = World::new(ground(Vec::new()), 1);
    let slow = world.spawn(sidestep::world::Start { max_speed: 2.0, ..unit(0.0, 0.0, 0) }).unwrap();
    let fast = world.spawn(unit(0.0, 5.0, 0)).unwrap();
    let slots = Slots::Points { points: vec![Point::new(20.0, 0.0), Point::new(20.0, 5.0)], facing: None };
    world.order(&[slow, fast], Order::form(slots).together()).unwrap();
    ticks(&mut world, 240);
    assert!((at(&world, slow).x - at(&world, fast).x).abs() < 0.5);
    assert!(until_settled(&mut world, &[slow, fast], 12.0).is_some());
    send(&mut world, &[fast], -20.0, 5.0);
    ticks(&mut world, 60);
    let speed = world.units().velocity[world.slot(fast).unwrap()].norm();
    assert!(speed > 4.5, "afterwards it walks at its own speed: {speed} m/s");
}

#[test]
fn a_unit_goes_as_near_as_it_can_to_a_goal_that_walls_enclose() {
    let walls = vec![sidestep::geometry::Wall::Chain(
        [(10.0, -5.0), (20.0, -5.0), (20.0, 5.0), (10.0, 5.0), (10.0, -5.0)]
            .map(|(x, y)| Point::new(x, y))
            .into(),
    )];
    let mut world = World::new(ground(walls), 1);
    let one = world.spawn(unit(0.0, 0.0, 0)).unwrap();
    send(&mut world, &[one], 12.0, 0.0);
    let seen = events(&mut world, 300);
    assert!(matches!(seen[0], Event::NoPath { unit, .. } if unit == one), "{seen:?}");
    assert_eq!(world.progress(one), Some(Progress::NoPath));
    assert!((8.5..9.9).contains(&at(&world, one).x), "{}", at(&world, one));
    assert!(world.units().velocity[0].norm() < 0.05, "it does not press");
}

#[test]
fn a_unit_in_a_corner_says_by_whom_it_is_stuck() {
    let mut world = World::new(ground(gap(1.4)), 1);
    let one = world.spawn(unit(-6.0, 0.0, 0)).unwrap();
    let plug = world.spawn(unit(0.0, 0.0, 1)).unwrap();
    world.order(&[plug], Order::hold()).unwrap();
    send(&mut world, &[one], 10.0, 0.0);
    let seen = events(&mut world, 600);
    assert!(seen.contains(&Event::Stuck { unit: one, by: Some(plug) }), "{seen:?}");
    assert!(matches!(world.progress(one), Some(Progress::Blocked { by, .. }) if by == Some(plug)));
    assert_eq!(world.units().stance[world.slot(plug).unwrap()], Stance::Hold);
    world.remove(plug).unwrap();
    let seen = events(&mut world, 300);
    assert!(seen.contains(&Event::Freed { unit: one }), "{seen:?}");
    assert_eq!(world.progress(one), Some(Progress::Arrived));
}

/// Within 3 %.
#[test]
fn an_order_in_mid_run_is_as_good_as_a_start() {
    let crossing = |elsewhere: bool| {
        let mut world = World::new(ground(Vec::new()), 1);
        let (west, east) = (block(&mut world, (-15.0, 0.0), 40, 0), block(&mut world, (15.0, 0.0), 40, 1));
        let mut both = west.clone();
        both.extend(&east);
        if elsewhere {
            // North for 3 s. Then they cross where they are.
            send(&mut world, &west, -15.0, 28.0);
            send(&mut world, &east, 15.0, 28.0);
            ticks(&mut world, 180);
        }
        let y = if elsewhere { at(&world, west[0]).y + 3.9 } else { 0.0 };
        world.order(&west, Order::form(Slots::boxed(Point::new(15.0, y), 0.0, 1.3))).unwrap();
        world
            .order(&east, Order::form(Slots::boxed(Point::new(-15.0, y), std::f32::consts::PI, 1.3)))
            .unwrap();
        world.tick();
        let walk = |unit: &sidestep::crowd::UnitId| {
            (world.goals_ahead(*unit)[0].point().unwrap() - at(&world, *unit)).norm() / 5.0
        };
        let alone: f32 = both.iter().map(walk).sum::<f32>() / both.len() as f32;
        let (start, mut times) = (world.time(), vec![None; both.len()]);
        for _ in 0..3000 {
            world.tick();
            for (unit, time) in both.iter().zip(&mut times) {
                if time.is_none() && world.units().arrived[world.slot(*unit).unwrap()] {
                    *time = Some(world.time() - start);
                }
            }
        }
        times.iter().map(|time| time.expect("everyone arrives")).sum::<f32>() / both.len() as f32 / alone
    };
    let (rest, running) = (crossing(false), crossing(true));
    assert!(running < 1.03 * rest, "{running} instead of {rest}");
}

/// Two groups of 25 meet in a tunnel of 4 × 12 m, and are called back while both have units in it.
#[test]
fn units_turned_round_in_a_tunnel_leave_it() {
    let side = |from: f32, to: f32| Wall::Box(rect((-6.0, from), (6.0, to)));
    let mut layout = ground([vec![side(-30.0, -2.0), side(2.0, 30.0)], gap(4.0)].concat());
    layout.steering.mode = Mode::named("lanes").unwrap();
    let mut world = World::new(layout, 1);
    // Nine of each start in it.
    let mut side =
        |x: f32| [block(&mut world, (x, 0.0), 9, 0), block(&mut world, (4.0 * x, 0.0), 16, 0)].concat();
    let (west, east) = (side(-3.2), side(3.2));
    send(&mut world, &west, 20.0, 0.0);
    send(&mut world, &east, -20.0, 0.0);
    ticks(&mut world, 60);
    let inside = |units: &[UnitId]| units.iter().filter(|unit| at(&world, **unit).x.abs() < 6.0).count();
    assert!(inside(&west) > 5 && inside(&east) > 5, "{} and {}", inside(&west), inside(&east));
    send(&mut world, &west, -20.0, 0.0);
    send(&mut world, &east, 20.0, 0.0);
    let both = [west, east].concat();
    // 5 s to walk 20 m and the time that a crowd needs to stand still.
    let time = until_settled(&mut world, &both, 60.0).expect("everyone comes back");
    assert!(time < 15.0, "{time} s");
}
