//! Two crowds of discs press through each other. Each disc has a constant force and damping.
//!
//! It prints the time of a step, as the median over 120 steps of the least of several rounds: once if the program does
//! not touch the bodies after the start, and once if it calls `get_mut` for each body before each step, as a game does
//! that steers them. Nothing is changed through `get_mut`, so both end in the same state.

use rapier2d::prelude::*;
use std::time::Instant;

const ROUNDS: usize = 5;
/// Steps before the timed ones, in which contacts form.
const BEFORE: usize = 30;
const TIMED: usize = 120;
const SPACING: f32 = 1.5;
const SPEED: f32 = 5.0;

/// Two square grids of discs of radius 0.5 in each other's gaps, one driven to the left, the other to the right.
fn world(bodies: usize) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld { gravity: Vector::ZERO, ..PhysicsWorld::default() };
    world.integration_parameters.dt = 1.0 / 60.0;
    world.integration_parameters.normalized_prediction_distance = 0.2;
    let columns = (bodies as f32 / 2.0).sqrt().ceil() as usize;
    let handles = (0..bodies).map(|id| {
        let (side, place) = (id % 2, id / 2);
        let shift = side as f32 * SPACING / 2.0;
        let x = (place % columns) as f32 * SPACING + shift;
        // A little disorder: no disc is exactly between two others.
        let y = (place / columns) as f32 * SPACING + shift + 0.02 * ((id * 7919 % 101) as f32 / 101.0);
        let drive = if side == 0 { SPEED } else { -SPEED };
        let body = RigidBodyBuilder::dynamic()
            .translation(Vector::new(x, y))
            .linvel(Vector::new(drive, 0.0))
            .linear_damping(1.0)
            .lock_rotations()
            .can_sleep(false);
        let collider = ColliderBuilder::ball(0.5).mass(1.0).friction(0.0).restitution(0.0);
        let (handle, _) = world.insert(body, collider);
        world.bodies[handle].add_force(Vector::new(drive, 0.0), true);
        handle
    });
    let handles = handles.collect();
    (world, handles)
}

/// Returns the time of each step in µs, the contact pairs at the end, and a sum that shows whether states are equal.
fn run(bodies: usize, touched: bool) -> (Vec<f64>, usize, f64) {
    let (mut world, handles) = world(bodies);
    let mut micros = Vec::new();
    for step in 0..BEFORE + TIMED {
        let begin = Instant::now();
        if touched {
            for handle in &handles {
                world.bodies.get_mut(*handle);
            }
        }
        world.step();
        if step >= BEFORE {
            micros.push(begin.elapsed().as_secs_f64() * 1e6);
        }
    }
    let sum = handles.iter().map(|handle| f64::from(world.bodies[*handle].translation().x.abs())).sum();
    (micros, world.narrow_phase.contact_pairs().count(), sum)
}

fn main() {
    let sizes: Vec<usize> =
        std::env::args().skip(1).map(|size| size.parse().expect("a number of bodies")).collect();
    println!("bodies   pairs  untouched, µs  get_mut, µs  ratio");
    for bodies in if sizes.is_empty() { vec![1000, 2000] } else { sizes } {
        let mut least = [vec![f64::MAX; TIMED], vec![f64::MAX; TIMED]];
        let mut states = Vec::new();
        let mut pairs = 0;
        for _ in 0..ROUNDS {
            for (touched, least) in [false, true].into_iter().zip(&mut least) {
                let (micros, found, sum) = run(bodies, touched);
                least.iter_mut().zip(micros).for_each(|(least, micros)| *least = least.min(micros));
                (pairs, _) = (found, states.push(sum));
            }
        }
        assert!(states.iter().all(|sum| *sum == states[0]), "touching bodies must not change the result");
        let [untouched, touched] = least.map(|mut micros| {
            micros.sort_by(f64::total_cmp);
            micros[TIMED / 2]
        });
        println!("{bodies:6} {pairs:7} {untouched:14.0} {touched:12.0} {:6.3}", touched / untouched);
    }
}
