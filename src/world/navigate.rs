//! Navigate: each unit's desired direction and remaining distance, from its path or flow field.

use super::state::State;
use super::units::Phase;
use crate::math;

use crate::types::{Point, Vec2};
use crate::workers::Workers;

/// Where each unit has to go, as of the beginning of this tick; index = id.
pub(super) struct Courses {
    /// Unit vector to the next point of the path; zero for a unit without a goal.
    pub desired: Vec<Vec2>,
    /// Length of the path to the goal, m.
    pub distance: Vec<f32>,
    /// Where the path turns next, or the goal; the unit's own position when it has no goal.
    pub aim: Vec<Point>,
    /// The goal's middle; the unit's own position when it has no goal.
    pub goal: Vec<Point>,
    /// Whether each unit stands or takes its place at its goal.
    pub standing: Vec<bool>,
}

impl Courses {
    pub fn new(units: usize) -> Courses {
        Courses {
            desired: vec![Vec2::zeros(); units],
            distance: vec![0.0; units],
            aim: vec![Point::origin(); units],
            goal: vec![Point::origin(); units],
            standing: vec![false; units],
        }
    }
}

/// Brings the fields towards moving goals up to date and reads every unit's course.
pub(super) fn navigate(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, courses, .. } = state;
    navigator.follow(&units.position);
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
