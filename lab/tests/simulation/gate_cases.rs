//! Gates in unusual situations: holders that do not leave, doors that are blocked, and rules or walls that change in the
//! middle of a run.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::settings::{OFF, ON, Setting, SettingValue};
use sidestep::traffic::{MECHANISMS, gates};
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::explain;

fn rect(min: (f32, f32), max: (f32, f32)) -> Wall {
    Wall::Box(Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) })
}

/// Two rooms with a wall between them that has doors at these heights, of these widths.
fn walls(doors: &[(f32, f32)]) -> Vec<Wall> {
    let mut walls = vec![
        rect((-26.0, -16.0), (-25.0, 16.0)),
        rect((25.0, -16.0), (26.0, 16.0)),
        rect((-26.0, -16.0), (26.0, -15.0)),
        rect((-26.0, 15.0), (26.0, 16.0)),
    ];
    let mut from = -15.0;
    for (middle, width) in doors.iter().copied().chain([(16.0, 2.0)]) {
        walls.push(rect((-0.2, from), (0.2, middle - 0.5 * width)));
        from = middle + 0.5 * width;
    }
    walls
}

/// A block of `count` units on each side that change rooms.
fn groups(count: usize) -> Vec<Start> {
    (0..count)
        .flat_map(|n| {
            let (x, y) = (8.0 + 1.6 * (n / 6) as f32, 1.6 * (n % 6) as f32 - 4.0);
            [walker((-x, y), (x, y)), walker((x, y), (-x, y))]
        })
        .collect()
}

fn world(walls: Vec<Wall>, starts: Vec<Start>) -> World {
    let bounds = Rect { min: Point::new(-25.0, -15.0), max: Point::new(25.0, 15.0) };
    World::new(Layout { walls, bounds, ..layout(starts, steering(mode("lanes"), 4, NO_PUSH)) }, 1)
}

fn switched(world: &mut World, setting: &Setting, value: impl Into<SettingValue>) {
    let mut steering = world.steering().clone();
    steering.settings.set(setting, value).unwrap();
    world.set_steering(steering);
}

fn assert_all_arrive(world: &mut World, limit: f32, case: &str) {
    let end = run(world, limit, |_| {});
    let left: Vec<_> = (0..world.units().len())
        .filter(|id| !world.units().arrived[*id] && world.units().goal[*id] != Goal::Stand)
        .map(|id| (id, world.units().position[id], world.approach(id).copied()))
        .collect();
    assert!(end.is_some(), "{case}: {left:?} have not arrived, {:?}", world.turns());
}

#[test]
fn a_unit_whose_goal_is_in_a_door_does_not_keep_the_others_out() {
    for (x, width) in [(0.0, 4.0), (0.5, 4.0), (-0.5, 4.0), (1.2, 2.5)] {
        let mut starts = groups(8);
        starts.push(walker((-6.0, 0.0), (x, 0.0)));
        let mut world = world(walls(&[(0.0, width)]), starts);
        assert_all_arrive(&mut world, 120.0, &format!("goal at {x} m in a door of {width} m"));
    }
}

#[test]
fn units_whose_goals_are_in_a_region_arrive() {
    let mut starts = Vec::new();
    for n in 0..4 {
        let y = 1.2 * n as f32 - 1.8;
        starts.push(walker((-9.0, 2.0 * y), (0.9, y)));
        starts.push(walker((9.0, 2.0 * y), (-0.9, y)));
    }
    assert_all_arrive(&mut world(walls(&[(0.0, 6.0)]), starts), 60.0, "goals behind the door");
    let mut starts = Vec::new();
    for n in 0..4 {
        let y = 1.2 * n as f32 - 1.8;
        starts.push(walker((-9.0, 2.0 * y), (-0.9, y)));
        starts.push(walker((9.0, 2.0 * y), (0.9, y)));
    }
    assert_all_arrive(&mut world(walls(&[(0.0, 6.0)]), starts), 60.0, "goals before the door");
}

#[test]
fn units_pass_a_door_with_a_standing_unit_in_it() {
    let mut starts = groups(8);
    starts.push(Start { goal: Goal::Stand, ..walker((0.0, 0.3), (0.0, 0.0)) });
    assert_all_arrive(&mut world(walls(&[(0.0, 4.5)]), starts), 120.0, "a standing unit in a door");
}

/// The door has room for one unit, and one stands in it. It gives way, or the others wait: nothing else happens.
#[test]
fn a_door_that_a_standing_unit_blocks_does_no_harm() {
    let mut starts = groups(5);
    starts.push(Start { goal: Goal::Stand, ..walker((0.0, 0.0), (0.0, 0.0)) });
    let mut world = world(walls(&[(0.0, 1.5)]), starts);
    run(&mut world, 30.0, |world| {
        assert!(
            world.units().position.iter().all(|p| p.x.is_finite() && p.x.abs() < 25.0 && p.y.abs() < 15.0)
        );
    });
}

#[test]
fn units_continue_when_a_door_opens_or_closes() {
    let (one, two) = ([(6.0, 2.0)], [(-9.0, 2.5), (6.0, 2.0)]);
    for at in [1.0, 3.0, 6.0] {
        for (name, before, after) in
            [("opens", &one[..], &two[..]), ("closes", &two[..], &one[..]), ("moves", &one[..], &two[..1])]
        {
            let mut world = world(walls(before), groups(12));
            run(&mut world, at, |_| {});
            let gates = world.passages().map_or(0, |passages| passages.gates().len());
            assert_eq!(gates, before.len(), "a door {name} after {at} s");
            // A unit in the door that closes would end up in the wall.
            let clear = |world: &World| {
                world
                    .units()
                    .position
                    .iter()
                    .all(|p| p.x.abs() > 1.0 || two.iter().all(|(y, _)| (p.y - y).abs() > 2.5))
            };
            for _ in 0..1200 {
                if clear(&world) {
                    break;
                }
                world.tick();
            }
            world.set_walls(walls(after)).unwrap();
            assert!(world.passages().is_none(), "gates are found again in the next tick");
            assert_all_arrive(&mut world, 180.0, &format!("a door {name} after {at} s"));
            assert_eq!(world.passages().unwrap().gates().len(), after.len());
        }
    }
}

#[test]
fn units_wait_for_a_door_that_is_closed_and_opened_again() {
    let mut world = world(walls(&[(0.0, 3.0)]), groups(12));
    run(&mut world, 1.0, |_| {});
    world.set_walls(walls(&[])).unwrap();
    (0..600).for_each(|_| world.tick());
    assert!(world.passages().unwrap().gates().is_empty());
    assert_eq!(world.arrived(), 0);
    world.set_walls(Vec::new()).unwrap();
    (0..5).for_each(|_| world.tick());
    assert!(world.passages().is_none() && world.turns().is_empty() && world.approach(0).is_none());
    world.set_walls(walls(&[(0.0, 3.0)])).unwrap();
    assert_all_arrive(&mut world, 120.0, "after the door opened");
}

#[test]
fn mechanisms_may_be_switched_in_the_middle_of_a_run() {
    for at in [2.0, 5.0] {
        for mechanism in MECHANISMS {
            let mut world = world(walls(&[(0.0, 3.0)]), groups(12));
            run(&mut world, at, |_| {});
            switched(&mut world, mechanism.switch(), OFF);
            (0..60).for_each(|_| world.tick());
            if mechanism.name == gates::GATES.name {
                let waits = (0..world.units().len()).filter_map(|id| world.approach(id)).any(|own| own.waits);
                assert!(!waits, "no unit waits without gates");
            }
            switched(&mut world, mechanism.switch(), ON);
            assert_all_arrive(&mut world, 180.0, &format!("{} off and on after {at} s", mechanism.name));
        }
        let mut world = world(walls(&[(0.0, 3.0)]), groups(12));
        run(&mut world, at, |_| {});
        for mechanism in MECHANISMS {
            switched(&mut world, mechanism.switch(), OFF);
        }
        world.tick();
        assert!(world.passages().is_none() && world.approach(0).is_none());
        let other = sidestep::steering::Steering { mode: mode("orca"), ..world.steering().clone() };
        world.set_steering(other);
        (0..120).for_each(|_| world.tick());
    }
}

/// Without gates, queueing still counts the traffic, but no side has a turn.
#[test]
fn no_side_has_a_turn_while_gates_are_off() {
    let mut world = world(walls(&[(0.0, 1.5)]), groups(12));
    switched(&mut world, gates::GATES.switch(), OFF);
    let mut was_contested = false;
    run(&mut world, 10.0, |world| {
        was_contested |= world.turns().iter().any(|turns| turns.is_contested);
        assert!(world.turns().iter().all(|turns| turns.holder.is_none()), "{:?}", world.turns());
    });
    assert!(was_contested);
}

#[test]
fn the_smallest_settings_of_gates_work() {
    for (setting, least) in [(&gates::WAIT, 8.0), (&gates::LOOK, 12.0)] {
        let problem = setting.check(0.0).unwrap_err();
        assert!(problem.contains(&format!("must be between {least} and")), "{problem}");
        for width in [1.5, 4.0] {
            let mut world = world(walls(&[(0.0, width)]), groups(24));
            switched(&mut world, setting, least);
            assert_all_arrive(&mut world, 120.0, &format!("{} = {least}, {width} m", setting.key));
        }
    }
}

/// A saved situation has the direction and the preferred velocity with which the unit decided, not those of its path.
#[test]
fn a_saved_situation_heads_where_the_mechanisms_lead() {
    let mut world = world(walls(&[(0.0, 4.0)]), groups(24));
    run(&mut world, 3.0, |_| {});
    world.decide_only();
    let mut led = 0;
    for id in (0..world.units().len()).filter(|id| world.approach(*id).is_some()) {
        let cases: serde_json::Value = serde_json::from_str(&explain::situation(&world, id)).unwrap();
        let pair = |value: &serde_json::Value| {
            Vec2::new(value[0].as_f64().unwrap() as f32, value[1].as_f64().unwrap() as f32)
        };
        let position = world.units().position[id];
        let direction = (pair(&cases[0]["unit"]["goal"]) - position.coords).normalize();
        assert!((direction - world.desired_direction(id)).norm() < 1e-3, "unit {id}: {direction}");
        led += usize::from((world.target(id).unwrap() - position).normalize().dot(&direction) < 0.999);
    }
    assert!(led > 0, "queueing changes the direction of some units");
}
