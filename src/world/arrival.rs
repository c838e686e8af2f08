//! Arrival: a unit that reaches its goal settles into its position, stands, and gives way, without jitter or
//! orbiting.
//!
//! If a goal is full, arrival spreads: a unit that shares the goal, touches units standing there and gets no nearer
//! has also arrived. All units come to rest, however many share a goal and whatever walls are near it.

use super::courses::Courses;
use super::decide::Decided;
use super::shared_goals::SharedGoals;
use super::state::State;
use super::units::{Phase, Units};
use crate::geometry::crossing;
use crate::navigation::Goal;
use crate::neighbours::{Index, Near};
use crate::physics::CONTACT_GAP;
use crate::types::{DT, Point};

/// A settling unit is in position within this share of its radius …
const IN_PLACE: f32 = 0.1;
/// … and below this share of its maximum speed.
const SLOW: f32 = 0.1;
/// A settling unit finds no more room if it gets nearer by less than the `SLOW` share of its possible distance in
/// this many ticks. It then stands where it is.
const NO_ROOM_TICKS: u16 = 30;
/// A walker is blocked if it gets nearer by less than the `SLOW` share of its possible distance in the time needed
/// to walk this many radii …
const BLOCKED_RADII: f32 = 10.0;
/// … and in no fewer than this many ticks.
const BLOCKED_TICKS: u16 = 60;
/// Two units touch if the gap between them is at most this share of the first one's radius. Several models keep
/// units a little apart.
const TOUCHING: f32 = 1.0;
/// A unit lies ahead if the cosine of the angle between its direction and the desired direction is above this:
/// within 60°.
const AHEAD: f32 = 0.5;
/// A unit settling at a shared goal also stands if it touches units standing there and gets nearer by less than
/// this share of its possible distance in this many ticks. Otherwise all units press towards the middle.
const CROWDED: (u16, f32) = (15, 0.5);
/// A unit displaced from its own position by more than this many radii returns …
const DISPLACED: f32 = 1.0;
/// … once it has not had to give way for this many ticks.
const LEFT_ALONE_TICKS: u16 = 90;

/// The inputs of arrival other than the units and their courses.
pub(super) struct Settling<'a> {
    pub decisions: &'a [Decided],
    /// Indexes the positions at the beginning of this tick.
    pub index: &'a dyn Index,
    pub shared_goals: &'a SharedGoals,
    /// A buffer for queries.
    pub near: &'a mut Vec<Near>,
}

/// Advances every unit to its next phase.
pub(super) fn settle_arrivals(state: &mut State, settling: Settling<'_>) {
    let State { units, courses, largest_radius, .. } = state;
    let mut arrivals = Arrivals { units, courses, largest_radius: *largest_radius, settling };
    for id in 0..arrivals.units.len() {
        let next = match arrivals.units.phase[id] {
            Phase::Walking => arrivals.after_walking(id),
            Phase::Settling => arrivals.after_settling(id),
            Phase::Standing => arrivals.after_standing(id),
        };
        let units = &mut arrivals.units;
        if next != units.phase[id] {
            units.phase[id] = next;
            units.patience[id] = 0;
            units.nearest[id] = f32::INFINITY;
        }
    }
}

/// The inputs for a unit's next phase.
struct Arrivals<'a> {
    units: &'a mut Units,
    courses: &'a Courses,
    largest_radius: f32,
    settling: Settling<'a>,
}

impl Arrivals<'_> {
    fn after_walking(&mut self, id: usize) -> Phase {
        let goal = self.units.goal[id];
        if !self.reached(id, &goal) && !self.goal_is_full(id) {
            return Phase::Walking;
        }
        self.units.arrived[id] = true;
        if matches!(goal, Goal::Unit { .. }) { Phase::Standing } else { Phase::Settling }
    }

    fn after_settling(&mut self, id: usize) -> Phase {
        let units = &self.units;
        let in_place = self.courses.distance[id] < IN_PLACE * units.radius[id];
        if in_place && units.velocity[id].norm() < SLOW * units.max_speed[id] {
            return Phase::Standing;
        }
        // Beyond a line, units have their own positions.
        let line = matches!(self.units.goal[id], Goal::Line { .. });
        let no_room = if self.settling.shared_goals.any(id) && !line {
            self.no_nearer_for(id, CROWDED)
                && (self.units.patience[id] >= NO_ROOM_TICKS || self.touches_arrived(id))
        } else {
            self.no_nearer_for(id, (NO_ROOM_TICKS, SLOW))
        };
        if no_room { Phase::Standing } else { Phase::Settling }
    }

    /// Whether unit `id` got nearer to its goal by less than the given share of its possible distance, for the
    /// given number of ticks.
    fn no_nearer_for(&mut self, id: usize, (ticks, share): (u16, f32)) -> bool {
        let units = &mut self.units;
        // The distance from the beginning of this tick is one tick old, which does no harm.
        let distance = self.courses.distance[id];
        if distance < units.nearest[id] - share * units.max_speed[id] * f32::from(ticks) * DT {
            units.nearest[id] = distance;
            units.patience[id] = 0;
        } else {
            units.patience[id] = units.patience[id].saturating_add(1);
        }
        units.patience[id] >= ticks
    }

    /// Whether walker `id` cannot get nearer to its shared goal because units already stand there.
    fn goal_is_full(&mut self, id: usize) -> bool {
        if !self.settling.shared_goals.any(id) {
            return false;
        }
        let radii = BLOCKED_RADII * self.units.radius[id] / self.units.max_speed[id];
        let ticks = BLOCKED_TICKS.max((radii / DT) as u16);
        self.no_nearer_for(id, (ticks, SLOW)) && self.touches_arrived(id)
    }

    /// Whether unit `id` touches a unit ahead that has arrived at their shared goal.
    fn touches_arrived(&mut self, id: usize) -> bool {
        let units = &self.units;
        let (center, reach) = (units.position[id], (1.0 + TOUCHING) * units.radius[id]);
        let Settling { index, near, shared_goals, .. } = &mut self.settling;
        near.clear();
        index.collect(center, reach + self.largest_radius, near);
        near.iter().any(|near| {
            let other = near.id() as usize;
            let ahead = units.position[other] - center;
            shared_goals.same(id, other)
                && self.courses.standing[other]
                && ahead.norm() <= reach + units.radius[other]
                && ahead.dot(&self.courses.desired[id]) > AHEAD * ahead.norm()
        })
    }

    fn after_standing(&mut self, id: usize) -> Phase {
        let Goal::Point { at, own: true, .. } = self.units.goal[id] else { return Phase::Standing };
        let units = &mut self.units;
        let displaced = (units.position[id] - at).norm() > DISPLACED * units.radius[id];
        let alone = !self.settling.decisions[id].gave_way;
        units.patience[id] = if displaced && alone { units.patience[id] + 1 } else { 0 };
        if units.patience[id] >= LEFT_ALONE_TICKS { Phase::Settling } else { Phase::Standing }
    }

    fn reached(&self, id: usize, goal: &Goal) -> bool {
        let (before, now) = (self.units.previous[id], self.units.position[id]);
        match goal {
            Goal::Stand | Goal::Roam => false,
            Goal::Point { at, radius, .. } => (now - at).norm() <= *radius,
            Goal::Region(rect) => rect.contains(now),
            Goal::Line { from, to, toward } => {
                crossing(before, now, *from, *to).is_some() || same_side(now, *toward, *from, *to)
            }
            Goal::Unit { index, gap } => {
                let other = *index as usize;
                let between = (self.units.position[other] - now).norm();
                let (a, b) = (self.units.radius[id], self.units.radius[other]);
                // Bodies in contact keep a small gap.
                between <= a + b + gap.max(CONTACT_GAP * a.min(b))
            }
        }
    }
}

/// Whether `p` lies beyond the line on the side of `toward`, and between the line's ends.
fn same_side(p: Point, toward: Point, from: Point, to: Point) -> bool {
    let line = to - from;
    let along = (p - from).dot(&line);
    let side = |q: Point| crate::math::cross(line, q - from);
    (0.0..=line.norm_squared()).contains(&along) && side(p) * side(toward) > 0.0
}
