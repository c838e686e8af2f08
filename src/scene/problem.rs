//! Everything that can be wrong with a map, each with its message, its code and what would be right.

use super::{MAX_BYTES, MAX_CORNERS, MAX_GROUPS, MAX_UNITS};
use crate::settings::Push;
use crate::text::counted;
use crate::types::{MAX_COORDINATE, MapPoint};
use miette::Diagnostic;

/// What is wrong with a map, without the place.
#[derive(Debug, Clone, PartialEq, thiserror::Error, Diagnostic)]
#[non_exhaustive]
pub enum Problem {
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
    /// The file cannot be read.
    #[error("cannot read the map {file}: {reason}")]
    #[diagnostic(
        code(scene::unreadable),
        help("give the path of a map file, or the name of a built-in map (`sidestep maps` lists them)")
    )]
    Unreadable {
        /// The path.
        file: String,
        /// What the system said.
        reason: String,
    },
    /// More bytes than are read.
    #[error("the map {file} has {bytes} bytes; at most {MAX_BYTES} are read")]
    #[diagnostic(
        code(scene::file_too_large),
        help("a formation with a count stands for any number of units in a few lines")
    )]
    FileTooLarge {
        /// The file.
        file: String,
        /// Its size.
        bytes: u64,
    },
    /// Not text.
    #[error("the map {file} is not UTF-8 text: byte {column} of line {line} cannot be read")]
    #[diagnostic(code(scene::not_utf8), help("save the file as UTF-8"))]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The byte of that line, from 1.
        column: usize,
    },
    /// Not TOML.
    #[error("the map is not valid TOML: {0}")]
    #[diagnostic(code(scene::syntax), help("docs/scene-format.md has a whole map as an example"))]
    Syntax(String),
    /// The version is not one that is read.
    #[error("version {0} of the map format is not known")]
    #[diagnostic(code(scene::version), help("this program reads `sidestep = 1`"))]
    Version(String),
    /// A key that means nothing.
    #[error("unknown key '{key}' in {what}")]
    #[diagnostic(code(scene::unknown_key), help("{hint}"))]
    UnknownKey {
        /// The key.
        key: String,
        /// Where.
        what: String,
        /// The nearest key, or all of them.
        hint: String,
    },
    /// A key that must be there.
    #[error("'{key}' is missing from {what}")]
    #[diagnostic(code(scene::missing_key), help("add `{example}`"))]
    MissingKey {
        /// The key.
        key: String,
        /// Where.
        what: String,
        /// A line that would do.
        example: String,
    },
    /// A value of another type.
    #[error("'{key}' must be {expected}, not {found}")]
    #[diagnostic(code(scene::wrong_type), help("write {example}"))]
    WrongType {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
        /// One that would do.
        example: &'static str,
    },
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
    /// NaN, infinite, or too large to be written down.
    #[error("'{key}' is {value}, which is not a finite number")]
    #[diagnostic(code(scene::not_finite), help("every number of a map must be finite"))]
    NotFinite {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// Zero or negative.
    #[error("'{key}' is {value}; it must be above 0")]
    #[diagnostic(code(scene::not_positive), help("{range} is taken"))]
    NotPositive {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that are taken.
        range: String,
    },
    /// Outside the values that are taken.
    #[error("'{key}' is {value}, which is out of range")]
    #[diagnostic(code(scene::out_of_range), help("{range} is taken"))]
    OutOfRange {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that are taken.
        range: String,
    },
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
    /// A study file that cannot be carried out.
    #[error("{problem}")]
    #[diagnostic(code(study::bad_study), help("{help}"))]
    BadStudy {
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
    /// Two keys of which only one can hold.
    #[error("{what} has '{first}' and '{second}' at once")]
    #[diagnostic(code(scene::conflict), help("keep exactly one of {choices}"))]
    Conflict {
        /// Where.
        what: String,
        /// One.
        first: String,
        /// The other.
        second: String,
        /// All that exclude each other.
        choices: String,
    },
    /// None of several keys of which one must be there.
    #[error("{what} says nothing of what it is")]
    #[diagnostic(code(scene::missing_choice), help("give exactly one of {choices}"))]
    MissingChoice {
        /// Where.
        what: String,
        /// The keys.
        choices: String,
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
    /// Bounds, a wall's box or a region without an inside.
    #[error("'{key}' encloses nothing: its corners are {min} and {max}")]
    #[diagnostic(
        code(scene::empty_box),
        help("write the lower left corner first, then the upper right one: [[-10, -5], [10, 5]]")
    )]
    EmptyBox {
        /// The key.
        key: String,
        /// The first corner.
        min: String,
        /// The second corner.
        max: String,
    },
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
    /// A formation that has no room.
    #[error(
        "group '{group}' does not fit: {} {spacing} m apart need more room than {area} m",
        counted(*count as u64, "unit")
    )]
    #[diagnostic(code(scene::does_not_fit), help("{help}"))]
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
    },
    /// Neighbours so near that they touch.
    #[error("the units of group '{group}' stand too close: {spacing:.3} m from centre to centre")]
    #[diagnostic(
        code(scene::too_close),
        help(
            "at least {least:.3} m: twice the radius, and 2·√2 times the jitter, which may bring both closer"
        )
    )]
    TooClose {
        /// The group.
        group: String,
        /// The distance, m.
        spacing: f32,
        /// What is needed, m.
        least: f32,
    },
    /// Two units in one place.
    #[error("units {first} and {second} overlap at the start, by {depth:.3} m")]
    #[diagnostic(
        code(scene::unit_overlap),
        help("their centres must be at least {least:.3} m apart: the sum of their radii")
    )]
    UnitOverlap {
        /// group:number.
        first: String,
        /// group:number.
        second: String,
        /// How deep, m.
        depth: f32,
        /// The sum of the radii, m.
        least: f32,
    },
    /// Two units in one place, perhaps because of the jitter.
    #[error(
        "units {first} and {second} overlap at the start, by {depth:.3} m, after a jitter of up to {jitter} m"
    )]
    #[diagnostic(
        code(scene::jittered_overlap),
        help(
            "less jitter, another seed, or starts further apart: their centres must be at least {least:.3} m apart"
        )
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
    },
    /// A unit in a wall.
    #[error("unit {unit} stands in a wall at ({x:.2}, {y:.2})")]
    #[diagnostic(
        code(scene::unit_in_wall),
        help("move it: its whole disc, of radius {radius} m, must be clear of every wall")
    )]
    UnitInWall {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
        /// The unit's radius, m.
        radius: f32,
    },
    /// A unit outside the bounds.
    #[error("unit {unit} starts outside the world, at ({x:.2}, {y:.2})")]
    #[diagnostic(code(scene::start_outside), help("widen `bounds`, or move the unit"))]
    StartOutside {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
    },
    /// A goal outside the bounds.
    #[error("the goal of unit {unit} lies outside the world, at ({x:.2}, {y:.2})")]
    #[diagnostic(code(scene::goal_outside), help("widen `bounds`, or move the goal"))]
    GoalOutside {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
    },
    /// A goal inside a wall.
    #[error("the goal of unit {unit} lies in a wall, at ({x:.2}, {y:.2})")]
    #[diagnostic(code(scene::goal_in_wall), help("nobody can get there; move the goal or the wall"))]
    GoalInWall {
        /// group:number.
        unit: String,
        /// Where, m.
        x: f32,
        /// Where, m.
        y: f32,
    },
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
    /// Units too slow for where they are.
    #[error(
        "group '{group}' is too far from the middle of the bounds for its speed: a unit walks {step} m in a tick, and {far} m away \
         positions are {spacing} m apart"
    )]
    #[diagnostic(code(scene::too_coarse), help("use smaller `bounds` round the units, or raise `max_speed`"))]
    TooCoarse {
        /// The group's name.
        group: String,
        /// What a unit walks in a tick, m.
        step: f32,
        /// How far its start or goal is from the middle of the bounds, m.
        far: f32,
        /// The distance of two neighbouring floats there, m.
        spacing: f32,
    },
    /// A unit that covers too many of its radii in a tick.
    #[error("unit {unit} of radius {radius} m is too fast: {max_speed} m/s")]
    #[diagnostic(
        code(scene::too_fast),
        help(
            "a unit may move by 10 radii in a tick of 1/60 s: use a `max_speed` of at most {most} m/s, or a larger `radius`"
        )
    )]
    TooFast {
        /// What the unit is called.
        unit: String,
        /// Its radius, m.
        radius: f32,
        /// Its maximum speed, m/s.
        max_speed: f32,
        /// The largest maximum speed for this radius, m/s.
        most: f32,
    },
    /// Places beyond what an f32 resolves well.
    #[error("the map reaches further than {MAX_COORDINATE} m from the origin")]
    #[diagnostic(code(scene::too_far), help("fewer units, less spacing, or a start nearer to the middle"))]
    TooFar,
}

impl Problem {
    /// The same problem, with its place in the coordinates of a map that is simulated about `origin`.
    pub(super) fn on_map(mut self, origin: MapPoint) -> Problem {
        if let Problem::UnitInWall { x, y, .. }
        | Problem::StartOutside { x, y, .. }
        | Problem::GoalOutside { x, y, .. }
        | Problem::GoalInWall { x, y, .. } = &mut self
        {
            *x = (f64::from(*x) + origin.x) as f32;
            *y = (f64::from(*y) + origin.y) as f32;
        }
        self
    }
}
