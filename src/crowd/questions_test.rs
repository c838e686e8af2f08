//! Answers of a crowd of units of 0.5 m.

use super::super::test_layouts::{crowd_at, door, steered};
use super::super::{Order, Progress, Start, UnitChange};
use super::*;
use crate::settings::{OFF, ON};
use crate::steering::schedule::RATE;
use crate::traffic::NARROW_PUSH;
use crate::types::Rect;

fn at(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

fn with_goals(goals: &[Goal]) -> Crowd {
    let start = |(k, goal): (usize, &Goal)| Start {
        position: at(3.0 * k as f32, 0.0),
        goal: *goal,
        ..Start::default()
    };
    Crowd::new(steered(Layout::new(goals.iter().enumerate().map(start).collect()), "none"), 1)
}

#[test]
fn a_run_is_over_once_all_walkers_have_arrived_and_no_unit_roams() {
    let goal = Goal::Point { at: at(0.0, 0.0), radius: 0.5, own: true };
    for (goals, walkers, arrived, finished) in [
        (vec![Goal::Stand], 0, 0, true),
        (vec![Goal::Stand, Goal::Roam], 0, 0, false),
        (vec![goal, Goal::Stand], 1, 1, true),
        (vec![Goal::Stand, goal], 1, 0, false),
    ] {
        let mut crowd = with_goals(&goals);
        (0..2).for_each(|_| crowd.tick());
        assert_eq!((crowd.walkers(), crowd.arrived()), (walkers, arrived), "{goals:?}");
        assert_eq!(crowd.finished(), finished, "{goals:?}");
        assert_eq!(crowd.avoids(), goals.iter().any(|goal| *goal != Goal::Stand), "{goals:?}");
        let unit = crowd.ids()[0];
        crowd.change(unit, UnitChange::default()).unwrap();
        assert!(!crowd.finished(), "a command waits");
    }
}

/// The first call gives the bodies their first motions, and each further one ends a tick.
#[test]
fn time_is_the_number_of_ticks_over_60() {
    let mut crowd = with_goals(&[Goal::Roam]);
    crowd.tick();
    assert_eq!((crowd.ticks(), crowd.time()), (0, 0.0));
    (0..90).for_each(|_| crowd.tick());
    assert_eq!(crowd.ticks(), 90);
    assert!((crowd.time() - 1.5).abs() < 1e-5, "{} s", crowd.time());
}

#[test]
fn the_hash_covers_positions_velocities_and_orders_and_no_sign_of_zero() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0)]);
    let hash = crowd.state_hash();
    let set = |crowd: &mut Crowd, p: (f32, f32), v: (f32, f32)| {
        crowd.state.units.position[1] = at(p.0, p.1);
        crowd.state.units.velocity[1] = Vec2::new(v.0, v.1);
    };
    set(&mut crowd, (5.0, -0.0), (-0.0, -0.0));
    assert_eq!(crowd.state_hash(), hash);
    for (p, v) in [
        ((5.1, 0.0), (0.0, 0.0)),
        ((5.0, 0.1), (0.0, 0.0)),
        ((5.0, 0.0), (0.1, 0.0)),
        ((5.0, 0.0), (0.0, 0.1)),
    ] {
        set(&mut crowd, p, v);
        assert_ne!(crowd.state_hash(), hash, "{p:?}, {v:?}");
    }
    set(&mut crowd, (5.0, 0.0), (0.0, 0.0));
    crowd.order(&units, Order::stop()).unwrap();
    crowd.carry_out();
    assert_ne!(crowd.state_hash(), hash, "an order");
}

/// Then what was decided acts in later ticks, too.
#[test]
fn the_hash_covers_forces_if_units_do_not_decide_in_every_tick() {
    for (rate, covers) in [(60.0, false), (30.0, true)] {
        let mut crowd = with_goals(&[Goal::Roam]);
        let mut steering = crowd.steering().clone();
        steering.settings.set(&RATE, rate).unwrap();
        crowd.set_steering(steering);
        crowd.tick();
        let before = crowd.state_hash();
        crowd.motions.force[0].y += 1.0;
        assert_eq!(crowd.state_hash() != before, covers, "{rate} Hz");
    }
}

#[test]
fn walls_that_are_set_are_those_that_units_see_and_the_potential_is_shown_once() {
    let goal = Goal::Point { at: at(9.0, 0.0), radius: 0.5, own: true };
    let wall = Wall::Circle { center: at(4.0, 2.0), radius: 1.0 };
    for mode in ["none", "continuum"] {
        let mut crowd = with_goals(&[goal]);
        let steering = Steering { mode: Mode::named(mode).unwrap(), ..crowd.steering().clone() };
        crowd.set_steering(steering);
        assert!(crowd.outlines().is_empty());
        crowd.set_walls(vec![wall.clone()]).unwrap();
        assert_eq!(crowd.outlines().len(), wall.outline().len());
        (0..10).for_each(|_| crowd.tick());
        crowd.paths_left();
        let potentials = crowd.grids(0).iter().filter(|grid| grid.name == "potential").count();
        assert_eq!(potentials, 1, "{mode}");
    }
}

#[test]
fn a_unit_that_stands_heads_nowhere_and_predicts_nothing() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    crowd.order(&units, Order::go(at(9.0, 0.0))).unwrap();
    crowd.set_steering(Steering { mode: Mode::named("lanes").unwrap(), ..Steering::default() });
    (0..2).for_each(|_| crowd.tick());
    assert!((crowd.desired_direction(0) - Vec2::x()).norm() < 1e-6);
    assert!(!crowd.predicted_positions(0).is_empty());
    assert_eq!(crowd.target(0), Some(at(9.0, 0.0)));
    for phase in [Phase::Settling, Phase::Standing] {
        crowd.state.units.phase[0] = phase;
        assert_eq!(crowd.desired_direction(0), Vec2::zeros());
        assert!(crowd.predicted_positions(0).is_empty());
    }
    assert!(crowd.grids(1).is_empty() && crowd.predicted_positions(1).is_empty(), "there is no such unit");
}

#[test]
fn a_unit_lists_its_goal_and_those_of_the_orders_after_it() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0)]);
    let goal = |x: f32| Goal::Point { at: at(x, 0.0), radius: 0.5, own: true };
    for order in
        [Order::go(at(9.0, 0.0)), Order::follow(units[1], 1.0), Order::go(at(-9.0, 0.0)), Order::hold()]
    {
        crowd.order(&units[..1], order.queued()).unwrap();
    }
    crowd.carry_out();
    assert_eq!(crowd.goals_ahead(units[0]), [goal(9.0), goal(-9.0)]);
    assert_eq!(crowd.order_of(units[0]).map(|(_, queued)| queued), Some(3));
    assert_eq!(crowd.order_of(units[1]), None);
    crowd.remove(units[0]).unwrap();
    assert_eq!((crowd.goals_ahead(units[0]), crowd.slot(units[0])), (vec![], None));
}

/// Others cannot push them.
#[test]
fn units_that_hold_their_place_hold_unless_they_walk_or_give_way() {
    let (mut crowd, _) = crowd_at(&[(0.0, 0.0), (5.0, 0.0)]);
    for (stance, phase, gave_way, expected) in [
        (Stance::Hold, Phase::Standing, false, true),
        (Stance::Hold, Phase::Settling, false, true),
        (Stance::Hold, Phase::Walking, false, false),
        (Stance::Hold, Phase::Standing, true, false),
        (Stance::GiveWay, Phase::Standing, false, false),
    ] {
        (crowd.state.units.stance[1], crowd.state.units.phase[1]) = (stance, phase);
        crowd.decisions[1].gave_way = gave_way;
        let mut holds = vec![true; 5];
        crowd.holds(&mut holds);
        assert_eq!(holds, [false, expected], "{stance:?}, {phase:?}, gave way: {gave_way}");
    }
}

#[test]
fn the_modes_are_those_of_units_that_move_or_else_the_maps_own() {
    let crowd = with_goals(&[Goal::Stand]);
    assert_eq!((crowd.modes(), crowd.avoids()), (vec![crowd.steering().mode], false));
    let mut crowd = with_goals(&[Goal::Stand, Goal::Roam]);
    let orca = crate::steering::avoidance::Mode::named("orca").unwrap();
    crowd.set_steering(crate::steering::Steering { mode: orca, ..crowd.steering().clone() });
    assert_eq!((crowd.modes(), crowd.avoids()), (vec![orca], true));
}

/// The units are all of team 0.
#[test]
fn each_side_of_a_gate_has_the_group_of_those_who_come() {
    let mut crowd = Crowd::new(door(), 1);
    (0..60).for_each(|_| crowd.tick());
    let mut groups = crowd.side_groups()[0];
    groups.sort_unstable();
    assert_eq!(groups, [Some(0), Some(1)]);
}

#[test]
fn a_unit_without_goal_or_order_is_idle() {
    let crowd = with_goals(&[Goal::Stand]);
    assert_eq!(crowd.progress(crowd.ids()[0]), Some(Progress::Idle));
}

/// It acts within 10 R of a wall: 0.5 m for units of 0.05 m.
#[test]
fn small_units_are_pushed_near_walls_only() {
    let start = |x: f32| Start { radius: 0.05, max_speed: 0.5, position: at(x, 0.0), ..Start::default() };
    let wall = Wall::Box(Rect { min: at(-1.0, -3.0), max: at(0.0, 3.0) });
    let mut layout = steered(Layout::new([0.4, 0.6].map(start).to_vec()), "none");
    (layout.walls, layout.bounds) = (vec![wall], Rect { min: at(-3.0, -3.0), max: at(3.0, 3.0) });
    for (push, mechanism, expected) in
        [(false, ON, [true, false]), (false, OFF, [false, false]), (true, OFF, [true, true])]
    {
        layout.steering.push.on = push;
        layout.steering.settings.set(NARROW_PUSH.switch(), mechanism).unwrap();
        let mut crowd = Crowd::new(layout.clone(), 1);
        crowd.tick();
        let mut pushed = vec![true; 5];
        assert_eq!(crowd.sideways_push(&mut pushed).on, expected[0]);
        assert_eq!(pushed, expected, "push: {push}, narrow push: {mechanism:?}");
    }
}
