//! The situation that `c` saves for a unit with a plan: one case per behaviour, which asks for exactly the
//! same as that behaviour in the world.

use crate::common;
use serde_json::Value;
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::steering::behaviours::{BEHAVIOURS, Behaviour, Part, Path};
use sidestep::steering::combine::{Combine, Plan};
use sidestep::types::{Point, Vec2};
use sidestep::world::{Phase, World};
use sidestep_lab::explain;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::collections::BTreeSet;

/// A map at its start, with its plans changed by `change`.
fn world(map: &str, change: fn(Plan) -> Plan) -> World {
    let mut layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
    layout.plans.iter_mut().for_each(|plan| *plan = plan.take().map(change));
    World::new(layout, 1)
}

/// Calls `look` every quarter of a second.
fn watch(world: &mut World, seconds: f32, mut look: impl FnMut(&World)) {
    while world.time() < seconds {
        if world.ticks().is_multiple_of(15) {
            look(world);
        }
        world.tick();
    }
}

/// Blends all behaviours of a plan without a pipeline.
fn blended(plan: Plan) -> Plan {
    let parts = match plan.combine {
        Combine::Pipeline(_) => return plan,
        _ => plan.parts().into_iter().cloned().collect(),
    };
    Plan { combine: Combine::Blending(parts), ..plan }
}

/// The answers of the cases in a unit's situation, all of which must be finite.
fn answers(world: &World, id: usize) -> Vec<Value> {
    let text = explain::situation(world, id);
    let cases = explain::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let answers: Vec<Value> = cases.iter().map(explain::Case::explain).collect();
    for answer in &answers {
        // JSON has null for a number that is not finite.
        for name in ["linear", "angular"] {
            let numbers = answer[name].as_array().cloned().unwrap_or_default();
            assert!(numbers.iter().all(Value::is_f64), "{answer}");
        }
        assert!(answer["linear"].is_array() || answer["angular"].is_f64(), "{answer}");
    }
    answers
}

fn linear(answer: &Value) -> Vec2 {
    let number = |k: usize| answer["linear"][k].as_f64().unwrap_or(0.0) as f32;
    Vec2::new(number(0), number(1))
}

/// The name of a case without its prefix, which consists of the map, the tick and the unit.
fn behaviour(world: &World, id: usize, answer: &Value) -> String {
    let whose = format!("{}-{}-{id}-", world.layout().name, world.ticks());
    let name = answer["id"].as_str().unwrap();
    let of = name.strip_prefix(&whose).unwrap_or_else(|| panic!("{name} does not begin with {whose}"));
    of.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_string()
}

/// The forces (N) that a unit's parts ask for in their cases, in order and without zero forces, and the
/// descriptions of what turns it.
fn forces<'a>(world: &World, id: usize, parts: &[&'a Part]) -> (Vec<(&'a str, Vec2)>, Vec<String>) {
    let mass = world.layout().starts[id].mass;
    let answers = answers(world, id);
    assert_eq!(answers.len(), parts.len(), "{answers:?}");
    let (mut forces, mut turns) = (Vec::new(), Vec::new());
    for (part, answer) in parts.iter().zip(&answers) {
        assert_eq!(behaviour(world, id, answer), part.behaviour.name);
        forces.push((part.behaviour.name, linear(answer) * (part.weight * mass)));
        let angular = answer["angular"].as_f64().unwrap_or(0.0) as f32;
        if angular != 0.0 {
            turns.push(format!("{} turns by {:.1} rad/s²", part.behaviour.name, part.weight * angular));
        }
    }
    forces.retain(|(_, force)| *force != Vec2::zeros());
    (forces, turns)
}

/// Compares a unit's cases with its reasons, for plans whose reasons include all parts. Returns the names of
/// the behaviours that asked for a force.
fn check(world: &World, id: usize) -> BTreeSet<&str> {
    let parts = world.plan(id).unwrap().parts();
    let ((forces, turns), reasons) = (forces(world, id, &parts), world.reasons(id));
    assert_eq!(forces, reasons.parts, "{} {id}", world.layout().name);
    for turn in turns {
        assert!(reasons.words.contains(&turn), "{turn}: {:?}", reasons.words);
    }
    forces.into_iter().map(|(name, _)| name).collect()
}

/// The walking units whose plan has no pipeline.
fn followers(world: &World) -> Vec<usize> {
    let simple = |id: &usize| world.plan(*id).is_some_and(|p| !matches!(p.combine, Combine::Pipeline(_)));
    (0..world.units().len()).filter(simple).filter(|id| !world.units().arrived[*id]).collect()
}

#[test]
fn each_case_asks_for_what_its_behaviour_asks_for() {
    let expected = [
        ("pursuit", "evade pursue seek wall-avoidance wander"),
        ("patrol", "follow-path"),
        ("wander", "separation wall-avoidance wander"),
        ("whiskers", "arrive wall-avoidance"),
        ("wall-and-crowd", "arrive separation wall-avoidance"),
    ];
    for (map, expected) in expected {
        let mut asked = BTreeSet::new();
        watch(&mut world(map, blended), 6.0, |world| {
            for id in followers(world) {
                asked.extend(check(world, id).into_iter().map(String::from));
            }
        });
        assert_eq!(asked.into_iter().collect::<Vec<_>>().join(" "), expected, "{map}");
    }
}

#[test]
fn in_an_arbitration_each_case_has_the_velocity_asked_for_so_far() {
    let (mut several, mut moved) = (0, 0);
    watch(&mut world("wall-and-crowd", |plan| plan), 6.0, |world| {
        let arbitrates = |id: &usize| matches!(world.plan(*id).unwrap().combine, Combine::Arbitration(_));
        let id = followers(world).into_iter().find(arbitrates).unwrap();
        several += usize::from(check(world, id).len() > 1);
        let cases: Value = serde_json::from_str(&explain::situation(world, id)).unwrap();
        moved += usize::from(cases[0]["unit"]["velocity"] != cases[1]["unit"]["velocity"]);
    });
    assert!(several > 0 && moved > 0, "{several} {moved}");
}

#[test]
fn cases_of_a_priority_include_the_unused_groups() {
    let (mut counted, mut written) = (0, 0);
    watch(&mut world("wander", |plan| plan), 4.0, |world| {
        for id in followers(world) {
            let parts = world.plan(id).unwrap().parts();
            let ((forces, _), reasons) = (forces(world, id, &parts), world.reasons(id));
            assert!(reasons.parts.iter().all(|part| forces.contains(part)), "{forces:?} {:?}", reasons.parts);
            counted += reasons.parts.len();
            written += forces.len();
        }
    });
    assert!(counted < written, "{counted} of {written}");
}

/// Makes pipelines give up early.
fn impatient(mut plan: Plan) -> Plan {
    if let Combine::Pipeline(pipeline) = &mut plan.combine {
        pipeline.rounds = 1;
    }
    plan
}

#[test]
fn the_case_of_a_pipeline_is_the_behaviour_that_moves_the_body() {
    let mut behaviours = BTreeSet::new();
    for map in ["dead-end", "wall-and-crowd"] {
        watch(&mut world(map, impatient), 6.0, |world| {
            let pipeline =
                |id: &usize| world.plan(*id).is_some_and(|plan| matches!(plan.combine, Combine::Pipeline(_)));
            let id = (0..world.units().len()).find(pipeline).unwrap();
            let answers = answers(world, id);
            let [answer] = &answers[..] else { panic!("{answers:?}") };
            let (force, reasons) = (linear(answer) * world.layout().starts[id].mass, world.reasons(id));
            // It stands once it has arrived.
            if world.units().phase[id] == Phase::Walking {
                let asked = [("arrive", force)];
                assert_eq!(reasons.parts, asked[usize::from(force == Vec2::zeros())..]);
            }
            let gave_up = reasons.words.iter().any(|words| words.starts_with("no free path in 1 rounds"));
            assert_eq!(behaviour(world, id, answer), if gave_up { "wander" } else { "arrive" });
            let case: Value = serde_json::from_str(&explain::situation(world, id)).unwrap();
            behaviours.insert(case[0]["behaviour"].as_str().unwrap().to_string());
        });
    }
    assert_eq!(behaviours.into_iter().collect::<Vec<_>>(), ["arrive", "velocity-match", "wander"]);
}

fn part(name: &str, settings: &[(&str, f32)]) -> Part {
    let kind = Behaviour::named(name).unwrap();
    let mut part = Part::new(kind);
    for (key, value) in settings {
        let setting = kind.settings.iter().find(|s| s.name() == *key).unwrap_or_else(|| panic!("{key}"));
        part.settings.set(setting, *value).unwrap();
    }
    let points = vec![Point::new(-4.0, -1.0), Point::new(9.0, 0.0), Point::new(5.0, 6.0)];
    part.path = Some(Path::new(points, true).unwrap());
    part
}

/// A world after one tick in which a unit follows the blended `parts`, among walkers, a standing unit and a
/// wall.
fn amid(parts: Vec<Part>) -> World {
    let mut starts = vec![
        common::walker((0.0, 0.0), (20.0, 3.0)),
        common::walker((8.0, 2.0), (-20.0, 0.0)),
        common::walker((2.0, 0.3), (20.0, 1.0)),
        common::walker((4.0, 0.1), (4.0, 0.1)),
        common::walker((3.0, -2.0), (3.0, 20.0)),
    ];
    starts[0].velocity = Vec2::new(4.0, 0.4);
    starts[0].mass = 3.0;
    starts[0].group = 2;
    starts[0].goal = Goal::Unit { index: 1, gap: 0.1 };
    starts[3].goal = Goal::Stand;
    let steering = common::steering(common::mode("raycast+cardioid"), 4, common::NO_PUSH);
    let mut layout = common::layout(starts, steering);
    layout.groups.push("planned".into());
    layout.walls.push(Wall::Chain(vec![Point::new(-5.0, -4.0), Point::new(7.0, -1.5)]));
    let plan = Plan { name: "all".into(), combine: Combine::Blending(parts) };
    layout.plans = vec![None, None, Some(plan)];
    let mut world = World::new(layout, 1);
    common::run(&mut world, 0.01, |_| ());
    world
}

#[test]
fn every_behaviour_has_a_case() {
    let all = BEHAVIOURS.iter().filter(|kind| kind.name != "avoid");
    let world = amid(all.map(|kind| Part { weight: 0.5, ..part(kind.name, &[]) }).collect());
    let silent: Vec<&str> = {
        let asked = check(&world, 0);
        let moves = BEHAVIOURS.iter().filter(|kind| !kind.turns && kind.name != "avoid");
        moves.map(|kind| kind.name).filter(|name| !asked.contains(name)).collect()
    };
    assert_eq!(silent, Vec::<&str>::new());
}

#[test]
fn cases_hold_the_effective_settings() {
    let world = amid(vec![
        part("flee", &[("range", 3.0)]),
        part("flee", &[("range", 30.0)]),
        part("evade", &[("range", 3.0)]),
        part("evade", &[("range", 30.0), ("max_prediction", 0.0)]),
        part("arrive", &[("slow_radius", 9.0)]),
        part("pursue", &[("arrive", 1.0)]),
        part("velocity-match", &[("time_to_target", 0.0)]),
        part("closest-approach", &[("horizon", 0.0)]),
        part("wander", &[("distance", 3.0), ("rate", 1.0)]),
        // The second one continues from the angle that the first one left.
        part("wander", &[]),
        part("follow-path", &[("coherent", 0.0), ("path_offset", 1.0)]),
        part("separation-inverse-square", &[("decay", 4.0)]),
        part("cone-mean", &[("length", 3.0), ("half_angle", 90.0)]),
        part("wall-avoidance", &[("whiskers", 0.0), ("lookahead", 9.0)]),
        part("align", &[("max_rotation", 1.0)]),
    ]);
    assert!(check(&world, 0).contains("pursue"));
    let answers = answers(&world, 0);
    assert_eq!(linear(&answers[0]), Vec2::zeros(), "beyond its range");
    assert_ne!(linear(&answers[1]), Vec2::zeros());
    let ids: BTreeSet<&str> = answers.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), answers.len(), "no name comes twice: {ids:?}");
}

#[test]
fn cases_of_the_avoidance_mode_exist_only_where_it_is_used() {
    let models = |parts: Vec<Part>| -> Vec<String> {
        let cases: Value = serde_json::from_str(&explain::situation(&amid(parts), 0)).unwrap();
        cases.as_array().unwrap().iter().map(|case| case["model"].as_str().unwrap().to_string()).collect()
    };
    let both = ["behaviour", "raycast", "cardioid"];
    assert_eq!(models(vec![part("seek", &[]), part("avoid", &[])]), both);
    assert_eq!(models(vec![part("seek", &[])]), both[..1]);
    assert_eq!(models(vec![part("avoid", &[])]), both[1..]);
    // A plan whose only behaviour has no path to follow.
    assert_eq!(models(vec![Part { path: None, ..part("follow-path", &[]) }]), both[1..]);
}
