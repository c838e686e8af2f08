//! How orders become goals, with units of 0.5 m and 5 m/s.

use super::super::Slots;
use super::super::test_layouts::{crowd_among, crowd_at};
use super::*;
use crate::geometry::Wall;
use crate::types::Rect;

fn at(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

fn point(x: f32, y: f32, own: bool) -> Goal {
    Goal::Point { at: at(x, y), radius: 0.5, own }
}

fn slots(points: &[(f32, f32)], facing: Option<f32>) -> Slots {
    Slots::Points { points: points.iter().map(|(x, y)| at(*x, *y)).collect(), facing }
}

/// The goals of two units in the west after this order.
fn goals(order: Order) -> [Goal; 2] {
    let (mut crowd, units) = crowd_at(&[(-10.0, 0.0), (-10.0, 2.0)]);
    crowd.order(&units, order).unwrap();
    crowd.tick();
    [crowd.units().goal[0], crowd.units().goal[1]]
}

#[test]
fn each_destination_gives_its_goals() {
    assert_eq!(goals(Order::go(at(10.0, 0.0))), [point(10.0, 0.0, false); 2], "shared");
    let disc = Destination::Disc { at: at(10.0, 0.0), radius: 3.0 };
    let goal = Goal::Point { at: at(10.0, 0.0), radius: 3.0, own: false };
    assert_eq!(goals(Order::go_to(disc)), [goal; 2]);
    let rect = Rect { min: at(5.0, -5.0), max: at(9.0, 5.0) };
    assert_eq!(goals(Order::go_to(Destination::Region(rect))), [Goal::Region(rect); 2]);
    let (from, to, toward) = (at(8.0, -9.0), at(8.0, 9.0), at(20.0, 0.0));
    assert_eq!(
        goals(Order::go_to(Destination::Line { from, to, toward })),
        [Goal::Line { from, to, toward }; 2]
    );
    // The slots are those that take the least walking.
    let form = Order::form(slots(&[(10.0, 2.0), (10.0, 0.0)], None));
    assert_eq!(goals(form), [point(10.0, 0.0, true), point(10.0, 2.0, true)]);
    assert_eq!(goals(Order::patrol(vec![at(1.0, 0.0), at(2.0, 0.0)])), [point(1.0, 0.0, false); 2]);
    assert_eq!(goals(Order::hold()), [point(-10.0, 0.0, true), point(-10.0, 2.0, true)]);
    assert_eq!(goals(Order::stop()), [point(-10.0, 0.0, false), point(-10.0, 2.0, false)]);
}

#[test]
fn a_single_unit_has_the_point_for_itself_even_if_it_is_named_twice() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    crowd.order(&[units[0], units[0]], Order::go(at(10.0, 0.0))).unwrap();
    crowd.tick();
    assert_eq!(crowd.units().goal[0], point(10.0, 0.0, true));
    assert_eq!(crowd.order_of(units[0]).unwrap().1, 0, "once");
}

/// Only the points of a patrol come again.
#[test]
fn an_order_is_one_leg_and_a_patrol_has_all_its_points_before_it() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0)]);
    let patrol = Order::patrol(vec![at(1.0, 5.0), at(2.0, 5.0), at(3.0, 5.0)]);
    for (order, queued) in [
        (Order::stop(), 0),
        (Order::hold(), 0),
        (Order::follow(units[1], 1.0), 0),
        (Order::go(at(9.0, 9.0)), 0),
        (patrol, 3),
    ] {
        let id = crowd.order(&units[..1], order.clone()).unwrap();
        crowd.tick();
        assert_eq!(crowd.order_of(units[0]), Some((id, queued)), "{order:?}");
    }
}

#[test]
fn a_queued_order_waits_for_a_unit_that_walks_patrols_or_follows() {
    for (before, waits) in [
        (Order::go(at(9.0, 0.0)), true),
        (Order::patrol(vec![at(9.0, 0.0)]), true),
        (Order::follow(super::super::ids::Ids::new(2).all()[1], 1.0), true),
        (Order::stop(), false),
    ] {
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (1.6, 0.0)]);
        let first = crowd.order(&units[..1], before.clone()).unwrap();
        crowd.tick();
        // Follow and patrol count also while the unit stands.
        if !matches!(before.task, Task::Go(_)) {
            crowd.state.units.phase[0] = Phase::Standing;
        }
        let second = crowd.order(&units[..1], Order::go(at(0.0, 9.0)).queued()).unwrap();
        crowd.tick();
        let on = crowd.order_of(units[0]).unwrap();
        assert_eq!(on.0, if waits { first } else { second }, "{before:?}");
        let third = crowd.order(&units[..1], Order::go(at(0.0, -9.0))).unwrap();
        crowd.tick();
        assert_eq!(crowd.order_of(units[0]), Some((third, 0)), "{before:?}: it replaces all");
    }
}

/// The units have crossed before, so that the nearer slots are the other ones.
#[test]
fn slots_of_a_queued_order_suit_where_the_units_will_be() {
    for (queued, expected) in [(true, [10.0, 0.0]), (false, [0.0, 10.0])] {
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (10.0, 0.0)]);
        crowd.order(&units[..1], Order::go(at(10.0, 10.0))).unwrap();
        crowd.order(&units[1..], Order::go(at(0.0, 10.0))).unwrap();
        crowd.tick();
        let form = Order::form(slots(&[(0.0, 12.0), (10.0, 12.0)], None));
        crowd.order(&units, if queued { form.queued() } else { form }).unwrap();
        crowd.tick();
        let last = |unit| crowd.goals_ahead(unit).last().and_then(Goal::point).unwrap().x;
        assert_eq!([last(units[0]), last(units[1])], expected, "queued: {queued}");
    }
}

#[test]
fn units_walk_together_at_the_speed_of_the_slowest_and_otherwise_at_their_own() {
    for (together, expected) in [(true, [2.0, 2.0]), (false, [2.0, 5.0])] {
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (0.0, 5.0)]);
        crowd.orders[0].own_speed = 2.0;
        let order = Order::go(at(9.0, 0.0));
        crowd.order(&units, if together { order.together() } else { order }).unwrap();
        crowd.tick();
        assert_eq!(crowd.units().max_speed, expected, "together: {together}");
    }
}

#[test]
fn an_order_faces_its_own_direction_or_else_that_of_its_formation() {
    for (order, expected) in [
        (Order::go(at(9.0, 0.0)), None),
        (Order::go(at(9.0, 0.0)).facing(2.0), Some(2.0)),
        (Order::form(slots(&[(9.0, 0.0)], Some(1.0))), Some(1.0)),
        (Order::form(slots(&[(9.0, 0.0)], Some(1.0))).facing(2.0), Some(2.0)),
    ] {
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
        crowd.order(&units, order.clone()).unwrap();
        crowd.tick();
        assert_eq!(crowd.orders[0].leg.as_ref().unwrap().facing, expected, "{order:?}");
    }
}

#[test]
fn a_unit_begins_each_order_afresh() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    for (order, stance, phase) in [
        (Order::hold(), Stance::Hold, Phase::Standing),
        (Order::go(at(9.0, 0.0)), Stance::GiveWay, Phase::Walking),
        (Order::stop(), Stance::GiveWay, Phase::Standing),
    ] {
        let state = &mut crowd.state.units;
        (state.patience[0], state.nearest[0], state.arrived[0]) = (7, 1.0, phase == Phase::Walking);
        let before = &mut crowd.orders[0];
        (before.is_stuck, before.anchor, before.since, before.has_no_path) = (true, at(5.0, 5.0), 0, true);
        crowd.order(&units, order.clone()).unwrap();
        crowd.carry_out();
        let state = &crowd.state.units;
        assert_eq!((state.stance[0], state.phase[0]), (stance, phase), "{order:?}");
        assert_eq!(state.arrived[0], phase == Phase::Standing, "{order:?}");
        assert_eq!((state.patience[0], state.nearest[0]), (0, f32::INFINITY));
        let now = &crowd.orders[0];
        assert_eq!((now.is_stuck, now.has_no_path), (false, false));
        assert_eq!((now.anchor, now.since), (state.position[0], crowd.state.ticks));
    }
}

#[test]
fn units_that_are_gone_take_no_orders_and_are_not_followed() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0)]);
    crowd.order(&units[..1], Order::follow(units[1], 1.0)).unwrap();
    crowd.order(&units, Order::go(at(9.0, 0.0)).queued()).unwrap();
    crowd.remove(units[1]).unwrap();
    crowd.tick();
    let state = &crowd.state.units;
    assert_eq!((state.len(), state.goal[0], state.phase[0]), (1, point(0.0, 0.0, false), Phase::Standing));
}

#[test]
fn units_share_the_goal_of_an_order_from_then_on() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0), (9.0, 9.0)]);
    crowd.order(&units[..2], Order::go(at(9.0, 0.0))).unwrap();
    crowd.tick();
    assert!(crowd.shared_goals.same(0, 1) && !crowd.shared_goals.any(2));
}

/// Four walls close off the goal.
#[test]
fn a_unit_without_a_path_heads_for_the_nearest_place_that_it_reaches_which_others_may_share() {
    let wall = |min: Point, max: Point| Wall::Box(Rect { min, max });
    let walls = vec![
        wall(at(4.0, -6.0), at(16.0, -5.0)),
        wall(at(4.0, 5.0), at(16.0, 6.0)),
        wall(at(4.0, -5.0), at(5.0, 5.0)),
        wall(at(15.0, -5.0), at(16.0, 5.0)),
    ];
    let (mut crowd, units) = crowd_among(walls, &[(-10.0, 0.0)]);
    let slots = slots(&[(6.0, 0.0)], None);
    crowd.order(&units, Order::form(slots)).unwrap();
    crowd.tick();
    let said = crowd.events().iter().find_map(|event| match event {
        Event::NoPath { unit, nearest } if *unit == units[0] => Some(*nearest),
        _ => None,
    });
    let nearest = said.unwrap();
    assert!((nearest - at(3.5, 0.0)).norm() < 0.5, "{nearest}");
    assert_eq!(crowd.units().goal[0], point(nearest.x, nearest.y, false));
}
