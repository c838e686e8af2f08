//! Problems with the contents of a map, each with its message, code and help.

use super::limits::{MAX_CORNERS, MAX_GROUPS, MAX_UNITS};
use crate::document::problems;
use crate::text::{UnknownName, did_you_mean};

problems! {
/// A problem with the contents of a map, without its position.
pub enum MapProblem {
    UnknownMap { name: String, hint: String }
        "scene::unknown_map": ("there is no built-in map and no file named '{name}'")
        => ("{hint}`sidestep maps` lists the built-in maps"),
    NoSuchFile { name: String, hint: String }
        "scene::no_such_file": ("there is no file '{name}'")
        => ("{hint}give the path of a map file or the name of a built-in map (`sidestep maps` lists them)"),
    Version { version: String }
        "scene::version": ("format version {version} is not supported; this program reads version 1")
        => ("write `sidestep = 1`"),
    NotANumber { word: String }
        "scene::not_a_number": ("'{word}' is not a number")
        => ("write one unit per line as `x y goal_x goal_y`, separated by spaces; a map's file name must end in .toml"),
    Columns { count: usize }
        "scene::columns": ("a line of a start file must have 4 to 6 numbers, not {count}")
        => ("write `x y goal_x goal_y` in metres, optionally followed by the radius (m) and the maximum speed (m/s)"),
    UnreadableStarts { file: String, reason: String }
        "scene::unreadable_starts": ("cannot read the start file {file}: {reason}")
        => ("check the path; it is relative to the map's folder"),
    NoFolder { file: String }
        "scene::no_folder": ("a map that is not a file cannot name the start file '{file}'")
        => ("save the map next to the start file and open that file"),
    UnknownMode { unknown: UnknownName }
        "scene::unknown_mode": ("{}", unknown.problem)
        => ("{}", unknown.hint),
    BadPlan { problem: String, help: String }
        "scene::bad_plan": ("{problem}")
        => ("{help}"),
    BadSetting { problem: String }
        "scene::bad_setting": ("{problem}")
        => ("run `sidestep models NAME` to list a model's settings with their ranges"),
    ForeignSetting { key: String, of: &'static str, mode: &'static str }
        "scene::foreign_setting": ("'{key}' is a setting of {of}, but the mode is {mode}")
        => ("remove it, write mode = \"{of}\", or move it to [avoidance.{of}] for groups with that mode"),
    SettingTwice { key: String }
        "scene::setting_twice": ("'{key}' is set twice")
        => ("keep one of the two values"),
    UnknownGroup { group: String, hint: String }
        "scene::unknown_group": ("there is no group named '{group}'")
        => ("{hint}"),
    TwoGoals { first: String, second: String }
        "scene::two_goals": ("a goal cannot have both '{first}' and '{second}'")
        => ("keep one of them; a unit has exactly one goal"),
    MassAndDensity
        "scene::mass_and_density": ("a unit cannot have both 'mass' and 'density'")
        => ("keep one of them; a density gives the mass density · π · radius²"),
    EmptyShape { what: &'static str, why: String, help: &'static str }
        "scene::empty_shape": ("invalid {what}: {why}")
        => ("{help}"),
    PolygonCrossesItself { first: usize, second: usize }
        "scene::polygon_crosses_itself": ("the polygon crosses itself: side {first} meets side {second}")
        => ("list the corners in order around the outline, or split the shape into two polygons"),
    TooManyCorners
        "scene::too_many_corners": ("too many wall corners: all walls together can have at most {MAX_CORNERS}")
        => ("simplify the walls"),
    TooManyGroups
        "scene::too_many_groups": ("too many groups: a map can have at most {MAX_GROUPS}")
        => ("merge groups that go in the same direction"),
    DuplicateGroup { group: String }
        "scene::duplicate_group": ("two groups are named '{group}'")
        => ("give each group its own name"),
    NoUnits { what: String }
        "scene::no_units": ("{what} has no units")
        => ("add at least one unit; every group needs one"),
    TooManyUnits { count: String }
        "scene::too_many_units": ("a map can have at most {MAX_UNITS} units, not {count}")
        => ("use a smaller `count`, `area` or `--units`"),
    TooFewUnits { asked: usize, least: usize }
        "scene::too_few_units": ("this map needs at least {least} units, not {asked}")
        => ("use {least} or more: every group keeps at least one unit, and units listed one by one all stay"),
    NotScalable { map: String }
        "scene::not_scalable": ("the map '{map}' has a fixed number of units")
        => ("leave out `--units`, or use a map with a formation or a ring that walks: only those can change their number"),
    UnknownUnit { unit: String, hint: String }
        "scene::unknown_unit": ("the goal names the unit '{unit}', which does not exist")
        => ("{hint}"),
    NoSuchUnit { number: String, last: usize }
        "scene::no_such_unit": ("the group has no unit {number}")
        => ("write a number between 0 and {last}"),
    MovedTwice { number: usize }
        "scene::moved_twice": ("unit {number} is moved twice")
        => ("keep one of the two positions"),
    UnknownColor { color: String, hint: String }
        "scene::unknown_color": ("unknown colour '{color}'")
        => ("{hint}"),
    UnknownDoor { door: String, hint: String }
        "scene::unknown_door": ("there is no door named '{door}'")
        => ("{hint}"),
    DuplicateDoor { door: String }
        "scene::duplicate_door": ("two doors are named '{door}'")
        => ("give each door its own name"),
    AfterTheEnd { key: String, value: f32, limit: f32 }
        "scene::after_the_end": ("'{key}' is {value} s, but the run ends after {limit} s")
        => ("use an earlier time, or a larger `time_limit`"),
    StreamEndsFirst { from: f32, until: f32 }
        "scene::stream_ends_first": ("the stream ends at {until} s, but it begins at {from} s")
        => ("use a larger `until` or a smaller `from`"),
    StreamStands { goal: &'static str }
        "scene::stream_stands": ("the units of a stream need a goal to reach, not `{goal}`")
        => ("use another goal, such as goal = {{ shift = [40, 0] }}: the units leave when they reach it"),
    OrderForObstacles { group: String }
        "scene::order_for_obstacles": ("the group '{group}' stands and takes no orders")
        => ("give the group another goal; with goal = {{ shift = [0, 0] }} its units stand where they start"),
    GoalIsItself { unit: String }
        "scene::goal_is_itself": ("unit {unit} cannot be its own goal")
        => ("name another unit, or write goal = {{ stand = true }} to let it stand"),
    StandingVelocity
        "scene::standing_velocity": ("a unit with the goal `stand` cannot have a velocity")
        => ("remove `velocity`, or give the unit another goal; `goal = {{ roam = true }}` lets it move without a destination"),
    AskewRegion { degrees: f32 }
        "scene::askew_region": ("a goal region can be rotated by multiples of 90 degrees only, not by {degrees}")
        => ("rotate the group by a multiple of 90, or use a point or a line as its goal"),
}
}

impl MapProblem {
    /// No group has this name.
    pub(super) fn unknown_group(group: &str, groups: &[String]) -> MapProblem {
        let names: Vec<&str> = groups.iter().map(String::as_str).collect();
        MapProblem::UnknownGroup { group: group.to_string(), hint: did_you_mean(group, &names) }
    }

    /// An invalid plan, and what to do.
    pub(super) fn bad_plan(problem: impl Into<String>, help: impl Into<String>) -> MapProblem {
        MapProblem::BadPlan { problem: problem.into(), help: help.into() }
    }
}
