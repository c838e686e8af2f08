//! Direct: what each unit does about the narrow places on its path. This is the only place where courses get their directions.

use super::order::Stance;
use super::state::State;
use super::units::Phase;
use crate::traffic::TrafficUnits;
use crate::workers::Workers;

/// Lets units take turns at gates, queue, and keep right, and sets the courses of this tick.
pub(super) fn direct(state: &mut State, workers: Workers<'_>) {
    let State { layout, units, courses, navigator, traffic, ticks, .. } = state;
    let seen = TrafficUnits {
        position: &units.position,
        velocity: &units.velocity,
        radius: &units.radius,
        max_speed: &units.max_speed,
        goal: &units.goal,
        standing: &courses.standing,
        team: &units.team,
        holds: &|id| units.stance[id] == Stance::Hold && units.phase[id] == Phase::Standing,
        follows_plan: &|id| units.plan(id, layout).is_some(),
    };
    traffic.direct(&seen, navigator, &layout.steering, *ticks, workers);
    courses.follow(traffic, &units.position);
}
