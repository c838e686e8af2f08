//! One tick of a crowd, stage by stage. Each stage is a function in its own file whose arguments show what it reads and
//! writes.

use super::arrival::Settling;
use super::crowd::Crowd;
use super::decide::{Decided, decide};
use super::direct::direct;
use super::navigate::{find_paths, navigate};
use super::pending::BodyChanges;
use super::perceive::{Perception, perceive};
use super::settle::settle;
use super::stage::Stage;
use super::state::State;
use super::units::Phase;
use crate::math;
use crate::navigation::Goal;
use crate::neighbours::KdTree;
use crate::steering::schedule::Due;
use crate::types::{DT, Motions, Point, Vec2};
use crate::workers::Workers;

/// Runs a stage. What a tick does outside of its stages takes no time.
pub(crate) type RunStage<'a> = &'a mut (dyn FnMut(Stage, &mut dyn FnMut()) + Send);

/// Where the bodies of a crowd are, by slot.
#[derive(Debug, Clone, Copy)]
pub struct Bodies<'a> {
    /// Positions.
    pub position: &'a [Point],
    /// Velocities, m/s.
    pub velocity: &'a [Vec2],
}

impl Crowd {
    /// Which units decide in this tick.
    pub(crate) fn due(&mut self) -> Due {
        let all = std::mem::replace(&mut self.all_decide, false);
        if all { Due::All } else { Due::After(self.state.ticks) }
    }

    /// The stages up to the decisions.
    pub(crate) fn think(&mut self, due: Due, stage: RunStage<'_>) {
        self.think_beside(due, stage, None::<fn(&Motions)>);
    }

    /// The stages up to the decisions, while `act` moves the bodies by the motions of the last tick.
    pub(crate) fn think_beside(
        &mut self,
        due: Due,
        stage: RunStage<'_>,
        act: Option<impl FnOnce(&Motions) + Send>,
    ) {
        let Crowd { state, tree, perception, decisions, pool, motions, .. } = self;
        let (workers, motions) = (Workers::new(pool.as_deref()), &*motions);
        let mut think = || think(state, tree, perception, decisions, (due, workers), stage);
        match act {
            Some(act) => workers.both(think, || act(motions)),
            None => think(),
        }
    }

    /// Runs the next tick up to the decisions of all units without moving any unit. [`Crowd::reasons`] then returns
    /// exactly the reasons for these decisions. Between ticks it uses a unit's current perception with paths and grids
    /// that are one tick old. Intended for a crowd that is inspected and then dropped, because models that count ticks
    /// have counted this one.
    pub fn decide_only(&mut self) {
        self.think(Due::All, &mut |_, run| run());
    }

    /// Converts the decisions into motions, and remembers what others see of them.
    pub(crate) fn choose_motions(&mut self) {
        let Crowd { state, decisions, motions, .. } = self;
        for (id, decided) in decisions.iter().enumerate() {
            let preferred = match state.units.phase[id] {
                // The velocity that others expect: along the path to the goal, without momentary detours.
                Phase::Walking if state.units.goal[id] == Goal::Roam => decided.decision.velocity,
                Phase::Walking => state.courses.desired[id] * state.units.max_speed[id],
                // It must not push through others.
                Phase::Settling | Phase::Standing => Vec2::zeros(),
            };
            let recall = &mut state.recall;
            recall.preferred[id] = preferred;
            recall.turning[id] = decided.decision.turning;
            recall.memory[id] = decided.memory;
            set_motion(motions, id, decided, preferred);
        }
    }

    /// Advances a crowd without bodies of its own by one tick of 1/60 s: takes where the bodies are now, and returns what they
    /// are to do until the next call. Bodies follow either the forces or the velocities.
    ///
    /// # Panics
    ///
    /// If there is not one position and one velocity for each unit of [`Crowd::units`].
    pub fn step(&mut self, bodies: Bodies<'_>) -> &Motions {
        self.events.clear();
        self.body_changes = BodyChanges::default();
        if self.moves {
            self.begin();
            self.state.units.position.copy_from_slice(bodies.position);
            self.state.units.velocity.copy_from_slice(bodies.velocity);
            self.turn_bodies();
            self.settle();
        }
        self.moves = true;
        self.carry_out();
        let due = self.due();
        self.think(due, &mut |_, run| run());
        self.choose_motions();
        &self.motions
    }

    /// Turns the units that rotate by themselves.
    fn turn_bodies(&mut self) {
        let Crowd { state: State { units, .. }, motions, .. } = self;
        for (slot, angular) in motions.angular.iter().enumerate().filter(|(slot, _)| units.turns[*slot]) {
            units.rotation[slot] += angular * DT;
            units.heading[slot] = math::wrap(units.heading[slot] + units.rotation[slot] * DT);
        }
    }

    /// The arrays that the bodies are read into after a step: positions, velocities, headings and angular velocities.
    pub(crate) fn bodies_mut(&mut self) -> (&mut [Point], &mut [Vec2], &mut [f32], &mut [f32]) {
        let units = &mut self.state.units;
        (&mut units.position, &mut units.velocity, &mut units.heading, &mut units.rotation)
    }

    /// Remembers the positions before the bodies move.
    pub(crate) fn begin(&mut self) {
        self.state.units.previous.copy_from_slice(&self.state.units.position);
    }

    /// Updates headings and arrivals after the bodies have moved, and ends the tick.
    pub(crate) fn settle(&mut self) {
        let settling = Settling {
            decisions: &self.decisions,
            tree: &self.tree,
            shared_goals: &self.shared_goals,
            near: &mut self.near,
            changed: &mut self.changed,
        };
        settle(&mut self.state, settling);
        self.exchange_places();
        let mut changed = std::mem::take(&mut self.changed);
        self.follow_orders(&changed);
        changed.clear();
        self.changed = changed;
        self.state.ticks += 1;
    }

    /// What the units do in this tick.
    pub fn motions(&self) -> &Motions {
        &self.motions
    }
}

/// What a unit does in this tick, given its decision and its preferred velocity.
pub(super) fn set_motion(motions: &mut Motions, id: usize, decided: &Decided, preferred: Vec2) {
    motions.force[id] = decided.decision.force;
    motions.velocity[id] = decided.decision.velocity;
    motions.angular[id] = decided.decision.angular;
    motions.preferred[id] = preferred;
}

/// The stages up to the decisions.
fn think(
    state: &mut State,
    tree: &mut KdTree,
    perception: &mut Perception,
    decisions: &mut [Decided],
    (due, workers): (Due, Workers<'_>),
    stage: RunStage<'_>,
) {
    stage(Stage::Index, &mut || tree.rebuild(&state.units.position));
    stage(Stage::Perceive, &mut || perceive(state, tree, perception, due, workers));
    stage(Stage::Paths, &mut || find_paths(state, workers));
    stage(Stage::Navigate, &mut || navigate(state, workers));
    stage(Stage::Direct, &mut || direct(state, workers));
    stage(Stage::Decide, &mut || decide(state, perception, decisions, due, workers));
}

#[cfg(test)]
mod tests {
    use super::super::perceive::Chunk;
    use super::super::state::CHUNK;
    use super::super::test_layouts::{crossing, crowd_at, door, moved};
    use super::*;
    use crate::neighbours::Near;
    use crate::settings::{OFF, SettingValue};
    use crate::steering::Steering;
    use crate::steering::avoidance::Mode;
    use crate::steering::schedule::{OVERLAP, PERCEPTION, RATE};
    use crate::traffic::ROUTES;
    use crate::types::Side;
    use crate::types::Vec2;
    use allocation_counter::measure;

    /// 6 rad/s² are 0.1 rad/s after a tick, which turn a unit by 0.1/60 rad.
    #[test]
    fn a_crowd_without_bodies_turns_the_units_that_rotate() {
        let mut moving = Crowd::new(crossing(2), 1);
        moving.state.units.turns[0] = true;
        moving.tick();
        moving.motions.angular = vec![6.0; 2];
        moving.tick();
        assert!((moving.state.units.rotation[0] - 0.1).abs() < 1e-5);
        let mut world = Crowd::new(crossing(2), 1);
        let heading = world.state.units.heading[0];
        world.state.units.turns[0] = true;
        world.motions.angular = vec![6.0; 2];
        for ticks in [1.0, 2.0] {
            world.turn_bodies();
            assert!((world.state.units.rotation[0] - 0.1 * ticks).abs() < 1e-5);
        }
        let turned = world.state.units.heading[0] - heading;
        assert!((turned - 0.3 / 60.0).abs() < 1e-5, "{turned} rad");
        assert_eq!(world.state.units.rotation[1], 0.0, "its heading follows its velocity");
    }

    #[test]
    fn others_see_where_a_unit_heads_and_what_it_decided() {
        let mut world = Crowd::new(crossing(4), 1);
        let velocity = Vec2::new(1.0, 2.0);
        for decided in &mut world.decisions {
            (decided.decision.velocity, decided.decision.force) = (velocity, Vec2::new(3.0, 4.0));
            (decided.decision.angular, decided.decision.turning) = (5.0, Some(Side::Left));
        }
        world.state.courses.desired.fill(Vec2::y());
        world.state.units.goal[1] = Goal::Roam;
        world.state.units.phase[2..].copy_from_slice(&[Phase::Settling, Phase::Standing]);
        world.choose_motions();
        let expected = [Vec2::new(0.0, 5.0), velocity, Vec2::zeros(), Vec2::zeros()];
        assert_eq!(world.state.recall.preferred, expected);
        assert_eq!(world.state.recall.turning, [Some(Side::Left); 4]);
        let motions = world.motions();
        assert_eq!((&motions.preferred[..], &motions.velocity[..]), (&expected[..], &[velocity; 4][..]));
        assert_eq!(
            (&motions.force[..], &motions.angular[..]),
            (&[Vec2::new(3.0, 4.0); 4][..], &[5.0; 4][..])
        );
    }

    /// The tick does not allocate once its buffers have grown, tested in the most demanding modes.
    #[test]
    fn a_steady_tick_does_not_allocate() {
        for mode in ["raycast+cardioid", "lanes"] {
            let mut world = Crowd::new(crossing(200), 1);
            // Seek alone packs the groups together.
            let steering = world.steering().clone();
            world.set_steering(Steering { mode: Mode::named("none").unwrap(), ..steering.clone() });
            (0..330).for_each(|_| world.tick());
            world.set_steering(Steering { mode: Mode::named(mode).unwrap(), ..steering });
            (0..90).for_each(|_| world.tick());
            steady(world, mode, 8);
        }
    }

    /// The same with mechanisms at work: units wait at a door, queue and keep right. Routes allocate, twice a second.
    #[test]
    fn a_steady_tick_with_gates_does_not_allocate() {
        let mut layout = door();
        layout.steering.settings.set(ROUTES.switch(), OFF).unwrap();
        let mut world = Crowd::new(layout, 1);
        let waits = |world: &Crowd, id| world.approach(id).is_some_and(|own| own.waits);
        (0..90).for_each(|_| world.tick());
        assert!((0..world.units().len()).any(|id| waits(&world, id)));
        steady(world, "door", 16);
    }

    fn with_schedule(units: usize, rate: f32, overlap: SettingValue) -> Crowd {
        let mut layout = crossing(units);
        layout.steering.settings.set(&RATE, rate).unwrap();
        layout.steering.settings.set(&OVERLAP, overlap).unwrap();
        Crowd::new(layout, 1)
    }

    /// In each tick, as many chunks decide as the rate says, and the others keep their force.
    #[test]
    fn chunks_take_turns_to_decide() {
        for (rate, share) in [(60.0, 1.0), (30.0, 1.0 / 2.0), (20.0, 1.0 / 3.0)] {
            let mut world = with_schedule(6 * CHUNK, rate, OFF);
            (0..200).for_each(|_| world.tick());
            let mut changed = vec![0; world.units().len()];
            for _ in 0..30 {
                let before: Vec<Vec2> =
                    world.decisions.iter().map(|decided| decided.decision.force).collect();
                world.tick();
                let differs = |id: &usize| world.decisions[*id].decision.force != before[*id];
                let now: Vec<usize> = (0..changed.len()).filter(differs).collect();
                let most = (share * changed.len() as f32).round() as usize;
                assert!(now.len() <= most && now.len() > most / 2, "{rate} Hz: {} changed", now.len());
                now.into_iter().for_each(|id| changed[id] += 1);
            }
            let expected = (30.0 * share).round() as i32;
            assert!(changed.iter().all(|times| *times <= expected), "{rate} Hz: {changed:?}");
        }
    }

    /// Units look for neighbours as often as the setting says, half of the chunks in each tick at 30 Hz, and see the units they
    /// have found where these are now.
    #[test]
    fn chunks_take_turns_to_look_for_neighbours() {
        for (rate, perception, ticks) in
            [(60.0, 60.0, 1), (60.0, 30.0, 2), (60.0, 20.0, 3), (30.0, 20.0, 2), (20.0, 60.0, 3)]
        {
            let mut world = with_schedule(6 * CHUNK, rate, OFF);
            let mut steering = world.steering().clone();
            steering.settings.set(&PERCEPTION, perception).unwrap();
            world.set_steering(steering);
            (0..300).for_each(|_| world.tick());
            let mut looks = vec![0; world.perception.chunks.len()];
            for _ in 0..30 {
                // What no look finds shows which chunks have looked.
                world.perception.chunks.iter_mut().for_each(|chunk| chunk.near.fill(Near::new(0.5, 0)));
                world.tick();
                let looked = |chunk: &Chunk| chunk.near.iter().any(|near| *near != Near::new(0.5, 0));
                let now: Vec<bool> = world.perception.chunks.iter().map(looked).collect();
                assert_eq!(
                    now.iter().filter(|looked| **looked).count(),
                    now.len() / ticks,
                    "{rate} {perception} Hz"
                );
                looks.iter_mut().zip(now).for_each(|(looks, now)| *looks += usize::from(now));
            }
            assert!(looks.iter().all(|looks| *looks == 30 / ticks), "{rate} {perception} Hz: {looks:?}");
        }
    }

    /// Otherwise some units would keep another mode's decision for a tick, or decide with a model that is not prepared.
    #[test]
    fn all_units_decide_in_the_tick_after_a_change() {
        let changes: [fn(&mut Crowd); 3] = [
            |world| world.set_steering(world.steering().clone()),
            |world| world.set_walls(Vec::new()).unwrap(),
            |world| world.set_model(world.steering().model()),
        ];
        for (change, ticks) in changes.iter().zip([40, 41, 42]) {
            let mut world = with_schedule(6 * CHUNK, 30.0, OFF);
            let deciding =
                |world: &Crowd| world.perception.chunks.iter().filter(|chunk| chunk.decides).count();
            world.tick();
            assert_eq!(deciding(&world), 6, "at the start");
            (0..ticks).for_each(|_| world.tick());
            assert_eq!(deciding(&world), 3);
            change(&mut world);
            world.tick();
            assert_eq!(deciding(&world), 6);
            world.tick();
            assert_eq!(deciding(&world), 3);
        }
    }

    /// In the mode `none`, no unit turns aside.
    #[test]
    fn others_see_the_side_to_which_a_unit_turns_now() {
        let (mut crowd, _) = crowd_at(&[(0.0, 0.0)]);
        crowd.state.recall.turning[0] = Some(Side::Left);
        crowd.tick();
        assert_eq!(crowd.state.recall.turning, [None]);
    }

    #[test]
    fn a_step_takes_positions_and_velocities_from_the_bodies() {
        let (mut crowd, _) = crowd_at(&[(0.0, 0.0)]);
        let (position, velocity) = ([Point::new(1.0, 2.0)], [Vec2::new(0.5, -0.25)]);
        crowd.step(Bodies { position: &position, velocity: &velocity });
        assert_eq!((crowd.units().position[0], crowd.units().velocity[0]), (position[0], velocity[0]));
    }

    /// Counts the allocations of whole ticks.
    ///
    /// The first query in about eight ticks builds a tree, with about ten allocations. In all other ticks there are at most
    /// `most` in sum.
    fn steady(mut world: Crowd, name: &str, most: u64) {
        let mut ticks = Vec::new();
        for _ in 0..60 {
            world.all_decide = true;
            let (position, velocity) = moved(&world);
            let step = || _ = world.step(Bodies { position: &position, velocity: &velocity });
            ticks.push(measure(step).count_total);
        }
        let mut sorted = ticks.clone();
        sorted.sort_unstable();
        let (others, trees) = sorted.split_at(48);
        // A buffer may still grow while the crowd is densest, and a tile of lanes may have walls that are seen for the
        // first time: a few times in sixty ticks, not once per tick.
        let own: u64 = others.iter().sum();
        assert!(own <= most, "{name}: {own} allocations in ticks without a new tree: {ticks:?}");
        assert!(trees.iter().sum::<u64>() <= 12 * 16, "{name}: {ticks:?}");
    }
}
