//! The paths of all units.

mod saved;

use super::clearance::Clearance;
use super::detours::Detours;
use super::field_choice::{nearest_field, new_field, shared_field};
use super::goal::Goal;
use super::grid::Grid;
use super::heading::Heading;
use super::lazy_field::LazyField;
use super::parts;
use super::path::trace;
use super::rough_path::WideGround;
use super::sight::Sight;
use crate::geometry::{Wall, crossing};
use crate::types::{Point, Rect, Renumbering, Segment};
use crate::workers::Workers;
use std::sync::{Arc, OnceLock};

/// Up to this many distinct goals have a field each. With more, nearby goals share fields.
const OWN_FIELDS: usize = 8;
/// Goals within this many radii of each other may share a field.
const SHARE_RADII: f32 = 20.0;
/// The largest number of cells in all fields together: 64 MiB.
const FIELD_CELLS: usize = 1 << 23;
/// The largest and the smallest number of fields.
const MOST_FIELDS: usize = 256;
const FEWEST_FIELDS: usize = 4;

/// The number of wide cells in which rough paths are searched in a tick.
const SEARCH_CELLS: usize = 3000;
/// The number of cells by which fields grow in a tick.
const GROW_CELLS: usize = 400;

/// Paths to the goals of all units.
#[derive(Clone)]
pub struct Navigator {
    area: Rect,
    /// The largest unit's radius, m. Wherever that unit fits, all units fit.
    radius: f32,
    goals: Vec<Goal>,
    /// None without walls.
    clearance: Option<Arc<Clearance>>,
    fields: Vec<LazyField>,
    /// The field of each unit.
    field: Vec<Option<u32>>,
    /// The fields that units follow instead.
    detours: Detours,
    /// What is remembered of each unit's line of sight to its goal. Empty without walls.
    sight: Vec<Sight>,
    /// Units that others follow, and the index of the field that leads to them.
    followed: Vec<(u32, u32)>,
    /// The connected part of each free cell, once someone asks for it.
    parts: OnceLock<Arc<Vec<u32>>>,
    /// The ground in wide cells.
    wide: Option<Arc<WideGround>>,
    /// The field that grows next.
    next_to_grow: usize,
    /// The last goal that could not be reached, from which part of the ground, and the point nearest to it there.
    last_unreachable: Option<(Point, u32, Point)>,
}

impl Navigator {
    /// Prepares the paths of all units to their `goals`, around `walls` and within `area`. `radius` is the largest
    /// unit's radius (m), and `positions` holds all units.
    pub fn new(area: Rect, walls: &[Wall], goals: Vec<Goal>, positions: &[Point], radius: f32) -> Navigator {
        let mut navigator = Navigator { goals, ..Navigator::without_walls(area, radius) };
        navigator.enclose(walls, positions, LazyField::new);
        navigator
    }

    fn without_walls(area: Rect, radius: f32) -> Navigator {
        Navigator {
            area,
            radius,
            goals: Vec::new(),
            clearance: None,
            fields: Vec::new(),
            field: Vec::new(),
            detours: Detours::default(),
            sight: Vec::new(),
            followed: Vec::new(),
            parts: OnceLock::new(),
            wide: None,
            next_to_grow: 0,
            last_unreachable: None,
        }
    }

    /// Prepares all paths again, around other walls. `positions` holds all units.
    pub fn set_walls(&mut self, walls: &[Wall], positions: &[Point]) {
        self.enclose(walls, positions, LazyField::new);
    }

    /// The same, but the paths are computed over several ticks: see [`Navigator::grow`].
    pub fn change_walls(&mut self, walls: &[Wall], positions: &[Point]) {
        self.enclose(walls, positions, LazyField::spread);
    }

    /// Prepares all paths around walls with `new` fields.
    fn enclose(&mut self, walls: &[Wall], positions: &[Point], new: fn(Point) -> LazyField) {
        self.field = vec![None; self.goals.len()];
        self.followed.clear();
        self.fields.clear();
        self.detours = Detours::default();
        self.sight.clear();
        self.parts.take();
        self.last_unreachable = None;
        self.enclose_ground(walls);
        if self.clearance.is_none() {
            return;
        }
        self.sight.resize_with(self.goals.len(), Sight::default);
        let all: Vec<usize> = (0..self.goals.len()).collect();
        self.assign_fields(&all, positions, new);
    }

    /// Computes the ground around walls, where possible only what has changed.
    fn enclose_ground(&mut self, walls: &[Wall]) {
        let known = self.clearance.as_mut().filter(|known| known.radius() == self.radius).map(Arc::make_mut);
        let changed = known.and_then(|known| known.change(walls, self.area));
        match (changed, &self.clearance) {
            (Some(cells), Some(clearance)) => {
                if let Some(wide) = &mut self.wide {
                    Arc::make_mut(wide).change(clearance, &cells);
                }
            }
            _ => {
                self.clearance = Clearance::new(walls, self.area, self.radius).map(Arc::new);
                self.wide = self.clearance.as_ref().map(|clearance| Arc::new(WideGround::new(clearance)));
            }
        }
    }

    /// Gives units the fields that lead to their goals, and makes `new` ones. `positions` holds all units.
    fn assign_fields(&mut self, units: &[usize], positions: &[Point], new: fn(Point) -> LazyField) {
        let Some(clearance) = &self.clearance else { return };
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
        let fields = &mut self.fields;
        for &id in units {
            let goal = &self.goals[id];
            if let Some(aim) = goal.fixed_aim() {
                let shared = shared_field(clearance, fields, aim, reach);
                let field = shared.or_else(|| new_field(fields, &self.field, new(aim), most));
                self.field[id] = field.or_else(|| nearest_field(fields, aim));
            } else if let (Goal::Unit { index, .. }, Some(at)) = (goal, goal.aim(positions)) {
                let known = self.followed.iter().find(|(target, _)| target == index);
                self.field[id] = known.map(|(_, field)| *field);
                if self.field[id].is_none() && fields.len() < most {
                    self.field[id] = Some(fields.len() as u32);
                    self.followed.push((*index, fields.len() as u32));
                    // It moves, so it cannot be shared.
                    fields.push(LazyField::new(at));
                }
            }
        }
    }

    /// Gives units other goals. `positions` holds all units.
    pub fn set_goals(&mut self, goals: &[(usize, Goal)], positions: &[Point]) {
        for (id, goal) in goals {
            self.goals[*id] = *goal;
            if let Some(field) = self.field.get_mut(*id) {
                *field = None;
            }
            self.take_detour(*id, None);
        }
        self.followed.retain(|(_, field)| self.field.contains(&Some(*field)));
        if self.clearance.is_some() {
            let units: Vec<usize> = goals.iter().map(|(id, _)| *id).collect();
            self.assign_fields(&units, positions, LazyField::spread);
        }
    }

    /// Exchanges the goals of two units.
    pub fn exchange(&mut self, a: usize, b: usize) {
        self.goals.swap(a, b);
        if self.clearance.is_some() {
            self.field.swap(a, b);
            [a, b].iter().for_each(|id| self.take_detour(*id, None));
        }
    }

    /// Follows the units to their new slots. `goals` and `positions` hold all units from now on.
    pub fn renumber(&mut self, renumbering: &Renumbering, goals: &[Goal], positions: &[Point]) {
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        if self.clearance.is_none() {
            self.field = vec![None; goals.len()];
            return;
        }
        renumbering.apply(&mut self.field, || None);
        renumbering.apply(&mut self.sight, Sight::default);
        self.detours.renumber(renumbering);
        let slot_of = |(target, field): &(u32, u32)| Some((renumbering.slot_of(*target)?, *field));
        self.followed = self.followed.iter().filter_map(slot_of).collect();
        let added: Vec<usize> = renumbering.new_slots().collect();
        self.assign_fields(&added, positions, LazyField::spread);
    }

    /// Returns the point nearest to `aim` that a unit at `from` can reach. None if it can reach `aim`.
    pub fn nearest_reachable(&self, from: Point, aim: Point) -> Option<Point> {
        let clearance = self.clearance.as_ref()?;
        let part = self.parts.get_or_init(|| Arc::new(parts::label(clearance)));
        parts::nearest_reachable(clearance, part, from, aim)
    }

    /// The same, remembering the last answer: the units of an order have the same goal.
    pub fn nearest_reachable_again(&mut self, from: Point, aim: Point) -> Option<Point> {
        let own = self.clearance.as_ref().and_then(|clearance| {
            parts::nearby(clearance, self.parts.get_or_init(|| Arc::new(parts::label(clearance))), from)
        })?;
        if let Some((known_aim, part, nearest)) = self.last_unreachable
            && (known_aim, part) == (aim, own)
        {
            return Some(nearest);
        }
        let nearest = self.nearest_reachable(from, aim)?;
        self.last_unreachable = Some((aim, own, nearest));
        Some(nearest)
    }

    /// Returns the point nearest to `p` where a unit fits and that `is_free`. `p` itself without walls.
    pub fn nearest_free(&self, p: Point, is_free: impl Fn(Point) -> bool) -> Point {
        let Some(clearance) = &self.clearance else { return p };
        let found = parts::nearest_of(clearance, p, |cell| is_free(clearance.spot(cell)));
        found.unwrap_or(p)
    }

    /// Whether the largest unit fits at `p`.
    pub fn fits(&self, p: Point) -> bool {
        self.clearance.as_ref().is_none_or(|clearance| clearance.gap_at(p) >= clearance.radius())
    }

    /// The radius of the units that paths are made for, m.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Makes paths for units up to this radius, m, around `walls`. `positions` holds all units.
    pub fn set_radius(&mut self, radius: f32, walls: &[Wall], positions: &[Point]) {
        self.radius = radius;
        self.change_walls(walls, positions);
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

    /// Goes on with the fields of goals that were set in mid-run: first finds rough paths for units without any, then lets one
    /// field grow. The work is counted in cells, so that runs repeat.
    pub fn grow(&mut self, positions: &[Point]) {
        let Some(clearance) = &self.clearance else { return };
        self.detours.grow();
        if !self.fields.iter().any(LazyField::is_growing) {
            return;
        }
        let Some(ground) = &self.wide else { return };
        let mut left = SEARCH_CELLS;
        for (field, p) in self.field.iter().zip(positions) {
            if let Some(field) = field.and_then(|field| self.fields.get_mut(field as usize)) {
                left = field.search(clearance, ground, *p, left);
            }
        }
        let count = self.fields.len();
        let turn = (0..count).map(|k| (self.next_to_grow + k) % count);
        if let Some(field) =
            turn.into_iter().find(|field| self.is_used(*field) && self.fields[*field].wants_to_grow())
        {
            self.fields[field].grow(clearance, GROW_CELLS);
            // Those that wait longest come first.
            self.next_to_grow = field;
        }
    }

    fn is_used(&self, field: usize) -> bool {
        self.field.contains(&Some(field as u32))
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
        let detour = self.detours.of(id);
        if let Some((clearance, field)) = detour
            && let Some(heading) = field.known_heading(clearance, position)
        {
            let is_seen = field.aim() != aim && self.sight[id].sees(clearance, position, aim);
            let distance = heading.distance + (aim - field.aim()).norm();
            return Some(if is_seen { straight } else { Heading { distance, ..heading } });
        }
        let Some((clearance, field)) = self.own_field(id) else { return Some(straight) };
        // What is remembered is true on the ground of the detour.
        let sees = || match detour {
            Some(_) => clearance.sees(position, aim),
            None => self.sight[id].sees(clearance, position, aim),
        };
        if field.aim() != aim && sees() {
            return Some(straight);
        }
        let Some(heading) = field.heading(clearance, self.wide.as_deref(), position) else {
            return Some(straight);
        };
        let distance = heading.distance + (aim - field.aim()).norm();
        Some(Heading { distance, ..heading })
    }

    /// Returns the distance field of unit `id`: for each cell, the path length (m) to its goal or to the goal that
    /// shares the field. Infinite without a path. None if the unit walks straight.
    pub fn potential(&self, id: usize) -> Option<(&Grid, &[f32])> {
        let (clearance, field) = self.field_of(id).filter(|(_, field)| !field.is_growing())?;
        Some((&clearance.grid, field.solved(clearance).distances()))
    }

    /// The distances to the walls. None without walls.
    pub fn clearance(&self) -> Option<&Clearance> {
        self.clearance.as_deref()
    }

    /// The same, to be kept.
    pub(crate) fn ground(&self) -> Option<&Arc<Clearance>> {
        self.clearance.as_ref()
    }

    /// Returns the detour of unit `id` to its goal where these lines are closed, or begins to compute it over several ticks. None if the
    /// way from `position` is not known yet, or there is none. `now` is the number of ticks simulated.
    pub fn ask_detour(&mut self, id: usize, position: Point, closed: &[Segment], now: u64) -> Option<u32> {
        self.goals[id].fixed_aim()?;
        let aim = self.fields.get((*self.field.get(id)?)? as usize)?.aim();
        self.detours.ask(self.clearance.as_deref()?, (position, aim), closed, now)
    }

    /// Lets unit `id` go a detour, or its shortest way.
    pub fn take_detour(&mut self, id: usize, detour: Option<u32>) {
        self.detours.take(id, detour, self.goals.len());
        if let Some(sight) = self.sight.get_mut(id) {
            *sight = Sight::default();
        }
    }

    /// Lets all units go their shortest ways.
    pub fn forget_detours(&mut self) {
        self.detours = Detours::default();
    }

    /// Writes the path of unit `id` from `position`, with both ends, on a detour or the shortest way. Empty without a path or a fixed goal.
    pub fn corners(&self, id: usize, detour: Option<u32>, position: Point, corners: &mut Vec<Point>) {
        corners.clear();
        let Some(aim) = self.goals[id].fixed_aim() else { return };
        if let Some((clearance, field)) = detour.and_then(|detour| self.detours.field(detour)) {
            let path = field.known_corners(clearance, position);
            trace(clearance, field.aim(), path, (position, aim), corners);
        } else if let Some((clearance, field)) = self.own_field(id) {
            let path = field.corners(clearance, self.wide.as_deref(), position);
            trace(clearance, field.aim(), path, (position, aim), corners);
        }
    }

    fn field_of(&self, id: usize) -> Option<(&Clearance, &LazyField)> {
        self.detours.of(id).or_else(|| self.own_field(id))
    }

    fn own_field(&self, id: usize) -> Option<(&Clearance, &LazyField)> {
        let field = (*self.field.get(id)?)?;
        Some((self.clearance.as_deref()?, self.fields.get(field as usize)?))
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
        let Some((clearance, field)) = self.own_field(id) else { return (position, 0.0) };
        let path = field.corners(clearance, self.wide.as_deref(), position);
        let mut corners = Vec::new();
        trace(clearance, field.aim(), path, (position, aim), &mut corners);
        corners.pop();
        let length = corners.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
        (corners.last().copied().unwrap_or(position), length)
    }
}
