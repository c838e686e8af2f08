//! Bodies against values worked out by hand.

use super::*;
use crate::types::Rect;
use std::slice;

const NO_PUSH: Push = Push { on: false, strength: 0.0 };

/// A disc of radius 0.5 m, 80 kg and at most 5 m/s.
fn disc(x: f32, y: f32, velocity: Vec2) -> Disc {
    Disc {
        position: Point::new(x, y),
        velocity,
        radius: 0.5,
        mass: 80.0,
        max_speed: 5.0,
        motion: BodyMotion::Sliding,
    }
}

/// The bodies after this many ticks, and their positions and velocities.
fn after(
    ticks: usize,
    discs: &[Disc],
    walls: &[Wall],
    motions: &Motions,
) -> (Physics, Vec<Point>, Vec<Vec2>) {
    let mut physics = Physics::new(discs, walls);
    (0..ticks).for_each(|_| physics.step(motions, &NO_PUSH));
    let (mut position, mut velocity) = (vec![Point::origin(); discs.len()], vec![Vec2::zeros(); discs.len()]);
    physics.read(&mut position, &mut velocity);
    (physics, position, velocity)
}

/// 160 N on 80 kg are 2 m/s², and 6 rad/s² are 0.1 rad/s after a tick.
#[test]
fn forces_and_angular_accelerations_act_for_a_tick() {
    let turning = Disc { motion: BodyMotion::Turning { heading: 1.0 }, ..disc(9.0, 0.0, Vec2::zeros()) };
    let fixed = Disc { motion: BodyMotion::Fixed, ..disc(0.0, 9.0, Vec2::new(1.0, 0.0)) };
    // With several steps in a tick, too.
    for max_speed in [5.0, 100.0] {
        let discs = [fixed, disc(0.0, 0.0, Vec2::zeros()), turning].map(|disc| Disc { max_speed, ..disc });
        let motions =
            Motions { force: vec![Vec2::new(96.0, -128.0); 3], angular: vec![6.0; 3], ..Motions::new(3) };
        let (physics, position, velocity) = after(1, &discs, &[], &motions);
        assert_eq!((position[0], velocity[0]), (discs[0].position, Vec2::zeros()), "an obstacle");
        for id in [1, 2] {
            let expected = Vec2::new(1.2, -1.6) / 60.0;
            assert!((velocity[id] - expected).norm() < 1e-6, "{} m/s", velocity[id]);
        }
        let (mut heading, mut rotation) = ([0.0; 3], [0.0; 3]);
        physics.read_turns(&mut heading, &mut rotation);
        assert_eq!((heading[1], rotation[1]), (0.0, 0.0), "a body that slides");
        assert!((rotation[2] - 0.1).abs() < 1e-5 && (heading[2] - 1.0 - 0.1 / 60.0).abs() < 1e-5);
    }
}

/// Neither sleeps nor is held back by a limit that suits larger bodies.
#[test]
fn a_body_that_nothing_touches_keeps_its_velocity() {
    for (radius, speed, ticks) in [(0.5, 0.01, 600), (0.5, 4.0, 60), (0.01, 20.0, 2)] {
        let moving = |y: f32| Disc { radius, max_speed: 20.0, ..disc(-3.0, y, Vec2::new(speed, 0.0)) };
        let (_, position, velocity) = after(ticks, &[moving(-2.0), moving(2.0)], &[], &Motions::new(2));
        for id in [0, 1] {
            let gone = position[id].x + 3.0;
            let expected = speed * ticks as f32 / 60.0;
            assert!((gone - expected).abs() < 1e-3 * expected, "{radius} m, {speed} m/s: {gone} m");
            assert!((velocity[id] - Vec2::new(speed, 0.0)).norm() < 1e-3 * speed);
        }
    }
}

#[test]
fn a_body_that_is_too_fast_is_slowed_to_105_percent_of_its_top_speed() {
    let (_, _, velocity) = after(1, &[disc(0.0, 0.0, Vec2::new(6.0, 8.0))], &[], &Motions::new(1));
    assert!((velocity[0] - Vec2::new(3.15, 4.2)).norm() < 1e-5, "{}", velocity[0]);
    let (_, _, velocity) = after(1, &[disc(0.0, 0.0, Vec2::new(5.2, 0.0))], &[], &Motions::new(1));
    assert!((velocity[0].x - 5.2).abs() < 1e-5, "{}", velocity[0]);
}

/// A radius of 0.5 m in a tick is 30 m/s, with the 5 % above the top speed 28.57 m/s.
#[test]
fn only_units_that_move_by_more_than_their_radius_in_a_tick_need_steps_of_half_a_radius() {
    let fast = |max_speed: f32| Disc { max_speed, ..disc(0.0, 0.0, Vec2::zeros()) };
    for (disc, steps) in [
        (fast(28.5), 1),
        (fast(28.7), 3),
        (fast(57.1), 4),
        (fast(57.2), 5),
        (Disc { radius: 0.1, ..fast(28.5) }, 10),
        // At its start.
        (Disc { velocity: Vec2::new(0.0, 57.1), ..fast(5.0) }, 4),
        (Disc { motion: BodyMotion::Fixed, ..fast(57.1) }, 1),
    ] {
        assert_eq!(substeps(&[fast(5.0), disc]), steps, "{disc:?}");
    }
    assert_eq!(substeps(&[]), 1);
}

#[test]
fn a_unit_stops_at_the_surface_of_every_kind_of_wall() {
    let corners = [(2.0, 1.0), (4.0, 1.0), (4.0, 6.0), (2.0, 6.0)].map(|(x, y)| Point::new(x, y));
    let mut clockwise = corners.to_vec();
    clockwise.reverse();
    // Where a unit stops that comes from the west at y = 4, and one that comes from the north at x = 3.
    for (wall, west, north) in [
        (Wall::Box(Rect { min: corners[0], max: corners[2] }), 1.5, 6.5),
        (Wall::Circle { center: Point::new(3.0, 4.0), radius: 1.0 }, 1.5, 5.5),
        (Wall::Polygon(corners.to_vec()), 1.5, 6.5),
        (Wall::Polygon(clockwise), 1.5, 6.5),
        (Wall::Chain(vec![corners[0], corners[3], corners[2]]), 1.5, 6.5),
    ] {
        let discs = [disc(0.0, 4.0, Vec2::new(3.0, 0.0)), disc(3.0, 8.0, Vec2::new(0.0, -3.0))];
        let (_, position, velocity) = after(90, &discs, slice::from_ref(&wall), &Motions::new(2));
        for (at, expected) in position.iter().zip([Point::new(west, 4.0), Point::new(3.0, north)]) {
            assert!((at - expected).norm() < 0.02, "{wall:?}: at {at}, not {expected}");
        }
        assert!(velocity.iter().all(|velocity| velocity.norm() < 0.05), "{wall:?}: {velocity:?}");
    }
}

/// 9600 N press the two together with 160 Ns per tick, which is more than the 60 Ns that it takes to move each aside at
/// half of 0.3 times 5 m/s.
#[test]
fn a_head_on_pair_is_pushed_to_its_right_while_the_push_is_on() {
    let east = Vec2::new(1.0, 0.0);
    let mut physics = Physics::new(&[disc(-0.5, 0.0, Vec2::zeros()), disc(0.5, 0.0, Vec2::zeros())], &[]);
    let motions = Motions {
        force: vec![east * 9600.0, east * -9600.0],
        preferred: vec![east * 5.0, east * -5.0],
        ..Motions::new(2)
    };
    for (on, speed) in [(false, 0.0), (true, 0.75), (false, 0.75), (true, 0.75)] {
        physics.step(&motions, &Push { on, strength: 0.3 });
        let (mut position, mut velocity) = ([Point::origin(); 2], [Vec2::zeros(); 2]);
        physics.read(&mut position, &mut velocity);
        let aside = [-velocity[0].y, velocity[1].y];
        assert!(aside.iter().all(|aside| (aside - speed).abs() < 0.05), "on: {on}, {velocity:?}");
    }
    // Other contacts have no friction that could brake them.
    let motions = Motions { preferred: vec![Vec2::zeros(); 2], ..motions };
    physics.step(&motions, &Push { on: true, strength: 0.3 });
    let mut velocity = [Vec2::zeros(); 2];
    physics.read(&mut [Point::origin(); 2], &mut velocity);
    assert!(velocity[1].y > 0.7 && velocity[0].y < -0.7, "{velocity:?}");
}
