//! What can be wrong with units in place, each problem with its message, its code and what is accepted.

use crate::document::DocumentError;
use crate::document::problems;
use crate::text::counted;
use crate::types::{MAX_COORDINATE, MapPoint};

problems! {
/// What is wrong with the units of a map once they are in place.
pub enum LayoutProblem {
    /// A formation that has no room.
    #[error(
        "group '{group}' does not fit: {} {spacing} m apart need more room than {area} m",
        counted(*count as u64, "unit")
    )]
    DoesNotFit {
        /// The group.
        group: String,
        /// How many units.
        count: usize,
        /// The spacing, m.
        spacing: f32,
        /// The area's size.
        area: String,
        /// What would fit.
        help: String,
    }
        => ("scene::does_not_fit", "{help}"),
    /// Neighbours so near that they touch.
    #[error("the units of group '{group}' stand too close: {spacing:.3} m from centre to centre")]
    TooClose {
        /// The group.
        group: String,
        /// The distance, m.
        spacing: f32,
        /// What is needed, m.
        least: f32,
    }
        => ("scene::too_close", "at least {least:.3} m: twice the radius, and 2·√2 times the jitter, which may bring both closer"),
    /// Two units in one place.
    #[error("units {first} and {second} overlap at the start, by {depth:.3} m")]
    UnitOverlap {
        /// group:number.
        first: String,
        /// group:number.
        second: String,
        /// How deep, m.
        depth: f32,
        /// The sum of the radii, m.
        least: f32,
    }
        => ("scene::unit_overlap", "their centres must be at least {least:.3} m apart: the sum of their radii"),
    /// Two units in one place, perhaps because of the jitter.
    #[error(
        "units {first} and {second} overlap at the start, by {depth:.3} m, after a jitter of up to {jitter} m"
    )]
    JitteredOverlap {
        /// group:number.
        first: String,
        /// group:number.
        second: String,
        /// How deep, m.
        depth: f32,
        /// The sum of the radii, m.
        least: f32,
        /// How far each was moved at most in x and in y, m.
        jitter: f32,
    }
        => ("scene::jittered_overlap", "less jitter, another seed, or starts further apart: their centres must be at least {least:.3} m apart"),
    /// A unit in a wall.
    #[error("unit {unit} stands in a wall at ({x:.2}, {y:.2})")]
    UnitInWall {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
        /// The unit's radius, m.
        radius: f32,
    }
        => ("scene::unit_in_wall", "move it: its whole disc, of radius {radius} m, must be clear of every wall"),
    /// A unit outside the bounds.
    #[error("unit {unit} starts outside the world, at ({x:.2}, {y:.2})")]
    StartOutside {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
    }
        => ("scene::start_outside", "widen `bounds`, or move the unit"),
    /// A goal outside the bounds.
    #[error("the goal of unit {unit} lies outside the world, at ({x:.2}, {y:.2})")]
    GoalOutside {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
    }
        => ("scene::goal_outside", "widen `bounds`, or move the goal"),
    /// A goal inside a wall.
    #[error("the goal of unit {unit} lies in a wall, at ({x:.2}, {y:.2})")]
    GoalInWall {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
    }
        => ("scene::goal_in_wall", "nobody can get there; move the goal or the wall"),
    /// Units too slow for where they are.
    #[error(
        "group '{group}' is too far from the middle of the bounds for its speed: a unit walks {step} m in a tick, and {far} m away \
         positions are {spacing} m apart"
    )]
    TooCoarse {
        /// The group's name.
        group: String,
        /// What a unit walks in a tick, m.
        step: f32,
        /// How far its start or goal is from the middle of the bounds, m.
        far: f32,
        /// The distance of two neighbouring floats there, m.
        spacing: f32,
    }
        => ("scene::too_coarse", "use smaller `bounds` round the units, or raise `max_speed`"),
    /// A unit that covers too many of its radii in a tick.
    #[error("unit {unit} of radius {radius} m is too fast: {max_speed} m/s")]
    TooFast {
        /// What the unit is called.
        unit: String,
        /// Its radius, m.
        radius: f32,
        /// Its maximum speed, m/s.
        max_speed: f32,
        /// The largest maximum speed for this radius, m/s.
        most: f32,
    }
        => ("scene::too_fast", "a unit may move by 10 radii in a tick of 1/60 s: use a `max_speed` of at most {most} m/s, or a larger `radius`"),
    /// Places beyond what an f32 resolves well.
    #[error("the map reaches further than {MAX_COORDINATE} m from the origin")]
    TooFar
        => ("scene::too_far", "fewer units, less spacing, or a start nearer to the middle"),
}
}

impl LayoutProblem {
    /// The same problem, with its position in the coordinates of a map that is simulated about `origin`.
    pub(super) fn on_map(mut self, origin: MapPoint) -> LayoutProblem {
        if let LayoutProblem::UnitInWall { x, y, .. }
        | LayoutProblem::StartOutside { x, y, .. }
        | LayoutProblem::GoalOutside { x, y, .. }
        | LayoutProblem::GoalInWall { x, y, .. } = &mut self
        {
            *x = (f64::from(*x) + origin.x) as f32;
            *y = (f64::from(*y) + origin.y) as f32;
        }
        self
    }
}

impl From<LayoutProblem> for DocumentError {
    fn from(problem: LayoutProblem) -> Self {
        DocumentError::new(problem)
    }
}
