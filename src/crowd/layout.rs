//! A layout: what a world starts with.

use super::script::Script;
use super::start::Start;
use crate::geometry::Wall;
use crate::geometry::rect::bounding_box;
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

/// The units of a map with their positions, for one seed and one number of units. All positions are relative to
/// [`Layout::origin`].
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The map's name.
    pub name: String,
    /// The origin of all coordinates of the layout, and of a world made from it, in map coordinates: the middle of the
    /// bounds, rounded to 256 m. [`Layout::map_point`] adds it.
    pub origin: MapPoint,
    /// The area that contains all starts and goals. The bounds are not walls. If it is [too large](Layout::too_large), no paths lead
    /// around walls.
    pub bounds: Rect,
    /// The walls. Those around a closed map come last.
    pub walls: Vec<Wall>,
    /// The groups' names.
    pub groups: Vec<String>,
    /// The groups' own colours. May be shorter than `groups`.
    pub colors: Vec<Option<GroupColor>>,
    /// The units.
    pub starts: Vec<Start>,
    /// Radii of units that come later, m. Paths for these sizes are prepared at the start: a unit of another size takes time when it
    /// comes. Those of streams are known.
    pub later_radii: Vec<f32>,
    /// How the units steer.
    pub steering: Steering,
    /// Whether the map switches the sideways push on or off; otherwise the mode decides.
    pub push_stated: bool,
    /// The plan of each group, if it has one. Shorter than `groups` if the last groups have none.
    pub plans: Vec<Option<Plan>>,
    /// The time limit of the run, s.
    pub time_limit: f32,
    /// The seed that jittered the starts. Streams draw from it where their units appear.
    pub seed: u64,
    /// What happens during the run.
    pub script: Script,
}

/// How far the bounds of a new layout extend beyond its starts and goals, m.
const MARGIN: f32 = 4.0;

impl Layout {
    /// Returns a layout of these units on open ground, with the default steering and without a time limit.
    pub fn new(starts: Vec<Start>) -> Layout {
        let goals = starts.iter().filter_map(|start| start.goal.fixed_aim());
        let points: Vec<Point> = starts.iter().map(|start| start.position).chain(goals).collect();
        let hull = if points.is_empty() { bounding_box(&[Point::origin()]) } else { bounding_box(&points) };
        let groups = starts.iter().map(|start| start.group + 1).max().unwrap_or(0);
        Layout {
            name: String::new(),
            origin: MapPoint::origin(),
            bounds: Rect { min: hull.min - Vec2::repeat(MARGIN), max: hull.max + Vec2::repeat(MARGIN) },
            walls: Vec::new(),
            groups: (0..groups).map(|group| group.to_string()).collect(),
            colors: Vec::new(),
            starts,
            later_radii: Vec::new(),
            steering: Steering::default(),
            push_stated: false,
            plans: Vec::new(),
            time_limit: f32::INFINITY,
            seed: 0,
            script: Script::default(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navigation::Goal;

    #[test]
    fn a_new_layout_reaches_four_metres_beyond_its_units_and_goals_and_names_its_groups() {
        let goal = Goal::Point { at: Point::new(20.0, -3.0), radius: 0.5, own: true };
        let start = |x: f32, group| Start { position: Point::new(x, 1.0), group, goal, ..Start::default() };
        let layout = Layout::new(vec![start(-5.0, 0), start(2.0, 2)]);
        assert_eq!((layout.bounds.min, layout.bounds.max), (Point::new(-9.0, -7.0), Point::new(24.0, 5.0)));
        assert_eq!(layout.groups, ["0", "1", "2"]);
        assert_eq!((layout.seed, layout.push_stated, layout.time_limit), (0, false, f32::INFINITY));
        let empty = Layout::new(Vec::new());
        assert_eq!((empty.bounds.min, empty.bounds.max), (Point::new(-4.0, -4.0), Point::new(4.0, 4.0)));
        assert!(empty.groups.is_empty());
    }

    #[test]
    fn positions_are_relative_to_the_origin_and_limits_are_in_ticks() {
        let layout =
            Layout { origin: MapPoint::new(100.0, -50.0), time_limit: 1.5, ..Layout::new(Vec::new()) };
        assert_eq!(layout.map_point(Point::new(1.0, 2.0)), MapPoint::new(101.0, -48.0));
        assert_eq!(layout.local_point(MapPoint::new(101.0, -48.0)), Point::new(1.0, 2.0));
        assert_eq!(layout.tick_limit(), 90);
    }

    #[test]
    fn a_group_that_is_named_gets_its_mode() {
        let mut layout = Layout { groups: vec!["red".into(), "blue".into()], ..Layout::new(Vec::new()) };
        let [own, orca] = [layout.steering.mode, Mode::named("orca").unwrap()];
        layout.set_mode("blue", orca).unwrap();
        assert_eq!([0, 1].map(|group| layout.steering.mode_of(group)), [own, orca]);
        assert_eq!(layout.set_mode("green", orca).unwrap_err().group, "green");
    }
}
