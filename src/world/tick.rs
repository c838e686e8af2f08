//! One tick, stage by stage. Each stage is a function in its own file whose arguments show what it reads and
//! writes.

use super::act::act;
use super::arrival::Settling;
use super::decide::decide;
use super::direct::direct;
use super::navigate::navigate;
use super::perceive::perceive;
use super::settle::settle;
use super::{Stage, World};
use crate::workers::Workers;

impl World {
    /// Advances the world by one tick of 1/60 s.
    pub fn tick(&mut self) {
        self.tick_with(&mut |_| ());
    }

    /// Advances the world by one tick and calls `done` after each stage. The world has no clock, so callers measure
    /// the duration of stages here.
    pub fn tick_with(&mut self, done: &mut dyn FnMut(Stage)) {
        self.state.units.previous.copy_from_slice(&self.state.units.position);
        self.until_decided(done);
        act(&mut self.state, &self.decisions, &mut self.physics);
        done(Stage::Act);
        let settling = Settling {
            decisions: &self.decisions,
            index: self.index.as_ref(),
            shared_goals: &self.shared_goals,
            near: &mut self.near,
        };
        settle(&mut self.state, &self.physics, settling);
        self.contacts.take();
        done(Stage::Settle);
        self.state.ticks += 1;
    }

    /// Runs the next tick up to the decisions without moving any unit. [`World::reasons`] then returns exactly the
    /// reasons for these decisions. Between ticks it uses a unit's current perception with paths and grids that are
    /// one tick old. Intended for a world that is inspected and then dropped, because models that count ticks have
    /// counted this one.
    pub fn decide_only(&mut self) {
        self.until_decided(&mut |_| ());
    }

    fn until_decided(&mut self, done: &mut dyn FnMut(Stage)) {
        let workers = Workers::new(self.pool.as_ref());
        self.index.rebuild(&self.state.units.position);
        done(Stage::Index);
        perceive(&self.state, self.index.as_ref(), &mut self.perception, workers);
        done(Stage::Perceive);
        navigate(&mut self.state, workers);
        direct(&mut self.state, workers);
        done(Stage::Navigate);
        decide(&mut self.state, &mut self.perception, &mut self.decisions, workers);
        done(Stage::Decide);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LayoutOptions, Scene};
    use crate::steering::Steering;
    use crate::steering::avoidance::Mode;
    use allocation_counter::measure;

    /// The tick itself does not allocate once its buffers have grown, tested in the most demanding modes. The two
    /// libraries do allocate: kiddo builds a new tree every tick, and Rapier maintains its own lists.
    #[test]
    fn a_steady_tick_does_not_allocate() {
        for mode in ["raycast+cardioid", "lanes"] {
            let scene = Scene::built_in("crossing").unwrap();
            let layout =
                scene.layout(&LayoutOptions { units: Some(200), ..LayoutOptions::default() }).unwrap();
            let mut world = World::new(layout, 1);
            // Seek alone packs the groups together.
            let steering = world.steering().clone();
            world.set_steering(Steering { mode: Mode::named("none").unwrap(), ..steering.clone() });
            (0..330).for_each(|_| world.tick());
            world.set_steering(Steering { mode: Mode::named(mode).unwrap(), ..steering });
            (0..90).for_each(|_| world.tick());
            assert!(!world.contacts().is_empty(), "the groups must have met");
            steady(world, mode, &[]);
        }
    }

    /// The same with all mechanisms at work: units wait at a door, queue and keep right.
    #[test]
    fn a_steady_tick_with_gates_does_not_allocate() {
        let text = std::fs::read_to_string("maps/door.toml").unwrap();
        let scene = Scene::from_toml("door.toml", &text).unwrap();
        let mut world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
        (0..300).for_each(|_| world.tick());
        assert!((0..world.units().len()).any(|id| world.approach(id).is_some_and(|own| own.waits)));
        // The tiles of lanes collect the walls near them in new lists.
        steady(world, "door", &[3]);
    }

    /// The stages at the indices `other` may allocate.
    fn steady(mut world: World, name: &str, other: &[usize]) {
        let workers = Workers::default();
        let mut stage = [0; 6];
        for _ in 0..60 {
            let World { state, index, perception, decisions, physics, shared_goals, near, .. } = &mut world;
            stage[0] += measure(|| index.rebuild(&state.units.position)).count_total;
            stage[1] += measure(|| perceive(state, index.as_ref(), perception, workers)).count_total;
            stage[2] += measure(|| navigate(state, workers)).count_total;
            stage[4] += measure(|| direct(state, workers)).count_total;
            stage[3] += measure(|| decide(state, perception, decisions, workers)).count_total;
            act(state, decisions, physics);
            let settling = Settling { decisions, index: index.as_ref(), shared_goals, near };
            stage[5] += measure(|| settle(state, physics, settling)).count_total;
        }
        assert!(
            stage[0] <= 60 * 32,
            "the tree needs a handful of allocations, not one per unit: {}",
            stage[0]
        );
        // A buffer may still grow while the crowd is densest: a few times in sixty ticks, not once per tick.
        let own: u64 =
            (1..stage.len()).filter(|index| !other.contains(index)).map(|index| stage[index]).sum();
        assert!(
            own <= 8,
            "{name}: index {}, perceive, navigate, decide, direct, settle {:?}",
            stage[0],
            &stage[1..]
        );
    }
}
