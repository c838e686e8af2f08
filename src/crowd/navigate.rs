//! Navigate: where each unit's path leads first, from its path or flow field.

use super::state::State;
use super::units::Phase;
use crate::workers::Workers;

/// Updates the fields towards moving goals, and goes on with those of goals that were set in mid-run.
pub(super) fn find_paths(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, .. } = state;
    navigator.follow(&units.position);
    navigator.grow(&units.position);
    navigator.solve(&units.position, workers);
}

/// Finds the first leg of every unit's path, and notes its goal.
pub(super) fn navigate(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, courses, traffic, .. } = state;
    traffic.find_paths(&units.position, &units.goal, navigator, workers);
    for (id, (goal, standing)) in courses.goal.iter_mut().zip(&mut courses.standing).enumerate() {
        *goal = units.goal[id].aim(&units.position).unwrap_or(units.position[id]);
        *standing = units.phase[id] != Phase::Walking;
    }
}
