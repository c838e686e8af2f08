//! Arrival: a unit that reached its goal takes its place, stands, and gives way; nobody jitters or orbits.

use super::{Phase, World};
use crate::navigation;
use crate::scene::Goal;
use crate::types::{DT, Point};

/// One that takes its place is there within this share of its radius …
const IN_PLACE: f32 = 0.1;
/// … once it is slower than this share of its maximum speed.
const SLOW: f32 = 0.1;
/// One that in this many ticks came nearer by less than the `SLOW` share of what it could finds no more room: it stands
/// where it is.
const NO_ROOM_TICKS: u16 = 30;
/// One displaced from its own place by more than this many radii goes back …
const DISPLACED: f32 = 1.0;
/// … when nobody made it give way for this many ticks.
const LEFT_ALONE_TICKS: u16 = 90;

impl World {
    pub(super) fn settle_arrivals(&mut self) {
        for id in 0..self.units.len() {
            let next = match self.units.phase[id] {
                Phase::Walking => self.after_walking(id),
                Phase::Settling => self.after_settling(id),
                Phase::Standing => self.after_standing(id),
            };
            if next != self.units.phase[id] {
                self.units.phase[id] = next;
                self.units.patience[id] = 0;
                self.units.nearest[id] = f32::INFINITY;
            }
        }
    }

    fn after_walking(&mut self, id: usize) -> Phase {
        let goal = self.layout.starts[id].goal;
        if !self.reached(id, &goal) {
            return Phase::Walking;
        }
        self.units.arrived[id] = true;
        self.arrived += 1;
        if matches!(goal, Goal::Unit { .. }) { Phase::Standing } else { Phase::Settling }
    }

    fn after_settling(&mut self, id: usize) -> Phase {
        let units = &mut self.units;
        let radius = units.radius[id];
        // The distance left is that of this tick's beginning: a tick late, which does no harm.
        let distance = self.stages.distance[id];
        if distance < IN_PLACE * radius && units.velocity[id].norm() < SLOW * units.max_speed[id] {
            return Phase::Standing;
        }
        if distance < units.nearest[id] - SLOW * units.max_speed[id] * f32::from(NO_ROOM_TICKS) * DT {
            units.nearest[id] = distance;
            units.patience[id] = 0;
        } else {
            units.patience[id] += 1;
        }
        if units.patience[id] >= NO_ROOM_TICKS { Phase::Standing } else { Phase::Settling }
    }

    fn after_standing(&mut self, id: usize) -> Phase {
        let Goal::Point { at, own: true, .. } = self.layout.starts[id].goal else { return Phase::Standing };
        let units = &mut self.units;
        let displaced = (units.position[id] - at).norm() > DISPLACED * units.radius[id];
        let alone = !self.stages.decisions[id].gave_way;
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
                navigation::crossing(before, now, *from, *to).is_some() || same_side(now, *toward, *from, *to)
            }
            Goal::Unit { index, gap } => {
                let other = *index as usize;
                let between = (self.units.position[other] - now).norm();
                between <= self.units.radius[id] + self.units.radius[other] + gap
            }
        }
    }
}

/// Whether `p` lies beyond the line, on the side of `toward`, no further along it than its ends.
fn same_side(p: Point, toward: Point, from: Point, to: Point) -> bool {
    let line = to - from;
    let along = (p - from).dot(&line);
    let side = |q: Point| crate::math::cross(line, q - from);
    (0.0..=line.norm_squared()).contains(&along) && side(p) * side(toward) > 0.0
}
