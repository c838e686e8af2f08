//! Properties of plans: whatever a unit perceives, every behaviour and every combination decides something
//! finite and within the unit's limits.

use proptest::prelude::*;
use sidestep::settings::Weights;
use sidestep::steering::avoidance::{Mode, Surroundings};
use sidestep::steering::behaviours::{BEHAVIOURS, Behaviour, Memory, Needs, Other, Part, Path, Seen};
use sidestep::steering::combine::stage::{ACTUATORS, CONSTRAINTS, DECOMPOSERS, StageKind, TARGETERS};
use sidestep::steering::combine::{Combine, Pipeline, Plan};
use sidestep::steering::reasons::Reasons;
use sidestep::steering::{Neighbour, Unit};
use sidestep::types::{Point, Segment, Vec2};

#[derive(Debug, Clone)]
struct Situation {
    unit: Unit,
    goal: Option<Other>,
    aim: Option<Point>,
    target: Other,
    neighbours: Vec<Neighbour>,
    walls: Vec<Segment>,
    memory: Memory,
    chance: [f32; 2],
}

/// Close, at exactly the same position, and far beyond any map.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -9.0..9.0_f32, 2 => Just(0.0_f32), 1 => -1e15..1e15_f32, 1 => -1e-30..1e-30_f32]
}

fn vector() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn point() -> impl Strategy<Value = Point> {
    vector().prop_map(Point::from)
}

prop_compose! {
    fn other()(position in point(), velocity in vector(), orientation in -7.0_f32..7.0) -> Other {
        Other { position, velocity, orientation, radius: 0.5 }
    }
}

prop_compose! {
    fn neighbour()(position in point(), velocity in vector(), standing: bool, same_group: bool) -> Neighbour {
        Neighbour { position, velocity, standing, same_group, preferred: velocity, ..Neighbour::default() }
    }
}

prop_compose! {
    fn situation()(
        position in point(), velocity in vector(), heading in -7.0_f32..7.0, rotation in -9.0_f32..9.0,
        max_speed in prop_oneof![Just(0.0_f32), 0.1_f32..9.0], goal in prop::option::of(other()), aim in prop::option::of(point()),
        target in other(), mut neighbours in prop::collection::vec(neighbour(), 0..6),
        walls in prop::collection::vec((point(), point()), 0..4),
        wander in -4.0_f32..4.0, along in prop::option::of(-99.0_f32..99.0), chance in [0.0_f32..1.0, 0.0_f32..1.0]
    ) -> Situation {
        for (id, neighbour) in neighbours.iter_mut().enumerate() {
            neighbour.id = id as u32 + 1;
        }
        Situation {
            unit: Unit { position, velocity, heading, rotation, max_speed, ..Unit::default() },
            goal, aim, target, neighbours,
            walls: walls.into_iter().map(|(from, to)| Segment { from, to }).collect(),
            memory: Memory { wander, along },
            chance,
        }
    }
}

fn path() -> Path {
    let points = [(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (0.0, 3.0), (4.0, 3.0)];
    Path::new(points.into_iter().map(|(x, y)| Point::new(x, y)).collect(), true).unwrap()
}

/// A complete part, aimed at its own target or at the goal.
fn part(kind: &'static Behaviour, own_target: bool) -> Part {
    Part {
        target: (own_target && kind.needs == Needs::Target).then_some(7),
        path: (kind.needs == Needs::Path).then(path),
        ..Part::new(kind)
    }
}

/// Every behaviour in every kind of combination.
fn plans() -> Vec<Plan> {
    let plan = |combine| Plan { name: "p".into(), combine };
    let stages = |kinds: &'static [StageKind]| {
        kinds.iter().map(|kind| {
            let mut stage = kind.stage();
            stage.part.path = (kind.needs == Needs::Path).then(path);
            stage
        })
    };
    let wander = Behaviour::named("wander").unwrap();
    let mut plans = Vec::new();
    for (kind, own_target) in BEHAVIOURS.iter().flat_map(|kind| [(kind, false), (kind, true)]) {
        let part = || part(kind, own_target);
        plans.push(plan(Combine::Blending(vec![part(), Part::new(wander)])));
        plans.push(plan(Combine::Priority {
            epsilon: 0.05,
            groups: vec![vec![part()], vec![Part::new(wander)]],
        }));
        plans.push(plan(Combine::Arbitration(vec![Part::new(wander), part()])));
        for (targeter, actuator) in stages(TARGETERS).zip(stages(ACTUATORS).cycle()) {
            plans.push(plan(Combine::Pipeline(Box::new(Pipeline {
                targeters: vec![targeter],
                decomposers: stages(DECOMPOSERS).collect(),
                constraints: stages(CONSTRAINTS).collect(),
                actuator,
                rounds: 4,
                deadlock: part(),
                turning: Behaviour::named("face").map(Part::new),
            }))));
        }
    }
    plans
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn every_plan_decides_something_finite_within_the_units_limits(s in situation()) {
        let model = Mode::default().make(&Default::default());
        let around = Surroundings { neighbours: &s.neighbours, walls: &s.walls };
        let weights = Weights::default();
        for plan in plans() {
            let seen = Seen {
                unit: &s.unit,
                around: &around,
                goal: s.goal,
                aim: s.aim,
                other: &|_| s.target,
                chance: s.chance,
                memory: s.memory,
                model: model.as_ref(),
                weights: &weights,
            };
            let (decision, memory) = plan.decide(&seen, None);
            let numbers = [decision.force.x, decision.force.y, decision.velocity.x, decision.velocity.y, decision.angular];
            prop_assert!(numbers.iter().all(|x| x.is_finite()), "{plan:?}: {decision:?}");
            prop_assert!(decision.force.norm() <= s.unit.max_force * 1.001, "{plan:?}: {decision:?}");
            prop_assert!(memory.wander.is_finite() && memory.along.is_none_or(f32::is_finite), "{plan:?}: {memory:?}");
            // Asking for reasons does not change the decision.
            let mut why = Reasons::default();
            prop_assert_eq!(&plan.decide(&seen, Some(&mut why)), &(decision, memory), "{:?}", plan);
            prop_assert!(why.parts.iter().all(|(_, force)| force.x.is_finite() && force.y.is_finite()), "{plan:?}: {why:?}");
        }
    }
}
