//! One tick of a world.

use super::bodies;
use super::world::World;
use crate::crowd::{RunStage, Stage};
use crate::steering::schedule::Due;
use crate::types::Motions;

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
        match self.crowd.pool() {
            // The whole tick runs in the pool. Entering it for each parallel part would wake a thread and put the
            // caller to sleep each time, which takes as long as the second thread saves.
            Some(pool) => pool.install(|| self.advance(&mut stage)),
            None => self.advance(&mut stage),
        }
    }

    pub(super) fn advance(&mut self, stage: RunStage<'_>) {
        self.inputs.begin_tick();
        let changes = self.crowd.begin_tick();
        bodies::change(&mut self.physics, &self.crowd, &changes);
        let overlap = self.crowd.overlaps();
        let due = self.crowd.due();
        if overlap {
            self.decide_beside_physics(due, stage);
        } else {
            self.crowd.think(due, stage);
        }
        stage(Stage::Act, &mut || {
            let World { crowd, physics, holds, held, pushed, .. } = self;
            crowd.choose_motions();
            crowd.holds(holds);
            if holds.contains(&true) || *held {
                physics.hold(holds);
                *held = holds.contains(&true);
            }
            if !overlap {
                let push = crowd.sideways_push(pushed);
                physics.step(crowd.motions(), &push, pushed);
            }
            let (position, velocity, heading, rotation) = crowd.bodies_mut();
            physics.read(position, velocity);
            physics.read_turns(heading, rotation);
        });
        stage(Stage::Settle, &mut || {
            self.crowd.settle();
            self.contacts.take();
        });
    }

    /// Decides while physics carries out the motions of the last tick. The two share nothing, so the result does not
    /// depend on whether they run at the same time.
    fn decide_beside_physics(&mut self, due: Due, stage: RunStage<'_>) {
        let World { crowd, physics, pushed, .. } = self;
        let push = crowd.sideways_push(pushed);
        crowd.think_beside(due, stage, Some(|motions: &Motions| physics.step(motions, &push, pushed)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::Order;
    use crate::crowd::{Layout, Start, UnitChange};
    use crate::geometry::Wall;
    use crate::navigation::Goal;
    use crate::settings::{OFF, ON, SettingValue};
    use crate::steering::Unit;
    use crate::steering::avoidance::{Avoidance, Choice, Mode, Surroundings};
    use crate::steering::behaviours::Behaviour;
    use crate::steering::combine::Plan;
    use crate::steering::reasons::Reasons;
    use crate::steering::schedule::OVERLAP;
    use crate::traffic::NARROW_PUSH;
    use crate::types::{DT, Point, Rect, Vec2};

    #[test]
    fn each_stage_is_reported_once_a_tick_in_order() {
        for threads in [1, 2] {
            let mut world = World::new(Layout::new(vec![Start::default()]), threads);
            let mut stages = Vec::new();
            world.tick_with(&mut |stage| stages.push(stage));
            assert_eq!(stages, Stage::ALL);
        }
    }

    /// An enemy, to which it does not give way, walks into it.
    #[test]
    fn a_unit_that_no_longer_holds_is_pushed_aside() {
        let goal = Goal::Point { at: Point::new(9.0, 0.0), radius: 0.5, own: true };
        let enemy = Start { position: Point::new(-3.0, 0.1), team: 1, goal, ..Start::default() };
        let at = Goal::Point { at: Point::origin(), radius: 0.5, own: false };
        for (holds, moves) in [(false, true), (true, false)] {
            let mut layout = Layout::new(vec![Start { goal: at, ..Start::default() }, enemy.clone()]);
            layout.steering.mode = Mode::named("none").unwrap();
            let mut world = World::new(layout, 1);
            let unit = world.ids()[..1].to_vec();
            world.order(&unit, Order::hold()).unwrap();
            (0..5).for_each(|_| world.tick());
            if !holds {
                world.order(&unit, Order::stop()).unwrap();
            }
            (0..90).for_each(|_| world.tick());
            let moved = (world.units().position[0] - Point::origin()).norm();
            assert_eq!(moved > 0.1, moves, "holds: {holds}, moved by {moved} m");
        }
    }

    /// Two units of 0.5 m that only walk meet exactly head-on beside a wall whose near side is this far away, m.
    fn pass_beside_wall(gap: f32, mechanism: SettingValue, push: bool, threads: usize) -> bool {
        let goal = |x: f32| Goal::Point { at: Point::new(x, 0.0), radius: 0.5, own: true };
        let start = |x: f32| Start { position: Point::new(x, 0.0), goal: goal(-x), ..Start::default() };
        let wall = Rect { min: Point::new(-30.0, gap), max: Point::new(30.0, gap + 1.0) };
        let mut layout =
            Layout { walls: vec![Wall::Box(wall)], ..Layout::new(vec![start(-4.0), start(4.0)]) };
        layout.bounds = Rect { min: Point::new(-30.0, -9.0), max: Point::new(30.0, 9.0) };
        layout.steering.mode = Mode::named("none").unwrap();
        layout.steering.push.on = push;
        layout.steering.settings.set(NARROW_PUSH.switch(), mechanism).unwrap();
        layout.steering.settings.set(&OVERLAP, if threads > 1 { ON } else { OFF }).unwrap();
        let mut world = World::new(layout, threads);
        (0..300).for_each(|_| world.tick());
        world.finished()
    }

    /// It acts up to 10 R from a wall: 5 m.
    #[test]
    fn units_that_meet_head_on_near_a_wall_pass_by_the_narrow_push_alone() {
        for threads in [1, 2] {
            assert!(!pass_beside_wall(4.7, OFF, false, threads), "they block each other for ever");
            assert!(pass_beside_wall(4.7, ON, false, threads));
            assert!(!pass_beside_wall(5.3, ON, false, threads), "in the open");
            assert!(pass_beside_wall(5.3, OFF, true, threads), "the push acts everywhere");
        }
    }

    #[test]
    fn a_unit_whose_plan_turns_it_has_the_heading_of_its_body() {
        let goal = Goal::Point { at: Point::new(0.0, 9.0), radius: 0.5, own: true };
        let start = Start { velocity: Vec2::x(), goal, ..Start::default() };
        let plan = Plan::single(Behaviour::named("face").unwrap());
        let mut world = World::new(Layout { plans: vec![Some(plan)], ..Layout::new(vec![start]) }, 1);
        assert_eq!(world.units().heading[0], 0.0);
        (0..240).for_each(|_| world.tick());
        let (heading, rotation) = (world.units().heading[0], world.units().rotation[0]);
        assert!(heading > 1.0 && rotation.abs() < 2.0, "{heading} rad, {rotation} rad/s");
    }

    /// Its body has at most 5 % more.
    #[test]
    fn a_unit_with_another_top_speed_is_pushed_no_faster_than_that() {
        let mut world = World::new(Layout::new(vec![Start { goal: Goal::Roam, ..Start::default() }]), 1);
        let change =
            UnitChange { max_speed: Some(1.0), push: Some(Vec2::new(9.0, 0.0)), ..UnitChange::default() };
        world.change(world.ids()[0], change).unwrap();
        world.tick();
        let speed = world.units().velocity[0].norm();
        assert!((0.5..1.051).contains(&speed), "{speed} m/s");
    }

    /// Walks north wherever its goal is.
    #[derive(Clone)]
    struct North;

    impl Avoidance for North {
        fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
            1.0
        }

        fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
            Choice::from_velocity(Vec2::y() * unit.max_speed)
        }
    }

    #[test]
    fn a_model_of_the_callers_own_moves_all_units_until_the_steering_changes() {
        let goal = Goal::Point { at: Point::new(9.0, 0.0), radius: 0.5, own: true };
        let starts = [0.0, 3.0].map(|y| Start { position: Point::new(0.0, y), goal, ..Start::default() });
        let mut layout = Layout::new(starts.into());
        layout.steering.mode = Mode::named("none").unwrap();
        let mut world = World::new(layout, 1);
        let steering = world.steering().clone();
        world.set_model(Box::new(North));
        (0..60).for_each(|_| world.tick());
        assert!(world.units().velocity.iter().all(|v| v.y > 1.0 && v.x.abs() < 0.1), "north");
        assert!(world.snapshot().is_err(), "it cannot be saved");
        world.set_steering(steering);
        (0..60).for_each(|_| world.tick());
        assert!(world.units().velocity.iter().all(|v| v.x > 1.0), "to their goals");
        assert!(world.snapshot().is_ok());
    }

    /// Each tick carries out the decisions of the tick before.
    #[test]
    fn decisions_beside_physics_act_one_tick_later() {
        let goal = Goal::Point { at: Point::new(9.0, 0.0), radius: 0.5, own: true };
        let mut layout = Layout::new(vec![Start { goal, ..Start::default() }]);
        layout.steering.settings.set(&OVERLAP, ON).unwrap();
        let mut world = World::new(layout, 1);
        let start = world.units().position.clone();
        world.tick();
        assert_eq!(world.units().position, start, "the first decisions act in the second tick");
        let force = world.decision(0).force;
        assert!(force.norm() > 1.0);
        world.tick();
        assert!((world.units().velocity[0] - force * DT).norm() < 1e-4);
    }
}
