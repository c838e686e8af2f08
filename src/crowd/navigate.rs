//! Navigate: each unit's desired direction and remaining distance, from its path or flow field.

use super::courses::Courses;
use super::state::State;
use super::units::Phase;
use crate::math;
use crate::types::Vec2;
use crate::workers::Workers;

/// Updates the fields towards moving goals, and goes on with those of goals that were set in mid-run.
pub(super) fn find_paths(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, .. } = state;
    navigator.follow(&units.position);
    navigator.grow(&units.position);
    navigator.solve(&units.position, workers);
}

/// Updates every unit's course.
pub(super) fn navigate(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, courses, .. } = state;
    let Courses { desired, distance, aim, goal, standing } = courses;
    let (units, navigator) = (&*units, &*navigator);
    workers.each_of_three(desired, distance, aim, |id, desired, distance, aim| {
        let position = units.position[id];
        let heading = navigator.heading(id, position, &units.goal[id], &units.position);
        (*desired, *distance, *aim) = heading.map_or((Vec2::zeros(), 0.0, position), |h| {
            (math::normalize(h.aim - position), h.distance, h.aim)
        });
    });
    for (id, (goal, standing)) in goal.iter_mut().zip(standing).enumerate() {
        *goal = units.goal[id].aim(&units.position).unwrap_or(units.position[id]);
        *standing = units.phase[id] != Phase::Walking;
    }
}
