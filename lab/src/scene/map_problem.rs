//! Problems with the contents of a map, each with its message, code and help.

use super::limits::{MAX_CORNERS, MAX_GROUPS, MAX_UNITS};
use crate::document::DocumentError;
use crate::document::problems;
use crate::text::{UnknownName, did_you_mean};
use sidestep::settings::Push;

problems! {
/// A problem with the contents of a map, without its position.
pub enum MapProblem {
    /// There is no such map.
    #[error("there is no built-in map and no file named '{name}'")]
    UnknownMap {
        /// The name.
        name: String,
        /// The nearest name, if one is similar.
        hint: String,
    }
        => ("scene::unknown_map", "{hint}`sidestep maps` lists the built-in maps"),
    /// There is no such file.
    #[error("there is no file '{name}'")]
    NoSuchFile {
        /// The path.
        name: String,
        /// The nearest built-in map, if one is similar.
        hint: String,
    }
        => ("scene::no_such_file", "{hint}give the path of a map file or the name of a built-in map (`sidestep maps` lists them)"),
    /// The format's version is not supported.
    #[error("format version {version} is not supported; this program reads version 1")]
    Version {
        /// The version in the file.
        version: String,
    }
        => ("scene::version", "write `sidestep = 1`"),
    /// A word of a start file is not a number.
    #[error("'{word}' is not a number")]
    NotANumber {
        /// The word.
        word: String,
    }
        => ("scene::not_a_number", "write one unit per line as `x y goal_x goal_y`, separated by spaces; a map's file name must end in .toml"),
    /// A line of a start file has too few or too many numbers.
    #[error("a line of a start file must have 4 to 6 numbers, not {count}")]
    Columns {
        /// The number of numbers.
        count: usize,
    }
        => ("scene::columns", "write `x y goal_x goal_y` in metres, optionally followed by the radius (m) and the maximum speed (m/s)"),
    /// A start file named by a map cannot be read.
    #[error("cannot read the start file {file}: {reason}")]
    UnreadableStarts {
        /// The path.
        file: String,
        /// The system's message.
        reason: String,
    }
        => ("scene::unreadable_starts", "check the path; it is relative to the map's folder"),
    /// A map that was not read from a file names a start file.
    #[error("a map that is not a file cannot name the start file '{file}'")]
    NoFolder {
        /// The path.
        file: String,
    }
        => ("scene::no_folder", "save the map next to the start file and open that file"),
    /// The avoidance mode does not exist.
    #[error("{}", unknown.problem)]
    UnknownMode {
        /// Its name, and what was probably meant.
        unknown: UnknownName,
    }
        => ("scene::unknown_mode", "{}", unknown.hint),
    /// A plan is invalid.
    #[error("{problem}")]
    BadPlan {
        /// What is wrong.
        problem: String,
        /// What to do.
        help: String,
    }
        => ("scene::bad_plan", "{help}"),
    /// A model does not accept this value of a setting.
    #[error("{problem}")]
    BadSetting {
        /// What is wrong.
        problem: String,
    }
        => ("scene::bad_setting", "run `sidestep models NAME` to list a model's settings with their ranges"),
    /// A setting of a model that the map's mode does not use.
    #[error("'{key}' is a setting of {of}, but the mode is {mode}")]
    ForeignSetting {
        /// The setting.
        key: String,
        /// A model that has it.
        of: &'static str,
        /// The map's mode.
        mode: &'static str,
    }
        => ("scene::foreign_setting", "remove it, write mode = \"{of}\", or move it to [avoidance.{of}] for groups with that mode"),
    /// A setting is given both in `[avoidance]` and in its model's table.
    #[error("'{key}' is set twice")]
    SettingTwice {
        /// The key.
        key: String,
    }
        => ("scene::setting_twice", "keep one of the two values"),
    /// The map has no such group.
    #[error("there is no group named '{group}'")]
    UnknownGroup {
        /// The name.
        group: String,
        /// The nearest name, or all names.
        hint: String,
    }
        => ("scene::unknown_group", "{hint}"),
    /// The push is too weak or too strong.
    #[error("'strength' must be above 0 and at most {max}, not {strength}", max = Push::MAX_STRENGTH)]
    PushOutOfRange {
        /// The strength in the file.
        strength: String,
    }
        => ("scene::push_out_of_range", "use a value in this range, or `on = false` to switch the push off"),
    /// The formation does not exist.
    #[error("unknown formation '{formation}'")]
    UnknownFormation {
        /// The name in the file.
        formation: String,
        /// The nearest name, or all names.
        hint: String,
    }
        => ("scene::unknown_formation", "{hint}"),
    /// Two goals at once.
    #[error("a goal cannot have both '{first}' and '{second}'")]
    TwoGoals {
        /// One goal.
        first: String,
        /// The other goal.
        second: String,
    }
        => ("scene::two_goals", "keep one of them; a unit has exactly one goal"),
    /// Both a mass and a density.
    #[error("a unit cannot have both 'mass' and 'density'")]
    MassAndDensity
        => ("scene::mass_and_density", "keep one of them; a density gives the mass density · π · radius²"),
    /// A polygon or chain has too few points, or two equal points in a row.
    #[error("invalid {what}: {why}")]
    EmptyShape {
        /// `polygon`, `chain` or `line`.
        what: &'static str,
        /// What is wrong with it.
        why: String,
        /// What to do.
        help: &'static str,
    }
        => ("scene::empty_shape", "{help}"),
    /// A polygon's outline crosses itself.
    #[error("the polygon crosses itself: side {first} meets side {second}")]
    PolygonCrossesItself {
        /// A side, from 1.
        first: usize,
        /// Another side.
        second: usize,
    }
        => ("scene::polygon_crosses_itself", "list the corners in order around the outline, or split the shape into two polygons"),
    /// The walls have too many corners.
    #[error("too many wall corners: all walls together can have at most {MAX_CORNERS}")]
    TooManyCorners
        => ("scene::too_many_corners", "simplify the walls"),
    /// Too many groups.
    #[error("too many groups: a map can have at most {MAX_GROUPS}")]
    TooManyGroups
        => ("scene::too_many_groups", "merge groups that go in the same direction"),
    /// Two groups have the same name.
    #[error("two groups are named '{group}'")]
    DuplicateGroup {
        /// The name.
        group: String,
    }
        => ("scene::duplicate_group", "give each group its own name"),
    /// No units.
    #[error("{what} has no units")]
    NoUnits {
        /// The group, the map, or another place without units.
        what: String,
    }
        => ("scene::no_units", "add at least one unit; every group needs one"),
    /// Too many units.
    #[error("a map can have at most {MAX_UNITS} units, not {count}")]
    TooManyUnits {
        /// The number of units.
        count: String,
    }
        => ("scene::too_many_units", "use a smaller `count`, `area` or `--units`"),
    /// Fewer units were requested than the map needs.
    #[error("this map needs at least {least} units, not {asked}")]
    TooFewUnits {
        /// The requested number.
        asked: usize,
        /// The smallest possible number.
        least: usize,
    }
        => ("scene::too_few_units", "use {least} or more: every group keeps at least one unit, and units listed one by one all stay"),
    /// Another number of units was requested for a map whose number is fixed.
    #[error("the map '{map}' has a fixed number of units")]
    NotScalable {
        /// The map.
        map: String,
    }
        => ("scene::not_scalable", "leave out `--units`, or use a map with a formation or a ring that walks: only those can change their number"),
    /// A goal names a unit that does not exist.
    #[error("the goal names the unit '{unit}', which does not exist")]
    UnknownUnit {
        /// `group:number`.
        unit: String,
        /// What is accepted.
        hint: String,
    }
        => ("scene::unknown_unit", "{hint}"),
    /// `moved` names a unit that does not exist.
    #[error("the group has no unit {number}")]
    NoSuchUnit {
        /// The unit's number in the file.
        number: String,
        /// The number of the last unit.
        last: usize,
    }
        => ("scene::no_such_unit", "write a number between 0 and {last}"),
    /// `moved` names a unit twice.
    #[error("unit {number} is moved twice")]
    MovedTwice {
        /// The unit's number.
        number: usize,
    }
        => ("scene::moved_twice", "keep one of the two positions"),
    /// The colour does not exist.
    #[error("unknown colour '{color}'")]
    UnknownColor {
        /// The colour in the file.
        color: String,
        /// The nearest name, or what is accepted.
        hint: String,
    }
        => ("scene::unknown_color", "{hint}"),
    /// The stance does not exist.
    #[error("unknown stance '{stance}'")]
    UnknownStance {
        /// The stance in the file.
        stance: String,
        /// The nearest name, or all names.
        hint: String,
    }
        => ("scene::unknown_stance", "{hint}"),
    /// The map has no such door.
    #[error("there is no door named '{door}'")]
    UnknownDoor {
        /// The name.
        door: String,
        /// The nearest name, or what to add.
        hint: String,
    }
        => ("scene::unknown_door", "{hint}"),
    /// Two doors have the same name.
    #[error("two doors are named '{door}'")]
    DuplicateDoor {
        /// The name.
        door: String,
    }
        => ("scene::duplicate_door", "give each door its own name"),
    /// What a door does about units in its place does not exist.
    #[error("unknown answer '{answer}' to units in the door's place")]
    UnknownIfOccupied {
        /// The word in the file.
        answer: String,
        /// The nearest word, or all words.
        hint: String,
    }
        => ("scene::unknown_if_occupied", "{hint}"),
    /// An order or a door comes after the end of the run.
    #[error("'{key}' is {value} s, but the run ends after {limit} s")]
    AfterTheEnd {
        /// The key.
        key: String,
        /// The time, s.
        value: f32,
        /// The time limit, s.
        limit: f32,
    }
        => ("scene::after_the_end", "use an earlier time, or a larger `time_limit`"),
    /// A stream ends before it begins.
    #[error("the stream ends at {until} s, but it begins at {from} s")]
    StreamEndsFirst {
        /// When it begins, s.
        from: f32,
        /// When it ends, s.
        until: f32,
    }
        => ("scene::stream_ends_first", "use a larger `until` or a smaller `from`"),
    /// A stream's units have no goal to reach.
    #[error("the units of a stream need a goal to reach, not `{goal}`")]
    StreamStands {
        /// `stand` or `roam`.
        goal: &'static str,
    }
        => ("scene::stream_stands", "use another goal, such as goal = {{ shift = [40, 0] }}: the units leave when they reach it"),
    /// An order is for a group that stands.
    #[error("the group '{group}' stands and takes no orders")]
    OrderForObstacles {
        /// The group.
        group: String,
    }
        => ("scene::order_for_obstacles", "give the group another goal; with goal = {{ shift = [0, 0] }} its units stand where they start"),
    /// A unit is its own goal.
    #[error("unit {unit} cannot be its own goal")]
    GoalIsItself {
        /// `group:number`.
        unit: String,
    }
        => ("scene::goal_is_itself", "name another unit, or write goal = {{ stand = true }} to let it stand"),
    /// A standing unit has a velocity.
    #[error("a unit with the goal `stand` cannot have a velocity")]
    StandingVelocity
        => ("scene::standing_velocity", "remove `velocity`, or give the unit another goal; `goal = {{ roam = true }}` lets it move without a destination"),
    /// A region is rotated by an angle that is not a multiple of 90°.
    #[error("a goal region can be rotated by multiples of 90 degrees only, not by {degrees}")]
    AskewRegion {
        /// The angle.
        degrees: f32,
    }
        => ("scene::askew_region", "rotate the group by a multiple of 90, or use a point or a line as its goal"),
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

impl From<MapProblem> for DocumentError {
    fn from(problem: MapProblem) -> Self {
        DocumentError::new(problem)
    }
}
