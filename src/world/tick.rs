//! One tick, stage by stage. Each stage is a function in its own file whose arguments show what it reads and
//! writes.

use super::act::{command, read};
use super::arrival::Settling;
use super::decide::{Decided, decide};
use super::direct::direct;
use super::navigate::navigate;
use super::perceive::{Perception, perceive};
use super::settle::settle;
use super::state::State;
use super::{Stage, World};
use crate::neighbours::KdTree;
use crate::steering::schedule::Due;
use crate::workers::Workers;

/// Runs a stage. What a tick does outside of its stages takes no time.
type RunStage<'a> = &'a mut (dyn FnMut(Stage, &mut dyn FnMut()) + Send);

impl World {
    /// Advances the world by one tick of 1/60 s.
    pub fn tick(&mut self) {
        self.tick_with(&mut |_| ());
    }

    /// Advances the world by one tick and calls `done` after each stage. The world has no clock, so callers measure
    /// the duration of stages here. If physics overlaps decisions on several threads, [`Stage::Act`] is only the time
    /// that physics takes longer.
    pub fn tick_with(&mut self, done: &mut (dyn FnMut(Stage) + Send)) {
        let mut stage = |stage, run: &mut dyn FnMut()| {
            run();
            done(stage);
        };
        match self.pool.clone() {
            // The whole tick runs in the pool. Entering it for each parallel part would wake a thread and put the
            // caller to sleep each time, which takes as long as the second thread saves.
            Some(pool) => pool.install(|| self.advance(&mut stage)),
            None => self.advance(&mut stage),
        }
    }

    fn advance(&mut self, stage: RunStage<'_>) {
        self.state.units.previous.copy_from_slice(&self.state.units.position);
        let overlap = self.state.schedule.overlap;
        let turn = if self.all_decide { Due::All } else { Due::After(self.state.ticks) };
        self.all_decide = false;
        if overlap {
            self.decide_beside_physics(turn, stage);
        } else {
            self.until_decided(turn, stage);
        }
        stage(Stage::Act, &mut || {
            command(&mut self.state, &self.decisions, &mut self.commands);
            if !overlap {
                self.physics.step(&self.commands, &self.state.layout.steering.push);
            }
            read(&mut self.state, &self.physics);
        });
        stage(Stage::Settle, &mut || {
            let settling = Settling {
                decisions: &self.decisions,
                tree: &self.tree,
                shared_goals: &self.shared_goals,
                near: &mut self.near,
            };
            settle(&mut self.state, &self.physics, settling);
            self.contacts.take();
        });
        self.state.ticks += 1;
    }

    /// Runs the next tick up to the decisions of all units without moving any unit. [`World::reasons`] then returns
    /// exactly the reasons for these decisions. Between ticks it uses a unit's current perception with paths and grids
    /// that are one tick old. Intended for a world that is inspected and then dropped, because models that count ticks
    /// have counted this one.
    pub fn decide_only(&mut self) {
        self.until_decided(Due::All, &mut |_, run| run());
    }

    fn until_decided(&mut self, turn: Due, stage: RunStage<'_>) {
        let World { state, tree, perception, decisions, pool, .. } = self;
        let workers = Workers::new(pool.as_deref());
        think(state, tree, perception, decisions, (turn, workers), stage);
    }

    /// Decides while physics carries out the commands of the last tick. The two share nothing, so the result does not
    /// depend on whether they run at the same time.
    fn decide_beside_physics(&mut self, turn: Due, stage: RunStage<'_>) {
        let World { state, tree, perception, decisions, physics, commands, pool, .. } = self;
        let workers = Workers::new(pool.as_deref());
        let push = state.layout.steering.push;
        workers.both(
            || think(state, tree, perception, decisions, (turn, workers), stage),
            || physics.step(commands, &push),
        );
    }
}

/// The stages up to the decisions.
fn think(
    state: &mut State,
    tree: &mut KdTree,
    perception: &mut Perception,
    decisions: &mut [Decided],
    (turn, workers): (Due, Workers<'_>),
    stage: RunStage<'_>,
) {
    stage(Stage::Index, &mut || tree.rebuild(&state.units.position));
    stage(Stage::Perceive, &mut || perceive(state, tree, perception, turn, workers));
    stage(Stage::Navigate, &mut || navigate(state, workers));
    stage(Stage::Direct, &mut || direct(state, workers));
    stage(Stage::Decide, &mut || decide(state, perception, decisions, turn, workers));
}

#[cfg(test)]
mod tests {
    use super::super::perceive::Chunk;
    use super::super::state::CHUNK;
    use super::super::test_layouts::{crossing, door};
    use super::*;
    use crate::neighbours::Near;
    use crate::settings::{OFF, ON};
    use crate::steering::Steering;
    use crate::steering::avoidance::Mode;
    use crate::steering::schedule::{OVERLAP, PERCEPTION, RATE};
    use crate::types::{DT, Vec2};
    use allocation_counter::measure;

    /// The tick itself does not allocate once its buffers have grown, tested in the most demanding modes. Rapier does:
    /// it maintains its own lists.
    #[test]
    fn a_steady_tick_does_not_allocate() {
        for mode in ["raycast+cardioid", "lanes"] {
            let mut world = World::new(crossing(200), 1);
            // Seek alone packs the groups together.
            let steering = world.steering().clone();
            world.set_steering(Steering { mode: Mode::named("none").unwrap(), ..steering.clone() });
            (0..330).for_each(|_| world.tick());
            world.set_steering(Steering { mode: Mode::named(mode).unwrap(), ..steering });
            (0..90).for_each(|_| world.tick());
            assert!(!world.contacts().is_empty(), "the groups must have met");
            steady(world, mode, 8);
        }
    }

    /// The same with all mechanisms at work: units wait at a door, queue and keep right.
    #[test]
    fn a_steady_tick_with_gates_does_not_allocate() {
        let mut world = World::new(door(), 1);
        (0..300).for_each(|_| world.tick());
        assert!((0..world.units().len()).any(|id| world.approach(id).is_some_and(|own| own.waits)));
        steady(world, "door", 16);
    }

    fn with_schedule(units: usize, rate: f32, overlap: f32) -> World {
        let mut layout = crossing(units);
        layout.steering.settings.set(&RATE, rate).unwrap();
        layout.steering.settings.set(&OVERLAP, overlap).unwrap();
        World::new(layout, 1)
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
        let changes: [fn(&mut World); 3] = [
            |world| world.set_steering(world.steering().clone()),
            |world| world.set_walls(Vec::new()).unwrap(),
            |world| world.set_model(world.steering().model()),
        ];
        for (change, ticks) in changes.iter().zip([40, 41, 42]) {
            let mut world = with_schedule(6 * CHUNK, 30.0, OFF);
            let deciding =
                |world: &World| world.perception.chunks.iter().filter(|chunk| chunk.decides).count();
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

    /// Each tick carries out the decisions of the tick before.
    #[test]
    fn decisions_beside_physics_act_one_tick_later() {
        let mut world = with_schedule(40, 60.0, ON);
        let start = world.units().position.clone();
        world.tick();
        assert_eq!(world.units().position, start, "the first decisions act in the second tick");
        let force = world.decision(0).force;
        let unit = world.state.unit(0);
        world.tick();
        let expected = unit.velocity + force * (DT / unit.mass);
        assert!((world.units().velocity[0] - expected).norm() < 1e-4);
    }

    /// Counts the allocations of whole ticks, except for those of physics, which maintains lists of its own.
    ///
    /// The first query in about eight ticks builds a tree, with about ten allocations. In all other ticks there are at most
    /// `most` in sum.
    fn steady(mut world: World, name: &str, most: u64) {
        let mut ticks = Vec::new();
        for _ in 0..60 {
            world.all_decide = true;
            let mut physics = 0;
            let all = measure(|| {
                world.advance(&mut |stage, run| {
                    let count = measure(run).count_total;
                    physics += if stage == Stage::Act { count } else { 0 };
                });
            });
            ticks.push(all.count_total - physics);
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
