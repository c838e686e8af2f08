//! Narrow places: the gates of the map, whose turn it is, and what each unit does about it.
//!
//! What a passage is belongs to navigation, and what a unit does there to the mechanisms of steering. Here are their
//! state and their place in the tick: after the units' courses are known, before they decide.

mod paths;
mod reasons;

#[cfg(test)]
mod ground_test;

use paths::{KnownPath, UnitPaths};

use super::courses::Courses;
use super::units::Units;
use crate::crowd::layout::Layout;
use crate::math;
use crate::navigation::passages::{GateApproach, Passages, Turns, approach, take_turns};
use crate::navigation::{Clearance, Heading, Navigator};
use crate::steering::mechanism::gates::{self, Gates};
use crate::steering::mechanism::keep_right::{self, AHEAD, KeepRight, PathPoint};
use crate::steering::mechanism::queueing::{self, Queueing};
use crate::steering::{Decision, Neighbour, Unit};
use crate::types::{Point, Rect, Renumbering, Vec2};
use crate::workers::Workers;

/// How far a path is followed through a gate, as a multiple of the distance at which it is noticed.
const THROUGH: f32 = 2.0;
/// A unit looks along its path once in this many ticks.
const LOOK_TICKS: u64 = 4;

/// The narrow places of a world. Empty where there are no walls, or no mechanism is on.
#[derive(Default)]
pub(super) struct Narrow {
    ground: Option<NarrowGround>,
    /// Whether it was found out whether there is anything to do.
    is_ready: bool,
    units: Vec<UnitState>,
    approaches: Vec<Option<GateApproach>>,
    /// How far each unit walks along its path before it waits, m. Empty if none waits.
    pub stop: Vec<f32>,
    /// A buffer for the units in queues.
    queue: Vec<Queued>,
}

/// A unit in the queue of a gate.
#[derive(Debug, Clone, Copy)]
struct Queued {
    gate: u16,
    side: u8,
    /// The number of units that pass the gate abreast.
    abreast: f32,
    /// The distance along the path to where it leaves the region, m.
    exit: f32,
    id: u32,
}

/// What directing units needs to know of the world.
#[derive(Clone, Copy)]
pub(super) struct Directed<'a> {
    pub layout: &'a Layout,
    pub units: &'a Units,
    pub navigator: &'a Navigator,
    /// The number of ticks simulated.
    pub ticks: u64,
}

/// The mechanisms that are on, and the map's gates.
struct NarrowGround {
    /// None if no unit has to know of gates.
    gates: Option<Gates>,
    queueing: Option<Queueing>,
    keep_right: Option<KeepRight>,
    passages: Passages,
    turns: Vec<Turns>,
}

/// What a unit does about narrow places in this tick.
#[derive(Debug, Clone, Copy)]
struct UnitState {
    /// The share of its preferred velocity at which it walks.
    pace: f32,
    /// The speed to the right, as a share of its maximum speed.
    right: f32,
    /// The ticks for which it is stuck at a gate.
    stuck: f32,
    /// The points on its path at which it keeps right.
    points: [PathPoint; AHEAD.len()],
    /// Its path.
    path: KnownPath,
}

const STILL: PathPoint = PathPoint { position: Point::new(0.0, 0.0), direction: Vec2::new(0.0, 0.0) };

impl Default for UnitState {
    fn default() -> UnitState {
        UnitState {
            pace: 1.0,
            right: 0.0,
            stuck: 0.0,
            points: [STILL; AHEAD.len()],
            path: KnownPath::default(),
        }
    }
}

impl Narrow {
    /// Finds the gates again in the next tick, because the walls or the steering have changed.
    pub fn reset(&mut self) {
        *self = Narrow::default();
    }

    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        if self.ground.is_some() {
            renumbering.apply(&mut self.units, UnitState::default);
            renumbering.apply(&mut self.approaches, || None);
            renumbering.apply(&mut self.stop, || f32::INFINITY);
        }
    }

    /// Forgets what a unit does, because it has another goal or is elsewhere.
    pub fn forget(&mut self, slot: usize) {
        if let (Some(unit), Some(approach)) = (self.units.get_mut(slot), self.approaches.get_mut(slot)) {
            (*unit, *approach) = (UnitState::default(), None);
        }
    }

    fn prepare(&mut self, layout: &Layout, navigator: &Navigator, units: &Units) {
        if std::mem::replace(&mut self.is_ready, true) {
            return;
        }
        self.ground = navigator.clearance().and_then(|clearance| NarrowGround::new(layout, clearance, units));
        if self.ground.is_some() {
            self.units = vec![UnitState::default(); units.len()];
            self.approaches = vec![None; units.len()];
            self.stop = vec![f32::INFINITY; units.len()];
        }
    }

    /// The preferred velocity of `unit`, given the one without narrow places.
    pub fn preferred(&self, unit: &Unit, alone: Vec2) -> Vec2 {
        match self.units.get(unit.id as usize) {
            Some(UnitState { pace, right, .. }) if (*pace, *right) != (1.0, 0.0) => {
                let sideways = math::right(unit.desired) * (right * unit.max_speed);
                math::clamp_length(alone * *pace + sideways, unit.max_speed)
            }
            _ => alone,
        }
    }

    /// Lets units take turns at gates, queue, and keep right.
    pub fn direct(&mut self, world: &Directed<'_>, courses: &mut Courses, workers: Workers<'_>) {
        let Directed { layout, units, navigator, ticks } = *world;
        self.prepare(layout, navigator, units);
        let Narrow { ground: Some(ground), units: states, approaches, stop, queue, .. } = self else {
            return;
        };
        let Some(clearance) = navigator.clearance() else { return };
        {
            let (courses, ground) = (&*courses, &*ground);
            let paths = UnitPaths { layout, units, courses, navigator };
            workers.each_of_three(states, approaches, stop, |id, state, approach, stop| {
                *stop = f32::INFINITY;
                ground.look(id, looks(id, ticks), state, approach, &paths);
            });
        }
        if let Some(gates) = &ground.gates {
            take_turns(ground.passages.gates(), &mut ground.turns, approaches, ticks, &gates.turns);
            for ((own, state), stop) in approaches.iter().zip(&mut *states).zip(&mut *stop) {
                if let Some(own) = own.filter(|own| own.waits) {
                    *stop = (own.distance - gates.wait).max(0.0);
                    state.pace = gates.pace(own.distance);
                }
            }
        }
        if let Some(queueing) = &ground.queueing {
            for (id, own) in approaches.iter().enumerate() {
                let Some(own) = own.filter(|own| !own.waits) else { continue };
                let position = units.position[id];
                // The path of a unit that was pushed through the door, or whose goal is in it, leads back.
                if let Some(aim) =
                    queueing.aim(&ground.passages.gates()[usize::from(own.gate)], &own, position)
                    && (aim - position).dot(&courses.desired[id]) > 0.0
                    && clearance.sees(position, aim)
                {
                    courses.desired[id] = math::normalize(aim - position);
                    courses.aim[id] = aim;
                }
            }
            let is_behind = |id: usize, other: usize| {
                queueing.is_behind(units.position[id], courses.desired[id], units.position[other])
            };
            line_up(queueing, ground, approaches, is_behind, states, queue);
        }
        if let Some(keep_right) = &mut ground.keep_right {
            keep_right.fade();
            let walks = |id: &usize| looks(*id, ticks) && courses.walks(*id);
            for id in (0..states.len()).filter(walks) {
                keep_right.add(&states[id].points, units.radius[id], LOOK_TICKS as f32);
            }
            let (keep_right, courses) = (&*keep_right, &*courses);
            workers.each_of_three(states, approaches, stop, |id, state, _, stop| {
                if walks(&id) {
                    state.right = keep_right.speed(&state.points, courses.distance[id], *stop, clearance);
                }
            });
        }
    }

    /// Changes the decision of a walking unit on its way through a gate.
    pub fn ease(&self, unit: &Unit, neighbours: &[Neighbour], decision: &mut Decision) {
        self.ease_with(unit, neighbours, true, decision);
    }

    /// The same. Unless `is_whole`, only the neighbours change the decision.
    fn ease_with(&self, unit: &Unit, neighbours: &[Neighbour], is_whole: bool, decision: &mut Decision) {
        let Some(NarrowGround { queueing: Some(queueing), turns, passages, .. }) = &self.ground else {
            return;
        };
        let id = unit.id as usize;
        let Some(own) = self.approaches[id].filter(|own| !own.waits && own.distance < queueing.zone) else {
            return;
        };
        let UnitState { pace, stuck, .. } = self.units[id];
        let theirs = |other: u32| self.approaches[other as usize].as_ref();
        let gate = usize::from(own.gate);
        let goes_straight = is_whole && pace == 1.0 && turns[gate].is_contested;
        let straightness = if goes_straight { queueing.straightness(&passages.gates()[gate]) } else { 0.0 };
        queueing.ease(unit, &own, (straightness, stuck), neighbours, theirs, decision);
    }

    /// The gates of the map.
    pub fn passages(&self) -> Option<&Passages> {
        self.ground.as_ref().map(|ground| &ground.passages)
    }

    /// Where the path of unit `id` leads from a corner at `p`; none if it is not known.
    pub fn beyond(&self, id: usize, p: Point) -> Option<Heading> {
        self.units.get(id)?.path.beyond(p)
    }

    /// Whose turn it is at each gate.
    pub fn turns(&self) -> &[Turns] {
        self.ground.as_ref().map_or(&[], |ground| &ground.turns)
    }

    /// The gate on the path of unit `id`.
    pub fn approach(&self, id: usize) -> Option<&GateApproach> {
        self.approaches.get(id)?.as_ref()
    }

    /// The share of its preferred velocity at which unit `id` walks.
    pub fn pace(&self, id: usize) -> f32 {
        self.units.get(id).map_or(1.0, |unit| unit.pace)
    }

    /// The state that later ticks depend on, for hashes.
    pub fn bits(&self) -> impl Iterator<Item = u64> + '_ {
        let turns = self.turns().iter().flat_map(Turns::bits);
        let gate = |own: &GateApproach| u64::from(own.waits) | u64::from(own.is_through) << 2;
        let waits = self.approaches.iter().map(move |unit| unit.as_ref().map_or(2, gate));
        let units = self.units.iter().flat_map(|unit| {
            let own = [unit.stuck, unit.right].map(|value| u64::from(value.to_bits()));
            own.into_iter().chain(unit.path.bits())
        });
        let keep_right = self.ground.as_ref().and_then(|ground| ground.keep_right.as_ref());
        turns.chain(waits).chain(units).chain(keep_right.into_iter().flat_map(|k| k.bits().map(u64::from)))
    }
}

/// Whether unit `id` looks along its path in a tick.
fn looks(id: usize, ticks: u64) -> bool {
    (ticks + id as u64).is_multiple_of(LOOK_TICKS)
}

impl NarrowGround {
    /// None if no mechanism is on, or there is no unit.
    fn new(layout: &Layout, clearance: &Clearance, units: &Units) -> Option<NarrowGround> {
        let steering = &layout.steering;
        let is_on = |mechanism| steering.is_on(mechanism);
        let gates_on = is_on(&gates::GATES);
        let keeps_right = is_on(&keep_right::KEEP_RIGHT);
        let queues = is_on(&queueing::QUEUEING);
        let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
        let (radius, speed) = (mean(&units.radius), mean(&units.max_speed));
        if !(gates_on || keeps_right || queues)
            || !(radius > 0.0 && speed > 0.0 && (radius / speed).is_finite())
        {
            return None;
        }
        let settings = &steering.settings;
        let mut rules = Gates::new(settings, radius, speed);
        rules.turns.is_on = gates_on;
        let passages = Passages::find(clearance, &rules.passage, &units.position);
        let grid = passages.grid();
        let size = Vec2::new(grid.columns() as f32, grid.rows() as f32) * grid.cell();
        let area = Rect { min: grid.origin(), max: grid.origin() + size };
        let has_gates = !passages.gates().is_empty();
        Some(NarrowGround {
            gates: (has_gates && (gates_on || queues)).then_some(rules),
            queueing: (has_gates && queues).then(|| Queueing::new(settings, radius)),
            keep_right: keeps_right.then(|| KeepRight::new(settings, radius, speed, area)),
            turns: vec![Turns::default(); passages.gates().len()],
            passages,
        })
    }
}

/// Slows down units on their way through gates that they pass one by one, so that each follows the one before it.
/// `is_behind` says whether a unit is close behind another one.
fn line_up(
    queueing: &Queueing,
    ground: &NarrowGround,
    approaches: &[Option<GateApproach>],
    is_behind: impl Fn(usize, usize) -> bool,
    states: &mut [UnitState],
    queue: &mut Vec<Queued>,
) {
    queue.clear();
    queue.extend(approaches.iter().enumerate().filter_map(|(id, own)| {
        let own = own.filter(|own| queueing.is_queued(own))?;
        let abreast = queueing.abreast(&ground.passages.gates()[usize::from(own.gate)])?;
        Some(Queued { gate: own.gate, side: own.side, abreast, exit: own.exit, id: id as u32 })
    }));
    queue.sort_unstable_by(|a, b| {
        (a.gate, a.side).cmp(&(b.gate, b.side)).then(a.exit.total_cmp(&b.exit)).then(a.id.cmp(&b.id))
    });
    for line in queue.chunk_by(|a, b| (a.gate, a.side) == (b.gate, b.side)) {
        // A unit makes room only for units that come towards it.
        let is_contested = ground.turns[usize::from(line[0].gate)].is_contested;
        let least = if is_contested { f32::NEG_INFINITY } else { 0.0 };
        for (rank, unit) in line.iter().enumerate() {
            let pace = queueing.pace(rank, unit.abreast, unit.exit - line[0].exit).max(least);
            // With free space ahead, it closes up.
            let is_held = |before: &Queued| is_behind(unit.id as usize, before.id as usize);
            if pace < 1.0 && line[..rank].iter().rev().any(is_held) {
                states[unit.id as usize].pace = pace;
            }
        }
    }
}

impl NarrowGround {
    /// Looks ahead on the path of unit `id`: for the first gate, and where it keeps right. Unless it `looks`, with the path
    /// that it knows.
    fn look(
        &self,
        id: usize,
        looks: bool,
        state: &mut UnitState,
        own: &mut Option<GateApproach>,
        paths: &UnitPaths,
    ) {
        let before = own.take();
        state.pace = 1.0;
        if !paths.courses.walks(id) || paths.follows_plan(id) {
            *state = UnitState::default();
            return;
        }
        let radius = paths.units.radius[id];
        let ahead = AHEAD[AHEAD.len() - 1] * radius;
        let to_gate = self.passages.away(paths.units.position[id]);
        let gates = self.gates.as_ref().filter(|gates| to_gate <= gates.look);
        let gone = state.path.walk_on(paths.courses.distance[id]);
        *own = match (gates, before) {
            (None, _) if !looks => None,
            // Far from a gate, the approach is as it was, but nearer.
            (Some(gates), None) if !looks && to_gate > gates.turns.near => None,
            (Some(gates), Some(before)) if !looks && before.distance - gone > gates.turns.near => {
                Some(GateApproach { distance: before.distance - gone, exit: before.exit - gone, ..before })
            }
            _ => {
                let reach = gates.map_or(ahead, |gates| (THROUGH * gates.look).max(ahead));
                let path = paths.corners(id, looks, reach, &mut state.path);
                if looks && self.keep_right.is_some() {
                    points_ahead(path.corners, paths.courses.desired[id], radius, &mut state.points);
                }
                gates.and_then(|gates| approach(&self.passages, path, gates.look, gates.passage.radius))
            }
        };
        let gate = own.map(|own| own.gate);
        let (Some(own), Some(before)) = (own, before.filter(|before| Some(before.gate) == gate)) else {
            state.stuck = 0.0;
            return;
        };
        own.waits = before.waits;
        if own.is_inside() {
            own.length = before.length;
        }
        if let Some(queueing) = &self.queueing {
            own.is_through = own.is_inside() && (before.is_through || queueing.is_through(own));
        }
        if let (Some(queueing), false) = (&self.queueing, own.waits) {
            let (velocity, desired) = (paths.units.velocity[id], paths.courses.desired[id]);
            state.stuck = queueing.stuck(state.stuck, velocity, desired, paths.units.max_speed[id]);
        }
    }
}

/// Fills in the points at [`AHEAD`] radii on a path.
fn points_ahead(corners: &[Point], desired: Vec2, radius: f32, points: &mut [PathPoint; AHEAD.len()]) {
    let (mut leg, mut before) = (0, 0.0);
    for (point, ahead) in points.iter_mut().zip(AHEAD) {
        loop {
            let (a, b) = (corners[leg], corners[leg + 1]);
            let (length, at) = ((b - a).norm(), ahead * radius - before);
            if at <= length || leg + 2 >= corners.len() {
                let direction = if length > 0.0 { (b - a) / length } else { desired };
                *point = PathPoint { position: a + direction * at.min(length), direction };
                break;
            }
            before += length;
            leg += 1;
        }
    }
}
