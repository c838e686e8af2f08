//! Where each unit's path leads first.

use crate::math;
use crate::navigation::{Goal, Navigator};
use crate::types::{Point, Renumbering, Vec2};
use crate::workers::Workers;
use serde::{Deserialize, Serialize};

/// The first leg of each unit's path in this tick, indexed by slot.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Headings {
    /// Unit vector towards the next point of the path. Zero for a unit without a goal.
    pub direction: Vec<Vec2>,
    /// The length of the path to the goal, m.
    pub distance: Vec<f32>,
    /// The next turning point of the path, or the goal. The unit's own position if it has no goal.
    pub aim: Vec<Point>,
}

impl Headings {
    /// The headings of this many units, before they are found.
    pub(super) fn new(units: usize) -> Headings {
        Headings {
            direction: vec![Vec2::zeros(); units],
            distance: vec![0.0; units],
            aim: vec![Point::origin(); units],
        }
    }

    /// Follows the units to their new slots.
    pub(super) fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.apply(&mut self.direction, Vec2::zeros);
        renumbering.apply(&mut self.distance, || 0.0);
        renumbering.apply(&mut self.aim, Point::origin);
    }

    /// Finds the headings of all units at these positions.
    pub(super) fn find(
        &mut self,
        position: &[Point],
        goal: &[Goal],
        navigator: &Navigator,
        workers: Workers<'_>,
    ) {
        let Headings { direction, distance, aim } = self;
        workers.each_of_three(direction, distance, aim, |slot, direction, distance, aim| {
            let at = position[slot];
            let heading = navigator.heading(slot, at, &goal[slot], position);
            (*direction, *distance, *aim) = heading
                .map_or((Vec2::zeros(), 0.0, at), |h| (math::normalize(h.aim - at), h.distance, h.aim));
        });
    }
}
