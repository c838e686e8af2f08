//! The purpose of each stage of the cardioid field, on the maps that show it: what the article promises for a
//! stage, and that the stage before does not do it.

use sidestep::navigation::Goal;
use sidestep::settings::Push;
use sidestep::steering::avoidance::{Mode, cardioid};
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene};

/// The result of one unit.
#[derive(Debug, Clone, Copy)]
struct Fate {
    arrived: Option<f32>,
    /// Its largest distance to the left (positive) and right of the straight line to its goal, m.
    left: f32,
    right: f32,
    /// Its lowest speed between its first metre and its arrival, m/s.
    slowest: f32,
}

impl Fate {
    fn off(&self) -> f32 {
        self.left.max(-self.right)
    }
}

fn watch(map: &str, stage: u8) -> (Vec<Fate>, f32) {
    let mut layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
    layout.steering.mode = Mode::named("cardioid").unwrap();
    layout.steering.settings.set(&cardioid::STAGE, f32::from(stage)).unwrap();
    layout.steering.push = Push { on: false, ..Push::default() };
    let starts = layout.starts.clone();
    let mut world = World::new(layout, 1);
    let unseen = Fate { arrived: None, left: 0.0, right: 0.0, slowest: f32::INFINITY };
    let mut fates = vec![unseen; starts.len()];
    let mut deepest = 0.0_f32;
    while world.time() < 30.0 && world.arrived() < world.walkers() {
        world.tick();
        deepest = world.contacts().iter().map(|c| c.overlap).fold(deepest, f32::max);
        let units = world.units();
        for (id, fate) in fates.iter_mut().enumerate() {
            let walked = units.position[id] - starts[id].position;
            if let Goal::Point { at, .. } = starts[id].goal {
                let way = (at - starts[id].position).normalize();
                let off = way.perp(&walked);
                fate.left = fate.left.max(off);
                fate.right = fate.right.min(off);
            }
            if !units.arrived[id] && walked.norm() > 1.0 {
                fate.slowest = fate.slowest.min(units.velocity[id].norm());
            }
            if units.arrived[id] && fate.arrived.is_none() {
                fate.arrived = Some(world.time());
            }
        }
    }
    (fates, deepest)
}

#[test]
fn straight_ahead_needs_stage_two() {
    let one = watch("straight-ahead", 1).0[0];
    assert!(one.arrived.is_none() && one.off() < 0.1, "stage 1 must stop in front of the obstacle: {one:?}");
    let two = watch("straight-ahead", 2).0[0];
    assert!(two.arrived.is_some() && two.off() > 1.0, "stage 2 must go around it: {two:?}");
}

#[test]
fn even_pair_needs_stage_three() {
    let two = watch("even-pair", 2).0[0];
    assert!(two.arrived.is_none() && two.off() < 0.1, "stage 2 must get stuck in front of the pair: {two:?}");
    for stage in [3, 4] {
        let resolved = watch("even-pair", stage).0[0];
        assert!(
            resolved.arrived.is_some_and(|t| t < 6.0),
            "stage {stage} must go around the pair: {resolved:?}"
        );
        assert!(resolved.off() > 1.0 && resolved.slowest > 2.0, "stage {stage}: {resolved:?}");
    }
}

#[test]
fn after_you_needs_stage_four() {
    for (id, fate) in watch("after-you", 3).0.iter().enumerate() {
        assert!(
            fate.slowest < 0.5 && fate.off() > 3.0,
            "at stage 3 the two push each other along; {id}: {fate:?}"
        );
    }
    for (id, fate) in watch("after-you", 4).0.iter().enumerate() {
        assert!(fate.slowest > 3.0 && fate.off() < 2.0, "at stage 4 one goes and one yields; {id}: {fate:?}");
        assert!(fate.arrived.is_some_and(|t| t < 4.5), "{id}: {fate:?}");
    }
}

#[test]
fn a_chaser_ignores_units_it_cannot_catch_from_stage_four_on() {
    let slower = |stage| watch("chase", stage).0[1];
    let (three, four) = (slower(3), slower(4));
    assert!(three.off() > 1.0, "at stage 3 the chaser is pushed off its line: {three:?}");
    assert!(four.off() < 0.05 && four.arrived.is_some(), "at stage 4 it walks on behind: {four:?}");
}

#[test]
fn a_faster_chaser_passes_and_a_hunter_reaches_its_prey() {
    let (fates, deepest) = watch("chase", 4);
    assert!(fates[3].off() > 0.9, "the faster unit must go around the slower one: {:?}", fates[3]);
    assert!(fates[3].arrived.unwrap() < fates[2].arrived.unwrap(), "and be there first");
    assert!(
        fates[5].arrived.is_some_and(|t| t < 5.0),
        "the hunter does not avoid its target: {:?}",
        fates[5]
    );
    assert!(deepest < 0.02, "no units collide: {deepest}");
}

#[test]
fn in_chicken_both_swerve() {
    let (one, _) = watch("chicken", 1);
    assert!(one.iter().all(|f| f.arrived.is_none()), "stage 1 must deadlock: {one:?}");
    let (four, deepest) = watch("chicken", 4);
    for fate in &four {
        assert!(fate.arrived.is_some_and(|t| t < 5.5) && fate.off() > 0.5, "both swerve: {four:?}");
        // All must turn to their own same side, or they would meet again.
        assert_eq!(fate.left > -fate.right, four[0].left > -four[0].right, "{four:?}");
    }
    assert!(deepest <= 0.0, "and do not touch: {deepest}");
}

#[test]
fn a_dozen_get_through() {
    let (fates, _) = watch("dozen", 4);
    let walkers = fates.iter().filter(|f| f.arrived.is_some()).count();
    assert_eq!(walkers, 12, "{fates:?}");
}
