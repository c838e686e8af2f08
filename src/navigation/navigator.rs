//! The paths of all units.

mod classes;
#[cfg(test)]
mod many_goals_test;
mod saved;
mod ways;

use super::clearance::Clearance;
use super::detours::Detours;
use super::field_choice::{Most, nearest_field, new_field, shared_field};
use super::goal::Goal;
use super::grid::Grid;
use super::heading::Heading;
use super::lazy_field::LazyField;
use super::parts;
use super::path::trace;
use super::rough_path::WideGround;
use super::sight::Sight;
use super::size_class::SizeClass;
use super::sizes::sizes;
use crate::geometry::{Wall, crossing};
use crate::types::{Point, Rect, Segment};
use crate::workers::Workers;
use std::sync::Arc;

/// Up to this many distinct goals have a field each. With more, nearby goals share fields.
const OWN_FIELDS: usize = 8;
/// Goals within this many radii of each other may share a field.
const SHARE_RADII: f32 = 20.0;
/// The largest number of cells in all fields together: 64 MiB.
const FIELD_CELLS: usize = 1 << 23;
/// The largest and the smallest number of fields.
const MOST_FIELDS: usize = 256;
const FEWEST_FIELDS: usize = 4;
/// The largest number of goals that only rough paths lead to.
const MOST_ROUGH: usize = 1024;

/// The number of wide cells in which rough paths are searched in a tick.
const SEARCH_CELLS: usize = 1500;
/// The number of cells by which fields grow in a tick.
const GROW_CELLS: usize = 400;

/// Paths to the goals of all units.
#[derive(Clone)]
pub struct Navigator {
    area: Rect,
    goals: Vec<Goal>,
    /// From the largest units to the smallest.
    classes: Vec<SizeClass>,
    /// The class of each unit.
    class: Vec<u8>,
    /// The field of each unit, among those of its class.
    field: Vec<Option<u32>>,
    /// For each unit whose field stays rough, the corners that are left on its way, ending with the goal of the field. Empty until they
    /// are found.
    way: Vec<Vec<Point>>,
    /// How often units have looked for their next corners.
    looks: u32,
    /// What is remembered of each unit's line of sight to its goal. Empty without walls.
    sight: Vec<Sight>,
    /// The field that grows next, counted through all classes.
    next_to_grow: usize,
    /// How often goals have changed.
    changes: u32,
}

/// The class of a unit that has none yet.
const NO_CLASS: u8 = u8::MAX;

impl Navigator {
    /// Prepares the paths of all units to their `goals`, around `walls` and within `area`. `positions` and `radii` (m) are those of
    /// all units, `later` are radii of units that come in mid-run.
    pub fn new(
        area: Rect,
        walls: &[Wall],
        goals: Vec<Goal>,
        positions: &[Point],
        radii: &[f32],
        later: &[f32],
    ) -> Navigator {
        let classes =
            sizes(radii.iter().chain(later).copied(), area).into_iter().map(SizeClass::new).collect();
        let mut navigator = Navigator {
            area,
            classes,
            class: Vec::new(),
            field: Vec::new(),
            way: Vec::new(),
            looks: 0,
            sight: Vec::new(),
            next_to_grow: 0,
            changes: 0,
            goals,
        };
        navigator.class =
            radii.iter().map(|radius| navigator.class_for(*radius).unwrap_or(NO_CLASS)).collect();
        navigator.set_walls(walls, positions);
        navigator
    }

    /// Prepares all paths again, around other walls. `positions` holds all units.
    pub fn set_walls(&mut self, walls: &[Wall], positions: &[Point]) {
        self.enclose(walls, positions, LazyField::new);
        self.search(positions, usize::MAX);
    }

    /// The same, but the paths are computed over several ticks: see [`Navigator::grow`].
    pub fn change_walls(&mut self, walls: &[Wall], positions: &[Point]) {
        self.enclose(walls, positions, LazyField::spread);
    }

    /// Prepares all paths around walls with `new` fields.
    fn enclose(&mut self, walls: &[Wall], positions: &[Point], new: fn(Point) -> LazyField) {
        self.classes.iter_mut().for_each(|class| class.enclose(walls, self.area));
        self.field = vec![None; self.goals.len()];
        self.way = vec![Vec::new(); self.goals.len()];
        self.sight.clear();
        if self.has_ground() {
            self.sight.resize_with(self.goals.len(), Sight::default);
            let all: Vec<usize> = (0..self.goals.len()).collect();
            self.assign_fields(&all, positions, new);
        }
    }

    /// Whether there are walls to go around.
    pub(crate) fn has_ground(&self) -> bool {
        self.classes.iter().any(|class| class.clearance.is_some())
    }

    /// Gives units the fields that lead to their goals, and makes `new` ones. `positions` holds all units.
    fn assign_fields(&mut self, units: &[usize], positions: &[Point], new: fn(Point) -> LazyField) {
        self.forget_followed();
        let shares = self.classes.len();
        for own in 0..shares {
            let Navigator { goals, classes, class, field, .. } = self;
            let SizeClass { radius, clearance: Some(clearance), fields, followed, .. } = &mut classes[own]
            else {
                continue;
            };
            let is_member = |id: usize| usize::from(class[id]) == own;
            let fit = FIELD_CELLS / shares / clearance.grid.len();
            let most = Most { complete: fit.clamp(FEWEST_FIELDS, MOST_FIELDS), rough: MOST_ROUGH };
            let mut distinct: Vec<Point> = Vec::new();
            for aim in (0..goals.len()).filter(|id| is_member(*id)).filter_map(|id| goals[id].fixed_aim()) {
                if distinct.len() <= OWN_FIELDS && !distinct.contains(&aim) {
                    distinct.push(aim);
                }
            }
            // The path through a nearby goal's field is not always the shortest. With few goals, fields need not be
            // shared.
            let reach = if distinct.len() <= OWN_FIELDS { 0.0 } else { SHARE_RADII * *radius };
            for id in units.iter().copied().filter(|id| is_member(*id)) {
                let used = || (0..field.len()).filter(|id| is_member(*id)).filter_map(|id| field[id]);
                if let Some(aim) = goals[id].fixed_aim() {
                    let shared = shared_field(clearance, fields, followed, (aim, reach));
                    let found = shared.or_else(|| new_field(fields, used(), (new, aim), most));
                    field[id] = found.or_else(|| nearest_field(fields, aim));
                } else if let (Goal::Unit { index, .. }, Some(at)) = (&goals[id], goals[id].aim(positions)) {
                    let known = followed.iter().find(|(target, _)| target == index).map(|(_, field)| *field);
                    // It moves, so it cannot be shared.
                    let own = known.or_else(|| new_field(fields, used(), (new, at), most));
                    if known.is_none() {
                        followed.extend(own.map(|field| (*index, field)));
                    }
                    field[id] = own;
                }
            }
        }
    }

    /// Gives units other goals. `positions` holds all units.
    pub fn set_goals(&mut self, goals: &[(usize, Goal)], positions: &[Point]) {
        self.changes += 1;
        for (id, goal) in goals {
            self.goals[*id] = *goal;
            self.leave_field(*id);
            self.take_detour(*id, None);
        }
        let units: Vec<usize> = goals.iter().map(|(id, _)| *id).collect();
        self.assign_fields(&units, positions, LazyField::spread);
    }

    /// Lets a unit have no field.
    fn leave_field(&mut self, id: usize) {
        let field = self.field.get_mut(id).and_then(Option::take);
        self.way.get_mut(id).into_iter().for_each(Vec::clear);
        let class = self.classes.get_mut(usize::from(self.class[id]));
        if let Some(field) = field.and_then(|field| class?.fields.get_mut(field as usize)) {
            field.left = self.changes;
        }
    }

    /// Forgets the fields to units that no one follows any more.
    fn forget_followed(&mut self) {
        let Navigator { classes, class, field, .. } = self;
        for (own, SizeClass { followed, .. }) in classes.iter_mut().enumerate() {
            let is_used = |wanted: u32| {
                field
                    .iter()
                    .zip(&*class)
                    .any(|(field, class)| (*field, usize::from(*class)) == (Some(wanted), own))
            };
            followed.retain(|(_, field)| is_used(*field));
        }
    }

    /// Exchanges the goals of two units of the same radius.
    pub fn exchange(&mut self, a: usize, b: usize) {
        self.goals.swap(a, b);
        if self.has_ground() {
            self.field.swap(a, b);
            self.way.swap(a, b);
            [a, b].iter().for_each(|id| self.take_detour(*id, None));
        }
    }

    /// Returns the point nearest to `aim` that unit `id` could reach from `from`. None if it can reach `aim`.
    pub fn nearest_reachable(&self, id: usize, from: Point, aim: Point) -> Option<Point> {
        self.class_of(id)?.nearest_reachable(from, aim)
    }

    /// The same, remembering the last answer: the units of an order have the same goal.
    pub fn nearest_reachable_again(&mut self, id: usize, from: Point, aim: Point) -> Option<Point> {
        self.classes.get_mut(usize::from(self.class[id]))?.nearest_reachable_again(from, aim)
    }

    /// Returns the point nearest to `p` where unit `id` fits and that `is_free`. `p` itself without walls.
    pub fn nearest_free(&self, id: usize, p: Point, is_free: impl Fn(Point) -> bool) -> Point {
        let Some(clearance) = self.clearance_of(id) else { return p };
        let found = parts::nearest_of(clearance, p, |cell| is_free(clearance.spot(cell)));
        found.map_or(p, |cell| clearance.spot(cell))
    }

    /// Whether unit `id` and all others of its class fit at `p`.
    pub fn fits(&self, id: usize, p: Point) -> bool {
        self.clearance_of(id).is_none_or(|clearance| clearance.gap_at(p) >= clearance.radius())
    }

    /// The radii that paths are made for, m, descending.
    pub fn sizes(&self) -> impl Iterator<Item = f32> {
        self.classes.iter().map(|class| class.radius)
    }

    /// Computes the fields that units at these `positions` need, which `workers` share. Without this, a field is
    /// computed when the first unit asks for its path. The paths are the same.
    pub fn solve(&self, positions: &[Point], workers: Workers<'_>) {
        if !self.has_ground() || !workers.are_many() {
            return;
        }
        let mut needed: Vec<Vec<bool>> =
            self.classes.iter().map(|class| vec![false; class.fields.len()]).collect();
        for (id, (goal, p)) in self.goals.iter().zip(positions).enumerate() {
            let (Some((clearance, field)), Some(aim)) = (self.own_field(id), goal.aim(positions)) else {
                continue;
            };
            let Some(index) = self.field[id] else { continue };
            let is_needed = &mut needed[usize::from(self.class[id])][index as usize];
            *is_needed = *is_needed
                || (field.is_needed(clearance, *p) && (field.aim() == aim || !clearance.sees(*p, aim)));
        }
        let mut all: Vec<(&Clearance, &LazyField)> = Vec::new();
        for (class, needed) in self.classes.iter().zip(needed) {
            let Some(clearance) = class.clearance.as_deref() else { continue };
            let fields = class.fields.iter().zip(needed).filter(|(_, needed)| *needed);
            all.extend(fields.map(|(field, _)| (clearance, field)));
        }
        workers.map(&all, |(clearance, field)| {
            field.solved(clearance);
        });
    }

    /// Goes on with the fields of goals that were set in mid-run: first finds rough paths for units without any, then lets one
    /// field grow. The work is counted in cells, so that runs repeat.
    pub fn grow(&mut self, positions: &[Point]) {
        for class in self.classes.iter_mut().filter(|class| class.clearance.is_some()) {
            class.detours.grow();
        }
        if !self.classes.iter().any(|class| class.fields.iter().any(LazyField::is_growing)) {
            return;
        }
        self.search(positions, SEARCH_CELLS);
        let all: Vec<(usize, usize)> = (0..self.classes.len())
            .flat_map(|class| (0..self.classes[class].fields.len()).map(move |field| (class, field)))
            .collect();
        let turn = (0..all.len()).map(|k| (self.next_to_grow + k) % all.len());
        let wants = |(class, field): (usize, usize)| {
            self.classes[class].fields[field].wants_to_grow() && self.is_used(class, field)
        };
        if let Some(next) = turn.into_iter().find(|next| wants(all[*next])) {
            let (class, field) = all[next];
            if let SizeClass { clearance: Some(clearance), fields, .. } = &mut self.classes[class] {
                fields[field].grow(clearance, GROW_CELLS);
            }
            // Those that wait longest come first.
            self.next_to_grow = next;
        }
    }

    fn is_used(&self, class: usize, field: usize) -> bool {
        let mut units = self.field.iter().zip(&self.class);
        units.any(|(own, class_of)| (*own, usize::from(*class_of)) == (Some(field as u32), class))
    }

    /// Updates the fields that lead to followed units. A field is rebuilt if its target is no longer visible from
    /// the field's goal, or is far from it, and a follower does not see the target. `positions` holds all units.
    pub fn follow(&mut self, positions: &[Point]) {
        let Navigator { classes, class, field: own_field, way, .. } = self;
        for (own, SizeClass { radius, clearance, fields, followed, .. }) in classes.iter_mut().enumerate() {
            let Some(clearance) = clearance else { continue };
            for (target, field) in &*followed {
                let Some(&at) = positions.get(*target as usize) else { continue };
                let aim = fields[*field as usize].aim();
                if (at - aim).norm() <= SHARE_RADII * *radius && clearance.sees(aim, at) {
                    continue;
                }
                let mut followers = (0..own_field.len())
                    .filter(|id| (own_field[*id], usize::from(class[*id])) == (Some(*field), own));
                let others = followers.clone();
                if followers.any(|id| positions.get(id).is_some_and(|p| !clearance.sees(*p, at))) {
                    others.for_each(|id| way[id].clear());
                    let field = &mut fields[*field as usize];
                    *field = if field.stays_rough() { LazyField::rough(at) } else { LazyField::spread(at) };
                }
            }
        }
    }

    /// Returns where unit `id` at `position` heads. None without a goal. `others` holds the positions of all units.
    /// Straight towards the goal if no path is known.
    pub fn heading(&self, id: usize, position: Point, goal: &Goal, others: &[Point]) -> Option<Heading> {
        let aim = goal.aim(others)?;
        let straight = Heading { aim, distance: (aim - position).norm() };
        let detour = self.class_of(id).and_then(|class| class.detours.field_of(id));
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
        let Some(heading) = self.own_heading(id, position) else { return Some(straight) };
        let distance = heading.distance + (aim - field.aim()).norm();
        Some(Heading { distance, ..heading })
    }

    /// Returns the distance field of unit `id`: for each cell, the path length (m) to its goal or to the goal that
    /// shares the field. Infinite without a path. None if the unit walks straight.
    pub fn potential(&self, id: usize) -> Option<(&Grid, &[f32])> {
        let (clearance, field) = self.field_of(id).filter(|(_, field)| !field.is_growing())?;
        Some((&clearance.grid, field.solved(clearance).distances()))
    }

    /// The distances to the walls for units of this radius, or the largest ones. None without walls.
    pub fn clearance(&self, radius: f32) -> Option<&Arc<Clearance>> {
        let class = self.class_for(radius).unwrap_or(0);
        self.classes.get(usize::from(class))?.clearance.as_ref()
    }

    /// The same for unit `id`.
    pub fn clearance_of(&self, id: usize) -> Option<&Clearance> {
        self.class_of(id)?.clearance.as_deref()
    }

    /// The same for all classes.
    pub(crate) fn clearances(&self) -> Vec<&Clearance> {
        self.classes.iter().filter_map(|class| class.clearance.as_deref()).collect()
    }

    /// Returns the detour of unit `id` to its goal where these lines are closed, or begins to compute it over several ticks. None if the
    /// way from `position` is not known yet, or there is none. `now` is the number of ticks simulated.
    pub fn ask_detour(&mut self, id: usize, position: Point, closed: &[Segment], now: u64) -> Option<u32> {
        self.goals[id].fixed_aim()?;
        let field = (*self.field.get(id)?)?;
        let SizeClass { clearance, fields, detours, .. } =
            self.classes.get_mut(usize::from(self.class[id]))?;
        let aim = fields.get(field as usize)?.aim();
        detours.ask(clearance.as_deref()?, (position, aim), closed, now)
    }

    /// Lets unit `id` go a detour, or its shortest way.
    pub fn take_detour(&mut self, id: usize, detour: Option<u32>) {
        if let Some(class) = self.classes.get_mut(usize::from(self.class[id])) {
            class.detours.take(id, detour, self.goals.len());
        }
        if let Some(sight) = self.sight.get_mut(id) {
            *sight = Sight::default();
        }
    }

    /// Lets all units go their shortest ways.
    pub fn forget_detours(&mut self) {
        self.classes.iter_mut().for_each(|class| class.detours = Detours::default());
    }

    /// Writes the path of unit `id` from `position`, with both ends, on a detour or the shortest way. Empty without a path or a fixed goal.
    pub fn corners(&self, id: usize, detour: Option<u32>, position: Point, corners: &mut Vec<Point>) {
        corners.clear();
        let Some(aim) = self.goals[id].fixed_aim() else { return };
        if let Some((clearance, field)) = detour.and_then(|detour| self.class_of(id)?.detours.field(detour)) {
            let path = field.known_corners(clearance, position);
            trace(clearance, field.aim(), path, (position, aim), corners);
        } else if let Some((clearance, field)) = self.own_field(id) {
            trace(clearance, field.aim(), self.own_corners(id, position), (position, aim), corners);
        }
    }

    fn class_of(&self, id: usize) -> Option<&SizeClass> {
        self.classes.get(usize::from(*self.class.get(id)?))
    }

    fn wide(&self, id: usize) -> Option<&WideGround> {
        self.class_of(id)?.wide.as_deref()
    }

    fn field_of(&self, id: usize) -> Option<(&Clearance, &LazyField)> {
        self.class_of(id)?.detours.field_of(id).or_else(|| self.own_field(id))
    }

    fn own_field(&self, id: usize) -> Option<(&Clearance, &LazyField)> {
        let field = (*self.field.get(id)?)?;
        let class = self.class_of(id)?;
        Some((class.clearance.as_deref()?, class.fields.get(field as usize)?))
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
        let mut corners = Vec::new();
        trace(clearance, field.aim(), self.own_corners(id, position), (position, aim), &mut corners);
        corners.pop();
        let length = corners.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
        (corners.last().copied().unwrap_or(position), length)
    }
}
