//! What can be wrong with what a map says, each problem with its message, its code and what is accepted.

use super::limits::{MAX_CORNERS, MAX_GROUPS, MAX_UNITS};
use crate::document::DocumentError;
use crate::document::problems;
use crate::settings::Push;
use crate::steering::avoidance::UnknownMode;

problems! {
/// What is wrong with what a map says, without the position in its text.
pub enum MapProblem {
    /// There is no such map.
    #[error("there is no map '{name}', neither built in nor a file")]
    UnknownMap {
        /// What was asked for.
        name: String,
        /// The nearest name, if one is near.
        hint: String,
    }
        => ("scene::unknown_map", "{hint}`sidestep maps` lists the built-in maps"),
    /// There is no such file.
    #[error("there is no file '{name}'")]
    NoSuchFile {
        /// What was asked for.
        name: String,
        /// The nearest built-in map, if one is near.
        hint: String,
    }
        => ("scene::no_such_file", "{hint}give the path of a map file, or a built-in map's name (`sidestep maps` lists them)"),
    /// The version is not one that is read.
    #[error("version {version} of the map format is not known")]
    Version {
        /// What was written.
        version: String,
    }
        => ("scene::version", "this program reads `sidestep = 1`"),
    /// A word of a start file that is no number.
    #[error("'{word}' is not a number")]
    NotANumber {
        /// The word.
        word: String,
    }
        => ("scene::not_a_number", "a start file (.txt, .starts) has numbers with blanks between, `x y goal_x goal_y`; a map ends in .toml"),
    /// A line of a start file with too few numbers or too many.
    #[error("a unit's line has 4 to 6 numbers, this one {count}")]
    Columns {
        /// How many.
        count: usize,
    }
        => ("scene::columns", "write `x y goal_x goal_y`, in metres, and if you like its radius (m) and maximum speed (m/s)"),
    /// A start file that a map names cannot be read.
    #[error("cannot read the start file {file}: {reason}")]
    UnreadableStarts {
        /// The path.
        file: String,
        /// What the system said.
        reason: String,
    }
        => ("scene::unreadable_starts", "its path is taken from the folder of the map"),
    /// A map that is no file names a start file.
    #[error("a map that is no file cannot name the start file '{file}'")]
    NoFolder {
        /// The path.
        file: String,
    }
        => ("scene::no_folder", "save the map beside the start file and read it from there; a text stands in no folder"),
    /// The avoidance mode does not exist.
    #[error("{}", unknown.message())]
    UnknownMode {
        /// Its name, and what was probably meant.
        unknown: UnknownMode,
    }
        => ("scene::unknown_mode", "{}", unknown.hint),
    /// A plan that cannot be followed.
    #[error("{problem}")]
    BadPlan {
        /// What is wrong.
        problem: String,
        /// What would be right.
        help: String,
    }
        => ("scene::bad_plan", "{help}"),
    /// A model does not take this value for one of its settings.
    #[error("{problem}")]
    BadSetting {
        /// What is wrong.
        problem: String,
    }
        => ("scene::bad_setting", "docs/models.md has every model's settings"),
    /// A setting of one model on a map of another.
    #[error("'{key}' is a setting of {of}, and the mode here is {mode}")]
    ForeignSetting {
        /// The setting.
        key: String,
        /// A model that has it.
        of: &'static str,
        /// The map's mode.
        mode: &'static str,
    }
        => ("scene::foreign_setting", "take it out, write mode = \"{of}\", or put it under [avoidance.{of}] for groups of that mode"),
    /// A setting of the map's mode that stands both beside the mode and in its model's table.
    #[error("'{key}' is set twice")]
    SettingTwice {
        /// The key.
        key: String,
    }
        => ("scene::setting_twice", "keep one of the two"),
    /// A group that the map does not have.
    #[error("no group is called '{group}'")]
    UnknownGroup {
        /// The name.
        group: String,
        /// What is accepted.
        hint: String,
    }
        => ("scene::unknown_group", "{hint}"),
    /// The push is too weak or too strong.
    #[error("the push's strength {strength} is out of range")]
    PushOutOfRange {
        /// What was written.
        strength: String,
    }
        => ("scene::push_out_of_range", "above 0 and up to {max} is taken; `on = false` switches the push off", max = Push::MAX_STRENGTH),
    /// The formation does not exist.
    #[error("unknown formation '{formation}'")]
    UnknownFormation {
        /// What was written.
        formation: String,
        /// The nearest, or all.
        hint: String,
    }
        => ("scene::unknown_formation", "{hint}"),
    /// Two goals at once.
    #[error("the goal is two things at once: '{first}' and '{second}'")]
    TwoGoals {
        /// One.
        first: String,
        /// The other.
        second: String,
    }
        => ("scene::two_goals", "keep one; a unit has one goal"),
    /// Both a mass and a density.
    #[error("both 'mass' and 'density' are given")]
    MassAndDensity
        => ("scene::mass_and_density", "keep one: the mass is the density times π·radius²"),
    /// A polygon or chain with too few points, or with two equal ones in a row.
    #[error("the {what} is empty: {why}")]
    EmptyShape {
        /// polygon, chain or line.
        what: &'static str,
        /// Why.
        why: String,
        /// What would be right.
        help: &'static str,
    }
        => ("scene::empty_shape", "{help}"),
    /// A polygon whose outline crosses itself.
    #[error("the polygon crosses itself: its side {first} meets side {second}")]
    PolygonCrossesItself {
        /// A side, from 1.
        first: usize,
        /// Another side.
        second: usize,
    }
        => ("scene::polygon_crosses_itself", "list the corners in order round the outline; split what crosses into two polygons"),
    /// Too many corners of walls.
    #[error("the walls have more than {MAX_CORNERS} corners")]
    TooManyCorners
        => ("scene::too_many_corners", "simplify the walls"),
    /// Too many groups.
    #[error("the map has more than {MAX_GROUPS} groups")]
    TooManyGroups
        => ("scene::too_many_groups", "put units that go the same way into one group"),
    /// Two groups of the same name.
    #[error("two groups are called '{group}'")]
    DuplicateGroup {
        /// The name.
        group: String,
    }
        => ("scene::duplicate_group", "give each group a name of its own"),
    /// No units.
    #[error("{what} has no units")]
    NoUnits {
        /// The group, or the map.
        what: String,
    }
        => ("scene::no_units", "a map needs at least one unit, and every group at least one"),
    /// Too many units.
    #[error("{count} units are too many; a map holds at most {MAX_UNITS}")]
    TooManyUnits {
        /// How many.
        count: String,
    }
        => ("scene::too_many_units", "lower the count, or the number that was asked for"),
    /// Fewer units were asked for than the map can have.
    #[error("this map needs at least {least} units, and cannot have {asked}")]
    TooFewUnits {
        /// What was asked for.
        asked: usize,
        /// The least that is possible.
        least: usize,
    }
        => ("scene::too_few_units", "each group keeps at least one, and units that are listed one by one all stay"),
    /// A number of units was asked for, of a map that lists each.
    #[error("the map '{map}' cannot have another number of units")]
    NotScalable {
        /// The map.
        map: String,
    }
        => ("scene::not_scalable", "its units are listed one by one or stand; only formations and rings that walk can grow"),
    /// A goal that is a unit which does not exist.
    #[error("the goal is the unit '{unit}', which does not exist")]
    UnknownUnit {
        /// group:number.
        unit: String,
        /// What is accepted.
        hint: String,
    }
        => ("scene::unknown_unit", "{hint}"),
    /// A unit that wants to be at itself.
    #[error("unit {unit} has itself as its goal")]
    GoalIsItself {
        /// group:number.
        unit: String,
    }
        => ("scene::goal_is_itself", "name another unit, or let it stand: goal = {{ stand = true }}"),
    /// A unit that stands and has a velocity.
    #[error("a unit with the goal `stand` cannot have a velocity")]
    StandingVelocity
        => ("scene::standing_velocity", "remove `velocity`, or give the unit another goal; `goal = {{ roam = true }}` moves without a destination"),
    /// A region turned askew.
    #[error("a goal region cannot be turned by {degrees} degrees")]
    AskewRegion {
        /// The angle.
        degrees: f32,
    }
        => ("scene::askew_region", "regions stay upright: turn by a multiple of 90, or take a point or a line as the goal"),
}
}

impl MapProblem {
    /// A plan that cannot be followed, and what is accepted.
    pub(super) fn bad_plan(problem: impl Into<String>, help: impl Into<String>) -> MapProblem {
        MapProblem::BadPlan { problem: problem.into(), help: help.into() }
    }
}

impl From<MapProblem> for DocumentError {
    fn from(problem: MapProblem) -> Self {
        DocumentError::new(problem)
    }
}
