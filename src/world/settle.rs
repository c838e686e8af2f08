//! Settle: updates headings and arrivals after the physics step.

use super::arrival::{Settling, settle_arrivals};
use super::state::State;
use super::units::Units;
use crate::math;
use crate::physics::Physics;
use crate::types::DT;

/// The rate at which the heading follows the velocity, rad/s.
const TURN_RATE: f32 = 12.0;
/// A unit slower than this share of its maximum speed keeps its heading.
const TURN_SPEED: f32 = 0.1;

/// Updates headings and phases.
pub(super) fn settle(state: &mut State, physics: &Physics, settling: Settling<'_>) {
    follow_velocity(&mut state.units, physics);
    settle_arrivals(state, settling);
}

/// Turns units towards their velocity, except those that turn themselves.
fn follow_velocity(units: &mut Units, physics: &Physics) {
    for id in 0..units.len() {
        let velocity = units.velocity[id];
        if !physics.turns(id) && velocity.norm() > TURN_SPEED * units.max_speed[id] {
            let turn = math::wrap(math::angle(velocity) - units.heading[id]);
            units.heading[id] = math::wrap(units.heading[id] + turn.clamp(-TURN_RATE * DT, TURN_RATE * DT));
        }
    }
}
