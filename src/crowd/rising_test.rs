//! Walls that rise where units stand, with units of 0.5 m.

use super::super::test_layouts::{crowd_among, crowd_at};
use super::super::{NewWall, Order, UnitId};
use super::*;
use crate::types::Rect;

fn at(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

/// A wall of 2 m × 2 m around the origin.
fn wall(if_occupied: IfOccupied) -> NewWall {
    NewWall { if_occupied, ..NewWall::new(Wall::Box(Rect { min: at(-1.0, -1.0), max: at(1.0, 1.0) })) }
}

fn goal(crowd: &Crowd, slot: usize) -> Point {
    crowd.units().goal[slot].point().unwrap()
}

/// A unit at this point that had this order, and the crowd once a wall waits for it to leave.
fn sent_out(from: (f32, f32), order: Option<Order>) -> (Crowd, Vec<UnitId>, WallId) {
    let (mut crowd, units) = crowd_at(&[from]);
    if let Some(order) = order {
        crowd.order(&units, order).unwrap();
        crowd.carry_out();
    }
    let id = crowd.add_wall(wall(IfOccupied::Clear)).unwrap();
    crowd.carry_out();
    (crowd, units, id)
}

/// One and a half radii are 0.75 m.
#[test]
fn a_unit_leaves_the_place_of_a_wall_by_more_than_its_radius_and_goes_on_to_its_goal() {
    let east = Order::go(at(9.0, 0.0));
    for (from, order, left) in [
        ((0.5, 0.0), Some(east), vec![at(9.0, 0.0)]),
        // Its goal is where the wall will be.
        ((0.5, 0.0), Some(Order::go(at(0.0, 0.5))), vec![]),
        ((0.5, 0.0), None, vec![]),
        // Its goal is too close to the wall, or just far enough.
        ((0.5, 0.0), Some(Order::go(at(1.74, 0.0))), vec![]),
        ((0.5, 0.0), Some(Order::go(at(1.76, 0.0))), vec![at(1.76, 0.0)]),
        // The present point of a patrol comes first, and again after the others.
        (
            (0.5, 0.0),
            Some(Order::patrol(vec![at(9.0, 0.0), at(0.0, 9.0)])),
            vec![at(9.0, 0.0), at(0.0, 9.0), at(9.0, 0.0)],
        ),
    ] {
        let (crowd, units, _) = sent_out(from, order.clone());
        let away = wall(IfOccupied::Clear).shape.gap(goal(&crowd, 0));
        assert!((0.75..1.5).contains(&away), "{order:?}: {away} m from the wall");
        let is_near = |goal: &Goal| matches!(goal, Goal::Point { radius: 0.25, own: true, .. });
        assert!(is_near(&crowd.units().goal[0]), "half a radius: {:?}", crowd.units().goal[0]);
        assert_eq!(crowd.units().phase[0], Phase::Walking);
        let next: Vec<Point> = crowd.goals_ahead(units[0])[1..].iter().filter_map(Goal::point).collect();
        assert_eq!(next, left, "{order:?}");
        // It then has the order that it had, which is still in the queue if it is a patrol.
        let is_patrol = left.len() > 1;
        let has_order = crowd.orders[0].queue.front().is_some_and(|leg| leg.order != LEAVE);
        assert_eq!(has_order, !left.is_empty() && !is_patrol, "{order:?}");
        assert_eq!(crowd.outlines().len(), 4);
    }
    let (mut crowd, units) = crowd_at(&[(0.5, 0.0)]);
    crowd.state.units.goal[0] = Goal::Roam;
    crowd.add_wall(wall(IfOccupied::Clear)).unwrap();
    crowd.carry_out();
    assert_eq!(crowd.goals_ahead(units[0])[1..], [Goal::Roam], "it roams again");
    let (crowd, _, _) = sent_out((1.6, 0.0), None);
    assert_eq!(goal(&crowd, 0), at(1.6, 0.0), "a unit beside the wall stays");
}

#[test]
fn a_unit_on_its_way_out_is_not_sent_again() {
    let (mut crowd, units, _) = sent_out((0.5, 0.0), Some(Order::go(at(9.0, 0.0))));
    let before = crowd.goals_ahead(units[0]);
    crowd.state.ticks = REMIND;
    crowd.carry_out();
    assert_eq!(crowd.goals_ahead(units[0]), before);
}

#[test]
fn a_new_door_waits_for_the_units_in_its_place() {
    let (mut crowd, _) = crowd_at(&[(0.9, 0.1)]);
    crowd.add_wall(NewWall::door(wall(IfOccupied::Clear).shape)).unwrap();
    crowd.events.clear();
    crowd.carry_out();
    assert_eq!((crowd.events(), crowd.walls()[0].stands()), (&[][..], false));
    assert_eq!(crowd.units().position[0], at(0.9, 0.1));
}

#[test]
fn two_units_leave_to_places_of_their_own() {
    let (mut crowd, _) = crowd_at(&[(0.9, 0.1), (0.9, -0.1)]);
    crowd.add_wall(wall(IfOccupied::Clear)).unwrap();
    crowd.carry_out();
    let apart = (goal(&crowd, 0) - goal(&crowd, 1)).norm();
    assert!(apart >= 1.0, "{apart} m");
}

#[test]
fn a_wall_rises_in_the_tick_in_which_its_place_is_clear_and_reminds_units_until_then() {
    let (mut crowd, _, id) = sent_out((0.5, 0.0), None);
    let mut raised = |ticks: u64, x: f32| {
        (crowd.state.ticks, crowd.state.units.position[0]) = (ticks, at(x, 0.0));
        crowd.events.clear();
        crowd.body_changes = BodyChanges::default();
        crowd.carry_out();
        let is_walking = crowd.units().phase[0] == Phase::Walking;
        crowd.state.units.phase[0] = Phase::Standing;
        (crowd.events.clone(), crowd.body_changes.walls, is_walking)
    };
    assert_eq!(raised(29, 0.5), (vec![], false, true));
    assert_eq!(raised(31, 0.5), (vec![], false, false), "it stands");
    assert_eq!(raised(60, 0.5), (vec![], false, true), "it is told again every 30 ticks");
    assert_eq!(raised(61, 1.44), (vec![], false, false), "it overlaps the wall by more than a tenth");
    assert_eq!(raised(62, 1.46), (vec![Event::WallRose { wall: id }], true, false));
    assert_eq!(raised(63, 1.46), (vec![], false, false), "once");
    assert!(crowd.walls().iter().all(|wall| wall.stands()));
}

#[test]
fn a_unit_that_is_evicted_touches_neither_the_wall_nor_another_unit() {
    let (mut crowd, units) = crowd_at(&[(0.9, 0.0), (1.6, 0.0), (9.0, 0.0)]);
    crowd.add_wall(wall(IfOccupied::Evict)).unwrap();
    crowd.events.clear();
    crowd.carry_out();
    let position = &crowd.units().position;
    assert!(wall(IfOccupied::Evict).shape.gap(position[0]) > 0.5, "{}", position[0]);
    assert!((position[0] - position[1]).norm() >= 1.0, "{}", position[0]);
    assert!((position[0] - at(0.9, 0.0)).norm() < 1.6, "it is the nearest place: {}", position[0]);
    assert_eq!(position[1..], [at(1.6, 0.0), at(9.0, 0.0)], "the others stay");
    assert_eq!(crowd.events, [Event::Evicted { unit: units[0] }]);
    assert!(crowd.walls()[0].stands(), "it does not wait");
    assert_eq!(crowd.body_changes().moved, [(0, position[0])]);
}

/// Walls enclose the goal until one of them is removed.
#[test]
fn a_unit_goes_on_to_its_goal_once_walls_let_it() {
    let side =
        |min: (f32, f32), max: (f32, f32)| Wall::Box(Rect { min: at(min.0, min.1), max: at(max.0, max.1) });
    let walls = vec![
        side((10.0, -5.0), (10.5, 5.0)),
        side((19.5, -5.0), (20.0, 5.0)),
        side((10.0, 4.5), (20.0, 5.0)),
        side((10.0, -5.0), (20.0, -4.5)),
    ];
    let (mut crowd, units) = crowd_among(walls, &[(0.0, 0.0)]);
    crowd.order(&units, Order::go(at(12.0, 0.0))).unwrap();
    crowd.carry_out();
    assert!(crowd.orders[0].has_no_path && goal(&crowd, 0).x < 10.0, "{}", goal(&crowd, 0));
    let (near, far) = (crowd.walls()[0].id, crowd.walls()[1].id);
    crowd.add_wall(NewWall::new(Wall::Circle { center: at(0.0, 20.0), radius: 1.0 })).unwrap();
    crowd.carry_out();
    assert!(crowd.orders[0].has_no_path, "another wall opens nothing");
    crowd.remove_wall(near).unwrap();
    crowd.carry_out();
    assert!(!crowd.orders[0].has_no_path);
    assert_eq!((goal(&crowd, 0), crowd.units().phase[0]), (at(12.0, 0.0), Phase::Walking));
    assert!(crowd.body_changes().walls && crowd.walls().iter().any(|wall| wall.id == far));
}
