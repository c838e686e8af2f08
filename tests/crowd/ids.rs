//! Units that come and go.

use super::common::*;
use sidestep::crowd::{Event, Order, Refusal, UnitChange};
use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Vec2};
use sidestep::world::{Start, World};

#[test]
fn ids_stay_while_slots_change() {
    let mut world = World::new(ground(Vec::new()), 1);
    let units = block(&mut world, (0.0, 0.0), 5, 0);
    assert_eq!(world.slot(units[0]), None, "before the next tick");
    world.tick();
    assert_eq!(world.ids(), units);
    let place = at(&world, units[3]);
    world.remove(units[1]).unwrap();
    let new = world.spawn(unit(9.0, 9.0, 0)).unwrap();
    assert_eq!(world.remove(units[1]), Err(Refusal::NoSuchUnit(units[1])), "twice");
    world.tick();
    assert_eq!(world.ids(), [units[0], units[2], units[3], units[4], new]);
    assert!(world.events().contains(&Event::Removed { unit: units[1] }));
    assert!((at(&world, units[3]) - place).norm() < 1e-3);
    assert_eq!(world.slot(units[1]), None);
}

/// Neighbours, paths, turns, fields and bodies are those of the units that are there.
#[test]
fn a_unit_that_was_spawned_and_removed_at_once_leaves_no_trace() {
    let run = |visits: bool| {
        let mut world = World::new(ground(gap(3.0)), 1);
        let west = block(&mut world, (-12.0, 0.0), 20, 0);
        let east = block(&mut world, (12.0, 0.0), 20, 0);
        send(&mut world, &west, 12.0, 0.0);
        send(&mut world, &east, -12.0, 0.0);
        for tick in 0..400 {
            if visits && tick % 50 == 20 {
                let visitor = world.spawn(unit(20.0, 20.0, 0)).unwrap();
                send(&mut world, &[visitor], 30.0, 20.0);
                world.remove(visitor).unwrap();
            }
            world.tick();
        }
        world.state_hash()
    };
    assert_eq!(run(true), run(false));
}

/// The same for a unit that has been there, but too far away to be seen, and whose slot was the first.
#[test]
fn units_go_on_as_before_when_their_slots_change() {
    let run = |removed: bool| {
        // In this mode nothing depends on the extent of the crowd.
        let mut layout = ground(Vec::new());
        layout.steering.mode = Mode::named("orca").unwrap();
        let mut world = World::new(layout, 1);
        let far = world.spawn(unit(38.0, 28.0, 0)).unwrap();
        let west = block(&mut world, (-12.0, 0.0), 16, 0);
        let east = block(&mut world, (12.0, 0.0), 16, 0);
        send(&mut world, &west, 12.0, 0.0);
        send(&mut world, &east, -12.0, 0.0);
        ticks(&mut world, 100);
        if removed {
            world.remove(far).unwrap();
        }
        ticks(&mut world, 60);
        let mut left = west;
        left.extend(east);
        left.iter().map(|unit| at(&world, *unit)).collect::<Vec<Point>>()
    };
    let (with, without) = (run(false), run(true));
    let apart = with.iter().zip(&without).map(|(a, b)| (a - b).norm()).fold(0.0, f32::max);
    // The solver sums contacts in the order of bodies, and ids decide ties.
    assert!(apart < 0.05, "{apart} m");
}

#[test]
fn a_change_takes_effect_at_the_next_tick() {
    let mut world = World::new(ground(Vec::new()), 1);
    let one = world.spawn(unit(0.0, 0.0, 0)).unwrap();
    world.tick();
    let change = UnitChange {
        position: Some(Point::new(5.0, 5.0)),
        radius: Some(0.8),
        max_speed: Some(2.0),
        mass: Some(3.0),
        team: Some(4),
        ..UnitChange::default()
    };
    world.change(one, change).unwrap();
    world.tick();
    let slot = world.slot(one).unwrap();
    let units = world.units();
    assert!((units.position[slot] - Point::new(5.0, 5.0)).norm() < 1e-3);
    assert_eq!((units.radius[slot], units.max_speed[slot], units.team[slot]), (0.8, 2.0, 4));
    send(&mut world, &[one], 30.0, 5.0);
    ticks(&mut world, 120);
    let speed = world.units().velocity[slot].norm();
    assert!((1.8..=2.11).contains(&speed), "{speed} m/s");
    world.change(one, UnitChange { push: Some(Vec2::new(0.0, 1.5)), ..UnitChange::default() }).unwrap();
    world.tick();
    assert!(world.units().velocity[slot].y > 0.5, "{}", world.units().velocity[slot]);
}

#[test]
fn a_refused_command_says_why_and_changes_nothing() {
    let mut world = World::new(ground(gap(4.0)), 1);
    let one = world.spawn(unit(5.0, 0.0, 0)).unwrap();
    world.tick();
    let hash = world.state_hash();
    let go = |x: f32, y: f32| Order::go(Point::new(x, y));
    let said = [
        world.spawn(unit(99.0, 0.0, 0)).unwrap_err().to_string(),
        world.spawn(unit(f32::NAN, 0.0, 0)).unwrap_err().to_string(),
        world.spawn(unit(0.0, 10.0, 0)).unwrap_err().to_string(),
        world.order(&[one], go(f32::INFINITY, 0.0)).unwrap_err().to_string(),
        world.order(&[], go(0.0, 0.0)).unwrap_err().to_string(),
        world.order(&[one], Order::patrol(Vec::new())).unwrap_err().to_string(),
        world.order(&[one], Order::follow(one, 1.0)).unwrap_err().to_string(),
        world
            .change(one, UnitChange { radius: Some(-1.0), ..UnitChange::default() })
            .unwrap_err()
            .to_string(),
        world.change(one, UnitChange { group: Some(9), ..UnitChange::default() }).unwrap_err().to_string(),
    ];
    let expected = [
        "the unit's position (99.0, 0.0) lies outside the bounds, (-40.0, -30.0) to (40.0, 30.0)",
        "the unit's position (NaN, 0.0) lies outside the bounds, (-40.0, -30.0) to (40.0, 30.0)",
        "the unit's position (0.0, 10.0) is in a wall, or nearer to one than the unit's radius",
        "the goal (inf, 0.0) lies outside the bounds, (-40.0, -30.0) to (40.0, 30.0)",
        "the order has no units",
        "the order has no points",
        "unit 0 cannot follow itself",
        "the radius is -1: it has to be above 0, and finite",
        "there is no group 9: the layout has 1",
    ];
    assert_eq!(said, expected);
    assert_eq!(world.state_hash(), hash);
    world.tick();
    assert_eq!((world.units().len(), world.ids()), (1, &[one][..]));
}

#[test]
fn a_new_unit_follows_the_unit_that_it_was_given_though_others_go() {
    let mut world = World::new(ground(Vec::new()), 1);
    let units = block(&mut world, (0.0, 0.0), 4, 0);
    world.tick();
    world.remove(units[0]).unwrap();
    let goal = Goal::Unit { index: 2, gap: 0.5 };
    let new = world.spawn(Start { goal, ..unit(9.0, 9.0, 0) }).unwrap();
    world.tick();
    let Goal::Unit { index, .. } = world.goals_ahead(new)[0] else { panic!("it follows a unit") };
    assert_eq!(world.ids()[index as usize], units[2]);
}
