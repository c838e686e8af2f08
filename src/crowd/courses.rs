//! The course of each unit: direction, path length and goal.

use crate::types::{Point, Renumbering, Vec2};

/// The course of each unit at the beginning of this tick, indexed by id.
pub(super) struct Courses {
    /// Unit vector towards the next point of the path. Zero for a unit without a goal.
    pub desired: Vec<Vec2>,
    /// The length of the path to the goal, m.
    pub distance: Vec<f32>,
    /// The next turning point of the path, or the goal. The unit's own position if it has no goal.
    pub aim: Vec<Point>,
    /// The centre of the goal. The unit's own position if it has no goal.
    pub goal: Vec<Point>,
    /// Whether the unit stands or is settling at its goal.
    pub standing: Vec<bool>,
}

impl Courses {
    /// Whether unit `id` walks to a goal in this tick.
    pub fn walks(&self, id: usize) -> bool {
        !self.standing[id] && self.desired[id] != Vec2::zeros()
    }

    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.apply(&mut self.desired, Vec2::zeros);
        renumbering.apply(&mut self.distance, || 0.0);
        renumbering.apply(&mut self.aim, Point::origin);
        renumbering.apply(&mut self.goal, Point::origin);
        renumbering.apply(&mut self.standing, || false);
    }

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
