//! Problems that show only once all units have their positions, each with its message, code and help.

use crate::document::problems;
use crate::text::counted;
use sidestep::types::{MAX_COORDINATE, MapPoint};

problems! {
/// A problem with the positions or goals of a map's units.
pub enum LayoutProblem {
    DoesNotFit { group: String, count: usize, spacing: f32, area: String, help: String }
        "scene::does_not_fit": ("group '{group}' does not fit: {} at a spacing of {spacing} m need more room than {area} m", counted(*count as u64, "unit"))
        => ("{help}"),
    TooClose { group: String, spacing: f32, least: f32 }
        "scene::too_close": ("the units of group '{group}' are too close: their centres must be at least {least:.3} m apart, not {spacing:.3} m")
        => ("use a larger spacing or less jitter; the distance must be at least twice the radius plus 2·√2 times the jitter"),
    UnitOverlap { first: String, second: String, depth: f32, least: f32 }
        "scene::unit_overlap": ("units {first} and {second} overlap by {depth:.3} m at the start")
        => ("move them apart: their centres must be at least {least:.3} m apart, the sum of their radii"),
    JitteredOverlap { first: String, second: String, depth: f32, least: f32, jitter: f32 }
        "scene::jittered_overlap": ("units {first} and {second} overlap by {depth:.3} m at the start, after a jitter of up to {jitter} m")
        => ("use less jitter, another seed, or starts further apart: their centres must be at least {least:.3} m apart"),
    UnitInWall { unit: String, x: f32, y: f32, radius: f32 }
        "scene::unit_in_wall": ("unit {unit} starts in a wall, at ({x:.2}, {y:.2})")
        => ("move the unit or the wall: the unit's disc, of radius {radius} m, must be clear of all walls"),
    StartOutside { unit: String, x: f32, y: f32 }
        "scene::start_outside": ("unit {unit} starts outside the bounds, at ({x:.2}, {y:.2})")
        => ("widen `bounds`, or move the unit inside"),
    GoalOutside { goals: String, at: &'static str, x: f32, y: f32 }
        "scene::goal_outside": ("{goals} outside the bounds, {at} ({x:.2}, {y:.2})")
        => ("widen `bounds`, or move the goal inside"),
    GoalInWall { goals: String, at: &'static str, x: f32, y: f32 }
        "scene::goal_in_wall": ("{goals} inside a wall, {at} ({x:.2}, {y:.2})")
        => ("move the goal or the wall; a goal inside a wall cannot be reached"),
    TooCoarse { group: String, step: f32, far: f32, spacing: f32 }
        "scene::too_coarse": ("group '{group}' is too far from the middle of the bounds for its speed: a unit walks {step} m per tick, but {far} m from the middle positions are {spacing} m apart")
        => ("use smaller `bounds` around the units, or raise `max_speed`"),
    TooFast { unit: String, radius: f32, max_speed: f32, most: f32 }
        "scene::too_fast": ("unit {unit} is too fast for its radius of {radius} m: at most {most} m/s is accepted, not {max_speed} m/s")
        => ("lower `max_speed` or use a larger `radius`: a unit may move at most 10 radii per tick (1/60 s)"),
    TooFar
        "scene::too_far": ("a unit or its goal is more than {MAX_COORDINATE} m from the origin")
        => ("use fewer units, a smaller spacing, or positions closer to the origin"),
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
