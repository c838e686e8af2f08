//! A map made concrete: every unit in place, for one seed and one number of units.

use super::map_problem::MapProblem;
use crate::document::origin;
use crate::geometry::Wall;
use crate::navigation::Goal;
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::steering::combine::Plan;
use crate::text;
use crate::types::{DT, MapPoint, Point, Rect, Vec2};

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
    pub fn set_mode(&mut self, group: &str, mode: Mode) -> Result<(), MapProblem> {
        let Some(index) = self.groups.iter().position(|name| name == group) else {
            let names: Vec<&str> = self.groups.iter().map(String::as_str).collect();
            return Err(MapProblem::UnknownGroup {
                group: group.to_string(),
                hint: text::did_you_mean(group, &names),
            });
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
