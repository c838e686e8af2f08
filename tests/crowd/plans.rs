//! Units whose groups follow plans, and commands for them.

use super::common::*;
use sidestep::crowd::{Event, IfOccupied, NewWall, Order, UnitId};
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::steering::behaviours::{Behaviour, Part};
use sidestep::steering::combine::{Combine, Plan};
use sidestep::types::Point;
use sidestep::world::{Layout, Start, World};

/// Twelve units around the origin that follow a plan of these behaviours.
fn following(behaviours: &[&str], goal: Goal) -> (World, Vec<UnitId>) {
    let parts = behaviours.iter().map(|name| Part::new(Behaviour::named(name).unwrap())).collect();
    let plan = Plan { name: "plan".into(), combine: Combine::Blending(parts) };
    let unit = |k: u8| Start {
        position: Point::new(1.5 * f32::from(k % 4) - 2.0, 1.5 * f32::from(k / 4) - 1.5),
        goal,
        ..Start::default()
    };
    let starts = (0..12).map(unit).collect();
    let world = World::new(Layout { plans: vec![Some(plan)], starts, ..ground(Vec::new()) }, 1);
    let units = world.ids().to_vec();
    (world, units)
}

#[test]
fn units_whose_plan_has_no_use_for_a_goal_obey_orders_all_the_same() {
    for behaviours in [&["wander"][..], &["wander", "look-where-going"]] {
        let (mut world, units) = following(behaviours, Goal::Roam);
        ticks(&mut world, 60);
        assert!(world.plan(0).is_some());
        world.order(&units, Order::go(Point::new(25.0, 0.0))).unwrap();
        ticks(&mut world, 30);
        let layout = following(behaviours, Goal::Roam).0.layout().clone();
        let mut again = World::restore(layout, &world.snapshot().unwrap(), 1).unwrap();
        assert!(world.plan(0).is_none() && world.avoids(), "the mode moves them");
        for (velocity, heading) in world.units().velocity.iter().zip(&world.units().heading) {
            let ahead = math::unit(*heading).dot(velocity);
            assert!(ahead > 0.8 * velocity.norm(), "{behaviours:?}: it looks where it goes");
        }
        ticks(&mut world, 900);
        ticks(&mut again, 900);
        assert_eq!(again.state_hash(), world.state_hash());
        assert_eq!(world.arrived(), 12, "{behaviours:?}");
        assert!(units.iter().all(|unit| (at(&world, *unit) - Point::new(25.0, 0.0)).norm() < 5.0));
    }
}

#[test]
fn a_plan_that_uses_the_goal_obeys_orders_itself() {
    let goal = Goal::Point { at: Point::new(20.0, 0.0), radius: 0.5, own: false };
    let (mut world, units) = following(&["arrive", "separation"], goal);
    world.order(&units, Order::go(Point::new(-20.0, 0.0))).unwrap();
    ticks(&mut world, 300);
    assert!(world.plan(0).is_some());
    assert!(units.iter().all(|unit| at(&world, *unit).x < -10.0));
}

#[test]
fn units_that_roam_leave_the_place_of_a_wall_and_roam_again() {
    let (mut world, units) = following(&["wander"], Goal::Roam);
    let place = Wall::Box(rect((-5.0, -4.0), (5.0, 4.0)));
    let wall = NewWall { if_occupied: IfOccupied::Clear, ..NewWall::new(place) };
    let wall = world.add_wall(wall).unwrap();
    let rose = (0..600).any(|_| {
        world.tick();
        world.events().contains(&Event::WallRose { wall })
    });
    assert!(rose, "the wall rises");
    ticks(&mut world, 120);
    for (slot, unit) in units.iter().enumerate() {
        assert_eq!(world.units().goal[slot], Goal::Roam, "{}", at(&world, *unit));
        assert!(world.plan(slot).is_some() && world.units().velocity[slot].norm() > 0.5);
    }
}
