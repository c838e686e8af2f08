//! What a map says: world bounds, walls, groups, goals and defaults. No behaviour.
//!
//! A map is a TOML file (`docs/scene-format.md`), or a bare list of starts and goals (`starts`). It is read in steps, each of
//! which can refuse it with the place in the text: `read` walks the tree, `describe` checks every value by itself and fills in
//! defaults, `layout` puts all units in place for a seed and a number of units, and `check` looks at them together.

mod bounds;
mod check;
mod describe;
mod error;
mod fingerprint;
mod formation;
mod gathering;
mod group;
mod layout;
mod maps;
mod origin;
mod plan;
mod problem;
pub(crate) mod read;
mod starts;
mod summary;
mod unreachable;

/// Part of [`Start`].
pub use crate::navigation::Goal;
pub use bounds::OpenEnd;
pub use error::SceneError;
pub(crate) use error::Source;
pub use maps::{BuiltIn, built_in_maps};
pub use origin::OnMap;
pub use problem::Problem;
pub(crate) use starts::is_start_file;
pub use summary::{GroupSummary, Summary};
pub use unreachable::Unreachable;

use crate::geometry::Wall;
use crate::settings::Push;
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::steering::combine::Plan;
use crate::text;
use crate::types::{DT, MapPoint, Point, Rect, Vec2};
use describe::Description;
use std::io::Read;
use std::path::Path;

/// The most units that a map may have.
pub const MAX_UNITS: usize = 100_000;
/// The most bytes of a map that are read: 4 MiB.
pub const MAX_BYTES: u64 = 4 << 20;
/// The most groups that a map may have.
pub const MAX_GROUPS: usize = 1000;
/// The most corners that all walls of a map may have together.
pub const MAX_CORNERS: usize = 10_000;

/// One unit as a run begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// Where it stands.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Radius, m.
    pub radius: f32,
    /// Mass, kg.
    pub mass: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum force, N.
    pub max_force: f32,
    /// Index of its group.
    pub group: u16,
    /// Where it wants to be.
    pub goal: Goal,
}

/// A map made concrete: every unit at its place, for one seed and one number of units. All places are relative to
/// [`Layout::origin`].
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The map's name.
    pub name: String,
    /// The place on the map at which all coordinates of the layout, and of a world made from it, begin: the middle of the bounds to
    /// 256 m. Add it to get coordinates of the map, as [`Layout::map_point`] does.
    pub origin: MapPoint,
    /// Where units start and goals lie. They are no walls unless the map says `closed = true`; [`Layout::frame`] is what
    /// pictures show.
    pub bounds: Rect,
    /// The walls, those round a closed map last.
    pub walls: Vec<Wall>,
    /// The groups' names.
    pub groups: Vec<String>,
    /// The units.
    pub starts: Vec<Start>,
    /// How they steer by default.
    pub steering: Steering,
    /// Whether the map says if the sideways push is on; otherwise that depends on the mode.
    pub push_stated: bool,
    /// The plan of each group that has one; shorter where the last groups have none.
    pub plans: Vec<Option<Plan>>,
    /// When the run ends, s.
    pub time_limit: f32,
    /// The seed that jittered the starts.
    pub seed: u64,
}

impl Layout {
    /// The time limit in ticks.
    pub fn tick_limit(&self) -> u64 {
        (self.time_limit / DT).round() as u64
    }

    /// The coordinates on the map of a place in the layout, or in a world made from it.
    pub fn map_point(&self, place: Point) -> MapPoint {
        self.origin + place.coords.cast()
    }

    /// The place in the layout of a point with these coordinates on the map.
    pub fn local_point(&self, point: MapPoint) -> Point {
        origin::local(point, self.origin)
    }

    /// Gives the group of this name an avoidance mode of its own. Refused when there is none.
    pub fn set_mode(&mut self, group: &str, mode: Mode) -> Result<(), Problem> {
        let Some(index) = self.groups.iter().position(|name| name == group) else {
            let names: Vec<&str> = self.groups.iter().map(String::as_str).collect();
            return Err(Problem::UnknownGroup(group.to_string(), text::did_you_mean(group, &names)));
        };
        // There are MAX_GROUPS at most.
        self.steering.set_mode_of(index as u16, mode);
        Ok(())
    }
}

/// What a layout can be asked for beside what the map says.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LayoutOptions {
    /// The total number of units, instead of the map's own.
    pub units: Option<usize>,
    /// The seed, instead of the map's own.
    pub seed: Option<u64>,
    /// How far the seed moves a start at most in x and in y, m, instead of the map's own: 0 to 100. It then moves units that
    /// are listed one by one, too; those that stand keep what the map says.
    pub jitter: Option<f32>,
}

/// A map that was read and found sound.
///
/// ```
/// use sidestep::scene::{LayoutOptions, Scene};
///
/// let scene = Scene::built_in("crossing").expect("it is built in");
/// assert_eq!(scene.layout(&LayoutOptions::default())?.starts.len(), 400);
/// let large = scene.layout(&LayoutOptions { units: Some(5000), ..LayoutOptions::default() })?;
/// assert_eq!(large.starts.len(), 5000);
/// # Ok::<(), sidestep::scene::SceneError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scene {
    description: Description,
    source: Source,
}

impl Scene {
    /// Reads a map from its text. Whatever is wrong with it is told of `file_name`.
    pub fn from_toml(file_name: &str, text: &str) -> Result<Scene, SceneError> {
        too_large(file_name, text.len() as u64)?;
        Scene::described(describe::describe, Source::new(file_name, text))
    }

    /// Reads a start file from its text, as a map of its own: a unit a line, `x y goal_x goal_y`, m, and if wanted its radius
    /// (m) and maximum speed (m/s). Whatever is wrong with it is told of `file_name`.
    pub fn from_starts(file_name: &str, text: &str) -> Result<Scene, SceneError> {
        too_large(file_name, text.len() as u64)?;
        Scene::described(starts::describe, Source::new(file_name, text))
    }

    /// Whichever of the two its name says.
    fn named(source: Source) -> Result<Scene, SceneError> {
        let describe = if is_start_file(&source.file) { starts::describe } else { describe::describe };
        Scene::described(describe, source)
    }

    fn described(
        describe: fn(&Source, &str) -> Result<Description, SceneError>,
        source: Source,
    ) -> Result<Scene, SceneError> {
        let stem = Path::new(&*source.file).file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
        let scene = Scene { description: describe(&source, &stem)?, source: source.clone() };
        scene.layout(&LayoutOptions::default())?;
        Ok(scene)
    }

    /// Reads a map from a file's bytes: a start file where the name ends in `.txt` or `.starts`, else TOML.
    pub fn from_bytes(file_name: &str, bytes: &[u8]) -> Result<Scene, SceneError> {
        too_large(file_name, bytes.len() as u64)?;
        Scene::named(Source::new(file_name, utf8(file_name, bytes)?))
    }

    /// Reads a map file, or a start file as [`Scene::from_bytes`] does. A map may name start files in its own folder.
    pub fn from_file(path: &Path) -> Result<Scene, SceneError> {
        Scene::named(read_file(path)?)
    }

    /// The built-in map of this name.
    pub fn built_in(name: &str) -> Option<Scene> {
        let map = built_in_maps().iter().find(|m| m.name == name)?;
        // That all of them are sound is tested.
        Scene::from_toml(&format!("maps/{name}.toml"), map.toml).ok()
    }

    /// The built-in map of this name, else the map or start file at this path.
    pub fn open(name_or_path: &str) -> Result<Scene, SceneError> {
        if let Some(map) = built_in_maps().iter().find(|m| m.name == name_or_path) {
            return Scene::from_toml(&format!("maps/{}.toml", map.name), map.toml);
        }
        let path = Path::new(name_or_path);
        if path.exists() {
            return Scene::from_file(path);
        }
        let names: Vec<&str> = built_in_maps().iter().map(|m| m.name).collect();
        let typed = path.file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
        let (near, name) = (text::nearest(&typed, &names), name_or_path.to_string());
        let is_path = name.contains('/') || is_start_file(&name) || name.ends_with(".toml");
        Err(SceneError::from(if is_path {
            let hint = near.map(|n| format!("did you mean the built-in map '{n}'? ")).unwrap_or_default();
            Problem::NoSuchFile { name, hint }
        } else {
            let hint = near.map(|n| format!("did you mean '{n}'? ")).unwrap_or_default();
            Problem::UnknownMap { name, hint }
        }))
    }

    /// The same map, with another plan for every group that follows one: the map's plan of this name, else one behaviour by
    /// itself. `"group=name"` is about that group only. An error where there is neither, or a behaviour lacks what it
    /// needs.
    pub fn with_steering(mut self, name: &str) -> Result<Scene, SceneError> {
        plan::replace(&mut self.description, name)?;
        self.layout(&LayoutOptions::default())?;
        Ok(self)
    }

    /// The map's name.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// What is in it, in a line.
    pub fn about(&self) -> &str {
        &self.description.about
    }

    /// Where it is from.
    pub fn source(&self) -> &str {
        &self.description.origin
    }

    /// Its sideways push.
    pub fn push(&self) -> Push {
        self.description.steering.push
    }

    /// All its units in place. The same options give the same layout on every machine.
    pub fn layout(&self, options: &LayoutOptions) -> Result<Layout, SceneError> {
        layout::lay_out(&self.description, &self.source, options)
    }

    /// What `sidestep check` prints of it.
    pub fn summary(&self) -> Result<Summary, SceneError> {
        Ok(Summary::new(&self.description, &self.source, &self.layout(&LayoutOptions::default())?))
    }
}

/// A file's text, and the folder that it stands in.
fn read_file(path: &Path) -> Result<Source, Problem> {
    let file = path.display().to_string();
    let unreadable = |reason: String| Problem::Unreadable { file: file.clone(), reason };
    let metadata = std::fs::metadata(path).map_err(|e| unreadable(e.to_string()))?;
    if metadata.is_dir() {
        return Err(unreadable("it is a folder".into()));
    }
    too_large(&file, metadata.len())?;
    // A pipe or a device has no length to look at beforehand.
    let mut bytes = Vec::new();
    let reader = std::fs::File::open(path).map_err(|e| unreadable(e.to_string()))?;
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(e.to_string()))?;
    too_large(&file, bytes.len() as u64)?;
    let source = Source::new(&file, utf8(&file, &bytes)?);
    Ok(Source { folder: Some(path.parent().unwrap_or(Path::new("")).into()), ..source })
}

fn utf8<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Problem> {
    std::str::from_utf8(bytes).map_err(|e| {
        let before = &bytes[..e.valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        Problem::NotUtf8 { file: file.to_string(), line, column }
    })
}

fn too_large(file: &str, bytes: u64) -> Result<(), Problem> {
    if bytes > MAX_BYTES {
        return Err(Problem::FileTooLarge { file: file.to_string(), bytes });
    }
    Ok(())
}
