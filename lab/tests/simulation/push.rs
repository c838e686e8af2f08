//! The sideways push in worlds without avoidance.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use sidestep::settings::Push;
use sidestep::types::Vec2;
use sidestep::world::Start;
use sidestep::world::World;

/// `columns` × `rows` units per side, exactly mirrored, with the front ranks 6 m apart.
fn mirrored(columns: u32, rows: u32) -> Vec<Start> {
    let mut starts = Vec::new();
    for side in [-1.0_f32, 1.0] {
        for i in 0..columns * rows {
            let (x, y) = (3.0 + 1.5 * (i / rows) as f32, 1.5 * (i % rows) as f32);
            let shift = 6.0 + 1.5 * (columns - 1) as f32;
            starts.push(walker((side * x, y), (side * (x - shift), y)));
        }
    }
    starts
}

fn crossing_time(starts: Vec<Start>, push: Push, limit: f32) -> Option<f32> {
    run(&mut World::new(layout(starts, steering(mode("none"), 4, push)), 1), limit, |_| {})
}

#[test]
fn a_head_on_pair_passes_only_with_the_push() {
    let pair = || vec![walker((-5.0, 0.0), (5.0, 0.0)), walker((5.0, 0.0), (-5.0, 0.0))];
    let time = crossing_time(pair(), Push::default(), 10.0).expect("the pair passes");
    assert!(time < 4.0, "passed after {time} s");
    assert_eq!(crossing_time(pair(), NO_PUSH, 40.0), None, "without the push it must never pass");
}

#[test]
fn a_mirrored_fifty_against_fifty_passes_only_with_the_push() {
    let time = crossing_time(mirrored(5, 10), Push::default(), 30.0).expect("all pass");
    assert!(time < 15.0, "passed after {time} s");
    assert_eq!(crossing_time(mirrored(5, 10), NO_PUSH, 30.0), None, "without the push it must not pass");
}

#[test]
fn each_unit_keeps_right() {
    let starts = vec![walker((-5.0, 0.0), (5.0, 0.0)), walker((5.0, 0.0), (-5.0, 0.0))];
    let mut world = World::new(layout(starts, steering(mode("none"), 4, Push::default())), 1);
    let (mut lowest, mut highest) = (0.0_f32, 0.0_f32);
    run(&mut world, 10.0, |w| {
        lowest = lowest.min(w.units().position[0].y);
        highest = highest.max(w.units().position[1].y);
    });
    assert!(lowest < -0.3 && highest > 0.3, "eastbound dipped to {lowest}, westbound rose to {highest}");
}

#[test]
fn a_pair_offset_to_the_left_passes_on_the_left() {
    let starts = vec![walker((-5.0, 0.0), (5.0, 0.0)), walker((5.0, -0.4), (-5.0, -0.4))];
    let mut world = World::new(layout(starts, steering(mode("none"), 4, Push::default())), 1);
    let (mut highest, mut lowest) = (0.0_f32, 0.0_f32);
    let time = run(&mut world, 10.0, |w| {
        highest = highest.max(w.units().position[0].y);
        lowest = lowest.min(w.units().position[1].y);
    });
    assert!(time.is_some_and(|t| t < 4.0), "passed after {time:?} s");
    assert!(highest > 0.1 && lowest < -0.5, "eastbound rose to {highest}, westbound dipped to {lowest}");
}

/// Coasting bodies with a preferred velocity but no force, so that all changes come from the contact.
fn coasting(starts: Vec<Start>, push: Push) -> World {
    let mut steering = steering(mode("none"), 4, push);
    steering.weights.seek = 0.0;
    World::new(layout(starts, steering), 1)
}

fn moving(from: (f32, f32), velocity: (f32, f32)) -> Start {
    // Slower than the maximum speed, so that the speed cap has no effect.
    let to = (from.0 + 8.0 * velocity.0, from.1 + 8.0 * velocity.1);
    Start { velocity: Vec2::new(velocity.0, velocity.1), ..walker(from, to) }
}

fn momentum_and_energy(world: &World) -> (Vec2, f32) {
    let velocity = &world.units().velocity;
    (velocity.iter().sum(), velocity.iter().map(|v| 0.5 * v.norm_squared()).sum())
}

#[test]
fn momentum_is_conserved_and_the_energy_gained_is_bounded() {
    let offsets = [0.0_f32, 0.1, -0.3, 0.6];
    for strength in [0.3, 0.8, 2.0] {
        for offset in offsets {
            let starts = vec![moving((-1.5, 0.0), (2.0, 0.0)), moving((1.5, offset), (-2.0, 0.3))];
            let mut world = coasting(starts, Push { on: true, strength });
            let (momentum, energy) = momentum_and_energy(&world);
            let mut most = 0.0_f32;
            for _ in 0..120 {
                world.tick();
                let (p, e) = momentum_and_energy(&world);
                assert!((p - momentum).norm() < 1e-4, "momentum {momentum:?} became {p:?}");
                most = most.max(e - energy);
            }
            // ½ μ v² of the pair with μ = ½ kg: see physics/push.rs.
            let bound = 0.5 * 0.5 * (strength * 5.0) * (strength * 5.0);
            assert!(
                most <= bound * 1.01,
                "strength {strength}, offset {offset}: gained {most} J, bound {bound} J"
            );
            if offset == 0.0 {
                let sideways = world.units().velocity[1].y - 0.3;
                assert!(sideways > 0.2, "strength {strength}: the push must have acted, got {sideways} m/s");
            }
        }
    }
}

#[test]
fn units_walking_in_the_same_direction_are_not_pushed() {
    let faster_behind = || vec![moving((-2.0, 0.0), (4.0, 0.0)), moving((0.0, 0.1), (1.0, 0.0))];
    let (mut with, mut without) =
        (coasting(faster_behind(), Push::default()), coasting(faster_behind(), NO_PUSH));
    let mut touched = false;
    for _ in 0..120 {
        with.tick();
        without.tick();
        touched |= !with.contacts().is_empty();
        // Not bit-identical: with the hook, Rapier recomputes a contact each tick instead of carrying it over. A
        // push would bring them to 4 m/s.
        for (a, b) in with.units().velocity.iter().zip(&without.units().velocity) {
            assert!((a - b).norm() < 0.02, "tick {}: {a:?} against {b:?}", with.ticks());
        }
    }
    assert!(touched, "the two must have met for the test to mean anything");
}
