//! Act: converts decisions into impulses, advances the physics by one tick and reads the bodies back.

use super::decide::Decided;
use super::state::State;
use super::units::Phase;
use crate::navigation::Goal;
use crate::physics::Physics;
use crate::types::Vec2;

/// Carries out the decisions.
pub(super) fn act(state: &mut State, decisions: &[Decided], physics: &mut Physics) {
    for (id, decided) in decisions.iter().enumerate() {
        let preferred = preferred(state, id, decided);
        let recall = &mut state.recall;
        recall.preferred[id] = preferred;
        recall.turning[id] = decided.decision.turning;
        recall.memory[id] = decided.memory;
    }
    let State { units, layout, recall, .. } = state;
    physics.turn(|id| decisions[id].decision.angular);
    let force = |id: usize| decisions[id].decision.force;
    physics.step(force, &recall.preferred, &units.max_speed, &layout.steering.push);
    physics.read(&mut units.position, &mut units.velocity);
    physics.read_turns(&mut units.heading, &mut units.rotation);
}

/// The velocity that others expect of unit `id`: along the path to its goal, without momentary detours. A settling
/// unit must not push through others, so its preferred velocity is zero.
fn preferred(state: &State, id: usize, decided: &Decided) -> Vec2 {
    match state.units.phase[id] {
        Phase::Walking if state.units.goal[id] == Goal::Roam => decided.decision.velocity,
        Phase::Walking => state.courses.desired[id] * state.units.max_speed[id],
        Phase::Settling | Phase::Standing => Vec2::zeros(),
    }
}
