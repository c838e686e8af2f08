//! Problems that show only once all units have their positions, each with its message, code and help.

use crate::document::DocumentError;
use crate::document::problems;
use crate::text::counted;
use sidestep::types::{MAX_COORDINATE, MapPoint};

problems! {
/// A problem with the positions or goals of a map's units.
pub enum LayoutProblem {
    /// A formation does not fit into its area.
    #[error(
        "group '{group}' does not fit: {} at a spacing of {spacing} m need more room than {area} m",
        counted(*count as u64, "unit")
    )]
    DoesNotFit {
        /// The group.
        group: String,
        /// The number of units.
        count: usize,
        /// The spacing, m.
        spacing: f32,
        /// The area's size.
        area: String,
        /// What to do.
        help: String,
    }
        => ("scene::does_not_fit", "{help}"),
    /// Neighbours in a group could overlap.
    #[error(
        "the units of group '{group}' are too close: their centres must be at least {least:.3} m apart, not {spacing:.3} m"
    )]
    TooClose {
        /// The group.
        group: String,
        /// The distance of their centres, m.
        spacing: f32,
        /// The smallest accepted distance, m.
        least: f32,
    }
        => ("scene::too_close", "use a larger spacing or less jitter; the distance must be at least twice the radius plus 2·√2 times the jitter"),
    /// Two units overlap.
    #[error("units {first} and {second} overlap by {depth:.3} m at the start")]
    UnitOverlap {
        /// `group:number`.
        first: String,
        /// `group:number`.
        second: String,
        /// The depth of the overlap, m.
        depth: f32,
        /// The sum of the radii, m.
        least: f32,
    }
        => ("scene::unit_overlap", "move them apart: their centres must be at least {least:.3} m apart, the sum of their radii"),
    /// Two units overlap, perhaps because of the jitter.
    #[error(
        "units {first} and {second} overlap by {depth:.3} m at the start, after a jitter of up to {jitter} m"
    )]
    JitteredOverlap {
        /// `group:number`.
        first: String,
        /// `group:number`.
        second: String,
        /// The depth of the overlap, m.
        depth: f32,
        /// The sum of the radii, m.
        least: f32,
        /// The largest jitter in x and in y, m.
        jitter: f32,
    }
        => ("scene::jittered_overlap", "use less jitter, another seed, or starts further apart: their centres must be at least {least:.3} m apart"),
    /// A unit overlaps a wall.
    #[error("unit {unit} starts in a wall, at ({x:.2}, {y:.2})")]
    UnitInWall {
        /// `group:number`.
        unit: String,
        /// Position, m.
        x: f32,
        /// Position, m.
        y: f32,
        /// The unit's radius, m.
        radius: f32,
    }
        => ("scene::unit_in_wall", "move the unit or the wall: the unit's disc, of radius {radius} m, must be clear of all walls"),
    /// A unit starts outside the bounds.
    #[error("unit {unit} starts outside the bounds, at ({x:.2}, {y:.2})")]
    StartOutside {
        /// `group:number`.
        unit: String,
        /// Position, m.
        x: f32,
        /// Position, m.
        y: f32,
    }
        => ("scene::start_outside", "widen `bounds`, or move the unit inside"),
    /// A goal is outside the bounds.
    #[error("{goals} outside the bounds, {at} ({x:.2}, {y:.2})")]
    GoalOutside {
        /// "the goal of unit west:0 is" or "all 100 units of group 'west' have their goals".
        goals: String,
        /// "at", or "the first at" for goals at different positions.
        at: &'static str,
        /// Position, m.
        x: f32,
        /// Position, m.
        y: f32,
    }
        => ("scene::goal_outside", "widen `bounds`, or move the goal inside"),
    /// A goal is inside a wall.
    #[error("{goals} inside a wall, {at} ({x:.2}, {y:.2})")]
    GoalInWall {
        /// "the goal of unit west:0 is" or "all 100 units of group 'west' have their goals".
        goals: String,
        /// "at", or "the first at" for goals at different positions.
        at: &'static str,
        /// Position, m.
        x: f32,
        /// Position, m.
        y: f32,
    }
        => ("scene::goal_in_wall", "move the goal or the wall; a goal inside a wall cannot be reached"),
    /// A group is too slow for the precision of its coordinates.
    #[error(
        "group '{group}' is too far from the middle of the bounds for its speed: a unit walks {step} m per tick, but {far} m from \
         the middle positions are {spacing} m apart"
    )]
    TooCoarse {
        /// The group's name.
        group: String,
        /// The distance that a unit walks in a tick, m.
        step: f32,
        /// The distance of its start or goal from the middle of the bounds, m.
        far: f32,
        /// The distance between neighbouring floats there, m.
        spacing: f32,
    }
        => ("scene::too_coarse", "use smaller `bounds` around the units, or raise `max_speed`"),
    /// A unit moves too many of its radii in a tick.
    #[error("unit {unit} is too fast for its radius of {radius} m: at most {most} m/s is accepted, not {max_speed} m/s")]
    TooFast {
        /// The unit's name.
        unit: String,
        /// Its radius, m.
        radius: f32,
        /// Its maximum speed, m/s.
        max_speed: f32,
        /// The largest accepted speed for this radius, m/s.
        most: f32,
    }
        => ("scene::too_fast", "lower `max_speed` or use a larger `radius`: a unit may move at most 10 radii per tick (1/60 s)"),
    /// A position is too far from the origin.
    #[error("a unit or its goal is more than {MAX_COORDINATE} m from the origin")]
    TooFar
        => ("scene::too_far", "use fewer units, a smaller spacing, or positions closer to the origin"),
}
}

impl LayoutProblem {
    /// The same problem with its position in map coordinates, where `origin` is the simulation's origin on the map.
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
