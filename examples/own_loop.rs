//! A game with its own loop: it moves its units and keeps them apart itself. Sidestep says what each unit does next.
//!
//! ```text
//! cargo run --release --example own_loop
//! ```

use sidestep::crowd::{Bodies, Crowd, Layout, Order, Slots, Start};
use sidestep::types::{DT, Point, Rect, Vec2};

fn main() {
    let bounds = Rect { min: Point::new(-40.0, -30.0), max: Point::new(40.0, 30.0) };
    let mut crowd = Crowd::new(Layout { bounds, ..Layout::new(Vec::new()) }, 1);
    let (mut position, mut velocity) = (Vec::<Point>::new(), Vec::<Vec2>::new());
    for side in [-1.0, 1.0] {
        let places =
            (0..40).map(|k| Point::new(side * (12.0 + (k / 8) as f32 * 1.6), (k % 8) as f32 * 1.6 - 5.6));
        let starts = places.map(|position| Start { position, ..Start::default() });
        let group: Vec<_> =
            starts.map(|start| crowd.spawn(start).expect("it lies within the bounds")).collect();
        let across = Slots::boxed(Point::new(-15.0 * side, 0.0), 0.0, 1.6);
        crowd.order(&group, Order::form(across)).expect("it lies within the bounds");
    }
    while crowd.arrived() < crowd.units().len() || crowd.ticks() == 0 {
        assert!(crowd.time() < 60.0, "all units must cross");
        let motions = crowd.step(Bodies { position: &position, velocity: &velocity }).force.clone();
        if position.is_empty() {
            // The spawned units are there from the first step on.
            position.clone_from(&crowd.units().position);
            velocity.resize(position.len(), Vec2::zeros());
        }
        for slot in 0..position.len() {
            velocity[slot] += motions[slot] * (DT / crowd.units().mass[slot]);
            position[slot] += velocity[slot] * DT;
        }
        separate(&mut position);
    }
    println!("{} units crossed in {:.1} s", crowd.arrived(), crowd.time());
}

/// Pushes overlapping units apart, each by half of the overlap.
fn separate(position: &mut [Point]) {
    for (a, b) in (0..position.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let between = position[a] - position[b];
        let overlap = (1.0 - between.norm()).max(0.0);
        position[a] += between.normalize() * (0.5 * overlap);
        position[b] -= between.normalize() * (0.5 * overlap);
    }
}
