//! What becomes of orders, with units of 0.5 m and 5 m/s and values worked out by hand.

use super::super::order::{Leg, Order};
use super::super::test_layouts::{crowd_at, door, rooms};
use super::super::{Layout, Slots, Start};
use super::*;
use crate::types::Vec2;

fn at(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

/// Radii times 1 + 1.2 · √n: 1.1 m for one unit and 1.7 m for four.
#[test]
fn a_waypoint_is_passed_the_farther_away_the_more_units_pass_it() {
    for (count, pass) in [(1, 1.1), (4, 1.7)] {
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (0.0, 2.0), (0.0, 4.0), (0.0, 6.0)][..count]);
        crowd.order(&units, Order::go(at(10.0, 0.0))).unwrap();
        crowd.order(&units, Order::go(at(20.0, 0.0)).queued()).unwrap();
        crowd.tick();
        for (distance, passes) in [(pass - 0.01, true), (pass + 0.01, false)] {
            crowd.state.units.position[0] = at(10.0 - distance, 0.0);
            assert_eq!(crowd.passes(0), passes, "{count} units, {distance} m");
        }
        crowd.state.units.position[0] = at(10.0, 0.0);
        crowd.state.units.phase[0] = Phase::Standing;
        assert!(!crowd.passes(0), "it stands");
        crowd.state.units.phase[0] = Phase::Walking;
        crowd.orders[0].queue.clear();
        assert!(!crowd.passes(0), "its last goal is no waypoint");
    }
}

#[test]
fn a_unit_that_passes_a_waypoint_says_so_once_and_heads_for_the_next_goal() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    crowd.order(&units, Order::go(at(10.0, 0.0))).unwrap();
    crowd.order(&units, Order::go(at(20.0, 0.0)).queued()).unwrap();
    crowd.tick();
    crowd.state.units.position[0] = at(9.0, 0.0);
    crowd.events.clear();
    crowd.follow_orders(&[]);
    assert!(
        matches!(crowd.events[..], [Event::Passed { unit, .. }] if unit == units[0]),
        "{:?}",
        crowd.events
    );
    assert_eq!(crowd.state.units.goal[0].point(), Some(at(20.0, 0.0)));
}

/// The gap of 1 m, both radii, and one radius more: 2.5 m.
#[test]
fn a_unit_that_stands_by_another_one_follows_once_that_is_a_radius_farther_away() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (2.0, 0.0)]);
    crowd.order(&units[..1], Order::follow(units[1], 1.0)).unwrap();
    crowd.tick();
    for (x, phase) in [(2.49, Phase::Standing), (2.51, Phase::Walking)] {
        let units = &mut crowd.state.units;
        (units.phase[0], units.arrived[0]) = (Phase::Standing, true);
        units.position = vec![at(0.0, 0.0), at(x, 0.0)];
        crowd.follow_unit(0);
        let units = &crowd.state.units;
        assert_eq!((units.phase[0], units.arrived[0]), (phase, phase == Phase::Standing), "{x} m");
    }
}

/// 6 rad/s are 0.1 rad in a tick.
#[test]
fn a_standing_unit_turns_the_shorter_way_to_the_direction_that_it_was_told_to_face() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    for (heading, facing, expected) in
        [(0.0, 1.0, 0.1), (0.0, -1.0, -0.1), (0.95, 1.0, 1.0), (3.0, -3.0, 3.1), (-3.0, 3.0, -3.1)]
    {
        crowd.order(&units, Order::stop().facing(facing)).unwrap();
        crowd.tick();
        crowd.state.units.heading[0] = heading;
        crowd.face(0);
        let now = crowd.state.units.heading[0];
        assert!((now - expected).abs() < 1e-5, "from {heading} to {facing}: {now}");
        crowd.state.units.phase[0] = Phase::Walking;
        crowd.face(0);
        assert_eq!(crowd.state.units.heading[0], now, "it walks");
    }
}

#[test]
fn a_unit_is_stuck_after_300_ticks_within_a_radius_and_freed_once_it_is_farther_away() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    crowd.order(&units, Order::go(at(10.0, 0.0))).unwrap();
    crowd.tick();
    let begin = crowd.orders[0].since;
    let mut watched = |x: f32, ticks: u64, phase: Phase| {
        crowd.state.units.position[0] = crowd.orders[0].anchor + Vec2::new(x, 0.0);
        crowd.state.units.phase[0] = phase;
        crowd.state.ticks = begin + ticks;
        crowd.events.clear();
        crowd.watch(0);
        (crowd.events.clone(), crowd.orders[0].since - begin)
    };
    let (stuck, freed) = (Event::Stuck { unit: units[0], by: None }, Event::Freed { unit: units[0] });
    assert_eq!(watched(0.49, 299, Phase::Walking), (vec![], 0));
    assert_eq!(watched(0.49, 300, Phase::Walking), (vec![stuck], 0));
    assert_eq!(watched(0.49, 308, Phase::Walking), (vec![], 0), "it says so once");
    assert_eq!(watched(0.51, 316, Phase::Walking), (vec![freed], 316));
    assert_eq!(watched(0.0, 615, Phase::Walking), (vec![], 316), "the time begins anew");
    assert_eq!(watched(0.0, 616, Phase::Walking), (vec![stuck], 316));
    assert_eq!(watched(0.0, 624, Phase::Standing), (vec![freed], 624), "it stands");
    assert_eq!(watched(0.0, 632, Phase::Standing), (vec![], 632));
}

/// Three radii of its own and the other one's radius: 2 m, within 60°.
#[test]
fn the_nearest_unit_ahead_within_three_radii_is_in_the_way() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (30.0, 0.0), (30.0, 5.0)]);
    crowd.order(&units[..1], Order::go(at(10.0, 0.0))).unwrap();
    crowd.tick();
    crowd.state.courses.desired[0] = Vec2::x();
    crowd.state.units.position[0] = at(0.0, 0.0);
    for (distance, degrees, is_in_the_way) in
        [(1.99, 0.0, true), (2.01, 0.0, false), (1.5, 59.0, true), (1.5, -61.0, false), (1.5, 180.0, false)]
    {
        crowd.state.units.position[1] = at(0.0, 0.0) + math::unit(f32::to_radians(degrees)) * distance;
        let expected = is_in_the_way.then_some(units[1]);
        assert_eq!(crowd.in_the_way(0), expected, "{distance} m, {degrees}°");
    }
    crowd.state.units.position = vec![at(0.0, 0.0), at(1.6, 0.0), at(1.5, 0.0)];
    assert_eq!(crowd.in_the_way(0), Some(units[2]), "the nearer one");
}

#[test]
fn progress_says_what_a_unit_does() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    assert_eq!(crowd.progress(units[0]), Some(Progress::Arrived), "it is at its own place");
    crowd.state.units.phase[0] = Phase::Walking;
    assert_eq!(crowd.progress(units[0]), Some(Progress::Walking), "without an order");
    crowd.state.units.phase[0] = Phase::Standing;
    crowd.order(&units, Order::form(Slots::Points { points: vec![at(10.0, 0.0)], facing: None })).unwrap();
    crowd.tick();
    let since = crowd.orders[0].since;
    for (ticks, expected) in [(59, Progress::Walking), (60, Progress::Blocked { by: None, since })] {
        crowd.state.ticks = since + ticks;
        assert_eq!(crowd.progress(units[0]), Some(expected), "after {ticks} ticks");
    }
    crowd.state.ticks = since;
    crowd.orders[0].has_no_path = true;
    assert_eq!(crowd.progress(units[0]), Some(Progress::NoPath), "on its way");
    crowd.state.units.phase[0] = Phase::Standing;
    assert_eq!(crowd.progress(units[0]), Some(Progress::NoPath), "at the end of its way");
    crowd.orders[0].has_no_path = false;
    assert_eq!(crowd.progress(units[0]), Some(Progress::Arrived));
    // Farther than a radius from its place.
    for (x, arrived, expected) in
        [(9.49, true, Progress::Returning), (9.51, true, Progress::Arrived), (9.49, false, Progress::Arrived)]
    {
        (crowd.state.units.phase[0], crowd.state.units.arrived[0]) = (Phase::Settling, arrived);
        crowd.state.units.position[0] = at(x, 0.0);
        assert_eq!(crowd.progress(units[0]), Some(expected), "{x} m, arrived: {arrived}");
    }
    crowd.order(&units, Order::hold()).unwrap();
    crowd.tick();
    assert_eq!(crowd.progress(units[0]), Some(Progress::Idle), "it was told to stand");
}

/// Two groups before a door: some wait for their turn, others queue.
#[test]
fn units_before_a_door_wait_or_queue_and_do_not_count_as_blocked() {
    // 2.4 m are less than the 6.3 R in which units line up.
    let mut crowd = Crowd::new(Layout { walls: rooms(1.2), ..door() }, 1);
    let (mut waiting, mut queued) = (0, 0);
    for _ in 0..240 {
        crowd.tick();
        for slot in 0..crowd.units().len() {
            let Some(own) = crowd.approach(slot).copied() else { continue };
            if crowd.units().phase[slot] != Phase::Walking {
                continue;
            }
            let progress = crowd.progress(crowd.ids()[slot]).unwrap();
            if own.waits {
                assert_eq!(progress, Progress::Waiting { gate: own.gate });
                waiting += 1;
            } else if crowd.pace(slot) < 1.0 {
                assert_eq!(progress, Progress::Queued { gate: own.gate });
                queued += 1;
            } else {
                assert!(!matches!(progress, Progress::Queued { .. }), "nothing slows unit {slot}");
            }
        }
    }
    assert!(waiting > 0 && queued > 0, "{waiting}, {queued}");
}

#[test]
fn a_unit_that_has_arrived_may_walk_at_its_own_speed_again() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (0.0, 5.0)]);
    crowd.orders[0].own_speed = 2.0;
    let slots = Slots::Points { points: vec![at(1.0, 0.0), at(1.0, 5.0)], facing: None };
    let order = crowd.order(&units, Order::form(slots).together()).unwrap();
    crowd.tick();
    assert_eq!(crowd.units().max_speed, [2.0, 2.0]);
    let mut arrived = Vec::new();
    for _ in 0..120 {
        crowd.tick();
        arrived.extend(crowd.events().iter().filter(|event| matches!(event, Event::Arrived { .. })).copied());
    }
    assert_eq!(arrived.len(), 2);
    assert!(units.iter().all(|unit| arrived.contains(&Event::Arrived { unit: *unit, order: Some(order) })));
    assert_eq!(crowd.units().max_speed, [2.0, 5.0]);
}

/// A unit without an order has none to name, and a leg in its queue is a waypoint.
#[test]
fn a_unit_that_reaches_its_goal_before_another_one_passes_it() {
    let start = Start { goal: Goal::Point { at: at(2.0, 0.0), radius: 0.5, own: true }, ..Start::default() };
    let (mut crowd, _) = crowd_at(&[]);
    let unit = crowd.spawn(start).unwrap();
    crowd.tick();
    let far = Goal::Point { at: at(9.0, 0.0), radius: 0.5, own: true };
    let leg = |goal| Leg {
        order: super::super::OrderId(7),
        aim: LegAim::Goal(goal),
        facing: None,
        pass: 0.1,
        repeats: false,
        speed: f32::INFINITY,
    };
    crowd.orders[0].queue.push_back(leg(far));
    crowd.state.units.phase[0] = Phase::Settling;
    crowd.events.clear();
    crowd.follow_orders(&[(0, Phase::Walking)]);
    assert_eq!(crowd.events, [Event::Passed { unit, order: None }]);
    assert_eq!((crowd.state.units.goal[0], crowd.state.units.phase[0]), (far, Phase::Walking));
    assert_eq!(crowd.order_of(unit), Some((super::super::OrderId(7), 0)));
}

#[test]
fn a_unit_says_that_it_has_settled_when_it_comes_to_rest_at_its_goal() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    for (before, now, settles) in [
        (Phase::Settling, Phase::Standing, true),
        (Phase::Settling, Phase::Walking, false),
        (Phase::Standing, Phase::Standing, false),
    ] {
        crowd.events.clear();
        crowd.state.units.phase[0] = now;
        crowd.follow_orders(&[(0, before)]);
        let expected: &[Event] = if settles { &[Event::Settled { unit: units[0] }] } else { &[] };
        assert_eq!(crowd.events, expected, "{before:?}, then {now:?}");
    }
}
