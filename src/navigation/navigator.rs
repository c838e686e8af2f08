//! The paths of all units.

use super::clearance::Clearance;
use super::goal::Goal;
use super::grid::Grid;
use super::heading::Heading;
use super::lazy_field::LazyField;
use super::sight::Sight;
use crate::geometry::{Wall, crossing};
use crate::types::{Point, Rect};
use crate::workers::Workers;

/// Up to this many distinct goals have a field each. With more, nearby goals share fields.
const OWN_FIELDS: usize = 8;
/// Goals within this many radii of each other may share a field.
const SHARE_RADII: f32 = 20.0;
/// The largest number of cells in all fields together: 64 MiB.
const FIELD_CELLS: usize = 1 << 23;
/// The largest and the smallest number of fields.
const MOST_FIELDS: usize = 256;
const FEWEST_FIELDS: usize = 4;

/// Paths to the goals of all units.
pub struct Navigator {
    area: Rect,
    /// The largest unit's radius, m. Wherever that unit fits, all units fit.
    radius: f32,
    goals: Vec<Goal>,
    /// None without walls.
    clearance: Option<Clearance>,
    fields: Vec<LazyField>,
    /// The field of each unit.
    field: Vec<Option<u32>>,
    /// What is remembered of each unit's line of sight to its goal. Empty without walls.
    sight: Vec<Sight>,
    /// Units that others follow, and the index of the field that leads to them.
    followed: Vec<(u32, u32)>,
}

impl Navigator {
    /// Prepares the paths of all units to their `goals`, around `walls` and within `area`. `radius` is the largest
    /// unit's radius (m), and `positions` holds all units.
    pub fn new(area: Rect, walls: &[Wall], goals: Vec<Goal>, positions: &[Point], radius: f32) -> Navigator {
        let mut navigator = Navigator {
            area,
            radius,
            goals,
            clearance: None,
            fields: Vec::new(),
            field: Vec::new(),
            sight: Vec::new(),
            followed: Vec::new(),
        };
        navigator.set_walls(walls, positions);
        navigator
    }

    /// Prepares all paths again, around other walls. `positions` holds all units.
    pub fn set_walls(&mut self, walls: &[Wall], positions: &[Point]) {
        self.field = vec![None; self.goals.len()];
        self.followed.clear();
        self.fields.clear();
        self.sight.clear();
        self.clearance = Clearance::new(walls, self.area, self.radius);
        let Some(clearance) = &self.clearance else { return };
        self.sight.resize_with(self.goals.len(), Sight::default);
        let most = (FIELD_CELLS / clearance.grid.len()).clamp(FEWEST_FIELDS, MOST_FIELDS);
        let mut distinct: Vec<Point> = Vec::new();
        for aim in self.goals.iter().filter_map(Goal::fixed_aim) {
            if distinct.len() <= OWN_FIELDS && !distinct.contains(&aim) {
                distinct.push(aim);
            }
        }
        // The path through a nearby goal's field is not always the shortest. With few goals, fields need not be
        // shared.
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
                    // It moves, so it cannot be shared.
                    aims.push(at);
                }
            }
        }
        self.fields = aims.into_iter().map(LazyField::new).collect();
    }

    /// Computes the fields that units at these `positions` need, which `workers` share. Without this, a field is
    /// computed when the first unit asks for its path. The paths are the same.
    pub fn solve(&self, positions: &[Point], workers: Workers<'_>) {
        let Some(clearance) = &self.clearance else { return };
        if !workers.are_many() {
            return;
        }
        let mut needed = vec![false; self.fields.len()];
        for ((field, goal), p) in self.field.iter().zip(&self.goals).zip(positions) {
            let (Some(field), Some(aim)) = (field, goal.aim(positions)) else { continue };
            let index = *field as usize;
            let field = &self.fields[index];
            needed[index] = needed[index]
                || (field.is_needed(clearance, *p) && (field.aim() == aim || !clearance.sees(*p, aim)));
        }
        let needed: Vec<&LazyField> =
            self.fields.iter().zip(needed).filter(|(_, needed)| *needed).map(|(field, _)| field).collect();
        workers.map(&needed, |field| {
            field.solved(clearance);
        });
    }

    /// Updates the fields that lead to followed units. A field is rebuilt if its target is no longer visible from
    /// the field's goal, or is far from it, and a follower does not see the target. `positions` holds all units.
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
                self.fields[*field as usize] = LazyField::new(at);
            }
        }
    }

    /// Returns where unit `id` at `position` heads. None without a goal. `others` holds the positions of all units.
    /// Straight towards the goal if no path is known.
    pub fn heading(&self, id: usize, position: Point, goal: &Goal, others: &[Point]) -> Option<Heading> {
        let aim = goal.aim(others)?;
        let straight = Heading { aim, distance: (aim - position).norm() };
        let Some((clearance, field)) = self.field_of(id) else { return Some(straight) };
        let shared = field.aim() != aim;
        if shared && self.sight[id].sees(clearance, position, aim) {
            return Some(straight);
        }
        let Some(heading) = field.heading(clearance, position) else { return Some(straight) };
        let distance = heading.distance + (aim - field.aim()).norm();
        Some(Heading { distance, ..heading })
    }

    /// Returns the distance field of unit `id`: for each cell, the path length (m) to its goal or to the goal that
    /// shares the field. Infinite without a path. None if the unit walks straight.
    pub fn potential(&self, id: usize) -> Option<(&Grid, &[f32])> {
        self.field_of(id).map(|(clearance, field)| (&clearance.grid, field.solved(clearance).distances()))
    }

    /// The distances to the walls. None without walls.
    pub fn clearance(&self) -> Option<&Clearance> {
        self.clearance.as_ref()
    }

    fn field_of(&self, id: usize) -> Option<(&Clearance, &LazyField)> {
        let field = (*self.field.get(id)?)?;
        Some((self.clearance.as_ref()?, self.fields.get(field as usize)?))
    }

    /// Returns the length of the shortest path from `position` until unit `id` counts as arrived, m. For a unit
    /// that follows another, this is the path to the other's current position, and `radii` is the sum of both
    /// radii, m.
    pub fn path_length(&self, id: usize, position: Point, radii: f32, goal: &Goal, others: &[Point]) -> f32 {
        let Some(aim) = goal.aim(others) else { return 0.0 };
        let (corner, length) = self.last_corner(id, position, aim);
        let length = length + (aim - corner).norm();
        // The part of the last leg that lies within the goal does not count.
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

    /// Returns the last corner before `aim` on the path of unit `id` from `position`, and the path length to it.
    fn last_corner(&self, id: usize, position: Point, aim: Point) -> (Point, f32) {
        let Some((clearance, field)) = self.field_of(id) else { return (position, 0.0) };
        let (mut corner, mut length) = (position, 0.0);
        let shared = field.aim() != aim;
        for next in field.corners(clearance, position).unwrap_or_default() {
            let is_last = if shared { clearance.sees(corner, aim) } else { next == aim };
            if is_last {
                break;
            }
            length += (next - corner).norm();
            corner = next;
        }
        (corner, length)
    }
}

/// Returns the index of a field that also leads to `aim`: its goal is the same point, or a nearby one that sees it.
/// If no more fields are allowed, the nearest one.
fn shared_field(clearance: &Clearance, aims: &[Point], aim: Point, reach: f32, most: usize) -> Option<u32> {
    let near = |a: &Point| (*a - aim).norm();
    let found = aims.iter().position(|a| *a == aim || (near(a) <= reach && clearance.sees(*a, aim)));
    let nearest = || (0..aims.len()).min_by(|a, b| near(&aims[*a]).total_cmp(&near(&aims[*b])));
    found.or_else(|| if aims.len() < most { None } else { nearest() }).map(|i| i as u32)
}
