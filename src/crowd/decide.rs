//! Decide: each unit's decision in this tick, computed in parallel. A decision depends only on the other units'
//! state of the previous tick, so neither their order nor the number of threads matters.

use super::perceive::{Chunk, Perception};
use super::state::{CHUNK, State};
use super::units::Phase;
use crate::navigation::Goal;
use crate::neighbours::Near;
use crate::steering::avoidance::{Crowd, Paths, Surroundings};
use crate::steering::behaviours::Other;
use crate::steering::behaviours::{Align, Memory, Seen, body_of, look_where_going, other_of};
use crate::steering::reasons::Reasons;
use crate::steering::schedule::Due;
use crate::steering::{self, Decision, Neighbour, Unit, Yield};
use crate::types::{Point, Vec2};
use crate::workers::Workers;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The time in which a standing unit stops rotating, s.
const STILL_TIME: f32 = 0.1;
/// A goal position, as behaviours see it.
const FIXED_GOAL: Other =
    Other { position: Point::new(0.0, 0.0), velocity: Vec2::new(0.0, 0.0), orientation: 0.0, radius: 0.0 };

/// A unit's decision, and whether it had to give way.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Decided {
    pub decision: Decision,
    /// The memory of its plan.
    pub memory: Memory,
    pub gave_way: bool,
}

/// Computes the decisions of all units whose turn it is. The others keep theirs.
pub(super) fn decide(
    state: &mut State,
    perception: &mut Perception,
    decisions: &mut [Decided],
    turn: Due,
    workers: Workers<'_>,
) {
    // The first chunk's turn.
    if state.schedule.is_turn(0, turn) {
        prepare_models(state, workers);
    }
    let state = &*state;
    let Perception { chunks, visible, .. } = perception;
    visible.clear();
    visible.extend((0..state.units.len()).map(|id| state.visible(id)));
    let (visible, group) = (&*visible, &state.units.group);
    workers.each_with_part(chunks, decisions, CHUNK, |chunk, decisions| {
        let Chunk { first, decides, near, ends, neighbours, walls, .. } = chunk;
        if !*decides {
            return;
        }
        let mut begin = 0;
        for ((id, end), decided) in (*first..).zip(ends).zip(decisions) {
            let own_group = group[id];
            let as_seen = |near: &Near| {
                let other = near.id() as usize;
                Neighbour { same_group: own_group == group[other], ..visible[other] }
            };
            let own = &near[begin..*end];
            begin = *end;
            if !state.decides(id, turn) {
                continue;
            }
            neighbours.clear();
            neighbours.extend(own.iter().map(as_seen));
            state.walls.near(state.units.position[id], state.given_wall_reach(id), walls);
            *decided = state.decide_one(id, &Surroundings { neighbours, walls }, None);
        }
    });
}

/// Lets the models fill their grids.
fn prepare_models(state: &mut State, workers: Workers<'_>) {
    let State { units, models, navigator, walls, courses, recall, traffic, schedule, .. } = state;
    let (units, navigator) = (&*units, &*navigator);
    let paths = |id: usize, position: Point| {
        traffic.heading_from(id, position, &units.goal[id], &units.position, navigator)
    };
    let crowd = Crowd {
        position: &units.position,
        velocity: &units.velocity,
        radius: &units.radius,
        max_speed: &units.max_speed,
        group: &units.group,
        desired: &courses.desired,
        goal: &courses.goal,
        distance: &courses.distance,
        standing: &courses.standing,
        preferred: &recall.preferred,
        aim: &courses.aim,
        paths: Paths::new(&paths),
        walls: walls.segments(),
        stop: &courses.stop,
        every: schedule.every,
    };
    models.prepare(&crowd, workers);
}

impl State {
    /// Returns the decision of unit `id`, given its perception. Fills the reasons if requested.
    pub fn decide_one(&self, id: usize, around: &Surroundings<'_>, mut why: Option<&mut Reasons>) -> Decided {
        let unit = self.unit(id);
        if self.units.is_fixed(id) {
            return Decided::default();
        }
        if self.units.phase[id] == Phase::Standing {
            let units = &self.units;
            let is_ally = |other: u32| units.team[other as usize] == units.team[id];
            return stand(&unit, around, is_ally, why);
        }
        if let Some(plan) = self.plan(id) {
            let (decision, memory) = plan.decide(&self.seen(&unit, around, &|id| self.other(id)), why);
            return Decided { decision, memory, gave_way: false };
        }
        let (model, weights) = (self.model(id), &self.layout.steering.weights);
        let alone = steering::walk(&unit, around, model, weights, why.as_deref_mut());
        let mut decision = alone;
        self.traffic.ease(&unit, around.neighbours, &mut decision);
        if let Some(why) = why {
            let groups = (&self.layout.groups[..], &self.units.group[..]);
            self.traffic.explain(&unit, around.neighbours, (&alone, &decision), groups, why);
        }
        if self.units.turns[id] {
            decision.angular = look_where_going(&body_of(&unit), &Align::default()).angular;
        }
        Decided { decision, ..Decided::default() }
    }

    /// The input for the plan of `unit`. `other` looks up any unit by its index.
    pub fn seen<'a>(
        &'a self,
        unit: &'a Unit,
        around: &'a Surroundings<'a>,
        other: &'a dyn Fn(u32) -> Other,
    ) -> Seen<'a> {
        let id = unit.id as usize;
        let goal = match self.units.goal[id] {
            Goal::Stand | Goal::Roam => None,
            Goal::Unit { index, .. } => Some(other(index)),
            _ => Some(Other { position: self.courses.goal[id], ..FIXED_GOAL }),
        };
        Seen {
            unit,
            around,
            goal,
            aim: goal.map(|_| self.courses.aim[id]),
            other,
            chance: chance(self.layout.seed, self.ticks, unit.id),
            memory: self.recall.memory[id],
            model: self.model(id),
            weights: &self.layout.steering.weights,
        }
    }

    /// A unit as behaviours see it.
    pub fn other(&self, id: u32) -> Other {
        other_of(&self.visible(id as usize))
    }
}

/// The decision of a standing unit: it stays or gives way to a walker.
fn stand(
    unit: &Unit,
    around: &Surroundings<'_>,
    is_ally: impl Fn(u32) -> bool,
    why: Option<&mut Reasons>,
) -> Decided {
    let (reaction, mut decision) = steering::stand(unit, around.neighbours, is_ally);
    // Nothing else stops a body that was rotating when it arrived.
    decision.angular = -unit.rotation / STILL_TIME;
    let gave_way = reaction != Yield::Stay;
    if let Some(why) = why {
        why.neighbours.extend(around.neighbours.iter().map(|n| n.id));
        why.parts.push((if gave_way { "give way" } else { "stand" }, decision.force));
        why.force = decision.force;
    }
    Decided { decision, gave_way, ..Decided::default() }
}

/// Two random numbers in [0, 1) for a unit and a tick, independent of the order of decisions.
fn chance(seed: u64, tick: u64, id: u32) -> [f32; 2] {
    let mut bytes = [0; 20];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&tick.to_le_bytes());
    bytes[16..].copy_from_slice(&id.to_le_bytes());
    let hash = xxh3_64(&bytes);
    [hash as u32, (hash >> 32) as u32].map(|bits| (bits >> 8) as f32 / (1 << 24) as f32)
}

#[cfg(test)]
mod tests {
    use super::super::Crowd;
    use super::super::test_layouts::{crossing, crowd_at, door};
    use super::*;
    use crate::settings::{OFF, ON, SettingValue};
    use crate::steering::avoidance::{Avoidance, Choice};
    use crate::steering::schedule::RATE;
    use crate::traffic::MECHANISMS;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// Counts how often it is prepared.
    #[derive(Clone)]
    struct Counting(Arc<AtomicU64>);

    impl Avoidance for Counting {
        fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
            1.0
        }

        fn prepare(&mut self, crowd: &super::Crowd<'_>, _workers: Workers<'_>) {
            self.0.fetch_add(1, Relaxed);
            assert_eq!(crowd.every, 3);
        }

        fn choose(&self, _unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
            Choice::default()
        }
    }

    /// At 20 Hz, and again when all decide.
    #[test]
    fn models_are_prepared_in_the_ticks_in_which_the_first_chunk_decides() {
        let mut layout = crossing(4 * CHUNK);
        layout.steering.settings.set(&RATE, 20.0).unwrap();
        let (mut crowd, count) = (Crowd::new(layout, 1), Arc::new(AtomicU64::new(0)));
        crowd.set_model(Box::new(Counting(count.clone())));
        let mut prepared = Vec::new();
        for _ in 0..9 {
            crowd.tick();
            let decides = crowd.perception.chunks[0].decides;
            prepared.push(count.swap(0, Relaxed));
            assert_eq!(prepared.last(), Some(&u64::from(decides)), "{prepared:?}");
        }
        assert!((3..=4).contains(&prepared.iter().sum::<u64>()) && prepared[0] == 1, "{prepared:?}");
    }

    /// Notes which neighbours are of the unit's own group.
    #[derive(Clone)]
    struct Noting(Arc<AtomicU64>);

    impl Avoidance for Noting {
        fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
            5.0
        }

        fn choose(&self, unit: &Unit, around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
            let own = around.neighbours.iter().filter(|other| other.same_group);
            own.for_each(|other| _ = self.0.fetch_or(1 << (8 * unit.id + other.id), Relaxed));
            Choice::default()
        }
    }

    /// Units 0 and 2 are of one group, all of one team.
    #[test]
    fn a_unit_knows_its_group_whatever_its_team() {
        let mut layout = crossing(3);
        for (start, (x, group)) in layout.starts.iter_mut().zip([(0.0, 0), (2.0, 1), (4.0, 0)]) {
            (start.position, start.group, start.team) = (Point::new(x, 0.0), group, 7);
        }
        let (mut crowd, noted) = (Crowd::new(layout, 1), Arc::new(AtomicU64::new(0)));
        crowd.set_model(Box::new(Noting(noted.clone())));
        crowd.tick();
        assert_eq!(noted.load(Relaxed), 1 << 2 | 1 << 16);
    }

    #[test]
    fn each_unit_draws_other_numbers_from_0_to_1_in_each_tick() {
        let mut drawn = vec![chance(1, 2, 3)];
        for other in [chance(2, 2, 3), chance(1, 3, 3), chance(1, 2, 4), chance(2, 1, 3)] {
            assert!(!drawn.contains(&other), "{other:?}");
            drawn.push(other);
        }
        assert_eq!(chance(1, 2, 3), drawn[0]);
        let all: Vec<f32> = (0..1000).flat_map(|id| chance(7, 8, id)).collect();
        assert!(all.iter().all(|share| (0.0..1.0).contains(share)));
        // The mean of 2000 numbers is this close to a half but once in 10^11 draws.
        assert!((all.iter().sum::<f32>() / 2000.0 - 0.5).abs() < 0.045);
        assert!(all.iter().any(|share| *share < 0.01) && all.iter().any(|share| *share > 0.99));
    }

    /// Two groups that swap rooms.
    #[test]
    fn units_that_queue_at_a_door_give_way_to_those_before_them() {
        let is_eased = |crowd: &Crowd, id: usize| {
            crowd.with_perception(id, |seen| {
                let alone = steering::walk(seen.unit, seen.around, seen.model, seen.weights, None);
                crowd.state.decide_one(id, seen.around, None).decision != alone
            })
        };
        let eased = |value: SettingValue| {
            let mut layout = door();
            let queueing = MECHANISMS.iter().find(|one| one.name == "queueing").unwrap();
            layout.steering.settings.set(queueing.switch(), value).unwrap();
            let mut crowd = Crowd::new(layout, 1);
            let mut eased = 0;
            for _ in 0..240 {
                crowd.tick();
                let state = &crowd.state;
                let walking = |id: &usize| state.units.phase[*id] == Phase::Walking;
                eased += (0..state.units.len()).filter(walking).filter(|id| is_eased(&crowd, *id)).count();
            }
            eased
        };
        assert_eq!(eased(OFF), 0);
        assert!(eased(ON) > 0);
    }

    /// 3 rad/s stop in 0.1 s.
    #[test]
    fn a_unit_that_stands_stops_turning() {
        let (mut crowd, _) = crowd_at(&[(0.0, 0.0)]);
        crowd.state.units.rotation[0] = 3.0;
        let around = Surroundings { neighbours: &[], walls: &[] };
        let decided = crowd.state.decide_one(0, &around, None);
        assert!((decided.decision.angular + 30.0).abs() < 1e-4, "{} rad/s²", decided.decision.angular);
        assert!(!decided.gave_way);
    }

    #[test]
    fn a_unit_that_stands_says_whom_it_perceives() {
        let (crowd, _) = crowd_at(&[(0.0, 0.0), (2.0, 0.0), (0.0, 3.0)]);
        let mut why = Reasons::default();
        crowd.with_perception(0, |seen| crowd.state.decide_one(0, seen.around, Some(&mut why)));
        assert_eq!(why.neighbours, [1, 2]);
    }

    /// The unit in the middle stands, and perceives walkers within nine radii, 4.5 m.
    #[test]
    fn a_unit_that_is_asked_perceives_the_nearest_units_within_its_reach() {
        let (mut crowd, _) = crowd_at(&[(0.0, 0.0), (4.49, 0.0), (0.0, 4.51), (-2.0, 0.0)]);
        crowd.state.units.group[3] = 1;
        let seen = |crowd: &Crowd| {
            crowd.with_perception(0, |seen| {
                seen.around.neighbours.iter().map(|other| (other.id, other.same_group)).collect::<Vec<_>>()
            })
        };
        assert_eq!(seen(&crowd), [(3, false), (1, true)]);
        let many: Vec<(f32, f32)> = (0..30).map(|k| (0.1 * k as f32, 0.0)).collect();
        let (crowd, _) = crowd_at(&many);
        assert_eq!(seen(&crowd), (1..=20).map(|id| (id, true)).collect::<Vec<_>>(), "at most 20");
    }
}
