//! Act: converts decisions into commands for the bodies, and reads the bodies back.

use super::decide::Decided;
use super::state::State;
use super::units::Phase;
use crate::navigation::Goal;
use crate::physics::{Commands, Physics};
use crate::types::Vec2;

/// Converts the decisions into commands, and remembers what others see of them.
pub(super) fn command(state: &mut State, decisions: &[Decided], commands: &mut Commands) {
    for (id, decided) in decisions.iter().enumerate() {
        let preferred = preferred(state, id, decided);
        let recall = &mut state.recall;
        recall.preferred[id] = preferred;
        recall.turning[id] = decided.decision.turning;
        recall.memory[id] = decided.memory;
        commands.force[id] = decided.decision.force;
        commands.angular[id] = decided.decision.angular;
        commands.preferred[id] = preferred;
    }
}

/// Reads the bodies after a step.
pub(super) fn read(state: &mut State, physics: &Physics) {
    let units = &mut state.units;
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
