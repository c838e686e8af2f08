//! What can be wrong with what a map says, each problem with its message, its code and what is accepted.

use super::limits::{MAX_CORNERS, MAX_GROUPS, MAX_UNITS};
use crate::document::DocumentError;
use crate::settings::Push;
use miette::Diagnostic;

/// What is wrong with what a map says, without the position in its text.
#[derive(Debug, Clone, PartialEq, thiserror::Error, Diagnostic)]
#[non_exhaustive]
pub enum MapProblem {
    /// There is no such map.
    #[error("there is no map '{name}', neither built in nor a file")]
    #[diagnostic(code(scene::unknown_map), help("{hint}`sidestep maps` lists the built-in maps"))]
    UnknownMap {
        /// What was asked for.
        name: String,
        /// The nearest name, if one is near.
        hint: String,
    },
    /// There is no such file.
    #[error("there is no file '{name}'")]
    #[diagnostic(
        code(scene::no_such_file),
        help("{hint}give the path of a map file, or a built-in map's name (`sidestep maps` lists them)")
    )]
    NoSuchFile {
        /// What was asked for.
        name: String,
        /// The nearest built-in map, if one is near.
        hint: String,
    },
    /// The version is not one that is read.
    #[error("version {0} of the map format is not known")]
    #[diagnostic(code(scene::version), help("this program reads `sidestep = 1`"))]
    Version(String),
    /// A word of a start file that is no number.
    #[error("'{0}' is not a number")]
    #[diagnostic(
        code(scene::not_a_number),
        help(
            "a start file (.txt, .starts) has numbers with blanks between, `x y goal_x goal_y`; a map ends in .toml"
        )
    )]
    NotANumber(String),
    /// A line of a start file with too few numbers or too many.
    #[error("a unit's line has 4 to 6 numbers, this one {0}")]
    #[diagnostic(
        code(scene::columns),
        help("write `x y goal_x goal_y`, in metres, and if you like its radius (m) and maximum speed (m/s)")
    )]
    Columns(usize),
    /// A start file that a map names cannot be read.
    #[error("cannot read the start file {file}: {reason}")]
    #[diagnostic(code(scene::unreadable_starts), help("its path is taken from the folder of the map"))]
    UnreadableStarts {
        /// The path.
        file: String,
        /// What the system said.
        reason: String,
    },
    /// A map that is no file names a start file.
    #[error("a map that is no file cannot name the start file '{0}'")]
    #[diagnostic(
        code(scene::no_folder),
        help("save the map beside the start file and read it from there; a text stands in no folder")
    )]
    NoFolder(String),
    /// The avoidance mode does not exist.
    #[error("unknown avoidance mode '{mode}'")]
    #[diagnostic(code(scene::unknown_mode), help("{hint}"))]
    UnknownMode {
        /// What was written.
        mode: String,
        /// The nearest, or all.
        hint: String,
    },
    /// A plan that cannot be followed.
    #[error("{problem}")]
    #[diagnostic(code(scene::bad_plan), help("{help}"))]
    BadPlan {
        /// What is wrong.
        problem: String,
        /// What would be right.
        help: String,
    },
    /// A model does not take this value for one of its settings.
    #[error("{0}")]
    #[diagnostic(code(scene::bad_setting), help("docs/models.md has every model's settings"))]
    BadSetting(String),
    /// A setting of one model on a map of another.
    #[error("'{key}' is a setting of {of}, and the mode here is {mode}")]
    #[diagnostic(
        code(scene::foreign_setting),
        help("take it out, write mode = \"{of}\", or put it under [avoidance.{of}] for groups of that mode")
    )]
    ForeignSetting {
        /// The setting.
        key: String,
        /// A model that has it.
        of: &'static str,
        /// The map's mode.
        mode: &'static str,
    },
    /// A setting of the map's mode that stands both beside the mode and in its model's table.
    #[error("'{0}' is set twice")]
    #[diagnostic(code(scene::setting_twice), help("keep one of the two"))]
    SettingTwice(String),
    /// A group that the map does not have.
    #[error("no group is called '{0}'")]
    #[diagnostic(code(scene::unknown_group), help("{1}"))]
    UnknownGroup(String, String),
    /// The push is too weak or too strong.
    #[error("the push's strength {0} is out of range")]
    #[diagnostic(
        code(scene::push_out_of_range),
        help("above 0 and up to {max} is taken; `on = false` switches the push off", max = Push::MAX_STRENGTH)
    )]
    PushOutOfRange(String),
    /// The formation does not exist.
    #[error("unknown formation '{formation}'")]
    #[diagnostic(code(scene::unknown_formation), help("{hint}"))]
    UnknownFormation {
        /// What was written.
        formation: String,
        /// The nearest, or all.
        hint: String,
    },
    /// Two goals at once.
    #[error("the goal is two things at once: '{first}' and '{second}'")]
    #[diagnostic(code(scene::two_goals), help("keep one; a unit has one goal"))]
    TwoGoals {
        /// One.
        first: String,
        /// The other.
        second: String,
    },
    /// Both a mass and a density.
    #[error("both 'mass' and 'density' are given")]
    #[diagnostic(code(scene::mass_and_density), help("keep one: the mass is the density times π·radius²"))]
    MassAndDensity,
    /// A polygon or chain with too few points, or with two equal ones in a row.
    #[error("the {what} is empty: {why}")]
    #[diagnostic(code(scene::empty_shape), help("{help}"))]
    EmptyShape {
        /// polygon, chain or line.
        what: &'static str,
        /// Why.
        why: String,
        /// What would be right.
        help: &'static str,
    },
    /// A polygon whose outline crosses itself.
    #[error("the polygon crosses itself: its side {first} meets side {second}")]
    #[diagnostic(
        code(scene::polygon_crosses_itself),
        help("list the corners in order round the outline; split what crosses into two polygons")
    )]
    PolygonCrossesItself {
        /// A side, from 1.
        first: usize,
        /// Another side.
        second: usize,
    },
    /// Too many corners of walls.
    #[error("the walls have more than {MAX_CORNERS} corners")]
    #[diagnostic(code(scene::too_many_corners), help("simplify the walls"))]
    TooManyCorners,
    /// Too many groups.
    #[error("the map has more than {MAX_GROUPS} groups")]
    #[diagnostic(code(scene::too_many_groups), help("put units that go the same way into one group"))]
    TooManyGroups,
    /// Two groups of the same name.
    #[error("two groups are called '{0}'")]
    #[diagnostic(code(scene::duplicate_group), help("give each group a name of its own"))]
    DuplicateGroup(String),
    /// No units.
    #[error("{0} has no units")]
    #[diagnostic(code(scene::no_units), help("a map needs at least one unit, and every group at least one"))]
    NoUnits(String),
    /// Too many units.
    #[error("{0} units are too many; a map holds at most {MAX_UNITS}")]
    #[diagnostic(code(scene::too_many_units), help("lower the count, or the number that was asked for"))]
    TooManyUnits(String),
    /// Fewer units were asked for than the map can have.
    #[error("this map needs at least {least} units, and cannot have {asked}")]
    #[diagnostic(
        code(scene::too_few_units),
        help("each group keeps at least one, and units that are listed one by one all stay")
    )]
    TooFewUnits {
        /// What was asked for.
        asked: usize,
        /// The least that is possible.
        least: usize,
    },
    /// A number of units was asked for, of a map that lists each.
    #[error("the map '{0}' cannot have another number of units")]
    #[diagnostic(
        code(scene::not_scalable),
        help("its units are listed one by one or stand; only formations and rings that walk can grow")
    )]
    NotScalable(String),
    /// A goal that is a unit which does not exist.
    #[error("the goal is the unit '{0}', which does not exist")]
    #[diagnostic(code(scene::unknown_unit), help("{1}"))]
    UnknownUnit(String, String),
    /// A unit that wants to be at itself.
    #[error("unit {0} has itself as its goal")]
    #[diagnostic(
        code(scene::goal_is_itself),
        help("name another unit, or let it stand: goal = {{ stand = true }}")
    )]
    GoalIsItself(String),
    /// A unit that stands and has a velocity.
    #[error("a unit with the goal `stand` cannot have a velocity")]
    #[diagnostic(
        code(scene::standing_velocity),
        help(
            "remove `velocity`, or give the unit another goal; `goal = {{ roam = true }}` moves without a destination"
        )
    )]
    StandingVelocity,
    /// A region turned askew.
    #[error("a goal region cannot be turned by {0} degrees")]
    #[diagnostic(
        code(scene::askew_region),
        help("regions stay upright: turn by a multiple of 90, or take a point or a line as the goal")
    )]
    AskewRegion(f32),
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
