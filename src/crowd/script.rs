//! A script: what happens to a crowd during its run, by time. The crowd carries it out by itself.

use super::command::NewWall;
use super::ids::{Ids, UnitId, WallId};
use super::order::Destination;
use super::start::Start;
use super::walls::PlacedWalls;
use crate::navigation::Goal;
use crate::types::{DT, Point, Rect, Vec2};
use nalgebra::Matrix2;
use serde::{Deserialize, Serialize};

/// The share of the time between two units of a stream that is not enough for another one. Allows for rounding.
const SAME_TIME: f64 = 1e-3;

/// What happens during a run. Each tick begins with the parts that are due: doors, orders, and then streams. Commands that the caller
/// has given come after them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// The doors. They are part of the world from the start.
    pub doors: Vec<ScriptDoor>,
    /// When doors open and shut.
    pub switches: Vec<DoorSwitch>,
    /// Orders for groups.
    pub orders: Vec<TimedOrder>,
    /// Streams of units.
    pub streams: Vec<Stream>,
}

impl Script {
    /// Whether nothing happens.
    pub fn is_empty(&self) -> bool {
        self.doors.is_empty() && self.switches.is_empty() && self.orders.is_empty() && self.streams.is_empty()
    }
}

/// A door with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptDoor {
    /// The name.
    pub name: String,
    /// Its shape, whether it is open at the start, and what happens to units in its place.
    pub wall: NewWall,
}

/// Opens or shuts a door. A door that is to shut and is refused because of units in its place shuts once they have left it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DoorSwitch {
    /// When, s.
    pub at: f32,
    /// The door's index in [`Script::doors`].
    pub door: usize,
    /// Whether it is open from then on.
    pub open: bool,
}

/// An order for all units that a group has at that time, except for obstacles. Without such units, nothing happens.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedOrder {
    /// When, s.
    pub at: f32,
    /// The group's index.
    pub group: u16,
    /// What to do. A task that a command could not give is left out.
    pub task: GroupTask,
    /// The direction to face at the end, rad.
    pub facing: Option<f32>,
    /// Whether the order waits until those before it are done.
    pub queued: bool,
    /// Whether all units walk at the speed of the slowest.
    pub together: bool,
}

/// What a group is told to do.
#[derive(Debug, Clone, PartialEq)]
pub enum GroupTask {
    /// Go there.
    Go(Destination),
    /// Stay near the first unit of a group.
    Follow {
        /// That group's index.
        group: u16,
        /// The gap between two bodies, m.
        gap: f32,
    },
    /// Go from point to point, and begin again after the last one.
    Patrol(Vec<Point>),
    /// Stand and give way.
    Stop,
    /// Stand and keep the place.
    Hold,
}

/// Units that appear one after the other and are removed when they reach their goal.
///
/// A unit appears at a random free place of the area. If none is found, it waits for the next tick, and those after it queue up behind
/// it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    /// The time between two units, s. At most one unit appears in a tick.
    pub every: f32,
    /// When the first unit appears, s.
    pub from: f32,
    /// When the stream ends, s. None: it never ends.
    pub until: Option<f32>,
    /// Where units appear.
    pub area: Rect,
    /// A unit. Its position and its goal are the stream's.
    pub unit: Start,
    /// Where the units go.
    pub goal: StreamGoal,
}

impl Stream {
    /// The number of units that are due at the beginning of a tick.
    fn due(&self, tick: u64) -> u64 {
        let now = (tick as f64 + 0.5) * f64::from(DT);
        let since = (now - f64::from(self.from)) / f64::from(self.every);
        let so_far = if since < 0.0 { 0 } else { (since as u64).saturating_add(1) };
        self.total().map_or(so_far, |total| total.min(so_far))
    }

    /// The number of all its units. None if it never ends.
    pub fn total(&self) -> Option<u64> {
        let lasts = f64::from(self.until?) - f64::from(self.from);
        Some((lasts / f64::from(self.every) - SAME_TIME).ceil().max(0.0) as u64)
    }
}

/// The goal of a stream's units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StreamGoal {
    /// The same for all. The index of a [`Goal::Unit`] is that of a unit at the start.
    Same(Goal),
    /// A point for each unit: `turn` times the place where it appears, and `shift` further.
    Image {
        /// Turns or mirrors the place.
        turn: Matrix2<f32>,
        /// A displacement, m.
        shift: Vec2,
        /// The distance that counts as arrived, m.
        radius: f32,
    },
}

impl StreamGoal {
    /// The goal of a unit that appears at a place.
    pub fn at(&self, place: Point) -> Goal {
        match *self {
            StreamGoal::Same(goal) => goal,
            StreamGoal::Image { turn, shift, radius } => {
                Goal::Point { at: Point::from(turn * place.coords + shift), radius, own: true }
            }
        }
    }
}

/// What a script has done so far.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct ScriptState {
    /// The doors' ids.
    pub doors: Vec<WallId>,
    /// What each door is still to become.
    pub wanted: Vec<Option<bool>>,
    /// The number of units that have appeared, for each stream.
    pub appeared: Vec<u64>,
    /// The unit that each stream's units go to.
    pub targets: Vec<Option<UnitId>>,
    /// The streams' units that are on their way.
    pub walking: Vec<UnitId>,
}

impl ScriptState {
    /// The state at the start. Adds the doors to the walls.
    pub fn new(script: &Script, walls: &mut PlacedWalls, ids: &Ids) -> ScriptState {
        let place = |door: &ScriptDoor| {
            let id = walls.promise();
            walls.add(id, door.wall.clone(), false);
            id
        };
        let target = |stream: &Stream| match stream.goal {
            StreamGoal::Same(Goal::Unit { index, .. }) => ids.all().get(index as usize).copied(),
            _ => None,
        };
        ScriptState {
            doors: script.doors.iter().map(place).collect(),
            wanted: vec![None; script.doors.len()],
            appeared: vec![0; script.streams.len()],
            targets: script.streams.iter().map(target).collect(),
            walking: Vec::new(),
        }
    }

    /// Whether nothing of the script is left at the beginning of a tick.
    pub fn is_over(&self, script: &Script, tick: u64) -> bool {
        let is_past = |at: f32| tick_of(at) < tick;
        let is_complete =
            |(stream, appeared): (&Stream, &u64)| stream.total().is_some_and(|total| *appeared >= total);
        script.switches.iter().all(|switch| is_past(switch.at))
            && script.orders.iter().all(|order| is_past(order.at))
            && self.wanted.iter().all(Option::is_none)
            && script.streams.iter().zip(&self.appeared).all(is_complete)
    }

    /// Whether a unit of a stream is due at the beginning of a tick.
    pub fn is_due(&self, script: &Script, stream: usize, tick: u64) -> bool {
        self.appeared[stream] < script.streams[stream].due(tick)
    }
}

/// The tick that begins at a time, s.
pub(super) fn tick_of(at: f32) -> u64 {
    (f64::from(at) / f64::from(DT)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_has_a_unit_at_its_start_and_one_more_each_time_before_its_end() {
        let stream = |until| Stream {
            every: 2.0,
            from: 1.0,
            until,
            area: Rect { min: Point::origin(), max: Point::origin() },
            unit: Start::default(),
            goal: StreamGoal::Same(Goal::Roam),
        };
        for (until, total) in [(5.0, 2), (5.1, 3), (1.1, 1), (1.0, 0), (0.0, 0)] {
            assert_eq!(stream(Some(until)).total(), Some(total), "until {until} s");
        }
        assert_eq!(stream(None).total(), None);
        for (tick, due) in [(0, 0), (59, 0), (60, 1), (179, 1), (180, 2), (300, 3)] {
            assert_eq!(stream(None).due(tick), due, "tick {tick}");
            assert_eq!(stream(Some(5.0)).due(tick), due.min(2), "tick {tick}");
        }
        assert_eq!([0.0, 0.5, 1.008, 1.009].map(tick_of), [0, 30, 60, 61]);
    }

    #[test]
    fn a_script_is_empty_without_doors_switches_orders_and_streams() {
        let door = ScriptDoor {
            name: String::new(),
            wall: NewWall::door(crate::geometry::Wall::Circle { center: Point::origin(), radius: 1.0 }),
        };
        let order = TimedOrder {
            at: 0.0,
            group: 0,
            task: GroupTask::Stop,
            facing: None,
            queued: false,
            together: false,
        };
        assert!(Script::default().is_empty());
        let others = [
            Script { doors: vec![door], ..Script::default() },
            Script { switches: vec![DoorSwitch { at: 0.0, door: 0, open: true }], ..Script::default() },
            Script { orders: vec![order], ..Script::default() },
        ];
        assert!(others.iter().all(|script| !script.is_empty()));
    }
}
