//! How to go round walls: each unit's next place to head for, and how far its goal is on foot.
//!
//! Without walls everyone goes straight. With walls there is a [`FlowField`] for every distinct goal; goals near each other
//! that see each other share one, and who sees its own goal leaves it: docs/navigation.md.

mod clearance;
pub mod eikonal;
mod flow_field;
mod goal;
mod grid;
mod reach;

pub use clearance::Clearance;
pub use flow_field::FlowField;
pub use goal::Goal;
pub use grid::Grid;
pub use reach::{Blocked, NoPath, Traveller, blocked};

use crate::geometry::{Wall, crossing};
use crate::types::{Point, Rect};
use crate::workers::Workers;

/// So many different goals have a field each; of more, those near each other share one.
const OWN_FIELDS: usize = 8;
/// Goals within this many radii of each other may share a field.
const SHARE_RADII: f32 = 20.0;
/// The most cells of all fields together: 64 MiB.
const FIELD_CELLS: usize = 1 << 23;
/// The most and the fewest fields.
const MOST_FIELDS: usize = 256;
const FEWEST_FIELDS: usize = 4;

/// Where a unit heads for now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heading {
    /// The next place on its way.
    pub aim: Point,
    /// How far its goal is along that way, m.
    pub distance: f32,
}

/// Paths to the goals of all units.
pub struct Navigator {
    area: Rect,
    /// The largest unit's radius, m: where that unit fits, all do.
    radius: f32,
    goals: Vec<Goal>,
    /// None where there are no walls.
    clearance: Option<Clearance>,
    fields: Vec<FlowField>,
    /// The field that each unit goes by.
    field: Vec<Option<u32>>,
    /// Units that others follow, and the field by which they do.
    followed: Vec<(u32, u32)>,
}

impl Navigator {
    /// Prepares the paths of all units to their `goals`, round `walls` and within `area`. `radius` is the largest unit's (m),
    /// `positions` are all units'; `workers` share the work.
    pub fn new(
        area: Rect,
        walls: &[Wall],
        goals: Vec<Goal>,
        positions: &[Point],
        radius: f32,
        workers: Workers<'_>,
    ) -> Navigator {
        let mut navigator = Navigator {
            area,
            radius,
            goals,
            clearance: None,
            fields: Vec::new(),
            field: Vec::new(),
            followed: Vec::new(),
        };
        navigator.set_walls(walls, positions, workers);
        navigator
    }

    /// Prepares all paths again, round other walls. `positions` are all units'; `workers` share the work.
    pub fn set_walls(&mut self, walls: &[Wall], positions: &[Point], workers: Workers<'_>) {
        self.field = vec![None; self.goals.len()];
        self.followed.clear();
        self.fields.clear();
        self.clearance = Clearance::new(walls, self.area, self.radius);
        let Some(clearance) = &self.clearance else { return };
        let most = (FIELD_CELLS / clearance.grid.len()).clamp(FEWEST_FIELDS, MOST_FIELDS);
        let mut distinct: Vec<Point> = Vec::new();
        for aim in self.goals.iter().filter_map(Goal::fixed_aim) {
            if distinct.len() <= OWN_FIELDS && !distinct.contains(&aim) {
                distinct.push(aim);
            }
        }
        // A way by the field of a goal beside one's own is not always one's own shortest: few goals need not share.
        let reach = if distinct.len() <= OWN_FIELDS { 0.0 } else { SHARE_RADII * self.radius };
        let mut aims: Vec<Point> = Vec::new();
        for (goal, field) in self.goals.iter().zip(&mut self.field) {
            if let Some(aim) = goal.fixed_aim() {
                *field = shared_field(clearance, &aims, aim, reach, most).or_else(|| {
                    aims.push(aim);
                    Some(aims.len() as u32 - 1)
                });
            } else if let (Goal::Unit { index, .. }, Some(at)) = (goal, goal.aim(positions)) {
                *field = self.followed.iter().find(|(target, _)| target == index).map(|(_, field)| *field);
                if field.is_none() && aims.len() < most {
                    *field = Some(aims.len() as u32);
                    self.followed.push((*index, aims.len() as u32));
                    // Of no use to others: it moves.
                    aims.push(at);
                }
            }
        }
        self.fields = workers.map(&aims, |aim| FlowField::new(clearance, *aim));
    }

    /// Brings the fields to units that others follow up to date: one whose target has gone out of sight of where the field
    /// leads, or far from there, while somebody who follows it does not see it. `positions` are all units'.
    pub fn follow(&mut self, positions: &[Point]) {
        let Some(clearance) = &self.clearance else { return };
        let reach = SHARE_RADII * self.radius;
        for (target, field) in &self.followed {
            let Some(&at) = positions.get(*target as usize) else { continue };
            let aim = self.fields[*field as usize].aim();
            if (at - aim).norm() <= reach && clearance.sees(aim, at) {
                continue;
            }
            let mut followers = (0..self.field.len()).filter(|id| self.field[*id] == Some(*field));
            if followers.any(|id| positions.get(id).is_some_and(|p| !clearance.sees(*p, at))) {
                self.fields[*field as usize] = FlowField::new(clearance, at);
            }
        }
    }

    /// Where unit `id` at `position` heads for; none when it has no goal. `others` are all units' positions. Straight on
    /// where no way is known.
    pub fn heading(&self, id: usize, position: Point, goal: &Goal, others: &[Point]) -> Option<Heading> {
        let aim = goal.aim(others)?;
        let straight = Heading { aim, distance: (aim - position).norm() };
        let Some((clearance, field)) = self.field_of(id) else { return Some(straight) };
        let shared = field.aim() != aim;
        if shared && clearance.sees(position, aim) {
            return Some(straight);
        }
        let Some(heading) = field.heading(clearance, position) else { return Some(straight) };
        let distance = heading.distance + (aim - field.aim()).norm();
        Some(Heading { distance, ..heading })
    }

    /// The distance field that unit `id` goes by: for each cell of the grid the way to the goal, m, or to that of a unit
    /// that shares the field; infinite where there is none. None where it goes straight.
    pub fn potential(&self, id: usize) -> Option<(&Grid, &[f32])> {
        self.field_of(id).map(|(clearance, field)| (&clearance.grid, field.distances()))
    }

    fn field_of(&self, id: usize) -> Option<(&Clearance, &FlowField)> {
        let field = (*self.field.get(id)?)?;
        Some((self.clearance.as_ref()?, self.fields.get(field as usize)?))
    }

    /// The length of the shortest path from `position` until unit `id` counts as arrived, m. For a unit that follows
    /// another one, the path to where that one is now; `radii` is the sum of both units' radii then, m.
    pub fn path_length(&self, id: usize, position: Point, radii: f32, goal: &Goal, others: &[Point]) -> f32 {
        let Some(aim) = goal.aim(others) else { return 0.0 };
        let (corner, length) = self.last_corner(id, position, aim);
        let length = length + (aim - corner).norm();
        // What lies within the goal on the last leg does not count.
        let within = match goal {
            Goal::Stand | Goal::Roam => length,
            Goal::Point { radius, .. } => *radius,
            Goal::Region(rect) => (rect.nearest(corner) - aim).norm(),
            Goal::Line { from, to, .. } => {
                crossing(corner, aim, *from, *to).map_or(0.0, |t| (1.0 - t) * (aim - corner).norm())
            }
            Goal::Unit { gap, .. } => radii + gap,
        };
        (length - within).max(0.0)
    }

    /// Where the way of unit `id` from `position` turns for the last time before `aim`, and how far that is.
    fn last_corner(&self, id: usize, position: Point, aim: Point) -> (Point, f32) {
        let Some((clearance, field)) = self.field_of(id) else { return (position, 0.0) };
        let (mut corner, mut length) = (position, 0.0);
        let shared = field.aim() != aim;
        for next in field.corners(clearance, position).unwrap_or_default() {
            let there = if shared { clearance.sees(corner, aim) } else { next == aim };
            if there {
                break;
            }
            length += (next - corner).norm();
            corner = next;
        }
        (corner, length)
    }
}

/// The field of one of `aims` that leads to `aim` as well: the same place, or one near by that sees it. When there are as
/// many as there may be, the nearest.
fn shared_field(clearance: &Clearance, aims: &[Point], aim: Point, reach: f32, most: usize) -> Option<u32> {
    let near = |a: &Point| (*a - aim).norm();
    let found = aims.iter().position(|a| *a == aim || (near(a) <= reach && clearance.sees(*a, aim)));
    let nearest = || (0..aims.len()).min_by(|a, b| near(&aims[*a]).total_cmp(&near(&aims[*b])));
    found.or_else(|| if aims.len() < most { None } else { nearest() }).map(|i| i as u32)
}
