//! A layout: what a world starts with.

use super::order::Stance;
use crate::geometry::Wall;
use crate::geometry::rect::bounding_box;
use crate::navigation::Goal;
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::steering::combine::Plan;
use crate::types::{DT, MapPoint, Point, Rect, Vec2};

/// The colour of a group in pictures. The simulation does not read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupColor {
    /// Its name, if pictures have a shade of their own for it on each ground.
    pub themed: Option<&'static str>,
    /// The colour as `0xRRGGBB`.
    pub rgb: u32,
}

/// There is no group of this name in the layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no group named '{group}'")]
pub struct UnknownGroup {
    /// The name.
    pub group: String,
}

/// A unit at the start of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// Position, m.
    pub position: Point,
    /// Velocity, m/s.
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
    /// Its team. Units that stand give way to those of their own team only.
    pub team: u16,
    /// What it does about others while it stands.
    pub stance: Stance,
    /// Goal.
    pub goal: Goal,
}

impl Default for Start {
    /// A unit that stands at the origin, with a radius of 0.5 m, a mass of 1 kg, and up to 5 m/s and 40 N.
    fn default() -> Self {
        Start {
            position: Point::origin(),
            velocity: Vec2::zeros(),
            radius: 0.5,
            mass: 1.0,
            max_speed: 5.0,
            max_force: 40.0,
            group: 0,
            team: 0,
            stance: Stance::GiveWay,
            goal: Goal::Stand,
        }
    }
}

/// The units of a map with their positions, for one seed and one number of units. All positions are relative to
/// [`Layout::origin`].
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The map's name.
    pub name: String,
    /// The origin of all coordinates of the layout, and of a world made from it, in map coordinates: the middle of the
    /// bounds, rounded to 256 m. [`Layout::map_point`] adds it.
    pub origin: MapPoint,
    /// The area that contains all starts and goals. The bounds are not walls.
    pub bounds: Rect,
    /// The walls. Those around a closed map come last.
    pub walls: Vec<Wall>,
    /// The groups' names.
    pub groups: Vec<String>,
    /// The groups' own colours. May be shorter than `groups`.
    pub colors: Vec<Option<GroupColor>>,
    /// The units.
    pub starts: Vec<Start>,
    /// How the units steer.
    pub steering: Steering,
    /// Whether the map switches the sideways push on or off; otherwise the mode decides.
    pub push_stated: bool,
    /// The plan of each group, if it has one. Shorter than `groups` if the last groups have none.
    pub plans: Vec<Option<Plan>>,
    /// The time limit of the run, s.
    pub time_limit: f32,
    /// The seed that jittered the starts.
    pub seed: u64,
}

/// How far the bounds of a new layout extend beyond its starts and goals, m.
const MARGIN: f32 = 4.0;

impl Layout {
    /// Returns a layout of these units on open ground, with the default steering and without a time limit.
    pub fn new(starts: Vec<Start>) -> Layout {
        let goals = starts.iter().filter_map(|start| start.goal.fixed_aim());
        let points: Vec<Point> = starts.iter().map(|start| start.position).chain(goals).collect();
        let hull = if points.is_empty() { bounding_box(&[Point::origin()]) } else { bounding_box(&points) };
        let margin = Vec2::repeat(MARGIN);
        let groups = starts.iter().map(|start| start.group + 1).max().unwrap_or(0);
        Layout {
            name: String::new(),
            origin: MapPoint::origin(),
            bounds: Rect { min: hull.min - margin, max: hull.max + margin },
            walls: Vec::new(),
            groups: (0..groups).map(|group| group.to_string()).collect(),
            colors: Vec::new(),
            starts,
            steering: Steering::default(),
            push_stated: false,
            plans: Vec::new(),
            time_limit: f32::INFINITY,
            seed: 0,
        }
    }

    /// Returns the time limit in ticks.
    pub fn tick_limit(&self) -> u64 {
        (self.time_limit / DT).round() as u64
    }

    /// Converts a position in the layout, or in a world made from it, to map coordinates.
    pub fn map_point(&self, place: Point) -> MapPoint {
        self.origin + place.coords.cast()
    }

    /// Converts a point in map coordinates to a position in the layout.
    pub fn local_point(&self, point: MapPoint) -> Point {
        (point - self.origin.coords).cast()
    }

    /// Sets the avoidance mode of one group.
    ///
    /// # Errors
    ///
    /// There is no group of this name.
    pub fn set_mode(&mut self, group: &str, mode: Mode) -> Result<(), UnknownGroup> {
        let named = (0_u16..).zip(&self.groups).find(|(_, name)| *name == group);
        let (index, _) = named.ok_or_else(|| UnknownGroup { group: group.to_string() })?;
        self.steering.set_mode_of(index, mode);
        Ok(())
    }
}
