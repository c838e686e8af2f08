//! Where units have to go.

use crate::types::{Point, Vec2};

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
