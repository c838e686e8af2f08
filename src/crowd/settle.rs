//! Settle: updates headings and arrivals after the physics step.

use super::arrival::{Settling, settle_arrivals};
use super::state::State;
use super::units::Units;
use crate::math;
use crate::types::DT;

/// The rate at which the heading follows the velocity, rad/s.
const TURN_RATE: f32 = 12.0;
/// A unit slower than this share of its maximum speed keeps its heading.
const TURN_SPEED: f32 = 0.1;

/// Updates headings and phases.
pub(super) fn settle(state: &mut State, settling: Settling<'_>) {
    follow_velocity(&mut state.units);
    settle_arrivals(state, settling);
}

/// Turns units towards their velocity, except those that turn themselves.
fn follow_velocity(units: &mut Units) {
    for id in 0..units.len() {
        let velocity = units.velocity[id];
        if !units.turns[id] && velocity.norm() > TURN_SPEED * units.max_speed[id] {
            let turn = math::wrap(math::angle(velocity) - units.heading[id]);
            units.heading[id] = math::wrap(units.heading[id] + turn.clamp(-TURN_RATE * DT, TURN_RATE * DT));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Crowd;
    use super::super::test_layouts::crossing;
    use super::*;
    use crate::types::Vec2;

    /// The heading of a unit of 5 m/s after a tick with this velocity, if it was 0.
    fn heading_after(velocity: Vec2) -> f32 {
        heading_from(0.0, velocity)
    }

    fn heading_from(heading: f32, velocity: Vec2) -> f32 {
        let mut world = Crowd::new(crossing(2), 1);
        let units = &mut world.state.units;
        assert_eq!(units.max_speed[0], 5.0);
        (units.heading[0], units.velocity[0]) = (heading, velocity);
        follow_velocity(units);
        units.heading[0]
    }

    #[test]
    fn headings_follow_in_every_tick() {
        let mut world = Crowd::new(crossing(2), 1);
        world.state.units.heading[0] = 2.0;
        (0..3).for_each(|_| world.tick());
        let before = world.state.units.heading[0];
        world.state.units.velocity[0] = Vec2::new(5.0, 0.0);
        (0..3).for_each(|_| world.tick());
        assert!(world.state.units.heading[0] < before - 0.3, "{} rad", world.state.units.heading[0]);
    }

    /// By at most 12 rad/s, which is 0.2 rad in a tick.
    #[test]
    fn the_heading_follows_the_velocity_above_a_tenth_of_the_top_speed() {
        for speed in [0.55, 5.0] {
            assert!((heading_after(Vec2::new(0.0, speed)) - 0.2).abs() < 1e-6, "{speed} m/s to the left");
            assert!((heading_after(Vec2::new(0.0, -speed)) + 0.2).abs() < 1e-6, "{speed} m/s to the right");
            let slightly = math::unit(0.15) * speed;
            assert!((heading_after(slightly) - 0.15).abs() < 1e-5, "{speed} m/s, 0.15 rad to the left");
        }
        for (from, to, expected) in [(1.0, 1.15, 1.15), (1.0, 0.5, 0.8), (3.1, -3.1, -3.1), (-3.1, 3.0, 3.0)]
        {
            let heading = heading_from(from, math::unit(to) * 5.0);
            assert!((heading - expected).abs() < 1e-5, "from {from} to {to}: {heading}");
        }
        for speed in [0.0, 0.45] {
            assert_eq!(heading_after(Vec2::new(0.0, speed)), 0.0, "{speed} m/s");
        }
    }
}
