//! What is refused, on both sides of each limit.

use super::super::order::Order;
use super::super::test_layouts::crowd_among;
use super::super::{OrderId, Slots};
use super::*;
use crate::geometry::Wall;
use crate::types::Rect;

/// Two units on open ground of 80 × 60 m with a wall at x = 20, and an obstacle.
fn crowd() -> (Crowd, Vec<UnitId>) {
    let wall = Wall::Box(Rect { min: at(20.0, -5.0), max: at(22.0, 5.0) });
    crowd_among(vec![wall], &[(0.0, 0.0), (5.0, 0.0)])
}

fn at(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

/// The text of a refusal, or nothing.
fn said<T>(result: Result<T, Refusal>) -> String {
    result.err().map_or(String::new(), |refusal| refusal.to_string())
}

#[test]
fn a_new_unit_has_sound_numbers() {
    let sound = Start { position: at(0.0, 9.0), ..Start::default() };
    let unit = |position: Point| Start { position, ..sound.clone() };
    let follower = |index: u32| Start { goal: Goal::Unit { index, gap: 1.0 }, ..sound.clone() };
    let to = |x: f32| Start { goal: Goal::Point { at: at(x, 0.0), radius: 1.0, own: true }, ..sound.clone() };
    let walks = |x: f32, y: f32| Start { velocity: Vec2::new(x, y), ..sound.clone() };
    let (inf, accepted) = (f32::INFINITY, "it has to be above 0, and finite");
    for (start, expected) in [
        (sound.clone(), String::new()),
        (walks(1.0, f32::NAN), "the unit's velocity".into()),
        (walks(inf, 1.0), "the unit's velocity".into()),
        (Start { radius: 0.0, ..sound.clone() }, format!("the unit's radius is 0: {accepted}")),
        (Start { mass: -1.0, ..sound.clone() }, format!("the unit's mass is -1: {accepted}")),
        (Start { max_speed: inf, ..sound.clone() }, format!("the unit's maximum speed is inf: {accepted}")),
        (
            Start { max_force: f32::NAN, ..sound.clone() },
            format!("the unit's maximum force is NaN: {accepted}"),
        ),
        (Start { group: 1, ..sound.clone() }, "there is no group 1: the layout has 1".into()),
        (follower(1), String::new()),
        (follower(2), "the goal's unit is 2: it has to be the slot of a unit".into()),
        (to(40.0), String::new()),
        (to(40.1), "the goal (40.1, 0.0) lies outside the bounds".into()),
        // 0.45 m from the wall.
        (unit(at(19.54, 0.0)), String::new()),
        (unit(at(19.56, 0.0)), "the unit's position (19.6, 0.0) is in a wall".into()),
        (unit(at(0.0, 30.1)), "the unit's position (0.0, 30.1) lies outside".into()),
    ] {
        let text = said(crowd().0.spawn(start.clone()));
        assert!(text.starts_with(&*expected) && text.is_empty() == expected.is_empty(), "{start:?}: {text}");
    }
}

#[test]
fn a_change_has_sound_numbers() {
    let none = UnitChange::default();
    let place = |x: f32, radius: Option<f32>| UnitChange { position: Some(at(x, 0.0)), radius, ..none };
    for (change, expected) in [
        (none, ""),
        (UnitChange { radius: Some(0.0), ..none }, "the radius is 0"),
        (UnitChange { mass: Some(0.0), ..none }, "the mass is 0"),
        (UnitChange { max_speed: Some(-1.0), ..none }, "the maximum speed is -1"),
        (UnitChange { max_force: Some(f32::NAN), ..none }, "the maximum force is NaN"),
        (UnitChange { push: Some(Vec2::new(f32::NAN, 0.0)), ..none }, "the push"),
        (UnitChange { push: Some(Vec2::new(0.0, f32::INFINITY)), ..none }, "the push"),
        (UnitChange { group: Some(1), ..none }, "there is no group 1"),
        (place(-40.1, None), "the position (-40.1, 0.0) lies outside"),
        // Its own radius, or the new one, less a tenth.
        (place(19.54, None), ""),
        (place(19.56, None), "the position (19.6, 0.0) is in a wall"),
        (place(19.54, Some(0.6)), "the position (19.5, 0.0) is in a wall"),
        (place(19.8, Some(0.2)), ""),
    ] {
        let (mut crowd, units) = crowd();
        let text = said(crowd.change(units[0], change));
        assert!(text.starts_with(expected) && text.is_empty() == expected.is_empty(), "{change:?}: {text}");
    }
}

#[test]
fn an_order_leads_somewhere() {
    let (mut crowd, units) = crowd();
    let gone = crowd.spawn(Start { position: at(0.0, 9.0), ..Start::default() }).unwrap();
    crowd.remove(gone).unwrap();
    let disc = |radius: f32, x: f32| Order::go_to(Destination::Disc { at: at(x, 0.0), radius });
    let region = |max: Point| Order::go_to(Destination::Region(Rect { min: at(0.0, 0.0), max }));
    let line =
        |x: f32| Order::go_to(Destination::Line { from: at(0.0, 0.0), to: at(0.0, 9.0), toward: at(x, 0.0) });
    let boxed = |facing: f32, spacing: f32| Order::form(Slots::boxed(at(0.0, 0.0), facing, spacing));
    for (order, expected) in [
        (Order::stop(), ""),
        (Order::hold(), ""),
        (Order::go(at(0.0, 0.0)), ""),
        (Order::go(at(0.0, 31.0)), "the goal (0.0, 31.0) lies outside"),
        (Order::go(at(0.0, 0.0)).facing(f32::NAN), "the facing is NaN: it has to be finite, rad"),
        (disc(1.0, 0.0), ""),
        (disc(0.0, 0.0), "the goal's radius is 0"),
        (disc(1.0, 41.0), "the goal (41.0, 0.0) lies outside"),
        (region(at(0.0, 0.0)), ""),
        (region(at(9.0, -1.0)), "the goal's width or height is -1"),
        (region(at(9.0, 31.0)), "the goal's corner (9.0, 31.0) lies outside"),
        (line(9.0), ""),
        (line(41.0), "the goal (41.0, 0.0) lies outside"),
        (boxed(1.0, 1.0), ""),
        (boxed(1.0, 0.0), "the formation's spacing is 0"),
        (boxed(f32::INFINITY, 1.0), "the formation's facing is inf: it has to be finite, rad"),
        (Order::form(Slots::boxed(at(41.0, 0.0), 0.0, 1.0)), "the goal (41.0, 0.0) lies outside"),
        (Order::form(Slots::line(at(0.0, 0.0), at(41.0, 0.0), 1.0)), "the goal (41.0, 0.0) lies outside"),
        (Order::patrol(vec![at(0.0, 0.0), at(41.0, 0.0)]), "the goal (41.0, 0.0) lies outside"),
        (Order::patrol(vec![]), "the order has no points"),
        (Order::follow(units[1], 0.0), ""),
        (Order::follow(units[1], -0.1), "the gap is -0.1: it has to be 0 m or more"),
        (Order::follow(units[1], f32::NAN), "the gap is NaN"),
        (Order::follow(units[0], 1.0), "unit 0 cannot follow itself"),
        (Order::follow(gone, 1.0), "there is no unit 2"),
    ] {
        let text = said(crowd.order(&units[..1], order.clone()));
        assert!(text.starts_with(expected) && text.is_empty() == expected.is_empty(), "{order:?}: {text}");
    }
    assert_eq!(crowd.order(&[units[0], gone], Order::stop()), Err(Refusal::NoSuchUnit(gone)));
    assert_eq!(crowd.order(&[], Order::stop()), Err(Refusal::NoUnits));
}

#[test]
fn orders_are_numbered_as_they_are_given_and_obstacles_take_none() {
    let mut crowd = Crowd::new(super::super::Layout::new(vec![Start::default()]), 1);
    let unit = crowd.spawn(Start { position: at(3.0, 0.0), ..Start::default() }).unwrap();
    let obstacle = crowd.ids()[0];
    assert_eq!(crowd.order(&[unit, obstacle], Order::stop()), Err(Refusal::Obstacle(obstacle)));
    assert_eq!(crowd.order(&[unit], Order::stop()), Ok(OrderId(1)), "a refused one has no number");
    assert_eq!(crowd.order(&[unit], Order::stop()), Ok(OrderId(2)));
}

#[test]
fn walls_and_doors_are_known_from_the_command_that_adds_them_to_the_one_that_removes_them() {
    let (mut crowd, _) = crowd();
    let free = Wall::Circle { center: at(0.0, 20.0), radius: 1.0 };
    let wall = crowd.add_wall(NewWall::new(free.clone())).unwrap();
    assert_eq!(crowd.set_door(wall, true), Err(Refusal::NotADoor(wall)), "promised");
    let door = crowd.add_wall(NewWall::door(Wall::Circle { center: at(9.0, 20.0), radius: 1.0 })).unwrap();
    assert_eq!(crowd.set_door(door, true), Ok(()), "promised");
    crowd.tick();
    assert_eq!(crowd.set_door(wall, true), Err(Refusal::NotADoor(wall)));
    assert_eq!(crowd.set_door(door, false), Ok(()));
    assert_eq!(crowd.remove_wall(wall), Ok(()));
    assert_eq!(crowd.remove_wall(wall), Err(Refusal::NoSuchWall(wall)), "twice");
    crowd.tick();
    assert_eq!(crowd.remove_wall(wall), Err(Refusal::NoSuchWall(wall)));
    assert_eq!(crowd.set_door(WallId(99), true), Err(Refusal::NoSuchWall(WallId(99))));
    let invalid = Wall::Circle { center: at(0.0, 20.0), radius: 0.0 };
    assert!(matches!(crowd.add_wall(NewWall::new(invalid)), Err(Refusal::Wall(_))));
}

#[test]
fn a_wall_is_refused_only_where_units_stand_and_only_while_it_would_be_shut() {
    let (mut crowd, units) = crowd();
    let shape = Wall::Circle { center: at(0.0, 1.4), radius: 1.0 };
    let wall = NewWall::new(shape.clone());
    let occupied = Refusal::Occupied { units: vec![units[0]] };
    assert_eq!(crowd.add_wall(wall.clone()), Err(occupied.clone()));
    assert!(crowd.add_wall(NewWall { if_occupied: IfOccupied::Clear, ..wall.clone() }).is_ok());
    let (mut crowd, _) = self::crowd();
    let open = NewWall { is_door: true, is_open: true, ..wall };
    let door = crowd.add_wall(open).unwrap();
    assert_eq!(crowd.set_door(door, false), Err(occupied.clone()), "promised");
    crowd.tick();
    assert_eq!(crowd.set_door(door, false), Err(occupied));
    assert_eq!(crowd.set_door(door, true), Ok(()));
    // 0.46 m from it.
    crowd.state.units.position[0] = at(0.0, -0.06);
    assert_eq!(crowd.set_door(door, false), Ok(()));
}
